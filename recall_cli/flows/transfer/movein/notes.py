"""Memories in Markdown files: what CLAUDE.md, AGENTS.md and MEMORY.md say, and the notes of basic-memory."""

from recall_cli.flows.transfer.movein import telling
from recall_cli.flows.transfer.movein.telling import told
from recall_cli.rules.intake.gate import judge
from recall_cli.rules.reading import kinds
from recall_cli.rules.reading.english import language
from recall_cli.rules.reading.english.clause import embedded, read
from recall_cli.rules.reading.english.words import Words
from recall_cli.rules.text.notes import Note, page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.rules.text.notes import Page

INSTRUCTIONS = ("claude.md", "claude.local.md", "agents.md", "gemini.md", "copilot-instructions.md")
"""What stands there is meant as rules for agents."""


def notes(text: str, name: str, file: str, written: "str | None") -> "Iterator[tuple[int, dict[str, Any]]]":
    """Every statement of a file that is worth keeping, and what is left out with the reason, each with its line.

    `name` is what the file is called in the tags; `file` tells it from other files of that name.
    """
    found = page(text)
    created = next((at for key in ("created", "date") if (at := telling.time(found.head.get(key)))), written)
    for left in found.left:
        yield left.line, {"skipped": left.reason, "text": left.text}
    for note in found.notes:
        kind, weight = _kind(note, name.rpartition("/")[2].casefold())
        verdict = judge(note.text, kind)
        if not (found.observed or note.whole or verdict.accepted):
            yield note.line, {"skipped": verdict.reason or "nothing to remember", "text": note.text}
            continue
        yield (
            note.line,
            told(
                note.text,
                None,
                created,
                type=kind,
                importance=weight,
                topic=telling.name(note.heading if not found.observed else found.head.get("title")),
                tags=_tags(found, note, name),
                metadata={"files": [file]},
            ),
        )


def _kind(note: Note, name: str) -> "tuple[str, float]":
    """What a statement is: by its own category, by its words, and in a file of instructions at least a preference."""
    words = Words(note.text)
    readable = len(words) and not language.foreign(words)
    kind = telling.kind(note.category) or (kinds.kind(words, embedded(words, read(words))) if readable else "fact")
    if kind == "fact" and name in INSTRUCTIONS and note.text.split()[0].casefold() in _ORDERS:
        kind = "preference"
    return kind, kinds.IMPORTANCE[kind]


_ORDERS = frozenset(
    "always never use prefer avoid keep run do don't write add put follow make ensure check ask test name".split()
)
"""How a rule for an agent begins."""


def _tags(found: "Page", note: Note, name: str) -> "dict[str, str]":
    tags = {"file": name}
    if note.category:
        tags["category"] = note.category
    named = [tag.strip(" []\"'") for tag in found.head.get("tags", "").split(",")]
    every = [*dict.fromkeys(tag for tag in (*named, *note.tags) if tag)]
    return {**tags, "tags": ", ".join(every)} if every else tags
