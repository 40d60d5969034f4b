"""The block in a crontab: inserting and removing it changes no other byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.places.crontab import (
    BLOCK_BEGIN,
    BLOCK_END,
    InvalidMarks,
    crontab_entry,
    insert_block,
    remove_block,
    split_block,
)
from tests.for_each import for_each

pieces = st.sampled_from(
    [
        b"",
        b"\n",
        b"\r\n",
        b"\r",
        b"# a comment\n",
        b"0 4 * * * backup\n",
        b"\xff\xfe",
        b"  ",
        b"# >>> recall",
        b"\x0b\x85",
    ]
)
texts = st.lists(pieces, max_size=12).map(b"".join)


@given(texts, texts, st.text(st.characters(exclude_characters="\n\r\x0b\x0c\x85"), max_size=20))
def test_in_and_out_again(before: bytes, after: bytes, line: str) -> None:
    """Any crontab, with or without a final line break, any text after the block; inserting twice equals once."""
    once = insert_block(before, line)
    assert insert_block(once, line) == once
    assert remove_block(once) == before
    assert split_block(once)[1] == line.encode("utf-8", "surrogateescape") + b"\n"
    more = once + after
    assert remove_block(more) == before + after
    assert remove_block(insert_block(more, "another")) == before + after
    assert remove_block(before) == before


@for_each(
    "text",
    [
        BLOCK_BEGIN,
        BLOCK_END,
        BLOCK_END + b"\n" + BLOCK_BEGIN,
        BLOCK_BEGIN + b"\n" + BLOCK_END + b"\n" + BLOCK_END,
        BLOCK_BEGIN + b"\n" + BLOCK_BEGIN + b"\n" + BLOCK_END,
    ],
)
def test_odd_marks(text: bytes) -> None:
    """Anything but one opening mark and one closing mark after it is an error."""
    with pytest.raises(InvalidMarks):
        split_block(text)


def test_an_entry() -> None:
    """The entry runs every day at that minute; percent signs are escaped."""
    assert crontab_entry(3, 5, "recall --db '100%.db' maintain") == "5 3 * * * recall --db '100\\%.db' maintain"
