"""The keys of the word index's pages: each is the beginning of a word, and can outlive the last memory that held it.

FTS5's own secure-delete takes a word out of its page, but not out of the table that says which page to look in
(`memory_fts_idx`). A key that no living word begins with is replaced by the shortest one that leads to the same page.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit

    PageKey = tuple[int, bytes, int]
    """The piece of the index, the key, the number of the page."""

MAIN_INDEX_PREFIX = b"0"
"""Every key of the main index begins with it."""


def remove_dead_keys(tx: "Unit") -> bool:
    """Remove what words that nobody says any more left in the keys; False where the index must be rebuilt.

    All keys are looked at: the index parts a text in more ways than one, and an erased word may have been corrected
    away long before.
    """
    keys: list[PageKey] = tx.run("erase", "page_keys")
    tx.run("erase", "places")
    before = dict(zip(keys[1:], keys, strict=False))
    after = dict(zip(keys, keys[1:], strict=False))
    return all(
        _clean_key(tx, key, before.get(key), after.get(key))
        for key in reversed(keys)
        if len(key[1]) > len(MAIN_INDEX_PREFIX)
    )


def _clean_key(tx: "Unit", key: "PageKey", before: "PageKey | None", after: "PageKey | None") -> bool:
    """Look at one key, and replace it where no living word begins with it; False where it cannot be replaced."""
    segment, old, page = key
    word = old[len(MAIN_INDEX_PREFIX) :]
    rows = tx.run("erase", "living_from", start=word)
    living = rows[0][0].encode() if rows else b""
    if living.startswith(word) and living:
        return True
    if not tx.run("erase", "page_is_there", segment=segment, page=page >> 1):  # a merge has taken the page already
        tx.run("erase", "drop_page_key", segment=segment, key=old)
        return True
    new = MAIN_INDEX_PREFIX + living[: _shared_prefix_length(word, living) + 1]
    if not living or (after is not None and after[0] == segment and new >= _current_key(tx, after)):
        return False
    if before is not None and before[0] == segment and new <= before[1]:
        return False
    tx.run("erase", "set_page_key", segment=segment, key=old, new=new)
    return True


def _current_key(tx: "Unit", key: "PageKey") -> bytes:
    """A page's key as it stands now: it may have been replaced just before."""
    rows = tx.run("erase", "key_of_page", segment=key[0], page=key[2])
    return bytes(rows[0][0]) if rows else b"\xff"


def _shared_prefix_length(one: bytes, other: bytes) -> int:
    """How many bytes two words share at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
