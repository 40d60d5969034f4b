"""recall search: find memories by words and meaning."""

import time

from recall_cli.cli.output.formatting import make_printable, memory_count_text, memory_line, staleness_document
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS, LIMIT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.rules.ranking.preset_rankings import RANKINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import SearchResult

PARAMS = (
    argument("query", "Words, or a question in your own words.", kind="words"),
    LIMIT_OPTION,
    *FILTER_OPTIONS,
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
TABLE_NAME = "the table"
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
    from recall_cli.flows.brief.usage import record_use
    from recall_cli.flows.search.search import search as find

    began = time.perf_counter()
    floor = app.settings["min_confidence"] if min_confidence is None else min_confidence
    with app.read_transaction(app.view(agent, clearance)) as tx:
        wanted = option_values.build_filters(app, tx, {**scope, "agent": agent}, min_confidence=floor)
        found = find(tx, query, wanted, limit, ranking=ranking, recency=recency, min_score=min_score, explain=explain)
        found = _add_standings(tx, found)
        words = _count_word_matches(tx, query, found) if explain else []
    took = round((time.perf_counter() - began) * 1000, 2)
    if not found.asked:
        app.note("there is no word in that to look for (recall list shows the newest)")
    memories = [hit.memory for hit in found.hits]
    return Reply(
        lambda: results_document(query, found, took, words, explain=explain),
        lambda: _result_lines(found, words, everywhere=wanted.projects is None),
        lambda console: _print_screen(console, app, found, wanted, took, words if explain else None),
        after=None if no_touch else lambda: record_use(app, memories, (query, wanted.projects)),
        empty="nothing found",
    )


def _add_standings(tx: "Transaction", found: "SearchResult") -> "SearchResult":
    """What was found, with how its code stands; nothing is loaded where nothing of it speaks of code."""
    if not any(hit.memory.anchors for hit in found.hits):
        return found
    from recall_cli.flows.brief.anchors import lower_stale_hits

    return lower_stale_hits(tx, found)


def _count_word_matches(tx: "Transaction", query: str, found: "SearchResult") -> "list[dict[str, int]]":
    """For each result how often it holds each word of the question."""
    from recall_cli.cli.output.score_explanation import count_word_matches

    return [count_word_matches(tx.engine, query, hit.memory.text) for hit in found.hits]


def _result_lines(found: "SearchResult", words: "list[dict[str, int]]", *, everywhere: bool) -> "list[str]":
    """A result in a line; with what its score is made of at the end, where that is wanted."""
    lines = [memory_line(hit.memory, found.width, hit.standing, show_project=everywhere) for hit in found.hits]
    if not words:
        return lines
    from recall_cli.cli.output.score_explanation import explanation_line

    return [
        f"{line}\t{make_printable(explanation_line(hit, counts))}"
        for line, hit, counts in zip(lines, found.hits, words, strict=True)
    ]


def results_document(
    query: str, found: "SearchResult", took: float, words: "list[dict[str, int]]", *, explain: bool
) -> "dict[str, Any]":
    """What was found, as programs read it."""
    from recall_cli.rules.text.memory_json import memory_as_json

    results = []
    for at, hit in enumerate(found.hits):
        result = {**memory_as_json(hit.memory), **staleness_document(hit.standing), "score": hit.score}
        if explain:
            from recall_cli.cli.output import score_explanation as explaining

            result |= {"terms": hit.terms, "explanation": explaining.explanation_document(hit, words[at])}
        results.append(result)
    told = {"query": query, "results": results, "total": len(results), "took_ms": took}
    return {**told, "model": found.model or TABLE_NAME} if explain else told


def _print_screen(
    console: "Any",
    app: "App",
    found: "SearchResult",
    wanted: "Filters",
    took: float,
    words: "list[dict[str, int]] | None",
) -> None:
    from recall_cli.cli.output.terminal import print_footer, print_memories
    from recall_cli.flows.search.listing import count_memories

    told = None
    if words is not None:
        from recall_cli.cli.output.score_explanation import explanation_line

        told = [make_printable(explanation_line(hit, counts)) for hit, counts in zip(found.hits, words, strict=True)]
    stands = {hit.memory.n: [*hit.standing] for hit in found.hits if hit.standing}
    memories = [hit.memory for hit in found.hits]
    everywhere = wanted.projects is None
    width = found.width
    print_memories(console, memories, app.now(), lambda id_: id_[:width], told, stands, show_project=everywhere)
    if found.asked:
        with app.read_transaction() as tx:
            total = count_memories(tx, wanted.but(min_confidence=0.0))
        by = f" · meaning by {found.model or TABLE_NAME}" if words is not None else ""
        some = f"{len(found.hits)} of {total:,}" if found.hits else f"nothing found · {memory_count_text(total)}"
        wider = "" if found.hits or wanted.projects is None else " · --project '*' looks into all projects"
        print_footer(console, f"{some} in {took:.0f} ms{by}{wider}")
