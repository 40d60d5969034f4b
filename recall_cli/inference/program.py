"""Run a program of the user's as the model: a text on its standard input, its answer on standard output.

Nothing of it is trusted. It is started without a shell, with few variables, in an empty folder of its own and in a
process group of its own, which is killed as a whole at its end or at the time limit.
"""

import os
import signal
import time

from recall_cli.child_process import INSIDE_VARIABLE, PROGRAM_FOLDER_NAME
from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from selectors import BaseSelector

MAX_OUTPUT_BYTES = 1 << 20
"""A program that prints more is stopped: five memories take about 4 KB."""
MAX_ERROR_BYTES = 4_096
"""The end of its standard error that is kept, to show it at a test. It is never stored."""
PASSED_VARIABLES = tuple(
    """HOME USER LOGNAME LANG LC_ALL LC_CTYPE TZ TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
    XDG_STATE_HOME XDG_RUNTIME_DIR SSL_CERT_FILE SSL_CERT_DIR HTTPS_PROXY HTTP_PROXY NO_PROXY https_proxy
    http_proxy no_proxy""".split()
)
"""The variables that every program gets if they are set; `extractor.environment` names more."""
MAX_FOLDERS = 16
"""Working folders, and so calls at the same time. Few and fixed names: some clients keep a record of every folder."""
POLL_SECONDS, BEAT_SECONDS, MAX_END_SECONDS = 0.05, 30.0, 5.0


class ProgramOutput(Record):
    """What a program printed, how it ended, and how long it took."""

    answer: str
    errors: str
    status: int
    seconds: float


def find_program(command: str, search_path: str) -> "list[str]":
    """The words of a command, the first as a whole path; ModelFailed if it cannot be run.

    Only absolute folders of the search path count, so that no program of the current folder is run.
    """
    import shlex
    import shutil

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ModelFailed(f"extractor.command cannot be read: {str(error).lower()}", billed=False) from None
    if not words:
        raise ModelFailed("extractor.command is empty", "recall help extractors", billed=False)
    name = os.path.expanduser(words[0])
    if os.sep in name and not os.path.isabs(name):
        raise ModelFailed("extractor.command is a relative path", "give the whole path", billed=False)
    folders = [folder for folder in search_path.split(os.pathsep) if os.path.isabs(folder)]
    path = shutil.which(name, path=os.pathsep.join(folders) or os.defpath)
    if path is None:
        raise ModelFailed(f"extractor.command: there is no program {name!r}", "give the whole path", billed=False)
    return [path, *words[1:]]


def program_environment(environment: "Mapping[str, str]", more: str) -> "dict[str, str]":
    """The few variables that a program gets; recall is off inside it."""
    names = [*PASSED_VARIABLES, *(name.strip() for name in more.split(","))]
    passed = {
        name: environment[name] for name in names if name and name in environment and not name.startswith("RECALL_")
    }
    folders = [folder for folder in environment.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    return {**passed, "PATH": os.pathsep.join(folders), INSIDE_VARIABLE: "1", "RECALL_OFF": "1", "NO_COLOR": "1"}


def run_program(
    words: "Sequence[str]",
    environment: "Mapping[str, str]",
    data_folder: str,
    text: str,
    seconds: float,
    heartbeat: "Callable[[], None]" = lambda: None,
) -> ProgramOutput:
    """The output of a program that ended in time; ModelFailed if it cannot start, hangs or prints too much.

    `heartbeat` is called now and then while the program runs.
    """
    for folder in _own_folder(data_folder):
        return _run_in_folder(words, environment, folder, text.encode("utf-8", "replace"), Clock(seconds, heartbeat))
    raise ModelFailed("too many of these programs run at once", billed=False)


def _own_folder(data_folder: str) -> "Iterator[str]":
    """An empty folder that nobody else uses until the caller has finished with it; nothing if all are in use."""
    import fcntl
    import shutil

    parent = os.path.join(data_folder, PROGRAM_FOLDER_NAME)
    os.makedirs(parent, mode=0o700, exist_ok=True)
    for number in range(1, MAX_FOLDERS + 1):
        folder = os.path.join(parent, str(number))
        lock = os.open(folder + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            continue
        try:
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder, 0o700)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
        return


class Clock:
    """The time limit of one run, and its sign of life."""

    def __init__(self, seconds: float, heartbeat: "Callable[[], None]") -> None:
        self._heartbeat = heartbeat
        self._began = self._beat = time.monotonic()
        self._end = self._began + seconds

    @property
    def passed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._began

    def next_wait(self) -> float:
        """How long to wait for something to happen; ModelFailed if the time is over."""
        now = time.monotonic()
        if now >= self._end:
            raise ModelFailed("timeout")
        if now >= self._beat + BEAT_SECONDS:
            self._beat = now
            self._heartbeat()
        return min(POLL_SECONDS, self._end - now)


def _run_in_folder(
    words: "Sequence[str]", environment: "Mapping[str, str]", folder: str, sent: bytes, clock: Clock
) -> ProgramOutput:
    import subprocess

    try:
        process = subprocess.Popen(  # noqa: S603 — the user's own program, from their own settings file, without a shell
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=dict(environment),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise ModelFailed(f"extractor.command cannot be started: {why}", billed=False) from None
    try:
        printed, errors = _talk(process, sent, clock)
        while not _has_ended(process):
            time.sleep(clock.next_wait())
    finally:
        _kill_group(process)
    return ProgramOutput(
        answer=printed.decode("utf-8", "replace"),
        errors=errors.decode("utf-8", "replace"),
        status=process.returncode,
        seconds=clock.passed,
    )


def _talk(process: "subprocess.Popen[bytes]", sent: bytes, clock: Clock) -> "tuple[bytes, bytes]":
    """Write the text and read what is printed until the program has closed its output or ended."""
    import selectors

    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    printed, errors, rest = bytearray(), bytearray(), memoryview(sent)
    with selectors.DefaultSelector() as selector, process.stdin, process.stdout, process.stderr:
        for file, event in (
            (process.stdin, selectors.EVENT_WRITE),
            (process.stdout, selectors.EVENT_READ),
            (process.stderr, selectors.EVENT_READ),
        ):
            os.set_blocking(file.fileno(), False)
            selector.register(file, event)
        has_ended = False
        while selector.get_map():
            ready = selector.select(clock.next_wait())
            if has_ended and not ready:
                break  # only a child of the program holds the pipes open
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    rest = _write_some(selector, process.stdin.fileno(), process, rest)
                    continue
                part = os.read(key.fd, 1 << 16)
                if not part:
                    selector.unregister(key.fileobj)
                elif key.fileobj is process.stdout:
                    printed += part
                else:
                    errors = (errors + part)[-MAX_ERROR_BYTES:]
            if len(printed) > MAX_OUTPUT_BYTES:
                raise ModelFailed(f"the program printed more than {MAX_OUTPUT_BYTES:,} bytes")
            has_ended = _has_ended(process)
    return bytes(printed), bytes(errors)


def _write_some(
    selector: "BaseSelector", handle: int, process: "subprocess.Popen[bytes]", rest: memoryview
) -> memoryview:
    """Write as much as the pipe takes; a program may also close its input and answer without reading it."""
    try:
        rest = rest[os.write(handle, rest[: 1 << 16]) :]
    except BlockingIOError:
        return rest
    except BrokenPipeError:
        rest = rest[:0]
    if not rest and process.stdin is not None:
        selector.unregister(process.stdin)
        process.stdin.close()
    return rest


def _has_ended(process: "subprocess.Popen[bytes]") -> bool:
    """Whether the program has ended. It stays known to the system, so that its number names no other process group."""
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return process.poll() is not None
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill the program and every process that it started, as far as they stayed in its group."""
    import contextlib
    import subprocess

    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS says the latter of ended processes
        os.killpg(process.pid, signal.SIGKILL)
    try:
        process.wait(MAX_END_SECONDS)
    except subprocess.TimeoutExpired:  # it cannot be killed, as one that waits for a broken disk
        raise ModelFailed("the program cannot be ended") from None
