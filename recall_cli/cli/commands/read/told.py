"""recall told: show what each session was shown, and what happened next."""

from recall_cli.cli.output.formatting import (
    ACCENT,
    DIM,
    as_one_line,
    make_printable,
    marks_cell,
    memory_count_text,
    memory_documents,
    memory_line,
    state_marks,
)
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import LIMIT_OPTION
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.moment import format_iso, format_when
from recall_cli.domain.shell_words import command_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.event import Event
    from recall_cli.engines.tables.shown_memories import ShownSession
    from recall_cli.flows.explain.shown_sessions import GivenMemory, SessionAccount

PARAMS = (
    argument("session", "The id of a session, or its beginning; or latest.", default=None, metavar="[SESSION]"),
    option("agent", "Only sessions of this agent."),
    LIMIT_OPTION,
)
EXAMPLES = (
    ("recall log --told", "the last sessions: when, which agent, how many memories it was shown and stored"),
    ("recall log --told 71f0", "what this session was shown, what happened to it next, and what it stored"),
    ("recall log --told latest", "the last session"),
)
WORDS_OF_KINDS = {
    "feedback": "rated",
    "update": "corrected",
    "edit": "corrected",
    "tag": "tagged",
    "delete": "deleted",
    "store": "superseded or stored again",
    "resolve": "settled",
    "review": "reviewed",
    "pin": "pinned",
    "unpin": "unpinned",
    "consolidate": "merged",
    "expire": "expired",
}
"""What the kinds of operations do to a memory, in words."""


def told(app: "App", *, session: "str | None", agent: "str | None", limit: int) -> Reply:
    """Show what each session of an agent was shown, when, and what happened to it next.

    Without a session, list the last sessions. Private sessions are not recorded, and a record is kept for 400 days.
    """
    from recall_cli.flows.explain import shown_sessions as flow

    with app.read_transaction(app.view(agent)) as tx:
        if session is None:
            return _list_sessions(tx.shown_memories.sessions(agent, limit))
        account = flow.session_account(tx, session, agent)
    return Reply(
        lambda: _account_document(account),
        lambda: _account_lines(account),
        lambda out: _print_account(out, account),
        empty="this session was shown nothing and stored nothing",
    )


def _list_sessions(sessions: "list[ShownSession]") -> Reply:
    return list_reply(
        "sessions",
        sessions,
        document=lambda row: {
            "session": row.session,
            "agent": row.agent,
            "first_at": format_iso(row.first_at),
            "last_at": format_iso(row.last_at),
            "told": row.shown,
            "stored": row.stored,
        },
        line=lambda row: (row.session, row.agent or "-", format_iso(row.last_at), row.shown, row.stored),
        cells=lambda out, row: [
            (row.session, ACCENT),
            row.agent or "–",
            (format_when(row.last_at, out.now), DIM),
            f"shown {row.shown:,}",
            f"stored {row.stored:,}",
        ],
        footer="recall log --told SESSION shows one",
        empty="no session was shown anything yet",
    )


def _account_document(account: "SessionAccount") -> "dict[str, object]":
    documents = memory_documents(one.memory for one in account.shown)
    return {
        "session": account.session,
        "agent": account.agent,
        "told": [
            {"at": format_iso(one.at), "memory": document, "next": [_event_document(event) for event in one.later]}
            for one, document in zip(account.shown, documents, strict=True)
        ],
        "stored": memory_documents(account.stored),
    }


def _account_lines(account: "SessionAccount") -> "list[str]":
    given = [
        "\t".join(
            ("told", str(format_iso(one.at)), memory_line(one.memory), make_printable("; ".join(_next_words(one))))
        )
        for one in account.shown
    ]
    stored = [f"stored\t{format_iso(memory.created_at)}\t{memory_line(memory)}\t" for memory in account.stored]
    return [*given, *stored]


def _event_document(event: "Event") -> "dict[str, object]":
    return {"what": event.kind, "at": format_iso(event.at), "agent": event.agent, "operation": event.op}


def _next_words(one: "GivenMemory") -> "list[str]":
    """What happened to a memory after it was shown, in words."""
    words = []
    for event in one.later:
        if event.kind == "feedback":
            done = "rated helpful" if "helpful" in event.after else "rated unhelpful"
        elif "superseded_at" in event.after:
            done = "superseded"
        elif "deleted_at" in event.after:
            done = "deleted"
        else:
            done = WORDS_OF_KINDS.get(event.kind, event.kind)
        by = event.agent or ("you" if event.trust == "user" else "")
        words.append(make_printable(f"{done} by {by}" if by else done))
    return list(dict.fromkeys(words))


def _print_account(out: "Screen", account: "SessionAccount") -> None:
    if account.agent:
        out.line((f"{account.agent}  {account.session}", DIM))
    rows: list[list[Cell]] = []
    if account.shown:
        out.heading("shown", len(account.shown))
        for one in account.shown:
            marks = marks_cell([*_next_words(one), *state_marks(one.memory, out.now, out.short_id)])
            id_, when = out.short_id(one.memory.id), format_when(one.at, out.now)
            rows.append([(id_, ACCENT), (when, DIM), marks, as_one_line(one.memory.text)])
        out.table(rows)
    if account.stored:
        out.heading("stored", len(account.stored))
        rows = []
        for memory in account.stored:
            when = format_when(memory.created_at, out.now)
            rows.append([(out.short_id(memory.id), ACCENT), (when, DIM), as_one_line(memory.text)])
        out.table(rows)
    counts = f"shown {memory_count_text(len(account.shown))}, stored {memory_count_text(len(account.stored))}"
    remove = f" · {command_line('recall', 'delete', '--session', account.session)} removes what it stored"
    out.footer(counts + (remove if account.stored else ""))
