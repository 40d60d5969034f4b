"""What bears on a prompt: the memories that fit one of its clauses well, or mostly nothing.

A search is not asked, because it answers a question that was asked on purpose. Here everything that a user types is
judged, clause by clause, and a clause without a memory about just that thing gets nothing.
"""

from recall_cli.domain.scope import Filters
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.domain.vector import QueryVector
from recall_cli.flows.projects import projects_to_read
from recall_cli.flows.successors import find_successor
from recall_cli.language.tables import read_words
from recall_cli.rules.questions.clauses import split_clauses
from recall_cli.rules.ranking.clause_fit import (
    MAX_FIT_BELOW_BEST,
    MIN_FIT,
    MIN_SURE_FIT,
    STRANGER_COSINE,
    clause_fit,
    has_common_pair,
    small_store_bonus,
    word_rarity,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.context import Brief
    from recall_cli.workplace import Workplace

MAX_PROMPT_LINES = 3
"""Maximum number of memories at a prompt; a pair that belongs together is not divided."""
SMALL_WORDS = STOP_WORDS.union(
    read_words("words", "question words"), read_words("words", "small words of other languages")
)
MAX_BY_WORDS, MAX_BY_MEANING = 40, 20
"""So many memories that share words with a prompt, and that are near to it, are judged."""


def prompt_brief(app: "App", tx: "Transaction", prompt: str, budget: int, folder: "Workplace") -> "Brief | None":
    """A brief of the few memories that bear on a prompt; None for most prompts."""
    projects = projects_to_read(app, tx, None, folder=folder)
    filters = Filters(projects=projects, min_confidence=app.settings["min_confidence"])
    answers = _find_answers(app, tx, prompt, filters)
    if not answers:
        return None
    from recall_cli.flows.brief.context import brief_of_memories
    from recall_cli.flows.brief.newer_neighbours import add_newer_neighbours

    few = add_newer_neighbours(tx, answers, filters, MAX_PROMPT_LINES)
    return brief_of_memories(tx, few, filters, budget, projects[0] if projects else None)


def _find_answers(app: "App", tx: "Transaction", prompt: str, filters: "Filters") -> "list[Memory]":
    """The memories that bear on a prompt, the best one first, as far as the settings want it.

    Where the built-in table cannot read its script, they are what answers it in a search.
    """
    if not any(tx.embed(prompt)):
        from recall_cli.flows.brief.context import find_answers

        return find_answers(app, tx, prompt, filters)[:MAX_PROMPT_LINES]
    answers = find_fitting_memories(tx, prompt, filters, is_sure=app.settings["context.certainty"] == "sure")
    if answers and app.settings["search.gate"]:
        from recall_cli.flows.search.gate import confirm_answers
        from recall_cli.flows.search.search import Hit

        hits = confirm_answers(app, tx, prompt, [Hit(memory=memory, score=0.0, terms={}) for memory in answers])
        return [hit.memory for hit in hits]
    return answers


def find_fitting_memories(
    tx: "Transaction", prompt: str, filters: "Filters", *, is_sure: bool = False
) -> "list[Memory]":
    """The few memories that fit a clause of a prompt, the newest first: what may be over stands below what came after.

    Where one fits that has ended, it is what holds now in its place.
    """
    clauses = split_clauses(prompt)
    with_ended = filters.but(include=frozenset(("superseded",)))
    fits = _best_fits(tx, clauses, with_ended) if clauses else {}
    floor = max(MIN_SURE_FIT if is_sure else MIN_FIT, max(fits.values(), default=0.0) - MAX_FIT_BELOW_BEST)
    order = sorted((-fit, n) for n, fit in fits.items() if fit >= floor)
    found = tx.memories.by_number([n for _, n in order[: 2 * MAX_PROMPT_LINES]])
    current = {by.n: by for memory in found if (by := find_successor(tx, memory)) is not None}
    held_now = {row[0] for row in tx.search.passages([*current], filters) if row[-1]} if current else set()
    few = [memory for n, memory in current.items() if n in held_now][:MAX_PROMPT_LINES]
    return sorted(few, key=lambda memory: -memory.created_at)


def _best_fits(tx: "Transaction", clauses: "list[str]", filters: "Filters") -> "dict[int, float]":
    """How well each candidate fits the clause that it fits best, by row number."""
    text = " ".join(dict.fromkeys(clauses))
    asked = tx.search.parse_question(text)
    by_words = tx.search.by_words(asked.match, filters, MAX_BY_WORDS) if asked.match is not None else []
    nearest = tx.vectors.nearest(tx.embed(text), MAX_BY_MEANING, filters)
    numbers = [*dict.fromkeys(n for n, _ in (*by_words, *nearest))]
    stems = {row[0]: tx.engine.stems(row[1]) for row in tx.search.passages(numbers, filters) if row[-1]}
    vectors = tx.vectors.by_number(stems)
    values = [*vectors.values()]
    prompt_cosines = dict(zip(vectors, QueryVector(tx.embed(text)).cosines(values), strict=True))
    bonus = small_store_bonus(asked.size)
    own = _name_stems(tx, filters)
    fits: dict[int, float] = {}
    for clause in clauses:
        words = [
            (stem, 0.0 if stem in own else rarity) for stem, rarity in _rarities(tx, clause, asked.counts, asked.size)
        ]
        rarities = {stem: rarity for stem, rarity in words if rarity}
        cosines = dict(zip(vectors, QueryVector(tx.embed(clause)).cosines(values), strict=True))
        first, second = [*sorted(cosines.values(), reverse=True), STRANGER_COSINE, STRANGER_COSINE][:2]
        for n, cosine in cosines.items():
            shared = [rarity for stem, rarity in rarities.items() if stem in stems[n]]
            lead = cosine - max(STRANGER_COSINE, second if cosine == first else first)
            pair = has_common_pair(words, zip(stems[n], stems[n][1:], strict=False))
            fit = bonus + clause_fit(shared, cosine, prompt_cosines[n], lead, has_pair=pair)
            fits[n] = max(fits.get(n, -9.0), fit)
    return fits


def _name_stems(tx: "Transaction", filters: "Filters") -> "set[str]":
    """The stems of the project's own name, which in it do not tell one thing from another."""
    names = [tx.projects.name(project) or "" for project in filters.projects or ()]
    return {stem for name in names for word in tx.engine.split_words(name) for stem in tx.engine.stems(word)}


def _rarities(tx: "Transaction", clause: str, counts: "dict[str, int]", size: int) -> "list[tuple[str, float]]":
    """The stems of the clause in order, each with its rarity; 0 for a word that cannot tell what it is about."""
    return [
        (stem, 0.0 if word in SMALL_WORDS else word_rarity(counts.get(stem, 0), size, tx.general_rarity(word)))
        for word in tx.engine.split_words(clause)
        for stem in tx.engine.stems(word)
    ]
