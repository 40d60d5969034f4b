"""A question as an FTS5 expression: any text at all is a valid one, and it asks for its content words.

The words are joined by OR, so that a natural question finds what shares its rarer words. In a large store
that alone would rank every row that shares a common word; there the rarest words are the anchors, of which a
memory must have one, and the others only add to its score.
"""

from recall_cli.domain.stopwords import STOP
from recall_cli.domain.word import Word
from recall_cli.engines.sqlite.tongue import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TERMS = 32
"""A question is asked with this many of its rarest words at most."""
EXACT_BELOW = 2_000
"""Up to this many memories every word is asked for, common or not."""
ANCHOR_ROWS = 3_000
"""About as many rows the anchors may match in a large store."""
FEWEST = 300
"""And not so few that hardly any is left."""
COMMON_SHARE = 0.2
"""A word in more of the memories than this says little, where there are others."""

_SPACELESS = (
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
    for run, kind in _runs(text):
        if kind == "spaceless":
            found += [run[i : i + 2] for i in range(len(run) - 1)] + [run[-1]]
        elif kind == "symbol":
            found.append(f"u{ord(run):x}")
        elif kind == "beside":
            found.append(run)
    return " ".join(found) or None


def with_grams(stems: "list[str]", text: str) -> "list[str]":
    """The stems of a text that has letters beyond ASCII, with what `grams` finds in it."""
    own = [stem for stem in stems if stem.isascii() or not any(map(_is_spaceless, stem))]
    return own + (grams(text) or "").split()


def words(text: str, stems: "Callable[[str], list[tuple[int, int, str]]]") -> "list[Word]":
    """The different words of a question in their order, those of spaceless scripts and symbols included."""
    found: dict[str, Word] = {}
    raw = text.encode("utf-8", "replace")
    text = raw.decode()
    for start, end, stem in stems(text):
        if stem not in found and (stem.isascii() or not any(map(_is_spaceless, stem))):
            word = raw[start:end].decode().lower()
            found[stem] = Word(quoted(word), stem, word in STOP)
    if not text.isascii():
        for run, kind in _runs(text):
            if kind == "spaceless":
                for part in [run[i : i + 2] for i in range(len(run) - 1)] or [run]:
                    found.setdefault(part, Word("grams : " + quoted(part) + "*" * (len(run) == 1), part, False))
            else:
                token = f"u{ord(run):x}" if kind == "symbol" else run.lower()
                found.setdefault(token, Word("grams : " + quoted(token), token, False))
    return list(found.values())


def expression(asked: "list[Word]", counts: "dict[str, int]", size: int) -> "str | None":
    """The FTS5 expression for the words of a question, or None where there is nothing to ask for.

    `counts` says in how many memories each stem is, `size` how many memories there are.
    """
    chosen = [word for word in asked if not word.stop] or asked
    chosen = [word if counts.get(word.stem, 1) or word.ask.endswith("*") else _loosened(word) for word in chosen]
    chosen = sorted(chosen, key=lambda word: counts.get(word.stem, 0))[:TERMS]
    if not chosen:
        return None
    if size <= EXACT_BELOW:
        return " OR ".join(word.ask for word in chosen)
    telling = [word for word in chosen if counts.get(word.stem, 0) <= COMMON_SHARE * size] or chosen
    anchors: list[Word] = []
    rest: list[Word] = []
    rows = 0
    for word in telling:
        count = counts.get(word.stem, 0)
        if not anchors or rows + count <= ANCHOR_ROWS:
            anchors.append(word)
            rows += count
        else:
            rest.append(word)
    anchor = " OR ".join(word.ask for word in anchors)
    if rows > 2 * ANCHOR_ROWS:  # even the rarest is common
        together = _together(anchors[0], rest or chosen[1:], counts, size)
        anchor = " AND ".join(word.ask for word in together)
        if len(together) > len(rest):  # nothing is left that could add to the score
            return anchor
    elif not rest:
        return anchor
    return f"({anchor}) AND ({' OR '.join(word.ask for word in anchors + rest)})"


def _together(rarest: Word, rest: "list[Word]", counts: "dict[str, int]", size: int) -> "list[Word]":
    """The rarest word and as many of the next as leave about as many rows as should be ranked; the next in any case."""
    asked, rows = [rarest], float(counts.get(rarest.stem, 0))
    for word in rest:
        left = rows * counts.get(word.stem, 0) / size
        if len(asked) > 1 and (rows <= 2 * ANCHOR_ROWS or left < FEWEST):
            break
        asked.append(word)
        rows = left
    return asked


def _loosened(word: Word) -> Word:
    """A word that no memory holds is asked for as a beginning: "postgres" finds PostgreSQL."""
    return Word(word.ask + "*", word.stem, word.stop) if len(word.stem) > 2 and word.ask[0] == '"' else word


def _is_spaceless(letter: str) -> bool:
    code = ord(letter)
    return code > 0xDFF and any(low <= code <= high for low, high in _SPACELESS)


def _runs(text: str) -> "list[tuple[str, str]]":
    """What the ordinary index would miss: runs of spaceless scripts, the words written beside them, symbols."""
    runs: list[tuple[str, str]] = []
    start = 0
    for at, letter in enumerate(text + " "):
        if letter.isalnum():
            continue
        if start < at:
            runs += _parted(text[start:at])
        start = at + 1
        if ord(letter) >= 0x2190 and letter.isprintable() and not 0xFE00 <= ord(letter) <= 0xFE0F:
            runs.append((letter, "symbol"))
    return runs


def _parted(word: str) -> "list[tuple[str, str]]":
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
