"""The full parser: Typer, with help, suggestions and clear errors. It takes what the fast parser leaves.

Commands are declared as data (`PARAMS`). This module makes Typer commands of them, only of the one that is called.
"""

import enum
import inspect
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Optional

import typer
from typer.core import TyperCommand, TyperGroup

from recall_cli import __version__
from recall_cli.cli.parsing import suggestions, value_errors
from recall_cli.cli.parsing.fast_parser import find_command
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param, is_text
from recall_cli.cli.registry import (
    CALLED_AS,
    COMMANDS,
    COMMANDS_WITH_PAGE,
    EVERYDAY,
    TOP_LEVEL,
    call_of,
    command_function_name,
    command_module_name,
)
from recall_cli.domain.errors import RecallError, UsageError

PROGRAM_SUMMARY = "The memory of coding agents: one command, one SQLite file, no daemon, no network."
MORE_HELP = [
    ("recall setup", "connect recall to your agents, shell and scheduler at once"),
    ("recall COMMAND --help", "every option of a command, with examples"),
    ("recall help --all", "all commands"),
    ("recall help tasks", "what to type for what you want to do"),
    ("recall help topics", "pages about trust, agents, security and more"),
]
"""What the help of `recall` itself leads to."""
PYTHON_TYPES = {"text": str, "argument": str, "int": int, "float": float, "flag": bool}
MAX_EXAMPLES = 3
"""Plain help shows so many; `--help --all` shows all."""

Call = tuple[str, dict[str, Any]]


def parse_command_line(argv: list[str]) -> Call | int:
    """The command and its values, or an exit status if help or an error was printed."""
    given = find_command(argv)
    as_json = "--json" in given
    if sorted(given) in (["--json", "--version"], ["--json", "-V"]):
        sys.stdout.write(f'{{"recall": "{__version__}"}}\n')
        return 0
    try:
        return parse_with_typer(given)
    except (RecallError, OSError) as error:  # OSError: the help could not be written
        from recall_cli.cli.error_output import report_exception

        return report_exception(error, as_json)


def parse_with_typer(given: list[str]) -> Call | int:
    """The call that Typer makes of the arguments; UsageError if they are wrong."""
    alone = _greeting_call(given)
    if alone is not None:
        return alone
    if given[0] == "help":  # help admin embed, help pin --off
        moved = find_command(given[1:])
        given = ["help", *moved] if moved == given[1:] or "--json" in moved else [*moved, "--help"]
    if _is_help_as_json(given):
        return "help", {"subject": given[1], "all": False, "json": True, "db": None}
    show_all = _asks_for_all_help(given)
    given = _help_as_option([word for word in given if word != "--all"] if show_all else given)
    named = given[0]
    if named not in COMMANDS and is_text(named, ()):
        raise UsageError(f"there is no command {named!r}", suggestions.suggest_command(named))
    calls: list[Call] = []
    names = [named] if named in COMMANDS else list(COMMANDS)
    group = AllCommandsGroup if show_all else EverydayGroup
    app = _typer_app(names, calls, with_options=named in COMMANDS, group=group, show_rare=show_all)
    command = typer.main.get_command(app)
    try:
        command.main(given, prog_name="recall", standalone_mode=False)
    except (typer.TyperException, typer.Exit, typer.Abort) as stop:
        return _explain_typer_error(stop, named, given[1:])
    return calls[0] if calls else 0


def _asks_for_all_help(given: list[str]) -> bool:
    """Is it a call for help with `--all`, which shows every command, or every option of a command?"""
    return "--all" in given and (given[0] == "help" or "--help" in given or "-h" in given)


def _help_as_option(given: list[str]) -> list[str]:
    """`recall help` as the options that mean the same; the command help is left where it has a page to show."""
    if given == ["help"]:
        return ["--help"]
    if given[0] == "help" and given[1:] and given[1] in COMMANDS and given[1] not in COMMANDS_WITH_PAGE:
        return [*given[1:], "--help"]
    return given


def _is_help_as_json(given: list[str]) -> bool:
    """True for `recall help COMMAND --json`."""
    return len(given) == 3 and given[0] == "help" and given[1] in COMMANDS and given[2] == "--json"


def usage_line(name: str) -> str:
    """How a command is called, as the first line of its help shows it."""
    group = typer.main.get_command(_typer_app([name], [], with_options=True, group=EverydayGroup))
    assert isinstance(group, TyperGroup)
    command = group.commands[name]
    context = command.make_context(f"recall {name}", [], resilient_parsing=True, terminal_width=10_000)
    return command.get_usage(context).removeprefix("Usage: ")


def _greeting_call(given: list[str]) -> Call | None:
    """The call of `recall` alone, if there are only global options."""
    values: dict[str, Any] = {"json": False, "db": None}
    rest = iter(given)
    for word in rest:
        if word == "--json":
            values["json"] = True
        elif word.startswith("--db="):
            values["db"] = word[5:]
        elif word != "--db" or (path := next(rest, None)) is None:
            return None
        else:
            values["db"] = path
    return "greeting", values


def _explain_typer_error(error: Exception, command: str, given: list[str]) -> int:
    if isinstance(error, typer.Exit):
        return int(error.exit_code)
    if isinstance(error, typer.Abort):
        raise UsageError("interrupted")
    option = getattr(error, "option_name", None)
    if option is not None and hasattr(error, "possibilities"):
        raise UsageError(
            f"there is no option {option}",
            suggestions.suggest_option(option, command, _command_module(command).PARAMS if command in COMMANDS else ()),
        )
    wrong = value_errors.explain_value_error(error)
    if wrong is not None:
        hint = (
            value_errors.suggest_choice(command, wrong, _command_module(command).PARAMS) if command in COMMANDS else ""
        )
        raise UsageError(wrong, hint or "see --help")
    message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    message = message.partition(". Choose from")[0]
    if "unexpected extra argument" in message and command in COMMANDS:
        params = (*_command_module(command).PARAMS, *GLOBAL_OPTIONS)
        extra = value_errors.extra_arguments(given, params)
        if extra:
            hint = value_errors.suggest_flag(given, params) or value_errors.suggest_place(command, extra, params)
            hint = hint or f"see recall {call_of(command)} --help"
            raise UsageError(f"{command} takes no argument {extra[0]!r}", hint)
    if command in COMMANDS:
        module = _command_module(command)
        value_errors.check_missing(error, command, (*module.PARAMS, *GLOBAL_OPTIONS), module.EXAMPLES)
    raise UsageError(message[:1].lower() + message[1:].rstrip("."), "see --help")


class TextCommand(TyperCommand):
    """A command whose arguments may begin with "-"."""

    def make_parser(self, ctx: Any) -> Any:
        """The parser of Typer, which takes texts for texts."""
        parser: Any = super().make_parser(ctx)  # Typer has no public place for this
        read_option = parser._process_opts

        def read_text_or_option(word: str, state: Any) -> None:
            if self._is_text(word):
                state.largs.append(word)
            else:
                read_option(word, state)

        parser._process_opts = read_text_or_option
        return parser

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write how the command is called, which may be through another command."""
        name = str(self.name)
        formatter.write_usage(f"recall {call_of(name)}", " ".join(self.collect_usage_pieces(ctx)))

    def _is_text(self, word: str) -> bool:
        """Is it a text? A word like `--env=prod is …` is one if the command has no similar option."""
        command = str(self.name)
        params = _command_module(command).PARAMS
        flags = {flag for param in (*params, *GLOBAL_OPTIONS) for flag in param.flags}
        if is_text(word, flags):
            return True
        name = word.partition("=")[0]
        if name in flags or not any(map(str.isspace, word)):
            return False
        is_letter = not name.startswith("--")  # one letter is like any other
        return is_letter or not suggestions.suggest_option(name, command, params).startswith("did you mean")


class EverydayGroup(TyperGroup):
    """The help of `recall` itself: the commands for every day, in the order of their use."""

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        with formatter.section("Everyday commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in EVERYDAY])
        with formatter.section("More"):
            formatter.write_dl(MORE_HELP)


class AllCommandsGroup(TyperGroup):
    """The help of `recall help --all`: all commands in their sections."""

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write the sections of commands, and where to read on."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for name in TOP_LEVEL:
            section, about = COMMANDS[name]
            sections.setdefault(section, []).append((name, about))
        for section, rows in sections.items():
            with formatter.section(section):
                formatter.write_dl(rows)
        with formatter.section("More"):
            formatter.write_dl(MORE_HELP)


def _typer_app(
    names: list[str], calls: list[Call], *, with_options: bool, group: type[TyperGroup], show_rare: bool = False
) -> typer.Typer:
    """A Typer application of these commands; without their options where only their names matter."""
    epilog = _aligned_text(
        "Examples:",
        (
            ('recall store "We chose NATS because replay was too slow on RabbitMQ."', ""),
            ('recall search "why did we leave rabbit"', ""),
        ),
    )
    app = typer.Typer(
        cls=group,
        add_completion=False,
        rich_markup_mode=None,
        no_args_is_help=True,
        help=PROGRAM_SUMMARY,
        epilog=epilog,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 110},
    )

    @app.callback()
    def root(
        version: Annotated[
            bool, typer.Option("--version", "-V", help="Show the version.", callback=_print_version, is_eager=True)
        ] = False,
        json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
        db: Annotated[
            Optional[str], typer.Option("--db", metavar="PATH", help="Use this file instead of the usual store.")
        ] = None,
    ) -> None:
        pass

    for name in names:
        about = _command_epilog(name, show_rare=show_rare) if with_options else None
        record_call = _typer_function(name, calls, with_options=with_options, show_rare=show_rare)
        app.command(name, cls=TextCommand, epilog=about)(record_call)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"recall {__version__}\n")
        raise typer.Exit


def _command_module(name: str) -> Any:
    return __import__(command_module_name(name), fromlist=["PARAMS"])


def _command_epilog(name: str, *, show_rare: bool) -> str:
    """The commands that are called through this one, how to see what is left out, and the examples."""
    module = _command_module(name)
    own = call_of(name)
    others = [
        (f"recall {call}", COMMANDS[other][1]) for other, call in CALLED_AS.items() if call.rpartition(" ")[0] == own
    ]
    also = _aligned_text("Commands:" if name == "admin" else "Also:", others) + "\n\n" if others else ""
    if show_rare:
        return also + _aligned_text("Examples:", module.EXAMPLES)
    more = f"\b\nAll options, notes and examples: recall {call_of(name)} --help --all\n\n"
    return also + more + _aligned_text("Examples:", module.EXAMPLES[:MAX_EXAMPLES])


def _description(name: str) -> str:
    """What a command does: one sentence, then notes in paragraphs of their own."""
    return inspect.getdoc(getattr(_command_module(name), command_function_name(name))) or ""


def _aligned_text(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """Commands and their purposes as unwrapped lines below a title."""
    wide = max((len(command) for command, why in rows if why), default=0)
    lines = [f"  {command.ljust(wide)}   {why}".rstrip() for command, why in rows]
    return "\n".join(("\b", title, *lines))


def _typer_function(name: str, calls: list[Call], *, with_options: bool, show_rare: bool) -> Any:
    """A function with the signature that Typer needs for PARAMS; it only records the call."""
    params = (*_command_module(name).PARAMS, *GLOBAL_OPTIONS) if with_options else ()

    def record_call(**values: Any) -> None:
        calls.append((name, {param.name: _convert_value(param, values[param.name]) for param in params}))

    about = _description(name) if with_options else COMMANDS[name][1]
    record_call.__doc__ = about if show_rare else about.partition("\n\n")[0]
    annotations = {param.name: _typer_annotation(param, hidden=param.rare and not show_rare) for param in params}
    record_call.__annotations__ = {**annotations, "return": None}
    record_call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by inspect
        [
            inspect.Parameter(
                param.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotations[param.name], **_typer_default(param)
            )
            for param in params
        ]
    )
    return record_call


def _typer_default(param: Param) -> dict[str, Any]:
    if param.default is REQUIRED:
        return {}
    return {
        "default": list(param.default)
        if isinstance(param.default, tuple)
        else []
        if param.kind == "words"
        else param.default
    }


def _typer_annotation(param: Param, *, hidden: bool) -> Any:
    value_type: Any = PYTHON_TYPES.get(param.kind, str)
    choices = (*param.choices, *param.aliases)
    if choices:  # Typer takes no list of Literals, but a list of an Enum
        value_type = enum.Enum(param.name, {c: c for c in choices}) if param.kind == "many" else Literal[choices]
    kind: Any = list[value_type] if param.kind in ("words", "arguments", "many") else value_type
    if param.default is None:
        kind = Optional[kind]
    metavar = param.metavar or ("[" + "|".join(param.choices) + "]" if param.aliases else None)
    if param.positional:
        return Annotated[
            kind,
            typer.Argument(
                help=param.help,
                metavar=metavar or f"[{param.name.upper()}]" if param.default is not REQUIRED else metavar,
                show_default=False,
            ),
        ]
    limits: Any = {"min": param.low, "max": param.high} if param.kind in ("int", "float") else {}
    shown = param.kind in ("int", "float", "text") and param.default not in (None, False)
    shape: Any = {"metavar": metavar, "show_default": shown, "hidden": hidden, **limits}
    return Annotated[kind, typer.Option(*param.flags, help=param.help, **shape)]


def _convert_value(param: Param, value: Any) -> Any:
    """A value in the form that both parsers use."""
    if param.kind == "words":
        return " ".join(value) if value else param.default
    if param.kind in ("arguments", "many"):
        texts = [item.value if isinstance(item, enum.Enum) else item for item in value or ()]
        return tuple(param.aliases.get(text, text) for text in texts)
    if param.aliases:
        return param.aliases.get(value, value)
    if value is not None and param.kind == "float" and not abs(value) < float("inf"):
        raise UsageError(f"{param.flags[0]} must be a number, not {value}")
    return value
