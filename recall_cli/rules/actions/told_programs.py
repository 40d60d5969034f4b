"""What a text says of a program without a command: "docker needs sudo here", "never push to main", "pnpm over npm"."""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.actions.plain_commands import NEGATIONS, PROGRAMS, SENTENCE_ENDS, SIGNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ANY_PROGRAM = "*"
"""Stands for the program of a command of which a text only says what it does: `* push main`."""
LEADING = ("to", "into", "onto")
"""Words before what a command is applied to."""
ARTICLES = ("the", "a", "an", "any", "our")
JOINING = ("and", "but", "so", "otherwise")
"""Words that join a clause to the one before; after others, such as "because", it tells of that one."""
AUXILIARIES = frozenset("is are was were has have can cannot could must should will would does did do needs".split())
MAX_SUBJECTS = 6


class ToldPrograms(Record):
    """What a text says of programs."""

    programs: "tuple[str, ...]" = ()
    """Programs of which it says how they are or behave."""
    subjects: "tuple[str, ...]" = ()
    """All words of which it says that, since a package can have any name."""
    forbidden: "tuple[tuple[str, ...], ...]" = ()
    """What is not to be done to what, as a command of any program; or a program that another is preferred to."""


def read_told_programs(text: str) -> ToldPrograms:
    """What a text says of programs, of packages, and of what no program is to do."""
    programs: dict[str, None] = {}
    subjects: dict[str, None] = {}
    forbidden: dict[tuple[str, ...], None] = {}
    is_first, is_end = True, False  # a later sentence mostly explains the first one
    for words in _clauses(text):
        plain = [word.strip(SIGNS + "`.").lower() for word in words]
        subject = _subject(plain)
        if subject:
            subjects[subject] = None
        is_first = is_first and not is_end
        is_end = words[-1:] != [] and words[-1].endswith(SENTENCE_ENDS)
        if is_first and subject in PROGRAMS:
            programs[subject] = None
        told = ["", *(word for word in plain if word != "ever")]
        for at, word in enumerate(told):
            if told[at - 1 : at] == ["over"] and word in PROGRAMS and told[at - 2] in PROGRAMS:
                forbidden[word,] = None
            if told[at - 1] in NEGATIONS and word.isalpha() and (target := _target(told[at + 1 :])):
                forbidden[ANY_PROGRAM, word, *target] = None
    return ToldPrograms(
        programs=tuple(programs)[:MAX_SUBJECTS],
        subjects=tuple(subjects)[:MAX_SUBJECTS],
        forbidden=tuple(forbidden)[:MAX_SUBJECTS],
    )


def _clauses(text: str) -> "Iterator[list[str]]":
    """The clauses between signs, as words."""
    clause: list[str] = []
    for word in text.split():
        clause.append(word)
        if word.endswith((*SENTENCE_ENDS, ",", ")")) and len(word) > 1:
            yield clause
            clause = []
    yield clause


def _subject(words: "list[str]") -> str:
    """The word of which a clause says how it is: its first one, with an auxiliary verb after it.

    "docker needs sudo", "psycopg2 still doesn't build"; not "docker images must", nor "because docker is slow".
    """
    at = next((at for at, word in enumerate(words) if word not in JOINING), None)
    if at is None or words[at] in STOP_WORDS:
        return ""
    verb = at + 1
    while verb < len(words) - 1 and words[verb] in STOP_WORDS - AUXILIARIES and "'" not in words[verb]:
        verb += 1
    is_verb = verb < len(words) and (words[verb] in AUXILIARIES or words[verb].endswith("n't"))
    return words[at] if is_verb else ""


def _target(words: "list[str]") -> "list[str]":
    """What an order is about: the words until one after "to" or "into"; empty without such a word."""
    target: list[str] = []
    is_led = False
    for word in words:
        if word in LEADING:
            is_led = True
        elif word in ARTICLES:
            continue
        elif word in STOP_WORDS or not word:
            return []
        elif not word.endswith("ly"):
            target.append(word)
            if is_led:
                return target
    return []
