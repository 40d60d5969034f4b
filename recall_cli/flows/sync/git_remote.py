"""A bare repository of recall's own, and git as its transport.

git runs in a closed environment: the user's own settings and credentials, nothing of any repository's. No hook, no
helper of a repository and no protocol that starts programs; the user's checkouts are never touched.
"""

import os

from recall_cli.domain.errors import RecallError
from recall_cli.rules.sync.remote_address import is_folder
from recall_cli.rules.sync.sealing import MAX_SEGMENT_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import CompletedProcess

PASSED_VARIABLES = (
    "HOME", "PATH", "USER", "LOGNAME", "SSH_AUTH_SOCK", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "DISPLAY",
    "WAYLAND_DISPLAY",
)  # fmt: skip
"""What git needs to reach a remote as the user does."""
FIXED_SETTINGS = (
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0", "maintenance.auto=false",
    "transfer.fsckObjects=true", "fetch.recurseSubmodules=false", "push.recurseSubmodules=no", "push.gpgSign=false",
    "commit.gpgSign=false", "core.attributesFile=/dev/null", "protocol.ext.allow=never", "core.askPass=",
    "http.lowSpeedLimit=100", "http.lowSpeedTime=30",
)  # fmt: skip
SIGNS_OF_DAMAGE = (
    ".lock",
    "corrupt",
    "loose object",
    "bad object",
    "missing",
    "not a git repository",
    "unable to read",
)
"""How git says that a copy is not whole, for example after a kill."""
SHARED_FOLDER = "refs/recall/v1"
MAX_DEVICES, MAX_SEGMENTS = 200, 5_000
MAX_FILE_BYTES = 256_000_000
"""A remote that sends more than this is not read."""
MAX_SECONDS = 300
HASH_BYTES = 20
"""The length of a hash in a repository of the usual form."""
RECEIVE_WITHOUT_HOOKS = "git -c core.hooksPath=/dev/null receive-pack"
"""How a folder of this machine receives: without the hooks of that repository."""


class SyncFailed(RecallError):
    """The remote cannot be reached."""

    code = "sync_failed"


class GitRemote:
    """One space of a remote: the refs of all machines with the same key."""

    def __init__(self, folder: str, address: str, space: str, *, asks: bool = False) -> None:
        self.folder, self.address = folder, address
        self._asks = asks
        """May git and ssh ask the person at the terminal?"""
        self._refs = f"{SHARED_FOLDER}/{space}"

    def prepare(self) -> None:
        """Make the bare repository, if it is not there or not whole."""
        if not os.path.exists(os.path.join(self.folder, "recall-ready")):
            self.remove()
            os.makedirs(self.folder, 0o700)
            self._git("init", "--quiet", "--bare", "--template=", self.folder, at=os.path.dirname(self.folder))
            os.close(os.open(os.path.join(self.folder, "recall-ready"), os.O_CREAT | os.O_WRONLY, 0o600))

    def remove(self) -> None:
        """Remove the bare repository; the next sync fetches everything again."""
        from shutil import rmtree

        rmtree(self.folder, ignore_errors=True)

    def fetch(self) -> None:
        """Fetch the refs of all machines. A copy that a killed git left unusable is made anew."""
        self.prepare()
        arguments = ("fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--", self.address)
        refs = f"+{self._refs}/*:{self._refs}/*"
        try:
            self._git(*arguments, refs)
        except SyncFailed as error:
            if not any(sign in error.message for sign in SIGNS_OF_DAMAGE):
                raise
            self.remove()
            self.prepare()
            self._git(*arguments, refs)

    def other_spaces(self) -> int:
        """How many other spaces the remote has: other people's, or this person's under another key."""
        self.prepare()
        listed = self._git("ls-remote", "--", self.address, f"{SHARED_FOLDER}/*").stdout.decode("ascii", "replace")
        found = {
            line.partition("\t")[2].removeprefix(SHARED_FOLDER + "/").partition("/")[0] for line in listed.splitlines()
        }
        return len(found - {self._refs.rpartition("/")[2], ""})

    def heads(self) -> "dict[str, str]":
        """The commit of each machine, by the name of the machine."""
        listed = self._git("for-each-ref", "--format=%(objectname) %(refname)", self._refs).stdout.decode(
            "ascii", "replace"
        )
        pairs = (line.partition(" ") for line in listed.splitlines()[:MAX_DEVICES])
        return {ref.rpartition("/")[2]: commit for commit, _, ref in pairs}

    def read(self, heads: "dict[str, str]") -> "dict[str, list[bytes]]":
        """The sealed segments of each machine, oldest first."""
        trees = self._read_objects([f"{commit}^{{tree}}" for commit in heads.values()])
        entries = {device: _tree_entries(tree)[:MAX_SEGMENTS] for device, tree in zip(heads, trees, strict=True)}
        segments = iter(self._read_objects([blob for blobs in entries.values() for blob in blobs]))
        return {device: [next(segments) for _ in blobs] for device, blobs in entries.items()}

    def _read_objects(self, names: "list[str]") -> "list[bytes]":
        """The content of these objects; nothing for one that is missing or too large."""
        given = "".join(f"{name}\n" for name in names).encode()
        sizes = [
            line.rpartition(b" ")[2] for line in self._git("cat-file", "--batch-check", given=given).stdout.splitlines()
        ]
        fits = [size.isdigit() and int(size) <= MAX_SEGMENT_BYTES for size in sizes]
        if sum(int(size) for size, fit in zip(sizes, fits, strict=True) if fit) > MAX_FILE_BYTES:
            raise SyncFailed("the remote holds more than recall reads", "is it a repository of your machines alone?")
        given = "".join(f"{name}\n" for name, fit in zip(names, fits, strict=True) if fit).encode()
        output = self._git("cat-file", "--batch", given=given).stdout
        contents, at = [], 0
        for size, fit in zip(sizes, fits, strict=True):
            begin = output.index(b"\n", at) + 1 if fit else at
            end = begin + int(size) if fit else at
            contents.append(output[begin:end])
            at = end + 1 if fit else at
        return contents

    def write(self, parent: "str | None", segments: "list[bytes]") -> str:
        """A commit with these segments after those of the parent; nothing refers to it yet."""
        listed = self._git("ls-tree", parent).stdout.decode("ascii") if parent else ""
        count = len(listed.splitlines())
        for segment in segments:
            count += 1
            hash_ = self._git("hash-object", "-w", "--stdin", given=segment).stdout.decode("ascii").strip()
            listed += f"100644 blob {hash_}\t{count:06d}\n"
        tree = self._git("mktree", given=listed.encode()).stdout.decode("ascii").strip()
        parents = ("-p", parent) if parent else ()
        return self._git("commit-tree", tree, "-m", "recall", *parents).stdout.decode("ascii").strip()

    def push(self, device: str, commit: str, known: "str | None") -> None:
        """Set this machine's ref at the remote, if it still is what was known of it."""
        ref = f"{self._refs}/{device}"
        receive = (f"--receive-pack={RECEIVE_WITHOUT_HOOKS}",) if is_folder(self.address) else ()
        lease = f"--force-with-lease={ref}:{known or ''}"
        self._git("push", "--quiet", "--no-verify", *receive, lease, "--", self.address, f"{commit}:{ref}")
        try:
            self._git("update-ref", ref, commit)
        except SyncFailed:  # a killed git left a lock; the remote has it
            self.remove()

    def _git(self, *arguments: str, given: bytes = b"", at: str = "") -> "CompletedProcess[bytes]":
        """Run git; SyncFailed with its one line if it fails."""
        import subprocess

        settings = [word for setting in FIXED_SETTINGS for word in ("-c", setting)]
        command = [_find_git(), *settings, *(() if at else ("--git-dir", self.folder)), *arguments]
        try:
            ran = subprocess.run(  # noqa: S603 — git itself, with checked arguments and a closed environment
                command,
                input=given,
                capture_output=True,
                cwd=at or self.folder,
                env=_environment(),
                timeout=MAX_SECONDS,
                check=False,
                preexec_fn=_limit_files,
                start_new_session=not self._asks,
            )
        except subprocess.TimeoutExpired:
            raise SyncFailed("the remote did not answer in time", "nothing was lost: the next sync continues") from None
        except OSError as error:
            raise SyncFailed(f"git cannot run: {(error.strerror or str(error)).lower()}") from error
        if ran.returncode:
            raise SyncFailed(*_describe_failure(ran.stderr))
        return ran


def _tree_entries(tree: bytes) -> "list[str]":
    """The hashes of the files in a folder of git, in the order of their names."""
    hashes, at = [], 0
    while at < len(tree):
        end = tree.index(b"\0", at)
        if tree[at:end].startswith(b"100644 "):
            hashes.append(tree[end + 1 : end + 1 + HASH_BYTES].hex())
        at = end + 1 + HASH_BYTES
    return hashes


def _find_git() -> str:
    from shutil import which

    git = which("git")
    if git is None or not os.path.isabs(git):
        raise SyncFailed("git is not installed", "sync uses git to reach the remote")
    return git


def _environment() -> "dict[str, str]":
    passed = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
    fixed = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1"}
    fixed["GIT_ALLOW_PROTOCOL"] = "https:http:ssh:git:file"
    names = {f"GIT_{who}_{what}": "recall" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**passed, **fixed, **names}


def _limit_files() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    os.umask(0o077)


def _describe_failure(stderr: bytes) -> "tuple[str, str]":
    """What git said, as one line without secrets, and what to do."""
    from recall_cli.rules.secrets import mask

    text = "".join(
        letter if letter.isprintable() or letter == "\n" else " " for letter in stderr.decode("utf-8", "replace")
    )
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("hint:")]
    chosen = next((line for line in lines if "rejected" in line or line.startswith(("fatal:", "error:"))), "")
    line = mask((chosen or (lines[-1] if lines else "git failed")).removeprefix("fatal: ").removeprefix("error: ")).text
    return f"the remote: {line[:300]}", "nothing was lost: the next sync continues"
