"""A readable mirror: pages for git; no trick leads out of its folder."""

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


def test_links_are_refused(recall: Home, mirror: Path) -> None:
    """A page that is a link is not written through."""
    outside = recall.path / "outside.md"
    outside.write_text((mirror / "shop.md").read_text().replace("NATS", "Kafka"))
    (mirror / "shop.md").unlink()
    (mirror / "shop.md").symlink_to(outside)
    before = outside.read_text()
    said = recall.quick("export", "--format", "markdown", str(mirror), "--project", "*")
    assert said.status != 0
    assert "a link" in said.err
    assert outside.read_text() == before


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
    assert "a page of recall's own mirror (recall export FILE writes" in done.err


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
