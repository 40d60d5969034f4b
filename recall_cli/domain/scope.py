"""What a caller can see: the view that is bound to every statement, and the filters that a caller adds."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record

TOKEN_CALLER = "token "  # noqa: S105 — the beginning of a name, and no secret
"""Before the name of the token, in the name of a caller. No session is recorded with such a name."""

PIPE_CALLER = "a pipe"
"""Recorded in place of the session if a person piped the text. No session is recorded with this name."""


class View(Record):
    """Which memories may be seen at all. Settings and the caller decide this; no flag widens it."""

    user: str
    clearance: int = len(CLASSIFICATIONS) - 1
    agent: "str | None" = None
    """If set, only memories of this agent and shared ones are visible."""
    topics: "tuple[str, ...] | None" = None
    projects: "tuple[str, ...] | None" = None
    """The names of the projects whose memories alone are seen, with those of no project; None sees all."""
    caller: "str | None" = None
    """Who came over the network, as `token NAME`, or PIPE_CALLER. Their operations are recorded with it."""

    @property
    def topics_json(self) -> "str | None":
        return None if self.topics is None else dumps(list(self.topics))

    @property
    def projects_json(self) -> "str | None":
        return None if self.projects is None else dumps(list(self.projects))

    @property
    def whole(self) -> bool:
        """Does this view show all memories of its user?"""
        narrowed = self.agent, self.topics, self.projects
        return self.clearance == len(CLASSIFICATIONS) - 1 and narrowed == (None, None, None)


class Filters(Record):
    """The filters of a search, a list or a count."""

    types: "tuple[str, ...]" = ()
    topic: "str | None" = None
    projects: "tuple[int, ...] | None" = None
    """Row numbers of projects; None means all of them."""
    everywhere: bool = True
    """Are memories without a project included?"""
    agent: "str | None" = None
    session: "str | None" = None
    sources: "tuple[str, ...]" = ()
    trusts: "tuple[str, ...]" = ()
    unused: bool = False
    """Only memories that no agent has used."""
    tags: "tuple[tuple[str, str | None], ...]" = ()
    since: "int | None" = None
    until: "int | None" = None
    min_confidence: float = 0.0
    as_of: "int | None" = None
    include: "frozenset[str]" = frozenset()
    """Which of the states that are usually hidden to include: superseded, held, expired, deleted."""

    @property
    def sql_parameters(self) -> "dict[str, str | int | float | None]":
        """The filters as parameters of an SQL statement."""
        return {
            "types": dumps(list(self.types)) if self.types else None,
            "topic": self.topic,
            "projects": None if self.projects is None else dumps(list(self.projects)),
            "everywhere": self.everywhere,
            "agent": self.agent,
            "session": self.session,
            "sources": dumps(list(self.sources)) if self.sources else None,
            "trusts": dumps(list(self.trusts)) if self.trusts else None,
            "unused": self.unused,
            "tags": dumps([list(tag) for tag in self.tags]) if self.tags else None,
            "since": self.since,
            "until": self.until,
            "min_confidence": self.min_confidence,
            "as_of": self.as_of,
            **{name: name in self.include for name in INCLUDE_CHOICES},
        }

    @property
    def is_current_only(self) -> bool:
        """Do the filters match only memories that are believed now?"""
        return self.as_of is None and not self.include

    @property
    def open(self) -> bool:
        """Is the project the only filter?"""
        return self.but(projects=None, everywhere=True, include=frozenset(), as_of=None) == Filters()


SORT_CHOICES = ("newest", "used", "unused", "importance", "confidence", "strength")
"""The orders of a list: the newest, most used, longest unused, most important, most certain or strongest first."""
INCLUDE_CHOICES = ("superseded", "held", "expired", "deleted")
