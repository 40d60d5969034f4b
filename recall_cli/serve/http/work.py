"""One message on its way through a thread of the server, or through a search process."""

from recall_cli import __version__
from recall_cli.domain.errors import UsageError
from recall_cli.serve.http.lane_names import FIND, STORE, lane_of_call
from recall_cli.serve.http.token_app import grant_of, narrow_arguments
from recall_cli.serve.mcp import protocol
from recall_cli.serve.mcp.server import McpServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.token_app import TokenApp
    from recall_cli.serve.session import Session

    PlainCall = tuple[dict[str, Any], Any, str | None, str | None]

CALL_METHODS = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The methods that need the store, and the parameter that the header Mcp-Name repeats."""
UNNAMED_VERSION = "2025-03-26"
"""What a client speaks that names no version after its handshake."""
MAX_SESSION_LETTERS = 128


class Work:
    """One message, on its way through a lane."""

    def __init__(
        self,
        token: "Token",
        message: "Any",
        version: "str | None",
        session: "str | None",
        *,
        lists_all_tools: bool = False,
        send: "Callable[[dict[str, Any]], None]" = lambda _message: None,
        client_has_left: "Callable[[], bool]" = lambda: False,
    ) -> None:
        self._grant = grant_of(token)
        self._message, self._session_id = message, (session or "")[:MAX_SESSION_LETTERS] or None
        self._app: TokenApp | None = None
        self.is_cancelled = False
        """Whether the client has cancelled it."""
        self._server = McpServer(
            self._grant,
            __version__,
            self._open_session,
            send=send,
            is_cancelled=lambda _id: self.is_cancelled or client_has_left(),
            lists_all_tools=lists_all_tools,
        )
        self._server.version = UNNAMED_VERSION if version is None else version
        method = message.get("method") if isinstance(message, dict) else None
        params = message.get("params") if isinstance(message, dict) else None
        self._params: dict[str, Any] = params if isinstance(params, dict) else {}
        self._is_tool_call = method == "tools/call" and isinstance(self._params.get("name"), str)
        self.tool = self._params["name"][:40] if self._is_tool_call else ""
        self.needs_store = method in CALL_METHODS or isinstance(message, list)
        self.lane = lane_of_call(self.tool, self._params.get("arguments")) if self._is_tool_call else FIND
        self.stored_text = self.lane == STORE
        only_reads = self.lane == FIND and not isinstance(message, list)
        self.plain_call: PlainCall | None = (token.fields(), message, version, self._session_id) if only_reads else None
        """The message for a search process, if it only reads: what `Work` is made of, as plain values."""

    def _open_session(self, _client: "dict[str, Any]") -> "Session":
        assert self._app is not None, "calls run in a lane"
        return self._app.session(self._grant, self._session_id)

    def run_without_store(self) -> "Any":
        """The answer to a message that needs no store."""
        return self._server.handle(self._message)

    def run(self, app: "TokenApp") -> "Any":
        """The answer to a message, in a thread of a lane."""
        self._app = app
        try:
            if isinstance(self._message, list):
                for message in self._message:
                    _narrow(self._grant, message)
            elif self._is_tool_call:
                _narrow(self._grant, self._message)
        except UsageError as error:
            result = {"content": [{"type": "text", "text": error.sentence}], "isError": True}
            return {"jsonrpc": "2.0", "id": protocol.message_id(self._message), "result": result}
        return self._server.handle(self._message)

    def finish(self) -> None:
        """Do what follows the answer; what follows a text is for the reader of the server."""
        for then in () if self.stored_text else self._server.after:
            then()

    def run_and_finish(self, app: "TokenApp") -> "Any":
        """The answer to a message, once all is done that follows it."""
        answer = self.run(app)
        self.finish()
        return answer


def _narrow(grant: "Any", message: "Any") -> None:
    """Keep the arguments of a call within the projects of the grant."""
    params = message.get("params") if isinstance(message, dict) and message.get("method") == "tools/call" else None
    if isinstance(params, dict) and isinstance(params.get("name"), str):
        params["arguments"] = narrow_arguments(grant, params["name"], params.get("arguments"))
