"""The one place where a command is run and its answer, or its failure, is shown."""

import os
import sys

from recall_cli.app import App
from recall_cli.cli.registry import command_function_name, command_module_name
from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.reply import Reply


STORE_CREATING_COMMANDS = frozenset({"store", "import", "restore", "hook", "config", "embed", "encrypt", "bench"})
"""Commands that may make a store where there is none; every other one finds nothing in it, and leaves it so."""


def run_command(name: str, values: "dict[str, Any]") -> int:
    """Run a command with the values that a door made of its arguments; the exit status."""
    values = dict(values)
    as_json = values.pop("json")
    app = App({"db": values.pop("db")})
    app.makes_store = name in STORE_CREATING_COMMANDS
    try:
        _check_project(values.get("project"))
        module = __import__(command_module_name(name), fromlist=[command_function_name(name)])
        reply = getattr(module, command_function_name(name))(app, **values)
    except (Exception, KeyboardInterrupt) as error:
        from recall_cli.cli.error_output import report_exception

        return report_exception(error, as_json)
    try:
        write_reply(app, reply, as_json)
        return int(reply.status)
    except (Exception, KeyboardInterrupt) as error:
        from recall_cli.cli.error_output import report_undelivered_answer

        return report_undelivered_answer(error, as_json, has_written=app.may_have_written)


def _check_project(named: "str | bool | None") -> None:
    """UsageError where --project is given an empty name: it is neither this project, nor none, nor all."""
    if isinstance(named, str) and not named.strip():
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "--project needs a name", "leave it out for the project you are in; '*' is all, --global is none"
        )


def write_reply(app: App, reply: "Reply", as_json: bool) -> None:
    """Show an answer in the form that is wanted, then do what was left for afterwards."""
    if as_json:
        document = reply.data()
        if app.notes and isinstance(document, dict):
            document["notes"] = app.notes
        if document is not None:
            sys.stdout.write(dumps(document) + "\n")
    elif reply.screen is not None and _output_is_for_a_person():
        from recall_cli.cli.output.terminal import make_console

        _escape_unencodable_letters()
        reply.screen(make_console())
    else:
        _escape_unencodable_letters()
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


def _escape_unencodable_letters() -> None:
    """Letters that the terminal's encoding has not are written as their escapes."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _output_is_for_a_person() -> bool:
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
