"""The tags and topics in use, with their counts."""

from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters


class Label(Record):
    """A tag or a topic, with how many believed memories have it."""

    name: str
    memories: int
    newest_at: int
    value: "str | None" = None
    """The value of a tag."""


class Labels(Table):
    """The statements about labels within one transaction."""

    def tags(self, wanted: "Filters") -> "list[Label]":
        """Each tag with each of its values, the most used first."""
        rows = self._tx.run("labels", "tags", **wanted.sql_parameters)
        return [Label(name=row[0], value=str(row[1]), memories=row[2], newest_at=row[3]) for row in rows]

    def facts(self, key: str, projects: "tuple[int, ...] | None", limit: int) -> "list[tuple[str, str]]":
        """The entity and attribute of each fact with the entity or the attribute of this key, the newest first."""
        from recall_cli.domain.json_text import dumps

        entity, attribute = key.split("/", 1)
        places = None if projects is None else dumps(list(projects))
        rows = self._tx.run(
            "labels", "facts", entity=f"{entity}/", attribute=f"/{attribute}", projects=places, limit=limit
        )
        return [(row[0], row[1]) for row in rows]

    def topics(self, wanted: "Filters") -> "list[Label]":
        """Each topic, the most used first."""
        rows = self._tx.run("labels", "topics", **wanted.sql_parameters)
        return [Label(name=row[0], memories=row[1], newest_at=row[2]) for row in rows]
