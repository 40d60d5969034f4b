"""Whether another memory still rests on an ended value: a runbook with the old host, a command with the old tool."""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.outdated.ended_value import (
    DAY,
    DISTINCTIVE,
    NAME,
    NUMBER,
    EndedValue,
    Word,
    neighbour_stems,
    read_scopes,
    read_words,
    word_parts,
)
from recall_cli.rules.outdated.word_lists import COMMAND_STARTS, DENIED_BEFORE

MIN_TELLING_DIGITS = 4
"""A shorter number is common. It has to stand beside the same word as in the ended belief."""
MAX_DENIAL_DISTANCE = 3
"""A denial stands at most so many words before what it denies."""


def rests_on(text: str, ended: EndedValue) -> "str | None":
    """The word of the ended value that a text still takes as given; None if it does not rest on it.

    A distinctive value is enough alone. A name needs a word of the subject, unless the belief was about the whole
    project. A number needs a word that names the subject; `port` alone is none.
    """
    words = read_words(text)
    parts = [word_parts(word.low) for word in words]
    everything = set[str]().union(*parts)
    if ended.new_words & everything:
        return None  # it knows the new value
    scopes = read_scopes(words)
    if scopes and ended.scopes and not scopes & ended.scopes:
        return None
    if _says_it_of_another_thing([word.stem for word in words], ended):
        return None
    stems = {word.stem for word in words} | {piece for part in parts for piece in part}
    for value, kind in ended.values:
        for at, held in enumerate(parts):
            is_there = _holds(value, held, words[at].low) and not _is_denied(words, at)
            if is_there and _is_enough(kind, words, at, stems, ended):
                return value
    return None


def _says_it_of_another_thing(stems: "list[str]", ended: EndedValue) -> bool:
    """Whether a text is the ended belief with another subject: `Service 2 uses Postgres` beside `Service 1 …`.

    It is a fact of its own. Only one place of the sentence differs, most of it is the same, and the new statement still
    has what stood there.
    """
    old = ended.wording
    shorter = min(len(old), len(stems))
    start = next((at for at in range(shorter) if old[at] != stems[at]), shorter)
    end = next((at for at in range(shorter - start) if old[-1 - at] != stems[-1 - at]), shorter - start)
    replaced, other = old[start : len(old) - end], stems[start : len(stems) - end]
    names = [stem for stem in replaced if stem not in STOP_WORDS]
    is_same_sentence = start + end > max(1, len(replaced), len(other))
    return bool(names and other) and is_same_sentence and ended.kept_words.issuperset(names)


def _holds(value: str, parts: "set[str]", low: str) -> bool:
    """Whether a word is a value, or has it as a part: `/var/log/app/error.log` has `/var/log/app`."""
    return value in parts or (value.count("/") > 1 and f"{value.rstrip('/')}/" in f"{low}/")


def _is_denied(words: "list[Word]", at: int) -> bool:
    """Whether the words before a value deny it or tell that it is over."""
    return any(word.low in DENIED_BEFORE for word in words[max(0, at - MAX_DENIAL_DISTANCE) : at])


def _is_enough(kind: str, words: "list[Word]", at: int, stems: "set[str]", ended: EndedValue) -> bool:
    """Whether the value at a place, and the other words, show that the text is about the ended belief."""
    named = bool(ended.subject & stems)
    if kind == DISTINCTIVE:
        return True
    if kind == NAME:
        return named or ended.is_of_project or (_is_command(words, at) and not ended.subject)
    if kind == NUMBER:
        is_short = sum(map(str.isdigit, words[at].low)) < MIN_TELLING_DIGITS
        beside = neighbour_stems(words, at) | word_parts(words[at].low)
        return named and (not is_short or bool(ended.beside_numbers & beside))
    if kind == DAY:
        return bool(ended.shared_words & stems)
    return _is_command(words, at) and (named or ended.is_of_project)


def _is_command(words: "list[Word]", at: int) -> bool:
    """Whether the word at a place is run as a program: `npm test`, "run make"."""
    word = words[at]
    before = words[at - 1].low if at else ""
    starts = word.in_code or before in COMMAND_STARTS
    return starts or (word.first and word.raw.islower())
