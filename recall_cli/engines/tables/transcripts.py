"""How far each transcript was read, and which turns were read."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import DAY
from recall_cli.engines.tables import Table

TURN_RENEWAL_INTERVAL = 30 * DAY
"""A turn met again within this time is not renewed, so that a resumed session causes few writes."""


class Transcripts(Table):
    """The tables of read transcripts and turns within one transaction."""

    def position(self, path: str) -> "tuple[int, str]":
        """How far a file was read, and a mark of the text before that; (0, "") if it was never read."""
        rows = self._tx.run("transcripts", "position", path=path)
        return (int(rows[0][0]), str(rows[0][1])) if rows else (0, "")

    def advance(self, path: str, agent: str, was: "tuple[int, str]", now: "tuple[int, str]") -> bool:
        """Move the position of a file from `was` to `now`; False if another process has moved it meanwhile."""
        rows = self._tx.run(
            "transcripts", "move", path=path, agent=agent, was_at=was[0], was_mark=was[1], at=now[0], mark=now[1]
        )
        return bool(rows)

    def known_turns(self, turns: "list[int]") -> "set[int]":
        """Which of these turns were read before."""
        return {row[0] for row in self._tx.run("transcripts", "heard", turns=dumps(turns))}

    def record_turns(self, turns: "list[int]") -> bool:
        """Record turns as read; False if one of them was read before."""
        return len(self._tx.run("transcripts", "hear", turns=dumps(turns))) == len(set(turns))

    def renew_turns(self, turns: "list[int]") -> None:
        """Note that turns that were read before are in another file too."""
        self._tx.run("transcripts", "met_again", turns=dumps(turns), before=self._tx.now - TURN_RENEWAL_INTERVAL)

    def forget_turns(self, before: int, limit: int) -> int:
        """Forget turns that no file has repeated since then, up to the limit; how many."""
        self._tx.run("transcripts", "forget_turns", before=before, limit=limit)
        return self._tx.engine.rows_changed()

    def not_read_since(self, before: int) -> "list[str]":
        """The files that were not read since then."""
        return [str(row[0]) for row in self._tx.run("transcripts", "read_before", before=before)]

    def newest(self, since: int, limit: int) -> "list[tuple[str, str, int, int]]":
        """The last files read since then: path, agent, position, time."""
        rows = self._tx.run("transcripts", "newest", since=since, limit=limit)
        return [(str(row[0]), str(row[1]), int(row[2]), int(row[3])) for row in rows]

    def forget(self, paths: "list[str]") -> int:
        """Forget the positions of these files; how many were known."""
        self._tx.run("transcripts", "forget", paths=dumps(paths))
        return self._tx.engine.rows_changed()
