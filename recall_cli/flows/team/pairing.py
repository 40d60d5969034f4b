"""Pairing: whose machine a key belongs to, as the person here says."""

from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.team.place import Member
from recall_cli.rules.secrets import mask
from recall_cli.rules.sync.fold import fold_operations
from recall_cli.rules.team.chain import BrokenChain, fingerprint_text
from recall_cli.rules.team.names import MAX_COLLEAGUE_NAME, is_colleague_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.flows.team.place import TeamPlace
    from recall_cli.flows.team.team_sync import TeamSync

MAX_UNPAIRED = 30
"""Machines that are not paired and are looked at; somebody could make very many."""
MIN_KEY_LETTERS = 4
"""The shortest beginning of a fingerprint that names a machine."""


class Unpaired(Record):
    """A machine that shares something and is not paired. Its words are a stranger's, and are not stored."""

    device: str
    name: str
    user: str = ""
    """Whose machine it is, where a server says that."""
    texts: "tuple[str, ...]" = ()
    problem: str = ""
    """Why it cannot be read, if so."""


def read_unpaired(syncing: "TeamSync", devices: "tuple[str, ...]") -> "list[Unpaired]":
    """What machines that are not paired share."""
    looked_at = devices[:MAX_UNPAIRED]
    failures = syncing.fetch({device: syncing.heads[device] for device in looked_at})
    found = (_read_one(syncing, device, failures.get(device, "")) for device in looked_at)
    return [one.but(user=syncing.remote.users.get(one.device, "")) for one in found]


def _read_one(syncing: "TeamSync", device: str, problem: str) -> Unpaired:
    if problem:
        return Unpaired(device=device, name="", problem=problem)
    try:
        chain = syncing.chain_of(device)
    except BrokenChain as error:
        return Unpaired(device=device, name="", problem=str(error))
    states = fold_operations(chain.operations).memories.values()
    texts = tuple(mask(text).text for state in states if isinstance(text := state.columns.get("text"), str))
    return Unpaired(device=device, name=chain.name, texts=texts)


def choose_unpaired(waiting: "list[Unpaired]", name: str) -> Unpaired:
    """The machine of the user of this name, or that calls itself so, or whose fingerprint begins so.

    NotFound if there is none, UsageError if there are several.
    """
    readable = [one for one in waiting if not one.problem]
    key = name.replace("-", "").casefold()
    chosen = [one for one in readable if one.user == name]
    chosen = chosen or [one for one in readable if one.name.casefold() == name.casefold()]
    chosen = chosen or [one for one in readable if len(key) >= MIN_KEY_LETTERS and one.device.startswith(key)]
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        others = ", ".join(sorted({one.name or one.device for one in readable}))
        raise NotFound(
            f"nobody called {name} waits to be paired",
            f"waiting: {others}" if others else "ask them to run recall share first",
        )
    keys = " or ".join(fingerprint_text(one.device) for one in chosen)
    raise UsageError(f"{len(chosen)} machines call themselves {name}", f"name one by its key: {keys}")


def check_name(unpaired: Unpaired, members: "Iterable[str]") -> None:
    """UsageError if a machine calls itself as another member of the team space is called."""
    others = {member.casefold() for member in members if member != unpaired.user}
    if unpaired.name.casefold() in others and unpaired.name.casefold() != unpaired.user.casefold():
        raise UsageError(
            f"this machine of {unpaired.user} calls itself {unpaired.name}, which is another member",
            "say who it is: --as NAME",
        )


def with_member(place: "TeamPlace", unpaired: Unpaired, name: "str | None") -> "TeamPlace":
    """The place with a newly paired machine, under the name that the person here gives it."""
    chosen = name or unpaired.name
    if not is_colleague_name(chosen):
        raise UsageError(
            f"{chosen or 'this machine'} is no name: one word of at most {MAX_COLLEAGUE_NAME} letters", "--as NAME"
        )
    known = place.named(chosen)
    member = Member(device=unpaired.device, name=known[0].name if known else chosen)
    return place.but(members=(*place.members, member))
