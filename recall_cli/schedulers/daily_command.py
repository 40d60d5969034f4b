"""A command that runs every day, and the interface of a scheduler."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Scheduler(Protocol):
        """One way to run a command every day."""

        name: str

        def is_available(self) -> bool: ...
        def read_entry(self) -> str | None: ...
        def install(self, command: "DailyCommand") -> bool: ...
        def planned_files(self, command: "DailyCommand | None") -> "list[PlannedFile]": ...
        def remove(self) -> bool: ...
else:
    Scheduler = object


class DailyCommand(Record):
    """A command, the time at which it runs, and the file for its output."""

    command: "tuple[str, ...]"
    environment: "tuple[tuple[str, str], ...]" = ()
    hour: int
    minute: int
    log: str


class PlannedFile(Record):
    """A file that an installation, or a removal, would change: its text now and afterwards; None for no file."""

    path: str
    before: "str | None"
    after: "str | None"


class ScheduleFailed(RecallError):
    """The scheduler refused; nothing was changed."""

    code = "schedule"


def run_program(
    command: "list[str]", environment: "dict[str, str]", stdin: "bytes | None" = None
) -> "tuple[int, bytes, bytes]":
    """The exit status, output and error output of a program, with English messages."""
    import subprocess

    try:
        result = subprocess.run(  # noqa: S603 — the program and its words are ours, and no shell reads them
            command, input=stdin, capture_output=True, timeout=30, check=False, env={**environment, "LC_ALL": "C"}
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ScheduleFailed(f"cannot run {command[0]}: {error}") from None
    return result.returncode, result.stdout, result.stderr


def error_text(raw: bytes) -> str:
    """The error output of a program as one line."""
    return " ".join(raw.decode("utf-8", "replace").split())[:300] or "no error message"


def has_program(program: str, environment: "dict[str, str]") -> bool:
    """Whether there is such a program."""
    import shutil

    return shutil.which(program, path=environment.get("PATH")) is not None


def check_single_line(command: DailyCommand) -> None:
    """Refuse control characters: a line break in a path would make two lines of one entry."""
    for part in (*command.command, *(value for _, value in command.environment), command.log):
        if not part.isprintable():
            raise ScheduleFailed(f"a path with control characters cannot be scheduled: {part!r}")
