"""People who share memories: over a git remote, or in a team space of the tests' server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import engine_choice
from tests.flows.team.clones import Clone, make_clones
from tests.flows.team.spaces import Member
from tests.postgres_server import running_server
from tests.same_place import put_back


@pytest.fixture
def make_members(tmp_path: Path) -> "Iterator[Callable[..., list[Member]]]":
    """`make_members("ann", "ben")`: people of one server with a login each, who share nothing yet."""
    if engine_choice.is_postgres:
        pytest.skip("it has a server of its own")
    server = running_server()
    database = server.new_database()
    yield lambda *names: [Member(tmp_path / name, server, database) for name in names]
    server.drop_database(database)


@pytest.fixture(params=["git", "server"])
def make_people(tmp_path: Path, request: pytest.FixtureRequest) -> "Callable[..., list[Any]]":
    """`make_people("ann", "ben")`: people who can read what the others share, over git and then on a server."""
    if request.param == "git":
        return lambda *names: make_clones(tmp_path, *names)
    make_members = request.getfixturevalue("make_members")

    def make(*names: str) -> "list[Any]":
        first, *others = members = make_members(*names)
        first.invite(*(member.user for member in others))
        for member in others:
            member.space = f"{first.user}/shop"
        return members

    return make


@pytest.fixture
def people(
    make_people: "Callable[..., list[Clone]]",
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> "list[Clone]":
    """Ann and Ben; Ben has accepted Ann's key, and her one memory."""
    if request.node.callspec.params["make_people"] == "server":
        return share_first(make_people("ann", "ben"))
    people: list[Clone] = put_back(
        tmp_path_factory, "clones", lambda folder: share_first(make_clones(folder, "ann", "ben"))
    )
    return people


def share_first(people: "list[Clone]") -> "list[Clone]":
    ann, ben = people
    ann.share(ann.state_text("Payments retry only on 503."))
    ben.accept("ann")
    return people
