"""Is this an instruction to an agent rather than a memory?

Asked of everything that does not come from the user himself. What is suspicious is held: kept, but found by nobody
until a person has looked at it. Plain false facts cannot be told by their words; against them stands the order of
trust, not this rule.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.injection.phrases import spoken

__all__ = ["Verdict", "judge"]


class Verdict(Record):
    """Why a text is held, in plain words; None where nothing speaks against it."""

    held: "str | None" = None


CLEAR = Verdict()
SIGNS = '<`#[":'
"""Without one of these there is no markup of a prompt."""
LONG = 24
"""So long at least is a word in which an order could be encoded."""


def judge(text: str) -> Verdict:
    """Hold a text that hides characters, imitates a prompt's markup, gives orders, praises itself or carries data out.

    No regular expression is needed for it: one look-up a word finds the few phrases that are worth following.
    """
    reason, plain = (None, text.lower()) if _is_plain(text) else _disguised(text)
    if reason is None and any(sign in plain for sign in SIGNS):
        from recall_cli.rules.injection.markup import imitates

        reason = imitates(plain)
    reason = reason or spoken(plain)
    if reason is None and any(len(word) >= LONG for word in text.split()):
        from recall_cli.rules.injection.encoded import decoded

        reason = spoken(decoded(text).lower())
    if reason is not None and '"' in text:
        from recall_cli.rules.injection.reports import without_reported

        rest = without_reported(text)
        if rest is not None and judge(rest).held is None:
            reason = None
    return CLEAR if reason is None else Verdict(held=reason)


def _is_plain(text: str) -> bool:
    """Is there nothing in it but letters, signs, spaces and ends of lines that everybody sees?"""
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def _disguised(text: str) -> "tuple[str | None, str]":
    """What is hidden in a text, if anything is, and the text as it reads without disguise."""
    from recall_cli.rules.injection.hidden import bared, hidden, in_another_language

    plain = bared(text)
    if in_another_language(text):
        from recall_cli.rules.injection.foreign import signs

        return hidden(text) or spoken(plain), signs(plain)
    return hidden(text), plain
