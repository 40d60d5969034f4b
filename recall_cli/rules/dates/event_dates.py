"""Times that a question names by an event: "before the release", "after my trip to Oslo".

The date of the event is not in the question but in a memory: the candidate that contains the event's words gives the
date. Such a date is a guess, so it has only a small effect on the ranking.
"""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.dates.date_words import EVENT_RELATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from recall_cli.rules.ranking.signals import Passage

    Span = tuple[int, int]
    Tokenizer = Callable[[str], list[str]]

_WORDS_BEFORE_EVENT = frozenset("the my his her their our your a an i we she he they".split())
_WORDS_AFTER_EVENT = frozenset(("did", "do", "does", "was", "were", "what", "which", "who", "how", "to", "and", "but"))
MAX_EVENT_WORDS = 5
EVENT_REACH_DAYS = 30
"""How many days before or after the event such a question usually means."""
MIN_EVENT_SHARE = 0.99
"""A memory is about an event if it contains this share of the event's words, weighted by rarity."""


def named_event(question: str) -> "tuple[str, str]":
    """The relation and the words of the event; both empty if the question names no event."""
    words = [word.strip(".,;:!?()\"'“”") for word in question.lower().split()]
    for at, word in enumerate(words[:-1]):
        if word in EVENT_RELATIONS and words[at + 1] in _WORDS_BEFORE_EVENT:
            event: list[str] = []
            for following in words[at + 2 : at + 2 + MAX_EVENT_WORDS]:
                if following in _WORDS_AFTER_EVENT:
                    break
                event.append(following)
            if any(following not in STOP_WORDS for following in event):
                return word, " ".join(event)
    return "", ""


def event_span(
    relation: str, stems: "Iterable[str]", passages: "Iterable[Passage]", rarity: "Mapping[str, float]"
) -> "Span | None":
    """The days that the relation means, from the first passage about the event; None if no passage is about it."""
    weights = {stem: rarity.get(stem, 1.0) for stem in stems}
    total = sum(weights.values())
    for passage in passages:
        matched = sum(count for stem, count in weights.items() if stem in passage.stems)
        if total and matched >= MIN_EVENT_SHARE * total:
            before = relation in ("before", "until")
            return (
                (passage.day - EVENT_REACH_DAYS, passage.day)
                if before
                else (passage.day, passage.day + EVENT_REACH_DAYS)
            )
    return None
