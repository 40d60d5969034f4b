"""Encryption at rest: with SQLite3 Multiple Ciphers in the place of plain SQLite, and how recall refuses without it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from recall_cli.domain.errors import UsageError
from recall_cli.domain.store_errors import EncryptionError
from recall_cli.settings import Settings
from recall_cli.store_key import configured_key
from tests.command import ROOT, CommandResult, Home

STORED_TEXT = "The vault of the museum opens at nine."
KEY = "0123456789abcdef" * 4


@pytest.fixture
def encrypting_home(recall: Home, ciphers: Path) -> Home:
    """A home whose recall can encrypt."""
    recall.more["PYTHONPATH"] = f"{ciphers}{os.pathsep}{ROOT}"
    return recall


@pytest.fixture
def encrypted_home(encrypting_home: Home) -> Home:
    """A home with one memory in an encrypted store."""

    def fill(home: Home) -> str:
        assert home("store", STORED_TEXT).status == 0
        assert home("encrypt", "--key-file", "key", tty=True).status == 0
        return str(home.path)

    first_path = encrypting_home.fill_once("encrypted", fill)
    config = encrypting_home.config.read_text()
    encrypting_home.config.write_text(config.replace(first_path, str(encrypting_home.path)))
    return encrypting_home


def read_store_bytes(recall: Home) -> bytes:
    """All bytes of the store: the file, its WAL, its shared memory."""
    return b"".join(path.read_bytes() for path in recall.db.parent.iterdir())


def finds_stored_text(answer: CommandResult) -> bool:
    assert answer.status == 0, answer
    return STORED_TEXT in answer.out


def test_a_store_becomes_an_encrypted_one_and_a_plain_one_again(encrypting_home: Home) -> None:
    """Nothing of a memory can be read in the file in between, every command works, and nothing is lost."""
    encrypting_home("store", STORED_TEXT)
    assert b"museum" in read_store_bytes(encrypting_home)
    inode = encrypting_home.db.stat().st_ino
    old = os.open(encrypting_home.db, os.O_RDONLY)
    done = encrypting_home("encrypt", "--key-file", "k/key", tty=True)
    assert (done.status, done.err) == (0, "")
    assert encrypting_home.db.stat().st_ino != inode
    assert not os.read(old, 1 << 22).strip(b"\0"), "the old file is overwritten"
    os.close(old)
    key_file = encrypting_home.path / "k/key"
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert len(key_file.read_text().strip()) == 64
    assert encrypting_home("store", "The garden of the museum is closed.").status == 0
    assert finds_stored_text(encrypting_home("search", "when does the museum open"))
    assert b"museum" not in read_store_bytes(encrypting_home)
    assert not [path for path in encrypting_home.db.parent.iterdir() if ".new" in path.name]
    assert stat.S_IMODE(encrypting_home.db.stat().st_mode) == 0o600
    assert encrypting_home("undo").status == 0
    assert encrypting_home("decrypt", tty=True).status == 0
    assert b"museum" in read_store_bytes(encrypting_home)
    assert finds_stored_text(encrypting_home("list"))
    assert "encryption" not in str(Settings({}, encrypting_home.environment()).file)


def test_a_new_store_is_encrypted_where_a_key_is_configured(encrypting_home: Home) -> None:
    """From the first byte; and a passphrase from a command does it as well."""
    encrypting_home("config", "encryption.key_command", "echo correct horse battery staple", tty=True)
    encrypting_home("store", STORED_TEXT)
    assert b"museum" not in read_store_bytes(encrypting_home)
    assert finds_stored_text(encrypting_home("list"))


def test_an_export_says_that_it_is_plain(encrypted_home: Home) -> None:
    """It is meant to be read elsewhere."""
    answer = encrypted_home("export", "all.jsonl")
    assert (answer.status, answer.err) == (0, "recall: all.jsonl is not encrypted, unlike the store\n")
    assert STORED_TEXT in (encrypted_home.path / "all.jsonl").read_text()


def test_a_key_that_cannot_be_made_is_told(encrypting_home: Home) -> None:
    """One line, and the store is as it was."""
    encrypting_home("store", STORED_TEXT)
    refused = encrypting_home("encrypt", "--key-file", "/proc/nowhere/key", tty=True)
    assert (refused.status, refused.err.count("\n")) == (5, 1)
    assert "cannot make a key" in refused.err
    assert finds_stored_text(encrypting_home("list"))


def test_the_key_can_be_changed(encrypted_home: Home) -> None:
    """The old one opens it no more."""
    first = (encrypted_home.path / "key").read_text()
    assert encrypted_home("encrypt", "--key-command", "echo a longer passphrase", tty=True).status == 0
    assert finds_stored_text(encrypted_home("list"))
    (encrypted_home.path / "other").write_text(first)
    (encrypted_home.path / "other").chmod(0o600)
    encrypted_home("config", "encryption.key_command", "--unset", tty=True)
    encrypted_home("config", "encryption.key_file", str(encrypted_home.path / "other"), tty=True)
    refused = encrypted_home("list")
    assert (refused.status, refused.err.count("\n")) == (5, 1)
    assert "the key does not open" in refused.err


def test_without_its_key_it_says_so(encrypted_home: Home) -> None:
    """One line and status 5, whichever SQLite is there; and nothing is changed."""
    before = encrypted_home.db.read_bytes()
    encrypted_home("config", "encryption.key_file", "--unset", tty=True)
    refused = encrypted_home("store", "x")
    assert (refused.status, refused.err.count("\n")) == (5, 1)
    assert "is encrypted, and no key is configured (recall config encryption.key_file" in refused.err
    del encrypted_home.more["PYTHONPATH"]
    refused = encrypted_home("search", "museum")
    assert refused.status == 5
    assert "is encrypted, and no key is configured (" in refused.err and "apsw-sqlite3mc" in refused.err
    encrypted_home("config", "encryption.key_file", str(encrypted_home.path / "key"), tty=True)
    refused = encrypted_home("list", "--json")
    assert (refused.status, refused.error["code"]) == (5, "encrypted")
    assert "another SQLite build" in refused.error["message"]
    assert encrypted_home.db.read_bytes() == before


def test_a_plain_store_is_not_taken_for_an_encrypted_one(encrypting_home: Home) -> None:
    """Where a key is configured, nothing is written in plain; `recall admin encrypt` mends it."""
    encrypting_home("store", STORED_TEXT)
    (encrypting_home.path / "key").write_text(KEY)
    (encrypting_home.path / "key").chmod(0o600)
    encrypting_home("config", "encryption.key_file", str(encrypting_home.path / "key"), tty=True)
    refused = encrypting_home("store", "one more")
    assert (refused.status, "is not encrypted (recall admin encrypt" in refused.err) == (5, True), refused
    assert encrypting_home("encrypt", tty=True).status == 0
    assert finds_stored_text(encrypting_home("list"))


def test_while_somebody_reads_nothing_is_converted(encrypting_home: Home, ciphers: Path) -> None:
    """It waits, gives up with one line, and the store and the settings are as they were."""
    encrypting_home("store", STORED_TEXT)
    code = "import apsw, sys; c = apsw.Connection(sys.argv[1]); c.pragma('user_version'); print(flush=True); input()"
    reader = subprocess.Popen(
        [sys.executable, "-c", code, str(encrypting_home.db)],
        env=encrypting_home.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert reader.stdout is not None
    reader.stdout.readline()
    refused = encrypting_home("encrypt", "--key-file", "key", tty=True, env={"RECALL_BUSY_SECONDS": "0.2"})
    assert refused.status == 5
    assert "another recall has the store open" in refused.err
    assert not encrypting_home.config.exists()
    reader.communicate(b"\n")
    assert finds_stored_text(encrypting_home("list"))
    assert encrypting_home("encrypt", "--key-file", "key", tty=True).status == 0


def test_copies_are_encrypted_and_come_back(encrypted_home: Home) -> None:
    """A copy is under the same key, and a plain one of before is encrypted on its way back."""
    first = encrypted_home("list").lines[0].partition("\t")[0]
    assert encrypted_home("backup", "copy.db").status == 0
    assert b"museum" not in (encrypted_home.path / "copy.db").read_bytes()
    encrypted_home("delete", first)
    assert encrypted_home("restore", "copy.db", "--force", tty=True).status == 0
    assert finds_stored_text(encrypted_home("list"))
    encrypted_home.later()
    assert encrypted_home("decrypt", tty=True).status == 0
    assert encrypted_home("backup", "plain.db").status == 0
    assert b"museum" in (encrypted_home.path / "plain.db").read_bytes()
    assert encrypted_home("encrypt", "--key-file", "key", tty=True).status == 0
    assert encrypted_home("restore", "plain.db", "--force", tty=True).status == 0
    assert finds_stored_text(encrypted_home("list"))
    assert encrypted_home("restore", "copy.db", "--db", "elsewhere.db").status == 0
    assert encrypted_home("restore", "plain.db", "--db", "again.db").status == 0
    assert finds_stored_text(encrypted_home("list", "--db", "again.db"))
    for path in (encrypted_home.db, encrypted_home.path / "elsewhere.db", encrypted_home.path / "again.db"):
        assert b"museum" not in path.read_bytes()


def test_the_doctor_looks_into_it(encrypted_home: Home) -> None:
    """And saves what can be read into a store under the same key."""
    assert "damaged" not in encrypted_home("doctor").out
    assert encrypted_home("doctor", "--salvage", "saved.db").status == 0
    assert finds_stored_text(encrypted_home("list", "--db", "saved.db"))
    assert b"museum" not in (encrypted_home.path / "saved.db").read_bytes()


def test_erasing_reaches_copies(encrypted_home: Home) -> None:
    """Plain ones of before and encrypted ones."""
    assert encrypted_home("backup", "copy.db").status == 0
    answer = encrypted_home("erase", "--query", "museum", "--copies", "--confirm", tty=True)
    assert answer.status == 0, answer
    assert "a search of its bytes proves nothing more" in answer.err
    assert not encrypted_home("list", "--db", "copy.db", "--include", "deleted,superseded").out


def test_only_a_person_changes_it(encrypted_home: Home) -> None:
    """An agent neither locks its user out nor lays his memories open."""
    for command in (["decrypt"], ["encrypt", "--key-command", "echo my own passphrase"]):
        assert encrypted_home(*command).status == 3
    assert encrypted_home("encrypt", tty=True, env={"CLAUDECODE": "1"}).status == 3


def test_where_it_cannot_encrypt_it_says_what_to_install(recall: Home) -> None:
    """And makes no key."""
    refused = recall("encrypt", "--key-file", "key", tty=True)
    assert refused.status == 5
    assert "apsw-sqlite3mc" in refused.err
    assert not (recall.path / "key").exists()


WRONG_KEYS = [
    ({"key_file": "open"}, "others may read"),
    ({"key_file": "gone"}, "no such file"),
    ({"key_file": "."}, "cannot read the key|no ordinary file"),
    ({"key_file": "empty"}, "gives no key"),
    ({"key_file": "bytes"}, "not UTF-8"),
    ({"key_command": "false"}, "ended with status 1"),
    ({"key_command": "no-such-program"}, "cannot be run"),
    ({"key_command": "'"}, "cannot be run"),
    ({"key_command": "true"}, "gives no key"),
]


@pytest.mark.parametrize(("places", "said"), WRONG_KEYS)
def test_a_key_that_is_none_is_told(tmp_path: Path, places: dict[str, str], said: str) -> None:
    """A key that others can read, or that is not there, opens nothing."""
    for name, content, mode in (("open", KEY.encode(), 0o640), ("empty", b"\n", 0o600), ("bytes", b"\xff", 0o600)):
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(mode)
    places = {place: str(tmp_path / value) if place == "key_file" else value for place, value in places.items()}
    settings = Settings({f"encryption.{name}": value for name, value in places.items()}, {})
    with pytest.raises(EncryptionError, match=f"(?i){said}"):
        configured_key(settings)


def test_the_key_has_one_place(tmp_path: Path) -> None:
    """Two are a mistake, and none is no key."""
    with pytest.raises(UsageError, match="two places"):
        configured_key(Settings({"encryption.key_file": "a", "encryption.key_command": "b"}, {}))
    assert configured_key(Settings({}, {"HOME": str(tmp_path)})) is None


def test_a_short_passphrase_is_refused(encrypting_home: Home) -> None:
    """It would be guessed."""
    refused = encrypting_home("encrypt", "--key-command", "echo short", tty=True)
    assert (refused.status, "at least 12" in refused.err) == (2, True)


def test_the_keyring_may_hold_it(encrypting_home: Home, tmp_path: Path) -> None:
    """It gets a new key where it has none, and gives it ever after."""
    folder = tmp_path / "ring"
    folder.mkdir()
    (folder / "keyring.py").write_text(
        "import pathlib\n"
        "FILE = pathlib.Path(__file__).with_name('kept')\n"
        "def get_password(service, name): return FILE.read_text() if FILE.exists() else None\n"
        "def set_password(service, name, value): FILE.write_text(value)\n"
    )
    encrypting_home.more["PYTHONPATH"] = f"{folder}{os.pathsep}{encrypting_home.more['PYTHONPATH']}"
    encrypting_home("store", STORED_TEXT)
    assert encrypting_home("encrypt", "--keyring", tty=True).status == 0
    assert b"museum" not in read_store_bytes(encrypting_home)
    assert finds_stored_text(encrypting_home("list"))
    (folder / "kept").unlink()
    refused = encrypting_home("list")
    assert (refused.status, "gives no key" in refused.err) == (5, True)
