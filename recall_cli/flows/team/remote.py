"""Where a team shares: refs at a git remote, or a team space of the server."""

import os

from recall_cli.flows.sync.git_remote import MAX_DEVICES, SHARED_FOLDER, SIGNS_OF_DAMAGE, TEAM_SPACE, GitRemote
from recall_cli.flows.sync.git_runner import SyncFailed
from recall_cli.rules.team.chain import is_fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from recall_cli.app import App
    from recall_cli.flows.team.place import TeamPlace
    from recall_cli.flows.team.spaces import SpaceRemote


class TeamRemote(GitRemote):
    """The refs of all machines that share something, one for each."""

    users: "Mapping[str, str]" = {}
    """Whose machine each is: git does not know."""
    members: "Sequence[tuple[str, str]]" = ()
    """Who may read there: git does not know."""

    def __init__(self, folder: str, address: str, *, asks: bool, waits: "Callable[[], None]") -> None:
        super().__init__(folder, address, TEAM_SPACE, asks=asks, waits=waits)

    def listed(self) -> "dict[str, str]":
        """The commits of all machines at the remote, by fingerprint."""
        self.prepare()
        refs = f"{SHARED_FOLDER}/{TEAM_SPACE}/*"
        output = self._git("ls-remote", "--", self.address, refs).decode("ascii", "replace")
        found = (line.partition("\t") for line in output.splitlines())
        named = {ref.rpartition("/")[2]: commit for commit, _, ref in found}
        return {device: named[device] for device in sorted(filter(is_fingerprint, named))[:MAX_DEVICES]}

    def fetch_devices(self, devices: "Iterable[str]") -> "dict[str, str]":
        """Fetch the refs of these machines; for those that cannot be fetched, why. One of them spoils no other."""
        wanted = sorted(devices)
        if not wanted:
            return {}
        try:
            self._fetch_refs(wanted)
        except SyncFailed as error:
            if len(wanted) < 2:
                return dict.fromkeys(wanted, error.message)
            return {device: why for one in wanted for device, why in self.fetch_devices([one]).items()}
        return {}

    def _fetch_refs(self, devices: "list[str]") -> None:
        """Fetch these refs. A copy that a killed git left unusable is made anew."""
        arguments = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", self.address)
        refs = [f"+{SHARED_FOLDER}/{TEAM_SPACE}/{device}:{SHARED_FOLDER}/{TEAM_SPACE}/{device}" for device in devices]
        self.prepare()
        try:
            self._git(*arguments, *refs)
        except SyncFailed as error:
            if not any(sign in error.message for sign in SIGNS_OF_DAMAGE):
                raise
            self.remove()
            self.prepare()
            self._git(*arguments, *refs)

    def branch_commits(self, branches: "list[str]") -> "dict[str, str] | None":
        """The commits of HEAD and of those of these branches that the remote has; None if it cannot be reached."""
        refs = ["HEAD", *(f"refs/heads/{branch}" for branch in branches)]
        try:
            output = self._git("ls-remote", "--", self.address, *refs).decode("utf-8", "replace")
        except SyncFailed:
            return None
        found = {ref: commit for commit, _, ref in (line.partition("\t") for line in output.splitlines())}
        return {ref.removeprefix("refs/heads/"): found[ref] for ref in refs if ref in found}

    def segments(self, device: str, commit: str) -> "list[bytes]":
        """The segments of a machine, oldest first."""
        return self.read({device: commit})[device]

    def readers_text(self) -> str:
        """Who can read what is shared, in words."""
        return "who can read there can read this"

    def accept_options(self) -> str:
        """What colleagues add to `recall team accept`: nothing, for their clone has the remote."""
        return ""


def open_remote(app: "App", place: "TeamPlace") -> "TeamRemote | SpaceRemote":
    """The place that a project is shared at."""
    from recall_cli.flows.team.place import team_folder

    if place.is_in_space:
        from recall_cli.flows.team.spaces import SpaceRemote

        return SpaceRemote(app, place)
    return TeamRemote(
        os.path.join(team_folder(app, place), "git"),
        place.remote,
        asks=app.at_terminal,
        waits=lambda: app.progress(f"waiting for {place.remote}", 0, 0),
    )
