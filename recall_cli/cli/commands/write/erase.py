"""recall erase: erase permanently, with proof."""

from recall_cli.cli.output.formatting import DANGER, DIM, make_printable, memory_count_text, memory_line
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.erase import EraseReceipt
    from recall_cli.flows.edit.erase_bytes import ScannedFile

OTHER_FILTERS = tuple(
    param
    for param in FILTER_OPTIONS
    if param.name not in ("project", "global_", "topic", "as_of", "clearance", "include")
)
"""The filters besides those that erase has in its own words; they select memories in any state."""
PARAMS = (
    argument("ids", "Ids of memories.", kind="arguments", default=(), completes="id", metavar="[ID...]"),
    option("query", "All memories that contain, or ever contained, these words.", metavar="WORDS"),
    option("topic", "All memories of this topic."),
    option("project", "All memories of this project.", "-p", completes="project", metavar="NAME"),
    option("user", "All memories and other data of this user.", metavar="NAME", rare=True),
    *OTHER_FILTERS,
    option("copies", "Also erase from backups made by recall backup.", kind="flag"),
    option("confirm", "Erase; without this option, only show what would be erased.", kind="flag"),
)
EXAMPLES = (
    ('recall erase --query "Jane Doe"', "show what would be erased"),
    ('recall erase --query "Jane Doe" --copies --confirm', "erase, then search every byte of the files"),
    ("recall erase --project scratch --confirm", ""),
    ("recall erase --session 71f0 --confirm", "all that one session stored"),
    ("recall erase 7c1e --confirm", "the same as recall delete --now"),
)


def erase(
    app: "App",
    *,
    ids: "tuple[str, ...]",
    query: "str | None",
    topic: "str | None",
    project: "str | None",
    user: "str | None",
    copies: bool,
    confirm: bool,
    **filters: "Any",
) -> Reply:
    """Erase memories permanently: text, index, vectors, jobs, history and links, in one transaction.

    recall then rewrites the file where needed and searches the bytes of the file, its WAL and the known backups for
    the erased words. The receipt says 0 traces left, or where they are. There is no undo.

    --query also erases the words from past questions, idempotency keys, notes in the log, and names of sessions, agents
    and former projects. The name and folder of a project in use stay, and the receipt says so.

    Short words occur in other bytes by chance. Words under six letters (eight if over 500 words are erased) and numbers
    under nine digits are only searched in the word index and in unused space. The receipt counts them separately.
    """
    from recall_cli.flows.edit.erase import erase as remove
    from recall_cli.flows.edit.erase_selection import EraseRequest

    by_filter = any(filters.values())
    if sum((bool(ids), (query or topic or project) is not None or by_filter, user is not None)) != 1:
        raise UsageError("say what to erase: ids, --user, or filters such as --query, --topic and --project")
    chosen = EraseRequest(ids=ids, query=query, topic=topic, project=project, user=user)
    if by_filter:
        with app.read_transaction() as tx:
            scope = {"project": "*", "global_": False, "topic": None, "as_of": None, "include": ("all",)}
            chosen = chosen.but(filters=option_values.build_filters(app, tx, {**filters, **scope}))
    return erase_reply(app, remove(app, chosen, confirmed=confirm, copies=copies))


def erase_reply(app: "App", receipt: "EraseReceipt", memories_erased: "list[Memory] | None" = None) -> Reply:
    """The reply with a receipt."""
    if not receipt.finished:
        why = receipt.unfinished_reason or "another recall process is reading the store"
        app.note(f"the erased words may still be in the store's files ({why}): recall maintain removes them")
    if receipt.in_longer_words:
        count_text = f"{'would keep' if receipt.dry_run else 'kept'} {memory_count_text(receipt.in_longer_words)}"
        app.note(f"{count_text} with these words only inside longer words; query the longer words to erase them too")

    clean = receipt.finished and not receipt.trace_count
    lines = [f"erased\t{memory_line(memory)}" for memory in memories_erased or ()]

    def screen(out: "Screen") -> None:
        erased = memories_erased or []
        if receipt.dry_run:
            out.memories(receipt.shown, show_project=True)
            more = len(receipt.memories) - len(receipt.shown)
            if more:
                out.footer(f"… and {more:,} more")
            out.footer(f"{summary(receipt)}; --confirm erases permanently")
            return
        for memory in erased:
            out.changed(memory, "erased", short_id=memory.id)
        if not erased:
            out.line(("erased", DANGER), "  ", summary(receipt).partition(" erased")[0])
        for place in receipt.files:
            left = len(place.traces)
            mark = (f"{left:,} trace{'' if left == 1 else 's'} left", DANGER) if left else ("0 left", "green")
            out.line("        ", mark, f"  {PLACE_NAMES[place.kind]}  ", (place.path, DIM), whole=True)
        for advice in dict.fromkeys(leftover_advice(place) for place in receipt.files if place.traces):
            out.line((f"        {advice}", "yellow"))
        _print_session_files(out, receipt)
        if receipt.elsewhere:
            out.footer(other_uses_text(receipt))
        out.footer(byte_scan_summary(receipt))

    return Reply(
        lambda: receipt_document(receipt),
        lambda: [*lines, *_receipt_lines(receipt)],
        screen,
        status=0 if clean else 1,
    )


def receipt_document(receipt: "EraseReceipt") -> "dict[str, object]":
    """The receipt as JSON: ids and counts, never the erased text."""
    if receipt.dry_run:
        shown = [{"id": memory.id, "project": memory.project} for memory in receipt.shown]
        return {
            "would_erase": [*receipt.memories],
            "jobs": receipt.jobs,
            "records": dict(receipt.records),
            "words_in_files": receipt.distinct_traces,
            "shown": shown,
            "dry_run": True,
        }
    return {
        "erased": [*receipt.memories],
        "jobs": receipt.jobs,
        "records": dict(receipt.records),
        "erased_in_copies_alone": receipt.erased_in_copies,
        "operation": receipt.op,
        "words": receipt.words,
        "short_words": receipt.short_words,
        "files": [
            {"path": place.path, "kind": place.kind, "bytes": place.bytes, "left": len(place.traces)}
            for place in receipt.files
        ],
        "also_said_by": [*receipt.elsewhere],
        "session_files": [{"path": file.path, "agent": file.agent} for file in receipt.session_files],
        "left": receipt.trace_count,
        "finished": receipt.finished,
    }


def _receipt_lines(receipt: "EraseReceipt") -> "list[str]":
    if receipt.dry_run:
        starts = [
            "\t".join(
                ("would be erased", memory.id, make_printable(memory.project or "-"), make_printable(memory.text)[:100])
            )
            for memory in receipt.shown
        ]
        return [*starts, f"{summary(receipt)} (--confirm erases)"]
    return [
        *(f"{place.kind}\t{len(place.traces)} left\t{make_printable(place.path)}" for place in receipt.files),
        *(f"session file\tnot changed\t{make_printable(file.path)}" for file in receipt.session_files),
        summary(receipt),
    ]


def summary(receipt: "EraseReceipt") -> str:
    """The result of an erasure, in one line."""
    if receipt.dry_run and receipt.distinct_traces:
        return "no memory or record matches; what is left of these words in recall's files would be erased"
    others = [f"{receipt.jobs:,} waiting job{'' if receipt.jobs == 1 else 's'}"] if receipt.jobs else []
    others += [f"{count:,} {RECORD_NAMES[kind][count > 1]}" for kind, count in receipt.records]
    if receipt.dry_run:
        copies = "" if receipt.memories or others else ", and matches in backups"
        return f"{_list_text(receipt, memory_count_text(len(receipt.memories)), others)}{copies} would be erased"
    also = f"; {other_uses_text(receipt)}" if receipt.elsewhere else ""
    return f"{_list_text(receipt, _erased_memories_text(receipt), others)} erased: {byte_scan_summary(receipt)}{also}"


def _list_text(receipt: "EraseReceipt", memories: str, others: "list[str]") -> str:
    """The memories and the other records in one list; no memories are not named beside others."""
    parts = [memories, *others] if receipt.memories or receipt.erased_in_copies or not others else others
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


def _erased_memories_text(receipt: "EraseReceipt") -> str:
    """How many memories were erased, and how many of them only backups still held."""
    if not receipt.erased_in_copies:
        return memory_count_text(len(receipt.memories))
    if not receipt.memories:
        return f"{memory_count_text(receipt.erased_in_copies)} (only in backups)"
    return f"{memory_count_text(len(receipt.memories))} (and {receipt.erased_in_copies:,} more only in backups)"


def other_uses_text(receipt: "EraseReceipt") -> str:
    """Where erased words are still used by something else."""
    from recall_cli.flows.edit.erase import OTHER_USES

    return f"some of the words are also used by {', '.join(OTHER_USES[name] for name in receipt.elsewhere)}"


RECORD_NAMES = {
    "question": ("past question", "past questions"),
    "note": ("note in the log", "notes in the log"),
    "key": ("key of a job", "keys of jobs"),
    "answer": ("answer to a job", "answers to jobs"),
    "session": ("name of a session", "names of sessions"),
    "agent": ("name of an agent", "names of agents"),
    "origin": ("origin of a memory", "origins of memories"),
    "old name": ("former name of a project", "former names of projects"),
    "merged project": ("merged project", "merged projects"),
    "session file": ("path of a session file", "paths of session files"),
    "copy": ("path of a backup", "paths of backups"),
    "token": ("revoked token", "revoked tokens"),
    "task": ("task that is over", "tasks that are over"),
    "brief": ("prepared brief", "prepared briefs"),
}
"""The kinds of records, one and several."""


def byte_scan_summary(receipt: "EraseReceipt") -> str:
    """How many words and ids were searched for, and how many are left."""
    searched = len(receipt.memories) + receipt.erased_in_copies + receipt.words
    files = f"{len(receipt.files)} file{'' if len(receipt.files) == 1 else 's'}"
    if not receipt.files:
        return "the files could not be searched"
    if not receipt.trace_count:
        words = "shorter word is" if receipt.short_words == 1 else "shorter words are"
        short = (
            f"; {receipt.short_words:,} {words} no longer in the word index or unused space"
            if receipt.short_words
            else ""
        )
        return f"0 of {searched:,} words and ids left in {files}{short}"
    holding = sum(bool(place.traces) for place in receipt.files)
    return f"traces of {receipt.distinct_traces:,} of {searched:,} words and ids remain in {holding:,} of {files}"


def leftover_advice(place: "ScannedFile") -> str:
    """The remedy for traces in a file."""
    if place.kind == "copy":
        return "erase again with --copies, or delete the backup"
    if place.kind == "beside":
        return "delete the file beside the store if you do not need it"
    return "run recall maintain when no other process reads"


PLACE_NAMES = {"store": "store", "wal": "WAL", "copy": "backup", "beside": "file beside the store"}


MAX_SHOWN_SESSION_FILES = 10
"""Maximum number of session files on the screen; pipes and --json have all."""


def _print_session_files(out: "Screen", receipt: "EraseReceipt") -> None:
    """Print which session files of agents still hold the words."""
    files = receipt.session_files
    if not files:
        return
    names = "agents' own session files hold" if len(files) > 1 else "agent's own session file holds"
    out.line((f"        {len(files):,} {names} the words; recall never changes them:", "yellow"))
    for file in files[:MAX_SHOWN_SESSION_FILES]:
        out.line(f"        {file.agent}  ", (file.path, DIM), whole=True)
    if len(files) > MAX_SHOWN_SESSION_FILES:
        out.line(f"        and {len(files) - MAX_SHOWN_SESSION_FILES:,} more (--json has all)")
    advice = "delete them yourself if the words must go; those sessions cannot be resumed then"
    out.line((f"        {advice}", "yellow"))
