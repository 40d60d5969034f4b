"""Whether a text is an instruction to an agent rather than a memory.

This checks everything that does not come from the user directly. A suspicious text is held: stored, but not found until
a person has reviewed it. False facts cannot be recognized by their words; the order of trust protects against them.
"""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["TEXT_COLUMNS", "InjectionVerdict", "check_injection", "combined_text", "hold_reason"]


class InjectionVerdict(Record):
    """The reason why a text is held, in plain words; None if it is not held."""

    held: "str | None" = None


NO_INJECTION = InjectionVerdict()
MARKUP_SIGNS = '<`#[":'
"""Markup of a prompt contains at least one of these."""
MIN_ENCODED_LENGTH = 24
"""The shortest word in which an order could be encoded."""

TEXT_COLUMNS = ("text", "span", "topic", "entity", "attribute", "value", "qualifier", "agent", "session")
"""The columns that hold free text, besides the tags."""


def hold_reason(fields: "dict[str, Any]") -> "str | None":
    """Why a memory with these fields has to be held, or None; the user's own words are never held."""
    return None if fields["trust"] == "user" else check_injection(combined_text(fields)).held


def combined_text(fields: "dict[str, Any]") -> str:
    """All texts of a memory, its names and tags too, each as a sentence of its own."""
    parts = [fields.get(name) for name in TEXT_COLUMNS]
    tags = fields.get("tags")
    if isinstance(tags, str):
        tags = loads(tags)
    if tags:
        parts += [f"{key} {value}" for key, value in tags.items()]
    return "\n.\n".join(part for part in parts if part)


def check_injection(text: str) -> InjectionVerdict:
    """Hold a text that hides characters, imitates a prompt's markup, gives orders, praises itself or sends data
    out.

    No regular expression is needed: one look-up per word finds the few phrases that must be compared.
    """
    from recall_cli.rules.injection.order_phrases import order_reason

    reason, plain = (None, text.lower()) if _is_plain_ascii(text) else _reveal_disguise(text)
    if reason is None and any(sign in plain for sign in MARKUP_SIGNS):
        from recall_cli.rules.injection.markup import markup_reason

        reason = markup_reason(plain)
    reason = reason or order_reason(plain)
    if reason is None and any(len(word) >= MIN_ENCODED_LENGTH for word in text.split()):
        from recall_cli.rules.injection.encoded_text import decode_long_words

        reason = order_reason(decode_long_words(text).lower())
    if reason is not None and '"' in text:
        from recall_cli.rules.injection.quotations import without_quotations

        rest = without_quotations(text)
        if rest is not None and check_injection(rest).held is None:
            reason = None
    return NO_INJECTION if reason is None else InjectionVerdict(held=reason)


def _is_plain_ascii(text: str) -> bool:
    """Whether a text has only visible ASCII characters, spaces, tabs and line ends."""
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def _reveal_disguise(text: str) -> "tuple[str | None, str]":
    """The reason to hold a text for hidden content, if any, and the text without its disguise."""
    from recall_cli.rules.injection.hidden_characters import has_non_english_letters, hidden_reason, undisguise
    from recall_cli.rules.injection.order_phrases import order_reason

    plain = undisguise(text)
    if has_non_english_letters(text):
        from recall_cli.rules.injection.foreign_words import add_meaning_marks

        return hidden_reason(text) or order_reason(plain), add_meaning_marks(plain)
    return hidden_reason(text), plain
