"""The tool calls in a session file: which commands ran, which files changed, and how each ended."""

from recall_cli.agents.tool_messages import CHANGING_TOOLS, read_tool_use
from recall_cli.agents.transcripts.turn import objects_in, parse_object, timestamp_ms
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from recall_cli.agents.transcripts.turn import Entry

MAX_CALLS = 5_000
"""Further calls of a session are not read."""


class ToolCall(Record):
    """One tool call, with its result once there is one."""

    id: str
    command: str = ""
    changed_files: "tuple[str, ...]" = ()
    output: str = ""
    failed: "bool | None" = None
    """Whether it failed; None if the client does not say."""
    at: "int | None" = None
    """When it ended, or began, in milliseconds."""


class CallPart(Record):
    """A call or a result, as one line of a session file has it."""

    id: str
    values: "dict[str, object] | None" = None
    """The message of a call, in the form of a hook's."""
    output: "str | None" = None
    failed: "bool | None" = None
    at: object = None


def join_calls(parts: "Iterable[CallPart]") -> "list[ToolCall]":
    """The calls with their results, in the order in which they ended."""
    open_calls: dict[str, ToolCall] = {}
    ended: dict[str, ToolCall] = {}
    for part in parts:
        if part.values is not None and part.id not in ended:
            use = read_tool_use(part.values)
            changed = use.paths if use.tool in CHANGING_TOOLS else ()
            open_calls[part.id] = ToolCall(
                id=part.id, command=use.command, changed_files=changed, at=timestamp_ms(part.at)
            )
        if part.output is not None and part.id in open_calls:
            call = open_calls.pop(part.id)
            use = read_tool_use({"tool_response": part.output})
            failed = part.failed if part.failed is not None else _exit_status(use.output)
            ended[part.id] = call.but(output=use.output, failed=failed, at=timestamp_ms(part.at) or call.at)
        if len(ended) >= MAX_CALLS:
            break
    return list(ended.values())


EXIT_MARKS = ("exited with code ", "Exit Code: ", "exit code ", "Exit code ", '"exit_code":')


def _exit_status(output: str) -> "bool | None":
    """Whether an output says that the command failed; None if it does not say how it ended."""
    for mark in EXIT_MARKS:
        number = output.rpartition(mark)[2].lstrip()[:4] if mark in output else ""
        digits = "".join(letter for letter in number.partition("\n")[0] if letter.isdigit())
        if digits:
            return int(digits) != 0
    return None


def read_claude_code(entry: "Entry") -> "Iterator[CallPart]":
    """Blocks of type tool_use and tool_result."""
    for block in objects_in(parse_object(entry.get("message")).get("content")):
        if block.get("type") == "tool_use":
            values = {"tool_name": block.get("name"), "tool_input": block.get("input")}
            yield CallPart(id=str(block.get("id")), values=values, at=entry.get("timestamp"))
        elif block.get("type") == "tool_result":
            output = _text(block.get("content"))
            failed = bool(block.get("is_error"))
            yield CallPart(id=str(block.get("tool_use_id")), output=output, failed=failed, at=entry.get("timestamp"))


def read_codex(entry: "Entry") -> "Iterator[CallPart]":
    """Payloads of type function_call and function_call_output, and those of custom tools."""
    payload = parse_object(entry.get("payload"))
    id_, kind, at = str(payload.get("call_id")), payload.get("type"), entry.get("timestamp")
    if kind in ("function_call", "custom_tool_call"):
        given = payload.get("arguments") if kind == "function_call" else {"input": payload.get("input")}
        yield CallPart(id=id_, values={"tool_name": payload.get("name"), "tool_input": given}, at=at)
    elif kind in ("function_call_output", "custom_tool_call_output"):
        yield CallPart(id=id_, output=_text(payload.get("output")), at=at)


def read_gemini(entry: "Entry") -> "Iterator[CallPart]":
    """The list toolCalls of an answer, which holds the results too."""
    for call in objects_in(entry.get("toolCalls")):
        id_, at = str(call.get("id")), call.get("timestamp")
        yield CallPart(id=id_, values={"tool_name": call.get("name"), "tool_input": call.get("args")}, at=at)
        yield CallPart(
            id=id_, output=_text(call.get("result")), failed=True if call.get("status") == "error" else None, at=at
        )


def read_copilot(entry: "Entry") -> "Iterator[CallPart]":
    """Events of type tool.execution_start and tool.execution_complete."""
    data, kind = parse_object(entry.get("data")), entry.get("type")
    id_, at = str(data.get("toolCallId")), entry.get("timestamp")
    if kind == "tool.execution_start":
        yield CallPart(id=id_, values={"tool_name": data.get("toolName"), "tool_input": data.get("arguments")}, at=at)
    elif kind == "tool.execution_complete":
        code = parse_object(data.get("shellExecution")).get("exitCode")
        failed = code != 0 if isinstance(code, int) else data.get("success") is False
        yield CallPart(id=id_, output=_text(data.get("result")), failed=failed, at=at)


def read_opencode(row: "Entry") -> "Iterator[CallPart]":
    """Parts of type tool, which hold the state of a call."""
    part = parse_object(row.get("part"))
    state = part.get("state")
    if not isinstance(state, dict) or part.get("type") != "tool":
        return
    id_, code = str(part.get("callID")), parse_object(state.get("metadata")).get("exit")
    yield CallPart(id=id_, values={"tool_name": part.get("tool"), "tool_input": state.get("input")}, at=row.get("at"))
    if state.get("status") in ("completed", "error"):
        failed = code != 0 if isinstance(code, int) else state.get("status") == "error"
        yield CallPart(id=id_, output=_text(state.get("output") or state.get("error")), failed=failed, at=row.get("at"))


def _text(value: object) -> str:
    return read_tool_use({"tool_response": value}).output


READERS: "dict[str, Callable[[Entry], Iterator[CallPart]]]" = {
    "claude-code": read_claude_code,
    "codex": read_codex,
    "gemini": read_gemini,
    "copilot": read_copilot,
    "opencode": read_opencode,
}
"""By the agent's name: what a line of its session files holds of tool calls."""
