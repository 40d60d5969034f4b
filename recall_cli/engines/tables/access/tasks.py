"""Tasks of other agents: durable, and each belongs to the token that asked for it."""

from recall_cli.domain.json_text import dumps, dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.engine import Row

SUBMITTED, WORKING, INPUT_REQUIRED = "submitted", "working", "input-required"
COMPLETED, FAILED, CANCELED = "completed", "failed", "canceled"
OPEN_STATES = (SUBMITTED, WORKING, INPUT_REQUIRED)
LAST_NUMBER = 1 << 62


class Task(Record):
    """A task: what was asked for, and how far it has come. Memories stand in it by their ids."""

    n: int
    id: str
    token: int
    context: str
    state: str
    request: "dict[str, Any]"
    progress: "dict[str, Any]"
    created_at: int
    updated_at: int
    version: int

    @property
    def is_over(self) -> bool:
        return self.state not in OPEN_STATES


class UnfinishedTask(Record):
    """A task that is not over, and the server that holds it."""

    n: int
    user: str
    token: int
    id: str
    holder: "str | None"
    lease_until: "int | None"


class Tasks(Table):
    """The task table within one transaction."""

    def add(self, id_: str, token: int, context: str, request: "dict[str, Any]", key: "str | None") -> bool:
        """Add a task; False if the token has used this key before."""
        rows = self._tx.run("tasks", "add", id=id_, token=token, key=key, context=context, request=dumps_utf8(request))
        return bool(rows)

    def by_key(self, token: int, key: str) -> "Task | None":
        return _first_task(self._tx.run("tasks", "by_key", token=token, key=key))

    def by_id(self, token: int, id_: str) -> "Task | None":
        """A task of this token."""
        return _first_task(self._tx.run("tasks", "one", token=token, id=id_))

    def all(
        self,
        token: int,
        limit: int,
        *,
        context: "str | None" = None,
        state: "str | None" = None,
        before: int = LAST_NUMBER,
    ) -> "list[Task]":
        """The tasks of a token, newest first."""
        rows = self._tx.run("tasks", "list", token=token, context=context, state=state, limit=limit, before=before)
        return [_task_from_row(row) for row in rows]

    def count(self, token: int, *, context: "str | None" = None, state: "str | None" = None) -> int:
        """How many tasks a token has."""
        return int(self._tx.run("tasks", "count", token=token, context=context, state=state)[0][0])

    def unfinished(self) -> "list[UnfinishedTask]":
        """The tasks of all users that wait or are being worked on."""
        names = UnfinishedTask._fields
        return [UnfinishedTask(**dict(zip(names, row, strict=True))) for row in self._tx.run("tasks", "unfinished")]

    def claim(self, number: int, holder: str, lease_until: int, gone: "str | None" = None) -> bool:
        """Take a task for a time; False if it is over, or a server works on it that is not `gone`."""
        return bool(self._tx.run("tasks", "claim", n=number, holder=holder, lease_until=lease_until, gone=gone))

    def move(self, number: int, state: str, progress: "dict[str, Any]", *, allowed: "tuple[str, ...]") -> bool:
        """Change the state and the progress of a task; False if it is in none of the allowed states."""
        rows = self._tx.run(
            "tasks", "move", n=number, state=state, progress=dumps_utf8(progress), **{"from": dumps(list(allowed))}
        )
        return bool(rows)

    def remove_ended(self, before: int) -> int:
        """Remove the tasks that ended before then; how many."""
        self._tx.run("tasks", "forget", before=before)
        return self._tx.engine.rows_changed()


def _first_task(rows: "list[Row]") -> "Task | None":
    return _task_from_row(rows[0]) if rows else None


def _task_from_row(row: "Row") -> Task:
    values = dict(zip(Task._fields, row, strict=True))
    return Task(**{**values, "request": loads(values["request"]), "progress": loads(values["progress"])})
