"""Tasks as A2A documents. The words of memories are read from the store for each answer, within the caller's view."""

from recall_cli.domain.moment import format_iso
from recall_cli.engines.tables.access.tasks import CANCELED, COMPLETED, FAILED, INPUT_REQUIRED, SUBMITTED, WORKING, Task
from recall_cli.serve.fenced import count_text, memory_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

STATE_NAMES = {
    SUBMITTED: "TASK_STATE_SUBMITTED",
    WORKING: "TASK_STATE_WORKING",
    INPUT_REQUIRED: "TASK_STATE_INPUT_REQUIRED",
    COMPLETED: "TASK_STATE_COMPLETED",
    FAILED: "TASK_STATE_FAILED",
    CANCELED: "TASK_STATE_CANCELED",
}
"""The states of a task, as A2A names them."""
LEAVE, KEEP = "leave", "keep"


def task_document(tx: "Transaction", task: Task, *, with_artifacts: bool = True) -> "dict[str, Any]":
    """A task with its status, and its result once it is there."""
    document: dict[str, Any] = {
        "id": task.id,
        "contextId": task.context,
        "status": status_document(tx, task),
        "metadata": {"request": task.request},
    }
    if with_artifacts and task.state == COMPLETED:
        document["artifacts"] = [diff_artifact(tx, task)]
    return document


def status_document(tx: "Transaction", task: Task) -> "dict[str, Any]":
    """The state of a task, with a question or a reason where there is one."""
    status: dict[str, Any] = {"state": STATE_NAMES[task.state], "timestamp": format_iso(task.updated_at)}
    parts: list[dict[str, Any]] = []
    if task.state == INPUT_REQUIRED:
        parts = _question_parts(tx, task)
    elif task.state == FAILED:
        parts = [{"text": str(task.progress.get("error", "failed"))}]
    elif task.progress.get("remark"):
        parts = [{"text": str(task.progress["remark"])}]
    if parts:
        status["message"] = message_document(f"{task.id}-{task.version}", parts, task)
    return status


def message_document(id_: str, parts: "list[dict[str, Any]]", task: "Task | None" = None) -> "dict[str, Any]":
    """A message of this agent."""
    message: dict[str, Any] = {"messageId": id_, "role": "ROLE_AGENT", "parts": parts}
    if task is not None:
        message |= {"taskId": task.id, "contextId": task.context}
    return message


def _question_parts(tx: "Transaction", task: Task) -> "list[dict[str, Any]]":
    """The contested fact that a task asks about: its values, and the possible answers."""
    question = task.progress.get("question") or {}
    sides = _memories_by_id(tx, question.get("sides", ()))
    fact = f"{sides[0].entity}.{sides[0].attribute}" if sides else "a fact that is gone"
    choices = [{"choice": KEEP, "memory": side.id} for side in sides] if question.get("may_settle") else []
    choices.append({"choice": LEAVE})
    lines = memory_lines(tx, sides, {side.n: {"id": side.id, "value": side.value} for side in sides})
    remark = question.get("remark") or (
        "Choose the value that holds, or leave the fact contested."
        if question.get("may_settle")
        else "A person settles it at a terminal; leave goes on without that."
    )
    return [
        {"text": f"Contested: {fact}. {remark}"},
        {"data": {"fact": fact, "sides": lines, "choices": choices}, "mediaType": "application/json"},
    ]


def diff_artifact(tx: "Transaction", task: Task) -> "dict[str, Any]":
    """What a task changed: the merged memories with their sources, as far as they are still there."""
    merges: list[dict[str, Any]] = []
    op = task.progress.get("op")
    if op is not None:
        made = tx.memories.by_number(tx.operations.created_memories(op))
        changed = tx.memories.by_number([change.memory for change in tx.operations.changes(op)])
        for memory in made:
            sources = [source for source in changed if source.superseded_by == memory.id]
            merges.append({"memory": memory_lines(tx, [memory])[0], "sources": memory_lines(tx, sources)})
    for ids in task.progress.get("planned", ()):
        merges.append({"memory": None, "sources": memory_lines(tx, _memories_by_id(tx, ids))})
    dry_run = bool(task.request.get("dry_run"))
    count = sum(len(merge["sources"]) for merge in merges)
    text = "no near-duplicate memories"
    if merges:
        text = f"{count_text(count)} {'would become' if dry_run else 'became'} {len(merges):,}"
    data = {
        "merges": merges,
        "dry_run": dry_run,
        "settled": [
            {name: settled.get(name) for name in ("kept", "ended")} for settled in task.progress.get("settled", ())
        ],
        "left_contested": len(task.progress.get("left", ())),
    }
    return {
        "artifactId": f"{task.id}-diff",
        "name": "diff",
        "description": "The merges of this task.",
        "parts": [{"text": text}, {"data": data, "mediaType": "application/json"}],
    }


def _memories_by_id(tx: "Transaction", ids: "Any") -> "list[Memory]":
    """The memories with these ids that are still there and visible."""
    from recall_cli.domain.errors import RecallError
    from recall_cli.flows.search.id_lookup import find_memory

    found = []
    for id_ in ids:
        try:
            memory = find_memory(tx, str(id_), deleted=True)
        except RecallError:
            continue
        if memory.held is None:
            found.append(memory)
    return found
