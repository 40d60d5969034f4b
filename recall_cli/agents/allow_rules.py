"""The rules that let an agent run a few commands of recall without a question: put in, found and removed.

They stand in a list of the user's settings, among other rules. None of these commands deletes or erases anything.
"""

from recall_cli.agents.json_editor import JsonEditor
from recall_cli.agents.own_members import has_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent

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
    try:
        found = JsonEditor(text).find(agent.allow_list) if rules and has_content(text) else None
    except ValueError:
        return []
    return [str(member.node.value) for member in (found.members if found else ()) if member.node.value in rules]
