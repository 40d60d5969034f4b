"""The one place where a command is run and its answer, or its failure, is shown."""

import os
import sys

from recall_cli.app import App
from recall_cli.cli.doors.registry import function_of, module_of
from recall_cli.domain.jsontext import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.doors.reply import Reply


MAKES_STORE = frozenset({"store", "import", "restore", "hook", "config", "embed", "encrypt", "bench"})
"""Commands that may make a store where there is none; every other one finds nothing in it, and leaves it so."""


def perform(name: str, values: "dict[str, Any]") -> int:
    """Run a command with the values that a door made of its arguments; the exit status."""
    values = dict(values)
    as_json = values.pop("json")
    app = App({"db": values.pop("db")})
    app.makes_store = name in MAKES_STORE
    try:
        _check_project(values.get("project"))
        module = __import__(module_of(name), fromlist=[function_of(name)])
        reply = getattr(module, function_of(name))(app, **values)
    except (Exception, KeyboardInterrupt) as error:
        from recall_cli.cli.doors.failure import failed

        return failed(error, as_json)
    try:
        deliver(app, reply, as_json)
        return int(reply.status)
    except (Exception, KeyboardInterrupt) as error:
        from recall_cli.cli.doors.failure import not_delivered

        return not_delivered(error, as_json, wrote=app.may_have_written)


def _check_project(named: "str | bool | None") -> None:
    """UsageError where --project is given an empty name: it is neither this project, nor none, nor all."""
    if isinstance(named, str) and not named.strip():
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "--project needs a name", "leave it out for the project you are in; '*' is all, --global is none"
        )


def deliver(app: App, reply: "Reply", as_json: bool) -> None:
    """Show an answer in the form that is wanted, then do what was left for afterwards."""
    if as_json:
        document = reply.data()
        if app.notes and isinstance(document, dict):
            document["notes"] = app.notes
        if document is not None:
            sys.stdout.write(dumps(document) + "\n")
    elif reply.screen is not None and _for_a_person():
        from recall_cli.cli.screens.screen import console

        _escape_what_cannot_be_encoded()
        reply.screen(console())
    else:
        _escape_what_cannot_be_encoded()
        empty = reply.empty
        for line in reply.lines():
            sys.stdout.write(line + "\n")
            empty = ""
        if empty and not app.notes:
            app.note(empty)
    sys.stdout.flush()
    if not as_json:
        for note in app.notes:
            sys.stderr.write(f"recall: {note}\n")
    if reply.after is not None:
        reply.after()


def _escape_what_cannot_be_encoded() -> None:
    """Letters that the terminal's encoding has not are written as their escapes."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _for_a_person() -> bool:
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
