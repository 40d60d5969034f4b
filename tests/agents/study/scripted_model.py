"""A model that follows a script: it acts, and makes each mistake again unless the lesson stands in the request."""

import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.agents.fake_model import FakeModel, FakeModelHandler
from tests.agents.study.cases import CASES, Case

SHELL_TOOLS = {
    "Bash": lambda command: {"command": command, "description": "run"},
    "bash": lambda command: {"command": command, "description": "run"},
    "exec_command": lambda command: {"cmd": command},
    "shell": lambda command: {"command": ["bash", "-lc", command]},
    "run_shell_command": lambda command: {"command": command, "description": "run", "is_background": False},
}
READ_TOOLS = {"Read": "file_path", "read": "filePath", "read_file": "file_path", "view": "path"}
Call = tuple[str, dict[str, Any]]


class ScriptedModel(FakeModel):
    """It goes through the cases, one after another, in one session."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.RequestHandlerClass = ScriptedHandler
        self.folder = folder
        self.told: list[bool] = []
        """For each case, whether the lesson had reached the model when it decided."""
        self._steps: Iterator[Call] = iter(())
        self._begun = False

    def next_call(self, body: dict[str, Any]) -> Call | None:
        """The next tool call; None for a request without tools, and at the end."""
        names = tool_names(body)
        if not any(name in SHELL_TOOLS for name in names):
            return None
        request = json.dumps(body, ensure_ascii=False)
        if len(self.told) == len(CASES):
            return None
        if not self._begun:
            self._begun = True
            return self._act(CASES[0], names)
        case = CASES[len(self.told)]
        self.told.append(case.seen in request)
        following = len(self.told)
        return self._act(CASES[following], names) if following < len(CASES) else None

    def _act(self, case: Case, names: list[str]) -> Call:
        if case.kind == "file":
            reader = next((name for name in READ_TOOLS if name in names), None)
            if reader is not None:
                return reader, {READ_TOOLS[reader]: f"{self.folder}/{case.action}"}
        shell = next(name for name in SHELL_TOOLS if name in names)
        return shell, SHELL_TOOLS[shell](f"cat {case.action}" if case.kind == "file" else case.action)


def tool_names(body: dict[str, Any]) -> list[str]:
    """The names of the tools in a request of any protocol."""
    names: list[str] = []
    for tool in body.get("tools") or []:
        functions = tool.get("functionDeclarations") or [tool.get("function") or tool]
        names += [str(function.get("name")) for function in functions if isinstance(function, dict)]
    return names


class ScriptedHandler(FakeModelHandler):
    """The APIs of the real agents, with tool calls."""

    server: ScriptedModel  # type: ignore[assignment]  # the only server that uses it

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or "{}")
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            self._json({"input_tokens": 100})
            return
        call = self.server.next_call(body)
        answer = {
            "/messages": anthropic_events,
            "/responses": responses_events,
            "/chat/completions": chat_events,
        }.get(next((end for end in ("/messages", "/responses", "/chat/completions") if path.endswith(end)), ""))
        whole, events = (answer or gemini_events)(body, call)
        if not (body.get("stream") or path.endswith(":streamGenerateContent")):
            self._json(whole)
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for name, data in events:
            head = f"event: {name}\n" if name else ""
            self.wfile.write(f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode())
        self.close_connection = True


Answer = tuple[dict[str, Any], list[tuple[str, Any]]]
USAGE = {"input_tokens": 100, "output_tokens": 7}
DONE = "All done."


def anthropic_events(body: dict[str, Any], call: Call | None) -> Answer:
    """A message with a text or a tool call."""
    block: dict[str, Any] = {"type": "text", "text": DONE}
    delta: dict[str, Any] = {"type": "text_delta", "text": DONE}
    empty: dict[str, Any] = {"type": "text", "text": ""}
    if call is not None:
        block = {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:24]}", "name": call[0], "input": call[1]}
        delta, empty = {"type": "input_json_delta", "partial_json": json.dumps(call[1])}, {**block, "input": {}}
    stop = "end_turn" if call is None else "tool_use"
    message = {"id": f"msg_{uuid.uuid4().hex[:20]}", "type": "message", "role": "assistant", "model": body.get("model"),
               "content": [block], "stop_reason": stop, "stop_sequence": None, "usage": USAGE}  # fmt: skip
    events = [
        ("message_start", {"message": {**message, "content": [], "stop_reason": None}}),
        ("content_block_start", {"index": 0, "content_block": empty}),
        ("content_block_delta", {"index": 0, "delta": delta}),
        ("content_block_stop", {"index": 0}),
        ("message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 7}}),
        ("message_stop", {}),
    ]
    return message, [(name, {"type": name, **data}) for name, data in events]


def responses_events(body: dict[str, Any], call: Call | None) -> Answer:
    """A response with a message or a function call."""
    item: dict[str, Any] = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                            "content": [{"type": "output_text", "text": DONE, "annotations": []}]}  # fmt: skip
    if call is not None:
        id_ = uuid.uuid4().hex[:12]
        item = {"type": "function_call", "id": f"fc_{id_}", "call_id": f"call_{id_}", "name": call[0],
                "arguments": json.dumps(call[1]), "status": "completed"}  # fmt: skip
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    whole = {"id": f"resp_{uuid.uuid4().hex[:12]}", "object": "response", "model": body.get("model"),
             "status": "completed", "output": [item], "usage": {**USAGE, "total_tokens": 107, **details}}  # fmt: skip
    events: list[tuple[str, Any]] = [
        ("response.created", {"response": {**whole, "status": "in_progress", "output": [], "usage": None}}),
        ("response.output_item.added", {"output_index": 0, "item": {**item, "status": "in_progress"}}),
        ("response.output_item.done", {"output_index": 0, "item": item}),
        ("response.completed", {"response": whole}),
    ]
    return whole, [(name, {"type": name, **data}) for name, data in events]


def chat_events(body: dict[str, Any], call: Call | None) -> Answer:
    """A completion with a text or a tool call."""
    head = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": body.get("model")}
    message: dict[str, Any] = {"role": "assistant", "content": DONE}
    finish = "stop"
    if call is not None:
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        calls = [{"index": 0, "id": f"call_{uuid.uuid4().hex[:12]}", "type": "function", "function": function}]
        message, finish = {"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls"
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**head, "object": "chat.completion", "usage": usage, "choices": [choice]}, [
        ("", {**head, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}),
        ("", {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}], "usage": usage}),
        ("", "[DONE]"),
    ]


def gemini_events(_body: dict[str, Any], call: Call | None) -> Answer:
    """A content with a text or a function call."""
    part = {"text": DONE} if call is None else {"functionCall": {"name": call[0], "args": call[1]}}
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 7, "totalTokenCount": 107}
    content = {"role": "model", "parts": [part]}
    whole = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}
    return whole, [("", whole)]


@contextmanager
def run_scripted_model(folder: str) -> Iterator[ScriptedModel]:
    """A scripted model that listens until the end of the block."""
    model = ScriptedModel(folder)
    thread = threading.Thread(target=model.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.shutdown()
        model.server_close()
