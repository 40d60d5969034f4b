"""Settings: who beats whom, where the folders are, and what a wrong value is told."""

from pathlib import Path
from typing import Any

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.settings import Settings, all_settings, check_value, config_folder, data_folder, find_setting
from tests.command import Home

VALUES: dict[str, tuple[Any, Any, Any]] = {
    "db": ("/a.db", "/b.db", "/c.db"),
    "user": ("ada", "bob", "cyd"),
    "agent": ("x", "y", "z"),
    "off": (True, True, True),
    "private": (True, True, True),
    "clearance": ("public", "internal", "restricted"),
    "agent_scoping": (True, True, True),
    "topics": ("a", "b", "c"),
    "min_confidence": (0.1, 0.2, 0.3),
    "search.gate": ("/a", "/b", "/c"),
    "context.certainty": ("sure", "sure", "sure"),
    "context.max_false": (0.05, 0.2, 0.3),
    "extractor": ("claude", "rules", "none"),
    "quality": ("strict", "strict", "strict"),
    "extractor.command": ("a", "b", "c"),
    "extractor.environment": ("A", "B", "C"),
    "extractor.input": ("text", "text", "text"),
    "extractor.timeout_seconds": (1.0, 2.0, 3.0),
    "extractor.calls_per_day": (1, 2, 3),
    "claude.model": ("m1", "m2", "m3"),
    "claude.effort": ("none", "medium", "high"),
    "claude.key_command": ("pass a", "pass b", "pass c"),
    "claude.base_url": ("https://a", "https://b", "https://c"),
    "claude.timeout_seconds": (1.0, 2.0, 3.0),
    "claude.monthly_usd": (1.5, 2.5, 3.5),
    "claude.usd_in": (1.5, 2.5, 3.5),
    "claude.usd_out": (1.5, 2.5, 3.5),
    "duplicates.rule": ("cosine-update", "cosine-three-bands", "cosine-update"),
    "search.seed": (1, 2, 3),
    "queries": (1, 2, 3),
    "sessions.max_memories": (5, 6, 7),
    "sessions.index": (True, True, True),
    "hooks.off": ("codex", "gemini", "all"),
    "hooks.tokens": (100, 200, 300),
    "hooks.prompts": (True, True, True),
    "hooks.at_action": (False, False, False),
    "hooks.end_question": (True, True, True),
    "hooks.ask": ("always", "never", "always"),
    "hooks.allow": (False, False, False),
    "hooks.slow_ms": (100, 200, 300),
    "max_bytes": (100, 200, 300),
    "encryption.key_file": ("/a.key", "/b.key", "/c.key"),
    "encryption.key_command": ("pass a", "pass b", "pass c"),
    "encryption.keyring": (True, True, True),
    "backup.folder": ("/a", "/b", "/c"),
    "backup.keep": (1, 2, 3),
    "backup.hours": (1.5, 2.5, 3.5),
    "busy_seconds": (1.5, 2.5, 3.5),
    "decay.curve": ("staged", "access", "staged"),
    "decay.rate": (0.1, 0.2, 0.3),
    "decay.cap": (1, 2, 3),
    "decay.mild_days": (1.5, 2.5, 3.5),
    "decay.mild_factor": (0.1, 0.2, 0.3),
    "decay.strong_days": (1.5, 2.5, 3.5),
    "decay.strong_factor": (0.1, 0.2, 0.3),
    "decay.access_rate": (0.1, 0.2, 0.3),
    "decay.floor": (0.2, 0.3, 0.4),
    **{f"lifetime.{type_}": (1.5, 2.5, 3.5) for type_ in MEMORY_TYPES},
    "links.threshold": (0.2, 0.3, 0.4),
    "consolidate.threshold": (0.9, 0.95, 0.99),
    "consolidate.share": (0.3, 0.4, 0.5),
    "patterns.overlap": (0.2, 0.3, 0.5),
    "patterns.least": (4, 5, 6),
    "maintain.purge_days": (1, 2, 3),
    "maintain.jobs_days": (1, 2, 3),
    "maintain.expired_days": (1, 2, 3),
}


def example_values(name: str) -> tuple[Any, Any, Any]:
    """Three values of a setting: for a flag, the environment and the file."""
    assert name in VALUES, (
        f"add a row for {name} to VALUES in tests/test_settings.py: three valid values that are not its default, "
        "at the place that it has in settings.py"
    )
    return VALUES[name]


def test_every_setting_is_tried() -> None:
    """The table above leaves none out, and has the order of the settings."""
    names = [setting.name for setting in all_settings()]
    missing, unknown = [name for name in names if name not in VALUES], [name for name in VALUES if name not in names]
    assert [*VALUES] == names, (
        f"VALUES in tests/test_settings.py needs a row for each setting, in their order: add {missing}, remove {unknown}"
    )


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
    ("decay.rate", "1e300"),
    ("clearance", "Public"),
    ("busy_seconds", None),
)


@pytest.mark.parametrize(("name", "value"), INVALID_VALUES)
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
