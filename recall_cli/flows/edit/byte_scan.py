"""Looking for words in the bytes of a file, past SQLite: what is there is there, whatever the tables say.

Only to be called when no connection of this process has the file open: closing a file drops SQLite's locks on it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import BinaryIO

CHUNK_BYTES = 4_000_000
OVERLAP_BYTES = 512
MAX_DIRECT_WORDS = 60
"""So many words are looked for one by one; of more, every part of every run of letters and digits is looked up."""
MIN_WORD_LENGTH = 6
"""Shorter words come about by chance in the bytes of vectors, and are looked for in unused space alone."""
MANY_WORDS, MIN_LENGTH_OF_MANY = 500, 8
"""Of more words than this, some with six letters would be found by chance."""
MIN_NUMBER_LENGTH = 9
"""Shorter numbers come about by chance in hashes."""
MIN_LENGTH_IN_UNUSED = 3
MAX_PART_LENGTH = 60
"""So many letters of a word are looked for together: the pieces in which a file is read must not cut them in two."""
ID_TAIL_LENGTH = 12
"""The end of an id is chance alone, and as good as all of it."""
BTREE_PAGE_TYPES = frozenset((2, 5, 10, 13))
"""What the first byte of a page says that holds rows or keys."""


def find_words(path: str, words: "Collection[str]", ids: "Collection[str]") -> "set[str]":
    """Which of these words and ids stand in a file, in capitals or not."""
    wanted = {form: word for word in words for form in _byte_forms(word) if len(form) >= MIN_WORD_LENGTH}
    wanted.update((id_[-ID_TAIL_LENGTH:].encode(), id_) for id_ in ids)
    hits: set[str] = set()
    tail = b""
    with open(path, "rb") as file:
        while piece := file.read(CHUNK_BYTES):
            hits |= _find_in_chunk((tail + piece).lower(), wanted)
            tail = piece[-OVERLAP_BYTES:]
    return hits


def is_in_unused_space(path: str, words: "Collection[str]") -> "set[str]":
    """Which of these words, short ones too, stand in space of the file that belongs to no row.

    SQLite moves rows from page to page, and what it leaves behind on a page that was split is not overwritten.
    """
    left = b"\0".join(_unused_space(path)).lower()
    if not left:
        return set()
    return {word for word in words for form in _byte_forms(word) if len(form) >= MIN_LENGTH_IN_UNUSED and form in left}


def distinctive_words(texts: "Collection[str]") -> "set[str]":
    """The words of some texts that are long enough to be told from chance, in lower case."""
    found = {
        word
        for word in split_words(texts)
        if len(word.encode()) >= (MIN_NUMBER_LENGTH if word.isdecimal() else MIN_WORD_LENGTH)
    }
    return found if len(found) <= MANY_WORDS else {word for word in found if len(word.encode()) >= MIN_LENGTH_OF_MANY}


def split_words(texts: "Collection[str]") -> "set[str]":
    """All words of some texts, in lower case; of a very long one, the pieces that it falls into."""
    import re

    words = {word for text in texts for word in re.findall(r"\w+", text.lower())}
    long = {word for word in words if len(word) > MAX_PART_LENGTH}
    return (words - long) | {
        word[at : at + MAX_PART_LENGTH]
        for word in long
        for at in range(0, len(word) - MAX_PART_LENGTH // 2, MAX_PART_LENGTH)
    }


def _byte_forms(word: str) -> "set[bytes]":
    """How a word can stand in bytes whose ASCII letters are lower case: other letters keep their case there."""
    cases = {word, word.lower(), word.upper(), word.capitalize()}
    return {form.encode("utf-8", "replace").lower() for form in cases}


def _find_in_chunk(text: bytes, wanted: "dict[bytes, str]") -> "set[str]":
    if len(wanted) <= MAX_DIRECT_WORDS:
        return {word for form, word in wanted.items() if form in text}
    plain = {form: word for form, word in wanted.items() if form.isascii()}
    others = {form: word for form, word in wanted.items() if form not in plain}
    return _find_in_runs(text, plain, rb"[0-9a-z_]{6,}") | _find_in_runs(text, others, rb"[0-9a-z_\x80-\xff]{6,}")


def _find_in_runs(text: bytes, wanted: "dict[bytes, str]", run: bytes) -> "set[str]":
    """Which words stand in any run of letters: whole, or with something just before or behind."""
    if not wanted:
        return set()
    import re

    lengths: dict[bytes, set[int]] = {}
    for form in wanted:
        lengths.setdefault(form[:MIN_WORD_LENGTH], set()).add(len(form))
    return {
        wanted[part]
        for letters in {*re.findall(run, text)}
        for start in range(len(letters) - MIN_WORD_LENGTH + 1)
        for length in lengths.get(letters[start : start + MIN_WORD_LENGTH], ())
        if (part := letters[start : start + length]) in wanted
    }


def _unused_space(path: str) -> "Iterator[bytes]":
    """What is not zero in the space between the pointers and the rows of each page."""
    with open(path, "rb") as file:
        head = file.read(100)
        if not head.startswith(b"SQLite format 3\0"):
            return
        size = int.from_bytes(head[16:18], "big")
        size = 65_536 if size == 1 else size
        free = _free_pages(file, size, int.from_bytes(head[32:36], "big"))
        file.seek(0)
        number = 0
        while size and len(page := file.read(size)) == size:
            number += 1
            start, end = (0, size) if number in free else _page_gap(page, 100 if number == 1 else 0)
            parts = [page[start:end], *(() if number in free else _free_blocks(page, 100 if number == 1 else 0))]
            yield from (left for part in parts if (left := part.strip(b"\0")))


def _free_pages(file: "BinaryIO", size: int, first: int) -> "set[int]":
    """The pages that nothing uses: lists of them, and those that the lists name."""
    found: set[int] = set()
    while first and first not in found:
        found.add(first)
        file.seek((first - 1) * size)
        page = file.read(size)
        count = min(int.from_bytes(page[4:8], "big"), size // 4 - 2)
        found.update(int.from_bytes(page[8 + 4 * n : 12 + 4 * n], "big") for n in range(count))
        first = int.from_bytes(page[:4], "big")
    return found


def _free_blocks(page: bytes, at: int) -> "Iterator[bytes]":
    """The free blocks between the rows of a page."""
    hole = int.from_bytes(page[at + 1 : at + 3], "big") if page[at] in BTREE_PAGE_TYPES else 0
    while hole:
        after, length = int.from_bytes(page[hole : hole + 2], "big"), int.from_bytes(page[hole + 2 : hole + 4], "big")
        yield page[hole + 4 : hole + length]
        hole = after if after > hole else 0


def _page_gap(page: bytes, at: int) -> "tuple[int, int]":
    """Where the unused space of a page begins and ends; nowhere in a page of another kind."""
    kind = page[at]
    if kind not in BTREE_PAGE_TYPES:
        return 0, 0
    cells, rows = int.from_bytes(page[at + 3 : at + 5], "big"), int.from_bytes(page[at + 5 : at + 7], "big")
    return at + (12 if kind < 10 else 8) + 2 * cells, rows or len(page)
