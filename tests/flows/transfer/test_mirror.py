"""A readable mirror: written for git, edited by people, applied as one operation; no trick leads out of its folder."""

import json
import os
import stat
from pathlib import Path

import pytest

from recall_cli.rules.text.mirror_pages import page_file_name
from tests.command import Home
from tests.for_each import for_each


@pytest.fixture
def mirror(recall: Home) -> Path:
    """Three memories in two projects and in none, written to a folder."""
    recall.fill_once("a mirror", write_mirror)
    return recall.path / "mirror"


def write_mirror(recall: Home) -> None:
    recall.store("The queue is NATS.\n## A heading in the text\n- topic: no field", "--project", "shop", "--tag", "a=b")
    recall.store("The API listens on port 8080.", "--project", "github.com/acme/API", "--topic", "ports")
    recall.store("Tabs, not spaces, in Go.", "--type", "preference")
    folder = recall.path / "mirror"
    assert recall.quick("export", "--format", "markdown", str(folder), "--project", "*").status == 0


def pages(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def test_a_page_for_each_project_and_equal_bytes_for_equal_memories(recall: Home, mirror: Path) -> None:
    """Private files with safe names; nothing changes when nothing has changed, whatever was searched meanwhile."""
    first = pages(mirror)
    assert len(first) == 3
    assert {"shop.md", "_no-project.md"} < set(first)
    assert stat.S_IMODE(os.stat(mirror / "shop.md").st_mode) == 0o600
    recall.later(days=40)
    recall.quick("search", "queue NATS")
    assert recall.quick("export", "--format", "markdown", str(mirror), "--project", "*").status == 0
    assert pages(mirror) == first


def test_edits_come_back_as_one_operation(recall: Home, mirror: Path) -> None:
    """Changed words, a changed field, a deletion: shown by a dry run, applied at once, taken back by one undo."""
    shop = mirror / "shop.md"
    shop.write_text(
        shop.read_text().replace("queue is NATS", "queue is Kafka").replace("importance: 0.5", "importance: 0.9")
    )
    other = mirror / "_no-project.md"
    other.write_text(other.read_text().replace("- type: preference", "- type: preference\n- delete: yes"))
    shown = recall.json("import", str(mirror), "--dry-run")
    assert len(shown["edited"]) == 2
    assert recall.json("count", "--project", "*")["count"] == 3
    done = recall.json("import", str(mirror))
    assert len(done["ids"]) == 2
    assert recall.json("count", "--project", "*")["count"] == 2
    [memory] = recall.json("list", "--project", "shop")["memories"]
    assert memory["text"].startswith("The queue is Kafka.\n## A heading in the text\n- topic: no field")
    assert memory["importance"] == 0.9
    recall.json("undo", str(done["operation"]))
    assert recall.json("count", "--project", "*")["count"] == 3
    assert recall.json("list", "--project", "shop")["memories"][0]["text"].startswith("The queue is NATS.")


def test_importing_an_unedited_mirror_changes_nothing(recall: Home, mirror: Path) -> None:
    """Also after the store went on: an old page is not written back."""
    recall.json("update", recall.json("list", "--project", "shop")["memories"][0]["id"], "--importance", "0.1")
    assert recall.json("import", str(mirror))["operation"] is None


@pytest.fixture
def outdated(recall: Home, mirror: Path) -> str:
    """Edits of two pages; the store changed the memory of one of them meanwhile. The id of that memory."""
    shop, other = mirror / "shop.md", mirror / "_no-project.md"
    shop.write_text(shop.read_text().replace("NATS", "Kafka"))
    other.write_text(other.read_text().replace("Tabs, not spaces", "Blanks, not tabs"))
    id_ = str(next(m["id"] for m in recall.json("list", "--project", "shop")["memories"] if "NATS" in m["text"]))
    recall.json("update", id_, "--importance", "0.1")
    return id_


def test_an_edit_of_an_outdated_page_is_left_out(recall: Home, mirror: Path, outdated: str) -> None:
    """All other edits are applied, as one operation; the conflict is named with its page, line and both ways out."""
    answer = recall.quick("--json", "import", str(mirror))
    assert answer.status == 1
    done = json.loads(answer.out)
    assert len(done["ids"]) == 1
    [conflict] = done["conflicts"]
    assert (conflict["page"], conflict["id"]) == ("shop.md", outdated)
    assert "importance: 0.1 → 0.5" in conflict["changes"]
    assert f"- overwrite: {conflict['overwrite']}" in done["notes"][0]
    assert f"shop.md, line {conflict['line']}: {outdated[-4:]} changed in the store meanwhile" in done["notes"][0]
    assert done["notes"][1] == "to keep what the store holds, export the pages again with --force"
    assert recall.json("get", outdated)["text"].startswith("The queue is NATS.")
    assert recall.json("list", "--global")["memories"][0]["text"] == "Blanks, not tabs, in Go."
    recall.json("undo", str(done["operation"]))
    assert recall.json("list", "--global")["memories"][0]["text"] == "Tabs, not spaces, in Go."


def test_a_conflict_is_settled_by_a_line_in_the_page(recall: Home, mirror: Path, outdated: str) -> None:
    """The line names the version that it replaces: after another change the edit is a conflict again."""
    version = json.loads(recall.quick("--json", "import", str(mirror)).out)["conflicts"][0]["overwrite"]
    shop = mirror / "shop.md"
    shop.write_text(shop.read_text().replace("- tag: a=b\n", f"- tag: a=b\n- overwrite: {version}\n"))
    recall.json("update", outdated, "--importance", "0.2")
    assert recall.quick("import", str(mirror)).status == 1
    recall.json("update", outdated, "--importance", "0.1")
    assert recall.quick("import", str(mirror)).status == 0
    memory = recall.json("get", outdated)
    assert (memory["text"][:19], memory["importance"]) == ("The queue is Kafka.", 0.5)
    assert recall.quick("export", "--format", "markdown", str(mirror), "--project", "*").status == 0
    assert "overwrite" not in shop.read_text()


@pytest.mark.parametrize("way", ["delete", "erase"])
def test_an_edit_of_a_memory_that_is_gone_is_left_out(recall: Home, mirror: Path, outdated: str, way: str) -> None:
    """A memory that was deleted or erased meanwhile does not block the other edits; it is named with page and line."""
    recall.quick(way, outdated, *(["--confirm"] if way == "erase" else []), person=True)
    answer = recall.quick("--json", "import", str(mirror))
    assert answer.status == 1
    done = json.loads(answer.out)
    assert (len(done["ids"]), done["conflicts"]) == (1, [])
    [gone] = done["gone"]
    assert (gone["page"], gone["id"]) == ("shop.md", outdated)
    words = "was deleted (recall undo" if way == "delete" else "there is no memory"
    assert words in gone["reason"]
    assert f"shop.md, line {gone['line']}: {gone['reason']}; this edit is left out" in done["notes"]
    assert recall.json("list", "--global")["memories"][0]["text"] == "Blanks, not tabs, in Go."


@pytest.mark.parametrize("answers", ["y\ny\n", "n\ny\n"])
def test_a_person_is_asked_about_a_conflict(recall: Home, mirror: Path, outdated: str, answers: str) -> None:
    """Both states are shown; with no, only the other edits are applied."""
    answer = recall.quick("import", str(mirror), person=True, stdin=answers)
    assert "importance: 0.1 → 0.5" in answer.err
    assert "replace what the store holds by your page? [y/N]" in answer.err
    wins = answers.startswith("y")
    assert answer.status == (0 if wins else 1)
    assert ("Kafka" in recall.json("get", outdated)["text"]) is wins
    assert recall.json("list", "--global")["memories"][0]["text"] == "Blanks, not tabs, in Go."


def test_edits_that_were_not_imported_are_not_overwritten(recall: Home, mirror: Path) -> None:
    """An export keeps a person's unimported work, unless forced."""
    shop = mirror / "shop.md"
    shop.write_text(shop.read_text().replace("NATS", "Kafka"))
    again = ("export", "--format", "markdown", str(mirror), "--project", "*")
    said = recall.quick(*again)
    assert (said.status, "edits that were not imported" in said.err) == (2, True)
    assert "Kafka" in shop.read_text()
    assert recall.quick(*again, "--force").status == 0
    assert "NATS" in shop.read_text()


def test_imported_edits_are_no_edits_any_more(recall: Home, mirror: Path) -> None:
    """After an import the same folder imports again without a change, and an export replaces its pages."""
    shop, other = mirror / "shop.md", mirror / "_no-project.md"
    shop.write_text(shop.read_text().replace("NATS", "Kafka"))
    other.write_text(other.read_text().replace("- type: preference", "- type: preference\n- delete: yes"))
    assert len(recall.json("import", str(mirror))["ids"]) == 2
    assert recall.json("import", str(mirror))["operation"] is None
    again = recall.quick("export", "--format", "markdown", str(mirror), "--project", "*")
    assert again.status == 0, again
    assert "Kafka" in shop.read_text()
    assert recall.json("import", str(mirror))["operation"] is None


def test_pages_of_gone_projects_are_removed_and_other_files_stay(recall: Home, mirror: Path) -> None:
    """Only pages of recall are ever removed or replaced."""
    (mirror / "README.md").write_text("# Mine\n")
    recall.json("projects", "forget", "shop", "--yes")
    assert recall.quick("export", "--format", "markdown", str(mirror), "--project", "*").status == 0
    assert "shop.md" not in pages(mirror)
    assert (mirror / "README.md").read_text() == "# Mine\n"
    recall.store("A new one.", "--project", "readme")
    (mirror / "readme.md").write_text("mine\n")
    said = recall.quick("export", "--format", "markdown", str(mirror), "--project", "*")
    assert (said.status, "not a page of recall" in said.err) == (2, True)


@pytest.mark.parametrize("command", ["import", "export"])
def test_links_are_refused(recall: Home, mirror: Path, command: str) -> None:
    """A page that is a link is neither read nor written through."""
    outside = recall.path / "outside.md"
    outside.write_text((mirror / "shop.md").read_text().replace("NATS", "Kafka"))
    (mirror / "shop.md").unlink()
    (mirror / "shop.md").symlink_to(outside)
    args = (
        ("import", str(mirror))
        if command == "import"
        else ("export", "--format", "markdown", str(mirror), "--project", "*")
    )
    before = outside.read_text()
    said = recall.quick(*args)
    assert said.status != 0
    assert "a link" in said.err
    assert outside.read_text() == before


@for_each(
    "name", ["../../etc/passwd", "..", ".", ".git", "CON", "a/b", "-rf", "a\nb", "ä" * 150, "_no-project", "Shop"]
)
def test_a_project_name_cannot_lead_out_of_the_folder(name: str) -> None:
    """Any name gives one plain file name, different from those of other projects."""
    file = page_file_name(name)
    assert "/" not in file
    assert file.endswith(".md")
    assert not file.startswith((".", "-"))
    assert file.isascii()
    assert file.isprintable()
    assert len(file) < 200
    others = {page_file_name(other) for other in (None, "shop", "etc", "con", "a%2fb", name + "x")}
    assert file not in others


def test_an_agent_changes_nothing_of_a_persons_through_a_file(recall: Home) -> None:
    """A page is a file like any other: without a person at the terminal, the user's words stay."""
    recall.quick("store", "Tabs, not spaces.", person=True)
    folder = recall.path / "mirror"
    recall.quick("export", "--format", "markdown", str(folder))
    [page] = folder.iterdir()
    page.write_text(page.read_text().replace("Tabs, not", "Blanks, not"))
    assert recall.quick("import", str(folder)).status == 3
    asked = recall.quick("import", str(folder), stdin="n\n", person=True)
    assert "+ Blanks, not spaces." in asked.err
    assert recall.json("list")["memories"][0]["text"] == "Tabs, not spaces."
    assert recall.quick("import", str(folder), stdin="y\n", person=True).status == 0
    assert recall.json("list")["memories"][0]["text"] == "Blanks, not spaces."


def test_a_mistake_names_page_and_line(recall: Home, mirror: Path) -> None:
    """Nothing is applied, not even the edits of other pages."""
    shop = mirror / "shop.md"
    shop.write_text(shop.read_text().replace("- type: fact", "- type: fcat"))
    other = mirror / "_no-project.md"
    other.write_text(other.read_text().replace("Tabs", "Blanks"))
    said = recall.quick("import", str(mirror))
    assert said.status == 2
    assert "shop.md: line 9: type cannot be 'fcat'" in said.err
    assert "did you mean fact?" in said.err
    assert recall.json("list", "--global")["memories"][0]["text"].startswith("Tabs")


def test_an_export_says_what_it_left_out(recall: Home) -> None:
    """Other projects, deleted and filtered memories are counted, in JSON and as notes; to a file and to pages."""
    kept = recall.store("The queue is NATS.", "--topic", "queue")
    recall.quick("delete", recall.store("The queue is Kafka."))
    recall.store("The API listens on port 8080.", "--project", "shop")
    recall.store("Tabs, not spaces, in Go.")
    for args in (("all.jsonl",), ("--format", "markdown", "pages")):
        done = recall.json("export", *args, "--topic", "queue")
        assert {kind: count for kind, count in done["left_out"].items() if count} == {"filtered": 1}, args
        assert "1 more left out by the filters" in done["notes"]
    said = recall.quick("export", "one.jsonl").err
    assert "2 of 3 memories" in said and "--project '*' exports all" in said
    done = recall.json("export", "some.jsonl")
    assert {kind: count for kind, count in done["left_out"].items() if count} == {"other_projects": 1, "deleted": 1}
    assert "1 deleted left out (--include all)" in done["notes"]
    assert kept in (recall.path / "all.jsonl").read_text()


def test_a_folder_of_notes_leaves_the_pages_of_a_mirror_out(recall: Home, tmp_path: Path) -> None:
    """A page holds blocks with fields; read as notes, each field would be a memory."""
    recall.quick("store", "The API listens on port 8080.")
    recall.quick("export", "--format", "markdown", str(tmp_path / "notes" / "pages"))
    (tmp_path / "notes" / "deploy.md").write_text(
        "We always deploy on Tuesdays because the on-call team is complete.\n"
    )
    told = recall.json("import", str(tmp_path / "notes"), "--dry-run")
    assert [memory["text"] for memory in told["memories"]] == [
        "We always deploy on Tuesdays because the on-call team is complete."
    ]
    assert len(told["skipped_files"]) == 1
    (page,) = (tmp_path / "notes" / "pages").glob("*.md")
    done = recall.quick("import", str(page))
    assert done.status != 0
    assert "a page of recall's own mirror (import its folder alone" in done.err


def store_for_others(recall: Home) -> None:
    """A project with one memory of each classification that matters, and a memory without a project."""
    recall.store("The queue is NATS.", "--project", "shop")
    recall.store("The boss is annoying.", "--project", "shop", "--classification", "confidential")
    recall.store("The margin is 12 percent.", "--project", "shop", "--classification", "restricted")
    recall.store("Tabs, not spaces, in Go.")
    recall.store("The API listens on port 8080.", "--project", "api")


@pytest.mark.parametrize("args", [("shop.jsonl",), ("--format", "markdown", "pages"), ()])
def test_an_export_says_what_is_perhaps_not_for_others(recall: Home, args: tuple[str, ...]) -> None:
    """Confidential, restricted and without a project: counted, with the option that leaves them out."""
    store_for_others(recall)
    answer = recall.quick("export", *args, "--project", "shop")
    assert "1 confidential and 1 restricted included (--clearance internal leaves them out)" in answer.err
    assert "1 without a project included (--without-global leaves them out)" in answer.err
    if args:
        done = recall.json("export", *args, "--project", "shop", "--force")
        assert done["included"] == {"confidential": 1, "restricted": 1, "without_project": 1}
    assert "included" not in recall.quick("export", *args, "--project", "api", "--without-global", "--force").err


@pytest.mark.parametrize("args", [("shop.jsonl",), ("--format", "markdown", "pages")])
def test_an_export_for_others_says_what_it_left_out(recall: Home, args: tuple[str, ...]) -> None:
    """--clearance and --without-global name their counts, and nothing of it is in the file."""
    store_for_others(recall)
    done = recall.json("export", *args, "--project", "shop", "--clearance", "internal", "--without-global")
    assert done["exported"] == 1
    left_out = {kind: count for kind, count in done["left_out"].items() if count}
    assert left_out == {"other_projects": 1, "clearance": 2, "without_project": 1}
    assert {"2 left out by --clearance", "1 without a project left out by --without-global"} <= {*done["notes"]}
    assert done["included"] == {"confidential": 0, "restricted": 0, "without_project": 0}
    written = "".join(path.read_text() for path in recall.path.glob("shop.jsonl")) + "".join(
        path.read_text() for path in recall.path.glob("pages/*.md")
    )
    assert "NATS" in written
    assert not any(word in written for word in ("boss", "margin", "Tabs", "8080"))


def test_all_projects_without_what_has_no_project(recall: Home) -> None:
    """With every project the option leaves out the same; where it would leave nothing, it is refused."""
    store_for_others(recall)
    done = recall.json("export", "all.jsonl", "--project", "*", "--without-global")
    assert (done["exported"], done["left_out"]["without_project"]) == (4, 1)
    refused = recall.quick("export", "none.jsonl", "--without-global")
    assert (refused.status, refused.err.count("--project NAME")) == (2, 1)
