"""A Markdown file that was edited is imported again: what changed replaces its former line or asks, the rest stays."""

from pathlib import Path
from typing import Any

import pytest

from tests.command import Home

LINES = (
    "- Use four spaces for code.",
    "- The API listens on port 8080.",
    "- The worker listens on port 8081.",
    "- Keep commits small and tidy.",
)
CHANGED = "- The API listens on port 9090."


def write_rules(recall: Home, *lines: str, name: str = "CLAUDE.md") -> Path:
    """A file of rules with one list under a heading."""
    file = recall.path / name
    file.write_text("# The guide of all the things that hold here\n\n" + "\n".join(lines) + "\n")
    return file


def import_rules(recall: Home, *lines: str, name: str = "CLAUDE.md", person: bool = False) -> Any:
    """The report of a later import of these rules."""
    recall.later()
    write_rules(recall, *lines, name=name)
    return recall.quick("--json", "import", name, person=person).data


def ids_by_text(recall: Home) -> "dict[str, str]":
    """What is believed, with its ids."""
    return {memory["text"]: memory["id"] for memory in recall.json("list")["memories"]}


def questions(recall: Home) -> "list[tuple[str, str]]":
    """The newer and the older text of each open question."""
    asked = recall.json("conflicts")["questions"]
    return [(question["newer"]["text"], question["older"]["text"]) for question in asked]


def test_only_the_changed_line_changes(recall: Home) -> None:
    """Its sibling that shares as many words stays, and nothing is asked or contested. A dry run says the same."""
    import_rules(recall, *LINES)
    before = ids_by_text(recall)
    write_rules(recall, LINES[0], CHANGED, *LINES[2:])
    rehearsed = recall.json("import", "CLAUDE.md", "--dry-run")
    report = import_rules(recall, LINES[0], CHANGED, *LINES[2:])
    assert (rehearsed["ended"], rehearsed["vanished"]) == (report["ended"], report["vanished"])
    assert (report["created"], report["ended"], report["contested"]) == (1, 1, 0)
    assert [(one["text"], one["superseded_by"]) for one in report["vanished"]] == [(LINES[1][2:], CHANGED[2:])]
    now = ids_by_text(recall)
    assert now.keys() == {line[2:] for line in (LINES[0], CHANGED, *LINES[2:])}
    assert all(now[line[2:]] == before[line[2:]] for line in (LINES[0], *LINES[2:]))
    assert recall.json("get", before[LINES[1][2:]])["superseded_by"] == now[CHANGED[2:]]
    assert questions(recall) == []


def test_each_line_takes_the_place_of_the_nearest(recall: Home) -> None:
    """Two lines change at once; under the same heading, few common words are enough."""
    import_rules(recall, *LINES)
    worker, commits = "- The worker listens on port 9091.", "- Commits are small, signed, reviewed and tested."
    report = import_rules(recall, LINES[0], commits, worker, CHANGED)
    ended = {one["text"]: one["superseded_by"] for one in report["vanished"]}
    assert ended == {LINES[1][2:]: CHANGED[2:], LINES[2][2:]: worker[2:], LINES[3][2:]: commits[2:]}


def test_the_answer_names_what_changed_and_what_is_gone(recall: Home) -> None:
    """Nothing ends in silence; undo takes it back, and an import of what the file said before changes nothing then."""
    import_rules(recall, *LINES)
    before = ids_by_text(recall)
    recall.later()
    write_rules(recall, CHANGED, *LINES[2:])
    out = recall.quick("import", "CLAUDE.md").out
    assert f"ends\t{LINES[1][2:]}\tnow: {CHANGED[2:]}\n" in out
    assert f"ends\t{LINES[0][2:]}\n" in out
    recall.quick("undo")
    assert ids_by_text(recall) == before
    assert import_rules(recall, *LINES)["operation"] is None


def test_a_line_that_changes_back_holds_again(recall: Home) -> None:
    """The first wording is believed, and the second one has ended."""
    import_rules(recall, *LINES)
    import_rules(recall, LINES[0], CHANGED, *LINES[2:])
    import_rules(recall, *LINES)
    assert ids_by_text(recall).keys() == {line[2:] for line in LINES}
    assert import_rules(recall, *LINES)["operation"] is None


def test_a_line_with_a_secret_stays(recall: Home) -> None:
    """It is stored without the secret, and still is a line of the file."""
    token = "- The token of the build is ghp_" + "a1B2c3D4e5F6" * 3 + " in the vault."
    report = import_rules(recall, LINES[0], token)
    assert (report["created"], report["ended"], len(report["redacted"])) == (2, 0, 1)
    assert import_rules(recall, LINES[0], token)["operation"] is None
    assert len(ids_by_text(recall)) == 2


@pytest.mark.parametrize("edited", [False, True], ids=["same file", "edited elsewhere"])
def test_an_unchanged_line_revives_nothing(recall: Home, edited: bool) -> None:
    """What was ended, corrected or given another type here stays so, while the file still has the old line."""
    import_rules(recall, *LINES)
    before = ids_by_text(recall)
    recall.later()
    recall.store("The API was moved from port 8080 to port 9090.", "--ends", before[LINES[1][2:]])
    recall.quick("update", before[LINES[2][2:]], "--text", "The worker listens on port 7000.", person=True)
    recall.quick("update", before[LINES[3][2:]], "--type", "decision", person=True)
    now = ids_by_text(recall)
    report = import_rules(recall, *((*LINES, "- Deploy from the main branch only.") if edited else LINES))
    assert (report["created"], report["known"], report["ended"]) == (int(edited), 4, 0)
    assert {text: id_ for text, id_ in ids_by_text(recall).items() if "Deploy" not in text} == now
    assert questions(recall) == []


@pytest.mark.parametrize("how", ["corrected", "pinned", "said elsewhere"])
def test_a_changed_line_asks_where_it_may_not_end(recall: Home, how: str) -> None:
    """The user changed or pinned its former line, or another file still says it: somebody is asked, once."""
    import_rules(recall, *LINES)
    id_, old = ids_by_text(recall)[LINES[1][2:]], LINES[1][2:]
    if how == "corrected":
        old = "The API listens on port 8080 behind a proxy."
        recall.quick("update", id_, "--text", old, person=True)
    elif how == "pinned":
        recall.quick("pin", id_, person=True)
    else:
        import_rules(recall, *LINES, name="AGENTS.md")
    report = import_rules(recall, LINES[0], CHANGED, *LINES[2:])
    assert (report["ended"], report["contested"]) == (0, 0)
    [gone] = report["vanished"]
    assert (gone["id"], gone["superseded_by"], bool(gone["reason"])) == (id_, CHANGED[2:], True)
    assert questions(recall) == [(CHANGED[2:], old)]
    assert id_ in ids_by_text(recall).values()
    again = import_rules(recall, LINES[0], CHANGED, *LINES[2:])
    assert (again["operation"], again["vanished"]) == (None, [])
    assert len(questions(recall)) == 1


def test_another_file_of_the_repository_contests_nothing(recall: Home) -> None:
    """Its lines stand beside those of the first file, whatever they say."""
    import_rules(recall, *LINES)
    report = import_rules(recall, LINES[0], CHANGED, "- We moved from port 8081 to port 7000.", name="AGENTS.md")
    assert (report["created"], report["known"], report["ended"], report["contested"]) == (2, 1, 0, 0)
    assert {line[2:] for line in LINES} <= ids_by_text(recall).keys()
    assert recall.json("conflicts")["conflicts"] == []
