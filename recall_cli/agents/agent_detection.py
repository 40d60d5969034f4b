"""The signs of a coding agent for the programs that it starts: environment variables and its program's name.

This is data. To make another agent known, add its names here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

AGENT_VARIABLES = frozenset(
    """AI_AGENT AMP_CURRENT_THREAD_ID AMP_THREAD_ID ANTIGRAVITY_AGENT AUGMENT_AGENT CLAUDECODE CLAUDE_CODE
    CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ID CLINE_ACTIVE CODEX_CI CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED
    CODEX_THREAD_ID COPILOT_AGENT COPILOT_CLI CRUSH CURSOR_AGENT GEMINI_CLI GEMINI_SESSION_ID GOOSE_TERMINAL OPENCODE
    OPENCODE_CLIENT OPENCODE_SESSION_ID QWEN_CODE QWEN_CODE_SESSION_ID ROO_ACTIVE TRAE_AI_SHELL_ID""".split()
)
"""Variables that agents set for the commands that they run. Any value counts, even an empty one.

Variables that an editor sets in a person's terminal are left out (CURSOR_TRACE_ID, CLAUDE_CODE_SSE_PORT, TERM_PROGRAM).
"""
AGENT_NAME_VARIABLE = "RECALL_AGENT"
"""A program sets this variable to its name to say that it is an agent."""
SHARED_NAME_VARIABLE = "AGENT"
"""Several agents put their name, or 1, into this variable. Other programs use it too, so only such values count."""

AGENT_PROGRAMS = frozenset(
    """aider amp auggie claude claude-code claude-code-acp claude-agent-acp cline codex codex-acp codex-cli
    codex-exec copilot copilot-cli crush cursor-agent droid gemini gemini-cli github-copilot-cli goose goosed
    kilo kilocode kimi kimi-cli kimi-code kiro-cli-chat openhands opencode opencode-ai plandex qchat qodo qwen qwen-code
    roo roo-code trae-cli""".split()
)
"""The names of agents' programs, without an ending such as .js or .exe.

Left out are editors with a terminal for people (code, cursor, windsurf, zed), and programs between a terminal and a
person's shell (kiro-cli-term, qterm).
"""
AGENT_PACKAGES = frozenset(
    """aider @anthropic-ai/claude-agent-sdk @anthropic-ai/claude-code @augmentcode/auggie @charmland/crush
    @github/copilot @google/gemini-cli @kilocode/cli @moonshot-ai/kimi-code @openai/codex @qwen-code/qwen-code
    @sourcegraph/amp @zed-industries/claude-code-acp @zed-industries/codex-acp cline opencode-ai""".split()
)
"""The npm packages of agents: the folder name below node_modules."""
INTERPRETERS = frozenset(
    "bash bun dash deno env fish ksh node nodejs npm npx perl pnpm pypy python ruby sh tsx uv uvx yarn zsh".split()
)
"""Programs that run a script, where the script's name counts. A version number after the name is ignored."""
RUNNERS = frozenset({"bun", "deno", "env", "npm", "npx", "pnpm", "uv", "uvx", "yarn"})
"""The interpreters that start another program by its name."""
RUNNER_SUBCOMMANDS = frozenset({"dlx", "exec", "run", "tool", "x"})
"""Words that may stand between a runner and that name."""
SHELLS = frozenset({"bash", "dash", "fish", "ksh", "sh", "zsh"})
PYTHONS = frozenset({"pypy", "python"})
INLINE_CODE_OPTIONS = frozenset({"-c", "-e", "--eval", "-p", "--print"})
"""Options that pass the program to an interpreter as text."""
OPTIONS_WITH_VALUE = frozenset(
    """-C -W -X -r --conditions --env-file --experimental-loader --from --import --init-file --loader --package --python
    --rcfile --require --with""".split()
)
PROGRAM_SUFFIXES = (".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".exe", ".cmd", ".ps1")


def agent_of_process(name: str, path: str, arguments: "tuple[str, ...]") -> "str | None":
    """The agent that a process is, from its short name, its program's path and its arguments; None if it is none.

    Only the program counts, and the script of an interpreter. Other arguments do not: a folder may have an agent's
    name.
    """
    first = arguments[0] if arguments else ""
    for candidate in (name, path, first):
        program = program_name(candidate)
        if program in AGENT_PROGRAMS:
            return program
    if any(interpreter_name(candidate) in INTERPRETERS for candidate in (name, path, first)):
        return _agent_of_script(arguments)
    return _agent_of_package(path)


def program_name(program: str) -> str:
    """A program's name: the last part of its path, without its ending and the dash of a login shell."""
    name = program.rpartition("/")[2].removesuffix(" (deleted)").lstrip("-").lower()
    for ending in PROGRAM_SUFFIXES:
        name = name.removesuffix(ending)
    return name


def _agent_of_script(arguments: "tuple[str, ...]") -> "str | None":
    """The agent whose script or module an interpreter runs."""
    interpreter = interpreter_name(arguments[0]) if arguments else ""
    words = iter(arguments[1:])
    for word in words:
        if interpreter in PYTHONS and word[:2] == "-m":
            module = (word[2:] or next(words, "")).partition(".")[0]
            return module if module in AGENT_PROGRAMS else None
        if word in INLINE_CODE_OPTIONS or (
            interpreter in SHELLS and word[:1] == "-" and word[:2] != "--" and "c" in word
        ):
            return None  # the next word is program text, not a script
        if word in OPTIONS_WITH_VALUE:
            next(words, None)
        elif not (
            word.startswith("-")
            or (interpreter == "env" and "=" in word)
            or (interpreter in RUNNERS and word in RUNNER_SUBCOMMANDS)
        ):
            program = program_name(word)
            return program if program in AGENT_PROGRAMS else _agent_of_package(word)
    return None


def interpreter_name(program: str) -> str:
    """The name of an interpreter without its version."""
    return program_name(program).rstrip("0123456789.")


def _agent_of_package(path: str) -> "str | None":
    """The agent to whose npm package a path belongs, or whose package a runner starts."""
    _, marker, rest = path.rpartition("/node_modules/")
    parts = (rest if marker else path).split("/")
    if not marker and (not path.startswith("@") or len(parts) > 2):
        return None
    package = "/".join(parts[:2]) if parts[0].startswith("@") else parts[0]
    package = package[:1] + package[1:].partition("@")[0]
    return package if package in AGENT_PACKAGES else None


def find_agent_variable(environment: "Mapping[str, str]") -> "str | None":
    """The environment variable that shows an agent, if there is one."""
    for name in environment:
        if name in AGENT_VARIABLES:
            return name
    if environment.get(AGENT_NAME_VARIABLE):
        return AGENT_NAME_VARIABLE
    shared = environment.get(SHARED_NAME_VARIABLE, "").lower()
    return SHARED_NAME_VARIABLE if shared in ("1", "true") or shared in AGENT_PROGRAMS else None
