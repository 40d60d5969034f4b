"""Where a memory comes from, and why a search returned it or did not."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.explain.evidence import Evidence, find_evidence
from recall_cli.flows.search.candidates import gather_candidates
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.search.ranking import rank_candidates
from recall_cli.flows.search.search import search
from recall_cli.rules.beliefs import visibility
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING, WORDS_RANKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.event import Event
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.candidates import Candidates
    from recall_cli.flows.search.ranked_memory import Ranking
    from recall_cli.rules.places.staleness import AnchorStatus

MAX_DEPTH = 10_000
"""How many results to look through at most."""


class Placement(Record):
    """The place of a memory among the results of a question."""

    query: str
    returned: bool
    position: "int | None" = None
    """Counted from 1 among all ranked memories."""
    of: int = 0
    score: "float | None" = None
    terms: "dict[str, float]"
    certainty: str = ""
    """How sure it is that it answers the question, in words, if that was judged."""
    why_not: "str | None" = None
    hint: str = ""


class Explanation(Record):
    """The origin of a memory, its relations to others, and its place in a search."""

    memory: Memory
    op: "int | None"
    """The operation that created it."""
    ended: "tuple[Memory, ...]" = ()
    """The memories that it superseded."""
    ended_by: "Memory | None" = None
    sides: "tuple[Memory, ...]" = ()
    """The other values of a contested fact."""
    evidence: "tuple[Evidence, ...]" = ()
    """Why it ended others, was ended or contested, or stands beside what is near to it."""
    anchor_statuses: "tuple[AnchorStatus, ...]" = ()
    corrections: "tuple[Event, ...]" = ()
    """The changes of its text and fields since it was stored, without undone ones."""
    place: "Placement | None" = None


def explain_memory(tx: "Transaction", prefix: str) -> Explanation:
    """The origin of a memory, what it superseded, what superseded it, and the state of its anchors."""
    memory = find_memory(tx, prefix, deleted=True)
    events = tx.operations.events_of_memory(memory.n)
    anchor_statuses: dict[int, list[AnchorStatus]] = {}
    if memory.depends_on_code:
        from recall_cli.flows.brief.anchors import code_states

        anchor_statuses = code_states(tx, [memory])
    ended = tuple(tx.memories.predecessors(memory.n))
    ended_by = tx.memories.by_id(memory.superseded_by) if memory.superseded_by else None
    sides = tuple(tx.memories.other_values(memory.n, Filters())) if memory.contested else ()
    return Explanation(
        memory=memory,
        op=events[0].op if events else None,
        ended=ended,
        ended_by=ended_by,
        sides=sides,
        evidence=find_evidence(tx, memory, ended, ended_by, sides),
        anchor_statuses=tuple(anchor_statuses.get(memory.n, ())),
        corrections=_corrections(tx, tuple(events)),
    )


def _corrections(tx: "Transaction", events: "tuple[Event, ...]") -> "tuple[Event, ...]":
    """The events that changed the text or a field, and stand; words that were held are replaced."""
    from recall_cli.flows.edit.review import hide_held_words
    from recall_cli.flows.explain.history import CORRECTION_COLUMNS, name_projects

    return tuple(
        event
        for event in name_projects(tx, hide_held_words(events))
        if event.undone_by is None and event.kind != "undo" and CORRECTION_COLUMNS & event.after.keys()
    )


def find_placement(
    app: "App",
    tx: "Transaction",
    memory: Memory,
    query: str,
    filters: Filters,
    limit: int,
    *,
    ranking: str,
    min_score: "float | None",
) -> Placement:
    """The place of a memory for a question; if it is not returned, why not and how to find it."""
    results = search(tx, query, filters, limit, ranking=ranking, min_score=min_score)
    shown = results.hits
    if ranking == DEFAULT_RANKING and min_score is None:
        from recall_cli.flows.search.certainty import judge_hits

        shown = judge_hits(app, tx, results, query, limit).hits
    for at, hit in enumerate(shown, 1):
        if hit.memory.n == memory.n:
            place = Placement(query=query, returned=True, position=at, of=len(shown), score=hit.score, terms=hit.terms)
            return place.but(certainty=hit.certainty)
    for at, hit in enumerate(results.hits, 1):
        if hit.memory.n == memory.n:
            return Placement(
                query=query,
                returned=False,
                position=at,
                of=len(results.hits),
                score=hit.score,
                terms=hit.terms,
                why_not=f"it is less likely to answer than the {len(shown)} that are shown",
                hint="--min-score 0 shows it",
            )
    placement = Placement(query=query, returned=False, terms={})
    if not results.asked:
        return placement.but(why_not="the question has no searchable word", hint="ask with other words")
    reason = exclusion_reason(tx, memory, filters)
    if reason is not None:
        return placement.but(why_not=reason[0], hint=reason[1])
    return _explain_absence(tx, memory, query, filters, limit, ranking, min_score, placement)


def exclusion_reason(tx: "Transaction", memory: Memory, filters: Filters) -> "tuple[str, str] | None":
    """Why the filters exclude a memory from any question, and how to include it; None if they do not."""
    include, now = filters.include, tx.now
    if memory.deleted_at is not None and "deleted" not in include:
        return "it was deleted", "recall undo brings it back; --include deleted shows it"
    if memory.held is not None and "held" not in include:
        return f"it is held for review: {memory.held}", "recall review"
    if memory.superseded_at is not None and "superseded" not in include:
        by = f" by {tx.memories.short_id(memory.superseded_by)}" if memory.superseded_by else ""
        return f"it was superseded{by}", "--include superseded shows it"
    if memory.valid_until is not None and memory.valid_until <= now and "expired" not in include:
        return "it has expired", "--include expired shows it"
    if memory.valid_from is not None and memory.valid_from > now and "expired" not in include:
        return "it is not believed yet", "--include expired shows it"
    if memory.confidence < filters.min_confidence:
        low = f"its confidence is {memory.confidence:.2f}; the search requires {filters.min_confidence:.2f}"
        return low, "--min-confidence 0 shows it"
    if filters.projects is not None and memory.project is not None:
        names = [tx.projects.name(n) for n in filters.projects]
        if memory.project not in names:
            searched = ", ".join(map(str, names)) or "memories without a project"
            where = f"it belongs to {memory.project}; the search covered {searched}"
            return where, "--project '*' searches all projects"
    number = tx.memories.project_of(memory.n)
    if not visibility.passes_filters(memory, filters, number, loads(memory.tags or "{}")):
        return "a filter of the search excludes it", "try without --type, --topic, --tag, --since, --until or --agent"
    return None


def _explain_absence(
    tx: "Transaction",
    memory: Memory,
    query: str,
    filters: Filters,
    limit: int,
    ranking: str,
    min_score: "float | None",
    placement: Placement,
) -> Placement:
    """Why a memory that passes the filters was not returned: its rank, its score, or no match at all."""
    question = tx.search.parse_question(query)
    if ranking == WORDS_RANKING:
        order = [hit.memory.n for hit in search(tx, query, filters, MAX_DEPTH, ranking=ranking).hits]
        if memory.n not in order:
            return placement.but(
                why_not="it contains none of the words that the search used", hint="ask with other words"
            )
        at = order.index(memory.n) + 1
        return placement.but(position=at, of=len(order), why_not=_too_far_text(at, limit), hint=f"-n {at} shows it")
    candidates = gather_candidates(tx, question, query, filters, limit, widen=ranking == DEFAULT_RANKING)
    ranked = rank_candidates(candidates, ranking, None, MAX_DEPTH)
    for at, item in enumerate(ranked.order, 1):
        if item.n == memory.n:
            placement = placement.but(position=at, of=len(ranked.order), score=round(item.score, 6), terms=item.terms)
            if at > limit:
                return placement.but(why_not=_too_far_text(at, limit), hint=f"-n {at} shows it")
            low = f"its score is {item.score:.2f}; the search requires {min_score or 0:.2f}"
            return placement.but(why_not=low, hint=f"--min-score {item.score:.2f} shows it")
    return _explain_mismatch(memory, question, candidates, ranked, placement)


def _too_far_text(position: int, limit: int) -> str:
    return f"it is number {position}, and {limit} are shown"


def _explain_mismatch(
    memory: Memory, question: "ParsedQuestion", candidates: "Candidates", ranking: "Ranking", placement: Placement
) -> Placement:
    """Why a memory is not even among the ranked ones: how little it matches the question."""
    from recall_cli.rules.ranking.scoring import FULL_MODEL_MIN_COSINE, MAX_GUESSES, MIN_COSINE

    cosine = candidates.meaning.among([memory.n]).get(memory.n, 0.0)
    text = " ".join(
        filter(None, [memory.text, memory.topic, memory.entity, memory.attribute, memory.value, memory.tags])
    )
    stems = frozenset(candidates.tx.engine.stems(text))
    shared = [word.stem for word in question.words if word.stem in stems]
    terms = {"dense": round(cosine, 6), "shared_words": float(len(shared))}
    placement = placement.but(of=len(ranking.order), terms=terms)
    if shared:
        why_not = f"it shares only {', '.join(shared)} with the question, and others share more"
        return placement.but(why_not=why_not, hint="ask with rarer words of it, or with a larger -n")
    needed = FULL_MODEL_MIN_COSINE if candidates.lexical and candidates.meaning.model else MIN_COSINE
    if candidates.lexical or len(ranking.order) < MAX_GUESSES or cosine < needed:
        far = f"it shares no word with the question, and its similarity is too low ({cosine:.2f}; needs {needed:.2f})"
        return placement.but(why_not=far, hint="ask with a word of it")
    guess = f"no memory contains a word of the question, so only the {MAX_GUESSES} nearest are shown as guesses"
    return placement.but(why_not=guess, hint="ask with a word of it")
