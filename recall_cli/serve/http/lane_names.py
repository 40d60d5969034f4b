"""The kinds of calls, each with threads of its own: which call is of which kind, and what the first call needs."""

from recall_cli.serve.catalogue import TOOLS
from recall_cli.serve.grant import READ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.serve.http.token_app import TokenApp

STORE, FIND, CHANGE, LONG = "store", "find", "change", "long"
OVERFLOW = "overflow"
"""Calls that only read go into this lane while too many of them wait in their own."""
_LANES = {tool.name: FIND if tool.right == READ else LONG if tool.takes_long else CHANGE for tool in TOOLS}
IDLE_SECONDS = 0.5
"""After this pause a thread or a search process closes the store, so that a quiet server keeps nobody from encrypting
or moving it."""


def lane_of_call(tool: str, arguments: "Any") -> str:
    """The lane of a tool's call."""
    if tool == "store_memory" and not (isinstance(arguments, dict) and arguments.get("wait")):
        return STORE
    return _LANES.get(tool, LONG)


def warm_up(app: "TokenApp", lane: str) -> None:
    """Load what the first call of a lane needs, so that it is as quick as the others."""
    from recall_cli.domain.errors import RecallError
    from recall_cli.rules.secrets import mask

    modules = {STORE: "storing", FIND: "finding", CHANGE: "editing", LONG: "managing"}
    __import__(f"recall_cli.serve.tools.{modules[lane]}")
    mask("password: a text without a secret")
    if lane == STORE:
        __import__("recall_cli.flows.write.store")
        __import__("recall_cli.flows.write.jobs")
    elif lane == FIND:
        __import__("recall_cli.flows.search.search")
        app.embedder().embed("warm")
    try:
        app.refresh()
        if lane == FIND:
            _search_once(app)
        else:
            app.engine()
    except RecallError:
        return  # the first call says what is wrong


def _search_once(app: "TokenApp") -> None:
    """Search as somebody who has no memories, and load what only a search with results needs."""
    from recall_cli.serve.calls import call_tool
    from recall_cli.serve.http.token_app import TokenGrant

    nobody = TokenGrant(user="nobody", agent="nobody", rights=frozenset((READ,)))
    call_tool(app.session(nobody), "search_memories", {"query": "which port did the shop use last week?"})
    for name in (
        "beliefs.clustering",
        "beliefs.visibility",
        "change.sameness",
        "ranking.result_order",
        "ranking.signals",
    ):
        __import__(f"recall_cli.rules.{name}")
