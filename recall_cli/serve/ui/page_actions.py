"""What a person can change on the live page: each action is one call of the flow that the command of its name calls."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from recall_cli.app import App

    Values = dict[str, Any]
    T = TypeVar("T")


class ActionResult(Record):
    """What an action did."""

    text: str
    """What was done, in a sentence."""
    operation: "int | None"
    """None if nothing changed."""
    stays_ended: "tuple[str, ...]" = ()
    """The texts of what a deleted memory had ended, which stays ended."""


def perform_action(app: "App", name: str, values: "Values") -> ActionResult:
    """Do what the page asks for; returns what was done."""
    action = ACTIONS.get(name)
    if action is None:
        raise UsageError(f"there is no action {name!r}")
    return action(app, values)


def _sent(values: "Values", name: str, kind: "type[T]") -> "T":
    """A value that the page must have sent."""
    value = values.get(name)
    if not isinstance(value, kind) or type(value) is not kind or (isinstance(value, str) and not value.strip()):
        raise UsageError(f"the page sent no {name}")
    return value


def _text(values: "Values", name: str) -> str:
    return _sent(values, name, str)


def _done(text: str, op: "int | None") -> ActionResult:
    return ActionResult(
        text=f"{text} (undo: recall undo {op})" if op is not None else "nothing to change", operation=op
    )


def _edit(app: "App", values: "Values") -> ActionResult:
    from recall_cli.flows.edit.memory_edits import new_text, update_if_changed

    columns: Values = {"text": new_text(app, _text(values, "text"))}
    importance = values.get("importance")
    if isinstance(importance, (int, float)) and not isinstance(importance, bool):
        if not 0 <= importance <= 1:
            raise UsageError("the importance is between 0 and 1")
        columns["importance"] = float(importance)
    _, op = update_if_changed(app, _text(values, "id"), columns)
    return _done("updated", op)


def _pin(app: "App", values: "Values") -> ActionResult:
    from recall_cli.flows.edit.feedback import pin_memories

    pinned = _sent(values, "pinned", bool)
    _, op = pin_memories(app, (_text(values, "id"),), pinned=pinned)
    return _done("pinned" if pinned else "unpinned", op)


def _feedback(app: "App", values: "Values") -> ActionResult:
    from recall_cli.flows.edit.feedback import rate_memories

    helpful = _sent(values, "helpful", bool)
    _, op = rate_memories(app, (_text(values, "id"),), helpful=helpful)
    return _done(f"rated {'helpful' if helpful else 'unhelpful'}", op)


def _delete(app: "App", values: "Values", *, bring_back: bool = False) -> ActionResult:
    """Delete a memory; with `bring_back` make what it had ended hold again."""
    from recall_cli.flows.edit.bring_back import delete

    result = delete(app, [_text(values, "id")], bring_back=bring_back)
    if bring_back:
        return _done(f"{len(result.brought_back):,} brought back", result.op)
    return _done("deleted", result.op).but(stays_ended=tuple(memory.text for memory in result.still_ended))


def _approve(app: "App", values: "Values") -> ActionResult:
    from recall_cli.flows.edit.review import approve

    _, settlement, op = approve(app, _text(values, "id"))
    ended = f", ended {len(settlement.supersedes)}" if settlement.supersedes else ""
    return _done(f"approved{ended}", op)


def _reject(app: "App", values: "Values") -> ActionResult:
    from recall_cli.flows.edit.review import reject

    _, op = reject(app, _text(values, "id"))
    return _done("rejected", op)


def _undo(app: "App", values: "Values") -> ActionResult:
    from recall_cli.flows.edit.undo import undo

    undone = undo(app, _sent(values, "operation", int))
    return _done(f"undone {undone.undoes.n}", undone.op)


def _resolve(app: "App", values: "Values") -> ActionResult:
    """Settle a contested fact, or memories that contradict each other."""
    many = values.get("many") is True
    if values.get("fact") is not True:
        from recall_cli.flows.edit.resolve import keep_all_texts, keep_text

        ids = [id_ for id_ in values.get("ids") or () if isinstance(id_, str)]
        if not ids:
            raise UsageError("the page sent no ids")
        settlement = keep_all_texts(app, ids) if many else keep_text(app, ids, _text(values, "keep"))
        return _done("settled", settlement.op)
    from recall_cli.flows.edit.resolve import resolve
    from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, KEEP_SEVERAL, FactChoice

    choice = (
        FactChoice(kind=KEEP_SEVERAL)
        if many
        else FactChoice(kind=KEEP_ONE, values=((None, _text(values, "keep").strip()),))
    )
    project = values.get("project")
    project = project if isinstance(project, str) else None
    entity, attribute = _text(values, "entity"), _text(values, "attribute")
    result = resolve(app, entity, attribute, choice, project, only_global=project is None)
    return _done("settled", result.op)


def _answer(app: "App", values: "Values") -> ActionResult:
    """Answer an open question: did a newer memory replace an older one?"""
    from recall_cli.engines.tables.questions import ANSWERS, BOTH_WHEN
    from recall_cli.flows.questions import answer_question

    answer = _text(values, "answer")
    if answer not in ANSWERS:
        raise UsageError(f"there is no answer {answer!r}")
    situation = _text(values, "situation") if answer == BOTH_WHEN else ""
    result = answer_question(app, _sent(values, "question", int), answer, situation)
    return _done("proposed" if result.is_proposal else "settled", result.op)


ACTIONS: "dict[str, Callable[[App, Values], ActionResult]]" = {
    "edit": _edit,
    "pin": _pin,
    "feedback": _feedback,
    "delete": _delete,
    "bring_back": lambda app, values: _delete(app, values, bring_back=True),
    "approve": _approve,
    "reject": _reject,
    "undo": _undo,
    "resolve": _resolve,
    "answer": _answer,
}
