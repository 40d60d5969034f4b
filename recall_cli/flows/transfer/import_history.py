"""The history of imported memories: what happened to them in the store that they come from."""

from recall_cli.rules.beliefs import trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

    Events = list[dict[str, Any]]

BATCH_SIZE = 2000


class ImportedHistory:
    """The events of the memories of one file: operations, changes, and which memory superseded which."""

    def __init__(self, channel: str, operations: int) -> None:
        self.operations = operations
        """The highest operation number that the file announces."""
        self._channel = channel
        self._brought: set[int] = set()
        self._undone: list[tuple[int, int]] = []
        self._base = 0
        self._successors: list[tuple[int, str, str, str]] = []

    def keep(
        self,
        tx: "Transaction",
        begun: "tuple[int, int]",
        lives: "list[tuple[str, Events]]",
        project: "Callable[[str], int | None]",
    ) -> None:
        """Store the events of some memories, each given by its id, as part of an import that has begun."""
        op, base = begun
        self._base = base
        told_before = tx.imports.imported_elsewhere(op, (base, base + self.operations), [id_ for id_, _ in lives])
        rows: list[dict[str, Any]] = []
        changes: list[tuple[int, str, dict[str, Any], dict[str, Any]]] = []
        for id_, events in [one for one in lives if one[0] not in told_before]:
            for event in events:
                if event["op"] > self.operations:
                    continue
                rows += self._operation(tx, event, base)
                number = base + event["op"]
                sides = [
                    self._translate_values(tx, number, id_, side, event[side], project) for side in ("before", "after")
                ]
                changes.append((number, id_, sides[0], sides[1]))
        tx.imports.add_operations(op, rows)
        tx.imports.add_changes(op, changes)

    def _operation(self, tx: "Transaction", event: "dict[str, Any]", base: int) -> "list[dict[str, Any]]":
        """The row of an operation, unless it is stored already."""
        if event["op"] in self._brought:
            return []
        self._brought.add(event["op"])
        row = {
            "n": base + event["op"],
            "came_as": event["op"],
            "user": tx.view.user,
            "kind": event["kind"],
            "at": event["at"],
            "trust": trust.trust_of_import(self._channel, event["trust"]),
            "agent": event["agent"],
            "session": event["session"],
        }
        if event["undone"] is None or event["undone"] > self.operations:
            return [row]
        self._undone.append((base + event["op"], base + event["undone"]))
        return [row]

    def _translate_values(
        self,
        tx: "Transaction",
        op: int,
        id_: str,
        side: str,
        values: "dict[str, Any]",
        project: "Callable[[str], int | None]",
    ) -> "dict[str, Any]":
        """The values before or after a change, in the terms of this store."""
        told = dict(values)
        if told.get("project") is not None:
            told["project"] = project(told["project"])
        if told.get("superseded_by") is not None:
            self._successors.append((op, id_, side, told["superseded_by"].lower()))
            told["superseded_by"] = None
        if told.get("text") is not None:
            from recall_cli.rules.text.normalize import content_hash

            told["hash"], told["grams"] = content_hash(told["text"]), tx.engine.grams(told["text"])
        if told.get("trust") is not None:
            told["trust"] = trust.trust_of_import(self._channel, told["trust"])
        return told

    def join(self, app: "App", op: int) -> None:
        """Write the references to other operations and memories, once all of them are stored."""
        missing = {by for _, by in self._undone}
        for start in range(0, len(self._undone), BATCH_SIZE):
            with app.write_transaction() as tx:
                part = self._undone[start : start + BATCH_SIZE]
                here = {"user": tx.view.user, "kind": "undo", "at": tx.now, "trust": app.channel}
                stubs = [
                    {**here, "n": by, "came_as": by - self._base, "agent": None, "session": None}
                    for by in sorted(missing)
                ]
                tx.imports.add_operations(op, stubs)
                missing = set()
                tx.imports.add_undone(op, part)
        for start in range(0, len(self._successors), BATCH_SIZE):
            with app.write_transaction() as tx:
                tx.imports.add_successors(self._successors[start : start + BATCH_SIZE])
