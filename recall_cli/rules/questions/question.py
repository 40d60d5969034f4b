"""Reading a question: its content words, the people and dates that it names, and the kind of answer that it wants.

The words come from the engine's tokenizer, so that questions and stored texts are always split and stemmed alike.
"""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.language.tables import read_phrases, read_words
from recall_cli.rules.dates.date_words import MONTHS, WEEKDAYS, may_name_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Tokenizer = Callable[[str], list[str]]
    Span = tuple[int, int]

QUESTION_WORDS = read_words("words", "question words")
"""Words that ask and do not name anything: the answer to a question need not contain them."""
ROLE_NAMES = frozenset(("user", "assistant", "agent", "system", "git"))
"""Authors that are roles and not names; a question does not ask for them."""
COMPOUND_SIGNS = frozenset("-_/.")
"""The signs that join the parts of one name, as in "orders-api" or "src/client.py"."""

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


class Question(Record):
    """A question as the ranking uses it."""

    text: str
    terms: "tuple[str, ...]"
    """The stems to match: those of its words without stop words, each once."""
    names: "frozenset[str]"
    """Its words that are names of authors."""
    spans: "tuple[Span, ...]"
    """First and last day of each time that it names."""
    wanted_kinds: "frozenset[str]"
    light_terms: "frozenset[str]" = frozenset()
    """The stems that count less: those of words that only ask, and of the parts of one name, which come together."""


def read_question(text: str, today: int, authors: "frozenset[str]", words: "Tokenizer", stems: "Tokenizer") -> Question:
    """The parsed question; `authors` are the lower-case words of all authors' names."""
    all_words = words(text)
    content_words = [word for word in all_words if word not in STOP_WORDS] or all_words
    return Question(
        text=text,
        terms=tuple(dict.fromkeys(stem for word in content_words for stem in stems(word))),
        names=frozenset(all_words) & authors - ROLE_NAMES,
        spans=_question_spans(text, today),
        wanted_kinds=frozenset(wanted_kinds(text)),
        light_terms=frozenset(
            stem
            for word in (*QUESTION_WORDS.intersection(all_words), *_name_parts(text, words))
            for stem in stems(word)
        ),
    )


def _name_parts(text: str, words: "Tokenizer") -> "list[str]":
    """The words that are parts of one name in the question, such as "orders" and "api" in "orders-api"."""
    parts: list[str] = []
    for written in text.split():
        name = written.strip(".")
        if not COMPOUND_SIGNS.isdisjoint(name) and len(found := words(name)) > 1:
            parts += found
    return parts


def _question_spans(text: str, today: int) -> "tuple[Span, ...]":
    """The times that a question names; most name none, and then the date readers are not loaded."""
    if not may_name_time(text):
        return ()
    from recall_cli.rules.dates.question_dates import named_spans

    return tuple(named_spans(text, today))


def text_without_names(question: Question) -> str:
    """The question without names of authors, for its vector: a name is in every memory of its author, and misleads."""
    if not question.names:
        return question.text
    words = [word for word in question.text.split() if not _is_name(word, question.names)]
    return " ".join(words) or question.text


def _is_name(word: str, names: "frozenset[str]") -> bool:
    lowercase = word.strip(".,;:!?()\"'“”’").lower()
    return lowercase.removesuffix("'s").removesuffix("’s") in names


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
