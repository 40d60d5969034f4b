"""Turns a question into an FTS5 expression. Any text is valid, and its content words are searched for.

The words are joined by OR, so that a natural question finds what shares its rarer words. In a large store that
alone would rank every row with a common word. There the rarest words are anchors: a memory must have one of them,
and the other words only add to its score.
"""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.engines.statements import quote_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_QUERY_TERMS = 32
"""Maximum number of words in an expression; the rarest are taken."""
MAX_MEMORIES_ALL_WORDS = 2_000
"""Up to this many memories every word is searched for, common or not."""
TARGET_ANCHOR_ROWS = 3_000
"""About how many rows the anchors may match in a large store."""
MIN_ANCHOR_ROWS = 300
"""Fewer rows than this are too few to rank."""
MIN_COMMON_WORD_SHARE = 0.2
"""A word in a larger share of the memories says little; it is left out if there are rarer ones."""

_SPACELESS_RANGES = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1100, 0x11FF), (0x3040, 0x30FF), (0x3130, 0x318F),
    (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
"""Thai, Lao, Burmese, Khmer, Korean, Japanese, Chinese: scripts whose words the index cannot split."""


class QueryWord:
    """A word of a question: how an index asks for it, its stem, and whether every text is full of it."""

    __slots__ = ("ask", "stem", "stop")

    def __init__(self, ask: str, stem: str, stop: bool) -> None:
        self.ask, self.stem, self.stop = ask, stem, stop


def grams(text: str) -> "str | None":
    """What the index would miss otherwise: pairs of letters of spaceless scripts, and symbols such as emoji.

    A run of such a script gives its overlapping pairs and its last letter. So every pair in it can be found, and
    every letter as a prefix.
    """
    if text.isascii():
        return None
    terms: list[str] = []
    for run, kind in _letter_runs(text):
        if kind == "spaceless":
            terms += [run[i : i + 2] for i in range(len(run) - 1)] + [run[-1]]
        elif kind == "symbol":
            terms.append(f"u{ord(run):x}")
        elif kind == "beside":
            terms.append(run)
    return " ".join(terms) or None


def add_grams(stems: "list[str]", text: str) -> "list[str]":
    """The stems of a text that is not ASCII, and what `grams` finds in it."""
    plain_stems = [stem for stem in stems if stem.isascii() or not any(map(_is_spaceless, stem))]
    return plain_stems + (grams(text) or "").split()


def question_words(text: str, stems: "Callable[[str], list[tuple[int, int, str]]]") -> "list[QueryWord]":
    """The distinct words of a question in order, including those of spaceless scripts and symbols."""
    by_stem: dict[str, QueryWord] = {}
    raw = text.encode("utf-8", "replace")
    text = raw.decode()
    for start, end, stem in stems(text):
        if stem not in by_stem and (stem.isascii() or not any(map(_is_spaceless, stem))):
            word = raw[start:end].decode().lower()
            by_stem[stem] = QueryWord(quote_word(word), stem, word in STOP_WORDS)
    if not text.isascii():
        for run, kind in _letter_runs(text):
            if kind == "spaceless":
                for part in [run[i : i + 2] for i in range(len(run) - 1)] or [run]:
                    by_stem.setdefault(
                        part, QueryWord("grams : " + quote_word(part) + "*" * (len(run) == 1), part, False)
                    )
            else:
                token = f"u{ord(run):x}" if kind == "symbol" else run.lower()
                by_stem.setdefault(token, QueryWord("grams : " + quote_word(token), token, False))
    return list(by_stem.values())


class ChosenWords:
    """The words of a question that are searched for."""

    __slots__ = ("anchors", "needs_all", "others")

    def __init__(self, anchors: "list[QueryWord]", others: "list[QueryWord]", *, needs_all: bool = False) -> None:
        self.anchors, self.others, self.needs_all = anchors, others, needs_all

    @property
    def has_others(self) -> bool:
        """Whether other words add to the score of what the anchors find."""
        return bool(self.others)


def choose_words(words: "list[QueryWord]", counts: "dict[str, int]", size: int) -> "ChosenWords | None":
    """Which words of a question to search for; None if there is nothing to search for.

    A memory must have one of the anchors, or all of them if it `needs_all`. The others, if there are any, include the
    anchors again, in the order of the expression. `counts` has the number of memories with each stem, `size` the number
    of all memories.
    """
    chosen = [word for word in words if not word.stop] or words
    chosen = [word if counts.get(word.stem, 1) or word.ask.endswith("*") else _as_prefix(word) for word in chosen]
    chosen = sorted(chosen, key=lambda word: counts.get(word.stem, 0))[:MAX_QUERY_TERMS]
    if not chosen:
        return None
    if size <= MAX_MEMORIES_ALL_WORDS:
        return ChosenWords(chosen, [])
    rare = [word for word in chosen if counts.get(word.stem, 0) <= MIN_COMMON_WORD_SHARE * size] or chosen
    anchors: list[QueryWord] = []
    others: list[QueryWord] = []
    rows = 0
    for word in rare:
        count = counts.get(word.stem, 0)
        if not anchors or rows + count <= TARGET_ANCHOR_ROWS:
            anchors.append(word)
            rows += count
        else:
            others.append(word)
    if rows > 2 * TARGET_ANCHOR_ROWS:  # even the rarest word is common
        required = _required_words(anchors[0], others or chosen[1:], counts, size)
        if len(required) > len(others):  # no word is left that could add to the score
            return ChosenWords(required, [], needs_all=True)
        return ChosenWords(required, anchors + others, needs_all=True)
    return ChosenWords(anchors, anchors + others if others else [])


def build_expression(words: "list[QueryWord]", counts: "dict[str, int]", size: int) -> "str | None":
    """The FTS5 expression for the words of a question, or None if there is nothing to search for."""
    chosen = choose_words(words, counts, size)
    if chosen is None:
        return None
    anchor = (" AND " if chosen.needs_all else " OR ").join(word.ask for word in chosen.anchors)
    return f"({anchor}) AND ({' OR '.join(word.ask for word in chosen.others)})" if chosen.others else anchor


def _required_words(
    rarest: QueryWord, others: "list[QueryWord]", counts: "dict[str, int]", size: int
) -> "list[QueryWord]":
    """The rarest word, the next, and more of them until about as many rows match as should be ranked."""
    required, rows = [rarest], float(counts.get(rarest.stem, 0))
    for word in others:
        remaining_rows = rows * counts.get(word.stem, 0) / size
        if len(required) > 1 and (rows <= 2 * TARGET_ANCHOR_ROWS or remaining_rows < MIN_ANCHOR_ROWS):
            break
        required.append(word)
        rows = remaining_rows
    return required


def _as_prefix(word: QueryWord) -> QueryWord:
    """Search for a word that no memory has as a prefix: "postgres" finds PostgreSQL."""
    return QueryWord(word.ask + "*", word.stem, word.stop) if len(word.stem) > 2 and word.ask[0] == '"' else word


def _is_spaceless(letter: str) -> bool:
    code = ord(letter)
    return code > 0xDFF and any(low <= code <= high for low, high in _SPACELESS_RANGES)


def _letter_runs(text: str) -> "list[tuple[str, str]]":
    """What the index would miss otherwise: runs of spaceless scripts, words written next to them, symbols."""
    runs: list[tuple[str, str]] = []
    start = 0
    for at, letter in enumerate(text + " "):
        if letter.isalnum():
            continue
        if start < at:
            runs += _split_by_script(text[start:at])
        start = at + 1
        if ord(letter) >= 0x2190 and letter.isprintable() and not 0xFE00 <= ord(letter) <= 0xFE0F:
            runs.append((letter, "symbol"))
    return runs


def _split_by_script(word: str) -> "list[tuple[str, str]]":
    """A run of letters, split where a spaceless script begins or ends; nothing if it has no such script."""
    if word.isascii():
        return []
    kinds = [_is_spaceless(letter) for letter in word]
    if True not in kinds:
        return []
    cuts = [0, *(at for at in range(1, len(word)) if kinds[at] != kinds[at - 1]), len(word)]
    return [
        (word[low:high], "spaceless" if kinds[low] else "beside") for low, high in zip(cuts, cuts[1:], strict=False)
    ]
