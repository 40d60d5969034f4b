"""The tools that change memories: correct, delete, rate, merge."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.rules.text import normalize
from recall_cli.serve.fenced import count_text, fence_lines, memory_lines
from recall_cli.serve.tool import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.flows.edit.consolidate import MergeResult
    from recall_cli.serve.session import Session

_TEXT_FIELDS = ("text", "type", "topic", "entity", "attribute", "value")


def update_memory(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Correct a memory, delete it, or settle a question."""
    given = {name for name, value in values.items() if value not in (None, False)}
    if "question" in given or "answer" in given:
        if given != {"question", "answer"}:
            raise UsageError("a question is settled by question and answer alone")
        return settle_question(session, {**values, "situation": None})
    if "id" not in given:
        raise UsageError("id is missing", "the id of the memory, or question and answer")
    if "delete" not in given:
        return _correct_memory(session, values)
    if given != {"id", "delete"}:
        raise UsageError("delete takes only an id", "call again without delete to change the memory")
    return delete_memory(session, {"ids": [values["id"]], "bring_back": False})


def _correct_memory(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Change fields of a memory; the old words stay in its history."""
    from recall_cli.flows.edit.memory_edits import new_text, update_if_changed
    from recall_cli.rules.dates.typed_dates import parse_validity

    app = session.app
    columns: dict[str, Any] = {
        name: normalize.compose_letters(normalize.repair_unicode(values[name])[0].strip())
        for name in _TEXT_FIELDS
        if values[name] is not None
    }
    columns |= {name: values[name] for name in ("importance", "confidence") if values[name] is not None}
    columns |= parse_validity(values, app.now())
    if values["classification"] is not None:
        columns["classification"] = CLASSIFICATIONS.index(values["classification"])
    if not columns:
        raise UsageError("nothing to change was given", "for example text, type or importance")
    if "text" in columns:
        new_text(app, columns["text"])
    memory, op = update_if_changed(app, values["id"], columns)
    if memory.held is not None:
        return ToolResult(text="held: a person reviews the change")
    with app.read_transaction() as tx:
        block = fence_lines(tx, memory_lines(tx, [memory]))
    word = "nothing to change: it already says that" if op is None else f"updated{session.grant.operation_text(op)}"
    return ToolResult(text=f"{word}\n{block}")


def delete_memory(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Delete memories, all of them or none."""
    from recall_cli.flows.edit.bring_back import delete

    result = delete(session.app, [*values["ids"]], bring_back=values["bring_back"])
    op = result.op
    way_back = f"recall undo {op}" if session.grant.knows_store_numbers else "recall log, recall undo"
    text = f"deleted {count_text(len(result.deleted))}{session.grant.operation_text(op)}"
    text += f"; the user can take it back ({way_back})"
    with session.app.read_transaction() as tx:
        for title, memories in (
            ("these hold again", result.brought_back),
            (
                "these stay ended, although what ended them is gone (bring_back makes them hold again)",
                result.still_ended,
            ),
        ):
            if memories:
                text += f"\n{title}:\n{fence_lines(tx, memory_lines(tx, [*memories]))}"
    return ToolResult(text=text)


def settle_question(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Answer a question, or propose an answer about the user's own words."""
    from recall_cli.flows.questions import answer_question

    result = answer_question(session.app, values["question"], values["answer"], values["situation"] or "")
    text = "proposed: the user decides about their own words" if result.is_proposal else "settled"
    return ToolResult(text=f"{text}{session.grant.operation_text(result.op)}")


def rate_memories(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Count that memories helped or misled."""
    from recall_cli.flows.edit.feedback import rate_memories as rate

    memories, _ = rate(session.app, tuple(values["ids"]), helpful=values["helpful"], note=values["note"])
    word = "helpful" if values["helpful"] else "unhelpful"
    return ToolResult(text=f"rated {count_text(len(memories))} {word}")


def consolidate_memories(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Merge near-duplicates, or show what would be merged."""
    from recall_cli.flows.edit import consolidate

    app = session.app
    with app.read_transaction() as tx:
        wanted = session.filters(tx, values["project"], values["topic"])
    plan = consolidate.plan_merges(app, wanted, include_user_words=False)
    return _merge_result(session, consolidate.merge_unasked(app, plan, dry_run=values["dry_run"]))


def _merge_result(session: "Session", result: "MergeResult") -> ToolResult:
    """The merges with their sources, and what stays apart."""
    merges = result.shown
    lines: list[dict[str, Any]] = []
    with session.app.read_transaction() as tx:
        for merge in merges:
            lines.append({"merged_text": merge.text, "kind": merge.type})
            lines += [{"source": True, **line} for line in memory_lines(tx, [*merge.sources])]
        block = fence_lines(tx, lines)
    sources = sum(len(merge.sources) for merge in merges)
    if not merges:
        text = "no near-duplicate memories"
    elif result.dry_run:
        text = f"dry run: {count_text(sources)} would become {len(merges):,}\n{block}"
    else:
        text = f"{count_text(sources)} became {len(merges):,}{session.grant.operation_text(result.op)}\n{block}"
    return ToolResult(text=text)
