"""Makes the keys of the phrases: `python -m tests.rules.injection.make_phrase_keys` writes them again.

A pattern fits only a text that has a word of each slot. So each pattern is listed under the words of the two slots that
are rarest in ordinary texts. It is parsed and compared only if both occur.
"""

import itertools
import textwrap
from pathlib import Path

from recall_cli.domain.stopwords import STOP_WORDS as LITTLE
from recall_cli.language import tables
from recall_cli.rules.injection import form_match, pattern_parser
from recall_cli.rules.injection.orders import KEY_LENGTH, SENTENCE_MARK

HEADING = """\
# What can make a text an order; `python -m tests.rules.injection.make_phrase_keys` makes this table.
# phrases: a word=the numbers of the phrases that it is the first key of/those it is the second key of.
# meanings: a word, or the first letters of a stem=the numbers of the meanings that it can be part of.
# forms: the meanings that each form needs, as bits.
"""
KEYS_FILE = Path(tables.__file__).with_name("order_keys.txt")
COMMON_WORDS = frozenset(
    "user users memory note message text fact file files run use make read set new must should shall will need may can "
    "call test tests code time task change changed never dont data key keys session without first start add put show "
    "give say says said keep send copy install delete remove check checks review page request server client commit "
    "issue url log model agent record records report answer reply update bring hey us important anything next right".split()
)


def word_frequency(word: str) -> int:
    """A rough frequency of a word in ordinary texts."""
    return 50 if word in LITTLE else 10 if word in COMMON_WORDS else 1


def build_keys() -> "dict[str, tuple[list[int], list[int]]]":
    """Each key with the numbers of the patterns and bags of which it is the first key, and the second."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for number, (_, line) in enumerate(pattern_parser.PATTERN_LINES):
        if number < pattern_parser.FIRST_BAG:
            groups = [words for _, words in pattern_parser.parse_slots(line)]
        else:
            groups = pattern_parser.parse_bag(line)[0]
        told = [
            words for words in groups if SENTENCE_MARK not in words and not any(word.startswith("*") for word in words)
        ]
        told.sort(key=lambda words: (sum(map(word_frequency, words)), sorted(words)))
        for place, words in enumerate((told * 2)[:2]):
            for word in words:
                found.setdefault(word, ([], []))[place].append(number)
    return found


def build_meaning_keys() -> "dict[str, list[int]]":
    """The meanings by the longest word of each phrase, and by the first letters of that word if it is a stem."""
    found: dict[str, list[int]] = {}
    for number, words in enumerate(tables.read_rows("orders", "meanings").values()):
        for phrase in words.split():
            key = max(phrase.rstrip("*").split("_"), key=len)
            is_stem = phrase.endswith(f"{key}*")
            numbers = found.setdefault(f"{key[:KEY_LENGTH]}*" if is_stem else key, [])
            if number not in numbers:
                numbers.append(number)
    return found


def keys_text() -> str:
    """The table with the keys."""
    phrases = [
        f"{word}={','.join(map(str, first))}/{','.join(map(str, second))}"
        for word, (first, second) in sorted(build_keys().items())
    ]
    meanings = [f"{key}={','.join(map(str, numbers))}" for key, numbers in sorted(build_meaning_keys().items())]
    forms = [f"{bits:x}" for bits in sorted({bits for _, bits, *_ in form_match.FORMS})]
    sections = {"phrases": _by_first_letter(phrases), "meanings": _by_first_letter(meanings), "forms": [forms]}
    return HEADING + "".join(f"\n[{name}]\n" + "\n".join(map(_wrap, lines)) + "\n" for name, lines in sections.items())


def _by_first_letter(entries: "list[str]") -> "list[list[str]]":
    return [list(group) for _, group in itertools.groupby(entries, key=lambda entry: entry[0])]


def _wrap(entries: "list[str]") -> str:
    return textwrap.fill(" ".join(entries), 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    KEYS_FILE.write_text(keys_text(), encoding="utf-8")
