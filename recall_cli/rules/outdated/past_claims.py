"""Statements that claim nothing about the present: history, questions and examples. No change makes them untrue."""

_STARTS = (
    "previously", "formerly", "originally", "in the past", "back then", "once upon", "historically", "for example",
    "for instance", "example:", "e.g.", "suppose", "assume", "imagine", "hypothetically", "should we", "we almost",
)  # fmt: skip
"""How such statements begin."""


def claims_nothing_present(text: str) -> bool:
    """Whether a text is a question, an example, or tells only what was once."""
    folded = text.strip().casefold()
    return folded.endswith("?") or folded.startswith(_STARTS)
