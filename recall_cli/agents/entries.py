"""recall's entries in an agent's settings: which they are, whether they are there, put in, taken out."""

from recall_cli.agents.agent import FILE, PROMPT
from recall_cli.agents.splice import Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent, Hook
    from recall_cli.agents.jsonc import Node

USUAL = "recall"
"""The command where it is found by its name."""


def command(agent: "Agent", hook: "Hook", program: str) -> str:
    """What an agent's shell runs."""
    return f"{program} hook {hook.event} --agent {agent.name}"


def wanted(agent: "Agent", *, prompts: bool) -> "list[Hook]":
    """The hooks to install: that for prompts only where the user wants prompts answered."""
    return [hook for hook in agent.hooks if hook.event != PROMPT or prompts]


def entry(agent: "Agent", hook: "Hook", program: str) -> "dict[str, Any]":
    """One entry exactly as the agent reads it."""
    if agent.shape == "nested":
        inner = {"type": "command", "command": command(agent, hook, program), "timeout": hook.timeout}
        return {**({"matcher": hook.matcher} if hook.matcher else {}), "hooks": [inner]}
    command_name, timeout_name = agent.shape.split("/")
    kind = {"type": "command"} if agent.form == FILE else {}
    return {**kind, command_name: command(agent, hook, program), timeout_name: hook.timeout}


def document(agent: "Agent", program: str, *, prompts: bool) -> "dict[str, Any]":
    """A settings file with nothing but recall's entries."""
    version = {} if agent.shape == "nested" else {"version": 1}
    hooks = {hook.name: [entry(agent, hook, program)] for hook in wanted(agent, prompts=prompts)}
    return {**version, "hooks": hooks}


def put_in(text: str, agent: "Agent", program: str, *, prompts: bool) -> Text:
    """Settings without an entry of ours, with ours; every other byte stays as it is."""
    doc = Text(text)
    if not text.strip("\ufeff \t\r\n"):
        doc.begin()
    if agent.shape != "nested" and doc.root.get("version") is None:
        doc.put(_object(doc.root, "the file"), "version", 1)
    for hook in wanted(agent, prompts=prompts):
        one = entry(agent, hook, program)
        hooks = _object(doc.root, "the file").get("hooks")
        if hooks is None:
            doc.put(doc.root, "hooks", {hook.name: [one]})
            continue
        groups = _object(hooks, '"hooks"').get(hook.name)
        if groups is None:
            doc.put(hooks, hook.name, [one])
        elif groups.kind != "array":
            raise ValueError(f'"{hook.name}" is no list')
        else:
            doc.put(groups, None, one)
    return doc


def take_out(text: str, agent: "Agent") -> str:
    """The settings without our entries, and without what held nothing but them."""
    doc = Text(text)
    while (path := _ours(doc.root, agent)) is not None:
        while len(path) > 1 and len(path[-1][0].members) == 1:
            path.pop()
        doc.take(*path[-1])
    return doc.text


def found(text: str, agent: "Agent") -> "list[tuple[str, Any]]":
    """Our entries that are in the settings, each with its event."""
    if not text.strip("\ufeff \t\r\n"):
        return []
    hooks = Text(text).root.get("hooks")
    entries = []
    for event in hooks.members if hooks is not None and hooks.kind == "object" else ():
        for group in event.node.members:
            if _is_ours(group.node.plain(), agent):
                entries.append((str(event.key), group.node.plain()))
    return entries


def _object(node: "Node", what: str) -> "Node":
    if node.kind != "object":
        raise ValueError(f"{what} is no object")
    return node


def _ours(root: "Node", agent: "Agent") -> "list[tuple[Node, int]] | None":
    """The way to one entry of ours, from the outermost container in."""
    for at, top in enumerate(root.members):
        if top.key != "hooks" or top.node.kind != "object":
            continue
        for event_at, event in enumerate(top.node.members):
            for group_at, group in enumerate(event.node.members):
                here: list[tuple[Node, int]] = [(root, at), (top.node, event_at), (event.node, group_at)]
                if _says_ours(group.node.plain(), agent):
                    return here
                inner = group.node.get("hooks") if group.node.kind == "object" else None
                for inner_at, one in enumerate(inner.members if inner is not None else ()):
                    if inner is not None and _says_ours(one.node.plain(), agent):
                        return [*here, (inner, inner_at)]  # somebody may have put one of his own beside it
    return None


def _is_ours(group: "Any", agent: "Agent") -> bool:
    inner = group.get("hooks") if isinstance(group, dict) else None
    return _says_ours(group, agent) or (isinstance(inner, list) and any(_says_ours(one, agent) for one in inner))


def _says_ours(one: "Any", agent: "Agent") -> bool:
    """Is this a hook that calls ours? By what it runs, so that it is known without any record of it."""
    said = (one.get("command") or one.get("bash")) if isinstance(one, dict) else None
    return isinstance(said, str) and " hook " in said and said.endswith(f"--agent {agent.name}")


def nothing_left(text: str) -> bool:
    """Do settings say nothing any more, but for a version that only stands there for our entries?"""
    if not text.strip("\ufeff \t\r\n"):
        return True
    root = Text(text).root
    return root.kind == "object" and root.plain() in ({}, {"version": 1}) and "/" not in text


def laid_out(found: "dict[str, Any]") -> str:
    """A settings file as people read it."""
    import json

    return json.dumps(found, indent=2) + "\n"
