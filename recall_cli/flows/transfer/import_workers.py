"""Further processes that think for a large import, while this one keeps what they have thought.

A thinker is recall itself on two pipes: batches of lines go in, what they came to comes out. It opens no store, ends
with its pipe, and where it fails its batches are thought through here; so nothing depends on it but the time it takes.
"""

import marshal
import os
import sys

from recall_cli.child_process import python_command
from recall_cli.flows.transfer.import_lines import LineReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from subprocess import Popen
    from typing import IO, Any

    from recall_cli.flows.transfer.import_lines import Line, LineFaults, ReadLine

    BatchResult = tuple[list[ReadLine], LineFaults, dict[str, int]]

MAX_WORKERS = 3
"""More would wait for the one that keeps."""
BATCHES_BEFORE_WORKERS = 4
"""So many batches are thought through here: for no more the others would hardly be awake before it is done."""
_LENGTH_BYTES = 8


def think_batches(
    batches: "Iterable[list[Line]]", line_reader: LineReader, *, streamed: bool = False
) -> "Iterator[BatchResult]":
    """What each batch comes to, in the order of the batches; of what comes slowly none waits for the next."""
    thinkers: list[_ImportWorker] = []
    waiting: list[tuple[_ImportWorker, list[Line]]] = []
    rest = iter(batches)
    ahead = [] if streamed else [batch for _, batch in zip(range(BATCHES_BEFORE_WORKERS + 1), rest, strict=False)]
    many = BATCHES_BEFORE_WORKERS if streamed else 0 if len(ahead) > BATCHES_BEFORE_WORKERS else -1
    try:
        for number, batch in enumerate(_chain_batches(ahead, rest)):
            if number == many and _is_text_batch(batch):
                thinkers += [_ImportWorker(line_reader) for _ in range(_count_workers())]
            if not thinkers or not _is_text_batch(batch):
                while waiting:
                    yield _fetch_result(*waiting.pop(0), line_reader)
                yield line_reader.think(batch)
                continue
            oldest = waiting.pop(0) if len(waiting) == len(thinkers) else None
            answer = _fetch_result(*oldest, line_reader) if oldest else None
            thinker = oldest[0] if oldest else thinkers[len(waiting)]
            thinker.ask(batch)
            waiting.append((thinker, batch))
            if answer is not None:
                yield answer
        while waiting:
            yield _fetch_result(*waiting.pop(0), line_reader)
    finally:
        for thinker in thinkers:
            thinker.end()


def _is_text_batch(batch: "list[Line]") -> bool:
    """Are these lines of text? What another program's file said is no text any more."""
    return all(isinstance(given, bytes) for _, given in batch)


def _chain_batches(first: "list[list[Line]]", rest: "Iterator[list[Line]]") -> "Iterator[list[Line]]":
    """All batches, none of them held longer than it is looked at."""
    while first:
        yield first.pop(0)
    yield from rest


def _fetch_result(worker: "_ImportWorker", batch: "list[Line]", line_reader: LineReader) -> "BatchResult":
    found = worker.answer()
    return line_reader.think(batch) if found is None else found


def _count_workers() -> int:
    """How many thinkers: as many as there are processors; none where there is but one."""
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(MAX_WORKERS, processors) if processors > 1 else 0


class _ImportWorker:
    """One further process."""

    def __init__(self, here: LineReader) -> None:
        import subprocess

        self._process: Popen[bytes] | None = None
        argv = python_command("from recall_cli.flows.transfer.import_workers import serve; serve()")
        alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        try:
            self._process = subprocess.Popen(  # noqa: S603 — our own program
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=alone
            )
            self._send(here.terms)
        except OSError:
            self.end()

    def ask(self, batch: "list[Line]") -> None:
        """Have a batch thought through; the answer is fetched later."""
        try:
            self._send(batch)
        except OSError:
            self.end()

    def answer(self) -> "BatchResult | None":
        """What the batch came to; None where this thinker is no more."""
        if self._process is None or self._process.stdout is None:
            return None
        try:
            found: BatchResult = _receive_value(self._process.stdout)
        except (OSError, EOFError, ValueError, TypeError):
            self.end()
            return None
        return found

    def end(self) -> None:
        """It is not needed any more."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _send(self, value: "Any") -> None:
        if self._process is not None and self._process.stdin is not None:
            _send_value(self._process.stdin, value)


def _send_value(pipe: "IO[bytes]", value: "Any") -> None:
    whole = marshal.dumps(value)
    pipe.write(len(whole).to_bytes(_LENGTH_BYTES, "little") + whole)
    pipe.flush()


def _receive_value(pipe: "IO[bytes]") -> "Any":
    length = pipe.read(_LENGTH_BYTES)
    if len(length) < _LENGTH_BYTES:
        raise EOFError
    return marshal.loads(pipe.read(int.from_bytes(length, "little")))  # noqa: S302 — from our own process


def serve() -> None:
    """Think until nothing more comes; an interrupt is for the one that asks."""
    import gc
    import signal

    from recall_cli.inference.static_table import StaticTable

    gc.set_threshold(50_000)  # as the command itself: what a batch makes leaves no circles
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, told = sys.stdin.buffer, sys.stdout.buffer
    try:
        now, channel, most = _receive_value(asked)
        incoming = LineReader(now, channel, most, StaticTable().embed_all)
        while True:
            _send_value(told, incoming.think(_receive_value(asked)))
    except (EOFError, OSError):
        pass
