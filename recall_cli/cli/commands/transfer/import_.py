"""recall import: import memories from files."""

from recall_cli.agents.transcripts.clients import CLIENTS
from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.commands.transfer.import_files import ImportOutcome
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.transfer.movein.sources import Source

PARAMS = (
    argument(
        "files",
        "Files or folders, - for JSON on standard input, or the word transcripts.",
        kind="arguments",
        completes="file",
        metavar="FILE...",
    ),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("since", "With transcripts: only sessions since this date (30d, 2026-03-01).", metavar="DATE"),
    option("agent", "With transcripts: only this agent.", choices=tuple(CLIENTS)),
    option("own", "Your own export: your words stay yours, and later changes count. Only at a terminal.", kind="flag"),
    option("dry_run", "Show what would be imported without writing.", kind="flag"),
)
EXAMPLES = (
    ("recall import memories.jsonl", "an export of recall, with ids and history"),
    ("recall import memories.jsonl --own", "your own export: your words keep the trust of your words"),
    ("recall import notes.txt more.json", "paragraphs, JSON texts or objects"),
    ("recall import CLAUDE.md docs/", "Markdown; importing an edited file updates its memories"),
    ("recall import ~/.claude/memori.db --dry-run", "Memori's database; also szl-recall, claude-mem, another store"),
    ("recall import transcripts --since 90d --dry-run", "sessions of agents from before recall was installed"),
)
MAX_SHOWN_LINES = 20
"""Maximum number of lines shown of each kind; --json has all."""


def import_(
    app: "App",
    *,
    files: "tuple[str, ...]",
    project: "str | None",
    global_: bool,
    since: "str | None",
    agent: "str | None",
    own: bool,
    dry_run: bool,
) -> Reply:
    """Import memories. Importing a file twice changes nothing, and what was erased here does not come back.

    Stored memories stay as they are; with --own, what was changed, deleted or erased later in the store that wrote the
    file is changed here too. The format of each file is detected from its content. All files together are one
    operation, which recall undo reverts. An interrupted import continues when you run it again. Links out of a folder
    are not followed. Notes go into the project of their repository or folder, else into the one that you are in; recall
    says which. The word transcripts means the session files of coding agents on this machine; write ./transcripts for
    a file of that name.
    """
    if not dry_run:
        from recall_cli.flows.agents.switches import check_memory_on

        check_memory_on(app)
    if not files:
        raise UsageError("name a file", "recall import memories.jsonl")
    if files == ("transcripts",):
        from recall_cli.cli.commands.transfer.import_transcripts import import_transcripts

        if project or global_ or own:
            raise UsageError(
                "transcripts take no --project, --global or --own: a session belongs to the project it ran in"
            )
        return import_transcripts(app, agent, since, dry_run=dry_run)
    if since or agent:
        raise UsageError("--since and --agent only work with recall import transcripts")
    from recall_cli.cli.commands.transfer.import_files import FileImport

    session = FileImport(app, project, only_global=global_, dry_run=dry_run, own=own)
    return import_reply(app, session.run(files))


def import_reply(app: "App", outcome: "ImportOutcome") -> Reply:
    """The report of an import, with notes about invalid lines."""
    if not outcome.dry_run and outcome.total("created") >= 1000:
        with app.write_transaction() as tx:
            tx.search.refresh_counts()
        app.engine(write=True).checkpoint()
    redacted = outcome.redacted
    if redacted:
        app.note("masked: " + ", ".join(f"{count:,} {kind}" for kind, count in sorted(redacted.items())))
    lowered = outcome.total("lowered")
    if lowered:
        app.note(
            f"{lowered:,} marked as the user's own words are trusted as imported only, because anyone can write that "
            "mark (for your own exports: --own, at a terminal)"
        )
    several = len(outcome.parts) > 1
    broken = [f"{name}: {reason}" for name, reason in outcome.faults]
    for source, part in outcome.parts:
        lead = f"{source.name}, " if several else ""
        broken += [f"{lead}line {fault.line}: {fault.reason}" for fault in part.faults]
    for line in broken[:MAX_SHOWN_LINES]:
        app.note(make_printable(line))
    if len(broken) > MAX_SHOWN_LINES:
        app.note(f"and {len(broken) - MAX_SHOWN_LINES:,} more invalid lines")
    if outcome.skipped_files:
        named = ", ".join(outcome.skipped_files[:5]) + (", …" if len(outcome.skipped_files) > 5 else "")
        were = (
            "1 other file was"
            if len(outcome.skipped_files) == 1
            else f"{len(outcome.skipped_files):,} other files were"
        )
        app.note(make_printable(f"{were} not read: {named}"))
    if outcome.hidden_rules:
        from recall_cli.domain.shell_words import quote

        command = " ".join(["recall import", *map(quote, outcome.hidden_rules)])
        app.note(make_printable(f"hidden rules for agents were not read: {command} reads them"))

    def screen(out: "Screen") -> None:
        for line in [*_shown_texts(outcome), *_report_lines(outcome)[:-1]]:
            out.line(line.replace("\t", "  "))
        word, _, what = _total_line(outcome).partition(" ")
        out.result(word, what, f"undo: recall undo {outcome.op}" if outcome.op else "")

    return Reply(
        lambda: report_document(outcome),
        lambda: [*_shown_texts(outcome), *_report_lines(outcome)],
        screen,
        status=1 if broken else 0,
    )


def report_document(outcome: "ImportOutcome") -> "dict[str, object]":
    """The full report as JSON."""
    programs = {source.program for source, _ in outcome.parts}
    program = programs.pop() if len(programs) == 1 else "mixed"
    several = len(outcome.parts) > 1

    def with_file(source: "Source", entry: "dict[str, object]") -> "dict[str, object]":
        return {"file": source.name, **entry} if several else entry

    faults: list[dict[str, object]] = [{"file": name, "line": 0, "reason": reason} for name, reason in outcome.faults]
    faults += [with_file(source, fault.fields()) for source, part in outcome.parts for fault in part.faults]
    return {
        **({} if program == "lines" or not outcome.parts else {"from": program}),
        "operation": outcome.op,
        "continued": outcome.continued,
        **{name: outcome.total(name) for name in COUNT_NAMES},
        "dry_run": outcome.dry_run,
        "faults": faults,
        "redacted": [{"kind": kind, "count": count} for kind, count in sorted(outcome.redacted.items())],
        **{
            kind: [
                with_file(source, entry.as_json()) for source, part in outcome.parts for entry in getattr(part, kind)
            ]
            for kind in LIST_NAMES
        },
        "files": [
            {"file": source.name, "from": source.program, **_file_counts(part)} for source, part in outcome.parts
        ],
        "skipped_files": [*outcome.skipped_files],
        "hidden_rules": [*outcome.hidden_rules],
    }


COUNT_NAMES = ("created", "known", "held", "lowered", "left_out", "ended", "changed", "replaced", "contested", "erased")
LIST_NAMES = ("memories", "duplicates", "conflicts", "skipped", "vanished")


def _counts_line(counts: "dict[str, int]", *, dry_run: bool) -> str:
    word = "would import" if dry_run else "imported"
    rest = "".join(
        f", {counts[name]:,} {label}"
        for name, label in (
            ("held", "held for review"),
            ("ended", "no longer in the file"),
            ("changed", "changed here"),
            ("replaced", "replaced here"),
            ("contested", "contested (recall conflicts)"),
            ("erased", "erased before and left out"),
            ("left_out", "left out"),
            ("broken", "invalid"),
        )
        if counts[name]
    )
    return f"{word} {counts['created']:,} ({counts['known']:,} already stored){rest}"


def _file_counts(part: "ImportReport") -> "dict[str, int]":
    return {**{name: getattr(part, name) for name in COUNT_NAMES}, "broken": len(part.faults)}


def _total_line(outcome: "ImportOutcome") -> str:
    counts = {name: outcome.total(name) for name in COUNT_NAMES}
    counts["broken"] = sum(len(part.faults) for _, part in outcome.parts)
    going_on = " (continued)" if outcome.continued else ""
    return _counts_line(counts, dry_run=outcome.dry_run) + going_on


def _report_lines(outcome: "ImportOutcome") -> "list[str]":
    """A line per file if there are several, and a total."""
    lines = []
    if len(outcome.parts) > 1:
        lines = [
            f"{make_printable(source.name)}: {_counts_line(_file_counts(part), dry_run=outcome.dry_run)}"
            for source, part in outcome.parts[:MAX_SHOWN_LINES]
        ]
        if len(outcome.parts) > MAX_SHOWN_LINES:
            lines.append(f"and {len(outcome.parts) - MAX_SHOWN_LINES:,} more files")
    return [*lines, _total_line(outcome)]


def _shown_texts(outcome: "ImportOutcome") -> "list[str]":
    """The lines that are gone from their file, and all others in a dry run, up to a limit for each kind."""
    lines: list[str] = []
    kinds = {"memories": "new", "duplicates": "known", "conflicts": "conflict", "skipped": "left out"}
    for kind, word in (*(kinds.items() if outcome.dry_run else ()), ("vanished", "ends")):
        entries = [(source, entry) for source, part in outcome.parts for entry in getattr(part, kind)]
        for _source, entry in entries[:MAX_SHOWN_LINES]:
            why = entry.reason or (f"held: {entry.held}" if entry.held else "")
            others = "; ".join(other.text for other in entry.others[:3])
            now = f"now: {entry.superseded_by}" if entry.superseded_by else ""
            first = ("asks" if now else "stays") if kind == "vanished" and why else word
            texts = (entry.text, now, why or others)
            lines.append("\t".join(filter(None, (first, str(entry.line or ""), *map(make_printable, texts)))))
        if len(entries) > MAX_SHOWN_LINES:
            lines.append(f"{word}\tand {len(entries) - MAX_SHOWN_LINES:,} more (--json has all)")
    return lines
