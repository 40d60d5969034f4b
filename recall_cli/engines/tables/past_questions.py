"""A limited number of past questions, for comparing rankings."""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table


class Question(Record):
    """A question, the projects searched (None for all), when it was asked last and how often."""

    query: str
    projects: "tuple[int, ...] | None"
    at: int
    times: int


class PastQuestions(Table):
    """The past questions of one user within one transaction."""

    def record(self, query: str, projects: "tuple[int, ...] | None", agent: "str | None", limit: int) -> None:
        """Note a question, and remove the oldest beyond the limit."""
        projects_json = "" if projects is None else dumps(list(projects))
        self._tx.run("asked", "keep", query=query, projects=projects_json, agent=agent)
        self.trim(limit)

    def trim(self, limit: int) -> int:
        """Remove all but the newest; how many were removed."""
        self._tx.run("asked", "trim", keep=limit)
        return self._tx.engine.rows_changed()

    def newest(self, limit: int) -> "list[Question]":
        """The newest questions, the newest first."""
        return [
            Question(query=query, projects=tuple(loads(projects)) if projects else None, at=at, times=times)
            for query, projects, at, times in self._tx.run("asked", "newest", limit=limit)
        ]
