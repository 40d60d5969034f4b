"""What does a question ask for: its telling words, the people and dates it names, the kind of its answer.

The words come in as the engine's tokenizer gives them, so that a question and the stored texts are always cut
and stemmed alike.
"""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.dates.date_words import may_name_time
from recall_cli.rules.ranking.answer_kind import wanted_kinds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Tokenizer = Callable[[str], list[str]]
    Span = tuple[int, int]

ROLE_NAMES = frozenset(("user", "assistant", "agent", "system", "git"))
"""Authors that are roles and no names: nobody is asked for by them."""


class Question(Record):
    """A question, read once and then only looked at."""

    text: str
    terms: "tuple[str, ...]"
    """The stems of its words without stop words, each once: what is matched."""
    names: "frozenset[str]"
    """The words in it that are names of authors."""
    spans: "tuple[Span, ...]"
    """First and last days of the times that it names."""
    wanted_kinds: "frozenset[str]"


def read_question(text: str, today: int, authors: "frozenset[str]", words: "Tokenizer", stems: "Tokenizer") -> Question:
    """The question in the terms of the ranking; `authors` are the lower-case words of all authors' names."""
    plain = words(text)
    telling = [word for word in plain if word not in STOP_WORDS] or plain
    return Question(
        text=text,
        terms=tuple(dict.fromkeys(stem for word in telling for stem in stems(word))),
        names=frozenset(plain) & authors - ROLE_NAMES,
        spans=_question_spans(text, today),
        wanted_kinds=frozenset(wanted_kinds(text)),
    )


def _question_spans(text: str, today: int) -> "tuple[Span, ...]":
    """The times that it names; most questions name none, and need not be read for them."""
    if not may_name_time(text):
        return ()
    from recall_cli.rules.dates.question_dates import named_spans

    return tuple(named_spans(text, today))


def text_without_names(question: Question) -> str:
    """The question as its vector should see it: names of authors are in every memory of theirs, and mislead."""
    if not question.names:
        return question.text
    kept = [word for word in question.text.split() if not _is_name(word, question.names)]
    return " ".join(kept) or question.text


def _is_name(word: str, names: "frozenset[str]") -> bool:
    bare = word.strip(".,;:!?()\"'“”’").lower()
    return bare.removesuffix("'s").removesuffix("’s") in names
