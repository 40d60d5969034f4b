"""One term of a text, and the numbers that terms stand for."""

from recall_cli.rules.revision.words import vocabulary
from recall_cli.rules.revision.words.stems import GENERIC_STEMS

VALUE_KINDS = frozenset(
    "number version time date day rhythm span size share money heat frequency current count length".split()
)
"""Kinds of terms that are values by their nature."""


PLACE_KINDS = frozenset("path host url mail handle channel".split())
"""Kinds of terms that say where something is, or who gets it."""


class Term:
    """One term of a text, or one punctuation mark (kind `mark`)."""

    __slots__ = ("end", "key", "kind", "low", "place", "proper", "start", "text")

    def __init__(self, text: str, kind: str, key: str, start: int, end: int) -> None:
        self.text, self.kind, self.key, self.start, self.end = text, kind, key, start, end
        self.low = text.lower().replace("’", "'")
        self.proper = False
        """Whether it is a name: capitalized where no sentence begins."""
        self.place = 0
        """Its index in the list of all terms."""

    def __repr__(self) -> str:
        return f"{self.kind}:{self.key}"

    @property
    def is_content(self) -> bool:
        """Whether it carries meaning of its own: no mark and no function word."""
        return self.kind != "mark" and (self.kind != "word" or self.low not in vocabulary.FUNCTION_WORDS)

    @property
    def is_generic(self) -> bool:
        """Whether it is a word that fits any subject: use, keep, run, thing."""
        return self.kind == "word" and not self.proper and self.key in GENERIC_STEMS


def time_key(hour: str, minute: str, rest: str) -> str:
    """A time of day for comparison: `14:00` for 2 pm."""
    hours = int(hour)
    if rest.endswith(("pm", "p.m", "p.m.")) and hours < 12:
        hours += 12
    return f"{hours:02}:{minute}"


def plain_number(figure: str) -> str:
    """A number for comparison: without thousands commas and without zeros that change nothing."""
    head, _, tail = figure.partition(",")
    if tail and all(len(group) == 3 for group in tail.split(",")):
        figure = head + tail.replace(",", "")
    return figure


def is_amount(figure: str) -> bool:
    """Whether digits are one plain number."""
    return figure.count(".") <= 1 and figure.replace(".", "").replace(",", "").isdigit()


def amount_term(text: str, figure: str, unit: str, start: int, end: int) -> Term:
    """A number with its unit, in the base unit of its dimension."""
    dimension, factor = vocabulary.UNITS[unit]
    value = float(plain_number(figure).replace(",", ".")) * factor
    return Term(text, dimension, f"{value:.9g}", start, end)
