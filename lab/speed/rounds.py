"""Rounds: in each, all programs run each operation in turn, so that a busy moment affects all alike."""

import os
import random
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from lab.speed.installations import BenchFolder, RecallInstallation, error_line, json_rows
from lab.speed.operations import SESSION_PLACEHOLDER, Operation
from lab.speed.peers import Peer
from lab.speed.timing import TimedRun, TimeSummary, median_ratio, run_timed

BARE, RECALL = "bare", "recall"
SESSION_LINE = '{"type": "user", "sessionId": "bench", "message": {"role": "user", "content": "Why is it slow?"}}\n'


@dataclass
class OperationTimes:
    """The times of one operation by round, for each program that has it."""

    operation: Operation
    size: int
    laps: "dict[str, list[TimedRun]]" = field(default_factory=dict)
    off: "dict[str, str]" = field(default_factory=dict)
    """Why a peer is not timed here."""
    found: "dict[str, float]" = field(default_factory=dict)

    def document(self) -> "dict[str, object]":
        """The figures of one line: spreads, ratios within the rounds, and failures."""
        bare, ours = self.laps[BARE], self.laps[RECALL]
        peers = {name: laps for name, laps in self.laps.items() if name not in (BARE, RECALL)}
        return {
            "operation": self.operation.name,
            "goal": self.operation.goal(self.size),
            "found": self.found,
            "spread": {name: vars(TimeSummary.of(laps)) for name, laps in self.laps.items()},
            "times_bare": {name: median_ratio(laps, bare) for name, laps in self.laps.items() if name != BARE},
            "cpu_times_bare": {
                name: median_ratio(laps, bare, cpu=True) for name, laps in self.laps.items() if name != BARE
            },
            "times_recall": {name: median_ratio(laps, ours) for name, laps in peers.items()},
            "not_scored": self.off,
        }


class BenchRun:
    """All programs at the same store size, in the same place."""

    def __init__(
        self, place: BenchFolder, recall: RecallInstallation, peers: "dict[str, Peer | str]", size: int
    ) -> None:
        self.place, self.recall, self.peers, self.size = place, recall, peers, size
        self.env = place.env()

    def run(self, operations: "list[Operation]", rounds: int) -> "list[OperationTimes]":
        """Check once that everything works, then time it, in another order each round."""
        table = [self._warm_up(operation) for operation in operations]
        chance = random.Random(rounds)
        for round_ in range(rounds):
            for laps in chance.sample(table, len(table)):
                self._time_operation(laps, round_, chance)
        return table

    def _time_operation(self, laps: OperationTimes, round_: int, chance: random.Random) -> None:
        """Run one operation by the interpreter, recall and the peers, directly one after another."""
        runs = {BARE: [self.recall.python, "-c", "pass"], **self._commands_for(laps.operation, round_)}
        for who in chance.sample(sorted(runs), len(runs)):
            if who not in laps.off:
                done = run_timed(runs[who], self.env, stdin=self._stdin_file(laps.operation))
                if done.status != 0:
                    raise SystemExit(f"failed with {done.status}: {' '.join(runs[who])[:300]}")
                laps.laps.setdefault(who, []).append(done)

    def _warm_up(self, operation: Operation) -> OperationTimes:
        """Run it once without timing: to warm up, to check that it works, and to see what it finds."""
        laps = OperationTimes(operation, self.size)
        laps.off = {name: peer for name, peer in self.peers.items() if isinstance(peer, str)}
        laps.off |= {name: "has nothing like it" for name in self.peers if name not in (*operation.peers, *laps.off)}
        for who, argv in self._commands_for(operation, 9_001).items():
            if who in laps.off:
                continue
            said = self._stdin_file(operation)
            with (said or Path(os.devnull)).open("rb") as given:
                tried = subprocess.run(argv, env=self.env, capture_output=True, text=True, check=False, stdin=given)
            if tried.returncode != 0 and who == RECALL:
                raise SystemExit(f"{' '.join(argv)[:300]} failed: {error_line(tried.stderr)}")
            if tried.returncode != 0:
                laps.off[who] = f"fails: {error_line(tried.stderr)}"
            elif operation.counts_results:
                laps.found[who] = self._found(operation, who)
        return laps

    def _found(self, operation: Operation, who: str) -> float:
        """How many memories it returns, on average over its questions."""
        commands = [self._commands_for(operation, round_)[who] for round_ in range(4)]
        asked = [argv if "szl" in who else [*argv, "--json"] for argv in commands]
        return round(statistics.mean(len(json_rows(argv, self.place)) for argv in asked), 1)

    def _commands_for(self, operation: Operation, round_: int) -> "dict[str, list[str]]":
        """Recall's command and those of the peers that have the operation."""
        commands = {RECALL: self.recall.argv(operation.recall(round_))}
        for name, words in operation.peers.items():
            peer = self.peers.get(name)
            if isinstance(peer, Peer):
                commands[name] = peer.argv(self.place, words(round_))
        return commands

    def _stdin_file(self, operation: Operation) -> "Path | None":
        if not operation.stdin:
            return None
        path, session = self.place.folder / "said.json", self.place.folder / "session.jsonl"
        session.write_text(SESSION_LINE, encoding="utf-8")
        path.write_text(operation.stdin.replace(SESSION_PLACEHOLDER, str(session)), encoding="utf-8")
        return path
