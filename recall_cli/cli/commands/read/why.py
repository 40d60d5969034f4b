"""recall why: where a memory comes from, and why a search shows it or not."""

from recall_cli.cli.output.formatting import (
    format_times,
    make_printable,
    memory_documents,
    memory_line,
    staleness_document,
)
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import AS_OF_OPTION, FILTER_OPTIONS, LIMIT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day, format_iso, format_when
from recall_cli.rules.beliefs.authorship import author_for_model, author_for_person
from recall_cli.rules.ranking.preset_rankings import RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.explain.why import Explanation, Placement

PARAMS = (
    argument("id", "Which memory.", completes="id", metavar="ID"),
    option("query", "How it fares in a search for this; what follows is what recall search takes.", "-q"),
    LIMIT_OPTION,
    *(param for param in FILTER_OPTIONS if param is not AS_OF_OPTION),
    option(
        "min_confidence", "Leave out what is less sure than this (usually 0.4).", kind="float", low=0, high=1,
        metavar="SHARE",
    ),
    option("ranking", "How results are put in order.", choices=RANKINGS, default=RANKINGS[0]),
    option("min_score", "Leave out what scores less.", kind="float", low=0, metavar="SCORE"),
)  # fmt: skip
EXTRACTION_TEXTS = {"none": "as it was given"}
EXAMPLES = (
    ("recall why 019aa3f2-7c1e", "who said it, in which words, what it replaced"),
    ('recall why 019aa3f2-7c1e --query "which port?"', "its place and score, or what keeps it out"),
)


def why(
    app: "App",
    *,
    id: str,
    query: "str | None",
    limit: int,
    min_confidence: "float | None",
    ranking: str,
    min_score: "float | None",
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Say where a memory comes from, what it replaced, how it was received, and how it fares for a question."""
    from recall_cli.domain.errors import NotFound
    from recall_cli.flows.explain import why as flow

    floor = app.settings["min_confidence"] if min_confidence is None else min_confidence
    with app.read_transaction(app.view(agent, clearance)) as tx:
        told = flow.explain_memory(tx, id)
        if told.memory.held is not None and not (
            app.at_terminal or "held" in option_values.parse_include(scope["include"])
        ):
            raise NotFound(
                f"memory {tx.memories.short_id(told.memory.id)} is held for review",
                "--include held shows it all the same",
            )
        if query is not None:
            wanted = option_values.build_filters(
                app, tx, {**scope, "agent": agent, "as_of": None}, min_confidence=floor
            )
            place = flow.find_placement(tx, told.memory, query, wanted, limit, ranking=ranking, min_score=min_score)
            told = told.but(place=place)
    return Reply(
        lambda: account_document(told),
        lambda: account_lines(told, app.short_id),
        lambda console: _print_screen(console, app, told),
    )


def account_document(told: "Explanation") -> "dict[str, Any]":
    """An account as programs read it."""
    from recall_cli.rules.text.memory_json import memory_as_json

    memory = told.memory
    origin = {name: getattr(memory, name) for name in ("source", "trust", "agent", "session", "extracted_by")}
    origin["author"] = author_for_model(memory.trust, memory.agent, memory.source)
    origin |= {"operation": told.op, "at": format_iso(memory.created_at), "words": memory.span or memory.text}
    return {
        "memory": {**memory_as_json(memory), **staleness_document(told.standing)},
        "origin": origin,
        "superseded": memory_documents(told.ended),
        "superseded_by": memory_as_json(told.ended_by) if told.ended_by else None,
        "contested_with": memory_documents(told.sides),
        "seen": {"count": memory.seen_count, "at": format_iso(memory.seen_at)},
        "used": {"count": memory.access_count, "at": format_iso(memory.accessed_at)},
        "feedback": {name: getattr(memory, name) for name in ("usefulness", "helpful", "unhelpful")},
        "query": told.place.fields() if told.place else None,
    }


def _successor_text(memory: "Memory | None", short: "Callable[[str], str]") -> str:
    """What took its place, or will on a day that it names."""
    if memory is None:
        return ""
    begins = "" if memory.valid_from is None else f" (from {format_day(memory.valid_from)})"
    return f"{short(memory.id)} {memory.text}{begins}"


def account_rows(
    told: "Explanation", short: "Callable[[str], str]", now: "int | None" = None
) -> "list[tuple[str, str]]":
    """The account in words: what, and what of it; nothing that says nothing.

    Where it is known what time it is, it is for a person: moments as people say them, and agents by their names.
    """
    memory = told.memory

    def at(moment: "int | None") -> str:
        return str(format_iso(moment)) if now is None or moment is None else format_when(moment, now)

    name = author_for_model if now is None else author_for_person
    who = f"{name(memory.trust, memory.agent, memory.source)}, trusted as {memory.trust}"
    read = EXTRACTION_TEXTS.get(memory.extracted_by, f"read out of a text by {memory.extracted_by}")
    used = f"{format_times(memory.access_count)}, last {at(memory.accessed_at)}"
    found = [
        ("said by", who + (f", session {memory.session}" if memory.session else "")),
        ("stored", f"{at(memory.created_at)}, operation {told.op}, {read}"),
        ("in the words", memory.span or ""),
        ("replaced", "; ".join(f"{short(old.id)} {old.text}" for old in told.ended)),
        ("replaced by", _successor_text(told.ended_by, short)),
        ("contested with", "; ".join(f"{short(other.id)} {other.text}" for other in told.sides)),
        ("held", memory.held or ""),
        ("seen", f"{memory.seen_count} times, last {at(memory.seen_at)}" if memory.seen_count > 1 else ""),
        ("used", used if memory.access_count else ""),
        ("judged", f"{memory.helpful} helpful, {memory.unhelpful} not" if memory.helpful + memory.unhelpful else ""),
        ("code", "; ".join(one.said for one in told.standing)),
    ]
    return [(name, text) for name, text in found if text] + (place_rows(told.place) if told.place else [])


def place_rows(place: "Placement") -> "list[tuple[str, str]]":
    """Its place for a question in words."""
    where = f"number {place.position} of {place.of}" if place.position else "not among what was ranked"
    score = f", score {place.score:.3f}" if place.score is not None else ""
    found = [("asked", place.query), ("returned" if place.returned else "not returned", where + score)]
    if place.why_not:
        found.append(("because", f"{place.why_not} ({place.hint})" if place.hint else place.why_not))
    if not place.terms:
        return found
    from recall_cli.cli.output.score_explanation import explanation_rows

    return [*found, *explanation_rows(place.terms)]


def account_lines(told: "Explanation", short: "Callable[[str], str]") -> "list[str]":
    """The memory, then one line a reason: what, tab, what of it."""
    return [
        memory_line(told.memory),
        *(f"{name}\t{make_printable(text)}" for name, text in account_rows(told, short)),
    ]


def _print_screen(console: "Any", app: "App", told: "Explanation") -> None:
    from rich.text import Text

    from recall_cli.cli.output.terminal import DIM, make_grid, print_memories

    print_memories(console, [told.memory], app.now(), app.short_id, full_text=True)
    table = make_grid()
    for name, text in account_rows(told, app.short_id, app.now()):
        table.add_row("   ", Text(name, style=DIM), Text(make_printable(text), overflow="fold"))
    console.print(table)
