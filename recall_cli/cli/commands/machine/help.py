"""recall help: the pages about topics, and the way to the help of every command."""

import os

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param, argument, option
from recall_cli.cli.registry import COMMANDS, COMMANDS_WITH_PAGE, EVERYDAY, command_function_name, command_module_name
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen

TOPICS = tuple(
    """tasks storing finding trust agents sessions view serve moving share maintenance security teams settings
    troubleshooting figures architecture commands""".split()
)
"""The pages in recall_cli/docs, in the order in which they are listed."""
PARTS = {
    "actions": "agents",
    "encryption": "security",
    "extractors": "sessions",
    "glossary": "architecture",
    "installing": "troubleshooting",
    "recipes": "tasks",
    "scripts": "maintenance",
}
"""Subjects that are part of another page: `recall help encryption` shows the page security."""
LIST = "topics"
"""`recall help topics` lists the pages."""
PARAMS = (
    argument(
        "subject",
        "A command, a topic, or the word topics.",
        default=None,
        metavar="[COMMAND|TOPIC|topics]",
        offers=(LIST, *TOPICS, *COMMANDS),
    ),
    option("all", "List all commands, and not only the everyday ones.", kind="flag"),
)
EXAMPLES = (
    ("recall help tasks", "what to type for what you want to do"),
    ("recall help topics", "every topic, in one line each"),
    ("recall help trust", "how beliefs begin and end, and who may change them"),
    ("recall help store", "the same as recall store --help"),
    ("recall help --all", "every command"),
    ("recall help security > security.md", "a topic as plain Markdown"),
)
OTHER_WORDS = {
    "tasks": "task wishes wish what-to-type howto how-to overview cheatsheet cheat-sheet recipe cookbook examples "
    "laptop nonsense",
    "storing": "extraction types anchors projects project memory",
    "finding": "ranking vectors embeddings meaning filters dates",
    "trust": "authorship authors contests contested held views beliefs",
    "view": "page html browser ui web timeline time as-of dashboard",
    "agents": "claude plugin plugins briefs action hooks fingerprints lessons tools subagents ask forbidden",
    "sessions": "session transcripts transcript conversation conversations extractor models llm ollama command program "
    "reader",
    "serve": "mcp server desktop claude-desktop vscode zed tools editor editors ide a2a http tokens tls",
    "moving": "migration backups sync mem0 claude-mem basic-memory",
    "share": "team colleague colleagues git",
    "maintenance": "fading decay loops duplicates json cron shell exit status codes automation script",
    "security": "privacy secrets erasing limits injection key keys cipher",
    "teams": "postgresql postgres server shared multi-user tenants",
    "settings": "variables environment configuration",
    "figures": "benchmarks benchmark performance speed",
    "troubleshooting": "faq problems errors uninstall debugging install installation upgrade update pip pipx uv slim "
    "small packages dependencies",
    "architecture": "internals design layers words terms",
    "commands": "reference options all",
}
"""Words under which somebody may look for a topic."""


def help(app: "App", *, subject: "str | None", all: bool) -> Reply:  # noqa: A001, ARG001 — named like its command; it opens no store
    """Show a topic, or the help of a command.

    Without a subject: the everyday commands. At a terminal a long page opens in your pager (PAGER, else less).
    """
    if subject is None:
        return Reply(_commands_and_topics, lambda: [f"{name}\t{about}" for name, (_, about) in COMMANDS.items()])
    topic = PARTS.get(subject.lower(), subject.lower())
    if topic == LIST:
        return Reply(
            lambda: {"topics": [{"topic": name, "about": about} for name, about in topic_summaries()]},
            lambda: [f"{name}\t{about}" for name, about in topic_summaries()],
            _print_list,
        )
    if (
        subject in COMMANDS and subject not in COMMANDS_WITH_PAGE
    ):  # with --json; the parser prints the help for people itself
        return Reply(lambda: help_document(subject), lambda: [COMMANDS[subject][1]])
    if topic not in TOPICS:
        raise UsageError(f"there is no command or topic {subject!r}", _suggest(topic))

    def screen(out: "Screen") -> None:
        from recall_cli.cli.output.help_page import print_page

        print_page(out, page_text(topic))

    return Reply(
        lambda: {"topic": topic, "text": page_text(topic)},
        lambda: page_text(topic).splitlines(),
        screen,
    )


def page_text(topic: str) -> str:
    """The text of a topic as Markdown, without pictures and links into the repository, which lead nowhere here."""
    import re

    with open(_page_path(topic), encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"^!\[.*\n\n?", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]\n]+)\]\((?!\w+://)[^)\n]+\)", r"\1", text)


def _page_path(topic: str) -> str:
    import recall_cli

    return os.path.join(os.path.dirname(str(recall_cli.__file__)), "docs", f"{topic}.md")


def topic_summaries() -> "list[tuple[str, str]]":
    """Each topic, and what its title says that it is about."""
    summaries = []
    for topic in TOPICS:
        with open(_page_path(topic), encoding="utf-8") as file:
            summaries.append((topic, file.readline().partition(": ")[2].rstrip("\n")))
    return summaries


def _commands_and_topics() -> "dict[str, object]":
    """All commands and topics."""
    return {
        "commands": [
            {"command": name, "section": section, "about": about, "everyday": name in EVERYDAY}
            for name, (section, about) in COMMANDS.items()
        ],
        "topics": [{"topic": name, "about": about} for name, about in topic_summaries()],
    }


def _suggest(word: str) -> str:
    """The nearest topics, else the nearest command, else where both are listed."""
    from recall_cli.agents.registry import KNOWN_AGENTS
    from recall_cli.cli.parsing.suggestions import suggest_command
    from recall_cli.rules.text.spelling import closest_words

    topics = closest_words(word, (*TOPICS, *PARTS)) or [
        topic
        for topic, others in OTHER_WORDS.items()
        if word in others.split() or (topic == "agents" and word in KNOWN_AGENTS)
    ]
    if topics:
        return f"did you mean {' or '.join('recall help ' + topic for topic in topics)}?"
    command = suggest_command(word).removeprefix("did you mean ").rstrip("?").split()[0]
    return f"did you mean recall help {command}?" if command in COMMANDS else f"recall help {LIST} lists the topics"


def _print_list(out: "Screen") -> None:
    from recall_cli.cli.output.help_page import print_topics

    print_topics(out, topic_summaries())


JSON_TYPES = {"int": "integer", "float": "number", "flag": "flag"}
"""The type of a value, by the kind of its parameter; all others are text."""


def help_document(name: str) -> "dict[str, object]":
    """A command's summary, description, usage, arguments, options and examples."""
    import inspect

    from recall_cli.cli.parsing.full_parser import usage_line

    module = __import__(command_module_name(name), fromlist=["PARAMS"])
    params = (*module.PARAMS, *GLOBAL_OPTIONS)
    section, summary = COMMANDS[name]
    return {
        "name": name,
        "section": section,
        "summary": summary,
        "description": inspect.getdoc(getattr(module, command_function_name(name))),
        "usage": usage_line(name),
        "arguments": [
            {
                "name": param.name,
                "help": param.help,
                "required": param.default is REQUIRED,
                "repeatable": param.kind in ("words", "arguments"),
                **_value_document(param),
            }
            for param in params
            if param.positional
        ],
        "options": [
            {
                "flags": [*param.flags],
                "help": param.help,
                "metavar": param.metavar,
                "repeatable": param.kind == "many",
                **_value_document(param),
            }
            for param in params
            if not param.positional
        ],
        "examples": [{"command": command, "purpose": purpose} for command, purpose in module.EXAMPLES],
    }


def _value_document(param: Param) -> "dict[str, object]":
    """The values that a parameter takes."""
    default = None if param.default is REQUIRED else param.default
    return {
        "type": JSON_TYPES.get(param.kind, "text"),
        "default": [*default] if isinstance(default, tuple) else default,
        "choices": [*param.choices],
        "minimum": param.low,
        "maximum": param.high,
    }
