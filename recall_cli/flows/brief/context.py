"""What an agent should know now: the few memories worth their tokens, in a stable order, or nothing."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.brief.brief_lines import Lines, Told, marked_by_turn
from recall_cli.flows.projects import to_read
from recall_cli.rules.beliefs.visibility import believed
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import Room, brief_tokens, fitting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import Weighed
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

STANDING = {"preference": 20, "decision": 20, "correction": 12, "pattern": 8}
NEWEST = 40
OWN = 24
"""So many of the user's own words are weighed, however much others have stored."""
NEW = 8
"""Row numbers from one border to the next: what is behind the last border is new."""
PINNED = 40
"""Pinned memories may be told however old, faded or unsure they are."""
SHORT = 300
"""A longer question was pasted: what of it is asked is worked out first."""
ASKED = 12
"""So many memories at most answer a question."""


class Brief(Record):
    """What an agent is told, and what it costs."""

    told: "tuple[Told, ...]"
    mark: str
    project: "str | None"

    @property
    def block(self) -> str:
        """The brief as an agent reads it: fenced, one JSON line a memory."""
        made: str | None = self.__dict__.get("made")
        if made is None:
            made = self.__dict__["made"] = fence.block([one.line for one in self.told], self.mark, self.project)
        return made

    @property
    def memories(self) -> "list[Memory]":
        return [memory for one in self.told for memory in one.memories]


def told(
    app: "App", tx: "Transaction", query: str, budget: int, project: "str | None", *, only_global: bool = False,
    folder: "str | Workplace | None" = None,
) -> Brief:  # fmt: skip
    """The brief for a question, or for a session that begins; without evidence of an answer, nothing."""
    numbers = to_read(app, tx, project, only_global=only_global, folder=folder)
    wanted = Filters(projects=numbers, min_confidence=app.settings["min_confidence"])
    number = numbers[0] if numbers else None
    name = tx.projects.name(number) if number is not None else None
    if query.strip():
        near = _answers(tx, query, wanted)
        if number is not None and ("." in query or "/" in query):
            from recall_cli.flows.brief.anchored import anchored_to

            seen = {memory.n for memory in near}
            near += [m for m in anchored_to(tx, query, number, wanted.min_confidence) if m.n not in seen]
        return _fitted(tx, near, _own_pins(tx, near), wanted, budget, name)
    return brief(tx, wanted, budget, number, name)


def _answers(tx: "Transaction", query: str, wanted: "Filters") -> "list[Memory]":
    """What answers a question, or the most telling line of a pasted text; nothing where nothing does."""
    from recall_cli.flows.search.search import search
    from recall_cli.rules.ranking.evidence import FAR, FLOOR

    asked = [query]
    if len(query) > SHORT or "\n" in query:
        from recall_cli.rules.ranking.pasted import questions

        asked = questions(query)
    for one in asked:
        found = search(tx, one, wanted, ASKED, explain=False)
        if found.hits and found.evidence >= FLOOR:
            return [hit.memory for hit in found.hits if hit.score >= FAR * found.hits[0].score]
        own = [hit for hit in found.hits if hit.memory.trust == "user"] if found.own_evidence >= FLOOR else []
        if own:
            return [hit.memory for hit in own if hit.score >= FAR * own[0].score]
    return []


def brief(tx: "Transaction", wanted: "Filters", budget: int, number: "int | None", name: "str | None") -> Brief:
    """The brief of a project for a session that begins: by importance, recency and what lasts."""
    found: dict[int, Weighed] = {}
    for scope in (number, None) if number is not None else (None,):
        standing = tx.memories.standing(
            {type_: limit + NEW for type_, limit in STANDING.items()}, scope, wanted.min_confidence
        )
        for type_, some in standing.items():
            found.update((m.n, m) for m in _steady(some, STANDING[type_]))
        own = tx.memories.own(scope, wanted.min_confidence, OWN + NEW)
        found.update((m.n, m) for m in _steady(own, OWN))
    found.update((m.n, m) for m in tx.memories.pinned(number, PINNED))
    recent = tx.memories.recent(number, wanted.min_confidence, NEWEST + NEW)
    found.update((m.n, m) for m in _steady(recent, NEWEST, by_importance=False))
    own_pins = _own_pins(tx, found.values())
    return _fitted(tx, sections.ranked(found.values(), tx.now, own_pins), own_pins, wanted, budget, name)


def _steady(found: "list[Weighed]", limit: int, *, by_importance: bool = True) -> "list[Weighed]":
    """About the first so many, cut where a new memory seldom moves the cut.

    A cut after exactly so many would drop one memory for each that comes, and with it the beginning of the brief.
    """
    if len(found) <= limit:
        return found
    last = found[limit - 1]
    border = last.n - last.n % NEW
    more = found[limit:]
    for at, one in enumerate(more):
        if one.n < border or (by_importance and one.importance != last.importance):
            return found[: limit + at]
    return found


def _own_pins(tx: "Transaction", found: "Iterable[Weighed | Memory]") -> "set[int]":
    """What of these the user pinned."""
    return tx.memories.pinned_by_user([one.n for one in found if one.pinned])


def retold(app: "App", tx: "Transaction", numbers: "list[int]", budget: int, folder: "str | None") -> Brief:
    """A brief of memories that are known by their numbers, as far as they are still believed."""
    found = [m for m in tx.memories.by_number(numbers) if believed(m, tx.now, frozenset())]
    projects = to_read(app, tx, None, folder=folder)
    name = tx.projects.name(projects[0]) if projects else None
    return _fitted(tx, found, _own_pins(tx, found), Filters(), budget, name)


def _fitted(
    tx: "Transaction", ranked: "Sequence[Weighed | Memory]", own_pins: "set[int]", wanted: "Filters", budget: int,
    project: "str | None",
) -> Brief:  # fmt: skip
    """As many of the best as the budget holds, told section by section."""
    mark = _mark(tx, project)
    room = budget - brief_tokens(fence.block(["-"], mark, project))
    lines = Lines(tx, wanted, own_pins, Room(room))
    lines.choose(ranked)
    return Brief(
        told=tuple(_in_order(marked_by_turn(_held_to_code(tx, lines.chosen, room), room))), mark=mark, project=project
    )


def _in_order(lines: "list[Told]") -> "list[Told]":
    """Section by section, in an order that one memory more changes as late as it can.

    What is new comes last in its section. What is older is told by its worth, so that the line that has to make room
    for a new one is rather one of the last.
    """
    place = {name: at for at, name in enumerate(sections.SECTIONS)}
    newest = max((line.memories[0].n for line in lines), default=0)
    border = newest - newest % NEW

    def key(line: Told) -> "tuple[int, bool, float, int]":
        first = line.memories[0]
        is_new = first.n >= border
        return place[line.section], is_new, 0.0 if is_new else -sections.worth(first), first.n

    return sorted(lines, key=key)


def _held_to_code(tx: "Transaction", lines: "list[Told]", room: int) -> "list[Told]":
    """The same lines; those whose code has changed say so, and are the first to go where that makes them too long."""
    if not any(memory.anchors for one in lines for memory in one.memories):
        return lines
    from recall_cli.flows.brief.anchors import standing

    stands = standing(tx, [memory for one in lines for memory in one.memories])
    told = [
        one.but(stale="; ".join(s.said for memory in one.memories for s in stands.get(memory.n, []) if s.stale))
        for one in lines
    ]
    told.sort(key=lambda one: one.section != "pinned" and bool(one.stale))
    return [told[at] for at in fitting((one.cost for one in told), room)]


def _mark(tx: "Transaction", project: "str | None") -> str:
    """The mark on the delimiters: from a secret of the store, so that no text can know it, and always the same."""
    return fence.mark(tx.secret, project or "")
