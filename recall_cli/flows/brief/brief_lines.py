"""The lines of a brief: memories as an agent reads them, chosen within the shares of `rules.brief.budget`."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import format_day
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.authorship import join_authors
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import (
    CONTESTED_SHARE,
    FULL_BELOW_FRACTION,
    MAX_CONTESTED,
    MAX_MISSES_IN_A_ROW,
    BriefBudget,
    budget_shares,
    estimate_brief_tokens,
)
from recall_cli.rules.brief.fillers import remove_fillers
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Self

    from recall_cli.domain.memory import BriefCandidate
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_TEXT_LENGTH = 400
"""A longer text is cut; `recall get` shows all of it."""
MAX_NAME_LENGTH, MAX_VALUE_LENGTH, MAX_VALUES = 80, 120, 3
"""Maximum length of a contested fact's name and of each value, and the number of values that are shown."""
MAX_SAME_DAY_DECISIONS = 6
"""More decisions of one day were imported together, and their order has no meaning."""
LINE_OVERHEAD_TOKENS = 40
"""The approximate cost of a line in addition to its text."""
READ_BATCH_SIZE = 12
"""This many memories are read at a time; the usual budget has room for about as many."""


class BriefLine(Record):
    """One line of a brief."""

    section: str
    kind: str
    id: str
    """The id of the first memory, as short as is unique in the store."""
    memories: "tuple[Memory, ...]"
    text: str
    stale: str = ""
    """What changed in the code that it is anchored to, if anything."""
    after: str = ""
    """The id of the earlier line, if both are of one day and about the same subject."""

    @property
    def line(self) -> str:
        """The line as an agent reads it; made once, since its cost is measured before it is shown."""
        made: str | None = self.__dict__.get("made")
        if made is None:
            made = self.__dict__["made"] = self._line()
        return made

    def _line(self) -> str:
        values = {"id": self.id, "kind": self.kind, "text": self.text, "said_by": join_authors(self.memories)}
        values["since"] = format_day(self.memories[0].created_at)
        notes = {name: value for name, value in (("said_after", self.after), ("stale", self.stale)) if value}
        return fence.fenced_line({**values, **notes})

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        from recall_cli.rules.text.memory_json import memory_as_json

        document: dict[str, object] = {
            "section": self.section,
            "kind": self.kind,
            "text": self.text,
            "memories": [memory_as_json(memory) for memory in self.memories],
        }
        return {**document, "stale": self.stale} if self.stale else document

    def but(self, **changes: "Any") -> "Self":
        """The line with some fields changed; its text form is made again."""
        return type(self)(**{**self.fields(), **changes})

    @property
    def cost(self) -> int:
        """The tokens of the line with its line break."""
        return estimate_brief_tokens(self.line) + 1


class LineChooser:
    """Chooses the lines of one brief."""

    def __init__(self, tx: "Transaction", filters: "Filters", user_pins: "set[int]", room: BriefBudget) -> None:
        self._tx, self._wanted, self._own_pins, self.room = tx, filters, user_pins, room
        self.chosen: list[BriefLine] = []
        self._numbers: set[int] = set()
        self._texts: set[str] = set()
        self._read: dict[int, Memory] = {}
        self._ids: dict[str, str] = {}

    def choose(self, ranked: "Sequence[BriefCandidate | Memory]") -> None:
        """Choose lines from the ranked memories until the budget is full."""
        pins = [memory for memory in ranked if memory.n in self._own_pins]
        own = [memory for memory in ranked if memory.trust == "user" and memory.n not in self._own_pins]
        contested = [memory for memory in ranked if memory.contested and memory.n not in self._own_pins]
        self._fill(self._memory_lines(pins), self.room.remaining)
        self._fill(self._user_lines(own), self.room.remaining_user_tokens)
        self._fill_contested(contested)
        self._fill_by_source([memory for memory in ranked if not memory.contested and memory.n not in self._own_pins])

    def _fill(self, lines: "Iterable[BriefLine]", budget: int) -> None:
        """Take the lines that fit into this budget, until it is nearly full."""
        remaining, misses = min(budget, self.room.remaining), 0
        if remaining < self.room.total // FULL_BELOW_FRACTION:
            return
        for line in lines:
            cost = line.cost
            if cost <= remaining:
                self._take(line, cost)
                remaining, misses = remaining - cost, 0
            else:
                misses += 1
            if remaining < self.room.total // FULL_BELOW_FRACTION or misses == MAX_MISSES_IN_A_ROW:
                return

    def _take(self, line: BriefLine, cost: int) -> None:
        self.chosen.append(line)
        self.room.take(cost, budget_shares(line.memories[0]) if line.section != "contested" else ())
        self._numbers.update(memory.n for memory in line.memories if line.section != "pinned" or not memory.contested)
        self._texts.add(line.text.casefold())

    def _fill_contested(self, ranked: "list[BriefCandidate | Memory]") -> None:
        """Take a few contested facts; the first may use all that is left, the others only a small share."""
        before, count = self.room.remaining, 0
        for memory in self._read_memories(ranked) if ranked and not self.room.full else ():
            if memory.n in self._numbers:
                continue
            line = self._contest(memory)
            cost = line.cost
            spent = before - self.room.remaining
            if cost <= self.room.remaining and (not count or spent + cost <= self.room.total * CONTESTED_SHARE):
                self._take(line, cost)
                count += 1
            if count == MAX_CONTESTED or self.room.full:
                return

    def _fill_by_source(self, ranked: "list[BriefCandidate | Memory]") -> None:
        """Take everything else; a source that has used its share waits until the others are done."""
        postponed: list[BriefCandidate | Memory] = []
        waiting: list[BriefLine] = []

        def lines_in_turn() -> "Iterator[BriefLine]":
            for line in self._memory_lines(ranked, postponed):
                if self.room.waits(
                    budget_shares(line.memories[0]), estimate_brief_tokens(line.text) + LINE_OVERHEAD_TOKENS
                ):
                    waiting.append(line)
                else:
                    yield line

        self._fill(lines_in_turn(), self.room.remaining)
        self._fill((line for line in waiting if line.text.casefold() not in self._texts), self.room.remaining)
        self._fill(self._memory_lines(postponed), self.room.remaining)

    def _user_lines(self, ranked: "list[BriefCandidate | Memory]") -> "Iterator[BriefLine]":
        """The lines of the user's memories; if others contradict one, all sides are in one line."""
        for memory in self._read_memories(ranked):
            if not memory.contested:
                yield from self._line(memory)
            elif memory.n not in self._numbers:
                yield self._contest(memory)

    def _memory_lines(
        self, ranked: "list[BriefCandidate | Memory]", postponed: "list[BriefCandidate | Memory] | None" = None
    ) -> "Iterator[BriefLine]":
        for memory in self._read_memories(ranked, postponed):
            yield from self._line(memory)

    def _line(self, memory: Memory) -> "Iterator[BriefLine]":
        """The line of a memory, unless the memory or its text is already in the brief."""
        pinned = memory.n in self._own_pins
        text = short_text(memory.text if pinned else remove_fillers(memory.text))
        if not text or memory.n in self._numbers or text.casefold() in self._texts:
            return
        section = "pinned" if pinned else sections.memory_section(memory)
        id_ = self._ids[memory.id]
        yield BriefLine(section=section, kind=sections.memory_kind(memory), id=id_, memories=(memory,), text=text)

    def _contest(self, memory: Memory) -> BriefLine:
        """The one line for all sides of a contested fact."""
        sides = sorted([memory, *self._tx.memories.other_values(memory.n, self._wanted)], key=lambda side: side.n)
        id_ = self._tx.memories.short_id(sides[0].id)
        return BriefLine(section="contested", kind="contested", id=id_, memories=tuple(sides), text=contest_text(sides))

    def _read_memories(
        self, ranked: "list[BriefCandidate | Memory]", postponed: "list[BriefCandidate | Memory] | None" = None
    ) -> "Iterator[Memory]":
        """The full memories, read in batches, so that none are read after the budget is full.

        Memories whose source has used its share are appended to `postponed`, if it is given, and not read.
        """
        remaining = iter(ranked)
        while True:
            batch: list[BriefCandidate | Memory] = []
            for memory in remaining:
                if postponed is not None and self.room.waits(budget_shares(memory)):
                    postponed.append(memory)
                else:
                    batch.append(memory)
                if len(batch) == READ_BATCH_SIZE:
                    break
            if not batch:
                return
            self._read_batch(batch)
            yield from (self._read[memory.n] for memory in batch)

    def _read_batch(self, batch: "list[BriefCandidate | Memory]") -> None:
        self._read.update((memory.n, memory) for memory in batch if isinstance(memory, Memory))
        unread = [memory.n for memory in batch if memory.n not in self._read]
        self._read.update((memory.n, memory) for memory in self._tx.memories.by_number(unread))
        unknown = [id_ for memory in batch if (id_ := self._read[memory.n].id) not in self._ids]
        self._ids.update(self._tx.memories.short_ids(unknown))


def mark_same_day_order(lines: "list[BriefLine]", budget: int) -> "list[BriefLine]":
    """The lines; of two decisions of one day on the same subject, the later line names the earlier one."""
    remaining: int | None = None
    days: dict[str, list[BriefLine]] = {}
    for line in lines:
        if line.memories[0].type in ("decision", "preference") and len(line.memories) == 1:
            days.setdefault(format_day(line.memories[0].created_at), []).append(line)
    marked_lines = {}
    for same in [lines for lines in days.values() if len(lines) > 1]:
        same.sort(key=lambda line: line.memories[0].n)
        words = [sections.subject_words(line.text) for line in same] if len(same) <= MAX_SAME_DAY_DECISIONS else []
        for at in range(1, len(words)):
            before = next((i for i in range(at - 1, -1, -1) if sections.have_same_subject(words[i], words[at])), None)
            if before is not None:
                marked = same[at].but(after=same[before].id)
                remaining = budget - sum(line.cost for line in lines) if remaining is None else remaining
                remaining -= marked.cost - same[at].cost
                if remaining >= 0:
                    marked_lines[same[at].id] = marked
    return [marked_lines.get(line.id, line) if len(line.memories) == 1 else line for line in lines]


def contest_text(sides: "list[Memory]") -> str:
    """The contradicting values of a fact; if the user stated one of them, the text says that it is in force."""
    first = sides[0]
    facts = {normalize.fact_key(memory.entity, memory.attribute) for memory in sides if memory.value is not None}
    of_fact = len(facts) == 1 and all(memory.value is not None for memory in sides)
    user_sides = sections.user_values_in_force(sides)
    others = [memory for memory in sides if memory not in user_sides]
    if user_sides and others:
        against = f"{join_authors(others)} said {_values_text(others, ' or ', of_fact=of_fact)}"
        held = _values_text(user_sides, ", ", MAX_TEXT_LENGTH, of_fact=of_fact)
        text = f"{held} is the user's own {'value' if of_fact else 'word'} and in force; {against}."
    else:
        text = f"{_values_text(sides, ' or ', of_fact=of_fact)}. Ask before relying on it."
    return f"{short_text(f'{first.entity}.{first.attribute}', MAX_NAME_LENGTH)}: {text}" if of_fact else text


def _values_text(
    sides: "list[Memory]", separator: str, max_length: int = MAX_VALUE_LENGTH, *, of_fact: bool = True
) -> str:
    """The values, each with the context in which alone it holds; the whole texts, if they are not of one fact."""
    labels = [
        (short_text(memory.value or memory.text, max_length) if of_fact else f'"{short_text(memory.text, max_length)}"')
        + (f" ({short_text(memory.qualifier, max_length)})" if memory.qualifier and of_fact else "")
        for memory in sides
    ]
    values = list(dict.fromkeys(labels))
    more = f" and {len(values) - MAX_VALUES} more" if len(values) > MAX_VALUES else ""
    return separator.join(values[:MAX_VALUES]) + more


def short_text(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """A text on one line, cut if it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= max_length else text[: max_length - 1].rstrip() + "…"
