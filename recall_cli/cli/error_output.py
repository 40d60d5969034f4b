"""What is said when a command fails: one line, or one document, and a status."""

import os
import sys

from recall_cli.app import flush_output
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.json_text import dumps

MAX_WORD_LETTERS = 500
"""Letters of a word in an error; what is longer was no slip of the fingers, and nobody reads it."""


def report_exception(error: BaseException, as_json: bool) -> int:
    """Whatever ended a command early, told; its status."""
    if isinstance(error, RecallError):
        return report_error(error, as_json)
    if isinstance(error, BrokenPipeError):  # whoever read our answer has read enough
        discard_further_output()
        return 0
    if isinstance(error, KeyboardInterrupt):
        return report_error(Interrupted("interrupted: what was not finished was not kept"), as_json)
    if os.environ.get("RECALL_DEBUG"):
        raise error
    return report_error(describe_unexpected_error(error), as_json)


def report_undelivered_answer(error: BaseException, as_json: bool, *, has_written: bool) -> int:
    """The answer could not be written; says what became of the work, which was done before; the status."""
    if has_written and isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        why = (error.strerror or str(error)).lower()
        said = f"the answer could not be written: {why}; what the command did is kept"
        return report_error(RecallError(said, "recall log shows it"), as_json)
    return report_exception(error, as_json)


def report_error(error: RecallError, as_json: bool) -> int:
    """Say what is wrong, why, and the next step, once."""
    from recall_cli.cli.output.formatting import make_printable

    try:
        flush_output()
    except (OSError, ValueError):  # that nobody can take our answer may be what is wrong
        discard_further_output()
    try:
        if as_json:
            said = {
                "code": error.code,
                "message": _shorten_long_words(error.message),
                "hint": _shorten_long_words(error.hint),
            }
            sys.stderr.write(dumps({"error": said}) + "\n")
        else:
            if error.status == Interrupted.status and sys.stderr.isatty():
                sys.stderr.write("\n")  # the terminal has just shown ^C there
            hint = f" ({error.hint})" if error.hint else ""
            sys.stderr.write(f"recall: {make_printable(_shorten_long_words(error.message + hint))}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        discard_further_output()
    return error.status


def _shorten_long_words(text: str) -> str:
    return " ".join(word if len(word) <= MAX_WORD_LETTERS else f"{word[:60]}…" for word in text.split(" "))


class Interrupted(RecallError):
    """Ctrl-C, where the command itself has nothing to say of it."""

    code = "interrupted"
    status = 130


def describe_unexpected_error(error: BaseException) -> RecallError:
    """What no command expected, in a line."""
    if isinstance(error, FileNotFoundError) and error.filename is None and _working_folder_is_gone():
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


def _working_folder_is_gone() -> bool:
    """Is the folder gone that this process stands in?"""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def discard_further_output() -> None:
    """Nobody listens any more: nothing shall complain of it while the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
