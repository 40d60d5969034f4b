"""The lines of a brief: memories as an agent reads them, and their layout under headings."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.authorship import USER_AUTHOR, join_authors
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    Group = tuple[str, str]

MAX_TEXT_LENGTH = 400
"""A longer text is cut; `recall get` shows all of it."""
MAX_NAME_LENGTH, MAX_VALUE_LENGTH, MAX_VALUES = 80, 120, 3
"""Maximum length of a contested fact's name and of each value, and the number of values that are shown."""


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
    marks: "tuple[str, ...]" = ()
    """What recall notes behind the text, such as that others disagree, or that its code has changed."""
    older: "tuple[BriefLine, ...]" = ()
    """The memories below it that it perhaps replaced."""
    times: int = 1
    """In how many sessions or stores it came up."""

    @property
    def group(self) -> "Group":
        """The group of the line in the brief, and its author."""
        return sections.group_name(self.section), "" if self.section == "contested" else self.author

    @property
    def author(self) -> str:
        return join_authors(self.memories)

    @property
    def is_of_user(self) -> bool:
        """Whether the user said or pinned it: then nobody else can move it, change it or take its place."""
        return self.section == "pinned" or self.author == USER_AUTHOR

    def notes(self, *, with_day: bool = True) -> "list[str]":
        """What stands in brackets behind the text; without the day, if the heading of the group says it."""
        notes = [self.id, self.since] if with_day else [self.id]
        if self.section == "contested":
            notes.append(self.author)
        elif self.kind == "estimate":
            notes.append(self.kind)
        if self.times > 1:
            notes.append(f"came up {self.times} times")
        return [*notes, *self.marks]

    def as_text(self, *, with_day: bool = True) -> str:
        """The line of the fenced block, and below it the older memories that it perhaps replaced."""
        line = fence.memory_line(self.text, self.notes(with_day=with_day))
        return "\n".join([line, *(older.as_text() for older in self.older)]) if self.older else line

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        from recall_cli.rules.text.memory_json import memory_as_json

        document: dict[str, object] = {
            "section": self.section,
            "kind": self.kind,
            "text": self.text,
            "memories": [memory_as_json(memory) for memory in self.memories],
        }
        document |= {"marks": [*self.marks]} if self.marks else {}
        return {**document, "older": [line.as_json() for line in self.older]} if self.older else document

    def but(self, **changes: "Any") -> "Self":
        """The line with some fields changed; its cost is counted again."""
        return type(self)(**{**self.fields(), **changes})

    @property
    def cost(self) -> int:
        """The tokens of the line with its line break; counted once."""
        cost: int | None = self.__dict__.get("counted")
        if cost is None:
            cost = self.__dict__["counted"] = estimate_tokens("\n" + fence.sample_text([self.as_text()]))
        return cost


def group_heading(group: "Group", day: str = "") -> str:
    """The heading of a group."""
    return fence.note_line(sections.group_heading(*group, day))


def heading_cost(group: "Group") -> int:
    """The tokens of a heading with its line break, at most."""
    return estimate_tokens("\n" + fence.sample_text([group_heading(group, "28 Sep")]))


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


def fit_marked_lines(lines: "Sequence[tuple[BriefLine, tuple[str, ...]]]", budget: int) -> "list[BriefLine]":
    """The lines with their marks, as far as they fit into the budget.

    The user's lines all stay: if room is short, one goes without its marks. Of the others those with marks go first.
    """
    own = [(line, line.but(marks=marks)) for line, marks in lines if line.is_of_user]
    groups = {line.group for line, _ in own}
    budget -= sum(line.cost for line, _ in own) + sum(map(heading_cost, groups))
    fitting = []
    for line, marked in own:
        fits = marked.cost - line.cost <= budget
        budget -= marked.cost - line.cost if fits else 0
        fitting.append(marked if fits else line)
    others = [line.but(marks=marks) for line, marks in lines if not line.is_of_user]
    for line in sorted(others, key=lambda line: bool(line.marks)):
        cost = line.cost + (0 if line.group in groups else heading_cost(line.group))
        if cost <= budget:
            budget -= cost
            groups.add(line.group)
            fitting.append(line)
    return fitting


def contest_text(sides: "list[Memory]") -> str:
    """The contradicting values of a fact, or the contradicting texts."""
    first = sides[0]
    facts = {normalize.fact_key(memory.entity, memory.attribute) for memory in sides if memory.value is not None}
    of_fact = len(facts) == 1 and all(memory.value is not None for memory in sides)
    text = f"{_values_text(sides, of_fact=of_fact)}. Ask before relying on it."
    return f"{short_text(f'{first.entity}.{first.attribute}', MAX_NAME_LENGTH)}: {text}" if of_fact else text


def _values_text(sides: "list[Memory]", *, of_fact: bool) -> str:
    """The values, each with the context in which alone it holds; the whole texts, if they are not of one fact."""
    limit = MAX_VALUE_LENGTH
    labels = [
        (short_text(memory.value or memory.text, limit) if of_fact else f'"{short_text(memory.text, limit)}"')
        + (f" ({short_text(memory.qualifier, limit)})" if memory.qualifier and of_fact else "")
        + (f" ({join_authors((memory,))})" if memory.trust == "colleague" else "")
        for memory in sides
    ]
    values = list(dict.fromkeys(labels))
    more = f" and {len(values) - MAX_VALUES} more" if len(values) > MAX_VALUES else ""
    return " or ".join(values[:MAX_VALUES]) + more


def short_text(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """A text on one line, cut if it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= max_length else text[: max_length - 1].rstrip() + "…"
