"""What the server answers the hooks of its clients: the memories for an event, and the keys of what it knows."""

from recall_cli.agents.agent import PROMPT
from recall_cli.agents.hook_messages import HookMessage
from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.agents.tool_messages import MAX_PATHS, ToolUse
from recall_cli.app import is_recall_error
from recall_cli.domain.errors import UsageError
from recall_cli.flows.agents import switches
from recall_cli.flows.agents.hook import BRIEF_EVENTS, answer_event
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.flows.at_action.action_index import NUMBER_BYTES, RECORD_BYTES, ActionIndex
from recall_cli.rules.places.circuit_breaker import CLOSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MAX_NUMBERS, MAX_SHOWN, MAX_TEXT_LETTERS = 200, 4_000, 200_000
SALT_BYTES = 16


def answer_hook(app: "App", values: "dict[str, Any]") -> "dict[str, Any]":
    """The answer to an event of a client's hook, or the keys that it asks for."""
    event = values.get("event")
    if event == "keys":
        return _new_keys(app, values)
    agent = KNOWN_AGENTS.get(str(values.get("agent")))
    if agent is None or not isinstance(event, str):
        raise UsageError("the server does not know this hook", "update recall at the server")
    message = HookMessage(
        session=_text(values.get("session"), 200),
        source=_text(values.get("source"), 40),
        prompt=_text(values.get("prompt")),
    )
    if isinstance(values.get("use"), dict):
        return _answer_action(app, agent, event, values)
    if event not in BRIEF_EVENTS:
        raise UsageError("the server does not know this event", "update recall at the server")
    result = answer_event(app, agent, event, message, CLOSED, None)
    _count_use(app, agent, event, message.session, result)
    return _pack(result)


def _text(value: "Any", most: int = MAX_TEXT_LETTERS) -> str:
    return value[:most] if isinstance(value, str) else ""


def _pack(result: HookResult) -> "dict[str, Any]":
    return {
        "outcome": result.outcome,
        "why": result.why,
        "text": result.text,
        "question": result.question,
        "ids": [memory.id for memory in result.memories],
    }


def _count_use(app: "App", agent: "Agent", event: str, session: str, result: HookResult) -> None:
    """Count that the memories of an answer were shown, and keep a new brief; both may be lost."""
    from recall_cli.flows.brief.usage import count_uses

    if not result.memories or switches.private_reason(app, session):
        return
    try:
        with app.best_effort_write() as tx:
            if result.brief is not None:
                result.brief.save(tx)
            count_uses(tx, [memory.n for memory in result.memories], session, agent.name, was_asked=event == PROMPT)
    except Exception as error:
        if not is_recall_error(error):
            raise


def _answer_action(app: "App", agent: "Agent", event: str, values: "dict[str, Any]") -> "dict[str, Any]":
    """What the memories with these row numbers say about an action; whose they are is checked as for every row."""
    from recall_cli.flows.at_action.answer import answer_from_memories
    from recall_cli.workplace import current_workplace

    numbers, shown = values.get("numbers"), values.get("shown")
    chosen = [number for number in numbers if type(number) is int and number > 0] if isinstance(numbers, list) else []
    seen = {id_ for id_ in shown[:MAX_SHOWN] if isinstance(id_, str)} if isinstance(shown, list) else set()
    place = current_workplace()
    with app.read_transaction(app.view(agent.name)) as tx:
        result, is_all = answer_from_memories(
            app, tx, agent, event, _read_use(values["use"]), place, chosen[:MAX_NUMBERS], seen
        )
    if result.memories and not switches.private_reason(app, None):
        try:
            with app.best_effort_write() as tx:
                given = [memory.n for memory in result.memories]
                tx.memories.touch(given)
                tx.shown_memories.record(given)
        except Exception as error:
            if not is_recall_error(error):
                raise
    return {**_pack(result), "is_all": is_all}


def _read_use(given: "dict[str, Any]") -> ToolUse:
    """What an agent does at a client."""
    paths, lines = given.get("paths"), given.get("lines")
    is_pair = isinstance(lines, list) and len(lines) == 2 and all(type(number) is int for number in lines)
    return ToolUse(
        **{name: _text(given.get(name)) for name in ("tool", "command", "output", "prompt", "permission_mode")},
        paths=tuple(_text(path, 4_096) for path in paths[:MAX_PATHS]) if isinstance(paths, list) else (),
        lines=(lines[0], lines[1]) if isinstance(lines, list) and is_pair else None,
        folder="/",
    )


def _visible_keys(tx: "Transaction", keys: bytes) -> bytes:
    """The records of the memories that the token may see."""
    records = [keys[at : at + RECORD_BYTES] for at in range(0, len(keys), RECORD_BYTES)]
    numbers = sorted({int.from_bytes(record[-NUMBER_BYTES:], "big") for record in records})
    visible = {memory.n for memory in tx.memories.by_number(numbers)}
    return b"".join(record for record in records if int.from_bytes(record[-NUMBER_BYTES:], "big") in visible)


def _new_keys(app: "App", values: "dict[str, Any]") -> "dict[str, Any]":
    """The keys of what is new since an operation and a row number, made with the client's salt."""
    from base64 import b64encode

    from recall_cli.flows.at_action.action_index_update import add_new_keys

    try:
        salt = bytes.fromhex(_text(values.get("salt"), 100))
    except ValueError:
        salt = b""
    reached, operation = values.get("reached"), values.get("operation")
    if len(salt) != SALT_BYTES or type(reached) is not int or type(operation) is not int or min(reached, operation) < 0:
        raise UsageError("the server does not know this form of keys", "update recall at the server")
    index = ActionIndex(stamp="", config="", database="", salt=salt, operation=operation, reached=reached)
    with app.read_transaction() as tx:
        if operation > tx.actions.newest_operation():
            return {"is_other": True}
        is_complete = bool(add_new_keys(tx, index, "complete"))
        keys = index.keys if tx.view.whole else _visible_keys(tx, index.keys)
    return {
        "keys": b64encode(keys).decode(),
        "operation": index.operation,
        "reached": index.reached,
        "is_complete": is_complete,
    }
