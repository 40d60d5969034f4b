"""What one machine shares, as it travels: a chain of readable segments that only this machine can write.

Each segment names the one before it by its hash, and is signed. So a chain is whole or it is refused: nothing can be
left out, added or moved. Words that are erased or taken back leave it: the chain begins anew, one generation later.
"""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.rules.sync.operations import Operation, read_operations, write_operations
from recall_cli.rules.team.ed25519 import KEY_BYTES, SIGNATURE_BYTES, is_signed, public_key, sign
from recall_cli.rules.team.names import printable_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TEAM_SEGMENT_BYTES, MAX_TEAM_SEGMENTS, MAX_CHAIN_BYTES = 1_000_000, 500, 20_000_000
MAX_SHARED_MEMORIES = 2_000
"""Memories that one machine shares at most."""
SEGMENT_OPERATIONS, SEGMENT_LETTERS = 200, 200_000
"""A segment has no more operations or letters than this, but always one operation."""
FINGERPRINT_LETTERS = 24
_FORM = "recall-team-1"
MAX_GENERATION = 2**40


class BrokenChain(ValueError):
    """A chain that is not followed; the text says why."""


class ChainEnd(Record):
    """How far a chain is known: what comes later has to continue it."""

    generation: int = 0
    number: int = 0
    """How many segments it has."""
    hash: str = ""
    """The hash of the last segment."""


class Chain(Record):
    """What one machine shares."""

    device: str
    """The fingerprint of its key."""
    name: str
    """How its owner wants to be called. Anybody can claim any name."""
    end: ChainEnd
    hashes: "tuple[str, ...]"
    operations: "tuple[Operation, ...]"
    unknown: int
    """Operations that this recall does not know."""


def fingerprint(public: bytes) -> str:
    """What stands for a key: no other key has the same."""
    from hashlib import blake2b

    return blake2b(public, digest_size=FINGERPRINT_LETTERS // 2, person=b"recall-team").hexdigest()


def fingerprint_text(device: str) -> str:
    """A fingerprint for people to compare."""
    return "-".join(device[at : at + 4] for at in range(0, len(device), 4))


def is_fingerprint(name: str) -> bool:
    """Could this be the fingerprint of a key?"""
    return len(name) == FINGERPRINT_LETTERS and not name.strip("0123456789abcdef")


def write_segments(
    secret: bytes, name: str, end: ChainEnd, operations: "Sequence[Operation]"
) -> "tuple[list[bytes], ChainEnd]":
    """The operations as segments that continue a chain, and its new end; from the beginning, if its number is 0."""
    key, previous, segments = public_key(secret).hex(), end.hash, []
    for at, page in enumerate(_pages(operations), end.number + 1):
        head = {
            "form": _FORM,
            "key": key,
            "name": name,
            "generation": end.generation,
            "number": at,
            "previous": previous,
        }
        content = f"{dumps_utf8(head)}\n{write_operations(page)}".encode("utf-8", "surrogatepass")
        segment = content + f'{{"signature": "{sign(secret, content).hex()}"}}\n'.encode()
        segments.append(segment)
        previous = _hash(segment)
    return segments, end.but(number=end.number + len(segments), hash=previous)


def _pages(operations: "Sequence[Operation]") -> "list[list[Operation]]":
    """The operations in groups that fit a segment; one empty group if there are none."""
    pages: list[list[Operation]] = [[]]
    letters = 0
    for operation in operations:
        size = len(write_operations([operation]))
        if pages[-1] and (len(pages[-1]) == SEGMENT_OPERATIONS or letters + size > SEGMENT_LETTERS):
            pages.append([])
            letters = 0
        pages[-1].append(operation)
        letters += size
    return pages


def read_chain(device: str, segments: "Sequence[bytes]") -> Chain:
    """The chain of a machine; BrokenChain if any part of it is missing, too large or not written by this machine."""
    if not 0 < len(segments) <= MAX_TEAM_SEGMENTS or sum(map(len, segments)) > MAX_CHAIN_BYTES:
        raise BrokenChain("it is empty or too large")
    operations: list[Operation] = []
    hashes: list[str] = []
    unknown, generation, name = 0, 0, ""
    for number, segment in enumerate(segments, 1):
        if not 0 < len(segment) <= MAX_TEAM_SEGMENT_BYTES:
            raise BrokenChain("a part of it is empty or too large")
        head, text = _read_segment(segment)
        if number == 1:
            generation, name = _read_generation(head), printable_name(head.get("name"))
        expected = {"form": _FORM, "generation": generation, "number": number, "previous": (hashes or [""])[-1]}
        if any(head.get(field) != value for field, value in expected.items()):
            raise BrokenChain("its parts do not belong together")
        if number == len(segments) and not _is_written_by(device, head, segment):
            raise BrokenChain("it is not signed with the key that it stands under")
        hashes.append(_hash(segment))
        found, more = read_operations(device, text)
        operations += found
        unknown += more
    end = ChainEnd(generation=generation, number=len(segments), hash=hashes[-1])
    return Chain(device=device, name=name, end=end, hashes=tuple(hashes), operations=tuple(operations), unknown=unknown)


def continuity_problem(known: ChainEnd, chain: Chain) -> str:
    """Why a chain does not continue what is known of it; empty if it does."""
    if known.number == 0 or chain.end.generation > known.generation:
        return ""
    if chain.end.generation < known.generation:
        return "an older state of it stands there again"
    if chain.end.number < known.number:
        return "it was shortened"
    return "" if chain.hashes[known.number - 1] == known.hash else "it was rewritten"


def _read_segment(segment: bytes) -> "tuple[dict[str, object], str]":
    try:
        head, _, text = segment[: _signature_start(segment)].decode("utf-8").partition("\n")
        values = loads(head)
    except (ValueError, RecursionError):
        raise BrokenChain("a part of it cannot be read") from None
    if not isinstance(values, dict):
        raise BrokenChain("a part of it cannot be read")
    return values, text


def _signature_start(segment: bytes) -> int:
    return segment.rfind(b"\n", 0, len(segment) - 1) + 1


def _is_written_by(device: str, head: "dict[str, object]", segment: bytes) -> bool:
    """Is a segment signed with the key of this fingerprint? Its hash covers all segments before it."""
    start = _signature_start(segment)
    try:
        signature = bytes.fromhex(str(loads(segment[start:].decode("utf-8"))["signature"]))
        public = bytes.fromhex(str(head.get("key")))
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    if len(signature) != SIGNATURE_BYTES or len(public) != KEY_BYTES or fingerprint(public) != device:
        return False
    return is_signed(public, segment[:start], signature)


def _read_generation(head: "dict[str, object]") -> int:
    generation = head.get("generation")
    if not isinstance(generation, int) or isinstance(generation, bool) or not 0 < generation <= MAX_GENERATION:
        raise BrokenChain("a part of it cannot be read")
    return generation


def _hash(segment: bytes) -> str:
    from hashlib import blake2b

    return blake2b(segment, digest_size=32).hexdigest()
