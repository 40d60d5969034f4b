"""A fake model on this machine: it answers like the APIs of real agents, and keeps their requests."""

import json
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.local_server import serve_in_thread

MODEL_ANSWER = "Sure. What would you like to do next?"
TOKEN_USAGE = {"input_tokens": 100, "output_tokens": 7}


SHELL_TOOLS: dict[str, Callable[[str], dict[str, Any]]] = {
    "Bash": lambda command: {"command": command, "description": "a command"},
    "bash": lambda command: {"command": command, "description": "a command"},
    "exec_command": lambda command: {"cmd": command},
    "shell_command": lambda command: {"command": command},
    "run_shell_command": lambda command: {"command": command, "description": "a command"},
}
"""The shell tool of each agent, and its arguments."""


class FakeModel(ThreadingHTTPServer):
    """Answers every request with the same few words, or first with a command for the agent's shell."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), FakeModelHandler)
        self.requests: list[dict[str, Any]] = []
        """The bodies of all requests to a model, the oldest first."""
        self.answers: dict[str, str] = {}
        """What the model says, by words that the request has; otherwise the same few words."""
        self.commands: list[str] = []
        """Commands that the model has the agent run, each as the answer to the next request that offers a shell."""

    def tool_results(self) -> list[str]:
        """What the tools answered, in the order of the requests; each is repeated in every later request."""
        return [str(found) for body in self.requests for found in find_results(body)]

    def next_call(self, body: dict[str, Any]) -> "ToolCall":
        """The shell tool of a request with the next command for it; None if nothing is to be run."""
        for name, arguments in SHELL_TOOLS.items():
            if self.commands and f'"name": "{name}"' in json.dumps(body.get("tools")):
                return name, arguments(self.commands.pop(0))
        return None

    def next_text(self, body: dict[str, Any]) -> str:
        """What the model says to a request: to the last of the words that it knows."""
        whole = json.dumps(body, ensure_ascii=False)
        known = {whole.rfind(words): text for words, text in self.answers.items() if words in whole}
        return known[max(known)] if known else MODEL_ANSWER

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def requests_with(self, text: str) -> list[str]:
        """The requests that contain a text, each as JSON without escapes."""
        found = (json.dumps(body, ensure_ascii=False) for body in self.requests)
        return [whole for whole in found if text in whole]


class FakeModelHandler(BaseHTTPRequestHandler):
    """Anthropic Messages, OpenAI Responses and Chat, Gemini: only what a session needs of each."""

    protocol_version = "HTTP/1.1"
    server: FakeModel

    def log_message(self, *args: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self._json({"data": [{"id": "pretended", "object": "model", "type": "model"}], "models": []})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or "{}")
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            self._json({"input_tokens": 100})
            return
        told = {
            "/messages": answer_anthropic,
            "/responses": answer_responses,
            "/chat/completions": answer_chat,
            ":generateContent": answer_gemini,
            ":streamGenerateContent": answer_gemini,
        }
        speak = next((speak for end, speak in told.items() if path.endswith(end)), None)
        if speak is None:
            self._json({"error": {"message": "there is no such path"}}, 404)
            return
        self.server.requests.append(body)
        whole, events = speak(body, self.server.next_call(body), self.server.next_text(body))
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

    def _json(self, answer: Any, status: int = 200) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


ModelAnswer = tuple[dict[str, Any], list[tuple[str, Any]]]
ToolCall = tuple[str, dict[str, Any]] | None
"""The tool that the answer calls, with its arguments."""


def answer_anthropic(body: dict[str, Any], call: ToolCall, said: str) -> ModelAnswer:
    """A message, complete and as events."""
    content: dict[str, Any] = {"type": "text", "text": said}
    empty: dict[str, Any] = {"type": "text", "text": ""}
    delta: dict[str, Any] = {"type": "text_delta", "text": said}
    if call is not None:
        content = {"type": "tool_use", "id": new_call_id(), "name": call[0], "input": call[1]}
        empty, delta = {**content, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(call[1])}
    stop_reason = "end_turn" if call is None else "tool_use"
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "stop_reason": stop_reason,
        "content": [content],
        "stop_sequence": None,
        "usage": TOKEN_USAGE,
    }
    events: list[tuple[str, Any]] = [
        ("message_start", {"message": {**message, "content": [], "stop_reason": None}}),
        ("content_block_start", {"index": 0, "content_block": empty}),
        ("content_block_delta", {"index": 0, "delta": delta}),
        ("content_block_stop", {"index": 0}),
        (
            "message_delta",
            {"delta": {"stop_reason": stop_reason, "stop_sequence": None}, "usage": {"output_tokens": 7}},
        ),
        ("message_stop", {}),
    ]
    return message, [(name, {"type": name, **data}) for name, data in events]


def answer_responses(body: dict[str, Any], call: ToolCall, said: str) -> ModelAnswer:
    """A response, complete and as events."""
    content = [{"type": "output_text", "text": said, "annotations": []}]
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
    begun = {**item, "content": []}
    if call is not None:
        id_, arguments = new_call_id(), json.dumps(call[1])
        item = {"type": "function_call", "id": f"fc_{id_}", "call_id": id_, "name": call[0], "arguments": arguments}
        begun = {**item, "arguments": ""}
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    usage = {**TOKEN_USAGE, "total_tokens": 107, **details}
    whole = {"id": "resp_1", "object": "response", "model": body.get("model"), "status": "completed", "output": [item]}
    text = {"output_index": 0, "item_id": "msg_1", "content_index": 0, "delta": said}
    events: list[tuple[str, Any]] = [
        ("response.created", {"response": {**whole, "status": "in_progress", "output": []}}),
        ("response.output_item.added", {"output_index": 0, "item": begun}),
        *([("response.output_text.delta", text)] if call is None else []),
        ("response.output_item.done", {"output_index": 0, "item": item}),
        ("response.completed", {"response": {**whole, "usage": usage}}),
    ]
    return {**whole, "usage": usage}, [(name, {"type": name, **data}) for name, data in events]


def answer_chat(body: dict[str, Any], call: ToolCall, said: str) -> ModelAnswer:
    """A completion, complete and in chunks."""
    head = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": body.get("model")}
    message: dict[str, Any] = {"role": "assistant", "content": said}
    if call is not None:
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        calls = [{"index": 0, "id": new_call_id(), "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    end = "stop" if call is None else "tool_calls"
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    whole = {**head, "object": "chat.completion", "usage": usage}
    return {**whole, "choices": [{"index": 0, "message": message, "finish_reason": end}]}, [
        ("", {**head, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}),
        ("", {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": end}], "usage": usage}),
        ("", "[DONE]"),
    ]


def answer_gemini(body: dict[str, Any], call: ToolCall, said: str) -> ModelAnswer:
    """The content, complete, which is also its only chunk."""
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 7, "totalTokenCount": 107}
    part = {"text": said} if call is None else {"functionCall": {"name": call[0], "args": call[1]}}
    content = {"role": "model", "parts": [part]}
    whole = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}
    return whole, [("", whole)]


def find_results(value: Any) -> Iterator[Any]:
    """The results of tools in a request, whichever API it is of."""
    if isinstance(value, list):
        for one in value:
            yield from find_results(one)
    elif isinstance(value, dict):
        if value.get("type") == "function_call_output":
            yield value["output"]
        elif value.get("type") == "tool_result" or value.get("role") == "tool":
            yield value["content"]
        elif "functionResponse" in value:
            yield value["functionResponse"]["response"]
        else:
            for one in value.values():
                yield from find_results(one)


def new_call_id() -> str:
    """An id for a call of a tool; agents expect another one each time."""
    return f"call_{uuid.uuid4().hex}"


@contextmanager
def run_fake_model() -> Iterator[FakeModel]:
    """A model that listens until the end of the block."""
    model = FakeModel()
    with serve_in_thread(model):
        yield model


def has_no_memories(text: str) -> bool:
    """Whether a text contains no memories from recall."""
    return not re.search("recalled_memories", text)
