"""recall import: read memories from files."""

from recall_cli.cli.doors.options import GLOBAL_ONLY, PROJECT
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import safe
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.commands.move.import_files import Outcome
    from recall_cli.flows.transfer.import_report import Imported

PARAMS = (
    argument(
        "files",
        "Files or folders, - for standard input, or the word transcripts.",
        kind="arguments",
        completes="file",
        metavar="FILE...",
    ),
    PROJECT,
    GLOBAL_ONLY,
    option("strict", "If any line is broken, import nothing.", kind="flag"),
    option("since", "Of transcripts, only sessions used since then: 30d, 2026-03-01.", metavar="DATE"),
    option("agent", "Of transcripts, only this agent's.", choices=("claude-code", "codex", "gemini", "opencode")),
    option("own", "The file is your own export: your words in it stay your words. At a terminal only.", kind="flag"),
    option("dry_run", "Show what would be imported, and write nothing.", kind="flag"),
)
EXAMPLES = (
    ("recall import memories.jsonl", "an export of recall: as it was, with ids and history"),
    ("recall import memories.jsonl --own", "your own export: what you said yourself stays your own word"),
    ("recall import notes.txt facts.csv more.json", "paragraphs, rows with a text column, texts or objects"),
    ("recall import CLAUDE.md docs/", "Markdown; an edited file replaces what it said before"),
    ("recall import ~/.claude/memori.db --dry-run", "Memori's database; szl-recall's, claude-mem's, another store"),
    ("recall import transcripts --since 90d --dry-run", "what was said to agents before recall was there"),
)
SHOWN = 20
"""Lines of each kind that are shown; --json has all of them."""


def import_(
    app: "App",
    *,
    files: "tuple[str, ...]",
    project: "str | None",
    global_: bool,
    strict: bool,
    since: "str | None",
    agent: "str | None",
    own: bool,
    dry_run: bool,
) -> Reply:
    """Import memories; what is here already stays as it is, and importing twice changes nothing.

    Each file is recognised by its content. All files together are one operation, which recall undo takes back. An
    interrupted import keeps what it has read so far, and goes on when it is run again. Links that lead out of a folder
    are not followed. The word transcripts stands for the session files of coding agents on this machine; a file of
    that name is ./transcripts.
    """
    if not dry_run:
        from recall_cli.flows.agents.switches import check_on

        check_on(app)
    if not files:
        raise UsageError("name a file", "recall import memories.jsonl")
    if files == ("transcripts",):
        from recall_cli.cli.commands.move.import_transcripts import transcripts

        if project or global_ or strict or own:
            raise UsageError("sessions belong to the project they ran in: no --project, --global, --strict or --own")
        return transcripts(app, agent, since, dry_run=dry_run)
    if since or agent:
        raise UsageError("--since and --agent are for recall import transcripts")
    from recall_cli.cli.commands.move.import_files import Session

    session = Session(app, project, only_global=global_, strict=strict, dry_run=dry_run, own=own)
    return answer(app, session.run(files))


def answer(app: "App", found: "Outcome") -> Reply:
    """The report of an import, and the notes about what is wrong with its lines."""
    if not found.dry_run and found.total("created") >= 1000:
        with app.writing() as tx:
            tx.search.refresh_counts()
        app.engine(write=True).checkpoint()
    redacted = found.redacted
    if redacted:
        app.note("masked: " + ", ".join(f"{count:,} {kind}" for kind, count in sorted(redacted.items())))
    lowered = found.total("lowered")
    if lowered:
        app.note(
            f"trusted as imported though marked as the user's own words: {lowered:,} (anybody can write that "
            "into a file; --own, at a terminal, is for your own exports)"
        )
    several = len(found.parts) > 1
    broken = [f"{name}: {reason}" for name, reason in found.faults]
    for source, part in found.parts:
        lead = f"{source.name}, " if several else ""
        broken += [f"{lead}line {fault.line}: {fault.reason}" for fault in part.faults]
    for line in broken[:SHOWN]:
        app.note(safe(line))
    if len(broken) > SHOWN:
        app.note(f"and {len(broken) - SHOWN:,} more broken lines")
    if found.skipped_files:
        named = ", ".join(found.skipped_files[:5]) + (", …" if len(found.skipped_files) > 5 else "")
        app.note(safe(f"{len(found.skipped_files):,} other files were not read: {named}"))
    return Reply(
        lambda: document(found),
        lambda: [*_details(found), *_lines(found)],
        lambda console: _screen(console, found),
        status=1 if broken else 0,
    )


def document(found: "Outcome") -> "dict[str, Any]":
    """The whole report, for programs."""
    programs = {source.program for source, _ in found.parts}
    program = programs.pop() if len(programs) == 1 else "mixed"
    several = len(found.parts) > 1
    told: dict[str, Any] = {} if program == "lines" or not found.parts else {"from": program}
    told["operation"] = found.op
    told["continued"] = found.continued
    told.update({name: found.total(name) for name in COUNTS})
    told["dry_run"] = found.dry_run
    told["faults"] = [{"file": name, "line": 0, "reason": reason} for name, reason in found.faults]
    for source, part in found.parts:
        told["faults"] += [{**({"file": source.name} if several else {}), **fault.fields()} for fault in part.faults]
    told["redacted"] = [{"kind": kind, "count": count} for kind, count in sorted(found.redacted.items())]
    for kind in LISTS:
        told[kind] = [
            {**({"file": source.name} if several else {}), **entry}
            for source, part in found.parts
            for entry in getattr(part, kind)
        ]
    told["files"] = [
        {
            "file": source.name,
            "from": source.program,
            **{name: getattr(part, name) for name in COUNTS},
            "broken": len(part.faults),
        }
        for source, part in found.parts
    ]
    told["skipped_files"] = list(found.skipped_files)
    return told


COUNTS = ("created", "known", "held", "lowered", "left_out", "ended")
LISTS = ("memories", "duplicates", "conflicts", "skipped", "vanished")


def _line(counts: "dict[str, int]", *, dry_run: bool) -> str:
    word = "would import" if dry_run else "imported"
    rest = "".join(
        f", {counts[name]:,} {said}"
        for name, said in (
            ("held", "held for review"),
            ("ended", "no longer in the file"),
            ("left_out", "left out"),
            ("broken", "broken"),
        )
        if counts[name]
    )
    return f"{word} {counts['created']:,}, {counts['known']:,} known already{rest}"


def _counts(part: "Imported") -> "dict[str, int]":
    return {**{name: getattr(part, name) for name in COUNTS}, "broken": len(part.faults)}


def _whole(found: "Outcome") -> str:
    counts = {name: found.total(name) for name in COUNTS}
    counts["broken"] = sum(len(part.faults) for _, part in found.parts)
    going_on = " (continued)" if found.continued else ""
    return _line(counts, dry_run=found.dry_run) + going_on


def _lines(found: "Outcome") -> "list[str]":
    """A line for each of several files, and one for all of them."""
    lines = []
    if len(found.parts) > 1:
        lines = [
            f"{safe(source.name)}: {_line(_counts(part), dry_run=found.dry_run)}"
            for source, part in found.parts[:SHOWN]
        ]
        if len(found.parts) > SHOWN:
            lines.append(f"and {len(found.parts) - SHOWN:,} more files")
    return [*lines, _whole(found)]


def _details(found: "Outcome") -> "list[str]":
    """What a dry run shows besides the counts: the texts, a bounded number of each kind."""
    if not found.dry_run:
        return []
    lines: list[str] = []
    for kind, word in (
        ("memories", "new"),
        ("duplicates", "known"),
        ("conflicts", "conflict"),
        ("vanished", "ends"),
        ("skipped", "left out"),
    ):
        entries = [(source, entry) for source, part in found.parts for entry in getattr(part, kind)]
        for _source, entry in entries[:SHOWN]:
            why = entry.get("reason") or (f"held: {entry['held']}" if entry.get("held") else "")
            others = "; ".join(str(one["text"]) for one in entry.get("with", ())[:3])
            parts = (word, str(entry.get("line", "")), safe(entry["text"]), safe(why or others))
            lines.append("\t".join(part for part in parts if part))
        if len(entries) > SHOWN:
            lines.append(f"{word}\tand {len(entries) - SHOWN:,} more (--json has all)")
    return lines


def _screen(console: "Any", found: "Outcome") -> None:
    from recall_cli.cli.screens import screen

    for line in [*_details(found), *_lines(found)[:-1]]:
        console.print(safe(line.replace("\t", "  ")), markup=False, highlight=False)
    word, _, what = _whole(found).partition(" ")
    screen.said(console, word, what, f"undo: recall undo {found.op}" if found.op else "")
