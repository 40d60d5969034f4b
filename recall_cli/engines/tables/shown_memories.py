"""Which memories were shown to agents, and when last."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

REPEAT_INTERVAL_MS = 3_600_000
"""A memory shown again within this time is not recorded again, in milliseconds."""


class ShownSession(Record):
    """A session that was given memories."""

    session: str
    agent: "str | None"
    first_at: int
    last_at: int
    shown: int
    """How many memories it was given."""
    stored: int
    """How many memories it stored that are not deleted."""


class ShownMemories(Table):
    """The table of shown memories within one transaction."""

    def record(self, numbers: "list[int]") -> None:
        """Record that these memories are shown now, unless they were within the last hour."""
        self._tx.run("told", "add", fresh=REPEAT_INTERVAL_MS, told=dumps(numbers))

    def record_for_session(self, numbers: "list[int]", session: str, agent: "str | None") -> None:
        """Record that a session was given these memories now."""
        self._tx.run("told", "add_to_session", numbers=dumps(numbers), session=session, agent=agent)

    def sessions(self, agent: "str | None", limit: int) -> "list[ShownSession]":
        """The sessions that were given memories, the latest first."""
        rows = self._tx.run("told", "sessions", agent=agent, limit=limit)
        return [ShownSession(**dict(zip(ShownSession._fields, row, strict=True))) for row in rows]

    def sessions_with_prefix(self, prefix: str) -> "list[str]":
        """A few sessions whose ids begin so."""
        rows = self._tx.run("told", "sessions_starting", low=prefix, high=prefix + "\U0010ffff")
        return [row[0] for row in rows]

    def latest_storing_session(self) -> "str | None":
        """The session that stored something last, also if that was deleted since."""
        rows = list(self._tx.run("told", "latest_storing"))
        return None if not rows else str(rows[0][0])

    def of_session(self, session: str) -> "list[tuple[int, int, str | None]]":
        """What a session was given: row numbers, the last time and the agent."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("told", "of_session", session=session)]

    def forget_before(self, before: int) -> int:
        """Forget what sessions were given before a moment; how many rows."""
        self._tx.run("told", "forget_before", before=before)
        return self._tx.engine.rows_changed()

    def record_replaced_text(self, number: int, prints: bytes) -> None:
        """Keep the fingerprints of the replaced text of a memory if it was shown."""
        self._tx.run("told", "was", memory=number, prints=prints)

    def shown_between(self, words: "tuple[str, ...]", since: int, until: int, limit: int) -> "list[tuple[int, bytes]]":
        """The memories first shown before `until` and last after `since` that may contain these words; latest first.

        Each comes with the fingerprints of its text then, if its text has changed.
        """
        match = self._tx.engine.match_all_words(words)
        if match is None:
            return []
        rows = self._tx.run("told", "around", match=match, since=since, until=until, limit=limit)
        return [(row[0], row[1]) for row in rows]

    def times(self, numbers: "list[int]") -> "dict[int, tuple[int, int]]":
        """When each of these memories was first and last shown to an agent; without those that never were."""
        return {row[0]: (row[1], row[2]) for row in self._tx.run("told", "times", numbers=dumps(numbers))}

    def forget(self, numbers: "list[int]") -> None:
        """Forget that these memories were shown."""
        self._tx.run("told", "forget", numbers=dumps(numbers))
        self._tx.run("told", "forget_in_sessions", numbers=dumps(numbers))
