"""Ids are UUIDv7 text: the time first, so that they sort by age, then randomness."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_PREFIX_LENGTH = 6
"""The shortest prefix that a person may type for an id."""

MIN_ENDING_LENGTH, MAX_ENDING_LENGTH = 4, 12
"""The lengths of a short id: the ending of an id that names a memory everywhere."""
MAX_COMPARED_IDS = 1024
"""In a store of at most this many memories, endings are compared with all ids."""
MAX_SAME_ENDING = 1 / 8192
"""In a larger store, another memory has the same ending with at most this probability."""


def uuid7(ms: int, fraction: int, random: bytes) -> str:
    """The id for a moment: `ms` since 1970, `fraction` of it in 4096ths, and 8 random bytes."""
    low = int.from_bytes(random, "big") & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    number = ms << 80 | 0x7 << 76 | (fraction & 0xFFF) << 64 | low
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def is_id_prefix(text: str) -> bool:
    """Could this be the beginning of an id?"""
    return MIN_PREFIX_LENGTH <= len(text) <= 36 and not text.strip("0123456789abcdefABCDEF-")


def is_id_ending(text: str) -> bool:
    """Could this be the end of an id, as it is shown?"""
    return MIN_ENDING_LENGTH <= len(text) <= MAX_ENDING_LENGTH and not text.strip("0123456789abcdef")


def may_be_id(text: str) -> bool:
    """Does a word look like the beginning or the end of an id, and not like an ordinary word?"""
    return any(map(str.isdigit, text)) and (is_id_prefix(text) or is_id_ending(text.lower()))


def ending_length(memories: int) -> int:
    """How many of the last characters of an id name one memory in a store of this size, in nearly all cases.

    The end of an id is random; its beginning is a time, which is the same for all memories of one import.
    """
    length = MIN_ENDING_LENGTH
    while memories > MAX_COMPARED_IDS and memories > MAX_SAME_ENDING * 16**length:
        length += 1
    return length


def short_ids(ids: "list[str]", others: "list[str]", length: int) -> "dict[str, str]":
    """Each of these ids with its last characters, more of them where another of these or the other ids ends alike."""
    ending_alike: dict[str, list[str]] = {}
    for id_ in {*ids, *others}:
        ending_alike.setdefault(id_[-length:], []).append(id_)
    endings: dict[str, str] = {}
    for id_ in ids:
        rivals = [other for other in ending_alike[id_[-length:]] if other != id_]
        lengths = range(length, MAX_ENDING_LENGTH + 1)
        endings[id_] = next((id_[-n:] for n in lengths if not any(other.endswith(id_[-n:]) for other in rivals)), id_)
    return endings


def unique_beginning(id_: str, neighbours: "Iterable[str | None]") -> str:
    """The shortest beginning of an id that the ids before and after it do not have."""
    lengths = range(MIN_PREFIX_LENGTH, len(id_))
    others = [other for other in neighbours if other]
    return next((id_[:n] for n in lengths if not any(other.startswith(id_[:n]) for other in others)), id_)


def is_id(text: str) -> bool:
    """Is this a whole UUID in its usual form?"""
    parts = text.split("-")
    return [len(part) for part in parts] == [8, 4, 4, 4, 12] and is_id_prefix(text)


def erased_mark(id_: str) -> str:
    """What stands for an erased memory: whoever knows the id can check it, and nobody can get the id from it."""
    from hashlib import blake2b

    return blake2b(id_.encode("utf-8", "surrogatepass"), digest_size=16, person=b"recall-erased").hexdigest()


def is_erased_mark(value: object) -> bool:
    """Is this the mark of an erased memory?"""
    return isinstance(value, str) and len(value) == 32 and not value.strip("0123456789abcdef")


def is_session_id(name: str) -> bool:
    """Does this look like the id of an agent's session? Such an id holds no secret, and most names are such ids."""
    if is_id(name):
        return True
    if not name.isascii() or not name.removeprefix("ses_").isalnum():
        return False
    of_opencode = len(name) == 30 and name.startswith("ses_") and is_id_prefix(name[4:16])
    return of_opencode or len(name) <= 8
