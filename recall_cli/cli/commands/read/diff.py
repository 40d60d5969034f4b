"""recall diff: what was learned, corrected and forgotten since a date."""

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.options import GLOBAL_ONLY, PROJECT
from recall_cli.cli.doors.params import option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import TIMES
from recall_cli.domain.moment import iso, when
from recall_cli.domain.scope import Filters
from recall_cli.rules.text.records import as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.explain.history import Difference

PARAMS = (
    option("since", "From when; a week ago by default.", default="7d", metavar="DATE"),
    option("until", "Up to when; now by default.", metavar="DATE"),
    PROJECT,
    GLOBAL_ONLY,
)
EXAMPLES = (
    ("recall diff --since yesterday", ""),
    ("recall diff --since 2026-03-01 --until 2026-04-01 --project '*'", ""),
)


def diff(app: "App", *, since: str, until: "str | None", project: "str | None", global_: bool) -> Reply:
    """What changed in what is believed, between two moments."""
    from recall_cli.flows.explain.history import between, discreet_difference
    from recall_cli.flows.projects import to_read

    now = app.now()
    low, end = narrow.moment(app, since), narrow.moment(app, until, whole_day=True)
    low, high = low or 0, now if end is None else end
    if high < low:
        raise UsageError("--since lies ahead" if until is None else "--until lies before --since")
    with app.reading() as tx:
        places = to_read(app, tx, project, only_global=global_)
        everywhere = places is None
        found = between(tx, low, high, Filters(projects=places))
        if not app.at_terminal:
            found = discreet_difference(tx, found)
    return Reply(
        lambda: _document(low, high, found),
        lambda: _lines(found, everywhere),
        lambda console: _screen(console, found, now, app.short_id, projects=everywhere),
        empty="nothing changed",
    )


def _document(low: int, high: int, found: "Difference") -> "dict[str, Any]":
    corrected = [
        {
            **as_json(memory),
            "changes": {name: {"before": _dated(name, before), "after": _dated(name, after)} for name in after},
        }
        for memory, before, after in found.corrected
    ]
    return {
        "since": iso(low),
        "until": iso(high),
        "learned": show.as_document(found.learned),
        "corrected": corrected,
        "superseded": show.as_document(found.superseded),
        "deleted": show.as_document(found.deleted),
        "restored": show.as_document(found.restored),
    }


def _dated(name: str, side: "dict[str, Any]") -> "Any":
    return iso(side[name]) if name in TIMES else side[name]


def _lines(found: "Difference", projects: bool) -> "list[str]":
    lines = [f"learned\t{show.line(memory, projects=projects)}" for memory in found.learned]
    for memory, before, after in found.corrected:
        lines.append(f"corrected\t{show.line(memory, projects=projects)}\t{show.safe(changes(before, after))}")
    for word in ("superseded", "deleted", "restored"):
        lines += [f"{word}\t{show.line(memory, projects=projects)}" for memory in getattr(found, word)]
    return lines


def changes(before: "dict[str, Any]", after: "dict[str, Any]", now: "int | None" = None) -> str:
    """Before and after of a correction; moments as a person says them where it is known what time it is."""
    parts = []
    for name in after:
        old, new = (_plain(name, side[name], now) for side in (before, after))
        parts.append(f'was "{old}"' if name == "text" else f"{name.removeprefix('tags.')} {old} → {new}")
    return ", ".join(parts)


def _plain(name: str, value: "Any", now: "int | None") -> str:
    """A value as a reader knows it: moments as dates."""
    if value is None or name not in TIMES:
        return "none" if value is None else str(value)
    return str(iso(value)) if now is None else when(value, now)


def _screen(console: "Any", found: "Difference", now: int, short: "Callable[[str], str]", *, projects: bool) -> None:
    from recall_cli.cli.screens import stories

    stories.difference(console, found, now, short, projects=projects)
