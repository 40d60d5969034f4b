"""Memories in notes: Markdown such as CLAUDE.md, AGENTS.md and the notes of basic-memory, and plain text."""

from recall_cli.domain.memory import DEFAULT_TYPE
from recall_cli.flows.transfer.import_report import ReportEntry
from recall_cli.flows.transfer.movein.field_values import clean_text, import_line, iso_time, memory_type
from recall_cli.rules.conversation.signs import read_forms
from recall_cli.rules.text.markdown_notes import Note, read_notes_file
from recall_cli.rules.text.note_type import note_type
from recall_cli.rules.text.paragraphs import split_paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.flows.transfer.movein.files import SourceLine
    from recall_cli.rules.text.markdown_notes import NotesFile

INSTRUCTION_FILES = ("claude.md", "claude.local.md", "agents.md", "gemini.md", "copilot-instructions.md")
"""Files whose sentences are rules for agents."""
ORDER_FORMS = frozenset(("rule", "begins as a request"))
"""The forms of a rule for agents."""


def read_paragraphs(text: str, name: str, mark: str, modified_at: "str | None") -> "Iterator[SourceLine]":
    """Every paragraph of a text file. `name` and `mark` are those of `read_markdown`."""
    for number, paragraph in split_paragraphs(text):
        yield number, import_line(paragraph, created_at=modified_at, tags={"file": name}, metadata={"files": [mark]})


def read_markdown(text: str, name: str, mark: str, modified_at: "str | None") -> "Iterator[SourceLine]":
    """Every list item, paragraph and table row of a file, whole, and every skipped passage with the reason.

    `name` is the file's name in tags. `mark` identifies the file among others with the same name.
    """
    notes_file = read_notes_file(text)
    dates = (iso_time(notes_file.head.get(key)) for key in ("created", "date"))
    created = next((date for date in dates if date), modified_at)
    is_basic_memory = notes_file.is_basic_memory  # looks through all notes
    for passage in notes_file.skipped:
        yield passage.line, ReportEntry(line=passage.line, reason=passage.reason, text=passage.text)
    for note in notes_file.notes:
        line = import_line(
            note.text,
            created_at=created,
            type=_type_of(note, name.rpartition("/")[2].casefold()),
            topic=clean_text(notes_file.head.get("title") if is_basic_memory else note.heading),
            tags=_make_tags(notes_file, note, name),
            metadata={"files": [mark]},
        )
        yield note.line, line


def _type_of(note: Note, file_name: str) -> str:
    """The type by the note's own category, else by its form. An order in an instruction file is a preference."""
    type_ = memory_type(note.category) or note_type(note.text)
    if type_ == DEFAULT_TYPE and file_name in INSTRUCTION_FILES and not ORDER_FORMS.isdisjoint(read_forms(note.text)):
        return "preference"
    return type_


def _make_tags(notes_file: "NotesFile", note: Note, name: str) -> "dict[str, str]":
    tags = {"file": name}
    if note.category:
        tags["category"] = note.category
    file_tags = [tag.strip(" []\"'") for tag in notes_file.head.get("tags", "").split(",")]
    all_tags = [*dict.fromkeys(tag for tag in (*file_tags, *note.tags) if tag)]
    return {**tags, "tags": ", ".join(all_tags)} if all_tags else tags
