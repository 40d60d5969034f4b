"""The operations of all machines, as they stand in sealed segments of the refs."""

import os

from recall_cli import __version__
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.rules.sync.operations import MAX_OPERATION_LETTERS, Operation, read_operations, write_operations
from recall_cli.rules.sync.sealing import MAX_SEGMENT_BYTES, NONCE_BYTES, WrongSeal, seal, unseal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.sync.git_remote import GitRemote
    from recall_cli.flows.sync.place import SyncPlace

SEGMENT_OPERATIONS, SEGMENT_LETTERS = 500, 4_000_000
"""A segment has no more operations or letters than this."""
assert MAX_OPERATION_LETTERS < SEGMENT_LETTERS


class Journal(Record):
    """What the refs of all machines say."""

    operations: "tuple[Operation, ...]"
    labels: "dict[str, str]"
    """The name of each machine, for people."""
    segments: "dict[str, int]"
    """How many segments each machine has."""
    checked: "frozenset[str]"
    """Machines whose texts all went through the checks of this version of recall before they were sent."""
    refused: "tuple[str, ...]"
    """Machines with segments that were not written with the key for their place."""
    unknown: int
    """Operations that this recall does not know."""


def read_journal(remote: "GitRemote", place: "SyncPlace", heads: "dict[str, str]") -> Journal:
    """The operations of all machines. A segment that is not from a machine with the key is left out and named."""
    operations: list[Operation] = []
    labels: dict[str, str] = {}
    segments: dict[str, int] = {}
    refused, unchecked, unknown = [], set(), 0
    for device, sealed_segments in sorted(remote.read(heads).items()):
        segments[device] = len(sealed_segments)
        for sealed in sealed_segments:
            try:
                head, _, text = _unpack(unseal(place.key, device, sealed)).decode("utf-8").partition("\n")
                values = loads(head)
            except (WrongSeal, ValueError, RecursionError):
                refused.append(device)
                continue
            values = values if isinstance(values, dict) else {}
            if isinstance(label := values.get("label"), str) and label.isprintable():
                labels[device] = label[:40]
            if values.get("checked") != __version__:
                unchecked.add(device)
            found, more = read_operations(device, text)
            operations += found
            unknown += more
    return Journal(
        operations=tuple(operations),
        labels=labels,
        segments=segments,
        checked=frozenset(segments).difference(unchecked),
        refused=tuple(dict.fromkeys(refused)),
        unknown=unknown,
    )


def seal_segments(place: "SyncPlace", operations: "list[Operation]", *, checked: bool = True) -> "list[bytes]":
    """The operations of this machine as sealed segments; `checked` if all went through the checks of this version."""
    head = dumps_utf8({"label": place.label, "checked": __version__ if checked else ""}) + "\n"
    pages: list[list[Operation]] = [[]]
    letters = 0
    for operation in operations:
        size = len(write_operations([operation]))
        if pages[-1] and (len(pages[-1]) == SEGMENT_OPERATIONS or letters + size > SEGMENT_LETTERS):
            pages.append([])
            letters = 0
        pages[-1].append(operation)
        letters += size
    contents = ((head + write_operations(page)).encode("utf-8", "surrogatepass") for page in pages if page)
    return [seal(place.key, place.device, _pack(content), os.urandom(NONCE_BYTES)) for content in contents]


def _pack(content: bytes) -> bytes:
    import zlib

    return zlib.compress(content)


def _unpack(packed: bytes) -> bytes:
    """The content of a segment; WrongSeal if it is damaged or too large."""
    import zlib

    reader = zlib.decompressobj()
    try:
        content = reader.decompress(packed, MAX_SEGMENT_BYTES)
    except zlib.error:
        raise WrongSeal("not packed by recall") from None
    if not reader.eof:
        raise WrongSeal("too large")
    return content
