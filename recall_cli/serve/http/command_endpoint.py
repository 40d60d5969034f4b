"""The commands of people's machines: one POST a command, answered as JSON."""

import asyncio

from recall_cli.domain.json_text import loads
from recall_cli.flows.over_https.served_commands import ASKED, COMMANDS_RIGHT, FINDING, SERVED
from recall_cli.serve.grant import READ
from recall_cli.serve.http.lane_names import CHANGE, FIND, LONG
from recall_cli.serve.http.messages import HttpError, Response, json_response
from recall_cli.serve.http.token_app import grant_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.lanes import Lanes
    from recall_cli.serve.http.listener import Exchange
    from recall_cli.serve.http.reading import TextReader
    from recall_cli.serve.http.token_app import TokenApp, TokenGrant

    CommandRunner = Callable[[TokenApp, TokenGrant, Any], dict[str, Any]]

MAX_COMMAND_SECONDS = 120.0
STORING = frozenset(("store", "session"))


class CommandEndpoint:
    """Answers the requests of `/command`."""

    def __init__(self, lanes: "Lanes", reader: "TextReader", run_command: "CommandRunner | None") -> None:
        self._lanes, self._reader, self._run = lanes, reader, run_command

    async def answer(self, exchange: "Exchange", token: "Token") -> "tuple[Response, str]":
        """The answer to a request, and the command's name for the log."""
        request = exchange.request
        if request.method != "POST":
            raise HttpError(405, "commands come by POST", {"Allow": "POST"})
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HttpError(415, "a command is application/json")
        run = self._run
        if run is None or COMMANDS_RIGHT not in token.rights or READ not in token.rights:
            raise HttpError(
                403,
                f"the token {token.name} gives no commands"
                " (at the server: recall admin token create NAME --allow commands)",
            )
        try:
            document = loads(request.body.decode("utf-8", "surrogatepass"))
        except ValueError:
            raise HttpError(400, "the body is not JSON") from None
        named = document.get("command") if isinstance(document, dict) else None
        name = named if isinstance(named, str) and (named in SERVED or named in ASKED) else "unknown"
        lane = LANES.get(name, FIND if name in FINDING else CHANGE)
        grant = grant_of(token)
        future = asyncio.wrap_future(self._lanes.submit(lane, lambda app: run(app, grant, document)))
        try:
            answer = await asyncio.wait_for(asyncio.shield(future), MAX_COMMAND_SECONDS)
        except TimeoutError:
            raise HttpError(503, f"the command took longer than {MAX_COMMAND_SECONDS:g} seconds") from None
        if name in STORING:
            self._reader.texts_wait()
        return json_response(200, answer), name


LANES = {"session": LONG, "hook": FIND, "about": FIND, "complete": FIND}
"""What a client asks for beside the commands: text of sessions, answers for hooks, and what the server is."""
