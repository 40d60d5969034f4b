"""Only a machine with the key reads or writes a segment; addresses name places and no programs."""

import os

import pytest

from recall_cli.rules.sync.remote_address import address_problem
from recall_cli.rules.sync.sealing import (
    KEY_BYTES,
    ColumnDigests,
    WrongSeal,
    key_text,
    parse_key,
    seal,
    space_name,
    unseal,
)
from tests.for_each import for_each

KEY, OTHER = b"k" * KEY_BYTES, b"o" * KEY_BYTES


def test_a_segment_is_read_with_its_key_at_its_place_alone() -> None:
    """Every changed byte, another key and another machine's name are refused; nothing of the words is seen."""
    sealed = seal(KEY, "laptop", b"the port is 8080 " * 50, os.urandom(24))
    assert unseal(KEY, "laptop", sealed) == b"the port is 8080 " * 50
    assert b"port" not in sealed
    for key, place, content in (
        (OTHER, "laptop", sealed),
        (KEY, "desktop", sealed),
        *((KEY, "laptop", sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]) for at in range(len(sealed))),
        *((KEY, "laptop", sealed[:size]) for size in (0, 10, 40, len(sealed) - 1)),
    ):
        with pytest.raises(WrongSeal):
            unseal(key, place, content)


def test_a_key_can_be_typed() -> None:
    """With or without dashes, in any case; anything else is no key. The name of the space and digests tell nothing of it."""
    key = os.urandom(KEY_BYTES)
    assert parse_key(key_text(key)) == parse_key(key_text(key).upper().replace("-", " ")) == key
    assert parse_key("") is parse_key("abcd") is parse_key("ä" * 32) is parse_key(key_text(key) + "aaaa") is None
    assert space_name(key) != space_name(OTHER) and key.hex() not in space_name(key)
    assert ColumnDigests(KEY)({"value": "8080"}) != ColumnDigests(OTHER)({"value": "8080"})


@for_each(
    "address",
    ["https://h.org/a.git", "ssh://git@h.org/a", "git@h.org:a/b.git", "h.org:a", "http://h.org/a", "git://h/a"],
)
def test_places_are_used(address: str) -> None:
    """The usual forms, whoever names them."""
    assert address_problem(address, stated=False) == ""


@for_each("address", [
        "ext::sh -c id", "fd::3", "-oProxyCommand=id", "--upload-pack=id", "ssh://-oProxyCommand=id/x", "-x:y", "x@-y:z",
        "ssh://-l@h/x", "https://me:secret@h.org/a", "javascript://h/a", "h.org:a\nb", "", "a" * 2000, "relative/folder",
    ],)  # fmt: skip
def test_programs_options_and_passwords_are_not(address: str) -> None:
    """Whoever names them."""
    assert address_problem(address, stated=True)


@for_each("address", ["/srv/a.git", "file:///srv/a.git"])
def test_a_folder_only_if_a_person_names_it(address: str) -> None:
    """A checkout could name a repository with hooks."""
    assert address_problem(address, stated=True) == ""
    assert address_problem(address, stated=False)
