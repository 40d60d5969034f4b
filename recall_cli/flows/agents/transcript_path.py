"""Where an agent keeps the transcript of a session."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.agents.hook_messages import HookMessage


def transcript_path(
    agent: "Agent", message: "HookMessage", environment: "dict[str, str] | os._Environ[str]"
) -> "str | None":
    """The path of a session's transcript, which may not exist yet; None if it cannot be known."""
    if message.transcript:
        return message.transcript
    session_letters = message.session.replace("-", "").replace("_", "")
    if not session_letters.isalnum() or not session_letters.isascii():
        return None
    if agent.name == "copilot":  # no event names it, and the file is written after the session's end
        return os.path.expanduser(f"~/.copilot/session-state/{message.session}/events.jsonl")
    if agent.name == "opencode":
        data_folder = environment.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        return os.path.join(data_folder, "opencode", "opencode.db")
    if agent.name == "kimi":
        from recall_cli.agents.transcripts.clients import kimi_session_file

        return kimi_session_file(message.session, environment)
    if agent.name == "cursor" and message.folder:
        from recall_cli.agents.transcripts.clients import cursor_session_file

        return cursor_session_file(message.folder, message.session)
    return None
