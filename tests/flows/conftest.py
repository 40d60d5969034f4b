"""Machines that tests of several folders begin with."""

import pytest

from tests.flows.sync.machines import Machine, make_machines
from tests.same_place import put_back


@pytest.fixture
def pair(tmp_path_factory: pytest.TempPathFactory) -> "list[Machine]":
    """Two machines of a person that are synchronised over one remote."""
    pair: list[Machine] = put_back(tmp_path_factory, "pair", lambda folder: make_machines(folder, 2))
    return pair
