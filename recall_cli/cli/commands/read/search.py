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
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.rules.ranking.evidence import LESS_LIKELY
from recall_cli.rules.ranking.preset_rankings import RANKING_ALIASES, RANKINGS
from recall_cli.settings import find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.scope import View
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import SearchResult
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

    how: dict[str, Any] = {"ranking": ranking, "recency": recency, "min_score": min_score, "seed": seed}
    scope |= {"agent": agent, "min_confidence": min_confidence}
    if sessions:
        from recall_cli.cli.output.session_results import search_reply

        return search_reply(app, query, limit, {**scope, **how, "explain": explain}, clearance)
    answer = _find(app, app.view(agent, clearance), query, limit, scope, how, explain=explain)
    memories = [hit.memory for hit in answer.result.hits if hit.certainty != LESS_LIKELY]
    return Reply(
        answer.document,
        answer.lines,
        lambda out: answer.print(out, app),
        after=None if no_touch else lambda: record_use(app, memories, (query, answer.wanted.projects)),
        empty="no match" + answer.did_you_mean,
    )


def _find(
    app: "App", view: "View", query: str, limit: int, scope: "dict[str, Any]", how: "dict[str, Any]", *, explain: bool
) -> "SearchAnswer":
    """Search, and look for what else may answer."""
    from recall_cli.flows.search.certainty import find_hits

    began = time.perf_counter()
    in_files = _texts_in_files(app)
    with app.read_transaction(view) as tx:
        wanted = option_values.build_filters(app, tx, scope, min_confidence=scope["min_confidence"])
        result = find_hits(app, tx, query, wanted, limit, explain=explain, **how)
        if not result.hits:
            option_values.note_unknown_names(app, tx, wanted)
        if not result.asked:
            app.note("the query has no searchable word (recall list shows the newest memories)")
        waiting = _find_waiting(tx, query, wanted, in_files, scope)
        return SearchAnswer(
            query=query,
            project=scope["project"],
            wanted=wanted,
            result=result,
            short=tx.memories.short_ids([hit.memory.id for hit in result.hits]),
            words=_count_word_matches(tx, query, result) if explain else None,
            waiting=waiting,
            near=[] if result.hits or waiting else _suggest_words(tx, query, wanted),
            took=round((time.perf_counter() - began) * 1000, 2),
        )


def _suggest_words(tx: "Transaction", query: str, wanted: "Filters") -> "list[str]":
    """The words of the store that a query may mean, after it found nothing."""
    from recall_cli.flows.explain.did_you_mean import suggest_words

    return suggest_words(tx, query, wanted)


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


def _count_word_matches(tx: "Transaction", query: str, result: "SearchResult") -> "list[dict[str, int]]":
    """For each result, the number of times it contains each word of the query."""
    from recall_cli.cli.output.score_explanation import count_word_matches

    return [count_word_matches(tx.engine, query, hit.memory.text) for hit in result.hits]


class SearchAnswer(Record):
    """What a search found, and the three forms in which it is shown."""

    query: str
    project: "str | None"
    """As it was typed."""
    wanted: "Filters"
    result: "SearchResult"
    short: "dict[str, str]"
    words: "list[dict[str, int]] | None"
    """For each result, how often it has each word of the query; None if the scores are not explained."""
    waiting: "list[UnreadText]"
    near: "list[str]"
    """The words of the store that the query may mean."""
    took: float

    @property
    def did_you_mean(self) -> str:
        """The question that follows "no match"; empty without suggestions."""
        return f" · did you mean {' or '.join(f'“{word}”' for word in self.near)}?" if self.near else ""

    def document(self) -> "dict[str, object]":
        """The results as JSON."""
        from recall_cli.rules.text.memory_json import memory_as_json

        rows = []
        for at, hit in enumerate(self.result.hits):
            row = {**memory_as_json(hit.memory), **staleness_document(hit.anchor_statuses), "score": hit.score}
            if hit.certainty:
                row["certainty"] = hit.certainty
            if self.words is not None:
                from recall_cli.cli.output.score_explanation import explanation_document

                row |= {"terms": hit.terms, "explanation": explanation_document(hit, self.words[at])}
            rows.append(row)
        document: dict[str, object] = {"query": self.query, "results": rows, "total": len(rows), "took_ms": self.took}
        if self.near:
            document["did_you_mean"] = self.near
        if self.waiting:
            document["waiting"] = [text.as_json() for text in self.waiting]
        return document if self.words is None else {**document, "model": self.result.model or TABLE_NAME}

    def lines(self) -> "list[str]":
        """One line per result, with the parts of its score if requested, and one per text that was not read yet."""
        lines: list[str] = []
        everywhere, above = self.wanted.projects is None, None
        for at, hit in enumerate(self.result.hits):
            id_, states = self.short[hit.memory.id], hit.anchor_statuses
            line = memory_line(hit.memory, id_, states, show_project=everywhere, above=above)
            above = hit.memory.id
            line = f"{line}\t{LESS_LIKELY}" if hit.certainty == LESS_LIKELY else line
            if self.words:
                from recall_cli.cli.output.score_explanation import explanation_line

                line += f"\t{make_printable(explanation_line(hit, self.words[at]))}"
            lines.append(line)
        for text in self.waiting:
            from recall_cli.flows.search.unread_texts import MARK

            lines.append("\t".join((MARK, text.job, make_printable(text.shown))))
        return lines

    def print(self, out: "Screen", app: "App") -> None:
        """Print the answers, then under a heading the results that are less likely to answer, and counts."""
        from recall_cli.cli.output.score_explanation import find_matched_words
        from recall_cli.flows.search.listing import count_memories

        hits = self.result.hits
        with app.read_transaction() as tx:
            engine = tx.engine
            total = count_memories(tx, self.wanted.but(min_confidence=0.0)) if self.result.asked else 0
            is_empty = self.result.asked and not total and not tx.memories.count(Filters())
        for title in ("", LESS_LIKELY):
            part = [at for at, hit in enumerate(hits) if (hit.certainty == LESS_LIKELY) is bool(title)]
            if part and title:
                out.footer(title)
            out.memories(
                [hits[at].memory for at in part],
                self._notes(part),
                {hits[at].memory.n: [*hits[at].anchor_statuses] for at in part},
                show_project=self.wanted.projects is None,
                match=lambda text: find_matched_words(engine, self.query, text),
            )
        if self.waiting:
            out.footer("stored, and not read yet (recall worker reads it)")
            for text in self.waiting:
                out.line(f"  {text.shown}")
        if is_empty:
            out.footer(NO_MEMORIES)
        elif self.result.asked:
            by = "" if self.words is None else f" · meaning: {self.result.model or 'built-in vectors'}"
            some = f"{len(hits)} of {total:,}" if hits else f"no match in {memory_count_text(total)}"
            wider = "" if hits or self.wanted.projects is None else " · --project '*' searches all projects"
            out.footer(f"{some} in {self.took:.0f} ms{by}{self.did_you_mean}{wider}")
            if hits:
                out.footer(self._explaining_command(out.short_id(hits[0].memory.id)))

    def _notes(self, places: "list[int]") -> "list[str] | None":
        """The parts of the scores of these results, if they are explained."""
        if self.words is None:
            return None
        from recall_cli.cli.output.score_explanation import explanation_line

        return [explanation_line(self.result.hits[at], self.words[at]) for at in places]

    def _explaining_command(self, id_: str) -> str:
        """The command that explains the first result; a long question is not repeated in it."""
        from recall_cli.domain.shell_words import quote

        shown = quote(self.query) if len(self.query) <= MAX_REPEATED_QUERY and self.query.isprintable() else "QUERY"
        where = f" --project {quote(self.project)}" if self.project and self.project.isprintable() else ""
        return f"recall why {id_} --query {shown}{where}"
