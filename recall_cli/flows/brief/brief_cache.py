"""The saved brief for when hooks pause: the memories of the last good brief, so that no search is needed.

The file contains only numbers, never text, so a memory that was erased, deleted or superseded meanwhile is not shown.
After an erasure, another memory can get the same number. So each number comes with a digest of the id, which is unique.
"""

import os

from recall_cli.domain.json_text import dumps, loads
from recall_cli.workplace import mask_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage
    from recall_cli.app import App
    from recall_cli.flows.brief.context import Brief
    from recall_cli.flows.brief.stored_brief import StoredBrief


def save_brief(app: "App", agent: "Agent", message: "HookMessage", brief: "StoredBrief") -> None:
    """Save the memories of a brief; nothing happens if the file cannot be written."""
    if mask_mark(message.folder) != message.folder:
        return  # the file would contain the path, and the path may contain a secret
    saved = [message.folder, app.settings.store_place, [[m.n, _id_digest(m.id)] for m in brief.memories]]
    text, path = dumps(saved), _cache_path(app, agent)
    try:
        if _read_text(path) != text:
            from recall_cli.settings_file import replace_file

            replace_file(path, text)
    except OSError:
        pass


def load_brief(app: "App", agent: "Agent", message: "HookMessage") -> "tuple[Brief | None, str]":
    """The saved brief, if it belongs to this folder and store; otherwise None and the reason."""
    from recall_cli.flows.brief.context import rebuild_brief

    try:
        folder, database, saved = loads(_read_text(_cache_path(app, agent)))
        if (folder, database) != (message.folder, app.settings.store_place):
            return None, "it was for another folder"
        with app.read_transaction(app.view(agent.name)) as tx:
            digests = {int(n): str(digest) for n, digest in saved}
            candidates = tx.memories.by_number([*digests])
            numbers = [memory.n for memory in candidates if _id_digest(memory.id) == digests[memory.n]]
            return rebuild_brief(app, tx, numbers, int(app.settings["hooks.tokens"]), folder or None), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


def _id_digest(id_: str) -> str:
    """A digest that identifies an id without revealing it."""
    from recall_cli.domain.digest import blake2b

    return str(blake2b(id_.encode(), digest_size=8).hexdigest())


def _read_text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def _cache_path(app: "App", agent: "Agent") -> str:
    return os.path.join(app.settings.hooks_folder, f"{agent.name}.brief")
