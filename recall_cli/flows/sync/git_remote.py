"""A bare repository of recall's own, and the refs of all machines at a remote. No checkout is ever touched."""

import os

from recall_cli.flows.sync.git_runner import MAX_SECONDS, GitRunner, ObjectReader, SyncFailed
from recall_cli.rules.sync.remote_address import anonymous_address, is_folder, is_refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
SHARED_FOLDER, TEAM_SPACE = "refs/recall/v1", "team"
"""Where recall's refs are at a remote; the space of a team has no key."""
MAX_DEVICES, MAX_SEGMENTS = 200, 5_000
MAX_CHECK_SECONDS = 20.0
"""How long a host is asked whether it shows a repository to anybody."""
HASH_BYTES = 20
"""The length of a hash in a repository of the usual form."""
RECEIVE_WITHOUT_HOOKS = "git -c core.hooksPath=/dev/null receive-pack"
"""How a folder of this machine receives: without the hooks of that repository."""


class GitRemote:
    """One space of a remote: the refs of all machines with the same key."""

    def __init__(
        self,
        folder: str,
        address: str,
        space: str,
        *,
        asks: bool = False,
        max_seconds: float = MAX_SECONDS,
        waits: "Callable[[], None]" = lambda: None,
    ) -> None:
        self.folder, self.address = folder, address
        self._git = GitRunner(folder, asks=asks, max_seconds=max_seconds, waits=waits)
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
        listed = self._git("ls-remote", "--", self.address, f"{SHARED_FOLDER}/*").decode("ascii", "replace")
        found = {
            line.partition("\t")[2].removeprefix(SHARED_FOLDER + "/").partition("/")[0] for line in listed.splitlines()
        }
        return len(found - {self._refs.rpartition("/")[2], TEAM_SPACE, ""})

    def is_public(self) -> "bool | None":
        """Can anybody read this remote without a login? None if that cannot be found out."""
        address = anonymous_address(self.address)
        if not address:
            return False
        self.prepare()
        stranger = GitRunner(self.folder, asks=False, max_seconds=MAX_CHECK_SECONDS, anonymous=True)
        try:
            stranger("ls-remote", "--", address, SHARED_FOLDER)
        except SyncFailed as error:
            return False if is_refusal(error.message) else None
        return True

    def heads(self) -> "dict[str, str]":
        """The commit of each machine, by the name of the machine."""
        listed = self._git("for-each-ref", "--format=%(objectname) %(refname)", self._refs).decode("ascii", "replace")
        pairs = (line.partition(" ") for line in listed.splitlines()[:MAX_DEVICES])
        named = {ref.removeprefix(self._refs + "/"): commit for commit, _, ref in pairs}
        return {device: commit for device, commit in named.items() if "/" not in device}

    def read(self, heads: "dict[str, str]") -> "dict[str, list[bytes]]":
        """The sealed segments of each machine, oldest first."""
        with ObjectReader(self._git) as objects:
            trees = [objects.read(f"{commit}^{{tree}}") for commit in heads.values()]
            entries = {device: _tree_entries(tree)[:MAX_SEGMENTS] for device, tree in zip(heads, trees, strict=True)}
            return {device: [objects.read(blob) for blob in blobs] for device, blobs in entries.items()}

    def write(self, device: str, parent: "str | None", segments: "list[bytes]", count: int) -> str:
        """A commit with these segments after the parent's, which are `count`; it is in this machine's ref here."""
        lines = [b"commit %b\nmark :1\ncommitter recall <recall> now\ndata 6\nrecall" % self._ref(device).encode()]
        lines += [b"from %b" % parent.encode()] if parent else []
        for number, segment in enumerate(segments, count + 1):
            lines.append(b"M 100644 inline %06d\ndata %d\n%b" % (number, len(segment), segment))
        given = b"\n".join([*lines, b"", b"get-mark :1", b"done", b""])
        arguments = ("fast-import", "--quiet", "--force", "--date-format=now", "--done")
        try:
            written = self._git(*arguments, given=given)
        except SyncFailed:  # a killed git left a lock: with a new copy it works
            self.remove()
            self.fetch()
            written = self._git(*arguments, given=given)
        return written.decode("ascii").strip()

    def push(self, device: str, commit: str, known: "str | None") -> None:
        """Set this machine's ref at the remote, if it still is what was known of it."""
        ref = self._ref(device)
        receive = (f"--receive-pack={RECEIVE_WITHOUT_HOOKS}",) if is_folder(self.address) else ()
        lease = f"--force-with-lease={ref}:{known or ''}"
        self._git("push", "--quiet", "--no-verify", *receive, lease, "--", self.address, f"{commit}:{ref}")

    def _ref(self, device: str) -> str:
        return f"{self._refs}/{device}"


def _tree_entries(tree: bytes) -> "list[str]":
    """The hashes of the files in a folder of git, in the order of their names."""
    hashes, at = [], 0
    while at < len(tree):
        end = tree.index(b"\0", at)
        if tree[at:end].startswith(b"100644 "):
            hashes.append(tree[end + 1 : end + 1 + HASH_BYTES].hex())
        at = end + 1 + HASH_BYTES
    return hashes
