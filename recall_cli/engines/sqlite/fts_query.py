"""A question as an FTS5 expression: any text at all is a valid one, and it asks for its content words.

The words are joined by OR, so that a natural question finds what shares its rarer words. In a large store
that alone would rank every row that shares a common word; there the rarest words are the anchors, of which a
memory must have one, and the others only add to its score.
"""

from recall_cli.domain.query_word import QueryWord
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.engines.sqlite.statements import quote_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_QUERY_TERMS = 32
"""A question is asked with this many of its rarest words at most."""
MAX_MEMORIES_ALL_WORDS = 2_000
"""Up to this many memories every word is asked for, common or not."""
TARGET_ANCHOR_ROWS = 3_000
"""About as many rows the anchors may match in a large store."""
MIN_ANCHOR_ROWS = 300
"""And not so few that hardly any is left."""
MIN_COMMON_WORD_SHARE = 0.2
"""A word in more of the memories than this says little, where there are others."""

_SPACELESS_RANGES = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1100, 0x11FF), (0x3040, 0x30FF), (0x3130, 0x318F),
    (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
"""Thai, Lao, Burmese, Khmer, Korean, Japanese, Chinese: scripts whose words the ordinary index cannot part."""


def grams(text: str) -> "str | None":
    """What the ordinary index would miss: pairs of letters of spaceless scripts, and symbols such as emoji.

    Each run of such a script gives its overlapping pairs and, alone, its last letter; so every pair in it and,
    as a prefix, every letter can be asked for.
    """
    if text.isascii():
        return None
    found: list[str] = []
    for run, kind in _letter_runs(text):
        if kind == "spaceless":
            found += [run[i : i + 2] for i in range(len(run) - 1)] + [run[-1]]
        elif kind == "symbol":
            found.append(f"u{ord(run):x}")
        elif kind == "beside":
            found.append(run)
    return " ".join(found) or None


def add_grams(stems: "list[str]", text: str) -> "list[str]":
    """The stems of a text that has letters beyond ASCII, with what `grams` finds in it."""
    own = [stem for stem in stems if stem.isascii() or not any(map(_is_spaceless, stem))]
    return own + (grams(text) or "").split()


def question_words(text: str, stems: "Callable[[str], list[tuple[int, int, str]]]") -> "list[QueryWord]":
    """The different words of a question in their order, those of spaceless scripts and symbols included."""
    found: dict[str, QueryWord] = {}
    raw = text.encode("utf-8", "replace")
    text = raw.decode()
    for start, end, stem in stems(text):
        if stem not in found and (stem.isascii() or not any(map(_is_spaceless, stem))):
            word = raw[start:end].decode().lower()
            found[stem] = QueryWord(quote_word(word), stem, word in STOP_WORDS)
    if not text.isascii():
        for run, kind in _letter_runs(text):
            if kind == "spaceless":
                for part in [run[i : i + 2] for i in range(len(run) - 1)] or [run]:
                    found.setdefault(
                        part, QueryWord("grams : " + quote_word(part) + "*" * (len(run) == 1), part, False)
                    )
            else:
                token = f"u{ord(run):x}" if kind == "symbol" else run.lower()
                found.setdefault(token, QueryWord("grams : " + quote_word(token), token, False))
    return list(found.values())


def build_expression(words: "list[QueryWord]", counts: "dict[str, int]", size: int) -> "str | None":
    """The FTS5 expression for the words of a question, or None where there is nothing to ask for.

    `counts` says in how many memories each stem is, `size` how many memories there are.
    """
    chosen = [word for word in words if not word.stop] or words
    chosen = [word if counts.get(word.stem, 1) or word.ask.endswith("*") else _as_prefix(word) for word in chosen]
    chosen = sorted(chosen, key=lambda word: counts.get(word.stem, 0))[:MAX_QUERY_TERMS]
    if not chosen:
        return None
    if size <= MAX_MEMORIES_ALL_WORDS:
        return " OR ".join(word.ask for word in chosen)
    telling = [word for word in chosen if counts.get(word.stem, 0) <= MIN_COMMON_WORD_SHARE * size] or chosen
    anchors: list[QueryWord] = []
    rest: list[QueryWord] = []
    rows = 0
    for word in telling:
        count = counts.get(word.stem, 0)
        if not anchors or rows + count <= TARGET_ANCHOR_ROWS:
            anchors.append(word)
            rows += count
        else:
            rest.append(word)
    anchor = " OR ".join(word.ask for word in anchors)
    if rows > 2 * TARGET_ANCHOR_ROWS:  # even the rarest is common
        together = _required_words(anchors[0], rest or chosen[1:], counts, size)
        anchor = " AND ".join(word.ask for word in together)
        if len(together) > len(rest):  # nothing is left that could add to the score
            return anchor
    elif not rest:
        return anchor
    return f"({anchor}) AND ({' OR '.join(word.ask for word in anchors + rest)})"


def _required_words(
    rarest: QueryWord, rest: "list[QueryWord]", counts: "dict[str, int]", size: int
) -> "list[QueryWord]":
    """The rarest word and as many of the next as leave about as many rows as should be ranked; the next in any case."""
    asked, rows = [rarest], float(counts.get(rarest.stem, 0))
    for word in rest:
        left = rows * counts.get(word.stem, 0) / size
        if len(asked) > 1 and (rows <= 2 * TARGET_ANCHOR_ROWS or left < MIN_ANCHOR_ROWS):
            break
        asked.append(word)
        rows = left
    return asked


def _as_prefix(word: QueryWord) -> QueryWord:
    """A word that no memory holds is asked for as a beginning: "postgres" finds PostgreSQL."""
    return QueryWord(word.ask + "*", word.stem, word.stop) if len(word.stem) > 2 and word.ask[0] == '"' else word


def _is_spaceless(letter: str) -> bool:
    code = ord(letter)
    return code > 0xDFF and any(low <= code <= high for low, high in _SPACELESS_RANGES)


def _letter_runs(text: str) -> "list[tuple[str, str]]":
    """What the ordinary index would miss: runs of spaceless scripts, the words written beside them, symbols."""
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
    """One unbroken run of letters, cut where a spaceless script begins or ends; nothing if it has none."""
    if word.isascii():
        return []
    kinds = [_is_spaceless(letter) for letter in word]
    if True not in kinds:
        return []
    cuts = [0, *(at for at in range(1, len(word)) if kinds[at] != kinds[at - 1]), len(word)]
    return [
        (word[low:high], "spaceless" if kinds[low] else "beside") for low, high in zip(cuts, cuts[1:], strict=False)
    ]
