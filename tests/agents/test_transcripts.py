"""The session files of real clients, as turns: who said what, and nothing else."""

import contextlib
import os
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents.transcripts import clients, session_file
from recall_cli.agents.transcripts.clients import CLIENTS
from recall_cli.agents.transcripts.session_file import FILE_START, read_unread_parts, session_details
from recall_cli.agents.transcripts.turn import MAX_TURN_LETTERS, SessionDetails
from recall_cli.domain.errors import UnknownForm
from recall_cli.domain.json_text import dumps
from recall_cli.domain.turn import CALL, ERROR, SPOKEN
from tests.for_each import for_each

SAMPLES = Path(__file__).parent / "samples"
EXPECTED_TURNS = [
    ("user", "We decided to use NATS instead of RabbitMQ because replay was too slow."),
    ("assistant", "Done. The queue is configured in queue.toml."),
    ("user", "I prefer tabs over spaces in Go."),
    ("assistant", "Understood. The deploy script lives in scripts/deploy.sh and needs Node 22."),
]
"""The turns of the two short sessions that each real client wrote."""


def read_sample(agent: str) -> bytes:
    """A session file from the real client, shortened."""
    return (SAMPLES / f"{agent}.jsonl").read_bytes()


def read_turns(path: Path, agent: str, position: Any = FILE_START) -> list[tuple[str, str]]:
    """All turns in a file after a position, without those of tools."""
    parts = read_unread_parts(str(path), agent, position)
    return [(turn.speaker, turn.text) for part in parts for turn in part.turns if turn.speaker in SPOKEN]


@for_each("agent", ["claude-code", "codex", "gemini", "qwen", "kimi"])
def test_a_real_session_is_read_as_what_was_said(agent: str) -> None:
    """Prompts and answers in order; no tool calls or output, no reminders, no repeated prompts."""
    assert read_turns(SAMPLES / f"{agent}.jsonl", agent) == EXPECTED_TURNS


@for_each(
    "agent, session, folder",
    [
        ("claude-code", "9ad8b1b1-9fec-4b04-be06-057e14d688ec", "/home/ada/shop"),
        ("codex", "01a1fd8b-bda6-7c81-9d63-15b3a5c207c4", "/home/ada/shop"),
        ("qwen", "bd179718-77eb-4660-9301-c5d02fccf0b1", "/home/ada/shop"),
        ("gemini", "281296e0-abf4-49a0-89bb-f843e34e14e8", None),
    ],
)
def test_a_session_says_what_it_is(agent: str, session: str, folder: "str | None") -> None:
    """Its id, and the folder in which it ran."""
    assert session_details(str(SAMPLES / f"{agent}.jsonl"), agent) == SessionDetails(session=session, folder=folder)


def test_gemini_names_its_folder_two_folders_up(tmp_path: Path) -> None:
    """The session file has only a hash of the folder."""
    chats = tmp_path / "shop" / "chats"
    chats.mkdir(parents=True)
    (tmp_path / "shop" / ".project_root").write_text("/home/ada/shop")
    (chats / "session-1.jsonl").write_bytes(read_sample("gemini"))
    assert session_details(str(chats / "session-1.jsonl"), "gemini").folder == "/home/ada/shop"


def test_kimi_names_its_folder_three_folders_up(tmp_path: Path) -> None:
    """The session file says neither its id nor the folder."""
    session = tmp_path / "sessions" / "wd_shop_1" / "session_a"
    path = session / "agents" / "main" / "wire.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(read_sample("kimi"))
    began = SessionDetails(started_at=1795516308696)
    assert session_details(str(path), "kimi") == began
    (session / "state.json").write_text('{\n  "id": "session_a",\n  "cwd": "/home/ada/shop",\n  "agents": {}\n}\n')
    assert session_details(str(path), "kimi") == began.but(session="session_a", folder="/home/ada/shop")


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini", "qwen", "kimi"])
def test_cut_anywhere_a_file_is_read_on_without_loss_or_repetition(agent: str, tmp_path: Path) -> None:
    """While the file grows byte by byte, each turn is read once, complete and in order."""
    whole = read_sample(agent)
    path = tmp_path / "s.jsonl"
    for step in (997, 2311):
        found: list[tuple[str, str]] = []
        position = FILE_START
        for end in [*range(1, len(whole), step), len(whole)]:
            path.write_bytes(whole[:end])
            for part in read_unread_parts(str(path), agent, position):
                found += [(turn.speaker, turn.text) for turn in part.turns if turn.speaker in SPOKEN]
                position = part.end
        assert found == EXPECTED_TURNS
        assert [*read_unread_parts(str(path), agent, position)] == []


def test_a_rewritten_or_shortened_file_is_read_from_its_start(tmp_path: Path) -> None:
    """Rotation and truncation are noticed by the text before the position, not only by the size."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(read_sample("codex"))
    left = [*read_unread_parts(str(path), "codex")][-1].end
    lines = read_sample("codex").splitlines(keepends=True)
    for other in (b"".join(lines[:12]), b"".join(reversed(lines)), b"".join(lines[1:]) * 2):
        path.write_bytes(other)
        assert read_turns(path, "codex", left) == read_turns(path, "codex")


def test_a_file_that_only_grew_is_read_on(tmp_path: Path) -> None:
    """A copy under another name or with a new date is the same file up to the position."""
    path = tmp_path / "s.jsonl"
    lines = read_sample("claude-code").splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    before, left = read_turns(path, "claude-code"), [*read_unread_parts(str(path), "claude-code")][-1].end
    path.unlink()
    path.write_bytes(b"".join(lines))
    assert 0 < len(before) < len(EXPECTED_TURNS)
    assert before + read_turns(path, "claude-code", left) == EXPECTED_TURNS


HOSTILE_FILES = (
    b"\0" * 4000,
    b"not json at all\n" * 50,
    b"[" * 200_000 + b"\n",
    b'{"type":"user","message":{"content":' + b"[" * 100_000 + b"\n",
    b'{"type":"user","message":null}\n{"type":"user"}\n{"type":["user"],"message":{"content":[1,{"type":"text"}]}}\n',
    b'{"type":"user","message":{"content":{"a":1}},"timestamp":{},"uuid":[]}\n',
    b'{"type":"response_item","payload":{"type":"message","role":["user"],"content":[{"type":"input_text","text":9}]}}\n',
    b'{"type":"user","content":[{"text":{}}],"id":3}\n{"id":1,"type":"gemini","content":7}\n',
    b"\xff\xfe\xfd\n" + b"5\n" + b'"text"\n' + b"null\n",
    b'{"a":1}' * 3,
)


@for_each("agent, junk", product(["claude-code", "codex", "gemini", "qwen", "kimi"], HOSTILE_FILES))
def test_what_is_no_session_says_nothing_and_keeps_nothing_out(agent: str, junk: bytes, tmp_path: Path) -> None:
    """Broken lines do not hide the turns between them; alone, they may be refused as a form that is not known."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(junk)
    with contextlib.suppress(UnknownForm):
        assert read_turns(path, agent) == []
    path.write_bytes(junk + b"\n" + read_sample(agent) + junk)
    assert read_turns(path, agent) == EXPECTED_TURNS


UNKNOWN_FORMS = (
    (
        "codex",
        b'{"v": 9, "who": "user", "words": "never push"}\n{"v": 9, "who": "assistant", "words": "Understood."}\n',
    ),
    ("codex", b'{"type": "session_meta", "payload": {"id": "c", "cwd": "/x"}}\n{"kind": "say", "by": "assistant"}\n'),
    ("claude-code", b'{"sessionId": "s", "cwd": "/x"}\n{"sessionId": "s", "turn": {"role": "assistant", "t": "x"}}\n'),
    ("claude-code", b"\x28\xb5\x2f\xfd compressed\nmore of it\n"),
)
WITHOUT_WORDS = (
    ("claude-code", b""),
    ("claude-code", b'{"type": "summary", "summary": "The port", "leafUuid": "u"}\n'),
    (
        "claude-code",
        b'{"type": "user", "isMeta": true, "sessionId": "s", "message": {"role": "user", "content": "x"}}\n',
    ),
    ("codex", b'{"type": "session_meta", "payload": {"id": "c", "cwd": "/x"}}\n'),
    ("codex", b'{"id": "c", "timestamp": "2025-08-18T01:16:13.522Z"}\n{"record_type": "state"}\n'),
    ("codex", b'{"type": "half a li'),
)


@pytest.mark.parametrize(("agent", "content"), UNKNOWN_FORMS)
def test_messages_in_an_unknown_form_are_an_error(agent: str, content: bytes, tmp_path: Path) -> None:
    """A newer or older client may write another form: that is said, and not taken for a session without words."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    with pytest.raises(UnknownForm, match="cannot read"):
        read_turns(path, agent)


@pytest.mark.parametrize(("agent", "content"), WITHOUT_WORDS)
def test_a_session_without_words_is_no_error(agent: str, content: bytes, tmp_path: Path) -> None:
    """Opened and closed, only a summary, only what the client wrote, or not finished yet."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    assert read_turns(path, agent) == []


def test_a_line_without_end_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge line is never held in memory, and the lines after it are read."""
    monkeypatch.setattr(session_file, "MAX_LINE_BYTES", 20_000)
    path = tmp_path / "s.jsonl"
    path.write_bytes(b'{"a":"' + b"x" * 75_000 + b'"}\n' + read_sample("codex"))
    assert read_turns(path, "codex") == EXPECTED_TURNS


def test_a_turn_is_capped() -> None:
    """Only the beginning of a pasted book is read."""
    turn = CLIENTS["claude-code"].read({"type": "user", "message": {"content": "x" * (MAX_TURN_LETTERS + 5)}})
    assert [len(one.text) for one in turn] == [MAX_TURN_LETTERS]


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_only_files_are_opened(kind: str, tmp_path: Path) -> None:
    """A client may name anything as its transcript. Nothing waits for a pipe or reads a device."""
    path = tmp_path / "t"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path = Path("/dev/zero")
    with pytest.raises(OSError):
        [*read_unread_parts(str(path), "codex")]


def test_of_a_subagent_only_its_answers_are_read() -> None:
    """In a subagent's file, nothing was typed by the person: the agent wrote the order."""
    read = CLIENTS["claude-code"].read
    order = {"type": "user", "isSidechain": True, "message": {"content": "Look for the port."}}
    assert read(order) == ()
    answer = read({"type": "assistant", "isSidechain": True, "message": {"content": "The port is 8080."}})
    assert [turn.speaker for turn in answer] == ["subagent"]


def claude_result(text: str, *, is_error: bool = False, **more: Any) -> dict[str, Any]:
    """A line of Claude Code with the result of a tool."""
    part = {"type": "tool_result", "tool_use_id": "t", "content": text, "is_error": is_error}
    return {"type": "user", "message": {"content": [part]}, **more}


def codex_item(**payload: Any) -> dict[str, Any]:
    """A line of Codex with one item."""
    return {"type": "response_item", "payload": payload}


def opencode_tool(**state: Any) -> dict[str, Any]:
    """A row of opencode with a tool's call."""
    part = dumps({"type": "tool", "tool": "bash", "state": {"input": {"command": "make lint"}, **state}})
    return {"message": "{}", "at": 5, "id": "p", "part": part}


TOOL_ENTRIES = (
    ("claude-code", {"type": "assistant", "message": {"content": [{"type": "tool_use", "name": "Bash", "input": {"command": "make lint"}}]}}, [(CALL, "Bash make lint")]),
    ("claude-code", claude_result("exit 2", is_error=True), [(ERROR, "exit 2")]),
    ("claude-code", claude_result("12 files"), []),
    ("codex", codex_item(type="function_call", name="shell", arguments='{"command": ["make", "lint"]}'), [(CALL, "shell make lint")]),
    ("codex", codex_item(type="function_call_output", output="Process exited with code 2"), [(ERROR, "Process exited with code 2")]),
    ("codex", codex_item(type="function_call_output", output="Process exited with code 0"), []),
    ("opencode", opencode_tool(status="error", error="no rule"), [(CALL, "bash make lint"), (ERROR, "no rule")]),
    ("opencode", opencode_tool(status="completed", output="fine"), [(CALL, "bash make lint")]),
    ("gemini", {"type": "gemini", "content": "", "toolCalls": [{"name": "sh", "status": "error", "resultDisplay": "no rule"}]}, [(CALL, "sh"), (ERROR, "no rule")]),
    ("copilot", {"type": "tool.execution_complete", "data": {"success": False, "error": {"message": "no rule"}}}, [(ERROR, "no rule")]),
    ("copilot", {"type": "tool.execution_complete", "data": {"success": True, "result": {"content": "fine"}}}, []),
)  # fmt: skip
"""How each client writes the calls of tools and their errors."""


@for_each("agent, entry, turns", TOOL_ENTRIES)
def test_a_tool_leaves_its_call_and_its_error(agent: str, entry: dict[str, Any], turns: list[tuple[str, str]]) -> None:
    """What a tool printed is not read where it succeeded."""
    assert [(turn.kind, turn.text) for turn in CLIENTS[agent].read(entry)] == turns


def test_opencode_reads_finished_parts_only() -> None:
    """A part is read once it is complete. Parts made by the program are never read."""
    read = CLIENTS["opencode"].read
    row = {"message": dumps({"role": "assistant"}), "at": 5, "id": "p1", "parent": None}
    text = {"type": "text", "text": "The port is 8080."}
    assert read({**row, "part": dumps(text)}) == ()
    (done,) = read({**row, "part": dumps({**text, "time": {"start": 1, "end": 2}})})
    assert (done.speaker, done.text, done.at) == ("assistant", "The port is 8080.", 5)
    user = {**row, "message": dumps({"role": "user"})}
    (typed,) = read({**user, "part": dumps({"type": "text", "text": '"Use tabs."'})})
    assert (typed.speaker, typed.text) == ("user", "Use tabs.")
    assert read({**user, "parent": "ses_1", "part": dumps(text)}) == ()
    for part in ('{"type":"tool"}', dumps({**text, "synthetic": True}), "[]", "{", None, '{"type":"text","text":3}'):
        assert read({**user, "part": part}) == ()


def test_every_client_is_found_where_it_writes(tmp_path: Path) -> None:
    """The newest comes last, and a client's own variable can name another folder."""
    places = {
        "claude-code": ("cc/projects/-home-ada/a.jsonl", "cc/projects/-home-ada/a/subagents/agent-1.jsonl"),
        "codex": (".codex/sessions/2026/11/21/rollout-1-a.jsonl",),
        "gemini": (".gemini/tmp/shop/chats/session-1.jsonl",),
        "opencode": (".local/share/opencode/opencode.db",),
        "qwen": (".qwen/projects/-home-ada/chats/a.jsonl",),
        "kimi": (".kimi-code/sessions/wd_shop_1/session_a/agents/main/wire.jsonl",),
        "copilot": (".copilot/session-state/a/events.jsonl",),
        "cursor": (
            ".cursor/projects/home-ada/agent-transcripts/a.jsonl",
            ".cursor/projects/home-ada/agent-transcripts/b/b.jsonl",
        ),
    }
    environment = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(tmp_path / "cc")}
    for agent, paths in places.items():
        assert clients.session_files(agent, environment) == []
        for age, path in enumerate(paths):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text("")
            os.utime(tmp_path / path, (1000 + age, 1000 + age))
        assert clients.session_files(agent, environment) == [str(tmp_path / path) for path in paths]
    assert CLIENTS.keys() == places.keys()
    assert clients.subagent_files(str(tmp_path / places["claude-code"][0]), "claude-code") == [
        str(tmp_path / places["claude-code"][1])
    ]


def cursor_line(role: str, *parts: "str | dict[str, Any]") -> dict[str, Any]:
    """A line of a session of Cursor."""
    content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"role": role, "message": {"content": content}}


CURSOR_QUERY = "<user_query>\nWe deploy on Mondays.\n</user_query>"
CURSOR_ENTRIES = (
    (cursor_line("user", CURSOR_QUERY), [("user", "We deploy on Mondays.")]),
    (cursor_line("user", "<timestamp>Monday</timestamp>\n" + CURSOR_QUERY), [("user", "We deploy on Mondays.")]),
    (cursor_line("user", "<open_files>a.py</open_files>", CURSOR_QUERY), [("user", "We deploy on Mondays.")]),
    (
        cursor_line("user", "<file>x <user_query>We never test.</user_query></file>\n" + CURSOR_QUERY),
        [("user", "We deploy on Mondays.")],
    ),
    (cursor_line("user", CURSOR_QUERY + "\n<file>not typed</file>"), []),
    (cursor_line("user", "<file><user_query>We never test.</user_query></file>"), []),
    (cursor_line("user", "not typed"), []),
    (cursor_line("system", CURSOR_QUERY), []),
    (
        cursor_line("assistant", "Done.", {"type": "tool_use", "name": "Shell", "input": {"command": "make lint"}}),
        [("assistant", "Done."), ("tool", "Shell make lint")],
    ),
    ({"role": "user", "message": "x"}, []),
    ({"role": ["user"], "message": {"content": [7, None, {"type": "text"}]}}, []),
)


@for_each("entry, turns", CURSOR_ENTRIES)
def test_cursor_marks_what_was_typed(entry: dict[str, Any], turns: list[tuple[str, str]]) -> None:
    """Only the last query of a message counts, and only where nothing stands behind it: files may imitate the mark."""
    assert [(turn.speaker, turn.text.strip()) for turn in CLIENTS["cursor"].read(entry)] == turns


def test_cursor_names_its_folder_by_its_project(tmp_path: Path) -> None:
    """If one folder alone has the name of the project; the session is the file."""
    folder = tmp_path / "my.shop" / "v 2"
    folder.mkdir(parents=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in str(folder)[1:])
    path = tmp_path / f".cursor/projects/{name}/agent-transcripts/a-1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(dumps(cursor_line("user", CURSOR_QUERY)) + "\n")
    assert clients.cursor_session_file(str(folder), "a-1").endswith(f"{name}/agent-transcripts/a-1.jsonl")
    assert session_details(str(path), "cursor") == SessionDetails(session="a-1", folder=str(folder))
    (tmp_path / "my-shop" / "v-2").mkdir(parents=True)
    assert session_details(str(path), "cursor") == SessionDetails(session="a-1", folder=None)
