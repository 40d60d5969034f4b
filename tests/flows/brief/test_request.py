"""The sentence that asks an agent to store: below every brief, alone where nothing is known, never where memory is off."""

import json
import shlex
from pathlib import Path

import pytest

from recall_cli.agents.hook_entries import SNIPPET
from recall_cli.domain.store_request import REQUEST_TOKENS, WHAT_TO_STORE, WHEN_TO_STORE, store_request
from recall_cli.flows.brief import request
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.text.inserted_blocks import remove_inserted_blocks
from recall_cli.serve.texts import INSTRUCTIONS
from tests.command import Home
from tests.flows.agents.test_sessions import (
    run_hook,
    run_worker,
    started_workers,
    stored_texts,
    work_folder,
    write_turns,
)

__all__ = ["started_workers", "work_folder"]

REQUEST = store_request("recall")
RULE = "Always run `make lint` before you push, because the build of main checks nothing else."
NOTE = "The totals were wrong, because the report counts refunds twice."


def read_brief(recall: Home, *args: str, **more: object) -> list[str]:
    """The lines of a brief without a question."""
    return recall.quick("context", "--compact", *args, **more).out.splitlines()


def test_an_empty_brief_is_one_sentence(recall: Home) -> None:
    """Without a store, and with one that says nothing here; looking makes no store."""
    assert read_brief(recall) == [REQUEST]
    assert not recall.db.exists()
    recall.store("The api listens on port 8080.", "--project", "api")
    assert read_brief(recall, "--global") == [REQUEST]


def test_it_is_the_last_line_of_a_brief(recall: Home) -> None:
    """Below the fence, for the start of a session alone; a brief with little room has only memories."""
    recall.store("We chose NATS because replay was too slow.", "--type", "decision")
    *_, foot, last = read_brief(recall)
    assert (foot.startswith("</recalled_memories"), last) == (True, REQUEST)
    assert estimate_tokens(REQUEST) <= REQUEST_TOKENS
    assert WHEN_TO_STORE not in recall.quick("context", "--compact", "why NATS").out
    assert "NATS" in "".join(read_brief(recall, "--budget", "100"))
    assert REQUEST not in read_brief(recall, "--budget", "100")


def test_snippet_and_server_say_the_same() -> None:
    """One wording for the brief, the instructions that a user adds, and those of a server."""
    assert WHEN_TO_STORE in SNIPPET
    assert WHAT_TO_STORE in INSTRUCTIONS


def test_its_command_works(recall: Home) -> None:
    """Exactly as it stands there."""
    command = REQUEST.removeprefix(f"{WHEN_TO_STORE}: ").partition(" (or ")[0]
    answer = recall.quick(*shlex.split(command.replace("X, because Y.", NOTE))[1:])
    assert answer.status == 0
    assert [memory["type"] for memory in recall.json("list")["memories"]] == ["decision"]


def test_the_command_is_a_path_where_no_shell_finds_it(
    recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an environment of its own; the name is enough as soon as the folder is on the PATH."""
    program = tmp_path / "my tools" / "recall"
    program.parent.mkdir()
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setattr(request.sys, "argv", [str(program), "context"])
    assert f"note it: '{program}' store" in read_brief(recall, env={"PATH": str(tmp_path)})[0]
    assert read_brief(recall, env={"PATH": str(program.parent)}) == [REQUEST]


@pytest.mark.parametrize("switch", ["RECALL_OFF", "RECALL_PRIVATE"])
def test_where_nothing_may_be_stored_nothing_is_asked(switch: str, recall: Home, work_folder: Path) -> None:
    """Off everywhere, or a private session: neither the command nor a hook asks."""
    message = json.dumps({"session_id": "s-9", "cwd": str(work_folder)})
    hook = ("hook", "session-start", "--agent", "claude-code")
    assert WHEN_TO_STORE in recall.quick(*hook, stdin=message).out
    recall.later()
    assert WHEN_TO_STORE not in recall.quick(*hook, stdin=message, env={switch: "1"}).out
    assert WHEN_TO_STORE not in "".join(read_brief(recall, env={switch: "1"}))


def test_a_project_without_memory_stays_silent(recall: Home, work_folder: Path) -> None:
    """Its sessions get nothing, and the command asks for nothing."""
    recall.store("The api listens on port 8080.", cwd=work_folder)
    assert recall.quick("config", "project", "disable", "work", cwd=work_folder, person=True).status == 0
    assert run_hook(recall, work_folder, "session-start").out == ""
    assert REQUEST not in read_brief(recall, cwd=work_folder)


def test_it_is_nobodys_words() -> None:
    """A client may show a brief as a message of the user: the sentence is not theirs."""
    assert remove_inserted_blocks(f"{REQUEST}\nPlease mend the totals.") == "Please mend the totals."


@pytest.mark.parametrize("how", [(), ("--defer",)])
def test_what_an_agent_stores_silences_the_rules(
    how: tuple[str, ...], recall: Home, work_folder: Path, started_workers: list[int]
) -> None:
    """Of a session in which the agent stored something, also later or again, no rule keeps a line."""
    for session in ("s-1", "s-2"):
        answer = recall.quick("store", NOTE, *how, cwd=work_folder, env={"CLAUDE_CODE_SESSION_ID": session})
        assert answer.status == 0, answer
        write_turns(recall, work_folder, session, RULE)
        run_hook(recall, work_folder, "session-end", session)
        run_worker(recall)
        assert stored_texts(recall) == [NOTE]
        recall.later(days=40)
    write_turns(recall, work_folder, "s-3", RULE)
    run_hook(recall, work_folder, "session-end", "s-3")
    run_worker(recall)
    assert len(stored_texts(recall)) == 2
