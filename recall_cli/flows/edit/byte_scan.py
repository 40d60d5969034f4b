"""Searches the bytes of a file for words, without SQLite: it finds what no table shows any more.

Call it only if no connection of this process has the file open: closing a file drops SQLite's locks on it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import BinaryIO

CHUNK_BYTES = 4_000_000
OVERLAP_BYTES = 512
MAX_DIRECT_WORDS = 60
"""Up to this many words are searched for one by one; more are looked up in every run of letters and digits."""
MIN_WORD_LENGTH = 6
"""Shorter words occur by chance in the bytes of vectors, and are searched for only in unused space."""
MANY_WORDS, MIN_LENGTH_OF_MANY = 500, 8
"""If there are more words than this, some with six letters occur by chance; then words need the second length."""
MIN_NUMBER_LENGTH = 9
"""Shorter numbers occur by chance in hashes."""
MIN_LENGTH_IN_UNUSED = 3
MAX_PART_LENGTH = 60
"""Maximum number of letters searched for together, so that two chunks of a file cannot cut a word in two."""
ID_TAIL_LENGTH = 12
"""The end of an id is random, and identifies it as well as all of it."""
BTREE_PAGE_TYPES = frozenset((2, 5, 10, 13))
"""The first byte of pages that hold rows or keys."""


def find_words(path: str, words: "Collection[str]", ids: "Collection[str]") -> "set[str]":
    """Those of these words and ids that a file holds, in upper or lower case."""
    words_by_form = {form: word for word in words for form in _byte_forms(word) if len(form) >= MIN_WORD_LENGTH}
    words_by_form.update((id_[-ID_TAIL_LENGTH:].encode(), id_) for id_ in ids)
    hits: set[str] = set()
    tail = b""
    with open(path, "rb") as file:
        while piece := file.read(CHUNK_BYTES):
            hits |= _find_in_chunk((tail + piece).lower(), words_by_form)
            tail = piece[-OVERLAP_BYTES:]
    return hits


def holds_phrase(path: str, phrases: "Collection[str]") -> bool:
    """Whether a file holds one of these phrases of small letters, in upper or lower case."""
    tail = b""
    with open(path, "rb") as file:
        while phrases and (piece := file.read(CHUNK_BYTES)):
            text = (tail + piece).decode("utf-8", "replace").lower()
            if any(phrase in text for phrase in phrases):
                return True
            tail = piece[-OVERLAP_BYTES:]
    return False


def is_in_unused_space(path: str, words: "Collection[str]") -> "set[str]":
    """Those of these words, short ones too, that stand in space of the file that belongs to no row.

    SQLite moves rows from page to page, and does not overwrite the old place on a page that was split.
    """
    unused = b"\0".join(_unused_space(path)).lower()
    if not unused:
        return set()
    return {
        word for word in words for form in _byte_forms(word) if len(form) >= MIN_LENGTH_IN_UNUSED and form in unused
    }


def distinctive_words(texts: "Collection[str]") -> "set[str]":
    """The words of some texts that are too long to occur by chance, in lower case."""
    long_words = {
        word
        for word in split_words(texts)
        if len(word.encode()) >= (MIN_NUMBER_LENGTH if word.isdecimal() else MIN_WORD_LENGTH)
    }
    if len(long_words) <= MANY_WORDS:
        return long_words
    return {word for word in long_words if len(word.encode()) >= MIN_LENGTH_OF_MANY}


def split_words(texts: "Collection[str]") -> "set[str]":
    """All words of some texts, in lower case; very long ones in pieces."""
    import re

    words = {word for text in texts for word in re.findall(r"\w+", text.lower())}
    long = {word for word in words if len(word) > MAX_PART_LENGTH}
    return (words - long) | {
        word[at : at + MAX_PART_LENGTH]
        for word in long
        for at in range(0, len(word) - MAX_PART_LENGTH // 2, MAX_PART_LENGTH)
    }


def _byte_forms(word: str) -> "set[bytes]":
    """The forms of a word in bytes whose ASCII letters were made lower case; other letters keep their case there."""
    cases = {word, word.lower(), word.upper(), word.capitalize()}
    return {form.encode("utf-8", "replace").lower() for form in cases}


def _find_in_chunk(text: bytes, words_by_form: "dict[bytes, str]") -> "set[str]":
    if len(words_by_form) <= MAX_DIRECT_WORDS:
        return {word for form, word in words_by_form.items() if form in text}
    ascii_forms = {form: word for form, word in words_by_form.items() if form.isascii()}
    other_forms = {form: word for form, word in words_by_form.items() if form not in ascii_forms}
    return _find_in_runs(text, ascii_forms, rb"[0-9a-z_]{6,}") | _find_in_runs(
        text, other_forms, rb"[0-9a-z_\x80-\xff]{6,}"
    )


def _find_in_runs(text: bytes, words_by_form: "dict[bytes, str]", run: bytes) -> "set[str]":
    """The words that occur in any run of letters, also with other letters before or after them."""
    if not words_by_form:
        return set()
    import re

    lengths: dict[bytes, set[int]] = {}
    for form in words_by_form:
        lengths.setdefault(form[:MIN_WORD_LENGTH], set()).add(len(form))
    return {
        words_by_form[part]
        for letters in {*re.findall(run, text)}
        for start in range(len(letters) - MIN_WORD_LENGTH + 1)
        for length in lengths.get(letters[start : start + MIN_WORD_LENGTH], ())
        if (part := letters[start : start + length]) in words_by_form
    }


def _unused_space(path: str) -> "Iterator[bytes]":
    """The bytes other than zero in the space of each page that holds no row."""
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
            yield from (used for part in parts if (used := part.strip(b"\0")))


def _free_pages(file: "BinaryIO", size: int, first: int) -> "set[int]":
    """The unused pages: those that list unused pages, and those that they list."""
    free: set[int] = set()
    while first and first not in free:
        free.add(first)
        file.seek((first - 1) * size)
        page = file.read(size)
        count = min(int.from_bytes(page[4:8], "big"), size // 4 - 2)
        free.update(int.from_bytes(page[8 + 4 * n : 12 + 4 * n], "big") for n in range(count))
        first = int.from_bytes(page[:4], "big")
    return free


def _free_blocks(page: bytes, at: int) -> "Iterator[bytes]":
    """The free blocks between the rows of a page."""
    block = int.from_bytes(page[at + 1 : at + 3], "big") if page[at] in BTREE_PAGE_TYPES else 0
    while block:
        following = int.from_bytes(page[block : block + 2], "big")
        length = int.from_bytes(page[block + 2 : block + 4], "big")
        yield page[block + 4 : block + length]
        block = following if following > block else 0


def _page_gap(page: bytes, at: int) -> "tuple[int, int]":
    """Where the unused space of a page begins and ends; an empty span in a page of another kind."""
    kind = page[at]
    if kind not in BTREE_PAGE_TYPES:
        return 0, 0
    cells, rows = int.from_bytes(page[at + 3 : at + 5], "big"), int.from_bytes(page[at + 5 : at + 7], "big")
    return at + (12 if kind < 10 else 8) + 2 * cells, rows or len(page)
