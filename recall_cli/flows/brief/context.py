"""Making a brief: the most relevant memories within a token budget, in a stable order, or nothing."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.brief.brief_lines import BriefLine, LineChooser, fitting_lines, layout_lines, put_newest_first
from recall_cli.flows.projects import projects_to_read
from recall_cli.rules.beliefs.authorship import USER_AUTHOR
from recall_cli.rules.beliefs.visibility import is_believed
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import FULL_BELOW_FRACTION, BriefBudget, estimate_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import BriefCandidate
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.brief_lines import Group
    from recall_cli.workplace import Workplace

STANDING_LIMITS = {"preference": 20, "decision": 20, "correction": 12, "pattern": 8}
MAX_RECENT = 40
MAX_USER_MEMORIES = 24
"""This many of the user's own memories are weighed, however much others have stored."""
NEW_BLOCK_SIZE = 8
"""Row numbers are divided into blocks of this size; a memory in the last block counts as new."""
MAX_PINNED = 40
"""This many pinned memories are considered, however old, faded or uncertain they are."""
MAX_ANSWERS = 12
"""Maximum number of memories that answer a question."""
MAX_COMPARED_ANCHORED = 500
"""This many of the newest anchored memories of a project are compared with the files."""
MAX_ANCHORED = 6
MORE_SHARE = 0.25
"""The share of a brief for its last part: the newest memories, and older ones as long as there is room.

The part before it is chosen from older memories only, so one new memory leaves three quarters of a brief unchanged.
"""
MIN_OLDER = 8
"""A project with fewer older memories has a brief of one part."""
REFILL_ROUNDS = 2
"""How often what was left is filled, since lines often cost less than expected."""


class Brief(Record):
    """A brief: its lines, the mark of its fence, and its project."""

    lines: "tuple[BriefLine, ...]"
    mark: str
    project: "str | None"
    too_long: bool = False
    """Whether there are memories to tell, and the budget is too small for any of them."""
    depends_on_files: bool = False
    """Whether a memory that was chosen for it is anchored to files: its line tells what changed there."""

    @property
    def block(self) -> str:
        """The brief as an agent reads it: fenced, one line for each memory, in groups."""
        made: str | None = self.__dict__.get("made")
        if made is None:
            made = self.__dict__["made"] = fence.fenced_block(layout_lines(self.lines), self.mark, self.project)
        return made

    @property
    def memories(self) -> "list[Memory]":
        return [memory for line in self.lines for memory in line.memories]

    def as_json(self, query: str) -> "dict[str, object]":
        """The fields of the JSON document, for the query of the brief."""
        return {
            "query": query or None,
            "project": self.project,
            "tokens": estimate_tokens(self.block) if self.lines else 0,
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
    if query.strip():
        filters = Filters(projects=numbers, min_confidence=app.settings["min_confidence"])
        number = numbers[0] if numbers else None
        name = tx.projects.name(number) if number is not None else None
        answers = _find_answers(app, tx, query, filters)
        if number is not None and ("." in query or "/" in query):
            seen = {memory.n for memory in answers}
            anchored = _memories_anchored_to(tx, query, number, filters.min_confidence)
            answers += [memory for memory in anchored if memory.n not in seen]
        return _fit_to_budget(tx, answers, _user_pins(tx, answers), filters, budget, name)
    return brief_of_projects(app, tx, numbers, budget)


def _find_answers(app: "App", tx: "Transaction", query: str, filters: "Filters") -> "list[Memory]":
    """The memories that answer a question, or the most important line of a pasted text; empty if none do."""
    from recall_cli.flows.search.certainty import answers_to_tell, questions_in
    from recall_cli.flows.search.search import search

    for question in questions_in(query):
        answers = answers_to_tell(app, tx, search(tx, question, filters, MAX_ANSWERS, explain=False), question)
        if answers:
            return [hit.memory for hit in answers]
    return []


def _memories_anchored_to(tx: "Transaction", text: str, project: "int | None", min_confidence: float) -> "list[Memory]":
    """The newest memories of a project that are anchored to a file that the text names."""
    from recall_cli.rules.places.staleness import read_anchors
    from recall_cli.rules.questions.pasted_text import find_paths, path_names_file

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


def brief_of_projects(app: "App", tx: "Transaction", projects: "tuple[int, ...] | None", budget: int) -> Brief:
    """The brief of a project for the start of a session: lasting, important and recent memories.

    It depends on nothing but the store, these arguments, the day and anchored files: stored_brief.py relies on that.
    """
    filters = Filters(projects=projects, min_confidence=app.settings["min_confidence"])
    number = projects[0] if projects else None
    name = tx.projects.name(number) if number is not None else None
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
    ranked = sections.rank_for_brief(candidates.values(), tx.now, own_pins)
    return _fit_to_budget(tx, ranked, own_pins, filters, budget, name, older_first=True)


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
    *,
    older_first: bool = False,
) -> Brief:
    """A brief of as many of the best memories as fit into the budget, in groups.

    With `older_first`, the newest memories are in the last part, so that the part before it changes seldom.
    """
    mark = _delimiter_mark(tx, project)
    room = budget - estimate_tokens(fence.fenced_block(["-"], mark, project))
    newest = max((memory.n for memory in ranked), default=0)
    border = newest - newest % NEW_BLOCK_SIZE
    older = [memory for memory in ranked if memory.n < border or memory.n in user_pins] if older_first else []
    has_more = len(older) >= MIN_OLDER
    lines = LineChooser(tx, filters, user_pins, BriefBudget(int(room * (1 - MORE_SHARE)) if has_more else room))
    lines.choose(older if has_more else ranked)
    for _ in range(REFILL_ROUNDS):
        remaining = room - estimate_tokens("\n".join(layout_lines(lines.chosen))) if lines.chosen else 0
        if remaining < room // FULL_BELOW_FRACTION:
            break
        lines.choose_more(ranked, remaining, is_more=has_more)
    fitting = _mark_stale_lines(tx, lines.chosen, room)
    shown = tuple(put_newest_first(_in_stable_order(fitting, border)))
    return Brief(
        lines=shown,
        mark=mark,
        project=project,
        too_long=bool(ranked) and not shown,
        depends_on_files=any(memory.anchors for line in lines.chosen for memory in line.memories),
    )


def _in_stable_order(lines: "list[BriefLine]", border: int) -> "list[BriefLine]":
    """The lines by groups, in an order that a new memory changes as late as possible.

    The user's words come first, and new lines, from the row number `border` on, last in their group.
    Older ones are ordered by weight, so that the line that has to make room for a new one is one of the last. In the
    last part of the brief, the groups are in the order of their first memories.
    """
    place = {name: at for at, name in enumerate(sections.GROUP_TITLES)}
    first_in_group: dict[Group, int] = {}
    for line in lines:
        number = line.memories[0].n
        first_in_group[line.group] = min(first_in_group.get(line.group, number), number)

    def key(line: BriefLine) -> "tuple[bool, int, int, str, bool, float, int]":
        first = line.memories[0]
        is_new = first.n >= border
        is_more, group, author = line.group
        earliest = first_in_group[line.group] if is_more else 0
        author = "" if author == USER_AUTHOR else author
        weight = 0.0 if is_new else -sections.lasting_weight(first)
        return is_more, earliest, place[group], author, is_new, weight, first.n

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
    return fitting_lines(marked, budget)


def _delimiter_mark(tx: "Transaction", project: "str | None") -> str:
    """The mark on the delimiters; it comes from a secret of the store, so no text can contain it, and never changes."""
    return fence.fence_id(tx.store_secret, project or "")
