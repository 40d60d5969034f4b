"""Looking for words in the bytes of a file, past SQLite: what is there is there, whatever the tables say.

Only to be called when no connection of this process has the file open: closing a file drops SQLite's locks on it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

PIECE = 4_000_000
OVERLAP = 512
FEW = 40
"""So many words are looked for byte by byte; of more, as many, and all of them where letters part them from others."""
SHORTEST = 6
"""Shorter words come about by chance in the bytes of vectors."""


def found(path: str, words: "Collection[str]", ids: "Collection[str]") -> "set[str]":
    """Which of these words and ids stand in a file, in capitals or not."""
    wanted = {form: word for word in words for form in (word.encode().lower(), word.lower().encode())}
    known = {id_.encode(): id_ for id_ in ids}
    hits: set[str] = set()
    tail = b""
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            text = (tail + piece).lower()
            hits |= _in(text, wanted, rb"[0-9a-z_\x80-\xff]{6,}")
            hits |= _in(text, known, rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
            tail = piece[-OVERLAP:]
    return hits


def _in(text: bytes, wanted: "dict[bytes, str]", parts: bytes) -> "set[str]":
    some = sorted(wanted)[:: max(1, len(wanted) // FEW)]
    hits = {wanted[form] for form in some if form in text}
    if len(wanted) > FEW:
        import re

        hits |= {wanted[form] for form in wanted.keys() & {*re.findall(parts, text)}}
    return hits


def telling(texts: "Collection[str]") -> "set[str]":
    """The words of some texts that are long enough to be told from chance, in lower case."""
    import re

    return {
        word
        for text in texts
        for word in re.findall(r"\w+", text.lower())
        if SHORTEST <= len(word.encode()) <= OVERLAP // 2 and not word.isdecimal()
    }
