"""The agents that recall knows, as a table.

A new agent begins with a row here. Code is needed only if its settings, messages or session files have a form that no
other agent has. What else names the agents, such as the pages, is in CONTRIBUTING.md under "An agent"; the tests name
what is missing.
"""

from recall_cli.agents.agent import (
    COMPACT,
    OWN_FILE,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SUBAGENT_START,
    TOML_TABLES,
    TOOL_END,
    TOOL_FAILED,
    TOOL_START,
    TURN_END,
    Agent,
    Hook,
    find_by_name,
)

MAX_BRIEF_UNITS = 9_500
"""The limit of a brief in UTF-16 units. Claude Code and Codex truncate above 10,000; the others allow more."""

GEMINI_TOOLS = "run_shell_command|read_file|read_many_files|replace|write_file"
"""The tools of Gemini CLI that run commands, and read or change files."""
QWEN_TOOLS = "run_shell_command|read_file|edit|write_file"
"""The same of Qwen Code."""

AGENTS = (
    Agent(
        name="claude-code",
        title="Claude Code",
        user=".claude/settings.json",
        project=".claude/settings.json",
        home=("CLAUDE_CONFIG_DIR", ".claude"),
        name_field="statusMessage",
        hooks=(
            # a resumed session replays its brief; a second brief would appear there twice
            Hook(event=SESSION_START, name="SessionStart", timeout=10, matcher="startup|clear|compact"),
            Hook(event=PROMPT, name="UserPromptSubmit", timeout=5),
            Hook(event=SUBAGENT_START, name="SubagentStart", timeout=5),
            # what is said before a tool reaches the model together with the tool's result
            Hook(event=TOOL_START, name="PreToolUse", timeout=5, matcher="Bash|Read|Edit|MultiEdit|Write|NotebookEdit"),
            Hook(event=TOOL_END, name="PostToolUse", timeout=5, matcher="Bash"),
            Hook(event=TOOL_FAILED, name="PostToolUseFailure", timeout=5, matcher="Bash"),
            Hook(event=COMPACT, name="PreCompact", timeout=10),
            Hook(event=TURN_END, name="Stop", timeout=10),
            # without a timeout of its own, everything at a session's end is stopped after 1.5 seconds
            Hook(event=SESSION_END, name="SessionEnd", timeout=10),
        ),
        end_question="context",  # the form "block" is shown to the user as an error
        can_ask=True,
        allow_list=("permissions", "allow"),
        allow_rule="Bash({}:*)",
        resume_keeps_brief=True,
        tested_version="2.1.330",
    ),
    Agent(
        name="codex",
        title="Codex CLI",
        user=".codex/hooks.json",
        project=".codex/hooks.json",
        home=("CODEX_HOME", ".codex"),
        name_field="statusMessage",
        hooks=(
            Hook(event=SESSION_START, name="SessionStart", timeout=10, matcher="startup|clear|compact"),
            Hook(event=PROMPT, name="UserPromptSubmit", timeout=5),
            Hook(event=SUBAGENT_START, name="SubagentStart", timeout=5),
            Hook(event=TOOL_START, name="PreToolUse", timeout=5),
            Hook(event=TOOL_END, name="PostToolUse", timeout=5, matcher="Bash"),
            Hook(event=COMPACT, name="PreCompact", timeout=10),
            # in interactive mode, /quit, a closed terminal or a signal end the session without a SessionEnd event
            Hook(event=TURN_END, name="Stop", timeout=10),
            Hook(event=SESSION_END, name="SessionEnd", timeout=3),  # more is reduced to 3, with a warning
        ),
        turn_end_output="{}",  # hooks of this event may print only JSON
        reads_after_turns=True,
        end_question="block",
        resume_keeps_brief=True,
        tested_version="0.169.0",
        approval_file="config.toml",
        note="Codex ignores new hooks until you approve them: run /hooks in Codex once.",
    ),
    Agent(
        name="gemini",
        title="Gemini CLI",
        user=".gemini/settings.json",
        project=".gemini/settings.json",
        name_field="name",
        hooks=(
            # in milliseconds; a resumed session has only the brief of its resumption. No event comes before compaction:
            # PreCompress runs before every call of the model.
            Hook(event=SESSION_START, name="SessionStart", timeout=10_000, matcher="*"),
            Hook(event=PROMPT, name="BeforeAgent", timeout=5_000, matcher="*"),
            # what a hook says before a tool does not reach its model
            Hook(event=TOOL_END, name="AfterTool", timeout=5_000, matcher=GEMINI_TOOLS),
            Hook(event=SESSION_END, name="SessionEnd", timeout=10_000, matcher="*"),
        ),
        allow_file=".gemini/policies/recall.toml",
        tested_version="0.61.0",
        untested_parts=("interactive mode (tested: gemini -p)",),
    ),
    Agent(
        name="qwen",
        title="Qwen Code",
        user=".qwen/settings.json",
        project=".qwen/settings.json",
        name_field="statusMessage",
        hooks=(
            # in milliseconds, which every version reads; a resumed session has only the brief of its resumption
            Hook(event=SESSION_START, name="SessionStart", timeout=10_000, matcher="*"),
            Hook(event=PROMPT, name="UserPromptSubmit", timeout=5_000),
            Hook(event=SUBAGENT_START, name="SubagentStart", timeout=5_000),
            # what a hook says before a tool does not reach its model
            Hook(event=TOOL_END, name="PostToolUse", timeout=5_000, matcher=QWEN_TOOLS),
            Hook(event=TOOL_FAILED, name="PostToolUseFailure", timeout=5_000, matcher="run_shell_command"),
            Hook(event=COMPACT, name="PreCompact", timeout=10_000),
            Hook(event=TURN_END, name="Stop", timeout=10_000),  # qwen -p ends without a SessionEnd event
            Hook(event=SESSION_END, name="SessionEnd", timeout=10_000),
        ),
        reads_after_turns=True,
        tested_version="0.24.4",
        untested_parts=("interactive mode (tested: qwen -p)",),
    ),
    Agent(
        name="kimi",
        title="Kimi Code",
        user=".kimi-code/config.toml",
        project="",
        home=("KIMI_CODE_HOME", ".kimi-code"),
        form=TOML_TABLES,
        shape="command/timeout",
        hooks=(
            # of what hooks say, only that at a prompt reaches its model
            Hook(event=SESSION_START, name="UserPromptSubmit", timeout=10),
            Hook(event=PROMPT, name="UserPromptSubmit", timeout=5),
            Hook(event=COMPACT, name="PreCompact", timeout=10),
            Hook(event=TURN_END, name="Stop", timeout=10),  # kimi -p ends without a SessionEnd event
            Hook(event=SESSION_END, name="SessionEnd", timeout=10),
        ),
        answer="plain",
        brief_with_prompt=True,
        reads_after_turns=True,
        resume_keeps_brief=True,
        tested_version="2.1.0",
        untested_parts=("interactive mode (tested: kimi -p)", "compaction"),
    ),
    Agent(
        name="opencode",
        title="opencode",
        user=".config/opencode/plugin/recall.js",
        project=".opencode/plugin/recall.js",
        home=("XDG_CONFIG_HOME", ".config"),
        form=OWN_FILE,
        shape="plugin",
        hooks=(
            Hook(event=SESSION_START, name="experimental.chat.system.transform", timeout=10),
            Hook(event=TOOL_END, name="tool.execute.after", timeout=5),
            Hook(event=SESSION_END, name="session.idle", timeout=10),
        ),
        answer="plain",
        tested_version="1.18.33",
        untested_parts=("compaction",),
    ),
    Agent(
        name="cursor",
        title="Cursor",
        user=".cursor/hooks.json",
        project=".cursor/hooks.json",
        shape="command/timeout",
        hooks=(
            Hook(event=SESSION_START, name="sessionStart", timeout=10),
            Hook(event=PROMPT, name="beforeSubmitPrompt", timeout=5),
            # a hook before a tool would have to allow or deny it, and one at a subagent's start can say nothing
            Hook(event=TOOL_END, name="postToolUse", timeout=5),
            Hook(event=SESSION_END, name="sessionEnd", timeout=10),
        ),
        answer="additional_context",
        transcript_delay_seconds=3,  # nobody says when its file is complete
        note="Untested: written from Cursor's documentation and from what others saw.",
    ),
    Agent(
        name="copilot",
        title="Copilot CLI",
        user=".copilot/hooks/recall.json",
        project=".github/hooks/recall.json",
        form=OWN_FILE,
        shape="bash/timeoutSec",
        hooks=(
            Hook(event=SESSION_START, name="sessionStart", timeout=10),
            Hook(event=PROMPT, name="userPromptSubmitted", timeout=5),
            Hook(event=TOOL_START, name="preToolUse", timeout=5),
            Hook(event=TOOL_END, name="postToolUse", timeout=5),
            Hook(event=SESSION_END, name="sessionEnd", timeout=10),
        ),
        can_ask=True,
        answer="additionalContext",
        transcript_delay_seconds=3,  # the transcript is written after the session's end
        tested_version="1.0.102",
        untested_parts=("interactive mode (tested: copilot -p)",),
    ),
)
"""The agents for which recall installs hooks."""
VSCODE = Agent(
    name="vscode",
    title="VS Code",
    user="",
    project="",
    hooks=(Hook(event=SESSION_START, name="SessionStart", timeout=10),),
)
"""It has no hooks of its own from recall; it runs those of Claude Code and Copilot CLI."""
KNOWN_AGENTS = {agent.name: agent for agent in AGENTS}
CLAUDE_CODE, CODEX, GEMINI = KNOWN_AGENTS["claude-code"], KNOWN_AGENTS["codex"], KNOWN_AGENTS["gemini"]
OPENCODE, CURSOR, COPILOT = KNOWN_AGENTS["opencode"], KNOWN_AGENTS["cursor"], KNOWN_AGENTS["copilot"]
QWEN, KIMI = KNOWN_AGENTS["qwen"], KNOWN_AGENTS["kimi"]


PLATFORM_NAMES = {"darwin": "macOS", "win32": "Windows"}
TESTED_PLATFORM = "linux"
"""The platform on which the hooks were tested."""


def untested_parts(agent: Agent, platform: str) -> "list[str]":
    """The parts of an agent's hooks that were not tested with the real program."""
    if not agent.tested_version:
        return ["every event (written from its documentation)"]
    other_platform = [f"{PLATFORM_NAMES.get(platform, platform)} (tested: Linux)"]
    return [*agent.untested_parts, *([] if platform == TESTED_PLATFORM else other_platform)]


def sending_agent(hooked: Agent, client: str) -> Agent:
    """The agent that sent a message: some agents run the hooks that were installed for another."""
    if client == VSCODE.name and hooked in (CLAUDE_CODE, COPILOT):
        return VSCODE
    plugin_users = {agent.name: agent for agent in (CODEX, COPILOT)}
    return plugin_users.get(client, hooked) if hooked == CLAUDE_CODE else hooked


def find_agent(name: str) -> Agent:
    """The agent with this name. For a similar name, the error suggests the right one."""
    if name.lower().replace("-", "").replace(" ", "") in ("vscode", "code", "visualstudiocode"):
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "VS Code has no hooks of its own: it runs those of Claude Code and Copilot CLI",
            f"recall hooks install {CLAUDE_CODE.name}; recall does not store anything from VS Code sessions",
        )
    return find_by_name("agent", name, KNOWN_AGENTS)
