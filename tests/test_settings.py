"""Settings: who beats whom, where the folders are, and what a wrong value is told."""

from pathlib import Path
from typing import Any

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.errors import UsageError
from recall_cli.number_lists import read_lifetimes, read_prices
from recall_cli.setting_errors import REMOVED_SETTINGS
from recall_cli.settings import Settings, all_settings, check_value, config_folder, data_folder, find_setting
from tests.command import Home
from tests.for_each import for_each

SPECIAL_VALUES: dict[str, tuple[str, str, str]] = {
    "db": ("/a.db", "/b.db", "/c.db"),
    "hooks.off": ("codex", "gemini", "all"),
    "claude.base_url": ("https://a", "https://b", "https://c"),
    "claude.usd_per_million": ("1/5", "0/0", "2.5/10"),
    "lifetimes": ("fact=2", "preference=8,estimate=0.2", "decision=1.5"),
}
"""Valid values of settings whose text has a form of its own."""


def example_values(name: str) -> tuple[Any, Any, Any]:
    """Three valid values of a setting that are not its default: for a flag, the environment and the file."""
    setting = find_setting(name)
    default, low, high = setting.default, setting.low, setting.high
    values: list[Any]
    if isinstance(default, bool):
        values = [not default] * 3
    elif low is not None and high is not None:
        values = [type(default)(min(low + step, low + step * (high - low) / 4)) for step in (1, 2, 3)]
        values = [high if value == default else value for value in values]
    elif setting.choices:
        values = [choice for choice in setting.choices if choice != default] * 3
    else:
        values = [*SPECIAL_VALUES.get(name, "xyz")]
    return values[0], values[1], values[2]


OWN_FILE_SETTINGS = [setting.name for setting in all_settings() if setting.own_file]


@pytest.mark.parametrize("name", OWN_FILE_SETTINGS)
def test_some_settings_come_from_the_users_own_file_alone(tmp_path: Path, name: str) -> None:
    """No flag, no variable, and no file that a variable names."""
    flag, environment, file = example_values(name)
    other, own = tmp_path / "other.toml", tmp_path / "recall/config.toml"
    own.parent.mkdir()
    said = {"RECALL_CONFIG": str(other), "XDG_CONFIG_HOME": str(tmp_path)}
    said["RECALL_" + name.upper().replace(".", "_")] = environment
    other.write_text(f'"{name}" = "{environment}"\n')
    assert Settings({name: flag}, said).origin(name) == (find_setting(name).default, "default")
    own.write_text(f'"{name}" = "{file}"\n')
    assert Settings({name: flag}, said).origin(name) == (file, "file")


@pytest.mark.parametrize("name", [setting.name for setting in all_settings() if not setting.own_file])
def test_flag_beats_environment_beats_file_beats_default(tmp_path: Path, name: str) -> None:
    """Each value says where it came from."""
    flag, environment, file = example_values(name)
    setting, path = find_setting(name), tmp_path / "config.toml"
    written = str(file).lower() if isinstance(file, bool) else f'"{file}"' if isinstance(file, str) else file
    said = {"RECALL_CONFIG": str(path)}
    assert Settings({}, said).origin(name) == (setting.default, "default")
    path.write_text(f"{name} = {written}\n")
    assert Settings({}, said).origin(name) == (file, "file")
    said[setting.variable] = str(environment).lower()
    assert Settings({}, said).origin(name) == (environment, "environment")
    assert Settings({name: flag}, said).origin(name) == (flag, "flag")
    assert Settings({name: None}, said).origin(name) == (environment, "environment")
    said[setting.variable] = ""
    assert Settings({}, said).origin(name) == (file, "file")


FOLDERS = [None, "", " ", "/data", "/data/", "relative/data", "/with space", "/ünïcode", "~/tilde"]


@pytest.mark.parametrize("home", ["/home/ada", "/root", "/with space"])
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_folders_are_those_of_platformdirs(monkeypatch: pytest.MonkeyPatch, folder: str | None, home: str) -> None:
    """Our few lines give what the library gives, whatever the environment says."""
    monkeypatch.setenv("HOME", home)
    environment = {"HOME": home}
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
        if folder is not None:
            monkeypatch.setenv(variable, folder)
            environment[variable] = folder
    assert data_folder(environment) == platformdirs.user_data_dir("recall", appauthor=False)
    assert config_folder(environment) == platformdirs.user_config_dir("recall", appauthor=False)


def test_a_home_in_a_path_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """`RECALL_DB=~/notes.db` is under the home folder."""
    monkeypatch.setenv("HOME", "/home/ada")
    assert Settings({}, {"RECALL_DB": "~/notes.db"}).database == "/home/ada/notes.db"


INVALID_VALUES: tuple[tuple[str, Any], ...] = (
    ("off", "maybe"),
    ("off", 2),
    ("off", None),
    ("min_confidence", "x"),
    ("min_confidence", -0.1),
    ("min_confidence", "nan"),
    ("min_confidence", True),
    ("max_bytes", "1.5"),
    ("max_bytes", 63),
    ("max_bytes", ""),
    ("max_bytes", 99.5),
    ("backup.keep", float("inf")),
    ("backup.keep", float("nan")),
    ("queries", 10**20),
    ("maintain.purge_days", 10**17),
    ("busy_seconds", "inf"),
    ("lifetimes", "facts=2"),
    ("claude.usd_per_million", "cheap"),
    ("clearance", "Public"),
    ("busy_seconds", None),
)


@for_each("name, value", INVALID_VALUES)
def test_a_wrong_value_is_told_what_it_may_be(name: str, value: Any) -> None:
    """And where it was said."""
    with pytest.raises(UsageError, match=r"^HERE must be "):
        check_value(find_setting(name), value, "HERE")


@given(st.sampled_from(all_settings()), st.none() | st.booleans() | st.integers() | st.floats() | st.text())
def test_any_value_is_of_its_kind_or_a_usage_error(setting: Any, value: Any) -> None:
    """There is no third way."""
    try:
        found = check_value(setting, value, "HERE")
    except UsageError:
        return
    assert type(found) is type(setting.default)


def test_a_near_miss_is_answered_with_the_right_name() -> None:
    """And a far one with where to look."""
    with pytest.raises(UsageError) as near:
        find_setting("min_confidnce")
    assert near.value.hint == "did you mean min_confidence?"
    with pytest.raises(UsageError) as far:
        find_setting("zzzzzz")
    assert far.value.hint == "recall config lists all settings"


def test_lifetimes_are_read_by_type() -> None:
    """Spaces, an empty part and a later number for the same type do no harm; nothing gives nothing."""
    assert read_lifetimes("preference=8, estimate = 0.2,,fact=1,fact=3") == {
        "preference": 8.0, "estimate": 0.2, "fact": 3.0,
    }  # fmt: skip
    assert read_lifetimes("") == {}


@for_each(
    "text, told",
    [
        ("idea=2", "lifetimes must be types with numbers, such as preference=8,estimate=0.2; 'idea' is no type"),
        ("fact=long", "the number of fact in lifetimes must be a number, not 'long'"),
        ("fact=0.001", "the number of fact in lifetimes must be 0.01 or more, not 0.001"),
        ("fact=1001", "the number of fact in lifetimes must be 1,000 or less, not 1,001"),
    ],
)
def test_a_lifetime_that_makes_no_sense_is_named(text: str, told: str) -> None:
    """The type, what is wrong with it, and what it may be."""
    with pytest.raises(UsageError) as error:
        read_lifetimes(text)
    assert error.value.message == told


def test_prices_are_two_numbers() -> None:
    """Of a million tokens that are sent, and of a million in the answer."""
    assert read_prices("0.1/0.5") == (0.1, 0.5)
    assert read_prices(" 3 / 15 ") == (3.0, 15.0)


def test_what_is_no_longer_a_setting_does_no_harm_and_is_named(recall: Home) -> None:
    """In one line, from the file and from the environment; nothing else reads it."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text("min_confidence = 0.3\n[decay]\nrate = 50\n[lifetime]\nfact = 0\n")
    recall.more["RECALL_LINKS_THRESHOLD"] = "high"
    recall.store("The staging cluster has 12 nodes.")
    assert recall.quick("maintain").status == 0
    assert recall.json("config", "min_confidence")["value"] == 0.3
    lines = [line for line in recall.quick("doctor").lines if "no longer" in line]
    assert len(lines) == 1
    assert "no longer a setting: decay.rate, lifetime.fact, RECALL_LINKS_THRESHOLD" in lines[0]
    refused = recall.quick("config", "decay.rate", "0.1", person=True)
    assert (refused.status, refused.err.startswith("recall: no longer a setting: decay.rate")) == (2, True)


def test_no_removed_name_is_a_setting() -> None:
    """A name that comes back is no longer told to have no effect."""
    assert not REMOVED_SETTINGS & {setting.name for setting in all_settings()}


def test_config_writes_and_unsets(recall: Home) -> None:
    """A value is written into the file, read from it, and taken out again; other lines stay."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text('# mine\nuser = "ada"  # me\n')
    assert recall.json("config", "min_confidence", "0.25", person=True) == {
        "name": "min_confidence",
        "value": 0.25,
        "origin": "file",
    }
    assert recall.config.read_text() == '# mine\nuser = "ada"  # me\nmin_confidence = 0.25\n'
    assert recall.json("config", "user")["value"] == "ada"
    assert recall.json("config", "min_confidence", "--unset", person=True)["origin"] == "default"
    assert recall.config.read_text() == '# mine\nuser = "ada"  # me\n'
    noted = recall.quick("config", "user", "bob", env={"RECALL_USER": "eve"}, person=True)
    assert (noted.out, "RECALL_USER is set" in noted.err) == ("eve\n", True)


@pytest.mark.parametrize(
    "value", ["🙂", "é漢", 'quo"te', "back\\slash", "tab\tnew\nline", "\x7f\x01", "  spaces  ", "", "# no comment"]
)
def test_any_text_is_a_value(recall: Home, value: str) -> None:
    """What is written is what is read."""
    recall.quick("config", "user", value, person=True)
    assert recall.json("config", "user")["value"] == value
