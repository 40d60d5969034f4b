"""Calling a tool: check the arguments, run it, and turn every error into one clear answer."""

import os

from recall_cli.app import ignore_progress
from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.serve.arguments import check_arguments
from recall_cli.serve.catalogue import find_tool
from recall_cli.serve.grant import READ
from recall_cli.serve.tool import CallCancelled, ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.serve.session import Session


class SwitchedOff(RecallError):
    """Memory is switched off."""

    code = "off"


def call_tool(
    session: "Session",
    name: str,
    arguments: "Any",
    *,
    progress: "Callable[[int, int, str], None] | None" = None,
    cancelled: "Callable[[], bool] | None" = None,
) -> ToolResult:
    """The result of a tool. Only CallCancelled is ever raised: everything else is an answer."""
    app = session.app
    tool = find_tool(session.grant, name)
    if tool is None:
        return ToolResult(text=f"there is no tool {name[:80]!r}", is_error=True, error_code="unknown_tool")

    def report(what: str, done: int, total: int) -> None:
        if cancelled is not None and cancelled():
            raise CallCancelled
        if progress is not None:
            progress(done, total, what)

    try:
        values = check_arguments(tool.input_schema, arguments)
        app.refresh()
        if tool.right == READ:
            _check_switched_on(session)
        app.progress = report
        result = tool.load_handler()(session, values)
    except CallCancelled:
        raise
    except Exception as error:
        if not isinstance(error, RecallError) or isinstance(error, StoreError):
            app.reopen()  # the next call starts with a connection of its own
        return _error_result(error)
    finally:
        app.progress = ignore_progress
    notes = [f"note: {note}" for note in app.notes]
    app.notes.clear()
    return result.but(text="\n".join([result.text, *notes])) if notes else result


def _check_switched_on(session: "Session") -> None:
    """While memory is off, agents are given nothing; what stores or changes checks this itself."""
    from recall_cli.flows.agents.switches import off_reason

    reason = off_reason(session.app) or session.project_off_reason()
    if reason is not None:
        raise SwitchedOff(f"nothing is given: {reason}")


def _error_result(error: Exception) -> ToolResult:
    """One line for the model; the details of an unexpected error go to the log."""
    if isinstance(error, RecallError):
        text = "".join(letter if letter.isprintable() else " " for letter in error.sentence)[:1000]
        return ToolResult(text=text, is_error=True, error_code=error.code)
    text = "recall failed at this call; nothing was changed by it"
    if isinstance(error, OSError):
        text = f"the store cannot be used: {(error.strerror or type(error).__name__).lower()}"
    return ToolResult(text=text, is_error=True, error_code="failed", log=_log(error))


def _log(error: Exception) -> str:
    """What the log says of an unexpected error."""
    if os.environ.get("RECALL_DEBUG"):
        import traceback

        return "".join(traceback.format_exception(error))
    return place_of_error(error)


def place_of_error(error: BaseException) -> str:
    """The kind of an error and its place in the code; its text could hold a memory."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
    return f"{type(error).__name__}{place}"
