"""Out: a store as lines, one memory each, nothing lost."""

from recall_cli import __version__
from recall_cli.domain.jsontext import dumps, dumps_utf8
from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import iso
from recall_cli.engines.tables.memories import NOTHING
from recall_cli.flows.masking import masked
from recall_cli.rules.records import FORMAT, as_stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


def exported(app: "App", tx: "Transaction", filters: "Filters") -> "Iterator[str]":
    """The lines of an export: a header, then every memory in the order it was kept."""
    projects = [
        {"name": project.name, "enabled": project.enabled, "marks": list(project.marks)}
        for project in tx.projects.all()
        if filters.projects is None or project.n in filters.projects
    ]
    yield dumps_utf8({"recall": FORMAT, "by": __version__, "at": iso(app.now()), "projects": projects})
    was: tuple[Memory, ...] = ()
    without = NOTHING
    if filters.as_of is not None:
        from recall_cli.flows.past import then

        past = then(tx, filters)
        was, without = past.matching, dumps(list(past.changed))
    settled = tx.contests.standing() if filters.as_of is None else {}
    for memory in tx.memories.walk(filters, without):
        more: dict[str, Any] = {"settles": settled[memory.n]} if memory.n in settled else {}
        if filters.as_of is None and (links := tx.links.from_one(memory.n)):
            more["links"] = [{"id": id_, "kind": kind, "weight": weight} for id_, kind, weight in links]
        yield dumps_utf8({**masked(as_stored(memory))[0], **more})
    for memory in sorted(was, key=lambda memory: memory.n):
        yield dumps_utf8(masked(as_stored(memory))[0])
