"""Runs git in a closed environment: the user's own settings and credentials, nothing of any repository's.

No hook, no helper of a repository and no protocol that starts programs. A person at the terminal may be asked by ssh;
in a script nothing asks, and nothing waits for ever.
"""

import os

from recall_cli.domain.errors import RecallError
from recall_cli.rules.sync.sealing import MAX_SEGMENT_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen
    from types import TracebackType
    from typing import Self

PASSED_VARIABLES = (
    "HOME", "PATH", "USER", "LOGNAME", "SSH_AUTH_SOCK", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE",
)  # fmt: skip
"""What git needs to reach a remote as the user does."""
SCREEN_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY")
"""Where a person can be asked; a script has no screen."""
OWN_VARIABLES = {"HOME", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS"}
NO_SETTINGS = {"HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
"""git of a stranger, to see whether a remote is public."""
NEVER_ASKS = {"SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never"}
FIXED_SETTINGS = (
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0", "maintenance.auto=false",
    "transfer.fsckObjects=true", "fetch.recurseSubmodules=false", "push.recurseSubmodules=no", "push.gpgSign=false",
    "commit.gpgSign=false", "core.attributesFile=/dev/null", "protocol.ext.allow=never", "core.askPass=",
    "http.lowSpeedLimit=100", "http.lowSpeedTime=30",
)  # fmt: skip
MAX_FILE_BYTES = 256_000_000
"""A remote that sends more than this is not read."""
MAX_SECONDS = 300
SECONDS_BEFORE_PROGRESS, SECONDS_TO_END = 1.0, 3.0


class SyncFailed(RecallError):
    """The remote cannot be reached."""

    code = "sync_failed"


class GitRunner:
    """Runs git for one bare repository."""

    def __init__(
        self,
        folder: str,
        *,
        asks: bool,
        max_seconds: float,
        waits: "Callable[[], None]" = lambda: None,
        anonymous: bool = False,
    ) -> None:
        self.folder = folder
        self._environment = _environment(asks=asks, anonymous=anonymous)
        self._asks = asks
        """May git and ssh ask the person at the terminal?"""
        self._max_seconds = max_seconds
        self._waits = waits
        """Called once if git needs longer than a second."""

    def __call__(self, *arguments: str, given: bytes = b"", at: str = "") -> bytes:
        """The output of git; SyncFailed with its one line if it fails. Whatever happens, it has ended then."""
        from subprocess import TimeoutExpired

        process = self.start(*arguments, at=at)
        try:
            try:
                output, errors = process.communicate(given, timeout=SECONDS_BEFORE_PROGRESS)
            except TimeoutExpired:
                self._waits()
                output, errors = process.communicate(timeout=self._max_seconds)
        except TimeoutExpired:
            self.end(process)
            raise SyncFailed("the remote did not answer in time", "nothing was lost: the next sync continues") from None
        except BaseException:
            self.end(process)
            raise
        if process.returncode:
            raise SyncFailed(*_describe_failure(errors))
        return output

    def start(self, *arguments: str, at: str = "") -> "Popen[bytes]":
        """git with these arguments, running."""
        from subprocess import PIPE, Popen

        settings = [word for setting in FIXED_SETTINGS for word in ("-c", setting)]
        command = [_find_git(), *settings, *(() if at else ("--git-dir", self.folder)), *arguments]
        try:
            return Popen(  # noqa: S603 — git itself, with checked arguments and a closed environment
                command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                cwd=at or self.folder,
                env=self._environment,
                preexec_fn=_limit_files,  # noqa: PLW1509 — a command has one thread
                start_new_session=not self._asks,
            )
        except OSError as error:
            raise SyncFailed(f"git cannot run: {(error.strerror or str(error)).lower()}") from error

    def end(self, process: "Popen[bytes]") -> None:
        """End git and, in a script, what it started. Nothing more is read from them."""
        import signal
        from contextlib import suppress
        from subprocess import TimeoutExpired

        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, PermissionError):
                if self._asks:
                    process.send_signal(number)
                else:
                    os.killpg(process.pid, number)
            with suppress(TimeoutExpired):
                process.wait(SECONDS_TO_END)
                break
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class ObjectReader:
    """`with ObjectReader(git) as objects:` the content of objects, from one git process."""

    def __init__(self, git: GitRunner) -> None:
        self._git = git
        self._total = 0

    def __enter__(self) -> "Self":
        self._process = self._git.start("cat-file", "--batch")
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        self._git.end(self._process)

    def read(self, name: str) -> bytes:
        """The content of this object; nothing if it is missing or too large."""
        given, output = self._process.stdin, self._process.stdout
        assert given is not None
        assert output is not None
        try:
            given.write(f"{name}\n".encode())
            given.flush()
        except OSError:
            raise SyncFailed("git ended early", "nothing was lost: the next sync continues") from None
        size = output.readline().rpartition(b" ")[2].strip()
        if not size.isdigit():
            return b""
        left, fits = int(size), int(size) <= MAX_SEGMENT_BYTES
        self._total += left if fits else 0
        if self._total > MAX_FILE_BYTES:
            raise SyncFailed("the remote holds more than recall reads", "is it a repository of your machines alone?")
        content = output.read(left) if fits else b""
        while not fits and left > 0:
            left -= len(output.read(min(left, MAX_SEGMENT_BYTES)) or bytes(left))
        output.read(1)
        return content


def _find_git() -> str:
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        git = os.path.join(folder, "git")
        if os.path.isabs(folder) and os.path.isfile(git) and os.access(git, os.X_OK):
            return git
    raise SyncFailed("git is not installed", "sync uses git to reach the remote")


def _environment(*, asks: bool, anonymous: bool) -> "dict[str, str]":
    """The environment of git; that of a stranger without settings, keys and logins if it is to be anonymous."""
    names = set(PASSED_VARIABLES) | set(SCREEN_VARIABLES if asks else ())
    passed = {name: os.environ[name] for name in names - (OWN_VARIABLES if anonymous else set()) if name in os.environ}
    fixed = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_DEFAULT_HASH": "sha1"}
    fixed["GIT_ALLOW_PROTOCOL"] = "https:http:git" if anonymous else "https:http:ssh:git:file"
    return {**passed, **fixed, **({} if asks else NEVER_ASKS), **(NO_SETTINGS if anonymous else {})}


def _limit_files() -> None:
    import resource

    limit, hard = MAX_FILE_BYTES, resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    os.umask(0o077)


def _describe_failure(stderr: bytes) -> "tuple[str, str]":
    """What git said, as one line without secrets, and what to do."""
    from recall_cli.rules.secrets import mask

    text = "".join(
        letter if letter.isprintable() or letter == "\n" else " " for letter in stderr.decode("utf-8", "replace")
    )
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("hint:")]
    chosen = next((line for line in lines if "rejected" in line or line.startswith(("fatal:", "error:"))), "")
    line = mask(
        (chosen or (lines[-1] if lines else "git ended early")).removeprefix("fatal: ").removeprefix("error: ")
    ).text
    return f"the remote: {line[:300]}", "nothing was lost: the next sync continues"
