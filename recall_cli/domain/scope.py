"""Who looks, and at what: the view that every statement is bound to, and the filters that a caller adds."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record


class View(Record):
    """What may be seen at all: set by settings and by who asks, never widened by a flag."""

    user: str
    clearance: int = len(CLASSIFICATIONS) - 1
    agent: "str | None" = None
    """The agent whose own and shared memories alone are seen; None sees everybody's."""
    topics: "tuple[str, ...] | None" = None
    projects: "tuple[str, ...] | None" = None
    """The names of the projects whose memories alone are seen, with those of no project; None sees all."""

    @property
    def topics_json(self) -> "str | None":
        return None if self.topics is None else dumps(list(self.topics))

    @property
    def projects_json(self) -> "str | None":
        return None if self.projects is None else dumps(list(self.projects))

    @property
    def whole(self) -> bool:
        """Does this view leave nothing of its user's out?"""
        narrowed = self.agent, self.topics, self.projects
        return self.clearance == len(CLASSIFICATIONS) - 1 and narrowed == (None, None, None)


class Filters(Record):
    """What a search, a list or a count is narrowed to."""

    types: "tuple[str, ...]" = ()
    topic: "str | None" = None
    projects: "tuple[int, ...] | None" = None
    """Row numbers of projects; None means all of them."""
    everywhere: bool = True
    """Are memories without a project included?"""
    agent: "str | None" = None
    tags: "tuple[tuple[str, str | None], ...]" = ()
    since: "int | None" = None
    until: "int | None" = None
    min_confidence: float = 0.0
    as_of: "int | None" = None
    include: "frozenset[str]" = frozenset()
    """Of superseded, held, expired, deleted: what is usually left out and is wanted all the same."""

    @property
    def sql_parameters(self) -> "dict[str, object]":
        """The filters as the values of a statement."""
        return {
            "types": dumps(list(self.types)) if self.types else None,
            "topic": self.topic,
            "projects": None if self.projects is None else dumps(list(self.projects)),
            "everywhere": self.everywhere,
            "agent": self.agent,
            "tags": dumps([list(tag) for tag in self.tags]) if self.tags else None,
            "since": self.since,
            "until": self.until,
            "min_confidence": self.min_confidence,
            "as_of": self.as_of,
            **{name: name in self.include for name in INCLUDE_CHOICES},
        }

    @property
    def is_current_only(self) -> bool:
        """Is only what is believed now wanted?"""
        return self.as_of is None and not self.include

    @property
    def open(self) -> bool:
        """Is nothing filtered but the project?"""
        return self.but(projects=None, everywhere=True, include=frozenset(), as_of=None) == Filters()


INCLUDE_CHOICES = ("superseded", "held", "expired", "deleted")
