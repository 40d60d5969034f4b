"""Team spaces: what the members of a team share on a server. A file has none."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any


class TeamSpace(Record):
    """A team space, by the user who began it and its name."""

    founder: str
    name: str


class TeamSpaces(Table):
    """The functions of the server about team spaces within one transaction. Each answers for members alone."""

    def all(self, marks: "Collection[str]") -> "list[tuple[TeamSpace, bool]]":
        """The spaces that the user belongs to, and whether each is of a project with one of these marks."""
        rows = self._tx.run("team_spaces", "spaces", marks=dumps([*marks]))
        return [(TeamSpace(founder=founder, name=name), bool(fits)) for founder, name, fits in rows]

    def members(self, space: TeamSpace) -> "list[tuple[str, str]]":
        """The members, the founder first, each with who invited them; nothing for who is no member."""
        return [(row[0], row[1]) for row in self._tx.run("team_spaces", "members", **space.fields())]

    def chains(self, space: TeamSpace) -> "list[tuple[str, str, str]]":
        """The machines that share something: fingerprint, user and head of each."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("team_spaces", "chains", **space.fields())]

    def segments(self, space: TeamSpace, device: str) -> "list[bytes]":
        """What a machine shares, oldest first."""
        rows = self._tx.run("team_spaces", "segments", **space.fields(), device=device)
        return [bytes(segment or b"") for row in rows for segment in row[0]]

    def found(self, name: str, marks: "Collection[str]") -> str:
        """Begin a space of the user's own, unless it is there; why not, or nothing."""
        return str(self._tx.run("team_spaces", "found", name=name, marks=dumps([*marks]))[0][0])

    def invite(self, space: TeamSpace, member: str, *, withdraw: bool) -> str:
        """Invite a user, or withdraw that; why not, or nothing."""
        rows = self._tx.run("team_spaces", "invite", **space.fields(), member=member, withdraw=withdraw)
        return str(rows[0][0])

    def put(self, space: TeamSpace, device: str, known: str, head: str, keep: int, segments: "list[bytes]") -> str:
        """Let these segments follow the first `keep` of a machine of the user; why not, or nothing."""
        listed: Any = segments
        rows = self._tx.run(
            "team_spaces", "put", **space.fields(), device=device, known=known, head=head, keep=keep, segments=listed
        )
        return str(rows[0][0])
