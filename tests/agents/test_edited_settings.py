"""After a user edited settings with recall's entries, removing recall leaves a valid file."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents import hook_entries
from recall_cli.agents.allow_rules import all_rules
from recall_cli.agents.jsonc import Node, parse_jsonc
from recall_cli.agents.own_members import has_own_members, other_members
from recall_cli.agents.registry import KNOWN_AGENTS
from tests.agents.test_install import SETTINGS_TEXTS
from tests.command import Home
from tests.long_run import LONG_RUN, repetitions

MAX_SEEDS = repetitions(660)
USER_HOOK = {"command": "echo mine", "type": "command", "timeout": 3}
USER_ENTRIES = {
    "nested": {"matcher": "*", "hooks": [USER_HOOK]},
    "command/timeout": {"command": "echo mine", "timeout": 3},
    "bash/timeoutSec": {"type": "command", "bash": "echo mine", "timeoutSec": 3},
}


def is_strict_json(text: str) -> bool:
    """Whether Python's own parser reads it."""
    try:
        json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return False
    return True


def find_nodes(text: str, kind: str) -> list[Node]:
    """Every object, or every list, of a document."""
    found: list[Node] = []

    def walk(node: Node) -> None:
        if node.kind == kind:
            found.append(node)
        for member in node.members:
            walk(member.node)

    walk(parse_jsonc(text))
    return found


def insert_member(text: str, node: Node, at: int, body: str) -> str:
    """A document with one more member in a container, before the given one or after the last."""
    if not node.members:
        return text[: node.start + 1] + body + text[node.start + 1 :]
    if at < len(node.members):
        start = node.members[at].start
        return text[:start] + body + ", " + text[start:]
    last = node.members[-1]
    if last.comma is not None:
        return text[: last.comma + 1] + " " + body + text[last.comma + 1 :]
    return text[: last.node.end] + ", " + body + text[last.node.end :]


def hooks_node(text: str) -> Node | None:
    found = parse_jsonc(text).get("hooks")
    return found if found is not None and found.kind == "object" else None


def add_key(text: str, r: random.Random, shape: str) -> str:
    root = parse_jsonc(text)
    return insert_member(text, root, r.randint(0, len(root.members)), f'"mine{r.randint(0, 99)}": {{"a": [1, "}}"]}}')


def add_event(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_node(text)
    if hooks is None:
        return text
    body = f'"Mine{r.randint(0, 99)}": [{json.dumps(USER_ENTRIES[shape])}]'
    return insert_member(text, hooks, r.randint(0, len(hooks.members)), body)


def add_group(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_node(text)
    lists = [one.node for one in hooks.members if one.node.kind == "array"] if hooks else []
    if not lists:
        return text
    node = r.choice(lists)
    return insert_member(
        text, node, r.randint(0, len(node.members)), json.dumps(USER_ENTRIES[shape], indent=r.choice([None, 2]))
    )


def add_hook(text: str, r: random.Random, shape: str) -> str:
    inner = [node.get("hooks") for node in find_nodes(text, "object") if node.get("hooks") is not None]
    lists = [node for node in inner if node is not None and node.kind == "array"]
    if not lists:
        return text
    node = r.choice(lists)
    return insert_member(text, node, r.randint(0, len(node.members)), json.dumps(USER_HOOK))


def repeat_member(text: str, r: random.Random, shape: str) -> str:
    lists = [node for node in find_nodes(text, "array") if node.members]
    if not lists:
        return text
    node = r.choice(lists)
    one = r.choice(node.members).node
    return insert_member(text, node, r.randint(0, len(node.members)), text[one.start : one.end])


def repeat_hooks(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_node(text)
    if hooks is None:
        return text
    root = parse_jsonc(text)
    return insert_member(text, root, r.randint(0, len(root.members)), '"hooks": ' + text[hooks.start : hooks.end])


def remove_member(text: str, r: random.Random, shape: str) -> str:
    """A document without one of its members; everything beside it stays."""
    held = [node for node in find_nodes(text, "object") + find_nodes(text, "array") if len(node.members) > 1]
    if not held:
        return text
    node = r.choice(held)
    at = r.randrange(len(node.members) - 1)
    return text[: node.members[at].start] + text[node.members[at + 1].start :]


def rename_event(text: str, r: random.Random, shape: str) -> str:
    hooks = hooks_node(text)
    if hooks is None or not hooks.members:
        return text
    start = r.choice(hooks.members).start
    return text[: start + 1] + "X" + text[start + 1 :]


def rewrite(text: str, r: random.Random, shape: str) -> str:
    """A document as another program writes it, with another order of keys."""
    said = parse_jsonc(text).plain()

    def mixed(value: Any) -> Any:
        if isinstance(value, dict):
            keys = r.sample([*value], len(value))
            return {key: mixed(value[key]) for key in keys}
        return [mixed(one) for one in value] if isinstance(value, list) else value

    form: dict[str, Any] = r.choice([{"indent": 4}, {"indent": "\t"}, {"separators": (",", ":")}, {}])
    return json.dumps(mixed(said), ensure_ascii=False, **form) + r.choice(["", "\n"])


def add_comment(text: str, r: random.Random, shape: str) -> str:
    held = [node for node in find_nodes(text, "object") + find_nodes(text, "array") if node.members]
    if not held:
        return text
    one = r.choice(r.choice(held).members)
    at = r.choice([one.start, one.node.end, *([one.comma + 1] if one.comma is not None else [])])
    return text[:at] + r.choice([" // note, with a comma\n", " /* note } */ ", " // note \r\n"]) + text[at:]


def add_trailing_comma(text: str, r: random.Random, shape: str) -> str:
    held = [
        node
        for node in find_nodes(text, "object") + find_nodes(text, "array")
        if node.members and node.members[-1].comma is None
    ]
    if not held:
        return text
    end = r.choice(held).members[-1].node.end
    return text[:end] + "," + text[end:]


def use_windows_lines(text: str, r: random.Random, shape: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def add_byte_order_mark(text: str, r: random.Random, shape: str) -> str:
    return "\ufeff" + text.removeprefix("\ufeff")


def change_our_command(text: str, r: random.Random, shape: str) -> str:
    """A document in which the user wrapped our command."""
    return text.replace("|| :", r.choice(["2>/dev/null || :", "|| true", "|| : # quiet"]), 1)


STRICT_EDITS: list[Callable[[str, random.Random, str], str]] = [
    add_key,
    add_event,
    add_group,
    add_hook,
    repeat_member,
    repeat_hooks,
    remove_member,
    rename_event,
    rewrite,
    use_windows_lines,
    add_byte_order_mark,
    change_our_command,
]
ALL_EDITS = [*STRICT_EDITS, add_comment, add_trailing_comma]


def apply_random_edits(text: str, r: random.Random, shape: str) -> str:
    """A document after some random edits. Edits that break it are dropped."""
    kinds = r.choice([STRICT_EDITS, ALL_EDITS])
    for _ in range(r.randint(1, 5)):
        now = r.choice(kinds)(text, r, shape)
        parse_jsonc(now)
        text = now
    return text


def find_foreign_notes(text: str, agent: Any) -> int:
    """The number of the user's comments outside of our entries."""
    groups = [group.node for event in find_nodes(text, "array") for group in event.members]
    ours = [node for node in groups if f"--agent {agent.name}" in text[node.start : node.end]]
    within_ours = {at for node in ours for at in range(node.start, node.end) if text.startswith("note", at)}
    return text.count("note") - len(within_ours)


SETTINGS_AGENTS = [agent for agent in KNOWN_AGENTS.values() if agent.shape in USER_ENTRIES and agent.form != "toml"]


@pytest.mark.parametrize("part", range(11))
def test_removing_leaves_a_file_that_can_be_read(part: int, recall: Home) -> None:
    """After any edits, JSON stays JSON, nothing of recall is left, and everything of the user's stays."""
    for seed in range(part, MAX_SEEDS, 11):
        r = random.Random(seed)
        agent, start = r.choice(SETTINGS_AGENTS), r.choice([*SETTINGS_TEXTS.values()])
        path = recall.path / agent.user
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if agent.form == "entries":
            path.write_bytes(start.encode())
        recall.quick("hooks", "install", agent.name)
        text = apply_random_edits(path.read_bytes().decode(), r, agent.shape)
        path.write_bytes(text.encode())
        answer = recall.quick("hooks", "remove", agent.name)
        assert answer.status == 0, (seed, answer, text)
        left = path.read_bytes().decode() if path.exists() else "{}"
        said = (seed, agent.name, text, left)
        if not left.strip("\ufeff \t\r\n"):
            assert not start.strip(), said
            continue
        assert not is_strict_json(text) or is_strict_json(left), said
        own = hook_entries.own_members(agent, all_rules(agent))
        assert not has_own_members(left, own), said
        assert hook_entries.find_entries(left, agent) == [], said
        assert other_members(left, own) == other_members(text, own), said
        assert left.count("note") >= find_foreign_notes(text, agent), said
        assert text.count('"echo mine"') == left.count('"echo mine"'), said


@pytest.mark.parametrize(
    ("start", "edit", "left"),
    [
        ("{}", lambda t: t.replace("{", '{"theme": "dark",', 1), {"theme": "dark"}),
        (
            '{"hooks": {"SessionStart": []}}',
            lambda t: t.replace(
                '"SessionStart": [', '"SessionStart": [{"hooks": [{"type": "command", "command": "a"}]},', 1
            ),
            {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "a"}]}]}},
        ),
        ('{"hooks": {}}', lambda t: t.replace('"hooks": {', '"hooks": {"Stop": [],', 1), {"hooks": {"Stop": []}}),
    ],
    ids=["a key before ours", "a hook before ours", "an event before ours"],
)
def test_what_was_put_before_ours_needs_no_comma(
    start: str, edit: Callable[[str], str], left: Any, recall: Home
) -> None:
    """If the user added something in front, removing recall leaves strict JSON with that addition."""
    path = recall.path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(start)
    recall.quick("hooks", "install", "claude-code")
    path.write_text(edit(path.read_text()))
    assert recall.quick("hooks", "remove", "claude-code").status == 0
    assert json.loads(path.read_text()) == left


def test_a_plugin_file_that_was_changed_by_hand_is_not_deleted(recall: Home) -> None:
    """opencode's file is recall's own until its user changes it. Then it stays, and the user is told."""
    path: Path = recall.path / ".config/opencode/plugin/recall.js"
    recall.quick("hooks", "install", "opencode")
    path.write_text(path.read_text() + "export const Mine = async () => ({})\n")
    text = path.read_text()
    for action in ("remove", "install"):
        answer = recall.quick("hooks", action, "opencode")
        assert (answer.status, "was changed by hand" in answer.err) == (1, True), answer
        assert path.read_text() == text


@pytest.mark.parametrize(
    ("agent", "remark"),
    [
        ("claude-code", "/* keep this */"),
        ("codex", "// keep this"),
        ("gemini", "// keep this"),
        ("cursor", "/* keep\n this */"),
        ("copilot", "// keep this"),
    ],
)
def test_what_a_user_remarked_within_our_entries_stays(agent: str, remark: str, recall: Home) -> None:
    """A comment inside our entries stays after they were updated and removed."""
    path = recall.path / KNOWN_AGENTS[agent].user
    recall.quick("hooks", "install", agent)
    whole = path.read_text()
    for at in [at for at, letter in enumerate(whole) if letter in "{[,"][:: 1 if LONG_RUN else 4]:
        path.write_text(f"{whole[: at + 1]} {remark}\n{whole[at + 1 :]}")
        recall.quick("hooks", "install", agent)
        assert path.read_text().count(remark) == 1
        assert recall.quick("hooks", "remove", agent).status == 0
        left = path.read_text()
        assert left.count(remark) == 1
        assert hook_entries.find_entries(left, KNOWN_AGENTS[agent]) == []


def test_an_entry_that_a_user_put_into_our_own_file_stays(recall: Home) -> None:
    """Also after the file was updated with that entry in it."""
    path = recall.path / KNOWN_AGENTS["copilot"].user
    recall.quick("hooks", "install", "copilot")
    path.write_text(
        path.read_text().replace('"sessionStart": [', '"sessionStart": [{"type": "command", "bash": "mine"},')
    )
    path.write_text(path.read_text().replace('"timeoutSec": 10', '"timeoutSec": 11', 1))
    recall.quick("hooks", "install", "copilot")
    assert '"mine"' in path.read_text()
    recall.quick("hooks", "remove", "copilot")
    assert json.loads(path.read_text())["hooks"] == {"sessionStart": [{"type": "command", "bash": "mine"}]}
