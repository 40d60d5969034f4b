"""What its user approved: Codex skips without a word a hook whose definition is not the one that he saw.

It remembers a digest for each hook, under the place where the hook stands. Both were compared with what Codex itself
says of them (`hooks/list` of `codex app-server` 0.169.0).
"""

from recall_cli.agents.hook_entries import calls_recall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

APPROVED, NEW, CHANGED, OFF = "approved", "new", "changed", "off"
DEFAULT_TIMEOUT_SECONDS, MAX_SESSION_END_SECONDS = 600, 3
EVENTS_WITHOUT_MATCHER = frozenset({"user_prompt_submit", "stop"})
"""Events that know no matcher; one that stands there is no part of the digest."""


def hook_digest(event: str, matcher: "str | None", hook: "dict[str, Any]") -> str:
    """What is approved of a hook: its event, its matcher, what it runs and how long."""
    import hashlib
    import json

    end = event == "session_end"
    timeout = hook.get("timeout", 1 if end else DEFAULT_TIMEOUT_SECONDS)
    one = {"type": "command", "command": hook["command"], "async": bool(hook.get("async", False)) and not end}
    one["timeout"] = min(timeout, MAX_SESSION_END_SECONDS) if end else timeout
    if isinstance(hook.get("statusMessage"), str):
        one["statusMessage"] = hook["statusMessage"]
    known = {"event_name": event, "hooks": [one]}
    if matcher is not None and event not in EVENTS_WITHOUT_MATCHER:
        known["matcher"] = matcher
    text = json.dumps(known, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def approval_states(
    document: "Any", agent: str, paths: "tuple[str, ...]", agent_settings: "dict[str, Any]"
) -> "list[str]":
    """How each hook of ours in a document stands with the agent's user, by the settings that the agent keeps.

    `agent` is the name that our commands give, `paths` are the names under which the agent may know the document.
    """
    known = _dict_or_empty(_dict_or_empty(agent_settings.get("hooks")).get("state"))
    found = []
    for place, event, matcher, hook in _hooks_with_places(document):
        if not calls_recall(hook.get("command"), agent):
            continue
        state = next((_dict_or_empty(known[key]) for path in paths if (key := f"{path}:{place}") in known), {})
        if state.get("enabled") is False:
            found.append(OFF)
        elif "trusted_hash" not in state:
            found.append(NEW)
        else:
            found.append(APPROVED if state["trusted_hash"] == hook_digest(event, matcher, hook) else CHANGED)
    return found


def _hooks_with_places(document: "Any") -> "Iterator[tuple[str, str, str | None, dict[str, Any]]]":
    """Every hook: its place as the agent names it, its event, its matcher, and itself."""
    for name, groups in _dict_or_empty(_dict_or_empty(document).get("hooks")).items():
        event = _snake_case(str(name))
        for at, group in enumerate(groups if isinstance(groups, list) else ()):
            matcher, hooks = _dict_or_empty(group).get("matcher"), _dict_or_empty(group).get("hooks")
            for within, hook in enumerate(hooks if isinstance(hooks, list) else ()):
                if isinstance(hook, dict) and isinstance(hook.get("command"), str):
                    yield f"{event}:{at}:{within}", event, matcher if isinstance(matcher, str) else None, hook


def _snake_case(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


def _dict_or_empty(value: "Any") -> "dict[str, Any]":
    return value if isinstance(value, dict) else {}
