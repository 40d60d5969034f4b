"""The brief for when hooks rest: which memories the last good one told, so that they need not be looked for.

Only numbers are kept, never words: what is erased, deleted or superseded meanwhile is not told. A number can pass to
another memory when its first one is erased: beside it stands a digest of the id, which no two memories share.
"""

import os

from recall_cli.domain.jsontext import dumps, loads
from recall_cli.flows.agents import runs
from recall_cli.rules.places.breaker import PREPARED
from recall_cli.workplace import without_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.wire import Heard
    from recall_cli.app import App
    from recall_cli.flows.agents.hook import Ran
    from recall_cli.flows.brief.context import Brief


def prepare(app: "App", agent: "Agent", heard: "Heard", brief: "Brief") -> None:
    """Remember what a brief told; given up where that cannot be written."""
    if without_secret(heard.folder) != heard.folder:
        return  # the path is written down, and it holds what looks like a secret
    found = [heard.folder, os.path.abspath(app.settings.database), [[m.n, _digest(m.id)] for m in brief.memories]]
    text, path = dumps(found), _path(app, agent)
    try:
        if _text(path) != text:
            from recall_cli.configfile import write

            write(path, text)
    except OSError:
        pass


def prepared(app: "App", agent: "Agent", heard: "Heard") -> "Ran":
    """The prepared brief, if it was for this folder."""
    from recall_cli.flows.agents.hook import Ran
    from recall_cli.flows.brief.context import retold

    try:
        folder, database, told = loads(_text(_path(app, agent)))
        if (folder, database) != (heard.folder, os.path.abspath(app.settings.database)):
            return Ran(outcome=PREPARED, why="it was for another folder")
        with app.reading(app.view(agent.name)) as tx:
            ids = {int(n): str(digest) for n, digest in told}
            same = [memory.n for memory in tx.memories.by_number([*ids]) if _digest(memory.id) == ids[memory.n]]
            brief = retold(app, tx, same, int(app.settings["hooks.tokens"]), folder or None)
    except Exception as error:
        return Ran(outcome=PREPARED, why=f"{type(error).__name__}: {error}")
    return Ran(outcome=PREPARED, text=brief.block if brief.told else "", memories=tuple(brief.memories))


def _digest(id_: str) -> str:
    """What tells an id from others, and does not tell the id."""
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL for it
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(id_.encode(), digest_size=8).hexdigest())


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def _path(app: "App", agent: "Agent") -> str:
    return os.path.join(runs.folder(app), f"{agent.name}.brief")
