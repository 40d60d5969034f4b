"""Errors and their fixes in a session: a command failed, something was changed, and then the command passed."""

from recall_cli.domain.record import Record
from recall_cli.language.tables import read_phrases
from recall_cli.rules.actions.error_lines import find_errors
from recall_cli.rules.actions.fingerprint import Fingerprint
from recall_cli.rules.actions.named_actions import read_named_actions
from recall_cli.rules.actions.relevance import content_words
from recall_cli.rules.actions.shell_commands import READERS, SimpleCommand, simple_commands

MAX_ERRORS = 4
"""Further errors of one failure are results of the first."""
MAX_CHANGES = 12
MAX_FIXES = 20
MAX_DESCRIBED_CHANGES = 2
"""If more was changed, nobody can say which change was the fix."""
MAX_COMMAND_LETTERS = 120
EXPLANATION_TIME_MS = 20 * 60_000
"""An explanation is given within this time after the command passed."""
FIX_PHRASES = read_phrases("words", "fixes")
"""Words with which a statement explains a fix."""
MIN_EXPLANATION = 3
CHECKERS = frozenset("pytest jest vitest tox mypy ruff tsc eslint mocha rspec phpunit".split())
"""Programs that are often run again for a part only; any run that passes counts."""
QUIET_COMMANDS = READERS | frozenset("ls pwd echo git find which env printenv ps tree stat file history date".split())
"""Commands that change nothing of a program."""


class SessionEvent(Record):
    """One tool call of a session, as far as it matters here."""

    command: str = ""
    changed_files: "tuple[str, ...]" = ()
    output: str = ""
    failed: "bool | None" = None
    at: "int | None" = None


class Fix(Record):
    """An error that was met and fixed in a session."""

    errors: "tuple[Fingerprint, ...]"
    command: str
    changes: "tuple[str, ...]"
    """The commands that ran and the files that changed between the failure and the success."""
    failed_at: "int | None"
    passed_at: "int | None"
    by_command: bool
    """Whether a command was the only change."""


def find_fixes(events: "list[SessionEvent]") -> "list[Fix]":
    """The errors of a session that were fixed, with what was changed."""
    failures: dict[str, tuple[tuple[Fingerprint, ...], int, SessionEvent]] = {}
    fixes: list[Fix] = []
    for place, event in enumerate(events):
        key = command_key(event.command)
        if not key:
            continue
        errors = tuple(find_errors(event.output)[:MAX_ERRORS])
        if errors and _has_failed(event):
            failures[key] = (errors, place, event)
        elif not event.failed and not errors and key in failures:
            errors, since, failure = failures.pop(key)
            between = events[since + 1 : place]
            files = _unique(file for one in between for file in one.changed_files)
            commands = _unique(one.command.strip() for one in between if _changes_something(one))
            if files or commands:
                fixes.append(
                    Fix(
                        errors=errors,
                        command=failure.command.strip()[:MAX_COMMAND_LETTERS],
                        changes=tuple([*commands, *files][:MAX_CHANGES]),
                        failed_at=failure.at,
                        passed_at=event.at,
                        by_command=bool(commands) and not files,
                    )
                )
    return fixes[-MAX_FIXES:]


def _unique(values: "object") -> "list[str]":
    return list(dict.fromkeys(values))  # type: ignore[call-overload]  # an iterable of texts


def _has_failed(event: SessionEvent) -> bool:
    """Whether a command failed: its client says so, or it cannot know because the output went through a pipe."""
    return event.failed if event.failed is not None and "|" not in event.command else True


def _changes_something(event: SessionEvent) -> bool:
    commands = simple_commands(event.command)
    return event.failed is not True and any(command.words[0] not in QUIET_COMMANDS for command in commands)


def command_key(command: str) -> str:
    """What makes two runs the same command: the program, with its first two words if they are no options."""
    commands = simple_commands(command)
    main = next((one for one in commands if one.words[0] not in QUIET_COMMANDS), None)
    return "" if main is None else _key_of(main)


def _key_of(command: SimpleCommand) -> str:
    program = command.words[0]
    if program in CHECKERS:
        return program
    return " ".join((program, *[word for word in command.words[1:] if word[:1] != "-"][:2]))


def explains(text: str, created_at: int, fix: Fix) -> int:
    """How well a statement of the session explains a fix; 0 if it does not."""
    if fix.failed_at is not None and created_at < fix.failed_at - 1_000:
        return 0
    if fix.passed_at is not None and created_at > fix.passed_at + EXPLANATION_TIME_MS:
        return 0
    named = read_named_actions(text)
    score = 3 if {error.text for error in fix.errors} & {error.text for error in named.errors} else 0
    errors = " ".join(error.text for error in fix.errors)
    score += 2 if any(code.lower() in errors.lower() for code in named.codes) else 0
    words = content_words([text])
    score += min(3, len(words & content_words([errors])))
    score += min(2, len(words & content_words([fix.command, *fix.changes])))
    lower = text.lower()
    score += 1 if any(phrase in lower for phrase in FIX_PHRASES) else 0
    return score if score >= MIN_EXPLANATION else 0


def describe_fix(fix: Fix) -> str:
    """A fix in one sentence, for a session in which nobody explained it; empty if it is not clear what fixed it."""
    if len(fix.changes) > MAX_DESCRIBED_CHANGES or any(len(change) > MAX_COMMAND_LETTERS for change in fix.changes):
        return ""
    if any("`" in text or "\n" in text for text in (fix.command, *fix.changes)):
        return ""
    quoted = " and ".join(f"`{change}`" for change in fix.changes)
    after = f"after {quoted}" if fix.by_command else f"after a change of {quoted}"
    error = fix.errors[0].text.replace("`", "'")
    return f"`{fix.command}` failed with `{error}`; it passed {after}."
