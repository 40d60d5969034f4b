"""What the user of Codex approved. Codex silently skips a hook whose definition is not the approved one.

It stores a digest for each hook, under the place of the hook. Both were compared with what Codex itself reports
(`hooks/list` of `codex app-server` 0.169.0).
"""

from recall_cli.agents.hook_entries import calls_recall
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

APPROVED, NEW, CHANGED, OFF = "approved", "new", "changed", "off"
DEFAULT_TIMEOUT_SECONDS, MAX_SESSION_END_SECONDS = 600, 3
EVENTS_WITHOUT_MATCHER = frozenset({"user_prompt_submit", "stop"})
"""Events without a matcher. If one is given there, it is not part of the digest."""


class CodexHook(Record):
    """A hook in a settings file of Codex."""

    place: str
    """Its place in Codex's notation: event, number of the group, number in the group."""
    event: str
    matcher: "str | None"
    definition: "dict[str, Any]"
    """The hook as it stands in the file."""

    @property
    def digest(self) -> str:
        """The digest of what a user approves: a hook's event, matcher, command and timeout."""
        import hashlib
        import json

        hook, is_session_end = self.definition, self.event == "session_end"
        timeout = hook.get("timeout", 1 if is_session_end else DEFAULT_TIMEOUT_SECONDS)
        approved = {
            "type": "command",
            "command": hook["command"],
            "async": bool(hook.get("async", False)) and not is_session_end,
        }
        approved["timeout"] = min(timeout, MAX_SESSION_END_SECONDS) if is_session_end else timeout
        if isinstance(hook.get("statusMessage"), str):
            approved["statusMessage"] = hook["statusMessage"]
        definition = {"event_name": self.event, "hooks": [approved]}
        if self.matcher is not None and self.event not in EVENTS_WITHOUT_MATCHER:
            definition["matcher"] = self.matcher
        text = json.dumps(definition, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def approval_states(
    document: object, agent: str, paths: "tuple[str, ...]", agent_settings: "dict[str, object]"
) -> "list[str]":
    """The state of each of our hooks in a document, from the settings in which the agent stores approvals.

    `agent` is the agent's name in our commands. `paths` are the names under which the agent may know the document.
    """
    approvals = _dict_or_empty(_dict_or_empty(agent_settings.get("hooks")).get("state"))
    states = []
    for hook in list_hooks(document):
        if not calls_recall(hook.definition.get("command"), agent):
            continue
        keys = (f"{path}:{hook.place}" for path in paths)
        approval = next((_dict_or_empty(approvals[key]) for key in keys if key in approvals), {})
        if approval.get("enabled") is False:
            states.append(OFF)
        elif "trusted_hash" not in approval:
            states.append(NEW)
        else:
            states.append(APPROVED if approval["trusted_hash"] == hook.digest else CHANGED)
    return states


def list_hooks(document: object) -> "Iterator[CodexHook]":
    """Every hook in a settings file."""
    for name, groups in _dict_or_empty(_dict_or_empty(document).get("hooks")).items():
        event = _snake_case(str(name))
        for group_number, group in enumerate(groups if isinstance(groups, list) else ()):
            matcher, hooks = _dict_or_empty(group).get("matcher"), _dict_or_empty(group).get("hooks")
            for number, hook in enumerate(hooks if isinstance(hooks, list) else ()):
                if isinstance(hook, dict) and isinstance(hook.get("command"), str):
                    yield CodexHook(
                        place=f"{event}:{group_number}:{number}",
                        event=event,
                        matcher=matcher if isinstance(matcher, str) else None,
                        definition=hook,
                    )


def _snake_case(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


def _dict_or_empty(value: object) -> "dict[str, object]":
    return value if isinstance(value, dict) else {}
