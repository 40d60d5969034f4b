"""Cleans the keys of the word index's pages: each is the beginning of a word, and can remain after erasing it.

FTS5's own secure-delete removes a word from its page, but not from the table that leads to the page
(`memory_fts_idx`). A key that no living word begins with is replaced by the shortest one that leads to the same page.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit

    PageKey = tuple[int, bytes, int]
    """The segment of the index, the key, the page number."""

MAIN_INDEX_PREFIX = b"0"
"""Every key of the main index begins with it."""


def remove_dead_keys(tx: "Unit") -> bool:
    """Remove words from the keys that no memory contains any more; False if the index must be rebuilt.

    All keys are checked, because an erased word may have been corrected long before.
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
    """Replace a key that no living word begins with; False if it cannot be replaced."""
    segment, old, page = key
    word = old[len(MAIN_INDEX_PREFIX) :]
    rows = tx.run("erase", "living_from", start=word)
    living = rows[0][0].encode() if rows else b""
    if living.startswith(word) and living:
        return True
    if not tx.run("erase", "page_is_there", segment=segment, page=page >> 1):  # a merge has removed the page already
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
    """The present key of a page; it may have been replaced just before."""
    rows = tx.run("erase", "key_of_page", segment=key[0], page=key[2])
    return bytes(rows[0][0]) if rows else b"\xff"


def _shared_prefix_length(one: bytes, other: bytes) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
