"""Settings: only a person changes them, what each may be, and how far a value for one run reaches."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.errors import UsageError
from recall_cli.settings import GROUPS, Setting, all_settings, find_setting
from tests.command import AS_INSTALLED, Home, open_sqlite
from tests.test_settings import example_values

FACT = "The staging cluster has 12 nodes."


def setting_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def other_value(recall: Home, setting: Setting) -> str:
    """Another value than the default, and one that makes sense."""
    paths = {name: str(recall.path / "there") for name in ("db", "encryption.key_file", "backup.folder")}
    commands = dict.fromkeys(("claude.key_command", "encryption.key_command", "extractor.command"), "echo x")
    return {**paths, **commands}.get(setting.name, setting_text(example_values(setting.name)[1]))


@pytest.mark.parametrize("setting", all_settings(), ids=lambda setting: setting.name)
def test_only_a_person_changes_a_setting(recall: Home, setting: Setting) -> None:
    """It is changed by nobody else, and neither is it taken out of the file by them."""
    assert setting.group in GROUPS
    value = other_value(recall, setting)
    assert recall.quick("config", setting.name, value).status == 3
    assert not recall.config.exists()
    assert recall.quick("config", setting.name, value, person=True).status == 0
    before = recall.config.read_text()
    assert recall.quick("config", setting.name, "--unset").status == 3
    assert recall.config.read_text() == before


@pytest.mark.parametrize(("name", "value"), [("view.codex.clearance", "internal"), ("view.codex.topics", "billing")])
def test_only_a_person_changes_a_view(recall: Home, name: str, value: str) -> None:
    """What one agent may see."""
    assert recall.quick("config", name, value).status == 3
    assert not recall.config.exists()


def test_a_person_takes_back_the_agent_s_name_in_the_file(recall: Home) -> None:
    """With it in the file everybody is an agent, and yet it can be removed at a terminal; by nobody else."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text('agent = "codex"\n')
    assert recall.run_detached("config", "min_confidence", "0.5").status == 3
    assert recall.quick("config", "agent", "--unset").status == 3
    assert recall.run_detached("config", "agent", "--unset").status == 0
    assert recall.config.read_text() == ""


UNREASONABLE_VALUES = (
    ("min_confidence", "5"), ("min_confidence", "1.01"), ("decay.curve", "flat"), ("lifetimes", "fact=0"),
    ("lifetimes", "fact=1e9"), ("lifetimes", "fact=nan"), ("lifetimes", "fact"), ("lifetimes", "fact=2,facts=2"),
    ("lifetimes", "2"), ("busy_seconds", "1e9"), ("claude.usd_per_million", "1"), ("claude.usd_per_million", "1/x"),
    ("claude.usd_per_million", "-1/2"), ("hooks.tokens", "1e9"), ("max_bytes", "1"), ("max_bytes", "99999999999"),
    ("maintain.purge_days", "1000000"), ("backup.keep", "0"), ("queries", "-1"), ("claude.monthly_usd", "inf"),
    ("hooks.off", "nosuchagent"), ("hooks.off", "codex,geminy"),
    ("claude.base_url", "http://example.org"), ("claude.base_url", "example.org"), ("claude.base_url", "ftp://x"),
    ("claude.base_url", "http://evil.example#@localhost/"), ("claude.base_url", "https://"),
    ("claude.key_command", "no-such-program-here"), ("claude.key_command", "echo 'x"),
    ("encryption.key_command", "no-such-program-here"), ("db", "{folder}"), ("db", "{file}/under.db"),
    ("db", "/dev/null"), ("backup.folder", "{file}"), ("backup.folder", "{file}/under"),
    ("encryption.key_file", "{folder}"), ("db", "a\x01b"), ("extractor.command", "no-such-program-here"),
    ("extractor.environment", "KEY=1"), ("extractor.timeout_seconds", "0"),
)  # fmt: skip


def test_a_refused_number_is_shown_as_it_was_typed(recall: Home) -> None:
    """All its digits, and those of the highest number too."""
    refused = recall.quick("config", "hooks.tokens", "99999999", person=True)
    assert refused.err == "recall: hooks.tokens must be 100,000 or less, not 99,999,999\n"


@pytest.mark.parametrize(("name", "value"), UNREASONABLE_VALUES)
def test_an_unreasonable_value_is_refused_and_found(recall: Home, name: str, value: str) -> None:
    """In one line, when it is set; and `recall doctor` names it where it stands in the file already."""
    (recall.path / "file").write_text("")
    value = value.format(folder=recall.path, file=recall.path / "file")
    refused = recall.quick("config", "--", name, value, person=True)
    assert (refused.status, refused.err.count("\n"), recall.config.exists()) == (2, 1, False), refused
    recall.config.parent.mkdir(parents=True)
    kind = type(find_setting(name).default)
    recall.config.write_text(f"{name} = {json.dumps(value) if kind is str else value}\n")
    found = recall.quick("doctor", "--json")
    assert name in found.out, found


@pytest.mark.parametrize(("name", "value"), UNREASONABLE_VALUES[:20])
def test_the_environment_is_checked_too(recall: Home, name: str, value: str) -> None:
    """With the name of the variable in the message."""
    variable = find_setting(name).variable
    found = recall.quick("doctor", "--json", env={variable: value})
    assert variable in found.out, found


def test_an_unknown_agent_of_a_view_is_told(recall: Home) -> None:
    """It may be a name that somebody else uses, and it may be a slip."""
    told = recall.quick("config", "view.codx.clearance", "internal", person=True)
    assert (told.status, "knows no agent 'codx'" in told.err) == (0, True)


def test_config_shows_settings_under_headings(recall: Home) -> None:
    """Every one once, those of one subject together; and with --changed only what is not at its default."""
    names = [line.split("\t")[0] for line in recall.quick("config").lines]
    assert sorted(names) == sorted(setting.name for setting in all_settings())
    groups = [find_setting(name).group for name in names]
    assert list(dict.fromkeys(groups)) == [group for group in GROUPS if group in groups]
    assert groups == sorted(groups, key=GROUPS.index)
    recall.quick("config", "hooks.tokens", "700", person=True)
    changed = recall.quick("config", "--changed").lines
    assert changed == ["extractor\tnone\tenvironment", "hooks.tokens\t700\tfile"]
    assert recall.quick("config", "--changed", "hooks.tokens").status == 2


def test_the_screen_has_headings_and_a_line_for_each(recall: Home) -> None:
    """No setting takes more than a line at 80 columns."""
    shown = recall("config", tty=True).out
    assert shown.count("\n") < len(all_settings()) + 3 * len(GROUPS)
    for group in GROUPS:
        assert group in shown


# What a value for one run can do


def run_decay(recall: Home) -> float:
    with open_sqlite(recall.db) as store:
        return float(store.execute("SELECT decay_score FROM memory").fetchone()[0])


@pytest.mark.parametrize("how", ["environment", "file"])
def test_an_agent_s_own_settings_fade_and_purge_nothing_of_others(recall: Home, how: str) -> None:
    """Neither by variables nor by a settings file that it names; in a store of its own it may."""
    for place in ({}, {"RECALL_DB": str(recall.path / "own.db")}):
        recall.more.update(place)
        recall.store(FACT, person=True)
        id_ = recall.store("The queue is NATS.")
        recall.quick("delete", id_)
    del recall.more["RECALL_DB"]
    recall.later(days=2)
    told = {"RECALL_LIFETIMES": "fact=0.01", "RECALL_MAINTAIN_PURGE_DAYS": "1"}
    if how == "file":
        (recall.path / "evil.toml").write_text('lifetimes = "fact=0.01"\n[maintain]\npurge_days = 1\n')
        told = {"RECALL_CONFIG": str(recall.path / "evil.toml")}
    recall.quick("maintain", env=told)
    with open_sqlite(recall.db) as store:
        assert store.execute("SELECT count(*) FROM memory").fetchone()[0] == 2
        assert store.execute("SELECT min(decay_score) FROM memory").fetchone()[0] > 0.9
    own = recall.path / "own.db"
    recall.quick("maintain", env={**told, "RECALL_DB": str(own)})
    with open_sqlite(own) as store:
        assert store.execute("SELECT count(*), min(decay_score) < 0.9 FROM memory").fetchone() == (1, 1)
    recall.quick("maintain", env=told, person=True)
    assert run_decay(recall) < 0.9


@pytest.mark.parametrize("how", ["XDG_CONFIG_HOME", "HOME", "XDG_DATA_HOME"])
def test_a_swapped_home_fades_and_purges_nothing(recall: Home, how: str) -> None:
    """An agent that moves its own settings folder, or its whole home, gets the settings that the store remembers."""
    recall.store(FACT, person=True)
    id_ = recall.store("The queue is NATS.")
    recall.quick("maintain")
    recall.quick("delete", id_)
    recall.later(days=2)
    evil = recall.path / "evil"
    for folder in ("recall", ".config/recall"):
        (evil / folder).mkdir(parents=True)
        (evil / folder / "config.toml").write_text('lifetimes = "fact=0.01"\n[maintain]\npurge_days = 1\n')
    told = {how: str(evil), "RECALL_DB": str(recall.db)}
    if how == "XDG_DATA_HOME":
        told["XDG_CONFIG_HOME"] = str(evil)
    recall.quick("maintain", env=told)
    recall.quick("maintain", env=told)
    with open_sqlite(recall.db) as store:
        assert store.execute("SELECT count(*), min(decay_score) > 0.9 FROM memory").fetchone() == (2, 1)
    recall.config.parent.mkdir(parents=True, exist_ok=True)
    recall.config.write_text('lifetimes = "fact=0.01"\n')
    recall.quick("maintain")
    assert run_decay(recall) < 0.9, "the store's own settings file counts, also where it was edited"


@pytest.mark.parametrize("said", ["2031-01-01", "2126-01-01T00:00:00Z"])
def test_a_clock_that_is_ahead_removes_nothing(recall: Home, said: str) -> None:
    """What was deleted a minute ago stays for its thirty days, whatever RECALL_NOW says; a dry run may look ahead."""
    recall.more["RECALL_NOW"] = ""
    recall.store(FACT, person=True)
    id_ = recall.store("The queue is NATS.")
    recall.quick("delete", id_)
    command = [sys.executable, "-c", AS_INSTALLED, "maintain"]
    for person in ({}, {"RECALL_AGENT": "codex"}):
        ran = recall.start("maintain", code=AS_INSTALLED, env={"RECALL_NOW": said, **person})
        assert ran.wait(timeout=60) == 0, command
        with open_sqlite(recall.db) as store:
            assert store.execute("SELECT count(*), min(decay_score) FROM memory").fetchone() == (2, 1.0)
    ahead = recall.quick("maintain", "--dry-run", "--json", env={"RECALL_NOW": said})
    assert "1 purged" in ahead.out
    assert recall.quick("undo").status == 0


# An agent's own view


@pytest.fixture
def scoped(recall: Home) -> Home:
    """A store in which each agent sees only its own."""
    recall.quick("config", "agent_scoping", "true", person=True)
    return recall


WRITE_CALLS: tuple[list[str], ...] = (
    ["store", FACT, "--agent", "codex"],
    ["store", FACT, "--agent", "codex", "--type", "fact"],
    ["store", FACT, "--agent", "codex", "--dry-run"],
    ["store", FACT, "--agent", "codex", "--shared"],
    ["store", FACT, "--agent", "codex", "--classification", "restricted"],
    ["store", FACT, "--agent", "codex", "--topic", "ops"],
    ["store", FACT, "--agent", "codex", "--key", "k"],
    ["store", FACT],
)


@pytest.mark.parametrize("narrowed", ["agent_scoping", "view.codex.clearance", "view.codex.topics", "topics"])
@pytest.mark.parametrize("args", WRITE_CALLS, ids=" ".join)
def test_an_agent_writes_under_any_view(recall: Home, narrowed: str, args: list[str]) -> None:
    """What it says is kept, again and put off too, also where it will not see it afterwards."""
    value = {"agent_scoping": "true", "view.codex.clearance": "internal"}.get(narrowed, "billing")
    recall.quick("config", narrowed, value, person=True)
    for said in (args, args, [*args[:1], "The queue is NATS.", *args[2:]]):
        said = [*said[:-1], "k2"] if "--key" in said and said[1] != args[1] else said
        answer = recall.quick(*said)
        assert answer.status == 0, answer
    if "--dry-run" not in args and "--key" not in args:
        assert recall.quick(*args[:1], "The port is 8080.", *args[2:], "--defer").status == 0
        assert recall.json("worker")["failed"] == 0
        with open_sqlite(recall.db) as store:
            assert store.execute("SELECT count(*) FROM memory WHERE text LIKE '%8080%'").fetchone() == (1,)


def test_an_agent_neither_sees_nor_ends_what_is_classified_above_it(recall: Home) -> None:
    """Its own statement of the same fact stands beside it; and its undo leaves what it cannot see."""
    recall.quick("config", "view.codex.clearance", "internal", person=True)
    budget = ("--entity", "salary", "--attribute", "budget", "--value")
    old = recall.store("The salary budget is 4 million.", *budget, "4 million", "--classification", "confidential")
    answer = recall.quick("store", "The salary budget is 5 million.", *budget, "5 million", "--agent", "codex")
    assert (answer.status, "4 million" in answer.out + answer.err) == (0, False)
    assert recall.json("get", old)["superseded_at"] is None
    refused = recall.quick("undo", "1", env={"RECALL_AGENT": "codex"})
    assert (refused.status, "4 million" in refused.err) == (3, False)
    assert recall.quick("undo", "1").status == 0


def test_an_agent_takes_back_no_other_agent_s_words_that_it_cannot_see(scoped: Home) -> None:
    """Its own it does."""
    scoped.quick("store", FACT, "--agent", "codex")
    scoped.quick("store", "The queue is NATS.", "--agent", "gemini")
    assert scoped.quick("undo", env={"RECALL_AGENT": "codex"}).status == 3
    assert scoped.quick("undo", "1", env={"RECALL_AGENT": "codex"}).status == 0


def test_store_takes_one_project(recall: Home) -> None:
    """Every project is none that a memory could be in; nothing is kept in silence somewhere else."""
    for args in (["store", FACT], ["import", "x.jsonl"]):
        (recall.path / "x.jsonl").write_text('{"text": "x y z"}\n')
        refused = recall.quick(*args, "--project", "*")
        assert (refused.status, "--global" in refused.err) == (2, True), args
    assert recall.quick("store", FACT, "--project", "a", "--global").status == 2
    assert recall.json("count", "--project", "*")["count"] == 0
    assert Path(recall.path / "x.jsonl").exists()


def test_all_unreasonable_values_are_tried_as_usage_errors() -> None:
    """The table above names settings that there are."""
    for name, _ in UNREASONABLE_VALUES:
        assert find_setting(name)
    with pytest.raises(UsageError):
        find_setting("nosuch")
