"""What is said when a command fails: one line, or one document, and a status."""

import os
import sys

from recall_cli.app import flush
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.jsontext import dumps

LONGEST = 500
"""Letters of a word in an error; what is longer was no slip of the fingers, and nobody reads it."""


def failed(error: BaseException, as_json: bool) -> int:
    """Whatever ended a command early, told; its status."""
    if isinstance(error, RecallError):
        return fail(error, as_json)
    if isinstance(error, BrokenPipeError):  # whoever read our answer has read enough
        silence()
        return 0
    if isinstance(error, KeyboardInterrupt):
        return fail(Interrupted("interrupted: what was not finished was not kept"), as_json)
    if os.environ.get("RECALL_DEBUG"):
        raise error
    return fail(unforeseen(error), as_json)


def not_delivered(error: BaseException, as_json: bool, *, wrote: bool) -> int:
    """The answer could not be written; says what became of the work, which was done before; the status."""
    if wrote and isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        why = (error.strerror or str(error)).lower()
        said = f"the answer could not be written: {why}; what the command did is kept"
        return fail(RecallError(said, "recall log shows it"), as_json)
    return failed(error, as_json)


def fail(error: RecallError, as_json: bool) -> int:
    """Say what is wrong, why, and the next step, once."""
    from recall_cli.cli.screens.show import safe

    try:
        flush()
    except (OSError, ValueError):  # that nobody can take our answer may be what is wrong
        silence()
    try:
        if as_json:
            said = {"code": error.code, "message": _cut(error.message), "hint": _cut(error.hint)}
            sys.stderr.write(dumps({"error": said}) + "\n")
        else:
            if error.status == Interrupted.status and sys.stderr.isatty():
                sys.stderr.write("\n")  # the terminal has just shown ^C there
            hint = f" ({error.hint})" if error.hint else ""
            sys.stderr.write(f"recall: {safe(_cut(error.message + hint))}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        silence()
    return error.status


def _cut(text: str) -> str:
    return " ".join(word if len(word) <= LONGEST else f"{word[:60]}…" for word in text.split(" "))


class Interrupted(RecallError):
    """Ctrl-C, where the command itself has nothing to say of it."""

    code = "interrupted"
    status = 130


def unforeseen(error: BaseException) -> RecallError:
    """What no command expected, in a line."""
    if isinstance(error, FileNotFoundError) and error.filename is None and _adrift():
        return RecallError("the folder that this was started in is gone", "cd into another")
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename else ""
        return RecallError(f"{(error.strerror or str(error)).lower()}{where}")
    if isinstance(error, ValueError) and str(error) == "embedded null byte":
        return UsageError("a path cannot hold a NUL character", "give another path")
    if isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason:
        return UsageError("there is half a letter in it, which no path can hold", "give another path")
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


def silence() -> None:
    """Nobody listens any more: nothing shall complain of it while the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
