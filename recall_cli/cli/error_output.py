"""Report errors: one line or one JSON document, and an exit status."""

import os
import sys

from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.json_text import dumps

MAX_WORD_LETTERS = 500
"""Maximum length of a word in an error message; longer words are shortened."""


def report_exception(error: BaseException, as_json: bool) -> int:
    """Report the exception that ended a command; returns the exit status."""
    if isinstance(error, RecallError):
        return report_error(error, as_json)
    if isinstance(error, BrokenPipeError):  # the reader of our output has closed the pipe
        discard_further_output()
        return 0
    if isinstance(error, (KeyboardInterrupt, EOFError)):  # Ctrl-C, or Ctrl-D at a question
        return report_error(Interrupted("interrupted: unfinished changes were not saved"), as_json)
    if os.environ.get("RECALL_DEBUG"):
        raise error
    return report_error(describe_unexpected_error(error), as_json)


def report_undelivered_answer(error: BaseException, as_json: bool, *, has_written: bool) -> int:
    """Report that the output could not be written although the command is done; returns the exit status."""
    if has_written and isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        why = (error.strerror or str(error)).lower()
        message = f"the output could not be written: {why}; the command's changes are saved"
        return report_error(RecallError(message, "recall log shows them"), as_json)
    return report_exception(error, as_json)


def report_error(error: RecallError, as_json: bool) -> int:
    """Print what is wrong and the next step; returns the exit status."""
    from recall_cli.cli.output.formatting import make_printable

    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # the closed output may be the error
        discard_further_output()
    try:
        if as_json:
            document = {
                "code": error.code,
                "message": _shorten_long_words(error.message),
                "hint": _shorten_long_words(error.hint),
            }
            sys.stderr.write(dumps({"error": document}) + "\n")
        else:
            if error.status == Interrupted.status and sys.stderr.isatty():
                sys.stderr.write("\n")  # the terminal shows ^C on this line
            hint = f" ({error.hint})" if error.hint else ""
            sys.stderr.write(f"recall: {make_printable(_shorten_long_words(error.message + hint))}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        discard_further_output()
    return error.status


def _shorten_long_words(text: str) -> str:
    return " ".join(word if len(word) <= MAX_WORD_LETTERS else f"{word[:60]}…" for word in text.split(" "))


class Interrupted(RecallError):
    """Ctrl-C, in a command without a message of its own."""

    code = "interrupted"
    status = 130


def describe_unexpected_error(error: BaseException) -> RecallError:
    """A one-line error for an unexpected exception."""
    if isinstance(error, FileNotFoundError) and error.filename is None:
        from recall_cli.workplace import current_folder

        if current_folder() is None:
            return RecallError("the current folder no longer exists", "change to another folder")
    if isinstance(error, ModuleNotFoundError):
        from recall_cli.optional_packages import describe_missing_module

        described = describe_missing_module(error.name)
        if described is not None:
            return RecallError(*described)
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename else ""
        return RecallError(f"{(error.strerror or str(error)).lower()}{where}")
    if isinstance(error, ValueError) and str(error) == "embedded null byte":
        return UsageError("a path cannot contain a NUL character", "give another path")
    if isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason:
        return UsageError("the path contains half of a surrogate pair", "give another path")
    return RecallError(
        f"unexpected error: {type(error).__name__}: {error}", "RECALL_DEBUG=1 shows the traceback; please report it"
    )


def discard_further_output() -> None:
    """Send further output to nowhere, so that the interpreter exits without an error about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
