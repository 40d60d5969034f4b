"""Memories in Markdown files: what CLAUDE.md, AGENTS.md and MEMORY.md say, and the notes of basic-memory."""

from recall_cli.flows.transfer.movein import field_values
from recall_cli.flows.transfer.movein.field_values import make_line
from recall_cli.rules.intake.gate import judge_quality
from recall_cli.rules.reading import memory_types
from recall_cli.rules.reading.clause import embedded_clause, read_clause
from recall_cli.rules.reading.words import Words, is_foreign
from recall_cli.rules.text.markdown_notes import Note, read_notes_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.rules.text.markdown_notes import NotesFile

INSTRUCTION_FILES = ("claude.md", "claude.local.md", "agents.md", "gemini.md", "copilot-instructions.md")
"""What stands there is meant as rules for agents."""


def read_markdown(text: str, name: str, file: str, modified_at: "str | None") -> "Iterator[tuple[int, dict[str, Any]]]":
    """Every statement of a file that is worth keeping, and what is left out with the reason, each with its line.

    `name` is what the file is called in the tags; `file` tells it from other files of that name.
    """
    found = read_notes_file(text)
    created = next(
        (at for key in ("created", "date") if (at := field_values.iso_time(found.head.get(key)))), modified_at
    )
    for passage in found.skipped:
        yield passage.line, {"skipped": passage.reason, "text": passage.text}
    for note in found.notes:
        kind, weight = _type_and_importance(note, name.rpartition("/")[2].casefold())
        verdict = judge_quality(note.text, kind)
        if not (found.is_basic_memory or note.whole or verdict.accepted):
            yield note.line, {"skipped": verdict.reason or "nothing to remember", "text": note.text}
            continue
        yield (
            note.line,
            make_line(
                note.text,
                None,
                created,
                type=kind,
                importance=weight,
                topic=field_values.clean_text(note.heading if not found.is_basic_memory else found.head.get("title")),
                tags=_make_tags(found, note, name),
                metadata={"files": [file]},
            ),
        )


def _type_and_importance(note: Note, name: str) -> "tuple[str, float]":
    """What a statement is: by its own category, by its words, and in a file of instructions at least a preference."""
    words = Words(note.text)
    readable = len(words) and not is_foreign(words)
    kind = field_values.memory_type(note.category) or (
        memory_types.memory_type(words, embedded_clause(words, read_clause(words))) if readable else "fact"
    )
    if kind == "fact" and name in INSTRUCTION_FILES and note.text.split()[0].casefold() in _ORDER_WORDS:
        kind = "preference"
    return kind, memory_types.TYPE_IMPORTANCE[kind]


_ORDER_WORDS = frozenset(
    "always never use prefer avoid keep run do don't write add put follow make ensure check ask test name".split()
)
"""How a rule for an agent begins."""


def _make_tags(found: "NotesFile", note: Note, name: str) -> "dict[str, str]":
    tags = {"file": name}
    if note.category:
        tags["category"] = note.category
    named = [tag.strip(" []\"'") for tag in found.head.get("tags", "").split(",")]
    every = [*dict.fromkeys(tag for tag in (*named, *note.tags) if tag)]
    return {**tags, "tags": ", ".join(every)} if every else tags
