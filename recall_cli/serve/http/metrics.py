"""Counts and times of the server, in the text form of Prometheus. They name tools, never users or memories."""

import threading

from recall_cli.serve.catalogue import TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BUCKETS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""Upper bounds of the times that are counted."""
OTHER_KIND = "other"
KINDS = frozenset(tool.name for tool in TOOLS).union(
    """initialize ping server/discover tools/list tools/call prompts/list prompts/get resources/list
    resources/templates/list resources/read notification response end
    SendMessage SendStreamingMessage GetTask ListTasks CancelTask SubscribeToTask
    start page healthz readyz metrics unreadable unknown mismatch""".split(),
    ("well-known agent-card.json", "unknown version"),
)
"""What is counted under its own name. Other names come from clients, who could think of any number of them."""


class Metrics:
    """What the server has done since it started."""

    def __init__(self, gauges: "dict[str, tuple[str, Callable[[], float]]]") -> None:
        self._lock = threading.Lock()
        self._gauges = gauges
        """Values of the present moment, by name, with a description."""
        self._requests: dict[tuple[str, int], int] = {}
        self._times: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}

    def count(self, kind: str, status: int, ms: float) -> None:
        """Count an answered request of a kind, with its time."""
        kind = kind if kind in KINDS else OTHER_KIND
        with self._lock:
            self._requests[kind, status] = self._requests.get((kind, status), 0) + 1
            counts = self._times.setdefault(kind, [0] * (len(BUCKETS_MS) + 1))
            counts[next((at for at, bound in enumerate(BUCKETS_MS) if ms <= bound), len(BUCKETS_MS))] += 1
            self._sums[kind] = self._sums.get(kind, 0.0) + ms

    def as_text(self) -> str:
        """All values, in the text form of Prometheus."""
        lines: list[str] = []
        for name, (description, read) in self._gauges.items():
            lines += [f"# HELP {name} {description}", f"# TYPE {name} gauge", f"{name} {read():g}"]
        with self._lock:
            lines += ["# HELP recall_requests_total Answered requests.", "# TYPE recall_requests_total counter"]
            for (kind, status), count in sorted(self._requests.items()):
                lines.append(f'recall_requests_total{{kind="{kind}",status="{status}"}} {count}')
            lines += ["# HELP recall_request_seconds Time from the request to its answer."]
            lines += ["# TYPE recall_request_seconds histogram"]
            for kind, counts in sorted(self._times.items()):
                lines += self._histogram_lines(kind, counts)
        return "\n".join(lines) + "\n"

    def _histogram_lines(self, kind: str, counts: "list[int]") -> "list[str]":
        lines, total = [], 0
        for bound, count in zip((*(ms / 1000 for ms in BUCKETS_MS), float("inf")), counts, strict=True):
            total += count
            shown = "+Inf" if bound == float("inf") else f"{bound:g}"
            lines.append(f'recall_request_seconds_bucket{{kind="{kind}",le="{shown}"}} {total}')
        lines.append(f'recall_request_seconds_sum{{kind="{kind}"}} {self._sums[kind] / 1000:.6f}')
        lines.append(f'recall_request_seconds_count{{kind="{kind}"}} {total}')
        return lines
