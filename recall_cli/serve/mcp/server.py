"""The answers of an MCP server to one client: message in, messages out. It reads no stream and knows no clock."""

from recall_cli.domain.json_text import dumps_utf8
from recall_cli.serve import catalogue, texts
from recall_cli.serve.mcp import protocol
from recall_cli.serve.mcp.protocol import ProtocolError, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.serve.grant import Grant
    from recall_cli.serve.session import Session
    from recall_cli.serve.tool import ToolResult

    Message = dict[str, Any]

ROOTS_REQUEST_ID = "recall-roots"
CAPABILITIES: "dict[str, Any]" = {"tools": {}, "prompts": {}, "resources": {}}


class McpServer:
    """One client's conversation with recall."""

    def __init__(
        self,
        grant: "Grant",
        version: str,
        open_session: "Callable[[dict[str, Any]], Session]",
        *,
        send: "Callable[[Message], None]",
        is_cancelled: "Callable[[str | int], bool]",
        wants_roots: bool = False,
        lists_all_tools: bool = False,
        log: "Callable[[str], None]" = lambda _text: None,
    ) -> None:
        self.grant = grant
        self.info = {**texts.SERVER, "version": version}
        self._open_session = open_session
        """The session of a client, by what it says of itself."""
        self._send, self._is_cancelled = send, is_cancelled
        self._wants_roots, self._lists_all_tools, self._log = wants_roots, lists_all_tools, log
        self._client: dict[str, Any] = {}
        self._client_has_roots = False
        self.version: str | None = None
        """The version that was agreed on; None before a handshake."""
        self.roots: list[str] = []
        """The client's folders, as addresses."""
        self.after: list[Callable[[], None]] = []
        """What to do when the answer is out."""

    def handle(self, message: "Any") -> "Message | list[Message] | None":
        """The answer to a message; None if it needs none."""
        if isinstance(message, list):
            return self._handle_batch(message)
        if not isinstance(message, dict):
            return protocol.error_message(None, ProtocolError(protocol.INVALID_REQUEST, "a message is an object"))
        if "method" not in message:
            return self._handle_response(message)
        if "id" not in message:  # cancellations are noticed where messages are read
            if message.get("method") in ("notifications/initialized", "notifications/roots/list_changed"):
                self._ask_for_roots()
            return None
        try:
            request = protocol.parse_request(message)
            result = self._answer(request)
        except ProtocolError as error:
            return protocol.error_message(protocol.message_id(message), error)
        return None if result is None else protocol.result_message(request, result, self.info)

    def _handle_batch(self, batch: "list[Any]") -> "Message | list[Message] | None":
        if self.version != protocol.BATCH_VERSION or not 0 < len(batch) <= protocol.MAX_BATCH:
            reason = f"lists of messages exist only in {protocol.BATCH_VERSION}, up to {protocol.MAX_BATCH} messages"
            return protocol.error_message(None, ProtocolError(protocol.INVALID_REQUEST, reason))
        answers: list[Message] = []
        for message in batch:
            answer = None if isinstance(message, list) else self.handle(message)
            if isinstance(answer, dict):
                answers.append(answer)
        return answers or None

    def _handle_response(self, message: "Message") -> "Message | None":
        """The client's answer to our only request: its folders."""
        if "result" not in message and "error" not in message:
            error = ProtocolError(protocol.INVALID_REQUEST, "a message has a method, a result or an error")
            return protocol.error_message(protocol.message_id(message), error)
        result = message.get("result")
        if message.get("id") == ROOTS_REQUEST_ID and isinstance(result, dict) and isinstance(result.get("roots"), list):
            self.roots = [
                root["uri"] for root in result["roots"] if isinstance(root, dict) and isinstance(root.get("uri"), str)
            ]
        return None

    def _ask_for_roots(self) -> None:
        if self._wants_roots and self._client_has_roots and self.version is not None:
            self._send({"jsonrpc": "2.0", "id": ROOTS_REQUEST_ID, "method": "roots/list"})

    def _answer(self, request: Request) -> "dict[str, Any] | None":
        """The result of a request; None if it was cancelled."""
        method = request.method
        if method == "initialize":
            return self._initialize(request.params)
        if method == "ping" and request.version is None:
            return {}
        if method == "server/discover" and request.version is not None:
            versions = [*protocol.ENVELOPE_VERSIONS]
            return {"supportedVersions": versions, "capabilities": CAPABILITIES, "instructions": texts.INSTRUCTIONS}
        answer = {
            "tools/list": self._list,
            "tools/call": self._call_tool,
            "prompts/list": self._list,
            "prompts/get": self._get_prompt,
            "resources/list": self._list,
            "resources/templates/list": self._list,
            "resources/read": self._read_resource,
        }.get(method)
        if answer is None:
            raise ProtocolError(protocol.METHOD_NOT_FOUND, "Method not found", method[:100])
        if request.version is None and self.version is None:
            raise ProtocolError(protocol.INVALID_PARAMS, "initialize comes first, or _meta names the protocol version")
        return answer(request)

    def _initialize(self, params: "dict[str, Any]") -> "dict[str, Any]":
        requested, client, capabilities = (
            params.get(name) for name in ("protocolVersion", "clientInfo", "capabilities")
        )
        if not isinstance(requested, str) or not isinstance(client, dict) or not isinstance(capabilities, dict):
            raise ProtocolError(
                protocol.INVALID_PARAMS, "initialize needs protocolVersion, clientInfo and capabilities"
            )
        self.version, self._client = protocol.negotiate_version(requested), client
        self._client_has_roots = isinstance(capabilities.get("roots"), dict)
        return {
            "protocolVersion": self.version,
            "capabilities": CAPABILITIES,
            "serverInfo": self.info,
            "instructions": texts.INSTRUCTIONS,
        }

    def _list(self, request: Request) -> "dict[str, Any]":
        """A list, which is always complete, so that no cursor of ours exists."""
        if request.params.get("cursor") is not None:
            raise ProtocolError(protocol.INVALID_PARAMS, "there is no such cursor: all lists are complete")
        if request.method == "tools/list":
            return {"tools": catalogue.listed_tools(self.grant, in_full=self._lists_all_tools)}
        if request.method == "prompts/list":
            return {"prompts": [*texts.PROMPTS]}
        if request.method == "resources/list":
            return {"resources": [entry for entry in texts.RESOURCES if "uri" in entry]}
        return {"resourceTemplates": [entry for entry in texts.RESOURCES if "uriTemplate" in entry]}

    def _call_tool(self, request: Request) -> "dict[str, Any] | None":
        name = request.params.get("name")
        if not isinstance(name, str):
            raise ProtocolError(protocol.INVALID_PARAMS, "tools/call needs the name of a tool")
        if catalogue.find_tool(self.grant, name) is None:
            raise ProtocolError(protocol.INVALID_PARAMS, f"Unknown tool: {name[:100]}")
        result = self._run(request, name, request.params.get("arguments"))
        if result is None:
            return None
        return {"content": [{"type": "text", "text": result.text}], "isError": result.is_error}

    def _run(self, request: Request, name: str, arguments: "Any") -> "ToolResult | None":
        """The result of a tool; None if the client has cancelled the request."""
        from recall_cli.serve.calls import call_tool
        from recall_cli.serve.tool import CallCancelled

        session = self._open_session(request.client if request.version is not None else self._client)
        token, last = request.progress_token, -1

        def report(done: int, total: int, what: str) -> None:
            nonlocal last
            if token is not None and done > last:
                last = done
                values = {"progressToken": token, "progress": done, "total": max(total, done), "message": what}
                self._send(protocol.progress_message(values))

        try:
            result = call_tool(
                session, name, arguments, progress=report, cancelled=lambda: self._is_cancelled(request.id)
            )
        except CallCancelled:
            return None
        if result.log:
            self._log(f"{name} failed: {result.log}")
        if result.after is not None:
            self.after.append(result.after)
        return result

    def _get_prompt(self, request: Request) -> "dict[str, Any] | None":
        name, arguments = request.params.get("name"), request.params.get("arguments") or {}
        prompt = next((prompt for prompt in texts.PROMPTS if prompt["name"] == name), None)
        if prompt is None:
            raise ProtocolError(protocol.INVALID_PARAMS, f"Unknown prompt: {str(name)[:100]}")
        if not isinstance(arguments, dict) or not all(isinstance(value, str) for value in arguments.values()):
            raise ProtocolError(protocol.INVALID_PARAMS, "the arguments of a prompt are texts")
        result = self._run(request, *_brief_call(arguments.get("task")))
        if result is None:
            return None
        if result.is_error:
            raise ProtocolError(protocol.INTERNAL_ERROR, result.text)
        content = {"type": "text", "text": result.text}
        return {"description": prompt["description"], "messages": [{"role": "user", "content": content}]}

    def _read_resource(self, request: Request) -> "dict[str, Any] | None":
        uri = request.params.get("uri")
        if not isinstance(uri, str):
            raise ProtocolError(protocol.INVALID_PARAMS, "resources/read needs the address of a resource")
        kind, _, id_ = uri.removeprefix("recall://").partition("/")
        if uri == "recall://brief":
            result = self._run(request, *_brief_call(None))
        elif uri.startswith("recall://memory/") and kind == "memory" and id_:
            result = self._run(request, "inspect_memory", {"id": id_})
        else:
            raise self._unknown_resource(request, uri)
        if result is None:
            return None
        if result.is_error:
            if result.error_code in ("not_found", "usage", "ambiguous"):
                raise self._unknown_resource(request, uri)
            raise ProtocolError(protocol.INTERNAL_ERROR, result.text)
        return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": result.text}]}

    def _unknown_resource(self, request: Request, uri: str) -> ProtocolError:
        code = protocol.RESOURCE_NOT_FOUND if request.version is None else protocol.INVALID_PARAMS
        return ProtocolError(code, "Resource not found", {"uri": uri[:200]})


def _brief_call(task: "str | None") -> "tuple[str, dict[str, Any]]":
    """The call that gives the brief to whoever asks for it by name."""
    return ("memory_context", {"query": task} if task and task.strip() else {"again": True})


def encode_message(message: "Message | list[Message]") -> bytes:
    """A message as one line."""
    return (dumps_utf8(message) + "\n").encode("utf-8", "replace")
