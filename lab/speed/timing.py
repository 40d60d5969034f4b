"""Times whole processes: elapsed time, processor time and memory, and statistics of many runs."""

import os
import signal
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from sys import platform


@dataclass(frozen=True)
class TimedRun:
    """One run of a process; its peak memory is at least the benchmark's own, about 20 MB."""

    ms: float
    cpu_ms: float
    peak_mb: float
    status: int


TIMEOUT_SECONDS = 600
"""Time limit of a process in seconds; then it is killed and counts as failed."""
TIMED_OUT = -signal.SIGALRM
"""The status of a killed process."""


def run_timed(
    argv: list[str],
    env: dict[str, str],
    *,
    stdin: Path | None = None,
    stdout: Path | None = None,
    timeout: int = TIMEOUT_SECONDS,
) -> TimedRun:
    """Run a process to its end, without a shell, a pipe or a thread in between."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, str(stdin or os.devnull), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(stdout or os.devnull), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    began = time.perf_counter_ns()
    pid = os.posix_spawn(argv[0], argv, env, file_actions=actions)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGALRM))
    signal.alarm(timeout)
    _, status, used = os.wait4(pid, 0)
    signal.alarm(0)
    took = time.perf_counter_ns() - began
    unit = 1 if platform == "darwin" else 1024
    return TimedRun(
        ms=took / 1e6,
        cpu_ms=(used.ru_utime + used.ru_stime) * 1000,
        peak_mb=used.ru_maxrss * unit / 1e6,
        status=os.waitstatus_to_exitcode(status),
    )


@dataclass(frozen=True)
class TimeSummary:
    """The statistics of many runs: milliseconds, and the peak memory."""

    median: float
    low: float
    high: float
    cpu: float
    peak_mb: float

    @classmethod
    def of(cls, laps: list[TimedRun]) -> "TimeSummary":
        times = [one.ms for one in laps]
        cpu = statistics.median(one.cpu_ms for one in laps)
        peak = max(one.peak_mb for one in laps)
        middle, low, high = statistics.median(times), min(times), max(times)
        return cls(round(middle, 2), round(low, 2), round(high, 2), round(cpu, 2), round(peak, 1))


def median_ratio(over: list[TimedRun], under: list[TimedRun], *, cpu: bool = False) -> float:
    """How many times as long: the median of the ratios within each round, which a noisy machine disturbs least.

    With `cpu` it is the processor's time that is compared, which waiting for a busy machine does not count in.
    """
    if cpu:
        return round(statistics.median(one.cpu_ms for one in over) / statistics.median(one.cpu_ms for one in under), 3)
    return round(statistics.median(one.ms / two.ms for one, two in zip(over, under, strict=True)), 3)
