"""Where the memories of a project are synchronised, as the store knows it."""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.engines.tables import Table

_KEY = "sync/"
GLOBAL = "global"
"""The place of memories without a project."""
TEAM_PREFIX = "team-"
"""Begins the names of shared projects, among those that are synchronised."""


class SyncPlaces(Table):
    """The remotes of projects within one transaction."""

    def get(self, place: str) -> "dict[str, str] | None":
        """The remote of a project, its key and this machine's name; None if it is not synchronised."""
        rows = self._tx.run("meta", "own", key=_KEY + place)
        values = loads(str(rows[0][0])) if rows else None
        return values if isinstance(values, dict) and values else None

    def put(self, place: str, values: "dict[str, str]") -> None:
        """Set the remote of a project; empty values end it."""
        self._tx.run("meta", "put", key=_KEY + place, value=dumps(values))

    def is_in_use(self, project: int) -> bool:
        """Is a project synchronised, does it share memories, or is a colleague paired?"""
        team = self.get(f"{TEAM_PREFIX}{project}") or {}
        return self.get(str(project)) is not None or bool(
            loads(team.get("shared", "[]")) + loads(team.get("members", "[]"))
        )

    def remove(self, project: "int | str") -> None:
        """Remove every trace of the place of a project, or of `GLOBAL`."""
        team = f"{TEAM_PREFIX}{project}"
        for place in (str(project), team, f"{team}/state", f"{team}/applied"):
            self._tx.run("meta", "forget", key=_KEY + place)

    def newest_operation(self) -> int:
        """The number of the newest operation of the store."""
        return int(self._tx.run("moving", "counts")[0][3])
