"""recall search: find memories by words and meaning."""

import time

from recall_cli.cli import narrow, show
from recall_cli.cli.options import LIMIT, SCOPE
from recall_cli.cli.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.rules.presets import RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.search import Found

PARAMS = (
    argument("query", "Words, or a question in your own words.", kind="words"),
    LIMIT,
    *SCOPE,
    option(
        "min_confidence",
        "Leave out what is less sure than this (usually 0.4).",
        kind="float",
        low=0,
        high=1,
        metavar="SHARE",
    ),
    option(
        "ranking",
        "How results are put in order; the published ones are there to compare.",
        choices=RANKINGS,
        default=RANKINGS[0],
    ),
    option("recency", "How much being new counts, 0 to 1.", kind="float", low=0, high=1, metavar="SHARE"),
    option(
        "min_score",
        "Leave out what scores less; 0.12 is where `recall context` falls silent.",
        kind="float",
        low=0,
        metavar="SCORE",
    ),
    option("explain", "Show what each score is made of.", kind="flag"),
    option("no_touch", "Do not count this as a use.", kind="flag"),
)
TABLE = "the table"
"""What makes meaning where no full model is in use."""
EXAMPLES = (
    ('recall search "which database did we choose and why?"', ""),
    ("recall search deploy --type decision --since 30d", ""),
    ('recall search "queue engine" --explain', "what each score is made of"),
    ('recall search "queue" --as-of 2026-03-01', "what was believed then"),
)


def search(
    app: "App",
    *,
    query: str,
    limit: int,
    min_confidence: "float | None",
    ranking: str,
    recency: "float | None",
    min_score: "float | None",
    explain: bool,
    no_touch: bool,
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Find the memories that fit a question best."""
    from recall_cli.flows.search import search as find
    from recall_cli.flows.touching import touch

    began = time.perf_counter()
    floor = app.settings["min_confidence"] if min_confidence is None else min_confidence
    with app.reading(app.view(agent, clearance)) as tx:
        wanted = narrow.filters(app, tx, {**scope, "agent": agent}, min_confidence=floor)
        found = find(tx, query, wanted, limit, ranking=ranking, recency=recency, min_score=min_score, explain=explain)
        found = show.faded(tx, found)
    took = round((time.perf_counter() - began) * 1000, 2)
    if not found.asked:
        app.note("there is no word in that to look for (recall list shows the newest)")
    memories = [hit.memory for hit in found.hits]
    stands = {hit.memory.n: [*hit.standing] for hit in found.hits if hit.standing}
    return Reply(
        lambda: document(query, found, took, explain=explain),
        lambda: show.lines(memories, found.width, stands),
        lambda console: _screen(console, app, found, wanted, took, explain),
        after=None if no_touch else lambda: touch(app, memories, (query, wanted.projects)),
        empty="nothing found",
    )


def document(query: str, found: "Found", took: float, *, explain: bool) -> "dict[str, Any]":
    """What was found, as programs read it."""
    from recall_cli.rules.records import as_json

    results = []
    for hit in found.hits:
        result = {**as_json(hit.memory), **show.staleness(hit.standing), "score": hit.score}
        if explain:
            result["terms"] = hit.terms
        results.append(result)
    told = {"query": query, "results": results, "total": len(results), "took_ms": took}
    return {**told, "model": found.model or TABLE} if explain else told


def _screen(console: "Any", app: "App", found: "Found", wanted: "Filters", took: float, explain: bool) -> None:
    from recall_cli.cli import screen
    from recall_cli.flows.listing import count

    terms = [" · ".join(f"{name} {value:.3f}" for name, value in hit.terms.items() if value) for hit in found.hits]
    stands = {hit.memory.n: [*hit.standing] for hit in found.hits if hit.standing}
    memories = [hit.memory for hit in found.hits]
    screen.memories(console, memories, app.now(), found.width, terms if explain else None, stands)
    if found.asked:
        with app.reading() as tx:
            total = count(tx, wanted.but(min_confidence=0.0))
        by = f" · meaning by {found.model or TABLE}" if explain else ""
        some = f"{len(found.hits)} of {total:,}" if found.hits else f"nothing found · {show.memories(total)}"
        wider = "" if found.hits or wanted.projects is None else " · --project '*' looks into all projects"
        screen.foot(console, f"{some} in {took:.0f} ms{by}{wider}")
