"""Whether a memory speaks of an error: the same words follow one another in both, and they tell enough.

This finds what has no type and no code: "exec format error", "remaining connection slots are reserved for". Numbers,
versions and folders are left out of account; "…" in a memory stands for any one word.
"""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.language.tables import read_words
from recall_cli.rules.actions.error_lines import PLAIN_MARKS, SIGNS, SUMMARIES
from recall_cli.rules.text.paragraphs import split_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_SIGN_LINES = 24
MAX_LAST_LINES = 24
MAX_LINE_LETTERS = 400
MAX_TEXT_LETTERS = 4_000
MAX_MEMORY_WORDS = 400
MAX_PLACES = 4
"""So many places of one word in a line are compared."""
MIN_WORDS = 3
"""Fewer words in a row say nothing, unless the memory quotes them."""
MIN_SCORE = 4
QUOTES, MARKS = "\"'`‘“«", "\"'`‘’“”«»()[]{}<>,;:.!?│|*"
PLACEHOLDERS = ("…", "...")
ANY, NUMBER = "…", "#"
ALL_SIGNS = (*SIGNS, *{sign.upper() for sign in SIGNS}.difference(SIGNS))
EDGE_WORDS = STOP_WORDS - read_words("words", "negations")
"""Words that do not count at the ends of a row: "in the product database" is two words."""
COMMON_WORDS = read_words("words", "common words of errors")
GENERAL_WORDS = frozenset(" ".join(PLAIN_MARKS).lower().replace(":", "").split())
"""Words of messages that a great many programs have: `No such file or directory`."""
GENERAL, ORDINARY, SPECIAL = 1, 2, 3
"""How much a word tells; names with signs, figures or inner capitals tell most."""


class Word(Record):
    """One word of a message."""

    text: str
    value: int
    """How much it tells; 0 if nothing."""
    opens: bool
    closes: bool
    """Whether it begins or ends something quoted."""


def telling_lines(output: str, *, has_failed: bool = False) -> "list[str]":
    """The lines of an output that can say what went wrong; [] if nothing shows that anything did."""
    if not has_failed and not _reports_error(output):
        return []
    lines = [line for whole in split_output(output) if (line := whole.strip()[:MAX_LINE_LETTERS])]
    signs = [line for line in lines if _reports_error(line)]
    signs = signs if len(signs) <= MAX_SIGN_LINES else signs[: MAX_SIGN_LINES // 2] + signs[-MAX_SIGN_LINES // 2 :]
    chosen = dict.fromkeys([*signs, *lines[-MAX_LAST_LINES:]])
    return [line for line in chosen if not any(words in line.lower() for words in SUMMARIES)]


def _reports_error(text: str) -> bool:
    return any(sign in text for sign in ALL_SIGNS)


def split_words(text: str) -> "list[Word]":
    """The words of a message or of a memory."""
    words: list[Word] = []
    for raw in text[:MAX_TEXT_LETTERS].split():
        name = raw.strip(MARKS)
        is_any = raw.strip("\"'`,;:") in PLACEHOLDERS or (raw[:1] + raw[-1:] == "<>" and name.isalpha())
        name = name.replace("\\", "/").rpartition("/")[2] or name
        text_ = ANY if is_any else _plain(name)
        if text_:
            opens, closes = raw[0] in QUOTES, len(raw) > 1 and raw.rstrip(",;:.!?)")[-1:] in QUOTES
            words.append(Word(text=text_, value=_value(text_, name), opens=opens, closes=closes))
    return words


def _plain(name: str) -> str:
    """A word as it is compared: in small letters; `#` for a number or a version."""
    is_number = name.lstrip("v").replace(".", "").replace("-", "").replace(":", "").replace(",", "").isdigit()
    return NUMBER if is_number else name.lower()


def _value(text: str, name: str) -> int:
    if text in (ANY, NUMBER) or len(text) < 2 or text in STOP_WORDS or text in COMMON_WORDS or "'" in text:
        return 0
    if text in GENERAL_WORDS:
        return GENERAL
    inner = any(map(str.isupper, name[1:])) and not name.isupper()
    return SPECIAL if inner or not name.isalpha() else ORDINARY


def phrase_names(text: str) -> "list[str]":
    """The pairs of telling words that follow one another in a text: by these an error finds the memory."""
    words = split_words(text)
    telling = [word for word in words if word.value]
    names = [f"{first.text} {second.text}" for first, second in zip(telling, telling[1:], strict=False)]
    if any(word.opens for word in words):  # a memory can leave a quoted name out
        telling = [word for word in telling if not (word.opens and word.closes)]
        names += [f"{first.text} {second.text}" for first, second in zip(telling, telling[1:], strict=False)]
    return [*dict.fromkeys(names)]


def phrase_score(memory: str, lines: "Iterable[list[Word]]") -> int:
    """How much a memory has in common with the lines of an error; 0 if it is not enough."""
    words = split_words(memory)[:MAX_MEMORY_WORDS]
    best = max((_line_score(words, line) for line in lines), default=0)
    return best if best >= MIN_SCORE else 0


def _line_score(memory: "list[Word]", line: "list[Word]") -> int:
    places: dict[str, list[int]] = {}
    for at, word in enumerate(line):
        if word.value:
            places.setdefault(word.text, []).append(at)
    best = 0
    for start, word in enumerate(memory):
        for at in places.get(word.text, ())[:MAX_PLACES]:
            before = 0
            while before < min(start, at) and _is_same(memory[start - before - 1], line[at - before - 1]):
                before += 1
            if not any(one.value for one in memory[start - before : start]):  # else it is part of a row seen before
                best = max(best, _run_score(memory, start - before, line, at - before))
    return best


def _run_score(memory: "list[Word]", start: int, line: "list[Word]", at: int) -> int:
    """How much the words tell that are the same from these places on."""
    most = min(len(memory) - start, len(line) - at)
    length = next((n for n in range(most) if not _is_same(memory[start + n], line[at + n])), most)
    run = memory[start : start + length]
    telling = [n for n, word in enumerate(run) if word.text not in EDGE_WORDS]
    is_quoted = length > 1 and run[0].opens and run[-1].closes
    if not is_quoted and (not telling or telling[-1] - telling[0] + 1 < MIN_WORDS):
        return 0
    if length < most and memory[start + length].opens and line[at + length].opens:
        return 0  # the same message about another name
    return sum(word.value or word.text == ANY for word in run)


def _is_same(first: Word, second: Word) -> bool:
    return first.text in (second.text, ANY)
