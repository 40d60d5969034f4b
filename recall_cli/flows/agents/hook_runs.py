"""The log of hook runs: one line each in a small file per agent. It is outside the store because the store may be what
fails.
"""

import os

from recall_cli.agents.agent import TOOL_EVENTS
from recall_cli.domain.record import Record
from recall_cli.rules.places.circuit_breaker import (
    BRIEF_SHOWN,
    NOTHING_RELEVANT,
    REPEATED,
    SET_ASIDE,
    WORK_OUTCOMES,
    HookRun,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.brief.stored_brief import ShownMemory, StoredBrief

MAX_RUNS_FILE_BYTES = 64 * 1024
"""At this size, only the newer half of a file is kept."""
MAX_REASON_LETTERS = 2_000
"""Letters of a reason that are checked for secrets and kept."""
OUTCOMES_WITHOUT_SECRETS = frozenset({BRIEF_SHOWN, NOTHING_RELEVANT, REPEATED, SET_ASIDE})
"""Outcomes whose reasons are recall's own fixed sentences, so they need no check for secrets."""
TAIL_BYTES = 4096
"""Bytes at the end of the file that hold the newest runs."""


class HookResult(Record):
    """The result of one run of a hook."""

    outcome: str
    why: str = ""
    text: str = ""
    """The text for the model."""
    memories: "tuple[Memory | ShownMemory, ...]" = ()
    """The memories in that text, which count as used."""
    work: bool = False
    """Whether a worker has something to do."""
    question: str = ""
    """What the user is asked before the agent's tool runs."""
    notice: str = ""
    """What the agent shows the user, such as that nothing of this session is stored."""
    waited_ms: float = 0
    """How long it waited until a worker had read what was just said; that is no sign of a slow hook."""
    brief: "StoredBrief | None" = None
    """The brief of the session, to save for the next one and for the time when hooks pause."""


class RunTimes(Record):
    """How many runs of an agent's hooks did something, how long they took, and how many failed."""

    agent: str
    runs: int
    p50: "float | None"
    p95: "float | None"
    failures: int


def measure_runs(agent: str, runs: "list[HookRun]") -> RunTimes:
    """The times of these runs of an agent's hooks."""
    work_runs = [run for run in runs if run.outcome in WORK_OUTCOMES]
    times = sorted(run.ms for run in work_runs)
    failures = sum(run.outcome == "failed" for run in work_runs)
    p50, p95 = _percentile(times, 0.5), _percentile(times, 0.95)
    return RunTimes(agent=agent, runs=len(work_runs), p50=p50, p95=p95, failures=failures)


def _percentile(times: "list[float]", share: float) -> "float | None":
    """The time within which this share of the runs ended."""
    return times[min(len(times) - 1, int(len(times) * share))] if times else None


def log_name(agent: str, event: str) -> str:
    """The name of the log of an event: tools have one of their own, so that they do not displace the sessions."""
    return f"{agent}-tools" if event in TOOL_EVENTS else agent


def make_hooks_folder(app: "App") -> None:
    """Create that folder and the store's folder around it, readable only by the user."""
    for path in (os.path.dirname(app.settings.hooks_folder), app.settings.hooks_folder):
        os.makedirs(path, mode=0o700, exist_ok=True)


def record_run(app: "App", agent: str, run: HookRun) -> None:
    """Write a run to the log. Errors are ignored."""
    why = run.why if run.outcome in OUTCOMES_WITHOUT_SECRETS else " ".join(_mask_reason(run.why).split())[:160]
    line = f"{run.at} {run.event} {run.outcome} {run.ms:.1f} {why}".rstrip() + "\n"
    append_to_log(app, _runs_path(app, agent), line.encode("utf-8", "backslashreplace"), MAX_RUNS_FILE_BYTES)


def append_to_log(app: "App", path: str, lines: bytes, max_bytes: int) -> None:
    """Append lines to a log of hooks. If the log is larger then, its older half is removed. Errors are ignored."""
    try:
        file = open_hooks_file(app, path, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(file, lines)
            size = os.fstat(file).st_size
        finally:
            os.close(file)
        if size > max_bytes:
            keep_newer_half(path)
    except OSError:
        pass


def open_hooks_file(app: "App", path: str, flags: int) -> int:
    """Open a file in the folder of hooks, readable only by the user. The file and the folder are created if missing."""
    flags |= os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        make_hooks_folder(app)
        return os.open(path, flags, 0o600)


def _mask_reason(why: str) -> str:
    """A reason without the secrets that a message or an agent's name brought into it."""
    if not why:
        return ""
    from recall_cli.rules.secrets import mask

    return mask(why[:MAX_REASON_LETTERS]).text


def keep_newer_half(path: str) -> None:
    """Keep the newer half. A line that is written meanwhile may be lost; that is not worth a lock."""
    from recall_cli.atomic_file import replace_file

    with open(path, "rb") as file:
        lines = file.readlines()
    replace_file(path, lines[len(lines) // 2 :], sync=False)


def newest_runs(app: "App", agent: str) -> "list[HookRun]":
    """The last few runs of an agent, oldest first."""
    return _read_runs(_runs_path(app, agent), TAIL_BYTES)


def all_runs(app: "App", agent: str) -> "list[HookRun]":
    """All runs of an agent that are still in the log."""
    return _read_runs(_runs_path(app, agent), 2 * MAX_RUNS_FILE_BYTES)


def _read_runs(path: str, max_bytes: int) -> "list[HookRun]":
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - max_bytes))
            lines = file.read().decode("utf-8", "replace").split("\n")
    except OSError:
        return []
    if size > max_bytes:
        lines = lines[1:]
    return [run for run in map(_parse_run, lines) if run is not None]


def _parse_run(line: str) -> "HookRun | None":
    words = line.split(" ", 4)
    try:
        return HookRun(at=int(words[0]), event=words[1], outcome=words[2], ms=float(words[3]), why="".join(words[4:]))
    except (ValueError, IndexError):
        return None


def _runs_path(app: "App", agent: str) -> str:
    return os.path.join(app.settings.hooks_folder, f"{agent}.runs")
