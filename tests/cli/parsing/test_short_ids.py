"""Shortened ids: each stands for one memory, and every command takes it."""

import json
import re
from pathlib import Path

import pytest

from recall_cli.domain.ids import uuid7
from recall_cli.domain.store_request import remove_requests
from tests.command import Home

SHORT_ID_PATTERN = re.compile(r"(?:^|[\[`\s])([0-9a-f]{4,12})(?:[\],`:]|\s|$)", re.MULTILINE)
"""Everywhere a memory is called by the end of its id."""
FULL_ID_PATTERN = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
ID_SHOWING_CALLS = (
    ("context",),
    ("context", "--compact"),
    ("context", "what does rule 7 say", "--compact"),
    ("list", "-n", "30"),
    ("search", "rule stands", "-n", "20"),
    ("diff", "--since", "30d"),
    ("related", "{id}"),
    ("why", "{id}"),
    ("history", "{id}"),
    ("pin", "{id}"),
    ("update", "{id}", "--importance", "0.9"),
    ("feedback", "{id}", "--helpful"),
    ("store", "Rule 7 stands in a line of its own, number 7 of the rules."),
)


@pytest.fixture
def imported(recall: Home, tmp_path: Path) -> Home:
    """A store whose memories all came in the same millisecond, as an import leaves them."""
    lines = [{"text": f"Rule {n} stands in a line of its own, number {n} of the rules.", "type": "decision"}
             for n in range(60)]  # fmt: skip
    stdin = "".join(json.dumps(line) + "\n" for line in lines)
    recall.fill_once("sixty rules", lambda home: home.quick("import", "-", stdin=stdin))
    return recall


def all_ids(recall: Home) -> list[str]:
    return [memory["id"] for memory in recall.json("list", "-n", "100")["memories"]]


@pytest.mark.parametrize("screen", [False, True], ids=["pipe", "screen"])
@pytest.mark.parametrize("command", ID_SHOWING_CALLS, ids=" ".join)
def test_every_shown_id_is_one_memorys(imported: Home, command: tuple[str, ...], screen: bool) -> None:
    """After a bulk import each id on a screen, in a pipe and in a brief ends one memory's id and no other's."""
    ids = all_ids(imported)
    env = {"FORCE_COLOR": "1", "COLUMNS": "250", "NO_COLOR": "1"} if screen else {}
    answer = imported.quick(*[part.format(id=ids[20]) for part in command], env=env)
    assert answer.status == 0, answer
    ids = all_ids(imported)
    shown = [found[1] for line in remove_requests(answer.out).splitlines() if (found := SHORT_ID_PATTERN.search(line))]
    shown += FULL_ID_PATTERN.findall(answer.out)
    assert shown
    for one in shown:
        assert len([id_ for id_ in ids if id_.endswith(one)]) == 1, one


@pytest.mark.parametrize(
    "command",
    [("get",), ("why",), ("history",), ("related",), ("log",), ("tag", "x=1"), ("update", "--importance", "0.7"), ("pin",),
     ("unpin",), ("feedback", "--helpful"), ("delete",)],
    ids=" ".join,
)  # fmt: skip
def test_every_command_takes_an_id_of_a_brief(imported: Home, command: tuple[str, ...]) -> None:
    """What a brief calls a memory, every command that takes an id finds."""
    found = SHORT_ID_PATTERN.findall(remove_requests(imported.quick("context", "--compact").out))
    assert len(set(found)) == len(found) > 5
    for id_ in (found[0], found[-1]):
        answer = imported.quick(command[0], id_, *command[1:])
        assert answer.status == 0, answer
        if command[0] == "delete":
            break


def test_a_very_short_id_says_which_memories_fit(imported: Home) -> None:
    """Two letters are too few to choose one, and enough to list those that end so."""
    id_ = all_ids(imported)[0]
    answer = imported.quick("get", id_[-2:])
    assert answer.status == 4
    assert id_[-4:] in answer.err
    assert "give more of its letters" in answer.err


def test_an_unknown_project_lists_nothing(imported: Home) -> None:
    """Memories of every project are not shown as if they were of a project that does not exist."""
    imported.store("Answer in German.", "--type", "preference", "--global")
    answer = imported.quick("list", "--project", "nowhere")
    assert (answer.status, answer.out) == (0, "")
    assert "there is no project 'nowhere'" in answer.err


def test_an_id_stays_as_it_was_shown(imported: Home) -> None:
    """A memory that is stored at another time changes no shown id."""
    before = imported.quick("context", "--compact").out.splitlines()[1:-1]
    imported.later()
    imported.store("Deploys need two reviews.", "--type", "decision")
    after = imported.quick("context", "--compact").out
    assert sum(line in after for line in before) >= len(before) - 2


def test_a_job_is_shown_by_an_id_that_retry_takes(recall: Home) -> None:
    """Jobs that were put down at once are told apart on the screen."""
    for n in range(8):
        recall.quick("store", "--defer", f"The port of service {n} is {9000 + n}.")
    screen = recall.quick("jobs", env={"FORCE_COLOR": "1", "COLUMNS": "200", "NO_COLOR": "1"}).out
    ids = [job["id"] for job in recall.json("jobs")["jobs"]]
    shown = SHORT_ID_PATTERN.findall(screen)
    assert len(shown) == len(ids)
    assert all(len([id_ for id_ in ids if id_.endswith(one)]) == 1 for one in shown)


def test_an_id_that_ends_like_a_word_is_taken(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some ids end in letters only; they are ids all the same where words could stand."""
    for ending in (0xBEEF, 0xCAFE):
        random = b"\0" * 6 + ending.to_bytes(2, "big")
        monkeypatch.setattr("recall_cli.app.uuid7", lambda ms, fraction, _, random=random: uuid7(ms, fraction, random))
        recall.store(f"The value is {ending}.")
    assert recall.quick("tag", "beef", "cafe", "x=1").status == 0
    assert [memory["tags"] for memory in recall.json("list")["memories"]] == [{"x": "1"}] * 2
    assert recall.quick("update", "cafe", "The value is another one.").status == 0
    assert recall.json("get", "cafe")["text"] == "The value is another one."
