"""The log of what was shown when agents acted: one line each, so that nothing is shown twice in a session."""

import os

from recall_cli.domain.digest import blake2b
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hook_runs
from recall_cli.workplace import client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

LOG_FILE = "told-at-action"
MAX_LOG_BYTES = 256 * 1024


class ShownAtAction(Record):
    """One memory that was shown at an action."""

    at: int
    agent: str
    event: str
    session: str
    """A digest of the session."""
    memory: str
    """The id of the memory."""


class ActionStats(Record):
    """How often an agent was shown something when it acted, and what happened to it next."""

    silent: int
    """Actions at which there was nothing to show."""
    spoke: int
    """Actions at which one or two memories were shown."""
    memories: int
    """Different memories that were shown."""
    helpful: int
    unhelpful: int
    """Of these, how many were rated so afterwards."""
    used: int
    """Of these, how many were looked up again afterwards."""


def session_digest(session: str) -> str:
    """A digest of a session, so that the log does not hold its id."""
    return blake2b(session.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def record_shown(app: "App", agent: str, event: str, session: str, ids: "list[str]") -> None:
    """Log that these memories were shown. Errors are ignored."""
    now, digest = app.now(), session_digest(session)
    lines = "".join(f"{now} {agent} {event} {digest} {id_}\n" for id_ in ids)
    hook_runs.append_to_log(app, _log_path(app), lines.encode("ascii", "replace"), MAX_LOG_BYTES)


def shown_ids(app: "App", session: str) -> "set[str]":
    """The ids of the memories that this session was shown when it acted."""
    digest = session_digest(session)
    return {entry.memory for entry in read_shown_log(app) if entry.session == digest}


def read_shown_log(app: "App") -> "list[ShownAtAction]":
    """Everything in the log, the oldest first; it is empty where a server works for a client, who has its own."""
    if client() is not None:
        return []
    try:
        with open(_log_path(app), encoding="utf-8", errors="replace") as file:
            lines = file.read(2 * MAX_LOG_BYTES).split("\n")
    except OSError:
        return []
    result = []
    for line in lines:
        words = line.split(" ")
        if len(words) == 5 and words[0].isdigit():
            result.append(
                ShownAtAction(at=int(words[0]), agent=words[1], event=words[2], session=words[3], memory=words[4])
            )
    return result


def action_stats(app: "App", tx: "Transaction | None", agent: str) -> ActionStats:
    """How often this agent was shown something when it acted, and how often that was rated or used."""
    from recall_cli.flows.at_action.action_gate import silent_runs

    entries = [entry for entry in read_shown_log(app) if entry.agent == agent]
    first: dict[str, int] = {}
    for entry in entries:
        first.setdefault(entry.memory, entry.at)
    memories = [memory for id_ in first if tx is not None and (memory := tx.memories.by_id(id_)) is not None]
    return ActionStats(
        silent=silent_runs(app.environment, agent),
        spoke=len({(entry.at, entry.session, entry.event) for entry in entries}),
        memories=len(first),
        helpful=sum(memory.helpful > 0 and memory.updated_at >= first[memory.id] for memory in memories),
        unhelpful=sum(memory.unhelpful > 0 and memory.updated_at >= first[memory.id] for memory in memories),
        used=sum((memory.accessed_at or 0) > first[memory.id] + SAME_RUN_MS for memory in memories),
    )


SAME_RUN_MS = 5_000
"""A use within this time is the showing itself."""


def _log_path(app: "App") -> str:
    return os.path.join(app.settings.hooks_folder, LOG_FILE)
