"""Making a brief: the most relevant memories within a token budget, in a stable order, or nothing."""

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
"""This many of the user's own memories are weighed, however much others have stored."""
NEW_BLOCK_SIZE = 8
"""Row numbers are divided into blocks of this size; a memory in the last block counts as new."""
MAX_PINNED = 40
"""This many pinned memories are considered, however old, faded or uncertain they are."""
MAX_QUESTION_LENGTH = 300
"""A longer question contains pasted text; its most important lines are found first."""
MAX_ANSWERS = 12
"""Maximum number of memories that answer a question."""
MAX_COMPARED_ANCHORED = 500
"""This many of the newest anchored memories of a project are compared with the files."""
MAX_ANCHORED = 6


class Brief(Record):
    """A brief: its lines, the mark of its fence, and its project."""

    lines: "tuple[BriefLine, ...]"
    mark: str
    project: "str | None"

    @property
    def block(self) -> str:
        """The brief as an agent reads it: fenced, one JSON line a memory."""
        made: str | None = self.__dict__.get("made")
        if made is None:
            lines = [line.line for line in self.lines]
            made = self.__dict__["made"] = fence.fenced_block(lines, self.mark, self.project)
        return made

    @property
    def memories(self) -> "list[Memory]":
        return [memory for line in self.lines for memory in line.memories]

    def as_json(self, query: str) -> "dict[str, object]":
        """The fields of the JSON document, for the query of the brief."""
        return {
            "query": query or None,
            "project": self.project,
            "tokens": estimate_brief_tokens(self.block) if self.lines else 0,
            "told": [line.as_json() for line in self.lines],
        }


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
    """The brief for a question, or for the start of a session; empty without evidence of an answer."""
    numbers = projects_to_read(app, tx, project, only_global=only_global, folder=folder)
    filters = Filters(projects=numbers, min_confidence=app.settings["min_confidence"])
    number = numbers[0] if numbers else None
    name = tx.projects.name(number) if number is not None else None
    if query.strip():
        answers = _find_answers(tx, query, filters)
        if number is not None and ("." in query or "/" in query):
            seen = {memory.n for memory in answers}
            anchored = _memories_anchored_to(tx, query, number, filters.min_confidence)
            answers += [memory for memory in anchored if memory.n not in seen]
        return _fit_to_budget(tx, answers, _user_pins(tx, answers), filters, budget, name)
    return session_brief(tx, filters, budget, number, name)


def _find_answers(tx: "Transaction", query: str, filters: "Filters") -> "list[Memory]":
    """The memories that answer a question, or the most important line of a pasted text; empty if none do."""
    from recall_cli.flows.search.search import search
    from recall_cli.rules.ranking.evidence import MIN_EVIDENCE, MIN_SHARE_OF_BEST

    questions = [query]
    if len(query) > MAX_QUESTION_LENGTH or "\n" in query:
        from recall_cli.rules.ranking.pasted_text import extract_questions

        questions = extract_questions(query)
    for question in questions:
        result = search(tx, question, filters, MAX_ANSWERS, explain=False)
        if result.hits and result.evidence >= MIN_EVIDENCE:
            return [hit.memory for hit in result.hits if hit.score >= MIN_SHARE_OF_BEST * result.hits[0].score]
        user_hits = [hit for hit in result.hits if hit.memory.trust == "user"]
        if user_hits and result.own_evidence >= MIN_EVIDENCE:
            return [hit.memory for hit in user_hits if hit.score >= MIN_SHARE_OF_BEST * user_hits[0].score]
    return []


def _memories_anchored_to(tx: "Transaction", text: str, project: "int | None", min_confidence: float) -> "list[Memory]":
    """The newest memories of a project that are anchored to a file that the text names."""
    from recall_cli.rules.places.staleness import read_anchors
    from recall_cli.rules.ranking.pasted_text import find_paths, path_names_file

    paths = find_paths(text) if project is not None else []
    if not paths:
        return []
    files = {path.rpartition("/")[2] for path in paths} - {""}
    numbers = []
    for number, stored in tx.memories.anchored(project, MAX_COMPARED_ANCHORED):
        if any(file in stored for file in files) and any(
            path_names_file(path, anchor.path) for anchor in read_anchors(stored) for path in paths
        ):
            numbers.append(number)
    memories = tx.memories.by_number(numbers)
    return [memory for memory in memories if memory.confidence >= min_confidence][:MAX_ANCHORED]


def session_brief(
    tx: "Transaction", filters: "Filters", budget: int, number: "int | None", name: "str | None"
) -> Brief:
    """The brief of a project for the start of a session: lasting, important and recent memories."""
    candidates: dict[int, BriefCandidate] = {}
    for scope in (number, None) if number is not None else (None,):
        standing = tx.memories.lasting_by_type(
            {type_: limit + NEW_BLOCK_SIZE for type_, limit in STANDING_LIMITS.items()}, scope, filters.min_confidence
        )
        for type_, lasting in standing.items():
            candidates.update((m.n, m) for m in _stable_cut(lasting, STANDING_LIMITS[type_]))
        stated = tx.memories.stated_by_user(scope, filters.min_confidence, MAX_USER_MEMORIES + NEW_BLOCK_SIZE)
        candidates.update((m.n, m) for m in _stable_cut(stated, MAX_USER_MEMORIES))
    candidates.update((m.n, m) for m in tx.memories.pinned(number, MAX_PINNED))
    recent = tx.memories.recent(number, filters.min_confidence, MAX_RECENT + NEW_BLOCK_SIZE)
    candidates.update((m.n, m) for m in _stable_cut(recent, MAX_RECENT, by_importance=False))
    own_pins = _user_pins(tx, candidates.values())
    return _fit_to_budget(
        tx, sections.rank_for_brief(candidates.values(), tx.now, own_pins), own_pins, filters, budget, name
    )


def _stable_cut(memories: "list[BriefCandidate]", limit: int, *, by_importance: bool = True) -> "list[BriefCandidate]":
    """About the first `limit` memories, cut at a place that a new memory seldom moves.

    A cut after exactly `limit` would drop one memory for each new one, and the beginning of the brief would change.
    """
    if len(memories) <= limit:
        return memories
    last = memories[limit - 1]
    border = last.n - last.n % NEW_BLOCK_SIZE
    more = memories[limit:]
    for at, memory in enumerate(more):
        if memory.n < border or (by_importance and memory.importance != last.importance):
            return memories[: limit + at]
    return memories


def _user_pins(tx: "Transaction", memories: "Iterable[BriefCandidate | Memory]") -> "set[int]":
    """The row numbers of those that the user pinned."""
    return tx.memories.pinned_by_user([memory.n for memory in memories if memory.pinned])


def rebuild_brief(app: "App", tx: "Transaction", numbers: "list[int]", budget: int, folder: "str | None") -> Brief:
    """A brief of the memories with these row numbers, without those that are no longer believed."""
    memories = [m for m in tx.memories.by_number(numbers) if is_believed(m, tx.now, frozenset())]
    projects = projects_to_read(app, tx, None, folder=folder)
    name = tx.projects.name(projects[0]) if projects else None
    return _fit_to_budget(tx, memories, _user_pins(tx, memories), Filters(), budget, name)


def _fit_to_budget(
    tx: "Transaction",
    ranked: "Sequence[BriefCandidate | Memory]",
    user_pins: "set[int]",
    filters: "Filters",
    budget: int,
    project: "str | None",
) -> Brief:
    """A brief of as many of the best memories as fit into the budget, in sections."""
    mark = _delimiter_mark(tx, project)
    room = budget - estimate_brief_tokens(fence.fenced_block(["-"], mark, project))
    lines = LineChooser(tx, filters, user_pins, BriefBudget(room))
    lines.choose(ranked)
    return Brief(
        lines=tuple(_in_stable_order(mark_same_day_order(_mark_stale_lines(tx, lines.chosen, room), room))),
        mark=mark,
        project=project,
    )


def _in_stable_order(lines: "list[BriefLine]") -> "list[BriefLine]":
    """The lines by sections, in an order that a new memory changes as late as possible.

    New lines come last in their section. Older ones are ordered by weight, so that the line that has to make room for
    a new one is usually one of the last.
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
    """The lines with notes on changed code and ended beliefs; if they no longer fit, those with notes go first."""
    shown = [memory for line in lines for memory in line.memories]
    if not any(memory.anchors or memory.maybe_outdated_since is not None for memory in shown):
        return lines
    from recall_cli.flows.brief.anchors import anchor_states
    from recall_cli.rules.outdated.note import outdated_note

    states = anchor_states(tx, shown)
    marked = []
    for line in lines:
        stale = [outdated_note(memory) for memory in line.memories if memory.maybe_outdated_since is not None]
        stale += [state.description for memory in line.memories for state in states.get(memory.n, []) if state.stale]
        marked.append(line.but(stale="; ".join(stale)))
    marked.sort(key=lambda line: line.section != "pinned" and bool(line.stale))
    return [marked[at] for at in fitting_positions((line.cost for line in marked), budget)]


def _delimiter_mark(tx: "Transaction", project: "str | None") -> str:
    """The mark on the delimiters; it comes from a secret of the store, so no text can contain it, and never changes."""
    return fence.fence_id(tx.store_secret, project or "")
