"""Tokens: shown once, stored as a hash, narrow, ended for good, and gone with their user."""

import json
import re
from pathlib import Path

import pytest

from tests.command import Home, dump_store


def create(recall: Home, *args: str, person: bool = False) -> str:
    answer = recall.quick("--json", "token", "create", *args, person=person)
    assert answer.status == 0, answer
    return str(json.loads(answer.out)["token"])


def test_a_token_is_shown_once_and_kept_as_a_hash(recall: Home) -> None:
    """Neither its text nor the secret part of it is in the store, and the hash is."""
    from hashlib import sha256

    text = create(recall, "laptop", "--expires", "90d")
    assert re.fullmatch(r"recall_[a-z2-9]{10}_[\w-]{43}", text)
    dump = dump_store(recall.db)
    assert text not in dump and text.split("_", 2)[2] not in dump
    assert sha256(text.encode()).hexdigest().upper() in dump.upper()
    assert text not in recall.quick("token").out + recall.quick("--json", "token").out + recall.quick("log").out
    listed = recall.json("token")["tokens"]
    assert [(each["name"], each["state"], each["rights"], each["used_at"]) for each in listed] == [
        ("laptop", "valid", ["read", "write"], None)
    ]


def test_a_token_in_a_text_is_masked(recall: Home) -> None:
    """A token of recall is a secret like any other."""
    text = create(recall, "laptop")
    recall.store(f"The laptop of the build team uses {text} to reach the memory server.")
    assert text not in dump_store(recall.db)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["create"], "needs the name"),
        (["create", "../x"], "letters, digits"),
        (["create", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"], "looks like a secret"),
        (["create", "x", "--expires", "2020-01-01"], "in the past"),
        (["create", "x", "--read-only", "--allow", "erase"], "--read-only"),
        (["create", "x", "--allow", "erase"], "only a person"),
        (["create", "x", "--user", "somebody"], "only a person"),
        (["revoke", "nothing"], "no valid token"),
        (["list", "x"], "takes no name"),
        (["list", "--user", "somebody"], "only a person"),
    ],
)
def test_what_is_wrong_is_said(recall: Home, args: list[str], says: str) -> None:
    """One line, nothing stored."""
    answer = recall.quick("token", *args)
    assert answer.status != 0 and says in answer.err and answer.err.count("\n") == 1, answer
    assert recall.json("token", person=True) == {"tokens": []}


def test_an_agent_gives_no_more_than_it_has(recall: Home) -> None:
    """A narrowed caller makes narrow tokens; a person makes any."""
    recall.quick("store", "The port of the API is 8080.", person=True)
    narrow = {"RECALL_CLEARANCE": "internal", "RECALL_TOPICS": "build"}
    for args in (["a"], ["a", "--clearance", "restricted", "--topics", "build"], ["a", "--clearance", "internal"]):
        answer = recall.quick("token", "create", *args, env=narrow)
        assert answer.status == 3 and "only a person" in answer.err, answer
    assert recall.quick("token", "create", "a", "--clearance", "public", "--topics", "build", env=narrow).status == 0
    assert create(recall, "b", "--allow", "erase", "--allow", "settle", "--user", "else", person=True)


def test_a_name_is_used_once_at_a_time(recall: Home) -> None:
    """Two valid tokens never share a name; after the end of one the name is free."""
    create(recall, "laptop")
    again = recall.quick("token", "create", "laptop")
    assert again.status == 2 and "already" in again.err
    assert recall.quick("token", "revoke", "laptop").status == 0
    create(recall, "laptop")
    assert [each["state"] for each in recall.json("token")["tokens"]] == ["revoked", "valid"]


def test_undo_ends_a_token_and_never_brings_one_back(recall: Home) -> None:
    """The creation is taken back by its number; an end is not."""
    recall.store("The port of the API is 8080.")
    create(recall, "laptop")
    operation = recall.json("log")["operations"][0]
    assert operation["kind"] == "token" and operation["note"] == "laptop"
    assert recall.quick("undo", str(operation["operation"])).status == 0
    assert recall.json("token")["tokens"][0]["state"] == "revoked"
    back = recall.quick("undo", str(recall.json("log")["operations"][0]["operation"]))
    assert back.status == 1 and "stays revoked" in back.err
    create(recall, "other")
    recall.quick("token", "revoke", "other")
    assert recall.quick("undo").status == 0  # the newest write to memories, not what happened to tokens
    assert recall.json("count") == {"count": 0}
    assert recall.quick("audit", "verify").status == 0


def test_a_restored_copy_brings_no_ended_token_back(recall: Home, tmp_path: Path) -> None:
    """A token that was revoked after the copy stays revoked; one that is still valid stays valid."""
    for name in ("gone", "stays"):
        create(recall, name)
    copy = tmp_path / "copy.db"
    assert recall.quick("backup", str(copy)).status == 0
    recall.quick("token", "revoke", "gone")
    assert recall.quick("restore", str(copy), "--force", person=True).status == 0
    states = {each["name"]: each["state"] for each in recall.json("token")["tokens"]}
    assert states == {"gone": "revoked", "stays": "valid"}
    other = tmp_path / "other.db"
    answer = recall.quick("restore", str(copy), "--db", str(other))
    assert answer.status == 0 and "revoked" in answer.err, answer
    assert {each["state"] for each in recall.json("token", "--db", str(other))["tokens"]} == {"revoked"}


def test_tokens_are_in_no_export_and_go_with_their_user(recall: Home) -> None:
    """An export holds memories; erasing a user takes the tokens too."""
    recall.store("The port of the API is 8080.")
    create(recall, "laptop")
    assert "laptop" not in recall.quick("export").out
    erased = recall.quick("erase", "--user", "owner", "--confirm", person=True)
    assert erased.status == 0, erased
    assert recall.json("token") == {"tokens": []}
