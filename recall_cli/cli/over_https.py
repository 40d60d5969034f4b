"""Runs a command at the server of the settings, where the store is an address that begins with https://."""

import os

from recall_cli.cli.registry import call_of
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.domain.store_errors import StoreBusy, StoreUnreachable
from recall_cli.flows.over_https.served_commands import WAITING_SUFFIX, is_served, refused_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


class OnlyAtServer(RecallError):
    """This command works at the machine of the server."""

    code = "at_server"


def run_at_server(app: "App", name: str, values: "dict[str, Any]", *, on_screen: bool) -> Reply:
    """The result of a command that the server runs for this machine."""
    _check_served(app, name, values)
    from recall_cli.flows.over_https.server import Server

    request = _make_request(app, name, values, on_screen=on_screen)
    if name == "store" and request["client"]["off"]:
        from recall_cli.cli.commands.write.store import store

        return store(app, **values)  # it is refused, so nothing of it leaves this machine
    server: Server | None = None
    try:
        server = Server(app)
        if any(map(os.path.exists, (app.settings.files_beside + WAITING_SUFFIX, app.text_files[3]))):
            _send_waiting(app, server)
        answer = server.ask(request)
    except (StoreUnreachable, StoreBusy) as error:
        if name != "store" or values["dry_run"]:
            raise _with_doubt(error, name) from None
        return _keep(app, request, error)
    finally:
        if server is not None:
            server.close()
    return _unpack(app, answer)


def _check_served(app: "App", name: str, values: "dict[str, Any]") -> None:
    """OnlyAtServer for a command or an option that needs the store's own machine."""
    option = refused_option(name, values)
    if is_served(name) and not option:
        return
    call = f"recall {call_of(name)}" + (f" --{option}" if option else "")
    hint = (
        f"type it there; MCP clients take the address {app.settings.database}/mcp" if name == "mcp" else "type it there"
    )
    raise OnlyAtServer(f"{call} works at the server's machine, not through {app.settings.database}", hint)


def _make_request(app: "App", name: str, values: "dict[str, Any]", *, on_screen: bool) -> "dict[str, Any]":
    """The request for a command: its values without secrets, and what the server has to know of this machine."""
    from recall_cli.flows.over_https.answers import answers_of_options, question_key
    from recall_cli.flows.over_https.machine import describe_machine, describe_screen, mask_values

    text = _read_input(name, values)
    answers = answers_of_options(name, values)
    input_key = question_key("standard input", None)
    cleaned, counts = mask_values({**values, input_key: text})
    if (read := cleaned.pop(input_key)) is not None:
        answers[input_key] = read
    client = {**describe_machine(app, name), "masked": counts}
    if name == "greeting":
        from recall_cli.cli.commands.greeting import hooks_in_short

        client["hooks"] = [[agent, state] for agent, state in hooks_in_short(app)]
    if on_screen:
        client |= describe_screen(app)
    request = {"command": name, "values": cleaned, "json": app.prints_json, "client": client, "answers": answers}
    if name == "store" and not values["dry_run"]:  # a text whose answer was lost is sent again, and stored once
        key = cleaned["key"] = cleaned["key"] if cleaned["key"] is not None else f"https {os.urandom(16).hex()}"
        request["key"] = key
    return request


def _read_input(name: str, values: "dict[str, Any]") -> "str | None":
    """What the command reads from standard input; None if it reads nothing."""
    if name == "store" and values["text"] in ("", "-"):
        from recall_cli.cli.commands.write.store import read_standard_input

        return read_standard_input(values["text"])
    if name == "context" and (values["error"] == "-" or (values["diff"] and values["query"] == "-")):
        from recall_cli.cli.commands.read.context import read_input

        return read_input("the text of the error" if values["error"] else "a diff, as git diff prints it")
    return None


def _send_waiting(app: "App", server: "Any") -> None:
    """Send first what waited while the server was away."""
    from recall_cli.flows.over_https.waiting_commands import send_waiting

    sent = send_waiting(app, server)
    if sent:
        app.note(f"{sent} text{'' if sent == 1 else 's'} that waited here {'was' if sent == 1 else 'were'} sent")


def _with_doubt(error: StoreError, name: str) -> StoreError:
    """The error of a command that got no answer: it says whether something may have been changed."""
    from recall_cli.flows.over_https.connection import NoAnswer
    from recall_cli.flows.over_https.served_commands import FINDING

    if name in FINDING or not isinstance(error, NoAnswer):
        return error
    return NoAnswer(f"{error.message}; it is not known whether it was done", "recall log shows it")


def _keep(app: "App", request: "dict[str, Any]", error: StoreError) -> Reply:
    """Keep a text until the server answers again, and say so."""
    from recall_cli.domain.receipt import Receipt
    from recall_cli.workplace import current_folder

    kept = {**request, "folder": current_folder(), "client": {**request["client"], "at": app.now()}}
    kept["client"].pop("columns", None)
    try:
        _keep_somewhere(app, kept)
    except OSError as failure:
        reason = (failure.strerror or str(failure)).lower()
        raise StoreError(
            f"{error.message}, and the text cannot be kept here: {reason}", "store it again later"
        ) from None
    app.note(f"{error.message}: the text is kept here, and sent with the next command or hook")
    key = str(request["key"]).rpartition(" ")[2]
    from recall_cli.cli.commands.write.store import receipt_document

    return Reply(
        lambda: receipt_document(Receipt(status="queued", job=key)),
        lambda: [f"queued\t{key}"],
        lambda out: out.result("kept", "sent when the server answers", "recall doctor says how many wait"),
    )


def _keep_somewhere(app: "App", request: "dict[str, Any]") -> None:
    """Keep a command in its file, or where the sandbox of an agent lets a program write."""
    from recall_cli.flows.over_https.waiting_commands import keep_command

    try:
        keep_command(app, request)
    except OSError:
        if app.calling_agent is None or request["values"].get("anchor"):
            raise
        from recall_cli.flows.over_https.answers import question_key
        from recall_cli.flows.over_https.sandbox_commands import keep_in_sandbox

        text = request["answers"].get(question_key("standard input", None), request["values"]["text"])
        keep_in_sandbox(app, {**request["values"], "text": text})


def _unpack(app: "App", answer: "dict[str, Any]") -> Reply:
    """The reply that the server has made; its error is raised here as there."""
    from recall_cli.flows.over_https.clean_output import clean_screen, clean_text
    from recall_cli.flows.over_https.server import ServerError

    notes, error = answer.get("notes"), answer.get("error")
    app.notes.extend(clean_text(str(note)) for note in (notes if isinstance(notes, list) else ()))
    if isinstance(error, dict):
        raise ServerError(error)
    lines, drawn, status = answer.get("lines"), answer.get("screen"), answer.get("status")
    return Reply(
        lambda: answer.get("data"),
        lambda: [clean_text(str(line)) for line in lines] if isinstance(lines, list) else [],
        status=status if type(status) is int and 0 <= status < 126 else 1,
        empty=clean_text(str(answer.get("empty") or "")),
        drawn=clean_screen(drawn) if isinstance(drawn, str) else None,
    )
