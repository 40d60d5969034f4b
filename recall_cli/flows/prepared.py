"""The brief for when hooks rest: which memories the last good one told, so that they need not be looked for.

Only numbers are kept, never words: what is erased, deleted or superseded meanwhile is not told.
"""

import os

from recall_cli.domain.jsontext import dumps, loads
from recall_cli.flows import runs
from recall_cli.rules.breaker import PREPARED
from recall_cli.workplace import without_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.wire import Heard
    from recall_cli.app import App
    from recall_cli.flows.context import Brief
    from recall_cli.flows.hook import Ran


def prepare(app: "App", agent: "Agent", heard: "Heard", brief: "Brief") -> None:
    """Remember what a brief told; given up where that cannot be written."""
    if without_secret(heard.folder) != heard.folder:
        return  # the path is written down, and it holds what looks like a secret
    found = [heard.folder, os.path.abspath(app.settings.database), [memory.n for memory in brief.memories]]
    text, path = dumps(found), _path(app, agent)
    try:
        if _text(path) != text:
            from recall_cli.configfile import write

            write(path, text)
    except OSError:
        pass


def prepared(app: "App", agent: "Agent", heard: "Heard") -> "Ran":
    """The prepared brief, if it was for this folder."""
    from recall_cli.flows.context import retold
    from recall_cli.flows.hook import Ran

    try:
        folder, database, numbers = loads(_text(_path(app, agent)))
        if (folder, database) != (heard.folder, os.path.abspath(app.settings.database)):
            return Ran(outcome=PREPARED, why="it was for another folder")
        with app.reading(app.view(agent.name)) as tx:
            brief = retold(app, tx, [int(n) for n in numbers], int(app.settings["hooks.tokens"]), folder or None)
    except Exception as error:
        return Ran(outcome=PREPARED, why=f"{type(error).__name__}: {error}")
    return Ran(outcome=PREPARED, text=brief.block if brief.told else "", memories=tuple(brief.memories))


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def _path(app: "App", agent: "Agent") -> str:
    return os.path.join(runs.folder(app), f"{agent.name}.brief")
