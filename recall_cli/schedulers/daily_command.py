"""What is to be run every day, and what a scheduler has to be able to do with it."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Scheduler(Protocol):
        """One way to have something run every day."""

        name: str

        def is_available(self) -> bool: ...
        def installed(self) -> str | None: ...
        def install(self, errand: "DailyCommand") -> bool: ...
        def remove(self) -> bool: ...
else:
    Scheduler = object


class DailyCommand(Record):
    """A command, when it is run, and where what it says is kept."""

    command: "tuple[str, ...]"
    environment: "tuple[tuple[str, str], ...]" = ()
    hour: int
    minute: int
    log: str


class ScheduleFailed(RecallError):
    """The scheduler did not take it; nothing was changed."""

    code = "schedule"


def run_program(
    command: "list[str]", environment: "dict[str, str]", stdin: "bytes | None" = None
) -> "tuple[int, bytes, bytes]":
    """Run a program of the machine's in plain English: its status, what it answered and what it complained of."""
    import subprocess

    try:
        ran = subprocess.run(  # noqa: S603 — the program and its words are ours, and no shell reads them
            command, input=stdin, capture_output=True, timeout=30, check=False, env={**environment, "LC_ALL": "C"}
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ScheduleFailed(f"cannot run {command[0]}: {error}") from None
    return ran.returncode, ran.stdout, ran.stderr


def error_text(raw: bytes) -> str:
    """What a program complained of, as one line."""
    return " ".join(raw.decode("utf-8", "replace").split())[:300] or "it did not say why"


def has_program(program: str, environment: "dict[str, str]") -> bool:
    """Is there such a program?"""
    import shutil

    return shutil.which(program, path=environment.get("PATH")) is not None


def check_single_line(errand: DailyCommand) -> None:
    """A line break in a path would make two lines of one entry."""
    for part in (*errand.command, *(value for _, value in errand.environment), errand.log):
        if not part.isprintable():
            raise ScheduleFailed(f"a path with control characters cannot be scheduled: {part!r}")
