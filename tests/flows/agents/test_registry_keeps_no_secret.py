"""A secret in any text argument of any command in the registry reaches no file."""

from importlib import import_module
from typing import Any

import pytest

from recall_cli.cli.registry import COMMANDS, command_module_name
from tests.command import Home
from tests.flows.edit.test_scan import words_left

TOKEN = "ghp_" + "Zt4" * 2 + "Qm7xW2bLr9KdV5sNfY8hJc3PgT6uAe"  # in two pieces, and not a live one
TOKEN_FORMS = (TOKEN, f"a note with {TOKEN} in it", f"area={TOKEN}", f"{TOKEN}=x")
"""A secret alone, within words, and as either side of a pair."""
TEXT_KINDS = frozenset({"text", "many", "words", "argument", "arguments"})
EXTRA_ARGUMENTS: "dict[str, list[tuple[str, ...]]]" = {
    "store": [("--entity", "api", "--attribute", "port", "--value", TOKEN, "the port of it")],
    "config": [
        ("agent", TOKEN),
        ("project", "set", TOKEN),
        ("project", "rename", "home", TOKEN),
        ("agent_scoping", TOKEN),
    ],
    "pin": [("ID", "--note", TOKEN)],
}
"""Calls that need more than one argument; ID stands for the id of a memory."""


def files_with_the_secret(recall: Home) -> "list[str]":
    """The files of the home folder that hold the secret, settings and hooks included."""
    files = [path for path in recall.path.rglob("*") if path.is_file()]
    if not words_left(files, {TOKEN.lower()}):
        return []
    return [str(path.relative_to(recall.path)) for path in files if words_left(path, {TOKEN.lower()})]


def fill_arguments(params: "tuple[Any, ...]", id_: str, given: "Any", value: str) -> "list[str]":
    """The arguments of a command: a value for one of its parameters, and other required ones."""
    options: list[str] = []
    places: list[str] = []
    for param in params:
        text = value if param is given else id_ if param.completes == "id" else "a plain word"
        if param.choices and param is not given:
            text = param.choices[0]
        if param is not given and (param.default is not ... or not param.positional):
            continue
        if param.positional:
            places.append(text)
        else:
            options += [param.flags[-1], text]
    return [*options, "--", *places] if places else options


def command_calls(command: str, id_: str) -> "list[tuple[str, ...]]":
    """Every way to pass the secret to a command."""
    params = import_module(command_module_name(command)).PARAMS
    ways = [
        tuple(fill_arguments(params, id_, param, form))
        for param in params
        if param.kind in TEXT_KINDS and not param.choices
        for form in TOKEN_FORMS
    ]
    needed = tuple(fill_arguments(params, id_, None, ""))
    texts = [param for param in params if param.positional and param.default is not ... and param.kind in TEXT_KINDS]
    if texts and not needed:
        ways += [(*way, "--", "a plain word") for way in ways if "--" not in way]
    more = [tuple(id_ if word == "ID" else word for word in way) for way in EXTRA_ARGUMENTS.get(command, [])]
    return [*dict.fromkeys([*ways, *more])]


def test_the_walk_finds_what_is_there(recall: Home) -> None:
    """The check below can fail: a text that is not secret is found in the store."""
    recall.store("the beacon is peppermint3000")
    assert any(words_left(path, {"peppermint3000"}) for path in recall.path.rglob("*") if path.is_file())


def test_the_walk_reaches_the_commands() -> None:
    """Most commands take a text, and those that write take several. A wrong reading of the registry would show here."""
    ways = {command: command_calls(command, "ID") for command in COMMANDS}
    assert sum(map(bool, ways.values())) > 30
    assert all(len(ways[command]) >= 8 for command in ("store", "update", "search", "import"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_secret_given_to_a_command_reaches_no_file(recall: Home, command: str) -> None:
    """Neither the store nor settings, hooks, logs or receipts hold it, whether the command succeeds or fails."""
    id_ = recall.fill_once("a plain memory", lambda home: home.store("a plain one about the harbour"))
    for way in command_calls(command, id_):
        recall.quick(command, *way)
    recall.quick("worker")
    assert files_with_the_secret(recall) == []
