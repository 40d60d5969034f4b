"""The rounds: in each, every operation is run by everybody in turn, so that a busy moment hits all alike."""

import random
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.bench.clock import Lap, Spread, lap, ratio
from tests.bench.operations import Operation
from tests.bench.subjects import Peer, Place, Recall, answer, last_line


@dataclass
class Laps:
    """What one operation took, round by round, for each of the three."""

    operation: Operation
    peer_off: str = ""
    """Why the peer is not timed here."""
    bare: list[Lap] = field(default_factory=list)
    recall: list[Lap] = field(default_factory=list)
    peer: list[Lap] = field(default_factory=list)
    found: dict[str, float] = field(default_factory=dict)

    def document(self) -> dict[str, object]:
        """The figures of one line of the table."""
        shown: dict[str, object] = {"operation": self.operation.name, "goal": self.operation.goal, "found": self.found}
        for name, laps in (("bare", self.bare), ("recall", self.recall), ("peer", self.peer)):
            shown[name] = vars(Spread.of(laps)) if laps else None
        shown["recall_to_bare"] = ratio(self.recall, self.bare) if self.recall else None
        shown["peer_to_bare"] = ratio(self.peer, self.bare) if self.peer else None
        shown["recall_to_peer"] = ratio(self.recall, self.peer) if self.recall and self.peer else None
        shown["peer_not_scored"] = self.peer_off or None
        return shown


class Race:
    """Everybody on the same store size, in the same place."""

    def __init__(self, place: Place, recall: Recall, peer: "Peer | str") -> None:
        self.place, self.recall, self.peer = place, recall, peer
        self.env = place.env()

    def run(self, operations: list[Operation], rounds: int) -> list[Laps]:
        """Look once whether everything works, then time it, in another order each round."""
        table = [self._checked(operation) for operation in operations]
        chance = random.Random(rounds)
        for round_ in range(rounds):
            for laps in chance.sample(table, len(table)):
                self._once(laps, round_, chance)
        return table

    def _once(self, laps: Laps, round_: int, chance: random.Random) -> None:
        """One operation by the interpreter, recall and the peer, right after one another."""
        runs = [([self.recall.python, "-c", "pass"], laps.bare)]
        if laps.operation.recall is not None:
            runs.append((self._ours(laps.operation, round_), laps.recall))
        if laps.operation.peer is not None and not laps.peer_off:
            runs.append((self._theirs(laps.operation, round_), laps.peer))
        chance.shuffle(runs)
        for argv, into in runs:
            done = lap(argv, self.env)
            if done.status != 0:
                raise SystemExit(f"failed with {done.status}: {' '.join(argv)}")
            into.append(done)

    def _checked(self, operation: Operation) -> Laps:
        """Run it once outside the clock: is everything warm, does it work, and what does it find?"""
        laps = Laps(operation)
        if operation.recall is not None:
            subprocess.run(self._ours(operation, 9_001), env=self.env, check=True, capture_output=True)
            if operation.finds:
                laps.found["recall"] = self._found(operation, self._ours)
        if isinstance(self.peer, str):
            laps.peer_off = self.peer
        elif operation.peer is None:
            laps.peer_off = "has nothing like it"
        else:
            argv = self._theirs(operation, 9_002)
            tried = subprocess.run(argv, env=self.env, capture_output=True, text=True, check=False)
            if tried.returncode != 0:
                cause = last_line(tried.stderr)
                laps.peer_off = "needs a model download" if "model" in cause else f"fails: {cause}"
            elif operation.finds:
                laps.found["peer"] = self._found(operation, self._theirs)
        return laps

    def _found(self, operation: Operation, argv: "Callable[[Operation, int], list[str]]") -> float:
        """How many memories it answers with, on average over its questions."""
        counts = [len(answer(argv(operation, round_), self.place)) for round_ in range(4)]
        return round(statistics.mean(counts), 1)

    def _ours(self, operation: Operation, round_: int) -> list[str]:
        assert operation.recall is not None
        return [*self.recall.command, *operation.recall(round_)]

    def _theirs(self, operation: Operation, round_: int) -> list[str]:
        assert operation.peer is not None
        assert isinstance(self.peer, Peer)
        return [self.peer.command, "--db", str(self.place.store("peer")), *operation.peer(round_)]
