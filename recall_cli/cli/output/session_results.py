"""recall search --sessions: raw turns of past sessions."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable
from recall_cli.cli.parsing import option_values
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso, format_since, format_when
from recall_cli.flows.agents.session_turns import UNTRUSTED_NOTE, check_view
from recall_cli.flows.search.session_search import CHANGED, FOUND, GONE, search_sessions
from recall_cli.rules.ranking.preset_rankings import RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.search.session_search import SessionHit, SessionResults

ACCEPTED_OPTIONS = ("project", "agent", "since", "until")
"""The filters that also make sense for raw turns, beside --limit."""
MISSING_TEXTS = {GONE: "the file of this session is gone", CHANGED: "the file has changed: the turn is not there"}


def search_reply(app: "App", question: str, limit: int, options: "dict[str, Any]", clearance: "str | None") -> Reply:
    """The turns that match a question, each read again from the client's file."""
    agent = options["agent"]
    check_view(app.view(agent, clearance))
    unused = [
        "--" + name.replace("_", "-").strip("-")
        for name, value in options.items()
        if name not in ACCEPTED_OPTIONS and value not in (None, False, (), [], RANKINGS[0])
    ]
    if unused:
        hint = "it takes --limit, --project, --agent, --since and --until"
        raise UsageError(f"a search of sessions does not take {', '.join(unused)}", hint)
    since, until = (
        option_values.parse_moment(app, options[name], whole_day=name == "until") for name in ("since", "until")
    )
    results = search_sessions(
        app, question, limit, marks=_project_marks(app, options["project"]), agent=agent, since=since, until=until
    )
    return Reply(
        lambda: results_document(question, results),
        lambda: list(map(_hit_line, results.hits)),
        lambda out: _print_results(out, results),
        empty="no match",
    )


def _project_marks(app: "App", name: "str | None") -> "frozenset[str] | None":
    """The marks of the project to search in: of the folder you are in, or of the one that is named; None for all."""
    from recall_cli.flows.projects import known_project, require_project
    from recall_cli.workplace import current_workplace

    if name == "*":
        return None
    place = current_workplace() if name is None else None
    if place is not None and not place.marks:
        return None
    with app.read_transaction() as tx:
        found = require_project(tx, name) if name is not None else known_project(tx, place)
        known = tx.projects.marks(found.n) if found is not None else ()
    return frozenset([*known, *(place.marks if place is not None else ())])


def results_document(question: str, results: "SessionResults") -> "dict[str, object]":
    """The results as JSON."""
    rows = [
        {
            "agent": hit.agent,
            "session": hit.session,
            "turn": hit.turn or None,
            "speaker": hit.speaker,
            "at": format_iso(hit.at),
            "status": hit.status,
            "text": hit.text,
            "excerpt": hit.excerpt,
            "file": hit.path,
            "score": hit.score,
            "suspicious": hit.suspicious,
        }
        for hit in results.hits
    ]
    return {
        "query": question,
        "untrusted": True,
        "note": UNTRUSTED_NOTE,
        "results": rows,
        "total": len(rows),
        "indexed": {"turns": results.turns, "files": results.files, "at": format_iso(results.updated_at or None)},
    }


def _shown_text(hit: "SessionHit") -> str:
    if hit.status != FOUND:
        return f"({MISSING_TEXTS[hit.status]})"
    return hit.excerpt or f"(withheld: {hit.suspicious}; a person sees it at a terminal)"


def _hit_line(hit: "SessionHit") -> str:
    fields = (hit.agent, hit.session, format_iso(hit.at) or "", hit.speaker, hit.status, _shown_text(hit))
    return "\t".join(map(make_printable, fields))


def _print_results(out: "Screen", results: "SessionResults") -> None:
    for hit in results.hits:
        when = format_when(hit.at, out.now) if hit.at is not None else ""
        out.line((f"{hit.speaker}  {hit.agent}  {when}  session {hit.session}", ACCENT))
        out.line((f"   {_shown_text(hit)}", "" if hit.status == FOUND else DIM))
        if hit.suspicious and hit.text:
            out.line((f"   careful: {hit.suspicious}", "yellow"))
    some = f"{len(results.hits)} of {results.turns:,} turns" if results.hits else f"no match in {results.turns:,} turns"
    updated = f" · indexed {format_since(results.updated_at, out.now)}" if results.updated_at else ""
    out.footer(f"{some}{updated} · {UNTRUSTED_NOTE}")
