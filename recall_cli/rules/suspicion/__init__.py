"""Is this an instruction to an agent rather than a memory?

Asked of everything that does not come from the user himself. What is suspicious is held: kept, but found by nobody
until a person has looked at it. Plain false facts cannot be told by their words; against them stands the order of
trust, not this rule.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.suspicion.hidden import bared, hidden
from recall_cli.rules.suspicion.markup import imitates
from recall_cli.rules.suspicion.phrases import spoken

__all__ = ["Verdict", "judge"]


class Verdict(Record):
    """Why a text is held, in plain words; None where nothing speaks against it."""

    held: "str | None" = None


CLEAR = Verdict()


def judge(text: str) -> Verdict:
    """Hold a text that hides characters, imitates a prompt's markup, gives orders, praises itself or carries data out.

    No regular expression is needed for it: one look-up a word finds the few phrases that are worth following.
    """
    reason = hidden(text)
    if reason is None:
        plain = bared(text)
        reason = imitates(plain) or spoken(plain)
    return CLEAR if reason is None else Verdict(held=reason)
