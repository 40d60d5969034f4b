"""An address is never a file: known ones work everywhere, all others are refused with what works."""

import json
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.errors import UsageError
from recall_cli.store_address import check_place, is_address, is_made_of_address
from tests.command import Home
from tests.for_each import for_each
from tests.rows import read_rows

UNKNOWN = [text for (text,) in read_rows(__file__, "unknown_addresses")]
KNOWN = {
    "postgresql://db.example.org/recall": "postgresql://db.example.org/recall",
    "postgres://db.example.org/recall": "postgres://db.example.org/recall",
    "PostgreSQL://DB.example.org/Recall": "postgresql://DB.example.org/Recall",
    "POSTGRES://ann@db:5433/r?sslmode=verify-full": "postgres://ann@db:5433/r?sslmode=verify-full",
    " postgresql:///recall?host=/run/postgresql ": "postgresql:///recall?host=/run/postgresql",
}
WEB = {
    "https://recall.example.org": "https://recall.example.org",
    "HTTPS://Recall.Example.org/": "https://recall.example.org",
    " https://recall.example.org:7077 ": "https://recall.example.org:7077",
    "https://example.org/team/recall/": "https://example.org/team/recall",
    "https://[2001:db8::1]:7077": "https://[2001:db8::1]:7077",
    "https://10.0.0.5": "https://10.0.0.5",
    "http://localhost:7077": "http://localhost:7077",
    "http://127.0.0.1:7077": "http://127.0.0.1:7077",
    "http://[::1]:7077": "http://[::1]:7077",
}
WRONG_WEB = {
    "http://example.org": "in plain",
    "http://localhost.example.org": "in plain",
    "http://127.0.0.1.example.org": "in plain",
    "https://ann:hunter22@example.org": "a user or a password",
    "https://recall_abc@example.org": "a user or a password",
    "https://": "no machine",
    "https:///x": "no machine",
    "https://example.org:": "no machine",
    "https://example.org:99999": "no machine",
    "https://example.org:7o77": "no machine",
    "https://exa mple.org": "no machine",
    "https://example.org/?token=abc": "more than a machine",
    "https://example.org/#x": "more than a machine",
    "https://example.org/a/../b": "more than a machine",
    "https://example.org/a\r\nX: y": "more than a machine",
}
FILES = [text for (text,) in read_rows(__file__, "files")]


@for_each("text", UNKNOWN)
def test_an_unknown_address_is_refused(text: str) -> None:
    """The error names what works, and shows nothing of an address that could be a password."""
    with pytest.raises(UsageError) as error:
        check_place(text, "RECALL_DB")
    assert "postgresql://HOST/DATABASE" in error.value.hint and "hunter22" not in error.value.message


@for_each("text", KNOWN)
def test_a_server_is_known_in_any_case(text: str) -> None:
    """The scheme may be written in any case; the rest stays as it is."""
    assert check_place(text, "db") == KNOWN[text]


@for_each("address, form", WEB.items())
def test_the_address_of_a_recall_serve_has_one_form(address: str, form: str) -> None:
    """Scheme and host in lower case, without a slash at the end."""
    assert check_place(address, "--db") == form


@for_each("address, why", WRONG_WEB.items())
def test_a_wrong_address_of_a_recall_serve_is_refused(address: str, why: str) -> None:
    """No password in it, nothing in plain over a network, no query, and no line break that a header could take."""
    with pytest.raises(UsageError) as error:
        check_place(address, "--db")
    assert why in error.value.message and "hunter22" not in error.value.sentence


@for_each("text", FILES)
def test_a_file_stays_a_file(text: str) -> None:
    """A colon or an equals sign behind a slash makes no address."""
    assert not is_address(text) and check_place(text, "db") == text


@for_each("path", ["/srv/a:b/recall.db", "/c:/recall.db", "/home/ann/k=v/x.db", "/home/my notes/x.db"])
def test_an_ordinary_path_is_not_made_of_an_address(path: str) -> None:
    """Doctor warns only of paths that end a word with a colon, or that hold keys and values."""
    assert not is_made_of_address(path)


@pytest.mark.parametrize("text", [text for text in UNKNOWN if "memory" not in text])
def test_no_command_makes_a_file_of_an_address(recall: Home, text: str) -> None:
    """In a flag, in the environment and as a target: exit status 2 and an empty folder."""
    recall.more.pop("RECALL_DB", None)
    commands: list[tuple[list[str], dict[str, str]]] = [
        (["store", "The port is 8080.", "--db", text], {}),
        (["store", "The port is 8080.", "--defer"], {"RECALL_DB": text}),
        (["search", "port"], {"RECALL_DB": text}),
        (["export", text], {}),
        (["backup", text], {}),
        (["view", text], {}),
        (["import", text], {}),
        (["restore", text], {}),
        (["doctor", "--salvage", text], {}),
        (["migrate", str(recall.db), text], {}),
        (["migrate", text, "other.db"], {}),
    ]
    for args, env in commands:
        answer = recall.quick(*args, env=env)
        assert answer.status == 2 and "unexpected" not in answer.err, (args, answer)
    for name in ("db", "backup.folder", "encryption.key_file"):
        assert recall.quick("config", name, text, person=True).status == 2, name
    assert [path for path in recall.path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("text", KNOWN)
def test_the_settings_take_the_address_of_a_server(recall: Home, text: str) -> None:
    """`recall config db ADDRESS` writes the address as it is, and no path."""
    answer = recall.quick("config", "db", text.strip(), person=True)
    assert answer.status == 0, answer
    assert f'db = "{KNOWN[text]}"' in recall.config.read_text()


def test_a_password_in_the_address_is_refused(recall: Home) -> None:
    """The settings file is plain text."""
    answer = recall.quick("config", "db", "postgresql://ann:cv5Gj2kk9q@db/recall", person=True)
    assert answer.status == 2 and not recall.config.exists()


def doctor_settings(recall: Home) -> list[Any]:
    """What doctor finds in the settings."""
    answer = recall.quick("--json", "doctor")
    return [one for one in json.loads(answer.out)["findings"] if one["check"] == "settings"]


@pytest.mark.parametrize(
    "value",
    [
        "/home/ann/postgresql:/db.example.org/recall",
        "/home/ann/work/PostgreSQL:/db/recall",
        "/home/ann/host=db dbname=recall",
        "mysql://db/recall",
        "file:q.db",
    ],
)
def test_doctor_finds_an_address_in_the_settings(recall: Home, value: str) -> None:
    """A path that an earlier version made of an address is named, with what to do."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text(f'db = "{value}"\n')
    found = [one for one in doctor_settings(recall) if one["state"] in ("warning", "failure")]
    assert len(found) == 1 and "postgresql://HOST/DATABASE" in str(found[0]), found


def test_whoever_installs_hooks_hears_that_only_the_environment_names_the_store(recall: Home, tmp_path: Path) -> None:
    """A client may start without RECALL_DB: the note says which store it would use then, and how to change that."""
    (recall.path / ".claude").mkdir()
    elsewhere = {"RECALL_DB": str(tmp_path / "team.db")}
    for args in (["hooks", "install", "claude-code"], ["hooks", "install", "codex"]):
        assert recall.quick(*args, env=elsewhere).err.count("RECALL_DB names the store") == 1, args
    assert "RECALL_DB" not in recall.quick("hooks", "install", "gemini", env={"RECALL_DB": str(recall.db)}).err
