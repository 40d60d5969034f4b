"""What an agent should know now: the few memories worth their tokens, in a stable order, or nothing."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.brief.brief_lines import BriefLine, LineChooser, mark_same_day_order
from recall_cli.flows.projects import projects_to_read
from recall_cli.rules.beliefs.visibility import is_believed
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import BriefBudget, estimate_brief_tokens, fitting_positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import BriefCandidate
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

STANDING_LIMITS = {"preference": 20, "decision": 20, "correction": 12, "pattern": 8}
MAX_RECENT = 40
MAX_USER_MEMORIES = 24
"""So many of the user's own words are weighed, however much others have stored."""
NEW_BLOCK_SIZE = 8
"""Row numbers from one border to the next: what is behind the last border is new."""
MAX_PINNED = 40
"""Pinned memories may be told however old, faded or unsure they are."""
MAX_QUESTION_LENGTH = 300
"""A longer question was pasted: what of it is asked is worked out first."""
MAX_ANSWERS = 12
"""So many memories at most answer a question."""
MAX_COMPARED_ANCHORED = 500
"""So many of the newest anchored memories of a project are compared with the files."""
MAX_ANCHORED = 6


class Brief(Record):
    """What an agent is told, and what it costs."""

    told: "tuple[BriefLine, ...]"
    mark: str
    project: "str | None"

    @property
    def block(self) -> str:
        """The brief as an agent reads it: fenced, one JSON line a memory."""
        made: str | None = self.__dict__.get("made")
        if made is None:
            made = self.__dict__["made"] = fence.fenced_block([one.line for one in self.told], self.mark, self.project)
        return made

    @property
    def memories(self) -> "list[Memory]":
        return [memory for one in self.told for memory in one.memories]


def make_brief(
    app: "App",
    tx: "Transaction",
    query: str,
    budget: int,
    project: "str | None",
    *,
    only_global: bool = False,
    folder: "str | Workplace | None" = None,
) -> Brief:
    """The brief for a question, or for a session that begins; without evidence of an answer, nothing."""
    numbers = projects_to_read(app, tx, project, only_global=only_global, folder=folder)
    wanted = Filters(projects=numbers, min_confidence=app.settings["min_confidence"])
    number = numbers[0] if numbers else None
    name = tx.projects.name(number) if number is not None else None
    if query.strip():
        near = _find_answers(tx, query, wanted)
        if number is not None and ("." in query or "/" in query):
            seen = {memory.n for memory in near}
            near += [m for m in _memories_anchored_to(tx, query, number, wanted.min_confidence) if m.n not in seen]
        return _fit_to_budget(tx, near, _user_pins(tx, near), wanted, budget, name)
    return session_brief(tx, wanted, budget, number, name)


def _find_answers(tx: "Transaction", query: str, filters: "Filters") -> "list[Memory]":
    """What answers a question, or the most telling line of a pasted text; nothing where nothing does."""
    from recall_cli.flows.search.search import search
    from recall_cli.rules.ranking.evidence import MIN_EVIDENCE, MIN_SHARE_OF_BEST

    asked = [query]
    if len(query) > MAX_QUESTION_LENGTH or "\n" in query:
        from recall_cli.rules.ranking.pasted_text import extract_questions

        asked = extract_questions(query)
    for one in asked:
        found = search(tx, one, filters, MAX_ANSWERS, explain=False)
        if found.hits and found.evidence >= MIN_EVIDENCE:
            return [hit.memory for hit in found.hits if hit.score >= MIN_SHARE_OF_BEST * found.hits[0].score]
        own = [hit for hit in found.hits if hit.memory.trust == "user"] if found.own_evidence >= MIN_EVIDENCE else []
        if own:
            return [hit.memory for hit in own if hit.score >= MIN_SHARE_OF_BEST * own[0].score]
    return []


def _memories_anchored_to(tx: "Transaction", text: str, project: "int | None", min_confidence: float) -> "list[Memory]":
    """The newest memories of a project that are anchored to a file that the text names."""
    from recall_cli.rules.places.staleness import read_anchors
    from recall_cli.rules.ranking.pasted_text import find_paths, path_names_file

    named = find_paths(text) if project is not None else []
    if not named:
        return []
    files = {path.rpartition("/")[2] for path in named} - {""}
    numbers = []
    for number, kept in tx.memories.anchored(project, MAX_COMPARED_ANCHORED):
        if any(file in kept for file in files) and any(
            path_names_file(path, anchor.path) for anchor in read_anchors(kept) for path in named
        ):
            numbers.append(number)
    found = tx.memories.by_number(numbers)
    return [memory for memory in found if memory.confidence >= min_confidence][:MAX_ANCHORED]


def session_brief(
    tx: "Transaction", filters: "Filters", budget: int, number: "int | None", name: "str | None"
) -> Brief:
    """The brief of a project for a session that begins: by importance, recency and what lasts."""
    found: dict[int, BriefCandidate] = {}
    for scope in (number, None) if number is not None else (None,):
        standing = tx.memories.lasting_by_type(
            {type_: limit + NEW_BLOCK_SIZE for type_, limit in STANDING_LIMITS.items()}, scope, filters.min_confidence
        )
        for type_, some in standing.items():
            found.update((m.n, m) for m in _stable_cut(some, STANDING_LIMITS[type_]))
        own = tx.memories.stated_by_user(scope, filters.min_confidence, MAX_USER_MEMORIES + NEW_BLOCK_SIZE)
        found.update((m.n, m) for m in _stable_cut(own, MAX_USER_MEMORIES))
    found.update((m.n, m) for m in tx.memories.pinned(number, MAX_PINNED))
    recent = tx.memories.recent(number, filters.min_confidence, MAX_RECENT + NEW_BLOCK_SIZE)
    found.update((m.n, m) for m in _stable_cut(recent, MAX_RECENT, by_importance=False))
    own_pins = _user_pins(tx, found.values())
    return _fit_to_budget(
        tx, sections.rank_for_brief(found.values(), tx.now, own_pins), own_pins, filters, budget, name
    )


def _stable_cut(found: "list[BriefCandidate]", limit: int, *, by_importance: bool = True) -> "list[BriefCandidate]":
    """About the first so many, cut where a new memory seldom moves the cut.

    A cut after exactly so many would drop one memory for each that comes, and with it the beginning of the brief.
    """
    if len(found) <= limit:
        return found
    last = found[limit - 1]
    border = last.n - last.n % NEW_BLOCK_SIZE
    more = found[limit:]
    for at, one in enumerate(more):
        if one.n < border or (by_importance and one.importance != last.importance):
            return found[: limit + at]
    return found


def _user_pins(tx: "Transaction", found: "Iterable[BriefCandidate | Memory]") -> "set[int]":
    """What of these the user pinned."""
    return tx.memories.pinned_by_user([one.n for one in found if one.pinned])


def rebuild_brief(app: "App", tx: "Transaction", numbers: "list[int]", budget: int, folder: "str | None") -> Brief:
    """A brief of memories that are known by their numbers, as far as they are still believed."""
    found = [m for m in tx.memories.by_number(numbers) if is_believed(m, tx.now, frozenset())]
    projects = projects_to_read(app, tx, None, folder=folder)
    name = tx.projects.name(projects[0]) if projects else None
    return _fit_to_budget(tx, found, _user_pins(tx, found), Filters(), budget, name)


def _fit_to_budget(
    tx: "Transaction",
    ranked: "Sequence[BriefCandidate | Memory]",
    user_pins: "set[int]",
    filters: "Filters",
    budget: int,
    project: "str | None",
) -> Brief:
    """As many of the best as the budget holds, told section by section."""
    mark = _delimiter_mark(tx, project)
    room = budget - estimate_brief_tokens(fence.fenced_block(["-"], mark, project))
    lines = LineChooser(tx, filters, user_pins, BriefBudget(room))
    lines.choose(ranked)
    return Brief(
        told=tuple(_in_stable_order(mark_same_day_order(_mark_stale_lines(tx, lines.chosen, room), room))),
        mark=mark,
        project=project,
    )


def _in_stable_order(lines: "list[BriefLine]") -> "list[BriefLine]":
    """Section by section, in an order that one memory more changes as late as it can.

    What is new comes last in its section. What is older is told by its worth, so that the line that has to make room
    for a new one is rather one of the last.
    """
    place = {name: at for at, name in enumerate(sections.SECTIONS)}
    newest = max((line.memories[0].n for line in lines), default=0)
    border = newest - newest % NEW_BLOCK_SIZE

    def key(line: BriefLine) -> "tuple[int, bool, float, int]":
        first = line.memories[0]
        is_new = first.n >= border
        return place[line.section], is_new, 0.0 if is_new else -sections.lasting_weight(first), first.n

    return sorted(lines, key=key)


def _mark_stale_lines(tx: "Transaction", lines: "list[BriefLine]", budget: int) -> "list[BriefLine]":
    """The same lines; those whose code has changed say so, and are the first to go where that makes them too long."""
    if not any(memory.anchors for one in lines for memory in one.memories):
        return lines
    from recall_cli.flows.brief.anchors import anchor_states

    stands = anchor_states(tx, [memory for one in lines for memory in one.memories])
    told = [
        one.but(stale="; ".join(s.said for memory in one.memories for s in stands.get(memory.n, []) if s.stale))
        for one in lines
    ]
    told.sort(key=lambda one: one.section != "pinned" and bool(one.stale))
    return [told[at] for at in fitting_positions((one.cost for one in told), budget)]


def _delimiter_mark(tx: "Transaction", project: "str | None") -> str:
    """The mark on the delimiters: from a secret of the store, so that no text can know it, and always the same."""
    return fence.fence_id(tx.store_secret, project or "")
