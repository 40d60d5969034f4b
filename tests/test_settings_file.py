"""The settings file: what the short reader accepts it reads as TOML does, and a change leaves the rest alone."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recall_cli import settings_file
from recall_cli.settings_file import change_setting, parse_simple_toml
from tests.command import Home
from tests.for_each import for_each
from tests.long_run import repetitions

pieces = st.sampled_from(
    (
        "a",
        "b-c",
        "d_1",
        "a.b",
        "[a]",
        "[a.b]",
        "[b]",
        "[[a]]",
        " = ",
        "=",
        "1",
        "-2",
        "0",
        "01",
        "1.5",
        "1.",
        ".5",
        "true",
        "false",
        "True",
        '"x"',
        '""',
        '"é漢🙂"',
        '"a\\nb"',
        "'x'",
        '"""',
        "# note",
        " ",
        "\t",
        "\n",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\u2028",
        "\x0b",
        "\x00",
        "\x1c",
        "\u00a0",
        "[",
        "]",
        ",",
        "1_000",
        "1e3",
        "inf",
        "nan",
        "2026-03-01",
        "{",
        "}",
        '"',
        "\\",
        "\ufeff",
        "\x7f",
    )
)
lines = st.sampled_from(
    (
        "a = 1\n",
        "b = 2\n",
        'a = "x"\n',
        "a.b = 1\n",
        "[a]\n",
        "[a.b]\n",
        "[b]\n",
        "c = true # yes\n",
        "# x\u2028y = 1\n",
        "\n",
    )
)


@given(st.lists(pieces | lines, max_size=12).map("".join))
@example("[a]\n[a]\n")
@example("a = 1\n[a]\n")
@example("a = 1\na.b = 2\n")
@example("[a]\nb = 1\n[a.b]\n")
@example("[a.b]\nc = 1\n[a]\nb.d = 2\n")
@example("# x\u2028a = 1\n")
@example("# \x00\n")
@example("a = 1\rb = 2\n")
@settings(max_examples=repetitions(1500))
def test_what_it_accepts_it_reads_as_toml_does(text: str) -> None:
    """The short reader says the same as the parser, or leaves it to the parser."""
    found = parse_simple_toml(text)
    if found is None:
        return
    parsed = settings_file._parse_toml(text)
    assert found == parsed
    assert [type(value) for value in found.values()] == [type(parsed[name]) for name in found]


@for_each(
    "text",
    [
        "",
        "\n",
        "# only a comment\n",
        'db = "/x.db"\noff = true\n',
        "[a]\nb = -1.5\n",
        "x = 0\r\ny = 1\r\n",
        "[v.a]\nb = true\n",
    ],
)
def test_what_is_plain_needs_no_parser(text: str) -> None:
    """The files that people have go the short way."""
    assert parse_simple_toml(text) is not None


@for_each(
    "text", ["a = 'x'\n", 'a = "\\n"\n', "a = [1]\n", "a = 1 # why\n", '"a" = 1\n', "a = 1e3\n", "[ a ]\nb = 1\n"]
)
def test_what_is_cleverer_is_left_to_the_parser(text: str) -> None:
    """The short reader never guesses."""
    assert parse_simple_toml(text) is None


def test_lists_are_no_settings(tmp_path: Path) -> None:
    """A value that no setting can have is an error that names it."""
    file = tmp_path / "c.toml"
    file.write_text("a = [1]\n")
    with pytest.raises(ValueError, match="a is neither text"):
        settings_file.read_settings(str(file))
    assert settings_file.read_settings(str(tmp_path / "none")) == {}


names = st.sampled_from(("a", "b", "c", "t.a", "t.b", "u.a"))
values = (
    st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
files = st.lists(
    st.sampled_from(("# comment\n", "\n", "  \n", "b = 1   # why\n", "x = [1,\n  2]\n", "y = 'z'\n", 'c = "c"\n')),
    max_size=5,
    unique=True,
).map("".join)
tables = st.sampled_from(
    ("", "[t]\n", "[t]\n# in t\nb = 2\n\n", "[t]\na = 1\n[u]\n", "\n[u]\na = 1 # last line without end")
)


@given(files, tables, names, values)
@settings(max_examples=repetitions(400))
def test_a_change_keeps_every_other_line(top: str, rest: str, name: str, value: object) -> None:
    """The one setting is as said, all else is as before, and taking it out leaves nothing behind."""
    text = top + rest
    before = (
        settings_file._parse_toml(text)
        if "[1," not in text
        else dict(settings_file._parse_toml(text.replace("x = [1,\n  2]\n", "")).items())
    )
    after = change_setting(text, name, value)  # type: ignore[arg-type]
    read = tomllib.loads(after)
    table, _, key = name.rpartition(".")
    assert (read.get(table, {}) if table else read)[key] == value
    kept = settings_file._parse_toml(after.replace("x = [1,\n  2]\n", ""))
    assert {k: v for k, v in kept.items() if k != name} == {k: v for k, v in before.items() if k != name}
    own = [line for line in text.splitlines() if line.partition("=")[0].strip() != key]
    left = after.splitlines()
    for line in own:
        assert line in left
    assert change_setting(after, name, value) == after  # type: ignore[arg-type]
    gone = change_setting(after, name, None)
    assert name not in settings_file._parse_toml(gone.replace("x = [1,\n  2]\n", ""))


def test_the_file_is_replaced_whole_and_private(tmp_path: Path) -> None:
    """0600 in a folder 0700, nothing left beside it, not even what a killed process of the same number left."""
    file = tmp_path / "deep/config.toml"
    settings_file.replace_file(str(file), "a = 1\n")
    Path(f"{file}.{os.getpid()}.new").write_text("half of it")
    settings_file.replace_file(str(file), "a = 2\n")
    assert file.read_text() == "a = 2\n"
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


@for_each("head", ["[backup]  # mine", "[ backup ]", "\t[backup]"])
def test_a_table_is_known_by_its_name(head: str) -> None:
    """However its line is set, nothing is put into a second table of the name."""
    assert change_setting(f"{head}\nkeep = 3\n", "backup.keep", 5) == f"{head}\nkeep = 5\n"


def test_what_does_not_go_together_is_left_as_it_is(recall: Home) -> None:
    """A setting that stands there as `table.name` is not written a second time; its user is told to do it."""
    file = Path(recall.environment()["HOME"]) / "config.toml"
    file.write_text("backup.keep = 3\n")
    told = recall.quick("config", "backup.keep", "5", env={"RECALL_CONFIG": str(file)}, person=True)
    assert (told.status, file.read_text()) == (2, "backup.keep = 3\n")
    assert "cannot be changed safely" in told.err


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    """Whoever keeps his settings elsewhere finds the change there."""
    real, link = tmp_path / "dotfiles/recall.toml", tmp_path / "config.toml"
    real.parent.mkdir()
    link.symlink_to(real)
    settings_file.replace_file(str(link), "a = 1\n")
    assert link.is_symlink()
    assert (real.read_text(), real.stat().st_mode & 0o777) == ("a = 1\n", 0o600)


@pytest.mark.parametrize("text", ["a=" + "[" * 100_000, "a." * 50_000 + "x=1", 'x="' + "y" * 2_000_000 + '"'])
def test_a_hostile_file_is_refused(tmp_path: Path, text: str) -> None:
    """A settings file that is nested, long or wide beyond reason is refused in a word."""
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(ValueError, match=r"too deep|more than"):
        settings_file.read_settings(str(tmp_path / "config.toml"))


def test_a_pipe_or_a_device_is_no_settings_file(tmp_path: Path) -> None:
    """Neither is waited for or read for ever; /dev/null stands for no settings."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(ValueError, match="not an ordinary file"):
            settings_file.read_settings(str(path))
    assert settings_file.read_settings("/dev/null") == {}
