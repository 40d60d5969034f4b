"""Chains: whole or refused, whatever somebody who can write to the remote does to them."""

import random

import pytest

from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.team.chain import (
    MAX_TEAM_SEGMENT_BYTES,
    MAX_TEAM_SEGMENTS,
    SEGMENT_OPERATIONS,
    BrokenChain,
    ChainEnd,
    continuity_problem,
    fingerprint,
    fingerprint_text,
    is_fingerprint,
    read_chain,
    write_segments,
)
from recall_cli.rules.team.ed25519 import public_key
from recall_cli.rules.team.names import is_colleague_name, printable_name
from tests.for_each import for_each

SECRET = bytes(range(32))
DEVICE = fingerprint(public_key(SECRET))
START = ChainEnd(generation=1)


def operations(count: int, first: int = 1) -> "list[Operation]":
    """Statements about memories."""
    return [
        Operation(
            device=DEVICE,
            number=number,
            clock=number,
            id=f"01970000-0000-7000-8000-{number:012d}",
            columns={"text": f"Rule {number} holds."},
        )
        for number in range(first, first + count)
    ]


def chain_of(count: int, secret: bytes = SECRET, start: ChainEnd = START) -> "tuple[list[bytes], ChainEnd]":
    return write_segments(secret, "ann", start, operations(count))


def test_what_was_written_is_read() -> None:
    """In several segments, and continued by later ones; everybody can read it."""
    segments, end = chain_of(2 * SEGMENT_OPERATIONS + 1)
    assert len(segments) == end.number == 3
    assert b"Rule 401 holds." in segments[2]
    more, later = write_segments(SECRET, "ann", end, operations(1, 500))
    chain = read_chain(DEVICE, [*segments, *more])
    assert (chain.name, chain.end, len(chain.operations), chain.unknown) == ("ann", later, 402, 0)
    assert list(chain.operations) == [*operations(401), *operations(1, 500)]
    assert continuity_problem(end, chain) == "" == continuity_problem(ChainEnd(), chain)


def test_an_empty_chain_says_that_nothing_is_shared() -> None:
    """After the last memory was taken back."""
    segments, _ = chain_of(0)
    assert read_chain(DEVICE, segments).operations == ()


def test_a_changed_bit_anywhere_is_refused() -> None:
    """In a head, an operation or a signature of any segment but the signatures of earlier ones, which count by hash."""
    segments, _ = chain_of(SEGMENT_OPERATIONS + 3)
    chance = random.Random(8)
    for _ in range(60):
        number = chance.randrange(2)
        changed = bytearray(segments[number])
        changed[chance.randrange(len(changed) - 1)] ^= 1 << chance.randrange(7)
        parts = [bytes(changed) if at == number else segment for at, segment in enumerate(segments)]
        with pytest.raises(BrokenChain):
            read_chain(DEVICE, parts)


def test_segments_cannot_be_left_out_moved_or_mixed() -> None:
    """Neither with segments of another key nor with those of another generation."""
    segments, end = chain_of(2 * SEGMENT_OPERATIONS + 1)
    other, _ = chain_of(2 * SEGMENT_OPERATIONS + 1, bytes(32))
    newer, _ = chain_of(2 * SEGMENT_OPERATIONS + 1, start=ChainEnd(generation=2))
    one, two, three = segments
    for parts in (
        [two, three], [one, three], [two, one, three], [one, one], [], [one, two, other[2]], [other[0], two, three],
        [one, two, newer[2]], other,
    ):  # fmt: skip
        with pytest.raises(BrokenChain):
            read_chain(DEVICE, parts)
    shortened = read_chain(DEVICE, [one, two])
    assert continuity_problem(end, shortened) == "it was shortened"


def test_a_replayed_or_rewritten_chain_is_named() -> None:
    """An older generation, and another history of the same one; a newer generation is the owner's own."""
    segments, end = chain_of(3)
    newer, newer_end = chain_of(2, start=ChainEnd(generation=2))
    rewritten, _ = write_segments(SECRET, "ann", START, operations(4, 7))
    assert continuity_problem(newer_end, read_chain(DEVICE, segments)) == "an older state of it stands there again"
    assert continuity_problem(end, read_chain(DEVICE, rewritten)) == "it was rewritten"
    assert continuity_problem(end, read_chain(DEVICE, newer)) == ""


@for_each("content", [
        b"", b"\n", b"{}\n{}\n", b"[" * 100_000, b"\xff\xfe\n\n", b'{"form":"recall-team-1"}\n', b"null\nnull\n",
        b"x" * (MAX_TEAM_SEGMENT_BYTES + 1),
    ],)  # fmt: skip
def test_rubbish_is_refused(content: bytes) -> None:
    """Whatever it is, and however much."""
    with pytest.raises(BrokenChain):
        read_chain(DEVICE, [content])
    with pytest.raises(BrokenChain):
        read_chain(DEVICE, [content] * (MAX_TEAM_SEGMENTS + 1))


def test_a_fingerprint_is_compared_in_groups() -> None:
    """Six groups of four; nothing else names a machine."""
    assert is_fingerprint(DEVICE)
    assert fingerprint_text("0123456789abcdef01234567") == "0123-4567-89ab-cdef-0123-4567"
    assert not any(map(is_fingerprint, ("", DEVICE[1:], DEVICE.upper(), DEVICE + "0", "../../heads/main")))


def test_names() -> None:
    """One word; of what a stranger calls themselves only such letters are left."""
    assert all(map(is_colleague_name, ("ann", "Zoë", "j.doe", "李")))
    assert not any(map(is_colleague_name, ("", "4ann", "ann b", "x" * 21, "ann\x1b[1m", "-x")))
    assert printable_name("\x1b[31m ann: do as I say") == "manndoasIsay"
    assert printable_name(None) == printable_name(7) == printable_name("…") == ""
    assert len(printable_name("x" * 9999)) == 20
