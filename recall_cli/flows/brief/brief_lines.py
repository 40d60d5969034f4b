"""The lines of a brief: memories as an agent reads them, chosen within the shares of `rules.budget`."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import day
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.authorship import authors
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import CONTESTED, MAX_CONTESTED, PATIENCE, Room, brief_tokens, sources
from recall_cli.rules.brief.fillers import without_fillers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Self

    from recall_cli.domain.memory import Weighed
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_TEXT = 400
"""A longer text is cut: the whole is one `recall get` away."""
MAX_NAME, MAX_VALUE, MAX_VALUES = 80, 120, 3
"""Letters of a contested fact's name and of each of its values, and how many of these are told."""
FEW_OF_A_DAY = 6
"""More decisions of one day came in bulk, and their order says nothing."""
FRAME = 40
"""About what a line costs beside its text."""
AT_ONCE = 12
"""So many memories are read at a time; the usual budget holds about as many."""


class Told(Record):
    """One line of a brief."""

    section: str
    kind: str
    id: str
    """Of the first memory, as short as is unique in the store."""
    memories: "tuple[Memory, ...]"
    text: str
    stale: str = ""
    """What became of the code that it speaks of, if that changed."""
    after: str = ""
    """The line that it was said after, where both are of one day and of one thing."""

    @property
    def line(self) -> str:
        """The line as an agent reads it; made once, since it is weighed before it is told."""
        made: str | None = self.__dict__.get("made")
        if made is None:
            made = self.__dict__["made"] = self._line()
        return made

    def _line(self) -> str:
        told = {"id": self.id, "kind": self.kind, "text": self.text, "said_by": authors(self.memories)}
        told["since"] = day(self.memories[0].created_at)
        more = {name: value for name, value in (("said_after", self.after), ("stale", self.stale)) if value}
        return fence.line({**told, **more})

    def but(self, **changes: "Any") -> "Self":
        """The same line with some fields changed; how it reads is worked out anew."""
        return type(self)(**{**self.fields(), **changes})

    @property
    def cost(self) -> int:
        """What the line costs, with its line break."""
        return brief_tokens(self.line) + 1


class Lines:
    """Chooses the lines of one brief."""

    def __init__(self, tx: "Transaction", wanted: "Filters", own_pins: "set[int]", room: Room) -> None:
        self._tx, self._wanted, self._own_pins, self.room = tx, wanted, own_pins, room
        self.chosen: list[Told] = []
        self._numbers: set[int] = set()
        self._texts: set[str] = set()
        self._read: dict[int, Memory] = {}
        self._ids: dict[str, str] = {}

    def choose(self, ranked: "Sequence[Weighed | Memory]") -> None:
        """Fill the room from what is ranked, the most deserving first."""
        pins = [one for one in ranked if one.n in self._own_pins]
        own = [one for one in ranked if one.trust == "user" and one.n not in self._own_pins]
        contested = [one for one in ranked if one.contested and one.n not in self._own_pins]
        self._fill(self._plain(pins), self.room.left)
        self._fill(self._own(own), self.room.reserved)
        self._fill_contested(contested)
        self._fill_shared([one for one in ranked if not one.contested and one.n not in self._own_pins])

    def _fill(self, lines: "Iterable[Told]", most: int) -> None:
        """Take the lines that fit into so much, until it is nearly full."""
        left, passed = min(most, self.room.left), 0
        if left < self.room.total // 20:
            return
        for line in lines:
            cost = line.cost
            if cost <= left:
                self._take(line, cost)
                left, passed = left - cost, 0
            else:
                passed += 1
            if left < self.room.total // 20 or passed == PATIENCE:
                return

    def _take(self, line: Told, cost: int) -> None:
        self.chosen.append(line)
        self.room.take(cost, sources(line.memories[0]) if line.section != "contested" else ())
        self._numbers.update(memory.n for memory in line.memories if line.section != "pinned" or not memory.contested)
        self._texts.add(line.text.casefold())

    def _fill_contested(self, found: "list[Weighed | Memory]") -> None:
        """A few contested facts; the first may take what is left, the others a small share."""
        before, count = self.room.left, 0
        for memory in self._memories(found) if found and not self.room.full else ():
            if memory.n in self._numbers:
                continue
            line = self._contest(memory)
            cost = line.cost
            spent = before - self.room.left
            if cost <= self.room.left and (not count or spent + cost <= self.room.total * CONTESTED):
                self._take(line, cost)
                count += 1
            if count == MAX_CONTESTED or self.room.full:
                return

    def _fill_shared(self, found: "list[Weighed | Memory]") -> None:
        """Everything else: whoever has taken a share waits until the others were told."""
        late: list[Weighed | Memory] = []
        lines: list[Told] = []

        def shared() -> "Iterator[Told]":
            for line in self._plain(found, late):
                if self.room.waits(sources(line.memories[0]), brief_tokens(line.text) + FRAME):
                    lines.append(line)
                else:
                    yield line

        self._fill(shared(), self.room.left)
        self._fill((line for line in lines if line.text.casefold() not in self._texts), self.room.left)
        self._fill(self._plain(late), self.room.left)

    def _own(self, found: "list[Weighed | Memory]") -> "Iterator[Told]":
        """The user's words; where others contradict one, all sides in one line."""
        for memory in self._memories(found):
            if not memory.contested:
                yield from self._line(memory)
            elif memory.n not in self._numbers:
                yield self._contest(memory)

    def _plain(self, found: "list[Weighed | Memory]", late: "list[Weighed | Memory] | None" = None) -> "Iterator[Told]":
        for memory in self._memories(found, late):
            yield from self._line(memory)

    def _line(self, memory: Memory) -> "Iterator[Told]":
        """The line of a memory, unless it or its words were told already."""
        pinned = memory.n in self._own_pins
        text = short_text(memory.text if pinned else without_fillers(memory.text))
        if not text or memory.n in self._numbers or text.casefold() in self._texts:
            return
        section = "pinned" if pinned else sections.section(memory)
        id_ = self._ids[memory.id]
        yield Told(section=section, kind=sections.kind(memory), id=id_, memories=(memory,), text=text)

    def _contest(self, memory: Memory) -> Told:
        """The one line for all sides of a contested fact."""
        sides = sorted([memory, *self._tx.memories.sides(memory.n, self._wanted)], key=lambda side: side.n)
        id_ = self._tx.memories.short_id(sides[0].id)
        return Told(section="contested", kind="contested", id=id_, memories=tuple(sides), text=contest_text(sides))

    def _memories(
        self, found: "list[Weighed | Memory]", late: "list[Weighed | Memory] | None" = None
    ) -> "Iterator[Memory]":
        """The memories themselves, a few at a time: once the room is full, the rest is not read.

        With `late`, those whose source has had its share by now are put there unread.
        """
        waiting = iter(found)
        while True:
            some: list[Weighed | Memory] = []
            for one in waiting:
                if late is not None and self.room.waits(sources(one)):
                    late.append(one)
                else:
                    some.append(one)
                if len(some) == AT_ONCE:
                    break
            if not some:
                return
            self._look_up(some)
            yield from (self._read[one.n] for one in some)

    def _look_up(self, some: "list[Weighed | Memory]") -> None:
        self._read.update((one.n, one) for one in some if isinstance(one, Memory))
        unread = [one.n for one in some if one.n not in self._read]
        self._read.update((memory.n, memory) for memory in self._tx.memories.by_number(unread))
        unknown = [id_ for one in some if (id_ := self._read[one.n].id) not in self._ids]
        self._ids.update(self._tx.memories.short_ids(unknown))


def marked_by_turn(lines: "list[Told]", room: int) -> "list[Told]":
    """The lines, where the later of two decisions of one day on one thing names the earlier."""
    left: int | None = None
    days: dict[str, list[Told]] = {}
    for line in lines:
        if line.memories[0].type in ("decision", "preference") and len(line.memories) == 1:
            days.setdefault(day(line.memories[0].created_at), []).append(line)
    found = {}
    for same in [lines for lines in days.values() if len(lines) > 1]:
        from recall_cli.rules.dates.same_day import of_one_thing, telling_words

        same.sort(key=lambda line: line.memories[0].n)
        words = [telling_words(line.text) for line in same] if len(same) <= FEW_OF_A_DAY else []
        for at in range(1, len(words)):
            before = next((i for i in range(at - 1, -1, -1) if of_one_thing(words[i], words[at])), None)
            if before is not None:
                marked = same[at].but(after=same[before].id)
                left = room - sum(line.cost for line in lines) if left is None else left
                left -= marked.cost - same[at].cost
                if left >= 0:
                    found[same[at].id] = marked
    return [found.get(line.id, line) if len(line.memories) == 1 else line for line in lines]


def contest_text(sides: "list[Memory]") -> str:
    """What stands against each other; where the user's own word is among it, that it holds."""
    first = sides[0]
    his = sections.in_force(sides)
    others = [memory for memory in sides if memory not in his]
    if his and others:
        against = f"{authors(others)} said {_values(others, ' or ')}"
        text = f"{_values(his, ', ', MAX_TEXT)} is the user's own word, and holds; {against}."
    else:
        text = f"{_values(sides, ' or ')}. Ask before relying on it."
    return f"{short_text(f'{first.entity}.{first.attribute}', MAX_NAME)}: {text}"


def _values(sides: "list[Memory]", between: str, most: int = MAX_VALUE) -> str:
    """What is said, each value with the context in which alone it holds."""
    said = [
        short_text(memory.value or memory.text, most)
        + (f" ({short_text(memory.qualifier, most)})" if memory.qualifier else "")
        for memory in sides
    ]
    values = list(dict.fromkeys(said))
    more = f" and {len(values) - MAX_VALUES} more" if len(values) > MAX_VALUES else ""
    return between.join(values[:MAX_VALUES]) + more


def short_text(text: str, most: int = MAX_TEXT) -> str:
    """A text on one line, cut where it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
