"""A user edits their settings while recall is installed: removing it leaves a file that every program can read."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents import entries
from recall_cli.agents.jsonc import Node, read
from recall_cli.agents.known import KNOWN
from tests.agents.test_install import CORPUS
from tests.command import Home

SEEDS = 1_100
MINE = {"command": "echo mine", "type": "command", "timeout": 3}
SHAPES = {"nested": {"matcher": "*", "hooks": [MINE]}, "command/timeout": {"command": "echo mine", "timeout": 3},
          "bash/timeoutSec": {"type": "command", "bash": "echo mine", "timeoutSec": 3}}  # fmt: skip


def strict(text: str) -> bool:
    """Does Python's own parser read it?"""
    try:
        json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return False
    return True


def nodes(text: str, kind: str) -> list[Node]:
    """Every object, or every list, of a document."""
    found: list[Node] = []

    def walk(node: Node) -> None:
        if node.kind == kind:
            found.append(node)
        for member in node.members:
            walk(member.node)

    walk(read(text))
    return found


def within(text: str, node: Node, at: int, body: str) -> str:
    """A document with one more member in a container, before the one at this place or behind the last."""
    if not node.members:
        return text[: node.start + 1] + body + text[node.start + 1 :]
    if at < len(node.members):
        start = node.members[at].start
        return text[:start] + body + ", " + text[start:]
    last = node.members[-1]
    if last.comma is not None:
        return text[: last.comma + 1] + " " + body + text[last.comma + 1 :]
    return text[: last.node.end] + ", " + body + text[last.node.end :]


def hooks_of(text: str) -> Node | None:
    found = read(text).get("hooks")
    return found if found is not None and found.kind == "object" else None


def own_key(text: str, r: random.Random, shape: str) -> str:
    root = read(text)
    return within(text, root, r.randint(0, len(root.members)), f'"mine{r.randint(0, 99)}": {{"a": [1, "}}"]}}')


def own_event(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_of(text)
    if hooks is None:
        return text
    body = f'"Mine{r.randint(0, 99)}": [{json.dumps(SHAPES[shape])}]'
    return within(text, hooks, r.randint(0, len(hooks.members)), body)


def own_group(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_of(text)
    lists = [one.node for one in hooks.members if one.node.kind == "array"] if hooks else []
    if not lists:
        return text
    node = r.choice(lists)
    return within(text, node, r.randint(0, len(node.members)), json.dumps(SHAPES[shape], indent=r.choice([None, 2])))


def own_hook(text: str, r: random.Random, shape: str) -> str:
    inner = [node.get("hooks") for node in nodes(text, "object") if node.get("hooks") is not None]
    lists = [node for node in inner if node is not None and node.kind == "array"]
    if not lists:
        return text
    node = r.choice(lists)
    return within(text, node, r.randint(0, len(node.members)), json.dumps(MINE))


def twice(text: str, r: random.Random, shape: str) -> str:
    lists = [node for node in nodes(text, "array") if node.members]
    if not lists:
        return text
    node = r.choice(lists)
    one = r.choice(node.members).node
    return within(text, node, r.randint(0, len(node.members)), text[one.start : one.end])


def two_hooks(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_of(text)
    if hooks is None:
        return text
    root = read(text)
    return within(text, root, r.randint(0, len(root.members)), '"hooks": ' + text[hooks.start : hooks.end])


def gone(text: str, r: random.Random, shape: str) -> str:
    """Without one of the members, and what stands beside it as it was."""
    held = [node for node in nodes(text, "object") + nodes(text, "array") if len(node.members) > 1]
    if not held:
        return text
    node = r.choice(held)
    at = r.randrange(len(node.members) - 1)
    return text[: node.members[at].start] + text[node.members[at + 1].start :]


def renamed(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_of(text)
    if hooks is None or not hooks.members:
        return text
    start = r.choice(hooks.members).start
    return text[: start + 1] + "X" + text[start + 1 :]


def anew(text: str, r: random.Random, shape: str) -> str:
    """As another program writes it, the keys in another order."""
    said = read(text).plain()

    def mixed(value: Any) -> Any:
        if isinstance(value, dict):
            keys = r.sample([*value], len(value))
            return {key: mixed(value[key]) for key in keys}
        return [mixed(one) for one in value] if isinstance(value, list) else value

    form: dict[str, Any] = r.choice([{"indent": 4}, {"indent": "\t"}, {"separators": (",", ":")}, {}])
    return json.dumps(mixed(said), ensure_ascii=False, **form) + r.choice(["", "\n"])


def commented(text: str, r: random.Random, shape: str) -> str:
    held = [node for node in nodes(text, "object") + nodes(text, "array") if node.members]
    if not held:
        return text
    one = r.choice(r.choice(held).members)
    at = r.choice([one.start, one.node.end, *([one.comma + 1] if one.comma is not None else [])])
    return text[:at] + r.choice([" // note, with a comma\n", " /* note } */ ", " // note \r\n"]) + text[at:]


def comma(text: str, r: random.Random, shape: str) -> str:
    held = [node for node in nodes(text, "object") + nodes(text, "array") if node.members and node.members[-1].comma is None]  # fmt: skip
    if not held:
        return text
    end = r.choice(held).members[-1].node.end
    return text[:end] + "," + text[end:]


def windows(text: str, r: random.Random, shape: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def mark(text: str, r: random.Random, shape: str) -> str:
    return "\ufeff" + text.removeprefix("\ufeff")


def loud(text: str, r: random.Random, shape: str) -> str:
    """Our own command, wrapped by its user."""
    return text.replace("|| :", r.choice(["2>/dev/null || :", "|| true", "|| : # quiet"]), 1)


PLAIN: list[Callable[[str, random.Random, str], str]] = [
    own_key, own_event, own_group, own_hook, twice, two_hooks, gone, renamed, anew, windows, mark, loud
]  # fmt: skip
LOOSE = [*PLAIN, commented, comma]


def edited(text: str, r: random.Random, shape: str) -> str:
    """A document after some edits; an edit after which it could not be read would not be kept by anybody."""
    kinds = r.choice([PLAIN, LOOSE])
    for _ in range(r.randint(1, 5)):
        now = r.choice(kinds)(text, r, shape)
        read(now)
        text = now
    return text


def notes_beside(text: str, agent: Any) -> int:
    """The comments of the user that stand in no entry of ours."""
    groups = [group.node for event in nodes(text, "array") for group in event.members]
    ours = [node for node in groups if f"--agent {agent.name}" in text[node.start : node.end]]
    within_ours = {at for node in ours for at in range(node.start, node.end) if text.startswith("note", at)}
    return text.count("note") - len(within_ours)


AGENTS = [agent for agent in KNOWN.values() if agent.shape in SHAPES]


@pytest.mark.parametrize("part", range(11))
def test_removing_leaves_a_file_that_can_be_read(part: int, recall: Home) -> None:
    """After any edits: what was JSON still is, nothing of recall is left, and all that the user wrote is there."""
    for seed in range(part, SEEDS, 11):
        r = random.Random(seed)
        agent, start = r.choice(AGENTS), r.choice([*CORPUS.values()])
        path = recall.path / agent.user
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if agent.form == "entries":
            path.write_bytes(start.encode())
        recall.quick("hooks", "install", agent.name)
        text = edited(path.read_bytes().decode(), r, agent.shape)
        path.write_bytes(text.encode())
        answer = recall.quick("hooks", "remove", agent.name)
        assert answer.status == 0, (seed, answer, text)
        left = path.read_bytes().decode() if path.exists() else "{}"
        said = (seed, agent.name, text, left)
        if not left.strip("\ufeff \t\r\n"):
            assert not start.strip(), said
            continue
        assert not strict(text) or strict(left), said
        assert entries.found(left, agent) == [], said
        assert entries.others(left, agent) == entries.others(text, agent), said
        assert left.count("note") >= notes_beside(text, agent), said
        assert text.count('"echo mine"') == left.count('"echo mine"'), said


@pytest.mark.parametrize(
    ("start", "edit", "left"),
    [
        ("{}", lambda t: t.replace("{", '{"theme": "dark",', 1), {"theme": "dark"}),
        ('{"hooks": {"SessionStart": []}}', lambda t: t.replace('"SessionStart": [', '"SessionStart": [{"hooks": [{"type": "command", "command": "a"}]},', 1),
         {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "a"}]}]}}),
        ('{"hooks": {}}', lambda t: t.replace('"hooks": {', '"hooks": {"Stop": [],', 1), {"hooks": {"Stop": []}}),
    ],
    ids=["a key before ours", "a hook before ours", "an event before ours"],
)  # fmt: skip
def test_what_was_put_before_ours_needs_no_comma(
    start: str, edit: Callable[[str], str], left: Any, recall: Home
) -> None:
    """Removing recall from a file that the user added something to in front leaves strict JSON with that in it."""
    path = recall.path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(start)
    recall.quick("hooks", "install", "claude-code")
    path.write_text(edit(path.read_text()))
    assert recall.quick("hooks", "remove", "claude-code").status == 0
    assert json.loads(path.read_text()) == left


def test_a_plugin_file_that_was_changed_by_hand_is_not_deleted(recall: Home) -> None:
    """opencode's file is recall's own, until its user writes into it: then it stays, and the user is told."""
    path: Path = recall.path / ".config/opencode/plugin/recall.js"
    recall.quick("hooks", "install", "opencode")
    path.write_text(path.read_text() + "export const Mine = async () => ({})\n")
    text = path.read_text()
    for action in ("remove", "install"):
        answer = recall.quick("hooks", action, "opencode")
        assert (answer.status, "was changed by hand" in answer.err) == (1, True), answer
        assert path.read_text() == text


@pytest.mark.parametrize("remark", ["// keep this", "/* keep this */", "/* keep\n this */"])
@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini", "cursor", "copilot"])
def test_what_a_user_remarked_within_our_entries_stays(agent: str, remark: str, recall: Home) -> None:
    """Wherever a comment stands in what recall wrote, it is there after the entries were renewed and removed."""
    path = recall.path / KNOWN[agent].user
    recall.quick("hooks", "install", agent)
    whole = path.read_text()
    for at in (at for at, letter in enumerate(whole) if letter in "{[,"):
        path.write_text(f"{whole[: at + 1]} {remark}\n{whole[at + 1 :]}")
        recall.quick("hooks", "install", agent)
        assert path.read_text().count(remark) == 1
        assert recall.quick("hooks", "remove", agent).status == 0
        left = path.read_text()
        assert left.count(remark) == 1
        assert entries.found(left, KNOWN[agent]) == []


def test_an_entry_that_a_user_put_into_our_own_file_stays(recall: Home) -> None:
    """Also after the file was brought up to date with it."""
    path = recall.path / KNOWN["copilot"].user
    recall.quick("hooks", "install", "copilot")
    path.write_text(
        path.read_text().replace('"sessionStart": [', '"sessionStart": [{"type": "command", "bash": "mine"},')
    )
    path.write_text(path.read_text().replace('"timeoutSec": 10', '"timeoutSec": 11', 1))
    recall.quick("hooks", "install", "copilot")
    assert '"mine"' in path.read_text()
    recall.quick("hooks", "remove", "copilot")
    assert json.loads(path.read_text())["hooks"] == {"sessionStart": [{"type": "command", "bash": "mine"}]}
