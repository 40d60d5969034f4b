"""Runs a client's command in a thread of the server, and packs what it prints.

The command is the same function as on the user's own machine, with the view of the token. What it would print comes
back as data, and the client prints it. Nothing is asked or shown at the terminal of the server.
"""

from recall_cli import __version__
from recall_cli.cli.registry import command_function_name, command_module_name
from recall_cli.cli.served.check import CommandCall, check_call, text_or_none
from recall_cli.domain.errors import RecallError, StoreError, UsageError
from recall_cli.flows.over_https.served_commands import COMPLETED_KINDS
from recall_cli.workplace import Unanswered, serve_client

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


def _answer(app: "TokenApp", grant: "TokenGrant", call: CommandCall) -> "dict[str, Any]":
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
    _follow(app, reply)
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


def _keep_within_projects(grant: "TokenGrant", call: CommandCall) -> None:
    """UsageError for a memory outside of the token's projects; reading is narrowed by the view already."""
    project = call.values.get("project")
    if not grant.projects or (project is None and call.name != "store") or project == "*":
        return
    if call.values.get("global_") or project not in grant.projects:
        named = ", ".join(grant.projects)
        raise UsageError(f"this token is for {named}", f"--project {grant.projects[0]}")


def _follow(app: "TokenApp", reply: "Reply") -> None:
    """Do what follows the output, such as noting a use. A use may be lost."""
    try:
        if reply.after is not None:
            reply.after()
    except RecallError:
        app.reopen()


def _pack(app: "TokenApp", reply: "Reply", call: CommandCall) -> "dict[str, Any]":
    """What a reply prints, in the form that the client wants."""
    answer: dict[str, Any] = {"status": reply.status}
    if call.as_json:
        answer["data"] = reply.data()
    elif reply.screen is not None and call.columns:
        answer["screen"] = _draw(app, reply, call)
    else:
        answer["lines"], answer["empty"] = [*reply.lines()], reply.empty
    return {**answer, "notes": [*app.notes]}


def _draw(app: "TokenApp", reply: "Reply", call: CommandCall) -> str:
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
