"""Orders that are only reported: a note on an attack, a test or a filter quotes the words that it is about."""

MAX_QUOTED_WORDS = 6
"""A longer quotation could be obeyed, whoever is named as its author."""
DEFENSE_WORDS = (
    "attack", "injection", "injected", "red-team", "red team", "redteam", "test case", "classifier", "filter", "flags",
    "flagged", "blocked", "blocks", "refused", "caught", "quarantined", "detection", "abuse", "honeypot", "incident",
    "jailbreak", "waf ", "covered by test",
)  # fmt: skip
"""Words of people who defend a program; one of them must be outside of the quotation."""
_UNSAFE_IN_QUOTES = ("://", "@", ".env", "ssh", "secret", "password", "token", "key")
"""Signs that no harmless quotation needs."""


def without_quotations(text: str) -> "str | None":
    """The text without its short quotations, if it is about defence; else None."""
    pieces = text.split('"')
    if len(pieces) % 2 == 0 or len(text) > 2_000:
        return None
    outside, quoted = " ".join(pieces[::2]), pieces[1::2]
    low = outside.lower()
    if not any(word in low for word in DEFENSE_WORDS):
        return None
    for quotation in quoted:
        small = quotation.lower()
        if len(quotation.split()) > MAX_QUOTED_WORDS or any(word in small for word in _UNSAFE_IN_QUOTES):
            return None
    return outside
