"""Choosing the lines of a brief: the user's words first, then of others few, until the lines or the tokens are full."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import format_short_day
from recall_cli.flows.brief.brief_lines import BriefLine, contest_text, heading_cost, short_text
from recall_cli.rules.beliefs.authorship import author_for_model
from recall_cli.rules.brief import sections
from recall_cli.rules.brief.choice import MAX_CONTESTED, MAX_OF_AUTHOR, MAX_OF_SESSION
from recall_cli.rules.brief.fillers import remove_fillers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from recall_cli.domain.memory import BriefCandidate
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.questions import Question
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.brief_lines import Group

    Ranked = Sequence[BriefCandidate | Memory]

MAX_MISSES_IN_A_ROW = 10
"""No more memories are read after this many lines in a row that did not fit."""
READ_BATCH_SIZE = 12
"""This many memories are read at a time."""


class LineChooser:
    """Chooses the lines of one brief."""

    def __init__(
        self,
        tx: "Transaction",
        filters: "Filters",
        user_pins: "set[int]",
        room: int,
        *,
        times: "Mapping[int, int]",
        max_pairs: int,
    ) -> None:
        self._tx, self._wanted, self._user_pins, self._times = tx, filters, user_pins, times
        self.max_pairs = max_pairs
        self.room = self.remaining = room
        """The tokens of the brief, and those that are left."""
        self.chosen: list[BriefLine] = []
        self.questions: dict[int, Question] = {}
        """The open questions whose two sides are shown, by number."""
        self._asked: dict[int, list[Question]] = {}
        """The open questions about a memory."""
        self._known: dict[int, Memory] = {}
        self._numbers: set[int] = set()
        self._texts: set[str] = set()
        self._ids: dict[str, str] = {}
        self._count: int | None = None
        self._groups: set[Group] = set()
        self._taken: dict[str, int] = {}
        self._contested_count = 0

    def is_of_user(self, memory: "BriefCandidate | Memory") -> bool:
        """Whether the user said or pinned it."""
        return memory.trust == "user" or memory.n in self._user_pins

    def choose_user_lines(self, ranked: "Ranked", most: int, tokens: int) -> None:
        """Choose what the user pinned, and then so many lines of what the user said, as far as the tokens go."""
        pins = [memory for memory in ranked if memory.n in self._user_pins]
        own = [memory for memory in ranked if memory.trust == "user" and memory.n not in self._user_pins]
        before = self.remaining
        self._fill(self._plain_lines(pins), len(pins), self.remaining)
        self._fill(self._plain_lines(own), most, tokens - (before - self.remaining))

    def choose_others(self, ranked: "Ranked", most: int) -> None:
        """Choose so many lines of others. Who has had their part waits until the rest had theirs."""
        waiting: list[BriefCandidate | Memory] = []
        others = [memory for memory in ranked if not self.is_of_user(memory)]
        for question in self._tx.questions.open_questions([memory.n for memory in others]) if others else ():
            for number in (question.newer, question.older):
                self._asked.setdefault(number, []).append(question)
        self._read(others[:READ_BATCH_SIZE])
        end = len(self.chosen) + most
        self._fill(self._lines_in_turn(others, waiting), end - len(self.chosen), self.remaining)
        self._fill(self._lines_of_others(waiting), end - len(self.chosen), self.remaining)

    def line_of(self, memory: Memory) -> BriefLine:
        """The line of a memory that belongs to one that was chosen."""
        self._numbers.add(memory.n)
        text = short_text(remove_fillers(memory.text)) or short_text(memory.text)
        return self._make_line(sections.memory_section(memory), sections.memory_kind(memory), (memory,), text)

    def _fill(self, lines: "Iterator[BriefLine]", most: int, tokens: int) -> None:
        """Take the lines that fit, at most so many."""
        tokens, misses, end = min(tokens, self.remaining), 0, len(self.chosen) + most
        for line in lines if most > 0 else ():
            cost = line.cost if line.group in self._groups else line.cost + heading_cost(line.group)
            if cost > tokens:
                misses += 1
                if misses == MAX_MISSES_IN_A_ROW:
                    return
                continue
            tokens, misses = tokens - cost, 0
            self._take(line, cost)
            if len(self.chosen) >= end:
                return

    def _take(self, line: BriefLine, cost: int) -> None:
        self.chosen.append(line)
        self.remaining -= cost
        self._groups.add(line.group)
        self._numbers.update(memory.n for memory in line.memories)
        self._texts.add(line.text.casefold())
        self._contested_count += line.section == "contested"
        for source in _sources(line.memories[0]):
            self._taken[source] = self._taken.get(source, 0) + 1

    def _lines_in_turn(self, ranked: "Ranked", waiting: "list[BriefCandidate | Memory]") -> "Iterator[BriefLine]":
        """The lines of those whose author and session have not had their part yet."""
        for memory in ranked:
            limits = zip(_sources(memory), (MAX_OF_AUTHOR, MAX_OF_SESSION), strict=False)
            if any(self._taken.get(source, 0) >= limit for source, limit in limits):
                waiting.append(memory)
            else:
                yield from self._lines_of_others([memory])

    def _lines_of_others(self, ranked: "Ranked") -> "Iterator[BriefLine]":
        for memory in ranked:
            if memory.n in self._numbers or not self._has_room_for_pair(memory.n):
                continue
            yield from self._contested_lines(memory) if memory.contested else self._plain_lines([memory])

    def _has_room_for_pair(self, number: int) -> bool:
        """Whether the memory is in no open question, or in one of the few that are shown."""
        asked = {question.n: question for question in self._asked.get(number, ())} | self.questions
        if len(asked) > self.max_pairs:
            return False
        self.questions = asked
        return True

    def _contested_lines(self, memory: "BriefCandidate | Memory") -> "Iterator[BriefLine]":
        """The line of a contested fact with all its values; of what the user said about it, only the user's words.

        What others say against the user's word is not in a brief: the user's word is, with a mark. Only a colleague's
        word stands beside it, with their name.
        """
        sides = [*self._read([memory]), *self._tx.memories.other_values(memory.n, self._wanted)]
        sides.sort(key=lambda side: side.n)
        user_sides = [side for side in sides if self.is_of_user(side)]
        if user_sides:
            yield from self._plain_lines(user_sides)
            yield from self._plain_lines([side for side in sides if side.trust == "colleague"])
        elif self._contested_count < MAX_CONTESTED:
            yield self._make_line("contested", "contested", tuple(sides), contest_text(sides))

    def _plain_lines(self, ranked: "Ranked") -> "Iterator[BriefLine]":
        """The lines of memories, without those that are already in the brief, or whose text is."""
        for at in range(0, len(ranked), READ_BATCH_SIZE):
            for memory in self._read(ranked[at : at + READ_BATCH_SIZE]):
                pinned = memory.n in self._user_pins
                text = short_text(memory.text if pinned else remove_fillers(memory.text))
                if text and memory.n not in self._numbers and text.casefold() not in self._texts:
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
            times=self._times.get(first.n, 1),
        )

    def _read_ids(self, ids: "list[str]") -> None:
        if self._count is None:
            self._count = self._tx.memories.newest_number()
        self._ids.update(self._tx.memories.short_ids([*self._ids, *ids], self._count))

    def _read(self, batch: "Ranked") -> "list[Memory]":
        """The full memories of a batch, in its order."""
        self._known.update((memory.n, memory) for memory in batch if isinstance(memory, Memory))
        unread = [memory.n for memory in batch if memory.n not in self._known]
        self._known.update((memory.n, memory) for memory in (self._tx.memories.by_number(unread) if unread else ()))
        memories = [self._known[memory.n] for memory in batch]
        new_ids = [memory.id for memory in memories if memory.id not in self._ids]
        if new_ids:
            self._read_ids(new_ids)
        return memories


def _sources(memory: "BriefCandidate | Memory") -> "tuple[str, ...]":
    """The author and the session of a memory, which share the lines of others."""
    author = author_for_model(memory.trust, memory.agent, memory.source)
    return (author, f"session {memory.session}") if memory.session else (author,)
