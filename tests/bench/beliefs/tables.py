"""Pack the word lists of `rules/revision/words` into the tables that a comparison loads.

`python -m tests.bench.fit_beliefs` writes them first, since the features are made with them. The lists are for people;
packed, they load twenty times as fast. A test compares the two.
"""

from pathlib import Path

from recall_cli.rules.revision import words
from recall_cli.rules.revision.lexicon import CUE_BITS, FIRST_NUMBER, GUARD_BITS, pack_phrases
from recall_cli.rules.revision.terms.stems import stem
from recall_cli.rules.revision.words.english import CUES, GUARDS
from recall_cli.rules.revision.words.products import PRODUCTS
from recall_cli.rules.revision.words.scopes import SCOPES
from recall_cli.rules.revision.words.synonyms import GENERIC_WORDS, OPPOSITES, SAME_WORDS

FOLDER = Path(words.__file__).parent
PHRASES_FILE, WORDS_FILE = FOLDER / "packed_phrases.py", FOLDER / "packed_words.py"
WIDTH = 110
HEADER = '"""{}, made by `python -m tests.bench.fit_beliefs`; do not edit."""\n\n'


def pack(name: str, parts: "list[str]", mark: str) -> str:
    """A constant with parts between marks, in lines of code."""
    text = mark.join(parts)
    lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
    return f"{name} = (\n" + "".join(f"    {_quote(line)}\n" for line in lines) + ")\n"


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def collect(pairs: "list[tuple[str, str]]") -> "dict[str, list[str]]":
    """The values of each key, in their order, each once."""
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        values = found.setdefault(key, [])
        if value not in values:
            values.append(value)
    return found


def pack_table(name: str, pairs: "list[tuple[str, str]]") -> str:
    """A small table of words and their values, as two constants."""
    found = collect(pairs)
    values = [",".join(value) for value in found.values()]
    return pack(f"{name}_WORDS", [*found], " ") + pack(f"{name}_VALUES", values, " ")


def pack_kinds(name: str, pairs: "list[tuple[str, str]]") -> str:
    """A large table: its words, the values that occur, and for each word the letter of its value."""
    found = {word: ",".join(values) for word, values in collect(pairs).items()}
    kinds = [*dict.fromkeys(found.values())]
    return (
        pack(f"{name}_WORDS", [*found], " ")
        + pack(f"{name}_KINDS", kinds, " ")
        + pack_numbers(f"{name}_VALUES", [kinds.index(value) for value in found.values()])
    )


def pack_numbers(name: str, numbers: "list[int]") -> str:
    """A constant with a letter for each number."""
    letters = [chr(FIRST_NUMBER + number) for number in numbers]
    assert all(map(str.isprintable, letters)), f"{name}: more kinds than there are letters for"
    return pack(name, letters, "")


def make_phrases_file() -> str:
    """The text of the file of phrases."""
    masks, longest = pack_phrases(CUES, GUARDS)
    kinds = sorted(set(masks.values()))
    return (
        HEADER.format("English words of change, denial and so on")
        + pack("PHRASES", [*masks], "|")
        + pack_numbers("KINDS_OF_PHRASES", [kinds.index(mask) for mask in masks.values()])
        + pack("KINDS", [str(mask) for mask in kinds], " ")
        + pack("FIRST_WORDS", [*longest], " ")
        + pack("PHRASE_LENGTHS", [str(count) for count in longest.values()], "")
    )


def make_words_file() -> str:
    """The text of the file of other words."""
    same = [(stem(word), str(number)) for number, group in enumerate(SAME_WORDS) for word in group.split(" ")]
    products = [(name, sort) for sort, names in PRODUCTS.items() for name in names.split(" ")]
    scopes = [(word, kind) for kind, group in SCOPES.items() for word in group.split(" ")]
    opposites = [(stem(one), stem(other)) for pair in OPPOSITES for one, other in _both_ways(pair)]
    return (
        HEADER.format("Synonyms, products, scopes and opposites")
        + pack_kinds("SAME", same)
        + pack_kinds("PRODUCT", products)
        + pack_table("SCOPE", [*dict(scopes).items()])
        + pack_table("OPPOSITE", opposites)
        + pack("GENERIC", sorted(set(map(stem, GENERIC_WORDS))), " ")
    )


def _both_ways(pair: str) -> "list[tuple[str, str]]":
    one, other = pair.split(":")
    return [(one, other), (other, one)]


def is_packed() -> bool:
    """Whether both files are what the word lists give."""
    files = ((PHRASES_FILE, make_phrases_file()), (WORDS_FILE, make_words_file()))
    return all(path.read_text(encoding="utf-8") == text for path, text in files)


def write_tables() -> None:
    """Write both files."""
    assert len(CUE_BITS) + len(GUARD_BITS) < 63
    PHRASES_FILE.write_text(make_phrases_file(), encoding="utf-8")
    WORDS_FILE.write_text(make_words_file(), encoding="utf-8")
