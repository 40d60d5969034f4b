"""Run a command and print its result or its error. All commands pass through here."""

import os
import sys

from recall_cli.app import App
from recall_cli.cli.registry import command_function_name, command_module_name
from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.parsing.params import Param
    from recall_cli.cli.reply import Reply


STORE_CREATING_COMMANDS = frozenset({"store", "import", "restore", "hook", "config", "embed", "encrypt", "bench"})
"""Commands that may create a store. All others treat a missing store as empty."""

LOCAL_COMMANDS = frozenset("completion config doctor help hook hooks join schedule setup uninstall worker".split())
"""Commands that concern this machine, also where the store is behind a `recall serve`."""
LONGEST_WAIT_SECONDS = 60
"""A command waits so long while other processes take turns to write."""
READING_FOLDER = ".commands.read."
"""In the names of modules of commands that only read."""


def run_command(name: str, values: "dict[str, Any]") -> int:
    """Run a command with its parsed arguments; returns the exit status."""
    values = dict(values)
    as_json = values.pop("json")
    database = values.pop("db")
    app = App({"db": database})
    app.prints_json = as_json
    app.makes_store = name in STORE_CREATING_COMMANDS
    app.lock_options = {"longest_wait": LONGEST_WAIT_SECONDS, "notice_wait": _notice_wait}
    try:
        if database is not None:
            _check_database(app, name, database)
        _check_project(values.get("project"))
        path = command_module_name(name)
        if database is not None and READING_FOLDER in path and not app.settings.has_store():
            app.note(f"there is no store at {app.settings.database} (check --db; recall store would create it)")
        module = __import__(path, fromlist=[command_function_name(name)])
        if name != "migrate":
            _refuse_addresses(module.PARAMS, values)
        if not _works_here(name, values) and app.settings.is_over_https:
            from recall_cli.cli.over_https import run_at_server

            reply = run_at_server(app, name, values, on_screen=not as_json and _output_is_for_a_person())
        else:
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


def _notice_wait() -> None:
    """Tell a person at a terminal why nothing happens."""
    if sys.stderr.isatty():
        sys.stderr.write("recall: waiting, because other processes write to the store (Ctrl-C gives up)\n")
        sys.stderr.flush()


def _check_project(named: "str | bool | None") -> None:
    """Raise UsageError for an empty --project, which could mean this project, none or all."""
    if isinstance(named, str) and not named.strip():
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "--project needs a name", "leave it out for the project you are in; '*' means all, --global means none"
        )


def _works_here(name: str, values: "dict[str, Any]") -> bool:
    """Whether a command concerns this machine; maintenance of a store behind a server is scheduled there."""
    return name in LOCAL_COMMANDS and not (name == "schedule" and values["verb"] == "install")


def _refuse_addresses(params: "tuple[Param, ...]", values: "dict[str, Any]") -> None:
    """Raise UsageError for an address in the place of a file."""
    for param in params:
        is_place = param.completes == "file" and ":A-B" not in param.metavar  # lines of a file stand behind a colon
        given = values.get(param.name) if is_place else None
        for text in (given,) if isinstance(given, str) else given or ():
            if not text.startswith(("/", "./", "~")):
                from recall_cli.store_address import refuse_address

                refuse_address(text, param.metavar.strip("[].") or param.name)


def _check_database(app: App, command: str, database: str) -> None:
    """Raise UsageError for an empty --db, which would otherwise mean the usual store; and if an agent names another
    store to a command that it may run unasked: that could be any file or any server, and the user is not asked before.
    """
    if not database.strip():
        from recall_cli.domain.errors import UsageError

        raise UsageError("--db is empty", "name a file, or leave it out for the usual store")
    from recall_cli.agents.agent_detection import find_agent_variable
    from recall_cli.agents.allow_rules import ALLOWED_COMMANDS
    from recall_cli.settings import Settings

    if command not in ALLOWED_COMMANDS or find_agent_variable(app.environment) is None:
        return
    if app.settings.store_place != Settings({}, app.environment).store_place:
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            f"an agent's recall {command} uses the usual store, not --db",
            "put RECALL_DB=… before the command; your user is asked about that",
        )


def write_reply(app: App, reply: "Reply", as_json: bool) -> None:
    """Print a reply in the requested form, then run its `after`."""
    on_screen = False
    if as_json:
        document = reply.data()
        if app.notes and isinstance(document, dict):
            document["notes"] = app.notes
        if document is not None:
            sys.stdout.write(dumps(document) + "\n")
    elif reply.drawn is not None:
        from recall_cli.cli.output.pager import print_drawn

        _escape_unencodable_letters()
        print_drawn(app, reply.drawn)
    elif reply.screen is not None and _output_is_for_a_person():
        from recall_cli.cli.output.pager import print_screen

        _escape_unencodable_letters()
        print_screen(app, reply.screen)
        on_screen = True
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
    if on_screen and reply.after_screen is not None:
        reply.after_screen()


def _escape_unencodable_letters() -> None:
    """Print characters that the output encoding does not have as escapes."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _output_is_for_a_person() -> bool:
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
