"""The one place where a command is run and its answer, or its failure, is shown."""

import os
import sys

from recall_cli.app import App, flush
from recall_cli.cli.registry import function_of, module_of
from recall_cli.domain.errors import RecallError
from recall_cli.domain.jsontext import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.reply import Reply


def perform(name: str, values: "dict[str, Any]") -> int:
    """Run a command with the values that a door made of its arguments; the exit status."""
    values = dict(values)
    as_json = values.pop("json")
    app = App({"db": values.pop("db")})
    try:
        module = __import__(module_of(name), fromlist=[function_of(name)])
        reply = getattr(module, function_of(name))(app, **values)
        deliver(app, reply, as_json)
        return int(reply.status)
    except RecallError as error:
        return fail(error, as_json)
    except BrokenPipeError:  # whoever read our answer has read enough
        _silence()
        return 0
    except KeyboardInterrupt:
        return fail(Interrupted(), as_json)
    except Exception as error:
        if os.environ.get("RECALL_DEBUG"):
            raise
        return fail(unforeseen(error), as_json)


def deliver(app: App, reply: "Reply", as_json: bool) -> None:
    """Show an answer in the form that is wanted, then do what was left for afterwards."""
    if as_json:
        document = reply.data()
        if app.notes and isinstance(document, dict):
            document["notes"] = app.notes
        if document is not None:
            sys.stdout.write(dumps(document) + "\n")
    elif reply.screen is not None and _for_a_person():
        from recall_cli.cli.screen import console

        reply.screen(console())
    else:
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
        for line in reply.lines():
            sys.stdout.write(line + "\n")
    sys.stdout.flush()
    if not as_json:
        for note in app.notes:
            sys.stderr.write(f"recall: {note}\n")
    if reply.after is not None:
        reply.after()


LONGEST = 500
"""Letters of a word in an error; what is longer was no slip of the fingers, and nobody reads it."""


def fail(error: RecallError, as_json: bool) -> int:
    """Say what is wrong, why, and the next step, once."""
    from recall_cli.cli.show import safe

    try:
        flush()
    except (OSError, ValueError):  # that nobody can take our answer may be what is wrong
        _silence()
    try:
        if as_json:
            said = {"code": error.code, "message": _cut(error.message), "hint": _cut(error.hint)}
            sys.stderr.write(dumps({"error": said}) + "\n")
        else:
            hint = f" ({error.hint})" if error.hint else ""
            sys.stderr.write(f"recall: {safe(_cut(error.message + hint))}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        _silence()
    return error.status


def _cut(text: str) -> str:
    return " ".join(word if len(word) <= LONGEST else f"{word[:60]}…" for word in text.split(" "))


class Interrupted(RecallError):
    """Interrupted: what was not finished was not kept."""

    code = "interrupted"
    status = 130


def unforeseen(error: Exception) -> RecallError:
    """What no command expected, in a line."""
    if isinstance(error, FileNotFoundError) and error.filename is None and _adrift():
        return RecallError("the folder that this was started in is gone", "cd into another")
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename else ""
        return RecallError(f"{(error.strerror or str(error)).lower()}{where}")
    return RecallError(
        f"something unexpected: {type(error).__name__}: {error}", "RECALL_DEBUG=1 shows where; please report it"
    )


def _adrift() -> bool:
    """Is the folder gone that this process stands in?"""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def _for_a_person() -> bool:
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _silence() -> None:
    """Nobody listens any more: nothing shall complain of it while the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
