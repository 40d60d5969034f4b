"""Makes the keys of the suspicious phrases: `python -m tests.rules.injection.suspicious_keys` writes them anew.

A pattern fits only a text that has a word of each of its slots. So each is put under the words of the two slots that
ordinary texts have least, and only where both are met is it taken apart and followed.
"""

import textwrap
from pathlib import Path

from recall_cli.domain.stopwords import STOP as LITTLE
from recall_cli.rules.injection import patterns
from recall_cli.rules.injection.phrases import STOP

FILE = Path(patterns.__file__).with_name("keys.py")
USUAL = frozenset(
    "user users memory note message text fact file files run use make read set new must should shall will need may can "
    "call test tests code time task change changed never dont data key keys session without first start add put show "
    "give say says said keep send copy install delete remove check checks review page request server client commit "
    "issue url log model agent record records report answer reply update bring hey us important anything next right".split()
)


def weight(word: str) -> int:
    """How often ordinary texts have a word, roughly."""
    return 50 if word in LITTLE else 10 if word in USUAL else 1


def keys() -> "dict[str, tuple[list[int], list[int]]]":
    """Each key with the numbers of the patterns and bags that it is the first key of, and the second."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    first_bag = len(patterns.lines()) - sum(block.strip().count("\n") + 1 for block in patterns.BAGS.values())
    for number, (_, line) in enumerate(patterns.lines()):
        if number < first_bag:
            groups = [words for _, words in patterns.slots(line)]
        else:
            groups = [patterns.choices(group) for group in line.split() if group[0] != "!"]
        told = [words for words in groups if STOP not in words and not any(word.startswith("*") for word in words)]
        told.sort(key=lambda words: (sum(map(weight, words)), sorted(words)))
        for place, words in enumerate((told * 2)[:2]):
            for word in words:
                found.setdefault(word, ([], []))[place].append(number)
    return found


def source() -> str:
    """The module that holds them."""
    pairs = [
        f"{word} {','.join(map(str, first))}/{','.join(map(str, second))}"
        for word, (first, second) in sorted(keys().items())
    ]
    rows = textwrap.wrap(" ".join(pairs), 118, break_long_words=False, break_on_hyphens=False)
    return (
        '"""The keys of the suspicious phrases: a word, the numbers that it is the first key of, and the second.\n\n'
        'Made by `python -m tests.rules.injection.suspicious_keys`; a test holds it against the phrases.\n"""\n\n'
        'KEYS = """\n' + "\n".join(rows) + '\n"""\n'
    )


if __name__ == "__main__":
    FILE.write_text(source(), encoding="utf-8")
