"""Contested facts, which recall does not decide by itself."""

from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row


class Contest(Record):
    """A contested fact: since when, and why."""

    fact: str
    project: "int | None"
    project_name: "str | None"
    reason: str
    opened_at: int


class ContestPeriod(Record):
    """A contest about a fact, with the time in which it was open."""

    op: int
    fact: str
    project: "int | None"
    reason: str
    opened_at: int
    began: int
    undone: "int | None"


class SettledPeriod(Record):
    """An answer of the user to a contested fact, with the time in which it held."""

    op: int
    fact: str
    project: "int | None"
    began: int
    undone: "int | None"
    deleted: "int | None"


class Contests(Table):
    """The contest table within one transaction."""

    def is_open(self, fact: str, project: "int | None") -> bool:
        """Whether this fact is contested and not settled."""
        return bool(self._tx.run("contests", "open", fact=fact, project=project))

    def settled_as(self, fact: str, project: "int | None") -> "str | None":
        """How the user settled this fact, if that still holds: keep, when or many."""
        rows = self._tx.run("contests", "settled_as", fact=fact, project=project)
        return str(rows[0][0]) if rows else None

    def settlements(self) -> "dict[int, str]":
        """How the user last settled each fact, by the memory that records it."""
        return {row[0]: str(row[1]) for row in self._tx.run("contests", "standing")}

    def recorded(self) -> "dict[int, str]":
        """How each memory settled a fact, also where the user settled it otherwise later."""
        return {row[0]: str(row[1]) for row in self._tx.run("contests", "recorded")}

    def recorded_answers(self, project: "int | None") -> "dict[str, list[tuple[str, str]]]":
        """The memories that settle each fact of a project, also deleted ones, each with its kind, the latest last."""
        recorded: dict[str, list[tuple[str, str]]] = {}
        for _, kind, id_, fact, place in self._tx.run("contests", "recorded"):
            if place == project:
                recorded.setdefault(str(fact), []).append((str(id_), str(kind)))
        return recorded

    def settling_memories(self, fact: str, project: "int | None") -> "list[int]":
        """The memories that record how a fact was settled, oldest first."""
        return [row[0] for row in self._tx.run("contests", "answers", fact=fact, project=project)]

    def settle_fact(self, fact: str, project: "int | None", kind: str, answer: int, op: int) -> None:
        """Settle a fact as part of an operation, which can be undone."""
        self._tx.run("contests", "settle", fact=fact, project=project, kind=kind, answer=answer, op=op)
        self._clear_batch_cache()

    def add(self, fact: str, project: "int | None", reason: str, op: int, opened_at: "int | None" = None) -> None:
        """Open a contest as part of an operation, which can be undone; it opens now if no time is given."""
        self._tx.run("contests", "add", fact=fact, project=project, reason=reason, op=op, opened_at=opened_at)
        self._clear_batch_cache()

    def withdraw(self, fact: str, project: "int | None") -> None:
        """Remove the open contests of a fact: the values that they are about do not differ any more."""
        self._tx.run("contests", "withdraw", fact=fact, project=project)
        self._clear_batch_cache()

    def forget_answer(self, fact: str, project: "int | None", id_: str) -> None:
        """This memory settles this fact no more."""
        self._tx.run("contests", "forget_answer", fact=fact, project=project, id=id_)
        self._clear_batch_cache()

    def _clear_batch_cache(self) -> None:
        if self._tx.batch_words is not None:
            self._tx.batch_words.clear_contests_cache()

    def move_to_project(self, op: int, project: int, into: int) -> None:
        """Move contests and settlements of one project to another, as part of an operation."""
        for statement in ("move", "move_settled"):
            self._tx.run("contests", statement, op=op, project=project, into=into)

    def all(self, wanted: "Filters") -> "list[Contest]":
        """All contested facts of some projects, the newest first."""
        rows = self._tx.run("contests", "all", projects=wanted.sql_parameters["projects"], everywhere=wanted.everywhere)
        return [Contest(**dict(zip(Contest._fields, row, strict=True))) for row in rows]

    def periods(self) -> "list[ContestPeriod]":
        """Every contest, also those that are over."""
        rows = self._tx.run("contests", "periods")
        return [ContestPeriod(**dict(zip(ContestPeriod._fields, row, strict=True))) for row in rows]

    def settled_periods(self) -> "list[SettledPeriod]":
        """Every answer of the user to a contested fact, also those that were undone."""
        rows = self._tx.run("contests", "settled_periods")
        return [SettledPeriod(**dict(zip(SettledPeriod._fields, row, strict=True))) for row in rows]

    def with_several_values(self) -> "list[tuple[str, int | None]]":
        """Facts with several values and no contest, each with its project."""
        return [(row[0], row[1]) for row in self._tx.run("contests", "crowded")]

    def changing_often(self, since: int, least: int) -> "list[tuple[str, int | None]]":
        """Facts that changed at least `least` times since then, each with its project."""
        return [(row[0], row[1]) for row in self._tx.run("contests", "turning", since=since, least=least)]

    def rename_fact(self, fact: str, now: "str | None") -> None:
        """Rename a fact in contests and settlements."""
        for statement in ("rename", "rename_settled"):
            self._tx.run("contests", statement, fact=fact, name=now)

    def remove_empty(self) -> None:
        """Remove contests whose memories are erased."""
        self._tx.run("contests", "close_empty")

    def changed_texts(self, limit: int) -> "list[Row]":
        """Memories without a fact that a believed one superseded: the old one, the new one, the project."""
        return self._tx.run("contests", "changed_texts", limit=limit)

    def facts_with_past_values(self, limit: int) -> "list[Row]":
        """Facts with past values: the fact, its project, its entity, its attribute."""
        return self._tx.run("contests", "changed", limit=limit)
