"""Runs a client's command in a thread of the server, and packs what it prints.

The command is the same function as on the user's own machine, with the view of the token. What it would print comes
back as data, and the client prints it. Nothing is asked or shown at the terminal of the server.
"""

from recall_cli import __version__
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param
from recall_cli.cli.registry import call_of, command_function_name, command_module_name
from recall_cli.domain.errors import RecallError, StoreError, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.over_https.served_commands import ASKED, COMPLETED_KINDS, SERVED, refused_option
from recall_cli.workplace import Client, Unanswered, Workplace, serve_client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.reply import Reply
    from recall_cli.serve.http.token_app import TokenApp, TokenGrant


def run_command(app: "TokenApp", grant: "TokenGrant", document: "Any") -> "dict[str, Any]":
    """The answer to a client's request: the output, an error, or a question about the client's files."""
    try:
        call = check_call(document)
        app.refresh()
    except RecallError as error:
        return {"error": _describe(error)}
    with app.command(grant, call.client, call.session):
        serve_client(call.client)
        try:
            return _answer(app, grant, call)
        except Unanswered as question:
            return {"asks": [question.kind, question.subject]}
        except RecallError as error:
            if isinstance(error, StoreError):
                app.reopen()  # the next call starts with a connection of its own
            return {"error": _describe(error), "notes": [*app.notes]}
        except BaseException:
            app.reopen()
            raise
        finally:
            serve_client(None)


def _answer(app: "TokenApp", grant: "TokenGrant", call: "CommandCall") -> "dict[str, Any]":
    """What a command prints, or what a hook, a worker or doctor of the client asked for."""
    if call.name == "about":
        return {"version": __version__, "user": grant.user, "token": grant.token, "expires_at": grant.expires_at,
                "rights": sorted(grant.rights)}  # fmt: skip
    if call.name == "complete":
        return {"offers": _complete(app, call.values)}
    if call.name == "hook":
        from recall_cli.flows.over_https.hook_server import answer_hook

        return answer_hook(app, call.values)
    if call.name == "session":
        from recall_cli.flows.over_https.session_server import answer_session

        return answer_session(app, call.values)
    _keep_within_projects(grant, call)
    module = __import__(command_module_name(call.name), fromlist=["PARAMS"])
    app.prints_json, app.makes_store = call.as_json, call.name == "store"
    reply = getattr(module, command_function_name(call.name))(app, **call.values)
    answer = _pack(app, reply, call)
    try:
        if reply.after is not None:
            reply.after()
    except RecallError:  # noting a use may be lost
        app.reopen()
    return answer


def _complete(app: "TokenApp", values: "dict[str, Any]") -> "list[list[str]]":
    """The values that begin with a prefix, for a client's shell."""
    from recall_cli.cli.shells.completion_values import COMPLETERS

    kind, prefix = values.get("kind"), values.get("prefix")
    if kind not in COMPLETED_KINDS or not isinstance(prefix, str):
        raise UsageError("the server completes no such values", "update recall at the server")
    return [[value, about] for value, about in COMPLETERS[str(kind)](app, prefix, ())]


def _describe(error: RecallError) -> "dict[str, Any]":
    return {"code": error.code, "message": error.message, "hint": error.hint, "status": error.status}


def _keep_within_projects(grant: "TokenGrant", call: "CommandCall") -> None:
    """UsageError for a memory outside of the token's projects; reading is narrowed by the view already."""
    project = call.values.get("project")
    if not grant.projects or (project is None and call.name != "store") or project == "*":
        return
    if call.values.get("global_") or project not in grant.projects:
        named = ", ".join(grant.projects)
        raise UsageError(f"this token is for {named}", f"--project {grant.projects[0]}")


def _pack(app: "TokenApp", reply: "Reply", call: "CommandCall") -> "dict[str, Any]":
    """What a reply prints, in the form that the client wants."""
    answer: dict[str, Any] = {"status": reply.status}
    if call.as_json:
        answer["data"] = reply.data()
    elif reply.screen is not None and call.columns:
        answer["screen"] = _draw(app, reply, call)
    else:
        answer["lines"], answer["empty"] = [*reply.lines()], reply.empty
    return {**answer, "notes": [*app.notes]}


def _draw(app: "TokenApp", reply: "Reply", call: "CommandCall") -> str:
    """A screen as text, as wide as the client's terminal and with its colours."""
    import io

    from rich.console import Console

    from recall_cli.cli.output.terminal import Screen

    colours = text_or_none(call.client.facts.get("colours"), 20)
    drawn = io.StringIO()
    console = Console(
        file=drawn,
        width=call.columns,
        force_terminal=True,
        no_color=call.client.facts.get("no_colours") is True,
        color_system=colours if colours in ("standard", "256", "truecolor") else None,  # type: ignore[arg-type]  # one of these
        highlight=False,
        soft_wrap=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    if reply.screen is not None:
        reply.screen(Screen(app, console))
    return drawn.getvalue()


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
    """The command in a request; UsageError for anything that no client sends.

    Nothing in it is trusted: a token says who the user is, and the table of the command which values there are.
    """
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
