"""The full door: Typer, with help, suggestions and clear errors for whatever the fast door left.

Commands are declared as data (`PARAMS`); here they become Typer commands, and only the one that is asked for.
"""

import enum
import inspect
import sys
from typing import Annotated, Any, Literal, Optional

import typer
from typer.core import TyperGroup

from recall_cli import __version__
from recall_cli.cli.doors import guesses, misgiven
from recall_cli.cli.doors.fast import globals_last
from recall_cli.cli.doors.params import GLOBAL, REQUIRED, Param
from recall_cli.cli.doors.registry import COMMANDS, function_of, module_of
from recall_cli.domain.errors import RecallError, UsageError

ABOUT = "The memory of coding agents: one command, one SQLite file, no daemon, no network."
PLAIN = {"text": str, "argument": str, "int": int, "float": float, "flag": bool}

Call = tuple[str, dict[str, Any]]


def call(argv: list[str]) -> Call | int:
    """The command and its values; or an exit status where help or an error was all there was to say."""
    given = globals_last(argv)
    as_json = "--json" in given
    if sorted(given) in (["--json", "--version"], ["--json", "-V"]):
        sys.stdout.write(f'{{"recall": "{__version__}"}}\n')
        return 0
    try:
        return parsed(given)
    except (RecallError, OSError) as error:  # an OSError: the help could not be written
        from recall_cli.cli.doors.failure import failed

        return failed(error, as_json)


def parsed(given: list[str]) -> Call | int:
    """What Typer makes of the arguments; UsageError where it makes nothing of them."""
    alone = _greeting(given)
    if alone is not None:
        return alone
    named = given[0]
    if named in COMMANDS:
        names = [named]
    elif named.startswith("-") or named == "help":
        names = list(COMMANDS)
        if named == "help" and given[1:] and given[1] not in COMMANDS and not given[1].startswith("-"):
            raise UsageError(f"there is no command {given[1]!r}", guesses.command(given[1]))
        given = [*given[1:], "--help"] if named == "help" else given
        if given[0] in COMMANDS:
            return parsed(given)
    else:
        raise UsageError(f"there is no command {named!r}", guesses.command(named))
    calls: list[Call] = []
    command = typer.main.get_command(_app(names, calls, whole=named in COMMANDS))
    try:
        command.main(given, prog_name="recall", standalone_mode=False)
    except (typer.TyperException, typer.Exit, typer.Abort) as stop:
        return _stopped(stop, named, given[1:])
    return calls[0] if calls else 0


def _greeting(given: list[str]) -> Call | None:
    """What no command at all means, where nothing but global options is given."""
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


def _stopped(stop: Exception, named: str, given: list[str]) -> int:
    if isinstance(stop, typer.Exit):
        return int(stop.exit_code)
    if isinstance(stop, typer.Abort):
        raise UsageError("interrupted")
    option = getattr(stop, "option_name", None)
    if option is not None and hasattr(stop, "possibilities"):
        raise UsageError(
            f"there is no option {option}",
            guesses.option(option, named, _module(named).PARAMS if named in COMMANDS else ()),
        )
    wrong = misgiven.said(stop)
    if wrong is not None:
        hint = misgiven.choice_hint(named, wrong, _module(named).PARAMS) if named in COMMANDS else ""
        raise UsageError(wrong, hint or "--help shows what it takes")
    said = stop.format_message() if isinstance(stop, typer.TyperException) else str(stop)
    said = said.partition(". Choose from")[0]
    if "unexpected extra argument" in said and named in COMMANDS:
        params = (*_module(named).PARAMS, *GLOBAL)
        extra = misgiven.left_over(given, params)
        if extra:
            hint = misgiven.where_it_belongs(named, extra, params) or f"recall {named} --help shows what it takes"
            raise UsageError(f"{named} has no place for {extra[0]!r}", hint)
    raise UsageError(said[:1].lower() + said[1:].rstrip("."), "--help shows what it takes")


class Root(TyperGroup):
    """The help of `recall` itself: commands in sections, in the order of their use."""

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for name, (section, about) in COMMANDS.items():
            sections.setdefault(section, []).append((name, about))
        for section, rows in sections.items():
            with formatter.section(section):
                formatter.write_dl(rows)


def _app(names: list[str], calls: list[Call], *, whole: bool) -> typer.Typer:
    """A Typer application of these commands; without their options where only their names matter."""
    epilog = _examples(
        (
            ('recall store "We chose NATS because replay was too slow on RabbitMQ."', ""),
            ('recall search "why did we leave rabbit"', ""),
            ("recall COMMAND --help", "what it takes, with examples"),
        )
    )
    app = typer.Typer(
        cls=Root, add_completion=False, rich_markup_mode=None, no_args_is_help=True, help=ABOUT, epilog=epilog,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 110},
    )  # fmt: skip

    @app.callback()
    def root(
        version: Annotated[
            bool, typer.Option("--version", "-V", help="Show the version.", callback=_version, is_eager=True)
        ] = False,
        json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
        db: Annotated[
            Optional[str], typer.Option("--db", metavar="PATH", help="Use this file instead of the usual store.")
        ] = None,
    ) -> None:
        pass

    for name in names:
        app.command(name, epilog=_examples(_module(name).EXAMPLES) if whole else None)(_typed(name, calls, whole=whole))
    return app


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"recall {__version__}\n")
        raise typer.Exit


def _module(name: str) -> Any:
    return __import__(module_of(name), fromlist=["PARAMS"])


def _examples(rows: tuple[tuple[str, str], ...]) -> str:
    """Examples that are not wrapped: the command, and after it what it is for."""
    wide = max((len(command) for command, why in rows if why), default=0)
    lines = [f"  {command.ljust(wide)}   {why}".rstrip() for command, why in rows]
    return "\b\nExamples:\n" + "\n".join(lines)


def _typed(name: str, calls: list[Call], *, whole: bool) -> Any:
    """A function whose signature says in Typer's words what PARAMS say in ours, and which only notes the call."""
    params = (*_module(name).PARAMS, *GLOBAL) if whole else ()

    def noted(**values: Any) -> None:
        calls.append((name, {param.name: _settled(param, values[param.name]) for param in params}))

    noted.__doc__ = inspect.getdoc(getattr(_module(name), function_of(name))) if whole else COMMANDS[name][1]
    annotations = {param.name: _annotation(param) for param in params}
    noted.__annotations__ = {**annotations, "return": None}
    noted.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by inspect
        [
            inspect.Parameter(
                param.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotations[param.name], **_default(param)
            )
            for param in params
        ]
    )
    return noted


def _default(param: Param) -> dict[str, Any]:
    if param.default is REQUIRED:
        return {}
    return {
        "default": list(param.default)
        if isinstance(param.default, tuple)
        else []
        if param.kind == "words"
        else param.default
    }


def _annotation(param: Param) -> Any:
    one: Any = PLAIN.get(param.kind, str)
    if param.choices:  # Typer takes no list of Literals, but a list of an Enum
        one = enum.Enum(param.name, {c: c for c in param.choices}) if param.kind == "many" else Literal[param.choices]
    kind: Any = list[one] if param.kind in ("words", "arguments", "many") else one
    if param.default is None:
        kind = Optional[kind]
    metavar = param.metavar or None
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
    return Annotated[kind, typer.Option(*param.flags, help=param.help, metavar=metavar, show_default=shown, **limits)]


def _settled(param: Param, value: Any) -> Any:
    """A value in the form that both doors give it."""
    if param.kind == "words":
        return " ".join(value) if value else param.default
    if param.kind in ("arguments", "many"):
        return tuple(one.value if isinstance(one, enum.Enum) else one for one in value or ())
    if value is not None and param.kind == "float" and not abs(value) < float("inf"):
        raise UsageError(f"{param.flags[0]} must be a number, not {value}")
    return value
