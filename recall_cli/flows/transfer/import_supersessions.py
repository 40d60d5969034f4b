"""Two stores that both moved on: what was superseded in the one ends in the other too, when its export is imported."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.importing import Importer


LEFT_FILE_PREFIX = "no longer in"
"""How the metadata of a memory begin to say why it ended: its file does not hold it any more."""


class ImportedSupersessions:
    """Memories that are here already, and that the file says are superseded by now."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._told: list[tuple[int, dict[str, Any]]] = []

    def note(self, number: int, read: "dict[str, Any]") -> None:
        """A line about a memory that is here, by its row number."""
        if read["superseded_at"] is not None and read["deleted_at"] is None and read["held"] is None:
            names = ("superseded_at", "superseded_by", "valid_until", "updated_at")
            self._told.append((number, {name: read[name] for name in names}))

    def end_superseded(self, importer: "Importer") -> None:
        """End what is still believed here and was not changed since, as part of the import; it can be undone."""
        if not self._told:
            return
        with self._app.read_transaction() as tx:
            ending = [one for one in self._told if self._still_believed(tx, importer, *one)]
            for number, read in ending if importer.dry_run else ():
                self._list(tx, importer, number, read)
        if importer.dry_run or not ending:
            return
        with self._app.write_transaction() as tx:
            op, _ = importer.of.begin(tx, importer.file, 0)
            for number, read in (one for one in ending if self._still_believed(tx, importer, *one)):
                self._list(tx, importer, number, read)
                successor = tx.memories.by_id(read["superseded_by"].lower()) if read["superseded_by"] else None
                columns = {**read, "superseded_by": None if successor is None else successor.n}
                tx.memories.change(op, number, columns)
            tx.operations.add_touched(op, importer.ended)

    def _still_believed(self, tx: "Transaction", importer: "Importer", number: int, read: "dict[str, Any]") -> bool:
        """Does it end? The user's own word only by their own export: anybody can write an end into a file."""
        found = tx.memories.by_number([number])
        if not found:  # the reader may not see it
            return False
        memory = found[0]
        return (
            memory.superseded_at is None
            and memory.deleted_at is None
            and memory.updated_at <= read["updated_at"]
            and (memory.trust != "user" or importer.of.channel == "user")
        )

    def _list(self, tx: "Transaction", importer: "Importer", number: int, read: "dict[str, Any]") -> None:
        memory = tx.memories.by_number([number])[0]
        importer.ended += 1
        entry = {"id": memory.id, "text": memory.text, "superseded_by": None}
        id_ = (read["superseded_by"] or "").lower()
        successor = next((one["text"] for one in importer.listed.memories if one["id"] == id_), None) if id_ else None
        importer.listed.add("vanished", {**entry, "superseded_by": successor})


def has_left_file(memory: "Memory") -> bool:
    """Did this memory end because its file no longer held it?"""
    return memory.valid_until is not None and memory.metadata is not None and f'"{LEFT_FILE_PREFIX} ' in memory.metadata
