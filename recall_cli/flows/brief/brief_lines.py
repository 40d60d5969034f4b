"""The lines of a brief: memories as an agent reads them, chosen within the shares of `rules.brief.budget`."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import format_short_day
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
    estimate_tokens,
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

    Group = tuple[bool, str, str]

MAX_TEXT_LENGTH = 400
"""A longer text is cut; `recall get` shows all of it."""
MAX_NAME_LENGTH, MAX_VALUE_LENGTH, MAX_VALUES = 80, 120, 3
"""Maximum length of a contested fact's name and of each value, and the number of values that are shown."""
MAX_SAME_SUBJECT = 4
"""If a decision shares its words with more others than this, they share a form, and not a subject."""
LINE_OVERHEAD_TOKENS = 12
"""The approximate cost of a line in addition to its text."""
READ_BATCH_SIZE = 12
"""This many memories are read at a time; the usual budget has room for about as many."""


class BriefLine(Record):
    """One line of a brief."""

    section: str
    kind: str
    id: str
    """The last characters of the first memory's id, as few as name it in the store."""
    memories: "tuple[Memory, ...]"
    text: str
    since: str
    """The day of the first memory."""
    stale: str = ""
    """What changed in the code that it is anchored to, if anything."""
    is_more: bool = False
    """Whether it belongs to the last part of the brief, which has the newest memories."""

    @property
    def group(self) -> "Group":
        """The group of the line: its part of the brief, its group there and its author."""
        return self.is_more, sections.group_name(self.section), "" if self.section == "contested" else self.author

    @property
    def author(self) -> str:
        return join_authors(self.memories)

    def as_text(self, *, with_day: bool = True) -> str:
        """The line as an agent reads it; without its day, if the heading of its group says it."""
        notes = [self.id, self.since] if with_day else [self.id]
        if self.section == "contested":
            notes.append(self.author)
        elif self.kind == "estimate":
            notes.append(self.kind)
        return fence.plain_line(self.text, [*notes, self.stale] if self.stale else notes)

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
        """The tokens of the line with its line break; counted once."""
        cost: int | None = self.__dict__.get("counted")
        if cost is None:
            cost = self.__dict__["counted"] = estimate_tokens("\n" + self.as_text())
        return cost


def group_heading(group: "Group", day: str = "") -> str:
    """The heading of a group in its part of the brief."""
    is_more, name, author = group
    return (sections.MORE_PREFIX if is_more else "") + sections.group_heading(name, author, day)


def heading_cost(group: "Group") -> int:
    """The tokens of a heading with its line break, at most."""
    return estimate_tokens("\n" + group_heading(group, "28 Sep"))


def layout_lines(lines: "Sequence[BriefLine]") -> "list[str]":
    """The lines of a brief under their headings; a day that most lines of a group share is in the heading."""
    groups: dict[Group, list[BriefLine]] = {}
    for line in lines:
        groups.setdefault(line.group, []).append(line)
    laid_out: list[str] = []
    for group, members in groups.items():
        days = [line.since for line in members]
        usual = max(dict.fromkeys(days), key=days.count)
        if days.count(usual) < max(2, len(days) / 2):
            usual = ""
        laid_out.append(group_heading(group, usual))
        laid_out += [line.as_text(with_day=line.since != usual) for line in members]
    return laid_out


def fitting_lines(lines: "Iterable[BriefLine]", budget: int) -> "list[BriefLine]":
    """Those of the lines that fit into the budget with their headings, taken in order."""
    groups: set[Group] = set()
    fitting = []
    for line in lines:
        cost = line.cost + (0 if line.group in groups else heading_cost(line.group))
        if cost <= budget:
            budget -= cost
            groups.add(line.group)
            fitting.append(line)
    return fitting


class LineChooser:
    """Chooses the lines of one brief."""

    def __init__(self, tx: "Transaction", filters: "Filters", user_pins: "set[int]", room: BriefBudget) -> None:
        self._tx, self._wanted, self._own_pins, self.room = tx, filters, user_pins, room
        self.chosen: list[BriefLine] = []
        self._numbers: set[int] = set()
        self._texts: set[str] = set()
        self._read: dict[int, Memory] = {}
        self._ids: dict[str, str] = {}
        self._count: int | None = None
        self._groups: set[Group] = set()
        self._contested_count = 0
        self._is_more = False

    def choose_more(self, ranked: "Sequence[BriefCandidate | Memory]", budget: int, *, is_more: bool) -> None:
        """Choose further lines with a budget of their own, for the last part of the brief or for all of it."""
        self._is_more = is_more
        self.room = BriefBudget(budget)
        self.choose(ranked)

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
            cost = self._cost(line)
            if cost <= remaining:
                self._take(line, cost)
                remaining, misses = remaining - cost, 0
            else:
                misses += 1
            if remaining < self.room.total // FULL_BELOW_FRACTION or misses == MAX_MISSES_IN_A_ROW:
                return

    def _cost(self, line: BriefLine) -> int:
        """The tokens of a line, with the heading of its group if it is the first there."""
        return line.cost if line.group in self._groups else line.cost + heading_cost(line.group)

    def _take(self, line: BriefLine, cost: int) -> None:
        self.chosen.append(line)
        self._groups.add(line.group)
        self.room.take(cost, budget_shares(line.memories[0]) if line.section != "contested" else ())
        self._numbers.update(memory.n for memory in line.memories if line.section != "pinned" or not memory.contested)
        self._texts.add(line.text.casefold())

    def _fill_contested(self, ranked: "list[BriefCandidate | Memory]") -> None:
        """Take a few contested facts; the first may use all that is left, the others only a small share."""
        before = self.room.remaining
        for memory in self._read_memories(ranked) if ranked and not self.room.full else ():
            if memory.n in self._numbers:
                continue
            if self._contested_count == MAX_CONTESTED or self.room.full:
                return
            line = self._contest(memory)
            cost = self._cost(line)
            spent = before - self.room.remaining
            fits_share = not self._contested_count or spent + cost <= self.room.total * CONTESTED_SHARE
            if cost <= self.room.remaining and fits_share:
                self._take(line, cost)
                self._contested_count += 1

    def _fill_by_source(self, ranked: "list[BriefCandidate | Memory]") -> None:
        """Take everything else; a source that has used its share waits until the others are done."""
        postponed: list[BriefCandidate | Memory] = []
        waiting: list[BriefLine] = []

        def lines_in_turn() -> "Iterator[BriefLine]":
            for line in self._memory_lines(ranked, postponed):
                if self.room.waits(budget_shares(line.memories[0]), estimate_tokens(line.text) + LINE_OVERHEAD_TOKENS):
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
        yield self._make_line(section, sections.memory_kind(memory), (memory,), text)

    def _make_line(self, section: str, kind: str, memories: "tuple[Memory, ...]", text: str) -> BriefLine:
        first = memories[0]
        if first.id not in self._ids:
            self._read_ids([first.id])
        return BriefLine(
            section=section,
            kind=kind,
            id=self._ids[first.id],
            memories=memories,
            text=text,
            since=format_short_day(first.created_at, self._tx.now),
            is_more=self._is_more,
        )

    def _read_ids(self, ids: "list[str]") -> None:
        if self._count is None:
            self._count = self._tx.memories.newest_number()
        self._ids.update(self._tx.memories.id_endings([*self._ids, *ids], self._count))

    def _contest(self, memory: Memory) -> BriefLine:
        """The one line for all sides of a contested fact."""
        sides = sorted([memory, *self._tx.memories.other_values(memory.n, self._wanted)], key=lambda side: side.n)
        return self._make_line("contested", "contested", tuple(sides), contest_text(sides))

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
        new_ids = [id_ for memory in batch if (id_ := self._read[memory.n].id) not in self._ids]
        if new_ids:
            self._read_ids(new_ids)


def put_newest_first(lines: "list[BriefLine]") -> "list[BriefLine]":
    """The lines; of decisions on one subject the newest first, then the older ones that say something else too.

    An older decision moves to the newer one, also into the last part of the brief, but never under the name of another
    author.
    """
    decisions = [line for line in lines if line.section == "standing" and len(line.memories) == 1]
    if len(decisions) < 2:
        return lines
    decisions.sort(key=lambda line: -line.memories[0].n)
    words = [sections.subject_words(line.text) for line in decisions]
    older: dict[str, list[BriefLine]] = {}
    moved: set[str] = set()
    for at, newer in enumerate(decisions):
        same = [i for i in range(len(decisions)) if i != at and sections.have_same_subject(words[at], words[i])]
        if newer.id in moved or len(same) > MAX_SAME_SUBJECT:
            continue
        for i in same:
            line = decisions[i]
            if i > at and line.id not in moved and line.group[1:] == newer.group[1:]:
                moved.add(line.id)
                if not words[i] <= words[at]:
                    older.setdefault(newer.id, []).append(line.but(is_more=newer.is_more))
    if not moved:
        return lines
    return [one for line in lines if line.id not in moved for one in (line, *older.get(line.id, ()))]


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
