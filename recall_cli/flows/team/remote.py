"""The refs of a team at a git remote, and whether strangers can read them."""

from recall_cli.flows.sync.git_remote import MAX_DEVICES, SHARED_FOLDER, SIGNS_OF_DAMAGE, TEAM_SPACE, GitRemote
from recall_cli.flows.sync.git_runner import FIXED_SETTINGS, SyncFailed, _environment, _find_git
from recall_cli.rules.sync.remote_address import is_folder
from recall_cli.rules.team.chain import is_fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MAX_CHECK_SECONDS = 30
SIGNS_OF_A_LOCK = ("could not read username", "authentication failed", " 401", " 403", " 404", "not found")
"""How a git host says that it shows a repository to nobody without a login."""


class TeamRemote(GitRemote):
    """The refs of all machines that share something, one for each."""

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

    def segments(self, device: str, commit: str) -> "list[bytes]":
        """The segments of a machine, oldest first."""
        return self.read({device: commit})[device]


def is_public(address: str) -> "bool | None":
    """Can strangers read this remote? None if that cannot be found out.

    recall asks the host over https without any login, as a stranger would. git:// has no logins, so it is public.
    """
    if is_folder(address):
        return False
    if address.startswith("git://"):
        return True
    return _is_shown_to_strangers(_address_for_strangers(address))


def _address_for_strangers(address: str) -> str:
    """The same repository over http or https, without a login."""
    scheme, separator, rest = address.partition("://")
    if not separator:  # user@host:path
        host, _, path = address.partition(":")
        return f"https://{host.rpartition('@')[2]}/{path.lstrip('/')}"
    host, slash, path = rest.partition("/")
    host = host.rpartition("@")[2]
    if scheme == "ssh":
        scheme, host = "https", host.partition(":")[0]
    return f"{scheme}://{host}{slash}{path}"


def _is_shown_to_strangers(address: str) -> "bool | None":
    import subprocess

    settings = [word for setting in (*FIXED_SETTINGS, "credential.helper=") for word in ("-c", setting)]
    variables = _environment(asks=False)
    environment = {name: value for name, value in variables.items() if "CONFIG" not in name and "SSH_AUTH" not in name}
    environment |= {"HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null"}
    command = [_find_git(), *settings, "ls-remote", "--", address, "HEAD"]
    try:
        ran = subprocess.run(  # noqa: S603 — git itself, with a checked address and a closed environment
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            cwd="/",
            env=environment,
            timeout=MAX_CHECK_SECONDS,
            check=False,
            start_new_session=True,
        )
    except (subprocess.TimeoutExpired, OSError):
        return None
    if ran.returncode == 0:
        return True
    said = ran.stderr.decode("utf-8", "replace").lower()
    return False if any(sign in said for sign in SIGNS_OF_A_LOCK) else None
