"""Processes that read the lines of a large import while this process writes.

A worker is recall itself with two pipes: batches of lines go in, and their results come out. It opens no store and
ends when its pipe is closed. If a worker fails, its batches are read in this process, so workers only save time.
"""

import os
import sys

from recall_cli.child_process import count_helper_processes, python_command, receive_value, send_value
from recall_cli.flows.transfer.import_lines import LineReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from subprocess import Popen
    from typing import Any

    from recall_cli.flows.transfer.import_lines import Line, LineFaults, ReadLine

    BatchResult = tuple[list[ReadLine], LineFaults, dict[str, int]]

MAX_WORKERS = 3
"""More workers would only wait for the process that writes."""
BATCHES_BEFORE_WORKERS = 4
"""Smaller imports start no workers: they would end before the workers have started."""


def think_batches(
    batches: "Iterable[list[Line]]", line_reader: LineReader, *, streamed: bool = False
) -> "Iterator[BatchResult]":
    """The result of each batch, in order. The result of a batch from a slow stream does not wait for the next batch."""
    workers: list[_ImportWorker] = []
    waiting: list[tuple[_ImportWorker, list[Line]]] = []
    rest = iter(batches)
    first = [] if streamed else [batch for _, batch in zip(range(BATCHES_BEFORE_WORKERS + 1), rest, strict=False)]
    if streamed:
        start_at = BATCHES_BEFORE_WORKERS
    else:
        start_at = 0 if len(first) > BATCHES_BEFORE_WORKERS else -1  # -1: never
    try:
        for number, batch in enumerate(_chain_batches(first, rest)):
            if number == start_at and _is_text_batch(batch):
                workers += [_ImportWorker(line_reader) for _ in range(count_helper_processes(MAX_WORKERS))]
            if not workers or not _is_text_batch(batch):
                while waiting:
                    yield _fetch_result(*waiting.pop(0), line_reader)
                yield line_reader.think(batch)
                continue
            oldest = waiting.pop(0) if len(waiting) == len(workers) else None
            result = _fetch_result(*oldest, line_reader) if oldest else None
            worker = oldest[0] if oldest else workers[len(waiting)]
            worker.send(batch)
            waiting.append((worker, batch))
            if result is not None:
                yield result
        while waiting:
            yield _fetch_result(*waiting.pop(0), line_reader)
    finally:
        for worker in workers:
            worker.end()


def _is_text_batch(batch: "list[Line]") -> bool:
    """Are these lines of text? Lines from another program's file are objects already."""
    return all(isinstance(content, bytes) for _, content in batch)


def _chain_batches(first: "list[list[Line]]", rest: "Iterator[list[Line]]") -> "Iterator[list[Line]]":
    """All batches. None stays in memory longer than necessary."""
    while first:
        yield first.pop(0)
    yield from rest


def _fetch_result(worker: "_ImportWorker", batch: "list[Line]", line_reader: LineReader) -> "BatchResult":
    result = worker.receive()
    return line_reader.think(batch) if result is None else result


class _ImportWorker:
    """One worker, from the side of this process."""

    def __init__(self, line_reader: LineReader) -> None:
        import subprocess

        self._process: Popen[bytes] | None = None
        argv = python_command("from recall_cli.flows.transfer.import_workers import serve; serve()")
        one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        try:
            self._process = subprocess.Popen(  # noqa: S603 — our own program
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=one_thread
            )
            self._send(line_reader.arguments)
        except OSError:
            self.end()

    def send(self, batch: "list[Line]") -> None:
        """Send a batch to the worker; the result is received later."""
        try:
            self._send(batch)
        except OSError:
            self.end()

    def receive(self) -> "BatchResult | None":
        """The result of the batch that was sent first; None if this worker has ended."""
        if self._process is None or self._process.stdout is None:
            return None
        try:
            result: BatchResult = receive_value(self._process.stdout)
        except (OSError, EOFError, ValueError, TypeError):
            self.end()
            return None
        return result

    def end(self) -> None:
        """End the worker."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _send(self, value: "Any") -> None:
        if self._process is not None and self._process.stdin is not None:
            send_value(self._process.stdin, value)


def serve() -> None:
    """Run as a worker: process batches until no more come. The main process handles interrupts."""
    import gc
    import signal

    from recall_cli.inference.static_table import StaticTable

    gc.set_threshold(50_000)  # as in recall itself: a batch leaves no reference cycles
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    batches, results = sys.stdin.buffer, sys.stdout.buffer
    try:
        now, channel, max_bytes = receive_value(batches)
        line_reader = LineReader(now, channel, max_bytes, StaticTable().embed_all)
        while True:
            send_value(results, line_reader.think(receive_value(batches)))
    except (EOFError, OSError):
        pass
