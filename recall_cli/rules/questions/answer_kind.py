"""The kind of answer that a question wants, and whether a text contains one."""

from recall_cli.language.tables import read_phrases, read_words
from recall_cli.rules.dates.date_words import MONTHS, WEEKDAYS

TIME = "time"
NUMBER = "number"
_TIME_QUESTIONS = read_phrases("words", "questions for a time")
_NUMBER_QUESTIONS = read_phrases("words", "questions for a number")
_TIME_WORDS = frozenset(
    "yesterday today tonight tomorrow ago last next week weekend month year morning recently soon".split()
) | {name for name in (*MONTHS, *WEEKDAYS) if len(name) > 4 or name in ("june", "july")}
_NUMBER_WORDS = read_words("words", "number words")

COUNT_WORDS = ("how many", "how often", "how much", "number of", "list all", "in total")
"""A question with these words is answered by several memories together."""


def wanted_kinds(question: str) -> "set[str]":
    """The kinds of answer that a question asks for: a time, a number, both or none."""
    lowercase = question.lower()
    kinds = {TIME} if any(phrase in lowercase for phrase in _TIME_QUESTIONS) else set()
    return kinds | {NUMBER} if any(phrase in lowercase for phrase in _NUMBER_QUESTIONS) else kinds


def holds_kind(text: str, kind: str) -> bool:
    """Whether a text contains an answer of this kind: "yesterday", "March", "2023"; or "three", "16 GB", "v2"."""
    words = [word.strip(".,;:!?()[]\"'*`") for word in text.lower().split()]
    if kind == TIME:
        return any(word in _TIME_WORDS or (len(word) == 4 and word.isdigit()) for word in words)
    return any(word in _NUMBER_WORDS or word[:1].isdigit() or word[1:2].isdigit() for word in words)


def asks_for_several(question: str) -> bool:
    """Whether a question is answered by several memories together, such as one that counts."""
    lowered = question.lower()
    return any(words in lowered for words in COUNT_WORDS)
