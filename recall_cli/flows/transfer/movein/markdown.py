"""Memories in Markdown files: instruction files such as CLAUDE.md and AGENTS.md, and notes of basic-memory."""

from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.flows.transfer.movein.field_values import ForeignMemory, clean_text, iso_time, memory_type
from recall_cli.rules.intake.gate import judge_quality
from recall_cli.rules.reading import memory_types
from recall_cli.rules.reading.clause import embedded_clause, read_clause
from recall_cli.rules.reading.words import Words, is_foreign
from recall_cli.rules.text.markdown_notes import Note, read_notes_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.flows.transfer.movein.files import SourceLine
    from recall_cli.rules.text.markdown_notes import NotesFile

INSTRUCTION_FILES = ("claude.md", "claude.local.md", "agents.md", "gemini.md", "copilot-instructions.md")
"""Files whose sentences are rules for agents."""


def read_markdown(text: str, name: str, mark: str, modified_at: "str | None") -> "Iterator[SourceLine]":
    """Every statement of a file that is worth storing, and every skipped passage with the reason.

    `name` is the file's name in tags. `mark` identifies the file among others with the same name.
    """
    notes_file = read_notes_file(text)
    dates = (iso_time(notes_file.head.get(key)) for key in ("created", "date"))
    created = next((date for date in dates if date), modified_at)
    is_basic_memory = notes_file.is_basic_memory  # looks through all notes
    for passage in notes_file.skipped:
        yield passage.line, ReportEntry(line=passage.line, reason=passage.reason, text=passage.text)
    for note in notes_file.notes:
        type_, importance = _type_and_importance(note, name.rpartition("/")[2].casefold())
        verdict = judge_quality(note.text, type_)
        if not (is_basic_memory or note.whole or verdict.accepted):
            reason = verdict.reason or "nothing to remember"
            yield note.line, ReportEntry(line=note.line, reason=reason, text=note.text)
            continue
        memory = ForeignMemory(
            text=note.text,
            created_at=created,
            type=type_,
            importance=importance,
            topic=clean_text(notes_file.head.get("title") if is_basic_memory else note.heading),
            tags=_make_tags(notes_file, note, name),
            metadata={"files": [mark]},
        )
        yield note.line, memory.as_json()


def _type_and_importance(note: Note, file_name: str) -> "tuple[str, float]":
    """The type by the note's own category, else by its words. An order in an instruction file is a preference."""
    words = Words(note.text)
    readable = len(words) and not is_foreign(words)
    type_ = memory_type(note.category) or (
        memory_types.memory_type(words, embedded_clause(words, read_clause(words))) if readable else "fact"
    )
    if type_ == "fact" and file_name in INSTRUCTION_FILES and note.text.split()[0].casefold() in _ORDER_WORDS:
        type_ = "preference"
    return type_, memory_types.TYPE_IMPORTANCE[type_]


_ORDER_WORDS = frozenset(
    "always never use prefer avoid keep run do don't write add put follow make ensure check ask test name".split()
)
"""The first words of rules for agents."""


def _make_tags(notes_file: "NotesFile", note: Note, name: str) -> "dict[str, str]":
    tags = {"file": name}
    if note.category:
        tags["category"] = note.category
    file_tags = [tag.strip(" []\"'") for tag in notes_file.head.get("tags", "").split(",")]
    all_tags = [*dict.fromkeys(tag for tag in (*file_tags, *note.tags) if tag)]
    return {**tags, "tags": ", ".join(all_tags)} if all_tags else tags
