"""Team spaces on a server: the place where the members of a team share, instead of a git remote."""

from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.engines.tables.sharing.team_spaces import TeamSpace
from recall_cli.flows.sync.git_runner import SyncFailed
from recall_cli.rules.team.chain import MAX_CHAIN_BYTES
from recall_cli.rules.team.names import (
    MAX_SPACE_NAME,
    SPACE_PREFIX,
    is_space_name,
    may_name_space,
    space_names,
    space_parts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.app import App
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.team.place import TeamPlace

CONTINUES = "nothing was lost: the next recall sync continues"
LOOK, JOIN, GIVE = "look", "join", "give"
"""What a team space is wanted for."""
MAX_NAMED = 5
"""So many team spaces of other projects are named."""
REFUSALS = {
    "changed": "another machine of yours has just sent something",
    "no member": "you do not belong to it, or not any more",
    "taken": "another user has taken the place of your key",
    "too large": f"a member shares at most {MAX_CHAIN_BYTES // 1_000_000} MB",
    "too many": "one user has no more stores or spaces there",
}
"""Why a server did not take what a member shares."""


class SpaceRemote:
    """The chains of all machines in a team space. It has the methods of a git remote of a team."""

    def __init__(self, app: "App", place: "TeamPlace") -> None:
        self.users: dict[str, str] = {}
        """Whose machine each is, by fingerprint. The server lets nobody write for another user."""
        self.members: list[tuple[str, str]] = []
        """The members, each with who invited them."""
        if not app.settings.is_on_server:
            raise SyncFailed(
                f"{place.where} is on a server, and this store is not", "recall share ID --to REMOTE uses git"
            )
        self._app, self._project = app, place.project
        self._user = str(app.settings["user"])
        self._space = space_of(place.remote, self._user)
        self._heads: dict[str, str] = {}
        self._written: tuple[list[bytes], int] = ([], 0)

    def listed(self) -> "dict[str, str]":
        """The heads of all machines, by fingerprint; none in a space of the user's own that has not begun."""
        with self._app.read_transaction(self._app.full_view) as tx:
            self.members = tx.team_spaces.members(self._space)
            chains = tx.team_spaces.chains(self._space)
        if not self.members and self._space.founder != self._user:
            raise SyncFailed(
                f"you do not belong to the {space_text(self._space)}", f"ask a member: recall team invite {self._user}"
            )
        self.users = {device: user for device, user, _ in chains}
        self._heads = {device: head for device, _, head in chains}
        return {**self._heads}

    def heads(self) -> "dict[str, str]":
        """The same: there is no copy on this machine."""
        return self._heads

    def fetch_devices(self, devices: "Iterable[str]") -> "dict[str, str]":  # noqa: ARG002 — a chain is read when it is needed
        """Nothing has to be fetched, so nothing fails."""
        return {}

    def segments(self, device: str, head: str) -> "list[bytes]":  # noqa: ARG002 — it may be newer by now
        """The segments of a machine, oldest first."""
        with self._app.read_transaction(self._app.full_view) as tx:
            return tx.team_spaces.segments(self._space, device)

    def write(self, device: str, parent: "str | None", segments: "list[bytes]", count: int) -> str:  # noqa: ARG002 — as git
        """Keep these segments, which follow the first `count`, for `push`; their head."""
        from hashlib import sha256

        self._written = (segments, count)
        return sha256(segments[-1]).hexdigest()

    def push(self, device: str, head: str, known: "str | None") -> None:
        """Set this machine's chain, if it still is what was known of it. Segments that are replaced go at once."""
        segments, count = self._written
        with self._app.write_transaction(self._app.full_view) as tx:
            refusal = self._begin(tx) or tx.team_spaces.put(self._space, device, known or "", head, count, segments)
        if refusal:
            raise SyncFailed(f"the {space_text(self._space)}: {REFUSALS[refusal]}", CONTINUES)

    def _begin(self, tx: "Transaction") -> str:
        """Begin a space of the user's own, unless it is there; why not, or nothing."""
        if self._space.founder != self._user:
            return ""
        return tx.team_spaces.found(self._space.name, lasting_marks(tx, self._project))

    def branch_commits(self, branches: "list[str]") -> None:
        """What branches the remote of the repository has is not known here."""

    def is_public(self) -> bool:
        """No: members alone can read it."""
        return False

    def remove(self) -> None:
        """There is no copy on this machine."""

    def readers_text(self) -> str:
        """Who can read what is shared, in words."""
        others = sorted({member for member, _ in self.members} - {self._user})
        return f"its members can read this: {', '.join(others) or 'nobody but you yet'}"

    def accept_options(self) -> str:
        """What colleagues add to `recall team accept`, where their clone does not lead them to this space."""
        with self._app.read_transaction() as tx:
            return "" if lasting_marks(tx, self._project) else f" --to {self._space.founder}/{self._space.name}"

    def invite(self, users: "Iterable[str]", *, withdraw: bool = False) -> None:
        """Invite users, or withdraw that; all or none."""
        with self._app.write_transaction(self._app.full_view) as tx:
            if refusal := self._begin(tx):
                raise NotStored(f"not begun: {REFUSALS[refusal]}", "use one of your spaces: --to NAME")
            for user in users:
                if refusal := tx.team_spaces.invite(self._space, user, withdraw=withdraw):
                    raise _refused_invitation(refusal, user, space_text(self._space))


def _refused_invitation(refusal: str, user: str, where: str) -> Exception:
    if refusal == "unknown":
        return NotFound(f"the server knows no user {user}", "each login is a user: recall setup --logins lists them")
    if refusal == "founder":
        return UsageError(f"{user} began the {where}, and stays a member", "recall share ID --off takes memories back")
    if refusal == "not yours":
        return NotStored(f"you did not invite {user}", f"who did, or the founder of the {where}, can withdraw it")
    return NotStored(f"the {where}: {REFUSALS[refusal]}", "nothing was changed")


def space_of(remote: str, user: str) -> TeamSpace:
    """The team space of an address."""
    founder, name = space_parts(remote, user)
    return TeamSpace(founder=founder, name=name)


def space_text(space: TeamSpace) -> str:
    """A team space for people."""
    return f"team space {space.founder}/{space.name}"


def lasting_marks(tx: "Transaction", project: int) -> "list[str]":
    """What the project here is recognised by in everybody's clone: its remotes, or else its first commits."""
    from recall_cli.workplace import current_workplace

    marks = sorted({*tx.projects.marks(project), *current_workplace().marks})
    remotes = [mark for mark in marks if mark.startswith("git:")]
    return remotes or [mark for mark in marks if mark.startswith("root:")]


def choose_space(app: "App", project: "Project", to: "str | None", purpose: str) -> str:
    """The address of the team space that was named, or of the one of this project.

    An invitation alone takes nobody's words: who gives something names the space of somebody else. If there is none, it
    is a new one of the user's own, but for who wants to join one.
    """
    user = str(app.settings["user"])
    with app.read_transaction(app.full_view) as tx:
        known = tx.team_spaces.all(lasting_marks(tx, project.n))
    if to:
        return _named_space(to, user, [space for space, _ in known])
    fitting = [space for space, fits in known if fits]
    if len(fitting) == 1 and (purpose != GIVE or fitting[0].founder == user):
        return _address(fitting[0])
    if fitting:
        names = " and ".join(f"{space.founder}/{space.name}" for space in fitting)
        hint = "name one: --to FOUNDER/NAME" + (", or begin one of yours: --to NAME" if purpose == GIVE else "")
        raise UsageError(f"you belong to team spaces of this repository: {names}", hint)
    joined = [f"--to {space.founder}/{space.name}" for space, _ in known if space.founder != user]
    others = " or ".join(joined[:MAX_NAMED])
    if purpose == JOIN:
        hint = f"if it is another one: {others}" if others else f"ask a colleague: recall team invite {user}"
        raise NotFound("you belong to no team space of this repository", hint)
    if others:
        app.note(f"you belong to team spaces of other repositories: {others}")
    taken = {space.name for space, _ in known if space.founder == user}
    free = next(name for name in space_names(project.name) if name not in taken)
    return _address(TeamSpace(founder=user, name=free))


def _named_space(to: str, user: str, known: "list[TeamSpace]") -> str:
    chosen = space_of(to, user)
    if not is_space_name(chosen.name):
        raise UsageError(
            f"{chosen.name!r} is no name of a team space: one word of at most {MAX_SPACE_NAME} letters", "--to NAME"
        )
    if chosen.founder != user and chosen not in known:
        raise NotFound(f"you do not belong to the {space_text(chosen)}", f"ask a member: recall team invite {user}")
    return _address(chosen)


def _address(space: TeamSpace) -> str:
    return f"{SPACE_PREFIX}{space.founder}/{space.name}"


def is_chosen_here(app: "App", to: "str | None") -> bool:
    """Does a person share over the server, and not over a git remote?"""
    return bool(app.settings.is_on_server) and (not to or may_name_space(to))
