"""Checks what a client has sent before anything of it is used: the command, its values, and what the client says of
itself. Nothing here is trusted: a token says who the user is, and the table of the command which values there are.
"""

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param
from recall_cli.cli.registry import call_of, command_module_name
from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.over_https.served_commands import ASKED, SERVED, refused_option
from recall_cli.workplace import Client, Workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_MARKS, MAX_MARK_LETTERS = 16, 4_000
MAX_COLUMNS = 1_000
MAX_ANSWERS = 64
DISTANT = "client:"
"""Stands for the folders of a client: no path of the server begins so."""


class CommandCall(Record):
    """One command of a client, checked."""

    name: str
    values: "dict[str, Any]"
    as_json: bool
    client: Client

    @property
    def session(self) -> "str | None":
        """The session of an agent in which the command was given."""
        return text_or_none(self.client.facts.get("session"), 200)

    @property
    def columns(self) -> int:
        """The width of the client's terminal; 0 if its output goes elsewhere."""
        columns = self.client.facts.get("columns")
        return min(columns, MAX_COLUMNS) if type(columns) is int and columns > 0 else 0


def check_call(document: "Any") -> CommandCall:
    """The command in a request; UsageError for anything that no client sends."""
    if not isinstance(document, dict) or not isinstance(document.get("command"), str):
        raise UsageError("this is no command", "recall on the client's machine sends it")
    name, values = document["command"], document.get("values")
    if name not in SERVED and name not in ASKED:
        raise UsageError(f"{name[:40]!r} is not a command for clients", "update recall at the server")
    if not isinstance(values, dict):
        raise UsageError("the command has no values", "recall on the client's machine sends it")
    if name in ASKED:
        return CommandCall(name=name, values=values, as_json=True, client=check_client(document))
    params = __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
    checked = check_values(params, values)
    option = refused_option(name, checked)
    if option:
        raise UsageError(f"recall {call_of(name)} --{option} works at the server's machine only")
    return CommandCall(name=name, values=checked, as_json=document.get("json") is True, client=check_client(document))


def check_values(params: "tuple[Param, ...]", values: "dict[str, Any]") -> "dict[str, Any]":
    """The value of every parameter; UsageError for an unknown one, and for a value that no parser gives."""
    known = {param.name: param for param in params}
    shared = {param.name for param in GLOBAL_OPTIONS}
    strange = [name for name in values if name not in known and name not in shared]
    if strange:
        raise UsageError(f"the server does not know the option {strange[0][:40]!r}", "update recall at the server")
    checked = {}
    for name, param in known.items():
        value = values.get(name, None if param.default is REQUIRED else param.default)
        if isinstance(value, list):
            value = tuple(value)
        if value != param.default and not _fits(param, value):
            raise UsageError(f"the value of {name} is malformed", "recall on the client's machine sends it")
        checked[name] = value
    return checked


def _fits(param: Param, value: "Any") -> bool:
    """Whether a parser could have given this value."""
    if param.kind == "flag":
        return isinstance(value, bool)
    if param.kind in ("int", "float"):
        kinds = (int,) if param.kind == "int" else (int, float)
        is_number = type(value) in kinds and value - value == 0
        return is_number and (param.low is None or value >= param.low) and (param.high is None or value <= param.high)
    texts = value if param.kind in ("many", "arguments") and isinstance(value, tuple) else (value,)
    is_many = param.kind in ("many", "arguments")
    if is_many is not isinstance(value, tuple) or not all(isinstance(text, str) and "\0" not in text for text in texts):
        return False
    return not param.choices or all(text in param.choices for text in texts)


def check_client(document: "dict[str, Any]") -> Client:
    """What a request says of its client's machine."""
    facts, answers = document.get("client"), document.get("answers")
    facts = facts if isinstance(facts, dict) else {}
    answers = answers if isinstance(answers, dict) and len(answers) <= MAX_ANSWERS else {}
    return Client(check_place(facts.get("place")), facts, answers)


def check_place(place: "Any") -> Workplace:
    """The folder of a client: what it is recognised by. Its secrets are masked here too."""
    from recall_cli.workplace import mask_mark

    place = place if isinstance(place, dict) else {}
    marks, names = _texts(place.get("marks")), _texts(place.get("names"))
    kinds = ("git:", "gitdir:", "path:", "root:")
    is_repository = place.get("git") is True
    return Workplace(
        marks=tuple(mask_mark(mark) for mark in marks if mark.startswith(kinds)),
        names=tuple(mask_mark(name) for name in names),
        git=DISTANT if is_repository else None,
        top=DISTANT if is_repository else None,
        folder=DISTANT if marks else None,
    )


def _texts(values: "Any") -> "list[str]":
    values = values[:MAX_MARKS] if isinstance(values, list) else []
    return [text for text in values if text_or_none(text, MAX_MARK_LETTERS)]


def text_or_none(text: "Any", most: int) -> "str | None":
    """A text without control characters and not too long; None for anything else."""
    return text if isinstance(text, str) and 0 < len(text) <= most and text.isprintable() else None
