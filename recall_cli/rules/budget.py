"""How many tokens a text costs, estimated offline and rather too high than too low, and what fits into a budget."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LETTERS_A_TOKEN = 3.5
"""Plain prose has about four and a half, JSON with its quotes and ids about three."""
LETTERS_A_TOKEN_OF_A_BRIEF = 2.7
"""Ids, dates and quotes make short tokens: public tokenizers come to 2.8 letters in the lines of a brief."""
TOKENS_A_SIGN = 1.4
"""A letter outside ASCII: between one and two in most scripts, up to three for emoji."""


def tokens(text: str, letters: float = LETTERS_A_TOKEN) -> int:
    """About how many tokens a text costs, on the high side."""
    if text.isascii():
        return int(len(text) / letters) + 1
    plain = sum(map(str.isascii, text))
    return int(plain / letters + (len(text) - plain) * TOKENS_A_SIGN) + 1


def brief_tokens(text: str) -> int:
    """The same for a brief, or a line of one."""
    return tokens(text, LETTERS_A_TOKEN_OF_A_BRIEF)


def fitting(costs: "Iterable[int]", budget: int, least: int = 0, patience: "int | None" = None) -> "list[int]":
    """Which of these, taken in order, fit; one that is too large is passed over for smaller ones behind it.

    Once less than `least` is left, or as many in a row as `patience` says were too large, the rest is not even
    asked for.
    """
    left, passed = budget, 0
    chosen = []
    for at, cost in enumerate(costs):
        if cost <= left:
            chosen.append(at)
            left -= cost
            passed = 0
        else:
            passed += 1
        if left < least or passed == patience:
            break
    return chosen
