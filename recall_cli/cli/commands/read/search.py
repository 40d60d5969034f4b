"""recall search: find memories by words and meaning."""

import time

from recall_cli.cli.output.formatting import (
    NO_MEMORIES,
    make_printable,
    memory_count_text,
    memory_line,
    staleness_document,
)
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS, LIMIT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.scope import Filters
from recall_cli.rules.ranking.evidence import LESS_LIKELY
from recall_cli.rules.ranking.preset_rankings import RANKING_ALIASES, RANKINGS
from recall_cli.settings import find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Hit, SearchResult
    from recall_cli.flows.search.unread_texts import UnreadText

SEARCH_OPTIONS = (
    LIMIT_OPTION,
    *FILTER_OPTIONS,
    option(
        "min_confidence",
        f"Minimum confidence (default: the setting min_confidence, {find_setting('min_confidence').default:g}).",
        kind="float",
        low=0,
        high=1,
        metavar="SHARE",
        rare=True,
    ),
    option(
        "ranking",
        "How results are ordered; published rankings are for comparison.",
        choices=RANKINGS,
        aliases=RANKING_ALIASES,
        default=RANKINGS[0],
        rare=True,
    ),
    option("recency", "Weight of recency, 0 to 1.", kind="float", low=0, high=1, metavar="SHARE", rare=True),
    option(
        "min_score",
        "Minimum score; recall context uses 0.12. With it, less likely results are all shown.",
        kind="float",
        low=0,
        metavar="SCORE",
        rare=True,
    ),
    option(
        "seed", "Give memories used less than 5 times a chance, drawn with this seed.", kind="int", low=0, rare=True
    ),
)
"""The options that decide what a search returns; `recall why ID --query` explains a search with them."""
PARAMS = (
    argument("query", "Words, or a question.", kind="words"),
    *SEARCH_OPTIONS,
    option("sessions", "Search the raw turns of your sessions instead (setting sessions.index).", kind="flag"),
    option("explain", "Show the parts of each score.", kind="flag"),
    option("no_touch", "Do not record this as a use.", kind="flag", rare=True),
)
TABLE_NAME = "the table"
"""The JSON name of the built-in vectors."""
EXAMPLES = (
    ('recall search "which database did we choose and why?"', ""),
    ("recall search deploy --type decision --since 30d", ""),
    ('recall search "queue engine" --explain', "the parts of each score"),
    ('recall search "queue" --seed 7', "new memories get a chance; the same seed gives the same order"),
    ('recall search --sessions "why is the build slow"', "what was said in past sessions; needs sessions.index"),
    ('recall search "queue" --as-of 2026-03-01', "as of that date"),
)


MAX_REPEATED_QUERY = 40
"""A longer question is not repeated in the last line of the screen."""


def search(
    app: "App",
    *,
    query: str,
    limit: int,
    min_confidence: "float | None",
    ranking: str,
    recency: "float | None",
    min_score: "float | None",
    seed: "int | None",
    sessions: bool,
    explain: bool,
    no_touch: bool,
    agent: "str | None",
    clearance: "str | None",
    **scope: "Any",
) -> Reply:
    """Find the memories that match a query best, by words and meaning."""
    from recall_cli.flows.brief.usage import record_use
    from recall_cli.flows.search.certainty import find_hits

    began = time.perf_counter()
    how: dict[str, Any] = {"ranking": ranking, "recency": recency, "min_score": min_score, "seed": seed}
    if sessions:
        from recall_cli.cli.output.session_results import search_reply

        others = {**scope, **how, "min_confidence": min_confidence, "explain": explain}
        return search_reply(app, query, limit, others, agent, clearance)
    floor = app.settings["min_confidence"] if min_confidence is None else min_confidence
    in_files = _texts_in_files(app)
    with app.read_transaction(app.view(agent, clearance)) as tx:
        wanted = option_values.build_filters(app, tx, {**scope, "agent": agent}, min_confidence=floor)
        result = find_hits(app, tx, query, wanted, limit, explain=explain, **how)
        words = _count_word_matches(tx, query, result) if explain else []
        _note_nothing_found(app, tx, result, wanted)
        waiting = _find_waiting(tx, query, wanted, in_files, scope)
        short = tx.memories.short_ids([hit.memory.id for hit in result.hits])
        near = [] if result.hits or waiting else _suggest_words(tx, query, wanted)
    took = round((time.perf_counter() - began) * 1000, 2)
    memories = [hit.memory for hit in result.hits if hit.certainty != LESS_LIKELY]
    return Reply(
        lambda: results_document(query, result, took, words, near, explain=explain, waiting=waiting),
        lambda: _result_lines(result, words, short, everywhere=wanted.projects is None) + _waiting_lines(waiting),
        lambda out: _print_screen(
            out, app, query, result, wanted, took, words if explain else None, scope["project"], near, waiting
        ),
        after=None if no_touch else lambda: record_use(app, memories, (query, wanted.projects)),
        empty="no match" + _did_you_mean(near),
    )


def _suggest_words(tx: "Transaction", query: str, wanted: "Filters") -> "list[str]":
    """The words of the store that a query may mean, after it found nothing."""
    from recall_cli.flows.explain.did_you_mean import suggest_words

    return suggest_words(tx, query, wanted)


def _did_you_mean(near: "list[str]") -> str:
    """The question that follows "no match"; empty without suggestions."""
    return f" · did you mean {' or '.join(f'“{word}”' for word in near)}?" if near else ""


def _note_nothing_found(app: "App", tx: "Transaction", result: "SearchResult", wanted: "Filters") -> None:
    """Say why nothing was found, if that is known."""
    if not result.hits:
        option_values.note_unknown_names(app, tx, wanted)
    if not result.asked:
        app.note("the query has no searchable word (recall list shows the newest memories)")


def _texts_in_files(app: "App") -> "dict[str, tuple[str, dict[str, Any], int]]":
    """The texts that wait outside of the store; usually there are none, and nothing is loaded."""
    if not app.has_text_files:
        return {}
    from recall_cli.flows.search.unread_texts import texts_in_files

    return texts_in_files(app)


def _find_waiting(
    tx: "Transaction",
    query: str,
    wanted: "Filters",
    in_files: "dict[str, tuple[str, dict[str, Any], int]]",
    scope: "dict[str, Any]",
) -> "list[UnreadText]":
    """The texts that match and that no worker has read yet."""
    if not in_files and not tx.search.has_unread_texts():
        return []
    from recall_cli.flows.search.unread_texts import find_unread_texts
    from recall_cli.workplace import current_workplace

    return find_unread_texts(tx, query, wanted, in_files, scope["project"] or current_workplace())


def _waiting_lines(waiting: "list[UnreadText]") -> "list[str]":
    """One line for each text that was not read yet, with the id of its job."""
    if not waiting:
        return []
    from recall_cli.flows.search.unread_texts import MARK

    return ["\t".join((MARK, text.job, make_printable(text.shown))) for text in waiting]


def _count_word_matches(tx: "Transaction", query: str, result: "SearchResult") -> "list[dict[str, int]]":
    """For each result, the number of times it contains each word of the query."""
    from recall_cli.cli.output.score_explanation import count_word_matches

    return [count_word_matches(tx.engine, query, hit.memory.text) for hit in result.hits]


def _result_lines(
    result: "SearchResult", words: "list[dict[str, int]]", short: "dict[str, str]", *, everywhere: bool
) -> "list[str]":
    """One line per result, with the parts of its score if requested."""
    lines: list[str] = []
    above = None
    for hit in result.hits:
        id_, states = short[hit.memory.id], hit.anchor_statuses
        line = memory_line(hit.memory, id_, states, show_project=everywhere, above=above)
        above = hit.memory.id
        lines.append(f"{line}\t{LESS_LIKELY}" if _is_less_likely(hit) else line)
    if not words:
        return lines
    from recall_cli.cli.output.score_explanation import explanation_line

    return [
        f"{line}\t{make_printable(explanation_line(hit, counts))}"
        for line, hit, counts in zip(lines, result.hits, words, strict=True)
    ]


def _is_less_likely(hit: "Hit") -> bool:
    """Whether a result probably does not answer the question."""
    return hit.certainty == LESS_LIKELY


def results_document(
    query: str,
    result: "SearchResult",
    took: float,
    words: "list[dict[str, int]]",
    near: "list[str]",
    *,
    explain: bool,
    waiting: "Sequence[UnreadText]" = (),
) -> "dict[str, object]":
    """The results as JSON."""
    from recall_cli.rules.text.memory_json import memory_as_json

    rows = []
    for at, hit in enumerate(result.hits):
        row = {**memory_as_json(hit.memory), **staleness_document(hit.anchor_statuses), "score": hit.score}
        if hit.certainty:
            row["certainty"] = hit.certainty
        if explain:
            from recall_cli.cli.output import score_explanation as explaining

            row |= {"terms": hit.terms, "explanation": explaining.explanation_document(hit, words[at])}
        rows.append(row)
    document: dict[str, object] = {"query": query, "results": rows, "total": len(rows), "took_ms": took}
    if near:
        document["did_you_mean"] = near
    if waiting:
        document["waiting"] = [text.as_json() for text in waiting]
    return {**document, "model": result.model or TABLE_NAME} if explain else document


def _print_screen(
    out: "Screen",
    app: "App",
    query: str,
    result: "SearchResult",
    wanted: "Filters",
    took: float,
    words: "list[dict[str, int]] | None",
    project: "str | None",
    near: "list[str]",
    waiting: "list[UnreadText]",
) -> None:
    from recall_cli.flows.search.listing import count_memories

    _print_hits(out, app, result, query, words, show_project=wanted.projects is None)
    if waiting:
        out.footer("stored, and not read yet (recall worker reads it)")
        for text in waiting:
            out.line(f"  {text.shown}")
    if result.asked:
        with app.read_transaction() as tx:
            total = count_memories(tx, wanted.but(min_confidence=0.0))
            if not total and not tx.memories.count(Filters()):
                out.footer(NO_MEMORIES)
                return
        by = f" · meaning: {result.model or 'built-in vectors'}" if words is not None else ""
        some = f"{len(result.hits)} of {total:,}" if result.hits else f"no match in {memory_count_text(total)}"
        wider = "" if result.hits or wanted.projects is None else " · --project '*' searches all projects"
        out.footer(f"{some} in {took:.0f} ms{by}{_did_you_mean(near)}{wider}")
        if result.hits:
            out.footer(_explaining_command(query, out.short_id(result.hits[0].memory.id), project))


def _explaining_command(query: str, id_: str, project: "str | None") -> str:
    """The command that explains the first result; a long question is not repeated in it."""
    from recall_cli.domain.shell_words import quote

    shown = quote(query) if len(query) <= MAX_REPEATED_QUERY and query.isprintable() else "QUERY"
    where = f" --project {quote(project)}" if project and project.isprintable() else ""
    return f"recall why {id_} --query {shown}{where}"


def _print_hits(
    out: "Screen",
    app: "App",
    result: "SearchResult",
    query: str,
    words: "list[dict[str, int]] | None",
    *,
    show_project: bool,
) -> None:
    """Print the answers, then under a heading the results that are less likely to answer."""
    from recall_cli.cli.output.score_explanation import explanation_line, find_matched_words

    notes = None if words is None else [explanation_line(*pair) for pair in zip(result.hits, words, strict=True)]
    anchor_statuses = {hit.memory.n: [*hit.anchor_statuses] for hit in result.hits if hit.anchor_statuses}
    answers = sum(not _is_less_likely(hit) for hit in result.hits)
    with app.read_transaction() as tx:
        engine = tx.engine
    for part, title in ((slice(0, answers), ""), (slice(answers, None), LESS_LIKELY)):
        if not result.hits[part]:
            continue
        if title:
            out.footer(title)
        out.memories(
            [hit.memory for hit in result.hits[part]],
            None if notes is None else notes[part],
            anchor_statuses,
            show_project=show_project,
            match=lambda text: find_matched_words(engine, query, text),
        )
