"""Claims on events of a session: if several of recall's hooks run for the same event, only one answers.

A plugin, the user's settings and a repository's settings may each hold recall's hooks. Agents run them in parallel.
"""

import os

from recall_cli.flows.agents import hook_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.app import App

DUPLICATE_WINDOW_MS = 5_000
"""Milliseconds within which the same event counts as the same one, reported to another hook too."""
ANSWERED_FILE = "answered"
MAX_CLAIMS, MAX_CLAIMS_BYTES = 1_000, 65_536


def claim_event(
    app: "App",
    event: "tuple[str, ...]",
    name: str = ANSWERED_FILE,
    window_ms: int = DUPLICATE_WINDOW_MS,
    *,
    if_unwritable: bool = True,
) -> bool:
    """Claim an event in the file of this name; False if it is claimed there. `if_unwritable` is the result if no claim
    can be written.
    """
    path = os.path.join(app.settings.hooks_folder, name)
    try:
        file = hook_runs.open_hooks_file(app, path, os.O_RDWR)
        try:
            os.lockf(file, os.F_LOCK, 0)
            return _add_claim(file, _event_key(event), app.now(), window_ms)
        finally:
            os.close(file)
    except OSError:
        return if_unwritable


BRIEFED_FILE = "briefed"
BRIEFED_WINDOW_MS = 90 * 86_400_000
"""Milliseconds for which a session that is resumed counts as having its brief."""


def claim_brief(app: "App", agent: str, session: str) -> bool:
    """Claim the only brief of a session."""
    return claim_event(app, (agent, session), BRIEFED_FILE, BRIEFED_WINDOW_MS)


def has_brief(app: "App", agent: "Agent", message: "HookMessage") -> bool:
    """Whether a session still has the brief that it was given."""
    if not agent.resume_keeps_brief or message.source == "resume":
        return agent.resume_keeps_brief
    key = (agent.name, message.session)
    return agent.brief_with_prompt and is_claimed(app, key, BRIEFED_FILE, BRIEFED_WINDOW_MS)


def is_claimed(app: "App", event: "tuple[str, ...]", name: str, window_ms: int) -> bool:
    """Whether an event was claimed in the file of this name."""
    try:
        with open(os.path.join(app.settings.hooks_folder, name), "rb") as file:
            claims = _recent_claims(file.read(MAX_CLAIMS_BYTES), app.now(), window_ms)
    except OSError:
        return False
    return any(line.endswith(" " + _event_key(event)) for line in claims)


def _add_claim(file: int, key: str, now: int, window_ms: int) -> bool:
    claims = _recent_claims(os.read(file, MAX_CLAIMS_BYTES), now, window_ms)
    if any(line.endswith(" " + key) for line in claims):
        return False
    os.lseek(file, 0, os.SEEK_SET)
    os.truncate(file, os.write(file, "\n".join([*claims[1 - MAX_CLAIMS :], f"{now} {key}"]).encode("ascii", "replace")))
    return True


def _recent_claims(content: bytes, now: int, window_ms: int) -> "list[str]":
    """The lines of claims that still count, the oldest first."""
    lines = content.decode("ascii", "replace").split("\n")
    times = ((line, line.partition(" ")[0]) for line in lines)
    return [line for line, time in times if time.isdigit() and 0 <= now - int(time) < window_ms]


def _event_key(event: "tuple[str, ...]") -> str:
    """A digest of an event, so that the file holds none of its text."""
    from recall_cli.domain.digest import blake2b

    return str(blake2b("\0".join(event).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest())
