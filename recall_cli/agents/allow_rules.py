"""The rules that let an agent run a few commands of recall without a question: put in, found and removed.

They stand in a list of the user's settings, among other rules. None of these commands deletes or erases anything.
"""

from recall_cli.agents.json_editor import JsonEditor
from recall_cli.agents.own_members import has_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.jsonc import Node

ALLOWED_COMMANDS = ("store", "search", "get", "context")
"""The commands that an agent needs while it works. No other store can be chosen with them."""


def all_rules(agent: "Agent") -> "tuple[str, ...]":
    """The rules in the agent's own form; none if its settings have no list for them."""
    return tuple(agent.allow_rule.format(f"recall {name}") for name in ALLOWED_COMMANDS) if agent.allow_list else ()


def rules_file_text(agent: "Agent") -> str:
    """The whole file of rules, for an agent that reads one of recall's own: the policies of Gemini CLI."""
    prefixes = ", ".join(f'"recall {name}"' for name in ALLOWED_COMMANDS)
    return (
        f"# Written by recall hooks install {agent.name}; recall hooks remove {agent.name} takes it away.\n"
        f'[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = [{prefixes}]\ndecision = "allow"\npriority = 100\n'
    )


def own_rules(agent: "Agent", edits: "tuple[tuple[int, str], ...]", *, has_hooks: bool) -> "tuple[str, ...]":
    """The rules that recall added, by the texts that it inserted. If these are unknown, all, where our hooks are."""
    if not edits:
        return all_rules(agent) if has_hooks else ()
    from recall_cli.domain.json_text import dumps

    return tuple(rule for rule in all_rules(agent) if any(dumps(rule) in inserted for _, inserted in edits))


def find_rules(text: str, agent: "Agent", rules: "tuple[str, ...]") -> "list[str]":
    """Those of some rules that are in the settings."""
    path = _find_list(JsonEditor(text).root, agent) if rules and has_content(text) else []
    return [str(member.node.value) for member in path[-1].members if member.node.value in rules] if path else []


def add_rules(doc: JsonEditor, agent: "Agent", rules: "tuple[str, ...]") -> None:
    """Add rules to the agent's list of rules; one that is there already stays as it is."""
    missing = [rule for rule in rules if rule not in find_rules(doc.text, agent, rules)]
    if not missing:
        return
    container = doc.root
    for depth, key in enumerate(agent.allow_list):
        if container.kind != "object":
            raise ValueError(
                f'"{agent.allow_list[depth - 1]}" is not an object' if depth else "the file is not an object"
            )
        inner = container.get(key)
        if inner is None:
            value: object = missing
            for name in reversed(agent.allow_list[depth + 1 :]):
                value = {name: value}
            doc.put(container, key, value)
            return
        container = inner
    if container.kind != "array":
        raise ValueError(f'"{agent.allow_list[-1]}" is not a list')
    for rule in missing:
        doc.put(_find_list(doc.root, agent)[-1], None, rule)


def _find_list(root: "Node", agent: "Agent") -> "list[Node]":
    """The containers on the way to the list of rules, and the list; empty if there is no such list."""
    path = [root]
    for key in agent.allow_list:
        inner = path[-1].get(key) if path[-1].kind == "object" else None
        if inner is None:
            return []
        path.append(inner)
    return path if path[-1].kind == "array" and agent.allow_list else []
