"""Memories as text that people edit: one block each, with a heading, fields and the text; and back.

    ## 7c1e (version 3f2a9c1b)
    - type: decision
    - tag: area=ops

    The words of the memory.

A version is a checksum of a block's content: a block that was not edited still has the checksum of its heading.
"""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FIELD_NAMES = tuple(
    """type topic project importance confidence entity attribute value qualifier valid-from valid-until
    classification""".split()
)
"""The fields of a block that may be edited, in their order; tags have a line each."""
DELETE_FIELD, TAG_FIELD, OVERWRITE_FIELD = "delete", "tag", "overwrite"
HEADING, VERSION = "## ", " (version "
_TRUE_WORDS = frozenset({"yes", "true", "y", "1"})
VERSION_BYTES = 4
STORED_NOTE = "now in the store: "
STORED_COMMENT = f"<!-- {STORED_NOTE}"
"""Begins a comment that quotes what the store holds."""
_FORM_FIELDS = frozenset(
    ("type", "importance", "confidence", "valid-from", "valid-until", "classification", DELETE_FIELD, OVERWRITE_FIELD)
)
"""Fields that cannot hold words of their own."""


class Block(Record):
    """One block: a memory as a person sees or edits it."""

    id: str
    values: "dict[str, str]"
    """The fields by name."""
    tags: "tuple[str, ...]"
    text: str
    version: str = ""
    """The version in the heading, which the block had when it was written."""
    is_deleted: bool = False
    overwrites: str = ""
    """Another version that the block may replace: what somebody else stored, and the person has seen."""
    line: int = 0
    """The line of its heading."""
    field_lines: "dict[str, int]" = {}

    @property
    def content_version(self) -> str:
        """The checksum of what the block says now."""
        import hashlib

        known = sorted((name, value) for name, value in self.values.items() if value)
        content = repr((known, sorted(self.tags), self.text, self.is_deleted))
        return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=VERSION_BYTES).hexdigest()

    @property
    def is_edited(self) -> bool:
        """Does the block say something else than when it was written?"""
        return self.content_version != self.version


def render_block(block: Block, *, with_empty_fields: bool, comments: "Iterable[str]" = ()) -> "list[str]":
    """The lines of a block."""
    lines = [f"{HEADING}{block.id}{VERSION}{block.version or block.content_version})"]
    lines += [f"<!-- {comment} -->" for comment in comments]
    for name in FIELD_NAMES:
        value = block.values.get(name, "")
        if value or with_empty_fields:
            lines.append(f"- {name}: {value}".rstrip())
    lines += [f"- {TAG_FIELD}: {tag}" for tag in block.tags]
    if block.is_deleted:
        lines.append(f"- {DELETE_FIELD}: yes")
    if block.overwrites:
        lines.append(f"- {OVERWRITE_FIELD}: {block.overwrites}")
    return [*lines, "", *map(_escape_heading, block.text.split("\n")), ""]


def parse_blocks(content: str) -> "list[Block]":
    """The blocks of a file; UsageError names the line that cannot be read. What stands before the first is skipped."""
    lines = [line.removesuffix("\r") for line in content.split("\n")]
    starts = [at for at, line in enumerate(lines) if line.startswith(HEADING)]
    ends = [*starts, len(lines)][1:]
    blocks = [_parse_block(lines, start, end) for start, end in zip(starts, ends, strict=True)]
    seen: dict[str, int] = {}
    for block in blocks:
        if block.id in seen:
            raise UsageError(f"line {block.line}: {block.id} stands here twice, first in line {seen[block.id]}")
        seen[block.id] = block.line
    return blocks


def block_words(lines: "list[str]") -> "list[str]":
    """What the lines of a block say besides their form: its free fields, its text, and what comments quote."""
    words = []
    for line in lines[1:]:
        name, colon, value = line.removeprefix("- ").partition(":")
        if line.startswith("- ") and colon and name.strip() in _FORM_FIELDS:
            continue
        if line.startswith("- ") and colon and name.strip() in (*FIELD_NAMES, TAG_FIELD):
            words.append(value)
        elif not _is_comment(line) or line.startswith(STORED_COMMENT):
            words.append(line.removeprefix(STORED_COMMENT))
    return words


def clean_text(text: str) -> str:
    """A text as a block can hold it: without empty lines around it and blanks at the end of its lines."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n")).strip("\n")


def _parse_block(lines: "list[str]", start: int, end: int) -> Block:
    id_, version = _parse_heading(lines[start], start + 1)
    fields: dict[str, str] = {}
    field_lines: dict[str, int] = {}
    tags: list[str] = []
    at = start + 1
    is_deleted, overwrites = False, ""
    while at < end and lines[at].strip():
        line = lines[at].strip()
        at += 1
        if line.startswith("<!--"):
            continue
        name, value = _parse_field(line, at)
        if name == TAG_FIELD:
            tags += [value] if value else []
        elif name == DELETE_FIELD:
            is_deleted = value.casefold() in _TRUE_WORDS
        elif name == OVERWRITE_FIELD:
            overwrites = value
        elif name in fields:
            raise UsageError(f"line {at}: {name} stands here twice")
        else:
            fields[name] = value
        field_lines[name] = at
    body = lines[at:end]
    while body and (not body[-1].strip() or _is_comment(body[-1])):
        body.pop()
    text = clean_text("\n".join(map(_unescape_heading, body)))
    return Block(
        id=id_,
        values=fields,
        tags=tuple(tags),
        text=text,
        version=version,
        is_deleted=is_deleted,
        overwrites=overwrites,
        line=start + 1,
        field_lines=field_lines,
    )


def _parse_heading(line: str, number: int) -> "tuple[str, str]":
    id_, found, version = line.removeprefix(HEADING).strip().partition(VERSION)
    if not found or not version.endswith(")") or not id_:
        raise UsageError(
            f"line {number}: a heading must stay as it was: ## ID (version …)", r"a text line that begins so is \## …"
        )
    return id_, version.removesuffix(")")


def _parse_field(line: str, number: int) -> "tuple[str, str]":
    name, colon, value = line.removeprefix("- ").partition(":")
    name = name.strip().casefold().replace("_", "-")
    if not line.startswith("- ") or not colon:
        raise UsageError(
            f"line {number}: this is neither a field nor empty", "fields look like - topic: build; then an empty line"
        )
    if name not in (*FIELD_NAMES, TAG_FIELD, DELETE_FIELD, OVERWRITE_FIELD):
        raise UsageError(f"line {number}: there is no field {name!r}", f"fields: {', '.join(FIELD_NAMES)}, tag, delete")
    return name, value.strip()


def _is_comment(line: str) -> bool:
    return line.startswith("<!--") and line.rstrip().endswith("-->")


def _needs_escape(line: str) -> bool:
    return line.lstrip("\\").startswith(HEADING) or _is_comment(line.lstrip("\\"))


def _escape_heading(line: str) -> str:
    """A line of a text that cannot be taken for a heading or a comment."""
    return "\\" + line if _needs_escape(line) else line


def _unescape_heading(line: str) -> str:
    return line[1:] if line.startswith("\\") and _needs_escape(line) else line


def block_difference(before: Block, after: Block) -> "list[str]":
    """Changed fields as `name: old → new`, tags with + and -, then the removed and added lines of the text."""
    if after.is_deleted:
        return ["deleted"]
    lines = [
        f"{name}: {before.values.get(name) or 'none'} → {value or 'none'}"
        for name, value in after.values.items()
        if value != before.values.get(name, "")
    ]
    lines += [f"- tag: {tag}" for tag in before.tags if tag not in after.tags]
    lines += [f"+ tag: {tag}" for tag in after.tags if tag not in before.tags]
    if before.text != after.text:
        import difflib

        compared = difflib.ndiff(before.text.split("\n"), after.text.split("\n"))
        lines += [line for line in compared if line[:2] in ("- ", "+ ")]
    return lines
