"""The agents that recall knows: one constant each. Another agent is another constant, not another branch."""

from recall_cli.agents.agent import (
    COMPACT,
    OWN_FILE,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SETTINGS_ENTRIES,
    TURN_END,
    Agent,
    Hook,
)

MAX_BRIEF_UNITS = 9_500
"""A brief has at most so many UTF-16 units: Claude Code and Codex cut beyond 10,000, the others take more."""

CLAUDE_CODE = Agent(
    name="claude-code",
    title="Claude Code",
    user=".claude/settings.json",
    project=".claude/settings.json",
    home=("CLAUDE_CONFIG_DIR", ".claude"),
    form=SETTINGS_ENTRIES,
    shape="nested",
    hooks=(
        # a resumed session replays what it was told; telling it again would put the brief there twice
        Hook(event=SESSION_START, name="SessionStart", timeout=10, matcher="startup|clear|compact"),
        Hook(event=PROMPT, name="UserPromptSubmit", timeout=5),
        Hook(event=COMPACT, name="PreCompact", timeout=10),
        # without a timeout of its own everything at the end of a session is stopped after 1.5 seconds
        Hook(event=SESSION_END, name="SessionEnd", timeout=10),
    ),
    answer="nested",
    resume_keeps_brief=True,
    seen="2.1.329",
)
CODEX = Agent(
    name="codex",
    title="Codex CLI",
    user=".codex/hooks.json",
    project=".codex/hooks.json",
    home=("CODEX_HOME", ".codex"),
    form=SETTINGS_ENTRIES,
    shape="nested",
    hooks=(
        Hook(event=SESSION_START, name="SessionStart", timeout=10, matcher="startup|clear|compact"),
        Hook(event=PROMPT, name="UserPromptSubmit", timeout=5),
        Hook(event=COMPACT, name="PreCompact", timeout=10),
        # its own window is left by /quit, by a closed terminal or by a signal without the event SessionEnd
        Hook(event=TURN_END, name="Stop", timeout=10),
        Hook(event=SESSION_END, name="SessionEnd", timeout=3),  # more is cut down to 3, with a warning
    ),
    answer="nested",
    turn_end_output="{}",  # no other text than JSON is taken from a hook of this event
    resume_keeps_brief=True,
    seen="0.169.0",
    approval_file="config.toml",
    note="Codex skips new hooks in silence until you approve them: run /hooks in codex once.",
)
GEMINI = Agent(
    name="gemini",
    title="Gemini CLI",
    user=".gemini/settings.json",
    project=".gemini/settings.json",
    home=("", ""),
    form=SETTINGS_ENTRIES,
    shape="nested",
    hooks=(
        # milliseconds; and a resumed session holds only what is told at its resumption. There is no hook before
        # compaction: PreCompress runs before every call of the model.
        Hook(event=SESSION_START, name="SessionStart", timeout=10_000, matcher="*"),
        Hook(event=PROMPT, name="BeforeAgent", timeout=5_000, matcher="*"),
        Hook(event=SESSION_END, name="SessionEnd", timeout=10_000, matcher="*"),
    ),
    answer="nested",
    seen="0.61.0",
    untested_parts=("in its own window (only gemini -p was)",),
)
OPENCODE = Agent(
    name="opencode",
    title="opencode",
    user=".config/opencode/plugin/recall.js",
    project=".opencode/plugin/recall.js",
    home=("XDG_CONFIG_HOME", ".config"),
    form=OWN_FILE,
    shape="plugin",
    hooks=(
        Hook(event=SESSION_START, name="experimental.chat.system.transform", timeout=10),
        Hook(event=SESSION_END, name="session.idle", timeout=10),
    ),
    answer="plain",
    seen="1.18.33",
    untested_parts=("compaction",),
)
CURSOR = Agent(
    name="cursor",
    title="Cursor",
    user=".cursor/hooks.json",
    project=".cursor/hooks.json",
    home=("", ""),
    form=SETTINGS_ENTRIES,
    shape="command/timeout",
    hooks=(Hook(event=SESSION_START, name="sessionStart", timeout=10),),
    answer="additional_context",
    note="Not checked by running: written after Cursor's documentation. What is said in Cursor is not read.",
)
COPILOT = Agent(
    name="copilot",
    title="Copilot CLI",
    user=".copilot/hooks/recall.json",
    project=".github/hooks/recall.json",
    home=("", ""),
    form=OWN_FILE,
    shape="bash/timeoutSec",
    hooks=(
        Hook(event=SESSION_START, name="sessionStart", timeout=10),
        Hook(event=SESSION_END, name="sessionEnd", timeout=10),
    ),
    answer="additionalContext",
    transcript_delay_seconds=3,  # its record does not exist yet when its session ends
    seen="1.0.102",
    untested_parts=("in its own window (only copilot -p was)",),
)
VSCODE = Agent(
    name="vscode",
    title="VS Code",
    user="",
    project="",
    home=("", ""),
    form=SETTINGS_ENTRIES,
    shape="nested",
    hooks=(Hook(event=SESSION_START, name="SessionStart", timeout=10),),
    answer="nested",
)
"""It has no hooks of its own from recall: it runs those of Claude Code and of Copilot CLI that it finds."""
KNOWN_AGENTS = {agent.name: agent for agent in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE, CURSOR, COPILOT)}


TESTED_PLATFORM = "linux"
"""Where they were run."""


def untested_parts(agent: Agent, platform: str) -> "list[str]":
    """What of an agent's hooks was not checked by running the real program."""
    if not agent.seen:
        return ["every event (written after its documentation)"]
    return [
        *agent.untested_parts,
        *([] if platform == TESTED_PLATFORM else [f"{PLATFORM_NAMES.get(platform, platform)} (Linux was)"]),
    ]


PLATFORM_NAMES = {"darwin": "macOS", "win32": "Windows"}


def sending_agent(hooked: Agent, client: str) -> Agent:
    """The agent that a message comes from: some run the hooks that were installed for another."""
    if client == VSCODE.name and hooked in (CLAUDE_CODE, COPILOT):
        return VSCODE
    return CODEX if client == CODEX.name and hooked == CLAUDE_CODE else hooked


def find_agent(name: str) -> Agent:
    """The agent of a name; a near miss is answered with the right one."""
    found = KNOWN_AGENTS.get(name.lower())
    if found is not None:
        return found
    from recall_cli.domain.errors import UsageError

    if name.lower().replace("-", "").replace(" ", "") in ("vscode", "code", "visualstudiocode"):
        raise UsageError(
            "VS Code has no hooks of its own: it runs those of Claude Code and Copilot CLI",
            f"recall hooks install {CLAUDE_CODE.name}; what is said in VS Code is not kept",
        )
    import difflib

    also = {"claude": "claude-code", "claudecode": "claude-code", "gemini-cli": "gemini", "github-copilot": "copilot"}
    near = also.get(name.lower()) or next(iter(difflib.get_close_matches(name, KNOWN_AGENTS, 1)), None)
    raise UsageError(
        f"there is no agent {name!r} that recall knows",
        f"did you mean {near}?" if near else "it knows " + ", ".join(KNOWN_AGENTS),
    )
