"""recall why: the origin of a memory, and why a search returns it or not."""

from recall_cli.cli.commands.read.search import SEARCH_OPTIONS
from recall_cli.cli.output.formatting import (
    ACCENT,
    DIM,
    format_times,
    make_printable,
    memory_documents,
    memory_line,
    staleness_document,
)
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day, format_iso, format_when
from recall_cli.rules.beliefs.authorship import author_for_model, author_for_person, operation_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.agents.session_turns import ShownTurn
    from recall_cli.flows.explain.evidence import Evidence
    from recall_cli.flows.explain.source_turn import SourceTurn
    from recall_cli.flows.explain.why import Explanation, Placement

OPTIONS_OF_SEARCH_ALONE = ("as_of", "recency", "seed")
"""Options of a search that an explanation does not take: it is about today, with the usual weight of recency."""
PARAMS = (
    argument("id", "The memory's id.", completes="id", metavar="ID"),
    option("turn", "Show the turn of the session that it comes from, from the client's own file.", kind="flag"),
    option(
        "around",
        "With --turn: how many turns before and after it.",
        kind="int",
        default=2,
        low=0,
        high=100,
        metavar="N",
        rare=True,
    ),
    option("query", "Explain its rank in a search for this query; the options below are those of recall search.", "-q"),
    *(param for param in SEARCH_OPTIONS if param.name not in OPTIONS_OF_SEARCH_ALONE),
)
EXTRACTION_TEXTS = {"none": "stored as given", "rules": "extracted from your text by the built-in rules"}
SHOWN_COMMIT_LETTERS = 10
EXAMPLES = (
    ("recall why 7c1e", "who said it, in which words, what it superseded"),
    ("recall why 7c1e --turn", "the conversation that it comes from, from the client's own file"),
    ('recall why 7c1e --query "which port?"', "its rank and score, or why it is not returned"),
)


def why(
    app: "App",
    *,
    id: str,
    turn: bool,
    around: int,
    query: "str | None",
    limit: int,
    min_confidence: "float | None",
    ranking: str,
    min_score: "float | None",
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Explain where a memory comes from, what it superseded, its use and feedback, and its rank for a query."""
    from recall_cli.domain.errors import NotFound
    from recall_cli.flows.explain import why as flow

    if turn:
        from recall_cli.flows.agents.session_turns import check_view

        check_view(app.view(agent, clearance))
    with app.read_transaction(app.view(agent, clearance)) as tx:
        explanation = flow.explain_memory(tx, id)
        if explanation.memory.held is not None and not (
            app.at_terminal or "held" in option_values.parse_include(scope["include"])
        ):
            raise NotFound(
                f"memory {tx.memories.short_id(explanation.memory.id)} is held for review", "--include held shows it"
            )
        if query is not None:
            wanted = option_values.build_filters(
                app, tx, {**scope, "agent": agent, "as_of": None}, min_confidence=min_confidence
            )
            place = flow.find_placement(
                app, tx, explanation.memory, query, wanted, limit, ranking=ranking, min_score=min_score
            )
            explanation = explanation.but(place=place)
    return _reply(app, explanation, around if turn else None)


def _reply(app: "App", explanation: "Explanation", around: "int | None") -> Reply:
    """The explanation, with the conversation around the memory's turn if it is wanted."""
    if around is None:
        return Reply(
            lambda: account_document(explanation),
            lambda: account_lines(explanation, app.short_id),
            lambda out: _print_explanation(out, explanation),
        )
    from recall_cli.flows.explain.source_turn import find_source_turn

    source = find_source_turn(app, explanation.memory, around)

    def screen(out: "Screen") -> None:
        _print_explanation(out, explanation)
        print_turns(out, source)

    return Reply(
        lambda: {**account_document(explanation), "conversation": source.as_json()},
        lambda: [*account_lines(explanation, app.short_id), *turn_lines(source)],
        screen,
    )


def account_document(explanation: "Explanation") -> "dict[str, object]":
    """The explanation as JSON."""
    from recall_cli.cli.commands.read.history import event_changes
    from recall_cli.rules.text.memory_json import memory_as_json

    memory = explanation.memory
    origin = {name: getattr(memory, name) for name in ("source", "trust", "agent", "session", "extracted_by")}
    origin["author"] = author_for_model(memory.trust, memory.agent, memory.source)
    origin |= {"operation": explanation.op, "at": format_iso(memory.created_at), "words": memory.span or memory.text}
    return {
        "memory": {**memory_as_json(memory), **staleness_document(explanation.anchor_statuses)},
        "origin": origin,
        "corrected": [
            {"operation": event.op, "at": format_iso(event.at), "changes": event_changes(event)}
            for event in explanation.corrections
        ],
        "superseded": memory_documents(explanation.ended),
        "superseded_by": memory_as_json(explanation.ended_by) if explanation.ended_by else None,
        "contested_with": memory_documents(explanation.sides),
        "evidence": [
            {"effect": item.effect, "id": item.other.id, "text": item.other.text, "reason": item.reason}
            for item in explanation.evidence
        ],
        "seen": {"count": memory.seen_count, "at": format_iso(memory.seen_at)},
        "used": {"count": memory.access_count, "at": format_iso(memory.accessed_at)},
        "feedback": {name: getattr(memory, name) for name in ("usefulness", "helpful", "unhelpful")},
        "query": explanation.place.fields() if explanation.place else None,
    }


def _successor_text(memory: "Memory | None", short: "Callable[[str], str]") -> str:
    """The memory that superseded it, or will from a date."""
    if memory is None:
        return ""
    begins = "" if memory.valid_from is None else f" (from {format_day(memory.valid_from)})"
    return f"{short(memory.id)} {memory.text}{begins}"


def _evidence_text(item: "Evidence", short: "Callable[[str], str]") -> str:
    """What a memory did to another one, and why; the text of a memory that no other row shows."""
    shown = item.effect.startswith("perhaps replaced")
    text = f" {item.other.text}" if shown else ""
    effect = "does not end" if item.effect == "kept beside" else item.effect
    return f"{effect} {short(item.other.id)}{text}: {item.reason}"


def _correction_text(event: "Event", now: "int | None") -> str:
    """When and by whom a memory was corrected, and what it said before; empty if no shown field changed."""
    from recall_cli.cli.commands.read.history import describe_event

    change = describe_event(event, now)
    when = format_iso(event.at) if now is None else format_when(event.at, now)
    who = (author_for_model if now is None else author_for_person)(
        event.trust, event.agent, operation_source(event.session)
    )
    return f"{when}, operation {event.op}, by {who}: {change}" if change else ""


def _place_text(memory: "Memory") -> str:
    """The branch and the commit where a memory was stated; empty if they are not known."""
    from recall_cli.rules.places.stated_place import branch_mark, read_stated_place

    place = read_stated_place(memory.metadata)
    return f"{branch_mark(place.branch)}, commit {place.commit[:SHOWN_COMMIT_LETTERS]}" if place else ""


def account_rows(
    explanation: "Explanation", short: "Callable[[str], str]", now: "int | None" = None
) -> "list[tuple[str, str]]":
    """The explanation as rows of a label and a text; empty rows are left out.

    With `now`, the texts are for people: times and authors in words.
    """
    memory = explanation.memory

    def at(moment: "int | None") -> str:
        return str(format_iso(moment)) if now is None or moment is None else format_when(moment, now)

    name = author_for_model if now is None else author_for_person
    who = f"{name(memory.trust, memory.agent, memory.source)}, trusted as {memory.trust}"
    read = EXTRACTION_TEXTS.get(memory.extracted_by, f"extracted from a text by {memory.extracted_by}")
    used = f"{format_times(memory.access_count)}, last {at(memory.accessed_at)}"
    rows = [
        ("said by", who + (f", session {memory.session}" if memory.session else "")),
        ("stored", f"{at(memory.created_at)}, operation {explanation.op}, {read}"),
        ("stated", _place_text(memory)),
        *(("corrected", _correction_text(event, now)) for event in explanation.corrections),
        ("original words", memory.span or ""),
        ("superseded", "; ".join(f"{short(old.id)} {old.text}" for old in explanation.ended)),
        ("superseded by", _successor_text(explanation.ended_by, short)),
        ("contested with", "; ".join(f"{short(other.id)} {other.text}" for other in explanation.sides)),
        ("evidence", "; ".join(_evidence_text(item, short) for item in explanation.evidence)),
        ("held", memory.held or ""),
        ("seen", f"{memory.seen_count} times, last {at(memory.seen_at)}" if memory.seen_count > 1 else ""),
        ("used", used if memory.access_count else ""),
        ("feedback", f"{memory.helpful} helpful, {memory.unhelpful} not" if memory.helpful + memory.unhelpful else ""),
        ("code", "; ".join(status.description for status in explanation.anchor_statuses)),
    ]
    return [(name, text) for name, text in rows if text] + (place_rows(explanation.place) if explanation.place else [])


def place_rows(place: "Placement") -> "list[tuple[str, str]]":
    """The memory's rank for a query, in words."""
    where = f"rank {place.position} of {place.of}" if place.position else "not a candidate"
    score = f", score {place.score:.3f}" if place.score is not None else ""
    if place.returned and place.certainty:
        score += f", {place.certainty}"
    rows = [("query", place.query), ("returned" if place.returned else "not returned", where + score)]
    if place.why_not:
        rows.append(("because", f"{place.why_not} ({place.hint})" if place.hint else place.why_not))
    if not place.terms:
        return rows
    from recall_cli.cli.output.score_explanation import explanation_rows

    return [*rows, *explanation_rows(place.terms)]


def account_lines(explanation: "Explanation", short: "Callable[[str], str]") -> "list[str]":
    """The memory, then one line per row: label, tab, text."""
    return [
        memory_line(explanation.memory),
        *(f"{name}\t{make_printable(text)}" for name, text in account_rows(explanation, short)),
    ]


def _print_explanation(out: "Screen", explanation: "Explanation") -> None:
    out.memories([explanation.memory], full_text=True)
    out.table([["   ", (name, DIM), text] for name, text in account_rows(explanation, out.short_id, out.now)])


def shown_text(turn: "ShownTurn") -> str:
    """The text of a turn, or why it is not shown."""
    if turn.text:
        return turn.text
    return f"(withheld: {turn.suspicious}; a person sees it at a terminal)" if turn.suspicious else ""


def turn_lines(source: "SourceTurn") -> "list[str]":
    """Where the turn is, then one line per turn: the word turn, a mark of the source, time, speaker and text."""
    from recall_cli.flows.agents.session_turns import UNTRUSTED_NOTE

    head = ["conversation", source.status]
    if source.agent and source.session:
        head += [make_printable(f"{source.agent} session {source.session}"), UNTRUSTED_NOTE]
    lines = ["\t".join(head)]
    if source.reason:
        lines.append(f"missing\t{make_printable(source.reason)}")
    if source.path:
        lines.append(f"file\t{make_printable(source.path)}")
    for turn in source.turns:
        fields = ("turn", ">" if turn.is_source else "", format_iso(turn.at) or "", turn.speaker)
        lines.append("\t".join((*fields, make_printable(" ".join(shown_text(turn).split())))))
    return lines


def print_turns(out: "Screen", source: "SourceTurn") -> None:
    """Print the turns for a person, the source marked."""
    from recall_cli.flows.agents.session_turns import UNTRUSTED_NOTE

    out.line()
    if source.reason:
        out.line((f"   {source.reason}", "yellow"))
    if not source.turns:
        return
    out.footer(f"   {source.agent} session {source.session or ''} · {UNTRUSTED_NOTE}")
    for turn in source.turns:
        when = format_when(turn.at, out.now) if turn.at is not None else ""
        out.line((f" {'>' if turn.is_source else ' '} {turn.speaker}  {when}", ACCENT))
        for line in shown_text(turn).splitlines():
            out.line(f"   {line}")
        if turn.suspicious and turn.text:
            out.line((f"   careful: {turn.suspicious}", "yellow"))
    out.footer(f"file: {source.path or ''}")
