"""`recall import transcripts`: what was said in sessions before recall was there."""

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.progress import Bar
from recall_cli.cli.screens.show import memories, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.agents.transcripts import Backfilled

SHOWN = 20


def transcripts(app: "App", agent: "str | None", since: "str | None", *, dry_run: bool) -> Reply:
    """Read the session files of every agent on this machine, or of one."""
    from recall_cli.agents.transcripts.clients import CLIENTS
    from recall_cli.flows.agents.transcripts import Backfilled, backfill
    from recall_cli.flows.write.think import switched_off

    refusal = switched_off(app, {"text": ""})
    if refusal is not None:
        app.note(f"nothing was read: {refusal.reason}")
        return _reply(Backfilled(dry_run=dry_run), status=3)
    moment = narrow.moment(app, since)
    with Bar() as told:
        agents = (agent,) if agent else tuple(CLIENTS)
        found = backfill(app, agents, moment, lambda *at: told("reading sessions", *at), dry_run=dry_run)
    if found.redacted:
        app.note("masked: " + ", ".join(f"{count:,} {kind}" for kind, count in found.redacted))
    for fault in found.faults[:SHOWN]:
        app.note(safe(fault))
    if len(found.faults) > SHOWN:
        app.note(f"and {len(found.faults) - SHOWN:,} more files that could not be read")
    return _reply(found, status=1 if found.faults else 0)


def _reply(found: "Backfilled", status: int) -> Reply:
    return Reply(
        lambda: _document(found),
        lambda: [_line(found)],
        lambda console: _screen(console, found),
        status=status,
    )


def _document(found: "Backfilled") -> "dict[str, Any]":
    values = found.fields()
    values["operation"] = values.pop("op")
    values["redacted"] = [{"kind": kind, "count": count} for kind, count in found.redacted]
    values["faults"] = [*found.faults]
    return values


def _line(found: "Backfilled") -> str:
    word = "would keep" if found.dry_run else "kept"
    held = f", {found.held:,} of them held for review" if found.held else ""
    known = f", {found.known:,} known already" if found.known else ""
    beyond = f", {found.left_out:,} more than a session may bring" if found.left_out else ""
    sessions = f"{found.sessions:,} session{'' if found.sessions == 1 else 's'}"
    return (
        f"{word} {memories(found.created)}{held}{known}, {found.refused:,} statements left out{beyond}: "
        f"{found.turns:,} new turns in {sessions}"
    )


def _screen(console: "Any", found: "Backfilled") -> None:
    from recall_cli.cli.screens import screen

    word, _, what = _line(found).partition(" ")
    if found.dry_run:
        word, what = "would keep", what.removeprefix("keep ")
    screen.said(console, word, what, f"undo: recall undo {found.op}" if found.op else "")
