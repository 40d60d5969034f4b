"""The full parser for tests: Typer's commands are built once in a process, not once for every call."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from recall_cli.cli.parsing import full_parser

build_app = full_parser._typer_app
build_command = typer.main.get_command


class CallList(list[full_parser.Call]):
    """The list that a reused command reports to: it passes each call on to the parse that is running."""

    receiver: list[full_parser.Call]

    def append(self, call: full_parser.Call) -> None:
        self.receiver.append(call)


_apps: dict[object, tuple[typer.Typer, CallList]] = {}
_commands: dict[typer.Typer, Any] = {}


def reuse_app(
    names: list[str],
    calls: list[full_parser.Call],
    *,
    with_options: bool,
    group: type[TyperGroup],
    show_rare: bool = False,
) -> typer.Typer:
    """Like `full_parser._typer_app`, which is called once for the same commands with the same parameters."""
    parameters = tuple(id(full_parser._command_module(name).PARAMS) for name in names) if with_options else ()
    key = (*names, parameters, with_options, group, show_rare)
    if key not in _apps:
        own_calls = CallList()
        _apps[key] = (
            build_app(names, own_calls, with_options=with_options, group=group, show_rare=show_rare),
            own_calls,
        )
    app, own_calls = _apps[key]
    own_calls.receiver = calls
    return app


def reuse_command(app: typer.Typer) -> Any:
    """Like `typer.main.get_command`, which is called once for the same application."""
    if app not in _commands:
        _commands[app] = build_command(app)
    return _commands[app]


@contextmanager
def reused_commands() -> Iterator[None]:
    """Let the full parser of this process reuse its commands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(full_parser, "_typer_app", reuse_app)
        patch.setattr(typer.main, "get_command", reuse_command)
        yield
