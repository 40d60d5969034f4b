"""What an agent should know now: the few memories worth their tokens, in a stable order, or nothing."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import day
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.projects import to_read
from recall_cli.rules import fence, sections
from recall_cli.rules.authorship import authors
from recall_cli.rules.budget import fitting, tokens
from recall_cli.rules.visibility import believed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recall_cli.app import App
    from recall_cli.domain.memory import Weighed
    from recall_cli.engines.transaction import Transaction

SHOWN = 13
"""Characters of an id in a brief: always as many, so that a new memory does not change the lines before it."""
LONGEST = 400
"""A longer text is cut: the whole is one `recall get` away."""
STANDING = (("preference", 20), ("decision", 20), ("correction", 12), ("pattern", 8))
NEWEST = 40
AT_ONCE = 24
"""So many memories are read at a time; about as many fit into the usual budget."""
FULL = 20
"""Once less than a twentieth of the budget is left, nothing more is read to fill it."""
PATIENCE = 10
"""Nor when so many in a row were too long for what is left."""
PINNED = 40
"""Pinned memories may be told however old, faded or unsure they are."""
ASKED = 12
"""So many memories at most answer a question."""


class Told(Record):
    """One line of a brief."""

    section: str
    kind: str
    memories: "tuple[Memory, ...]"
    text: str
    stale: str = ""
    """What became of the code that it speaks of, if that changed."""

    @property
    def line(self) -> str:
        """The line as an agent reads it."""
        first = self.memories[0]
        told = {"id": first.id[:SHOWN], "kind": self.kind, "text": self.text, "said_by": authors(self.memories)}
        told["since"] = day(first.created_at)
        return fence.line({**told, "stale": self.stale} if self.stale else told)


class Brief(Record):
    """What an agent is told, and what it costs."""

    told: "tuple[Told, ...]"
    mark: str
    project: "str | None"

    @property
    def block(self) -> str:
        """The brief as an agent reads it: fenced, one JSON line a memory."""
        return fence.block([one.line for one in self.told], self.mark, self.project)

    @property
    def memories(self) -> "list[Memory]":
        return [memory for one in self.told for memory in one.memories]


def told(
    app: "App", tx: "Transaction", query: str, budget: int, project: "str | None", *, only_global: bool = False,
    folder: "str | None" = None,
) -> Brief:  # fmt: skip
    """The brief for a question, or for a session that begins; without evidence of an answer, nothing."""
    numbers = to_read(app, tx, project, only_global=only_global, folder=folder)
    wanted = Filters(projects=numbers, min_confidence=app.settings["min_confidence"])
    number = numbers[0] if numbers else None
    name = tx.projects.name(number) if number is not None else None
    if query.strip():
        from recall_cli.flows.search import search
        from recall_cli.rules.evidence import FAR, FLOOR

        found = search(tx, query, wanted, ASKED, explain=False)
        hits = found.hits if found.evidence >= FLOOR else ()
        near = [hit.memory for hit in hits if hit.score >= FAR * hits[0].score]
        return _fitted(tx, sorted(near, key=lambda memory: not memory.contested), budget, name)
    return brief(tx, wanted, budget, number, name)


def brief(tx: "Transaction", wanted: "Filters", budget: int, number: "int | None", name: "str | None") -> Brief:
    """The brief of a project for a session that begins: by importance, recency and what lasts."""
    found: dict[int, Weighed] = {}
    for scope in (number, None) if number is not None else (None,):
        for type_, limit in STANDING:
            found.update((m.n, m) for m in tx.memories.standing(type_, scope, wanted.min_confidence, limit))
    found.update((m.n, m) for m in tx.memories.pinned(number, PINNED))
    found.update((m.n, m) for m in tx.memories.recent(number, wanted.min_confidence, NEWEST))
    his = tx.memories.pinned_by_user([one.n for one in found.values() if one.pinned])
    return _fitted(tx, _in_turn(tx, sections.ranked(found.values(), tx.now, his)), budget, name)


def retold(app: "App", tx: "Transaction", numbers: "list[int]", budget: int, folder: "str | None") -> Brief:
    """A brief of memories that are known by their numbers, as far as they are still believed."""
    found = [m for m in tx.memories.by_number(numbers) if believed(m, tx.now, frozenset())]
    projects = to_read(app, tx, None, folder=folder)
    return _fitted(tx, found, budget, tx.projects.name(projects[0]) if projects else None)


def _in_turn(tx: "Transaction", ranked: "list[Weighed]") -> "Iterator[Memory]":
    """The memories themselves, a few at a time: once the budget is spent, the rest is not read."""
    for start in range(0, len(ranked), AT_ONCE):
        yield from tx.memories.by_number([one.n for one in ranked[start : start + AT_ONCE]])


def _fitted(tx: "Transaction", ranked: "Iterable[Memory]", budget: int, project: "str | None") -> Brief:
    """As many of the best as the budget holds, told section by section, the oldest of each first."""
    lines: list[Told] = []
    mark = _mark(tx, project)
    room = budget - tokens(fence.block(["-"], mark, project))
    chosen = fitting(_costs(ranked, lines), room, budget // FULL, PATIENCE)
    lines = _held_to_code(tx, [lines[at] for at in chosen], room)
    order = {name: place for place, name in enumerate(sections.SECTIONS)}
    told = sorted(lines, key=lambda one: (order[one.section], one.memories[0].n))
    return Brief(told=tuple(told), mark=mark, project=project)


def _held_to_code(tx: "Transaction", lines: "list[Told]", room: int) -> "list[Told]":
    """The same lines; those whose code has changed say so, and are the first to go where that makes them too long."""
    if not any(memory.anchors for one in lines for memory in one.memories):
        return lines
    from recall_cli.flows.anchors import standing

    stands = standing(tx, [memory for one in lines for memory in one.memories])
    told = [
        one.but(stale="; ".join(s.said for memory in one.memories for s in stands.get(memory.n, []) if s.stale))
        for one in lines
    ]
    told.sort(key=lambda one: bool(one.stale))
    return [told[at] for at in fitting((tokens(one.line) + 1 for one in told), room)]


def _costs(ranked: "Iterable[Memory]", lines: "list[Told]") -> "Iterator[int]":
    """What each line costs, as it is made and put into `lines`."""
    for line in _lines(ranked):
        lines.append(line)
        yield tokens(line.line) + 1


def _lines(ranked: "Iterable[Memory]") -> "Iterator[Told]":
    """A line for each memory, one for all sides of a contested fact, none for what was said already.

    What is contested comes first, all sides of a fact together.
    """
    said: set[str] = set()
    contested: dict[tuple[str | None, str | None, str | None], list[Memory]] = {}
    for memory in ranked:
        if memory.contested:
            contested.setdefault((memory.project, memory.entity, memory.attribute), []).append(memory)
            continue
        yield from map(_contest, contested.values())
        contested.clear()
        text = _short(memory.text)
        if text.casefold() not in said:
            said.add(text.casefold())
            place, kind = sections.section(memory), sections.kind(memory)
            yield Told(section=place, kind=kind, memories=(memory,), text=text)
    yield from map(_contest, contested.values())


def _contest(sides: "list[Memory]") -> Told:
    """The one line for all sides of a contested fact."""
    first, *_ = sides = sorted(sides, key=lambda memory: memory.n)
    his = sections.in_force(sides)
    others = [memory for memory in sides if memory not in his]
    if his and others:
        text = (
            f"{_values(his, ', ')} is the user's own word, and holds; {authors(others)} said {_values(others, ' or ')}."
        )
    else:
        text = f"{_values(sides, ' or ')}. Ask before relying on it."
    told = f"{first.entity}.{first.attribute}: {text}"
    return Told(section="contested", kind="contested", memories=tuple(sides), text=told)


def _values(sides: "list[Memory]", between: str) -> str:
    """What is said, each value with the context in which alone it holds."""
    said = (
        _short(memory.value or memory.text) + (f" ({_short(memory.qualifier)})" if memory.qualifier else "")
        for memory in sides
    )
    return between.join(dict.fromkeys(said))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _mark(tx: "Transaction", project: "str | None") -> str:
    """The mark on the delimiters: from a secret of the store, so that no text can know it, and always the same."""
    return fence.mark(tx.secret, project or "")
