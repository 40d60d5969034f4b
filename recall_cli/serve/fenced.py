"""Memories as a model reads them: one JSON line each, in the fence that marks them as data."""

from recall_cli.domain.moment import format_day, format_iso
from recall_cli.rules.beliefs.authorship import memory_author
from recall_cli.rules.brief import fence
from recall_cli.rules.brief.sections import memory_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_TEXT_LETTERS = 2_000
"""A longer text is cut in lists; inspect_memory shows all of it."""


def fence_lines(tx: "Transaction", lines: "Sequence[Mapping[str, Any]]") -> str:
    """These values as one block of data, a line each; empty without lines."""
    return fence.fenced_block([*map(fence.json_line, lines)], tx.store_secret, None)


def memory_lines(
    tx: "Transaction", memories: "list[Memory]", notes: "dict[int, dict[str, Any]] | None" = None
) -> "list[dict[str, Any]]":
    """One line of values for each memory; `notes` adds values by row number."""
    ids = tx.memories.short_ids([memory.id for memory in memories])
    replaced = [memory.n for memory in memories if memory.maybe_replaced_by]
    questions = {q.older: q.n for q in tx.questions.open_questions(replaced)} if replaced else {}
    return [
        _memory_line(memory, ids[memory.id], questions.get(memory.n)) | (notes or {}).get(memory.n, {})
        for memory in memories
    ]


def _memory_line(memory: "Memory", id_: str, question: "int | None" = None) -> "dict[str, Any]":
    text = memory.text if len(memory.text) <= MAX_TEXT_LETTERS else memory.text[: MAX_TEXT_LETTERS - 1] + "…"
    line: dict[str, Any] = {"id": id_, "kind": memory_kind(memory), "text": text, "said_by": memory_author(memory)}
    line["since"] = format_day(memory.created_at)
    if memory.project is not None:
        line["project"] = memory.project
    if memory.contested:
        line["contested"] = True
    if memory.maybe_replaced_by:
        line["older"] = "perhaps replaced by the line above"
        line |= {} if question is None else {"question": question}
    if memory.superseded_at is not None:
        line["superseded"] = format_day(memory.superseded_at)
    if memory.valid_until is not None:
        line["valid_until"] = format_iso(memory.valid_until)
    return line


def count_text(count: int) -> str:
    """`1 memory`, `2 memories`."""
    return f"{count:,} memor{'y' if count == 1 else 'ies'}"
