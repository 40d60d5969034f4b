"""Transcripts: how far each session file was read, and which turns were."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import DAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit


TURN_RENEWAL_INTERVAL = 30 * DAY
"""How exactly it is known when a turn was last met; else every resumed session would be written down anew."""


class Transcripts:
    """The tables of what was read, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def position(self, path: str) -> "tuple[int, str]":
        """How far a file was read, and the mark of what stood before; (0, "") where it never was."""
        rows = self._tx.run("transcripts", "position", path=path)
        return (int(rows[0][0]), str(rows[0][1])) if rows else (0, "")

    def advance(self, path: str, agent: str, was: "tuple[int, str]", now: "tuple[int, str]") -> bool:
        """It was read so far by now; False if somebody else has read on from `was` meanwhile."""
        rows = self._tx.run(
            "transcripts", "move", path=path, agent=agent, was_at=was[0], was_mark=was[1], at=now[0], mark=now[1]
        )
        return bool(rows)

    def known_turns(self, turns: "list[int]") -> "set[int]":
        """Which of these turns were read before."""
        return {row[0] for row in self._tx.run("transcripts", "heard", turns=dumps(turns))}

    def record_turns(self, turns: "list[int]") -> bool:
        """These turns are read now; False if one of them was before."""
        return len(self._tx.run("transcripts", "hear", turns=dumps(turns))) == len(set(turns))

    def renew_turns(self, turns: "list[int]") -> None:
        """These turns, read before, stand in yet another file."""
        self._tx.run("transcripts", "met_again", turns=dumps(turns), before=self._tx.now - TURN_RENEWAL_INTERVAL)

    def forget_turns(self, before: int, limit: int) -> int:
        """Turns that no file has repeated since then are not known any more; how many, no more than so many."""
        self._tx.run("transcripts", "forget_turns", before=before, limit=limit)
        return self._tx.engine.rows_changed()

    def not_read_since(self, before: int) -> "list[str]":
        """Files that nothing was read of since then."""
        return [str(row[0]) for row in self._tx.run("transcripts", "read_before", before=before)]

    def newest(self, since: int, limit: int) -> "list[tuple[str, str, int, int]]":
        """The files that were read last, since then: path, agent, how far, when."""
        rows = self._tx.run("transcripts", "newest", since=since, limit=limit)
        return [(str(row[0]), str(row[1]), int(row[2]), int(row[3])) for row in rows]

    def forget(self, paths: "list[str]") -> int:
        """It is known no longer how far these files were read; how many of them it was known of."""
        self._tx.run("transcripts", "forget", paths=dumps(paths))
        return self._tx.engine.rows_changed()
