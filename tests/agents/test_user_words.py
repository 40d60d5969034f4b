"""Who speaks: what the user typed, wherever a client wrote it, and nothing that the client added."""

from pathlib import Path
from typing import Any

from recall_cli.agents.transcripts.clients import CLIENTS
from recall_cli.agents.transcripts.session_file import read_unread_parts, session_details
from recall_cli.domain.json_text import dumps
from tests.for_each import for_each

REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). "
)
CLAUDE_NOTE = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention."


def claude(content: Any, **more: Any) -> dict[str, Any]:
    """A message in the user's name, as Claude Code writes it."""
    return {"type": "user", "uuid": "u", "message": {"role": "user", "content": content}, **more}


def result(text: str, *, is_error: bool = False, **more: Any) -> dict[str, Any]:
    """The result of a tool, as Claude Code writes it."""
    return claude([{"type": "tool_result", "tool_use_id": "t", "content": text, "is_error": is_error}], **more)


def codex(text: str, **more: Any) -> dict[str, Any]:
    """A message in the user's name, as Codex writes it."""
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
    return {"type": "response_item", "payload": {**item, **more}}


def codex_output(output: str) -> dict[str, Any]:
    """The result of a tool, as Codex writes it."""
    return {"type": "response_item", "payload": {"type": "function_call_output", "output": output}}


TEMPLATE = "You are a release manager.\n\n## Rules\n\nYou MUST follow each step.\n\n## Steps\n\n1. Read the plan. NEVER skip.\n"
LONG_TEMPLATE = (
    TEMPLATE + "\n" + "Explain each step in a full sentence before you take it, and stay in your role.\n" * 4
)

USERS_WORDS = (
    ("claude-code", claude("keep the old name, please"), [("typed", "keep the old name, please")]),
    ("claude-code", claude([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]), [("typed", "a"), ("typed", "b")]),
    ("claude-code", claude([{"type": "tool_result", "content": "ok"}, {"type": "text", "text": "not in one commit"}]), [("typed", "not in one commit")]),
    ("claude-code", claude("say <branch-name> in the title"), [("typed", "say <branch-name> in the title")]),
    ("claude-code", claude("go on", origin={"kind": "human"}), [("typed", "go on")]),
    ("claude-code", claude("<command-message>pr</command-message>\n<command-name>/pr</command-name>\n<command-args>small steps</command-args>"), [("argument", "small steps")]),
    ("claude-code", claude("<bash-input>git status</bash-input>"), [("shell", "git status")]),
    ("claude-code", result(REJECTED + "To tell you how to proceed, the user said:\nuse a switch", is_error=True), [("refusal", "use a switch")]),
    ("claude-code", result(REJECTED + "To tell you how to proceed, the user said:\nuse a switch" + CLAUDE_NOTE, is_error=True), [("refusal", "use a switch")]),
    ("claude-code", result(REJECTED + "The user provided the following reason for the rejection:  not yet", is_error=True), [("refusal", "not yet")]),
    ("claude-code", result('User has answered your questions: "Which port?"="8081, as before", "Which host?"="the old one". You can now continue with the user\'s answers in mind.'), [("answer", "8081, as before"), ("answer", "the old one")]),
    ("claude-code", result("User has answered", toolUseResult={"answers": {"Which port?": "8081"}}), [("answer", "8081")]),
    ("claude-code", {"type": "queue-operation", "operation": "enqueue", "content": "and no amends"}, [("queued", "and no amends")]),
    ("claude-code", {"type": "queue-operation", "operation": "enqueue", "content": "/compact keep the port"}, [("argument", "keep the port")]),
    ("claude-code", {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "and no amends", "commandMode": "prompt"}}, [("queued", "and no amends")]),
    ("codex", codex("# Context from my IDE setup:\n\n## Active file: a.md\n\n## Active selection of the file:\nwe never deploy\n\n## My request for Codex:\nrename it"), [("typed", "rename it")]),
    ("codex", codex("# Files mentioned by the user:\n\n## a.png: /tmp/a.png\n\n## My request for Codex: what is wrong here?"), [("typed", "what is wrong here?")]),
    ("codex", codex("## User Input\n\n```text\nonly the API\n```\n\n## Outline\n\nYou **MUST** read it. " + "Then go on with the next step. " * 12), [("argument", "only the API")]),
    ("codex", codex("<user_shell_command>\n<command>\nls\n</command>\n<result>a</result>\n</user_shell_command>"), [("shell", "ls")]),
    ("codex", codex_output('{"answers":{"q":{"answers":["Both","user_note: but small"]}}}'), [("answer", "Both, but small")]),
    ("codex", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "an older file"}]}, [("typed", "an older file")]),
    ("gemini", {"type": "user", "id": "1", "content": [{"text": "look at @a.py"}, {"text": "\n--- Content from referenced files ---\nwe never test"}]}, [("typed", "look at @a.py")]),
    ("opencode", {"message": "{}", "part": dumps({"type": "tool", "tool": "edit", "state": {"status": "error", "input": {}, "error": "The user rejected permission to use this specific tool call with the following feedback: keep the header"}})}, [("refusal", "keep the header")]),
    ("copilot", {"type": "tool.execution_complete", "data": {"success": True, "result": {"content": "User responded: the second"}}}, [("answer", "the second")]),
    ("copilot", {"type": "user.message", "data": {"content": "rename it", "transformedContent": "<now>x</now>rename it"}}, [("typed", "rename it")]),
)  # fmt: skip


@for_each("agent, entry, words", USERS_WORDS)
def test_the_users_words_are_read_wherever_they_stand(
    agent: str, entry: dict[str, Any], words: list[tuple[str, str]]
) -> None:
    """Typed, queued, given as a reason, an answer, an argument or a command: the same words, and how they were said."""
    turns = CLIENTS[agent].read(entry)
    assert [(turn.kind, turn.text) for turn in turns if turn.speaker == "user"] == words


NOT_THE_USERS = (
    ("claude-code", claude("text", isMeta=True)),
    ("claude-code", claude("text", isCompactSummary=True)),
    ("claude-code", claude("text", origin={"kind": "task-notification"})),
    ("claude-code", claude("# Plan: one file\n\nWe keep one log.", planContent="# Plan: one file\n\nWe keep one log.")),
    ("claude-code", claude("Implement the following plan:\n\n# One log\n\nWe keep one log.")),
    ("claude-code", claude("<task-notification>\n<status>done</status>\n</task-notification>\nRead the output file: /tmp/x")),
    ("claude-code", claude("<local-command-stdout>We never test.</local-command-stdout>")),
    ("claude-code", claude("This session is being continued from a previous conversation that ran out of context.")),
    ("claude-code", claude("[Request interrupted by user for tool use]")),
    ("claude-code", claude("<command-name>/exit</command-name><command-args></command-args>")),
    ("claude-code", claude("look for the port", isSidechain=True)),
    ("claude-code", result(REJECTED + "STOP what you are doing and wait for the user to tell you how to proceed.", is_error=True)),
    ("claude-code", result("The user said:\nwe never test")),
    ("claude-code", {"type": "queue-operation", "operation": "enqueue", "content": '{"task_id":"b","description":"x"}'}),
    ("claude-code", {"type": "queue-operation", "operation": "enqueue", "content": "<agent-notification>x</agent-notification>"}),
    ("claude-code", {"type": "queue-operation", "operation": "enqueue", "content": "/ide"}),
    ("claude-code", {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "x", "commandMode": "task-notification"}}),
    ("codex", codex("<environment_context>\n<cwd>/x</cwd>\n</environment_context>")),
    ("codex", codex("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>never test</INSTRUCTIONS>")),
    ("codex", codex("<skill>\n<name>tdd</name>\nWrite the test first.\n</skill>")),
    ("codex", codex(LONG_TEMPLATE)),
    ("codex", codex("---\ndescription: Plan a release\n---\n" + "Read every file before you plan the release. " * 10)),
    ("codex", codex_output("exec command rejected by user")),
    ("codex", {"record_type": "state"}),
    ("gemini", {"type": "info", "content": "we never test"}),
    ("copilot", {"type": "user.message", "data": {"content": "<now>We never test.</now>"}}),
)  # fmt: skip


@for_each("agent, entry", NOT_THE_USERS)
def test_what_a_client_adds_is_not_the_users(agent: str, entry: dict[str, Any]) -> None:
    """Plans, notifications, summaries, prompt files, the editor's context: nobody typed them in this session."""
    assert [turn for turn in CLIENTS[agent].read(entry) if turn.speaker == "user"] == []


def test_of_a_plan_only_the_plan_is_read() -> None:
    """Not what the client says around it: a session whose file names a plan, and one whose message begins so."""
    plan = "# One log\n\nWe keep one log."
    message = f"Implement the following plan:\n\n{plan}\n\n\nIf you need specific details from before exiting plan mode, read x."
    for entry in (claude(message, planContent=plan), claude(message)):
        assert [turn.text.strip() for turn in CLIENTS["claude-code"].read(entry)] == [plan]


def write_session(path: Path, *lines: dict[str, Any]) -> str:
    """A session file with these lines."""
    path.write_text("".join(dumps(line) + "\n" for line in lines))
    return str(path)


def test_a_queued_message_is_read_once(tmp_path: Path) -> None:
    """Claude Code writes it when it is queued, and once more when it is delivered, alone or with others."""
    queued = [{"type": "queue-operation", "operation": "enqueue", "content": text} for text in ("no amends", "run fmt")]
    path = write_session(tmp_path / "s.jsonl", *queued, claude("no amends\nrun fmt"), claude("thanks"))
    turns = [turn for part in read_unread_parts(path, "claude-code") for turn in part.turns]
    assert [(turn.kind, turn.text) for turn in turns] == [
        ("queued", "no amends"),
        ("queued", "run fmt"),
        ("typed", "thanks"),
    ]


def test_the_older_files_of_codex_are_read(tmp_path: Path) -> None:
    """No envelope, no times, and the folder only in the first message."""
    environment = "<environment_context>\nCurrent working directory: /home/ada/shop\n</environment_context>"
    texts = ({"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]} for role, text in (
        ("user", environment), ("user", "never push to main"), ("assistant", "Understood.")
    ))  # fmt: skip
    head = {"id": "c-1", "timestamp": "2025-08-18T01:16:13.522Z", "instructions": None}
    path = write_session(tmp_path / "rollout-1.jsonl", head, {"record_type": "state"}, *texts)
    details = session_details(path, "codex")
    assert (details.session, details.folder) == ("c-1", "/home/ada/shop")
    turns = [turn for part in read_unread_parts(path, "codex") for turn in part.turns]
    assert [(turn.speaker, turn.text) for turn in turns] == [
        ("user", "never push to main"),
        ("assistant", "Understood."),
    ]
    assert {turn.at for turn in turns} == {details.started_at}
    assert details.started_at is not None


def test_in_a_session_that_an_agent_started_nothing_is_the_users(tmp_path: Path) -> None:
    """Codex writes the sessions of its subagents like any other; only the first line tells."""
    meta = {"type": "session_meta", "payload": {"id": "c-2", "cwd": "/x", "source": {"subagent": {"other": "review"}}}}
    answer = {"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "The port is 8080."}]}}  # fmt: skip
    path = write_session(tmp_path / "rollout-1.jsonl", meta, codex("look for the port"), answer)
    turns = [turn for part in read_unread_parts(path, "codex") for turn in part.turns]
    assert [(turn.speaker, turn.text) for turn in turns] == [("subagent", "The port is 8080.")]
