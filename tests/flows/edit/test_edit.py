"""recall edit: one file for many memories, all changes as one operation, nothing lost by a mistake or a crash."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.command import CommandResult, Home

EDITOR = """#!/bin/sh
cp "$1" "{copy}"
ls -ln "$1" > "{copy}.mode"
echo "$1" > "$(dirname "{copy}")/place"
{script}
"""


def edit(recall: Home, script: str, *args: str, stdin: str = "", person: bool = False) -> CommandResult:
    """`recall edit` with an editor that is a script; `$1` is the file."""
    editor = recall.path / "my editor"
    editor.write_text(EDITOR.format(copy=recall.path / "seen", script=script))
    editor.chmod(0o755)
    return recall.quick(
        "edit", *args, "--json", env={"EDITOR": f"'{editor}'", "VISUAL": ""}, stdin=stdin, person=person
    )  # fmt: skip


def unfinished_number(message: str) -> str:
    """The number of the unfinished edit that a message names."""
    return message.partition("--continue ")[2].split('"')[0].split(")")[0].strip()


def unfinished_file(recall: Home, message: str) -> Path:
    """The file of the unfinished edit that a message names."""
    found = recall.path.rglob(f"*.edits/{unfinished_number(message)}/memories.md")
    return next(found)


@pytest.fixture
def two(recall: Home) -> list[str]:
    """Two memories of a topic."""
    ids: list[str] = recall.fill_once("a topic", store_two)
    return ids


def store_two(recall: Home) -> list[str]:
    first = recall.store("The queue is RabbitMQ.", "--topic", "queue", "--tag", "area=ops")
    recall.later(minutes=1)
    return [first, recall.store("Replay takes forty minutes on RabbitMQ.", "--topic", "queue")]


def test_all_changes_are_one_operation(recall: Home, two: list[str]) -> None:
    """A text, a number, a tag of several memories: one operation, shown, and taken back by one undo."""
    script = """sed -i 's/RabbitMQ/NATS/; s/^- importance: .*/- importance: 0.9/; s/^- tag: area=ops/- tag: area=net/' "$1" """
    done = edit(recall, script, "--topic", "queue")
    assert done.status == 0, done
    assert {one["id"] for one in done.data["edited"]} == {*two}
    assert "importance: 0.5 → 0.9" in done.data["edited"][0]["changes"]
    assert "- tag: area=ops" in done.data["edited"][1]["changes"]
    now = recall.json("get", *two)
    assert [memory["text"] for memory in now] == ["The queue is NATS.", "Replay takes forty minutes on NATS."]
    assert now[0]["tags"] == {"area": "net"}
    recall.json("undo", str(done.data["operation"]))
    assert recall.json("get", two[0])["text"] == "The queue is RabbitMQ."
    assert not Path((recall.path / "place").read_text().strip()).exists()


def test_no_change_is_no_operation(recall: Home, two: list[str]) -> None:
    """A file that is closed as it was, also with blank lines added and lines removed; it is private and explains itself."""
    before = recall.json("log")
    for script in ("true", "printf '\\n\\n' >> \"$1\"", "sed -i '/^- topic/d' \"$1\"", 'true > "$1"'):
        done = edit(recall, script, *two)
        assert (done.status, done.data["operation"]) == (0, None), script
        assert "nothing was changed" in done.data["notes"][0]
        assert "One line for each tag" in (recall.path / "seen").read_text()
        assert "- topic: queue" in (recall.path / "seen").read_text()
        assert (recall.path / "seen.mode").read_text().startswith("-rw-------")
    assert recall.json("log") == before


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("sed -i 's/^- importance: .*/- importance: high/' \"$1\"", "importance must be from 0 to 1"),
        ("sed -i 's/^- type: .*/- type: decison/' \"$1\"", "did you mean decision?"),
        ("sed -i 's/^## .*/## something/' \"$1\"", "a heading must stay as it was"),
        ("sed -i 's/^- topic: queue/topic queue/' \"$1\"", "neither a field nor empty"),
        ("sed -i 's/^- topic: queue/- colour: red/' \"$1\"", "no field 'colour'"),
        ("sed -i 's/^The queue.*//' \"$1\"", "a memory cannot be empty"),
        ("sed -i 's/^- valid-until:.*/- valid-until: soonish/' \"$1\"", "not a date"),
        ("printf '\\377' >> \"$1\"", "not UTF-8"),
        ("sed -i 's/^- tag: .*/- tag: =x/' \"$1\"", "not a tag"),
    ],
)
def test_a_mistake_names_its_line_and_keeps_the_file(recall: Home, two: list[str], script: str, said: str) -> None:
    """Nothing is changed; the file stays with what was typed, and --continue goes on with it."""
    done = edit(recall, script, two[0])
    assert done.status == 1
    assert said in done.err
    assert "line " in done.err
    assert "nothing was changed" in done.err
    path = unfinished_file(recall, done.err)
    assert f"recall edit --continue {path.parent.name}" in done.err
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(path.parent).st_mode) == 0o700
    assert recall.json("get", two[0])["text"] == "The queue is RabbitMQ."


def test_a_person_may_go_on_after_a_mistake(recall: Home, two: list[str]) -> None:
    """The editor opens the same file again; the second time it is right."""
    script = (
        f'if [ -e "{recall.path}/again" ]; then sed -i "s/importance: high/importance: 0.7/" "$1"; '
        f'else touch "{recall.path}/again"; sed -i "s/^- importance: .*/- importance: high/" "$1"; fi'
    )
    done = edit(recall, script, two[0], stdin="\n", person=True)
    assert "edit the file again? [Y/n]" in done.err
    assert done.status == 0
    assert recall.json("get", two[0])["importance"] == 0.7


def test_a_change_by_another_is_noticed(recall: Home, two: list[str]) -> None:
    """What somebody stored meanwhile is not overwritten until the file says so; it shows the line to add."""
    meanwhile = f"{sys.executable} -m recall_cli update {two[0]} --importance 0.2 > /dev/null"
    done = edit(recall, f'{meanwhile}; sed -i "s/RabbitMQ/Kafka/" "$1"', *two)
    assert done.status == 1
    assert "changed in the store meanwhile" in done.err
    assert recall.json("get", two[1])["text"] == "Replay takes forty minutes on RabbitMQ."
    path = unfinished_file(recall, done.err)
    assert "now in the store: importance: 0.5 → 0.2" in path.read_text()
    again = edit(recall, "true", "--continue", str(path))
    assert (again.status, "changed in the store meanwhile" in again.err) == (1, True)
    assert recall.json("get", two[0])["text"] == "The queue is RabbitMQ."
    line = path.read_text().partition(", add: ")[2].partition(" -->")[0]
    assert line.startswith("- overwrite: ")
    assert (
        edit(recall, f"sed -i 's/^- tag: area=ops/- tag: area=ops\\n{line}/' \"$1\"", "--continue", str(path)).status
        == 0
    )
    now = recall.json("get", two[0])
    assert (now["text"], now["importance"]) == ("The queue is Kafka.", 0.5)


def test_a_change_of_another_memory_is_no_conflict(recall: Home, two: list[str]) -> None:
    """Only edited blocks count: what is as it was is not written back over a newer state."""
    meanwhile = f"{sys.executable} -m recall_cli update {two[1]} --importance 0.2 > /dev/null"
    done = edit(recall, f'{meanwhile}; sed -i "s/^The queue is RabbitMQ/The queue is Kafka/" "$1"', *two)
    assert done.status == 0, done
    assert recall.json("get", two[1])["importance"] == 0.2


def test_any_text_comes_back_as_it_was(recall: Home) -> None:
    """Headings, comments, fields and editors' settings in a text stay text."""
    text = "First line.\n## 019aa3f2 (version 00000000)\n- topic: x\n\n\\## escaped\n<!-- no comment -->\nvim: set ft=x :\nLast."
    id_ = recall.store(text, "--type", "procedure")
    done = edit(recall, "sed -i 's/^First line/First words/' \"$1\"", id_)
    assert done.status == 0, done
    assert recall.json("get", id_)["text"] == text.replace("First line", "First words")


def test_a_memory_is_deleted_in_the_file(recall: Home, two: list[str]) -> None:
    """`- delete: yes` deletes; the same operation as the other changes."""
    done = edit(recall, 'sed -i "s/^- topic: queue/- delete: yes/" "$1"', two[0])
    assert done.data["edited"][0]["changes"] == ["deleted"]
    assert recall.json("count")["count"] == 1
    recall.json("undo")
    assert recall.json("count")["count"] == 2


def test_a_secret_that_is_typed_is_masked(recall: Home, two: list[str]) -> None:
    """What comes out of the editor passes the same gate as everything else; a note says what was masked."""
    key = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
    done = edit(recall, f'sed -i "s/RabbitMQ/RabbitMQ, token {key}/" "$1"', two[0])
    assert done.status == 0, done
    assert key not in recall.json("get", two[0])["text"]
    assert any("masked" in note for note in done.data["notes"])


TYPED_KEY = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"


@pytest.mark.parametrize(
    "script",
    [
        'sed -i "s/^The queue is/The token is {key}, the queue/; s/^- importance: .*/- importance: high/" "$1"',
        'sed -i "s/^The queue is/The token is {key}, the queue/" "$1"; exit 1',
        'sed -i "s/^- importance: .*/- importance: {key}/" "$1"',
        'sed -i "s/^- topic: .*/topic {key}/" "$1"',
        'sed -i "s/^## .*/## {key}/" "$1"',
        'sed -i "s/^- tag: .*/- tag: ={key}/" "$1"',
        'printf "%s\\377\\n" {key} >> "$1"',
        'sed -i "s/^The queue is/{key}/" "$1"; iconv -f utf-8 -t utf-16 "$1" > "$1.x"; mv "$1.x" "$1"',
        'echo {key} > "$1~"; printf "\\000{key}" > "$(dirname "$1")/.memories.md.swp"; exit 1',
    ],
    ids="text crash number form heading tag bytes utf-16 backup".split(),
)
def test_no_secret_stays_in_the_file_of_a_refused_edit(recall: Home, two: list[str], script: str) -> None:
    """What was typed is masked wherever it stands, the person is told, and the rest of the file stays."""
    done = edit(
        recall, script.format(key=TYPED_KEY).replace("echo ghp_", 'sed -i s/forty/fifty/ "$1"; echo ghp_'), *two
    )
    assert done.status == 1, done
    assert "masked in your file: " in done.err
    folder = unfinished_file(recall, done.err).parent
    assert [path.name for path in folder.iterdir()] == ["memories.md"]
    for path in recall.path.rglob("*"):
        if path.is_file() and path not in (recall.path / "my editor", recall.path / "seen"):
            content = path.read_bytes()
            assert TYPED_KEY.encode() not in content.replace(b"\0", b""), path
    assert "Replay takes" in (folder / "memories.md").read_text()
    assert stat.S_IMODE(os.stat(folder / "memories.md").st_mode) == 0o600


def test_the_masked_file_can_be_continued(recall: Home, two: list[str]) -> None:
    """After the mistake is mended, the edit is applied with the mask in the place of the secret."""
    script = (
        f'sed -i "s/^The queue is/The token is {TYPED_KEY}, the queue/; s/^- importance: .*/- importance: high/" "$1"'
    )
    number = unfinished_number(edit(recall, script, two[0]).err)
    done = edit(recall, 'sed -i "s/^- importance: high/- importance: 0.9/" "$1"', "--continue", number)
    assert done.status == 0, done
    memory = recall.json("get", two[0])
    assert memory["importance"] == 0.9
    assert memory["text"].startswith("The token is [secret: ")


def test_a_value_is_masked_with_its_name_in_a_refused_edit(recall: Home) -> None:
    """The value of a fact that only its attribute shows to be a secret is masked, too."""
    id_ = recall.store("The admin account exists.", "--tag", "area=ops")
    script = (
        "sed -i 's/^- entity:.*/- entity: admin/; s/^- attribute:.*/- attribute: password/; "
        's/^- value:.*/- value: hunter2x/; s/^- tag: .*/- tag: api_key=Zx81kQpw92/\' "$1"; exit 1'
    )
    content = unfinished_file(recall, edit(recall, script, id_).err).read_text()
    assert "hunter2x" not in content
    assert "Zx81kQpw92" not in content


def test_a_killed_edit_is_masked_by_the_next_look(recall: Home, two: list[str]) -> None:
    """The list of unfinished edits, `doctor` and `maintain` leave no secret in a file that a killed command left."""
    path = unfinished_file(recall, edit(recall, 'sed -i "s/forty/fifty/" "$1"; exit 1', *two).err)
    content, before = path.read_text(), path.stat().st_mtime_ns
    for command in (("edit", "--continue", "99"), ("doctor",), ("maintain",)):
        path.write_text(content.replace("fifty", TYPED_KEY))
        os.utime(path, ns=(before, before))
        recall.quick(*command, env={"EDITOR": "true"})
        assert "[secret: " in path.read_text(), command
        assert TYPED_KEY not in path.read_text(), command
        assert path.stat().st_mtime_ns == before


def test_an_agent_edits_nothing_of_a_persons(recall: Home) -> None:
    """An editor in an agent's shell is the agent; the file is kept for the person."""
    recall.quick("store", "Tabs, not spaces.", person=True)
    id_ = recall.json("list")["memories"][0]["id"]
    done = edit(recall, 'sed -i "s/Tabs/Blanks/" "$1"', id_)
    assert done.status == 3
    assert "your file is kept" in done.err
    assert edit(recall, 'sed -i "s/Tabs/Blanks/" "$1"', id_, person=True).status == 0


def test_without_an_editor_it_says_what_to_set(recall: Home, two: list[str]) -> None:
    """No editor without a terminal; one that does not exist is named; no shell reads the variable."""
    said = recall.quick("edit", two[0], env={"EDITOR": "", "VISUAL": ""})
    assert (said.status, "set VISUAL or EDITOR" in said.err) == (2, True)
    said = recall.quick("edit", two[0], env={"EDITOR": "no-such-editor; touch here", "VISUAL": ""})
    assert said.status == 1
    assert "cannot start the editor" in said.err
    assert not (recall.path / "here").exists()


def test_an_editor_that_fails_at_once_leaves_nothing(recall: Home, two: list[str]) -> None:
    """No unfinished edit where nothing was written: the editor is missing, or fails first. A continued file stays."""
    said = recall.quick("edit", two[0], env={"EDITOR": "no-such-editor", "VISUAL": ""})
    assert (said.status, "kept" in said.err) == (1, False)
    said = edit(recall, "exit 3", two[0])
    assert said.status == 1
    assert json.loads(said.err)["error"]["message"] == "the editor ended with status 3: nothing was changed"
    assert not [*recall.path.rglob("*.edits")]
    assert edit(recall, CRASH, two[0]).status == 1
    assert edit(recall, "exit 3", "--continue").status == 1
    assert recall.quick("edit", "--continue", env={"EDITOR": "no-such-editor", "VISUAL": ""}).status == 1
    assert len([*recall.path.rglob("memories.md")]) == 1


def test_a_dry_run_changes_nothing(recall: Home, two: list[str]) -> None:
    """The changes of the file are shown only."""
    done = edit(recall, 'sed -i "s/RabbitMQ/Kafka/" "$1"', two[0], "--dry-run")
    assert done.data["edited"][0]["changes"] == ["- The queue is RabbitMQ.", "+ The queue is Kafka."]
    assert recall.json("get", two[0])["text"] == "The queue is RabbitMQ."


CRASH = 'sed -i "s/RabbitMQ/Kafka/" "$1"; exit 137'


def test_a_crashed_editor_loses_nothing(recall: Home, two: list[str]) -> None:
    """What was written before the crash is kept; --continue alone goes on with it, and nothing is left of it then."""
    crashed = edit(recall, CRASH, two[0])
    assert (crashed.status, "status 137" in crashed.err) == (1, True)
    assert recall.json("get", two[0])["text"] == "The queue is RabbitMQ."
    done = edit(recall, "true", "--continue", str(unfinished_file(recall, crashed.err)))
    assert done.status == 0, done
    recall.quick("undo")
    assert edit(recall, CRASH, two[0]).status == 1
    done = edit(recall, "true", "--continue")
    assert done.status == 0, done
    assert recall.json("get", two[0])["text"] == "The queue is Kafka."
    assert not [*recall.path.rglob("*.edits")]
    assert "no edit is unfinished" in recall.quick("edit", "--continue").err


def test_several_unfinished_edits_are_listed(recall: Home, two: list[str]) -> None:
    """--continue alone lists them; a number goes on with one; doctor names them; --discard removes them."""
    numbers = [unfinished_number(edit(recall, CRASH, id_).err) for id_ in two]
    assert numbers == ["1", "2"]
    listed = recall.json("edit", "--continue")["unfinished_edits"]
    assert {(one["number"], one["memories"]) for one in listed} == {(1, 1), (2, 1)}
    assert "recall edit keeps 2 unfinished edits" in recall.quick("doctor").out
    assert edit(recall, "true", "--continue", "2").status == 0
    assert recall.json("get", two[0])["text"] == "The queue is RabbitMQ."
    assert "there are: 1" in recall.quick("edit", "--continue", "7", env={"EDITOR": "true"}).err
    assert recall.json("edit", "--discard")["discarded"] == [1]
    assert not [*recall.path.rglob("memories.md")]


def test_an_open_edit_is_not_unfinished(recall: Home, two: list[str]) -> None:
    """While an editor is open, another recall edit neither goes on with its file nor removes it."""
    other = f"{sys.executable} -m recall_cli edit --discard > {recall.path}/other 2>&1"
    done = edit(recall, f'{other}; sed -i "s/RabbitMQ/Kafka/" "$1"', two[0])
    assert done.status == 0, done
    assert (recall.path / "other").read_text() == "no edit is unfinished\n"
    assert recall.json("get", two[0])["text"] == "The queue is Kafka."


def test_an_erasure_reaches_unfinished_edits(recall: Home, two: list[str]) -> None:
    """The block of an erased memory goes, with what the editor left; the other block of the file stays as edited."""
    done = edit(recall, 'sed -i "s/forty/fifty/" "$1"; cp "$1" "$1~"; exit 137', *two)
    path = unfinished_file(recall, done.err)
    erased = recall.quick("erase", two[0], "--confirm", person=True)
    assert "removed from 1 unfinished edit too" in erased.err, erased
    assert two[0][-4:] not in path.read_text()
    assert "Replay takes fifty minutes" in path.read_text()
    assert [path.name for path in path.parent.iterdir()] == ["memories.md"]
    assert edit(recall, "true", "--continue").status == 0
    assert recall.json("get", two[1])["text"] == "Replay takes fifty minutes on RabbitMQ."


def test_an_erasure_of_all_memories_removes_the_unfinished_edit(recall: Home, two: list[str]) -> None:
    """A file with nothing else goes as a whole; words that only other memories hold leave a file alone."""
    edit(recall, CRASH, two[0])
    other = recall.store("The platypus lives in the zoo.")
    assert "unfinished" not in recall.quick("erase", other, "--confirm", person=True).err
    assert "removed from 1 unfinished edit too" in recall.quick("erase", two[0], "--confirm", person=True).err
    assert not [*recall.path.rglob("memories.md")]


def test_old_unfinished_edits_expire(recall: Home, two: list[str]) -> None:
    """Maintenance removes a file that nobody has touched for a month, and no other."""
    paths = [unfinished_file(recall, edit(recall, CRASH, id_).err) for id_ in two]
    for path, days in zip(paths, (31, 29), strict=True):
        at = recall.now / 1000 - days * 86_400
        os.utime(path, (at, at))
    recall.quick("maintain")
    assert [path.exists() for path in paths] == [False, True]
