"""What agents report about the use of a tool, in the form that all of them share. No message is trusted."""

from recall_cli.agents.message_texts import first_text, one_line_text, read_prompt
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

MAX_COMMAND_LETTERS = 8_000
MAX_OUTPUT_LETTERS = 64_000
"""Of a longer output the beginning and the end are read."""
MAX_PATHS = 16
COMMAND_NAMES = ("command", "cmd", "script")
PATH_NAMES = ("file_path", "filePath", "path", "absolute_path", "notebook_path", "target_file", "filename", "paths")
PATCH_NAMES = ("input", "patch", "patchText", "command")
OUTPUT_NAMES = tuple(
    """error stderr stdout output llmContent textResultForLlm text_result_for_llm text content message returnDisplay
    functionResponse response""".split()
)
CHANGING_TOOLS = frozenset(
    "Edit MultiEdit Write NotebookEdit apply_patch edit write create str_replace replace write_file patch".split()
)
"""Tools that change files."""
PATCH_MARKS = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")


class ToolUse(Record):
    """One use of a tool: a command that runs, or files that are read or changed; with its output, once there is one."""

    tool: str = ""
    command: str = ""
    paths: "tuple[str, ...]" = ()
    output: str = ""
    folder: str = ""
    session: str = ""
    """The session; for a subagent, with its own id, since it does not see what the others are told."""
    lines: "tuple[int, int] | None" = None
    """The lines that are read, if only some are."""
    prompt: str = ""
    permission_mode: str = ""
    call: str = ""
    """The agent's id of the call: two hooks for one call have the same."""


def read_tool_use(message: "dict[str, object]") -> ToolUse:
    """The use of a tool in a message from any agent; empty fields for what it does not say."""
    arguments = _arguments(message)
    session = first_text(message, "session_id", "sessionId", "conversation_id")
    agent = first_text(message, "agent_id")
    command = _command(arguments) or _command(message)
    paths = _paths(arguments)
    for name in PATCH_NAMES:
        patch = arguments.get(name)
        if isinstance(patch, str) and "*** Begin Patch" in patch[:200]:
            paths += _patched_files(patch)
            command = "" if command == patch[:MAX_COMMAND_LETTERS] else command
    return ToolUse(
        tool=first_text(message, "tool_name", "toolName"),
        command=command,
        paths=tuple(dict.fromkeys(paths))[:MAX_PATHS],
        output=_output(message),
        folder=first_text(message, "cwd"),
        session=f"{session}/{agent}" if agent else session,
        lines=_lines(arguments),
        prompt=read_prompt(message)[:MAX_OUTPUT_LETTERS],
        permission_mode=first_text(message, "permission_mode"),
        call=first_text(message, "tool_use_id"),
    )


def _arguments(message: "dict[str, object]") -> "dict[str, object]":
    """The arguments of the tool, which some agents send as JSON text."""
    for name in ("tool_input", "toolArgs", "tool_args", "args"):
        value = message.get(name)
        if isinstance(value, str) and value[:1] == "{":
            try:
                value = loads(value)
            except ValueError:
                continue
        if isinstance(value, dict):
            return value
    return {}


def _command(values: "dict[str, object]") -> str:
    for name in COMMAND_NAMES:
        value = values.get(name)
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            shell = value[0].rpartition("/")[2] in ("bash", "sh", "zsh") and len(value) > 2
            value = value[-1] if shell else " ".join(value)
        if isinstance(value, str) and value.strip() and "\0" not in value:
            return value[:MAX_COMMAND_LETTERS]
    return ""


def _paths(values: "dict[str, object]") -> "list[str]":
    paths: list[str] = []
    for name in PATH_NAMES:
        value = values.get(name)
        for path in value[:MAX_PATHS] if isinstance(value, list) else [value]:
            if one_line_text(path):
                paths.append(one_line_text(path))
    return paths


def _patched_files(patch: str) -> "list[str]":
    files = []
    for line in patch.splitlines():
        for mark in PATCH_MARKS:
            if line.startswith(mark) and one_line_text(line[len(mark) :].strip()):
                files.append(line[len(mark) :].strip())
    return files


def _output(message: "dict[str, object]") -> str:
    parts: list[str] = []
    for name in ("error", "tool_response", "toolResult", "tool_output", "tool_result", "output", "error_message"):
        _collect_text(message.get(name), parts, 0)
    text = "\n".join(parts)
    if len(text) > MAX_OUTPUT_LETTERS:
        text = text[: MAX_OUTPUT_LETTERS // 4] + "\n" + text[-MAX_OUTPUT_LETTERS * 3 // 4 :]
    return text


def _collect_text(value: object, parts: "list[str]", depth: int) -> None:
    if isinstance(value, str):
        if value[:1] == "{" and value.rstrip()[-1:] == "}" and depth == 0 and len(value) < MAX_OUTPUT_LETTERS:
            try:
                _collect_text(loads(value), parts, 1)
                return
            except ValueError:
                pass
        if value.strip() and value not in parts:
            parts.append(value)
    elif isinstance(value, list) and depth < 4:
        for inner in value[:64]:
            _collect_text(inner, parts, depth + 1)
    elif isinstance(value, dict) and depth < 4:
        for name in OUTPUT_NAMES:
            if name in value:
                _collect_text(value[name], parts, depth + 1)


def _lines(arguments: "dict[str, object]") -> "tuple[int, int] | None":
    """The lines that a tool reads, if it says so: `offset` and `limit` in most."""
    first, count = arguments.get("offset"), arguments.get("limit")
    if isinstance(first, int) and isinstance(count, int) and first >= 0 and 0 < count < 1_000_000:
        return max(first, 1), first + count
    return None
