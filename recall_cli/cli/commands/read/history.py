"""recall history: how a belief came to be what it is."""

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.options import AS_OF, PROJECT
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import TIMES
from recall_cli.domain.moment import day, iso, when
from recall_cli.flows.explain.history import NOTED
from recall_cli.rules.beliefs.authorship import author_of
from recall_cli.rules.text.records import as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.tables.operations import Event
    from recall_cli.flows.explain.history import Life

PARAMS = (
    argument(
        "about",
        "An id, or an entity and an attribute.",
        kind="arguments",
        completes="id",
        metavar="ID | ENTITY ATTRIBUTE",
    ),
    PROJECT,
    AS_OF,
    option("include", "Also what is usually left out of an agent's view: held.", kind="many", metavar="KINDS"),
)
EXAMPLES = (
    ("recall history 019aa3f2-7c1e", ""),
    ("recall history queue engine", "everything ever held of one fact, in this project and in none"),
)


def history(
    app: "App", *, about: "tuple[str, ...]", project: "str | None", as_of: "str | None", include: "tuple[str, ...]"
) -> Reply:
    """Every wording and every change of a belief, and what took whose place."""
    from recall_cli.flows.explain import history as flow
    from recall_cli.flows.projects import to_read

    if len(about) > 2:
        raise UsageError(
            "history takes an id, or an entity and an attribute", "for example recall history queue engine"
        )
    if len(about) == 1 and (parts := _two_names(about[0])):
        raise UsageError("history takes an id, or an entity and an attribute", f"recall history {' '.join(parts)}")
    until = narrow.moment(app, as_of, whole_day=True)
    with app.reading() as tx:
        if len(about) == 1:
            lives = flow.of_memory(tx, about[0])
        else:
            lives = flow.of_fact(tx, about[0], about[1], to_read(app, tx, project))
        if until is not None:
            lives = _until(tx, lives, until)
    if not (app.at_terminal or "held" in narrow.included(include)):
        lives = flow.discreet(lives)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import stories

        stories.lives(console, lives, app.now(), app.short_id)

    return Reply(lambda: {"history": [_document(life) for life in lives]}, lambda: _lines(lives, app.now()), screen)


def _two_names(word: str) -> "list[str]":
    """An entity and an attribute that were given as one word: "api port", api.port; empty where it is none of that."""
    for between in (None, "."):
        parts = word.split(between)
        if len(parts) == 2 and all(part.isidentifier() for part in parts):
            return parts
    return []


def _until(tx: "Any", lives: "list[Life]", moment: int) -> "list[Life]":
    """The story as it stood at a moment."""
    from recall_cli.flows.search.past import as_it_was

    return [
        life.but(
            memory=as_it_was(tx, life.memory, moment),
            events=tuple(event for event in life.events if event.at <= moment),
        )
        for life in lives
        if life.memory.created_at <= moment
    ]


def _document(life: "Life") -> "dict[str, Any]":
    events = []
    for event in life.events:
        values = event.fields()
        changes = {
            name: {"before": _value(name, event.before.get(name)), "after": _value(name, event.after[name])}
            for name in told(event)
        }
        del values["before"], values["after"]
        events.append(
            {
                "operation": values.pop("op"),
                **values,
                "at": iso(event.at),
                "changes": changes,
                "author": author_of(event.trust, event.agent),
            }
        )
    return {**as_json(life.memory), "events": events}


def told(event: "Event") -> "list[str]":
    """The changes of an event that mean something to a reader."""
    hidden = "valid_until" if "superseded_at" in event.after else ""
    return [
        name
        for name in event.after
        if name != hidden and (name in NOTED or name.startswith("tags.") or name in _EVENTS)
    ]


_EVENTS = ("seen_count", "deleted_at", "superseded_at", "usefulness")


def _value(name: str, value: "Any") -> "Any":
    """A value as a reader knows it: moments as dates."""
    return iso(value) if name in TIMES else value


def phrase(event: "Event", now: "int | None" = None) -> str:
    """What an event changed, in a few words; moments as a person says them where it is known what time it is."""
    parts = []
    for name in told(event):
        before, after = event.before.get(name), event.after[name]
        if name == "text":
            parts.append(f'was "{before}"')
        elif name == "deleted_at":
            parts.append("deleted" if after is not None else "brought back")
        elif name == "superseded_at":
            parts.append("superseded" if after is not None else "believed again")
        elif name == "seen_count":
            parts.append(
                f"seen {after} times" if after > (before or 0) else f"seen {after} time{'s' * (after > 1)} after all"
            )
        else:
            label = name.removeprefix("tags.")
            parts.append(f"{label.replace('_', ' ')} {_plain(name, before, now)} → {_plain(name, after, now)}")
    return ", ".join(parts)


def _plain(name: str, value: "Any", now: "int | None") -> str:
    if value is None:
        return "none"
    return when(value, now) if now is not None and name in TIMES else str(_value(name, value))


def _lines(lives: "list[Life]", now: int) -> "list[str]":
    found = []
    for life in lives:
        state = " ".join(show.marks(life.memory, now))
        found.append(show.line(life.memory) + (f"\t{state}" if state else ""))
        for event in life.events:
            said = phrase(event)
            found.append(
                f"\t{event.op}\t{event.kind}\t{day(event.at)}\t{author_of(event.trust, event.agent)}"
                + (f"\t{show.safe(said)}" if said else "")
            )
    return found
