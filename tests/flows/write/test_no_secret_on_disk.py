"""No secret reaches the disk, by whatever way it comes in: another process finds no word of any in the files."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Home
from tests.flows.edit.test_scan import secret_words, words_left
from tests.long_run import LONG_RUN
from tests.rules.samples import invented_secrets
from tests.rules.secrets.test_secrets import KNOWN_MISSES, LABELLED, fill_template

SECRETS = [(template, secret) for template, secret in LABELLED if template not in KNOWN_MISSES]
TOKEN = "ghp_" + invented_secrets.draw_secret(36)


def words_on_disk(recall: Home, words: "set[str]") -> str:
    """Which words are in any file of the home folder, settings included."""
    files = [path for path in recall.path.rglob("*") if path.is_file() and path.suffix != ".in"]
    return words_left(files, words)


def test_the_search_for_words_finds_what_is_there(recall: Home) -> None:
    """The check below is one that can fail: a word that is no secret is found."""
    recall.store("the beacon is peppermint3000")
    assert words_on_disk(recall, {"peppermint3000"}) != ""


WAYS_IN = ("none", "rules", "deferred", "keyed", "fields", "imported", "updated", "tagged")
SHARES = 1 if LONG_RUN else len(WAYS_IN)
"""In the daily run each way brings its share of the secrets, and all ways together bring each secret once."""


def bring_in(recall: Home, way: str, texts: "list[str]") -> None:
    """Give recall these texts in one of the ways that there are."""
    if way == "imported":
        lines = [
            {
                "text": text,
                "value": text,
                "session": text[:200],
                "tags": {"note": text},
                "metadata": {"note": text, "of": [text]},
            }
            for text in texts
        ]
        (recall.path / "all.in").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8", errors="surrogatepass")
        recall.quick("import", "all.in")
        return
    first = recall.store("a plain one")
    commands: dict[str, Callable[[int, str], tuple[str, ...]]] = {
        "none": lambda _, text: ("store", "--", text),
        "rules": lambda _, text: ("store", "--extractor", "rules", "--", text),
        "deferred": lambda _, text: ("store", "--defer", "--extractor", "rules", "--", text),
        "keyed": lambda number, text: ("store", "--key", text, "--", f"memory {number} is a plain one"),
        "fields": lambda _, text: ("store", "--value=" + text, "--topic=" + text, "plain"),
        "updated": lambda _, text: ("update", first, "--text", text, "--topic", text),
        "tagged": lambda _, text: ("tag", first, "note=" + text),
    }
    for number, text in enumerate(texts):
        recall.quick(*commands[way](number, text))


@pytest.mark.parametrize("way", WAYS_IN)
def test_no_word_of_any_secret_is_in_the_files(recall: Home, way: str) -> None:
    """Every labelled text, stored whole, read by the rules, put off, as a key, as a value, imported, as a correction."""
    secrets = SECRETS[WAYS_IN.index(way) % SHARES :: SHARES]
    words = secret_words(secrets)
    bring_in(recall, way, [fill_template(template, secret) for template, secret in secrets])
    if way == "deferred":
        assert words_on_disk(recall, words) == ""
        assert recall.json("worker")["failed"] == 0
    assert recall.json("count")["count"] > (0 if way in ("updated", "tagged", "fields") else len(secrets) // 3)
    assert words_on_disk(recall, words) == ""


def test_every_option_that_takes_words_is_masked_or_refused(recall: Home) -> None:
    """Names, tags, facts, sources of a write, settings: a token in any of them stays out of the files."""
    id_ = recall.store("a plain one")
    ways: list[tuple[str, ...]] = [
        ("store", "--agent", TOKEN, "--session", TOKEN, "--topic", TOKEN, "agent and session"),
        ("store", "--entity", "api", "--attribute", "token", "--value", TOKEN, "a fact of it"),
        ("store", "--entity", TOKEN, "--attribute", TOKEN, "--value", "x", "a fact about it"),
        ("store", "--tag", f"{TOKEN}=x", "--tag", f"y={TOKEN}", "tags of it"),
        ("store", "--project", TOKEN, "a project of it"),
        ("store", "--project", TOKEN, "--defer", "a project of it, later"),
        ("store", "--key", TOKEN, "a key of it"),
        ("store", "--key", TOKEN, "--defer", "a key of it, later"),
        ("tag", id_, f"note={TOKEN}"),
        ("update", id_, "--topic", TOKEN, "--value", TOKEN),
        ("update", id_, "--project", TOKEN),
        ("feedback", id_, "--helpful", "--note", f"it held {TOKEN}"),
        ("config", "agent", TOKEN),
        ("config", "project", "set", TOKEN),
        ("config", "project", "rename", "home", TOKEN),
        ("worker",),
        ("search", "--agent", TOKEN, "what is plain"),
        ("context", f"what of {TOKEN}"),
        ("search", f"what of {TOKEN}"),
    ]
    for way in ways:
        recall.quick(*way, env={"RECALL_AGENT_SCOPING": "true"} if "--agent" in way else None)
        assert words_on_disk(recall, {TOKEN.lower()}) == "", way
    for variable in ("RECALL_AGENT", "RECALL_USER"):
        for way in (
            ("search", "what is plain"),
            ("store", f"told with {variable}"),
            ("tag", id_, "area=x"),
            ("delete", id_),
            ("undo",),
        ):
            recall.quick(*way, env={variable: TOKEN})
            assert words_on_disk(recall, {TOKEN.lower()}) == "", (variable, way)


def test_two_secret_keys_do_not_hide_each_others_texts(recall: Home) -> None:
    """Both texts are kept, though both keys are masked to the same; the same key and text again are answered once."""
    first, second = ("ghp_" + invented_secrets.draw_secret(36) for _ in range(2))
    recall.store("the first text", "--key", first)
    recall.store("the second text", "--key", second)
    again = recall.json("store", "--key", first, "--", "the first text")
    assert again["status"] == "cached"
    assert recall.json("count")["count"] == 2


@pytest.mark.parametrize("git", [True, False])
def test_a_folder_whose_name_is_a_secret_is_one_project(recall: Home, git: bool) -> None:
    """It is recognised again, and its name is not in the store; two such folders stay apart, two clones do not."""
    folders = [
        recall.path.parent / f"work-{recall.path.name}" / ("ghp_" + invented_secrets.draw_secret(36)) for _ in range(2)
    ]
    for folder in folders:
        (folder / ".git" if git else folder).mkdir(parents=True)
        if git:
            remote = f'[remote "origin"]\n\turl = https://git.test/acme/x?token={folder.name}\n'
            (folder / ".git/config").write_text(remote)
        for text in ("the first", "the second"):
            recall.store(f"{text} of {folders.index(folder)}", cwd=folder)
        recall.quick("store", "--defer", "the third", cwd=folder)
    assert words_on_disk(recall, {folder.name.lower() for folder in folders}) == ""
    recall.quick("worker")
    found = [recall.json("list", cwd=folder)["total"] for folder in folders]
    assert found == ([5, 5] if git else [3, 3])
    shutil.rmtree(folders[0].parent)


def test_an_imported_project_with_a_secret_is_masked(recall: Home) -> None:
    """Neither its name nor what it is recognised by is written down as it came."""
    header = {"recall": 1, "projects": [{"name": TOKEN, "marks": [f"path:/{TOKEN}"]},
                                        {"name": "api", "marks": [f"path:/srv/{TOKEN}", "git:git.test/api"]}]}  # fmt: skip
    lines = [header, {"text": "one", "project": TOKEN}, {"text": "two", "project": "api"}]
    (recall.path / "all.in").write_text("\n".join(json.dumps(line) for line in lines))
    recall.json("import", "all.in")
    assert recall.json("count", "--project", "*")["count"] == 2
    assert words_on_disk(recall, {TOKEN.lower()}) == ""


def test_the_same_text_put_off_in_two_projects_is_kept_in_both(recall: Home) -> None:
    """Nor does it stand in the way of the same words about another fact; told again, it is one job."""
    ways: list[tuple[str, ...]] = [
        ("--project", "one"),
        ("--project", "two"),
        ("--project", "two", "--type", "decision"),
    ]
    for way in (*ways, *ways):
        recall.quick("store", "--defer", *way, "The linter is ruff.")
    assert recall.json("worker")["done"] == 3
    assert [recall.json("count", "--project", name)["count"] for name in ("one", "two")] == [1, 2]


def test_folders_without_secrets_keep_their_marks() -> None:
    """Ordinary paths, also long ones with digits, are recognised by what they are."""
    from recall_cli.workplace import current_workplace

    folder = Path(os.sep) / "build-2026-11-21-linux-x86-64" / "token-service"
    assert current_workplace(str(folder)).marks == (f"path:{folder}",)


def test_nothing_but_a_secret_is_not_kept(recall: Home) -> None:
    """What says nothing else is refused with the reason; what says something beside it is kept without it."""
    refused = recall.quick("store", "My password is hunter2Xy9.", "--type", "fact", env={"RECALL_EXTRACTOR": "auto"})
    assert (refused.status, refused.out) == (3, "")
    assert "nothing but a secret" in refused.err
    assert recall.json("count")["count"] == 0
    text = "The staging database password is hunter2Xy9, and it changes every Monday."
    answer = recall.quick("store", text, "--type", "fact", env={"RECALL_EXTRACTOR": "auto"})
    assert answer.status == 0
    assert "[secret: password], and it changes every Monday." in answer.out


def test_a_hook_writes_no_secret_down(recall: Home) -> None:
    """Names of agents, sessions, folders and records that hold a token are in no file, at no time: neither while the
    session waits to be read nor afterwards.
    """
    folder = recall.path / TOKEN
    folder.mkdir()
    recall.store("The linter is ruff.")
    (folder / "s.jsonl").write_text("")
    message = json.dumps({"session_id": TOKEN, "cwd": str(folder), "transcript_path": str(folder / "s.jsonl")})
    for agent in ("claude-code", "codex", "gemini", TOKEN):
        for event in ("session-start", "prompt", "compact", "session-end", TOKEN):
            recall("hook", event, "--agent", agent, stdin=message)
            assert words_on_disk(recall, {TOKEN.lower()}) == "", (agent, event)
        recall.later(minutes=1)
        recall("worker", "--once")
        assert words_on_disk(recall, {TOKEN.lower()}) == "", agent
    recall.quick("config", f"view.{TOKEN}.clearance", "internal")
    recall.quick("hooks", "private", env={"CLAUDE_CODE_SESSION_ID": TOKEN})
    assert words_on_disk(recall, {TOKEN.lower()}) == ""
