"""What changed in a time span as Markdown, for a weekly digest. All markup in memories is escaped."""

from recall_cli.cli.output.markdown import escape_markdown
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.moment import format_day
from recall_cli.rules.beliefs.authorship import author_for_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.flows.explain.difference import Correction, Difference

_HEADINGS = {"superseded": "No longer true", "deleted": "Deleted", "restored": "Brought back"}
_TYPE_HEADINGS = {
    "decision": "Decisions",
    "finding": "Findings",
    "correction": "Corrections",
    "pattern": "Patterns",
    "estimate": "Estimates",
    "preference": "Preferences",
    "fact": "Facts",
    "procedure": "Procedures",
}


def digest_lines(
    difference: "Difference",
    span: "tuple[int, int]",
    short: "Callable[[str], str]",
    describe: "Callable[[Correction], str]",
    *,
    show_project: bool,
) -> "list[str]":
    """The lines of the digest: counts, then what was learned by type, corrected, superseded, deleted, brought back."""
    first, last = map(format_day, span)
    ended = {memory.n for memory in difference.superseded}
    difference = difference.but(
        learned=tuple(memory for memory in difference.learned if memory.n not in ended),
        corrected=tuple(one for one in difference.corrected if one.memory.n not in ended),
    )
    names = ("learned", "corrected", "superseded", "deleted", "restored")
    counts = [f"{len(getattr(difference, name)):,} {name}" for name in names if getattr(difference, name)]
    lines = [f"# Memory from {first} to {last}", "", " · ".join(counts) or "Nothing changed."]
    for type_ in MEMORY_TYPES:
        rows = [memory for memory in difference.learned if memory.type == type_]
        lines += _section(f"Learned: {_TYPE_HEADINGS[type_].lower()}", _items(rows, short, show_project=show_project))
    corrected = [
        f"{_item(one.memory, short, show_project=show_project)}: {escape_markdown(describe(one))}"
        for one in difference.corrected
    ]
    lines += _section("Corrected", corrected)
    for name, title in _HEADINGS.items():
        lines += _section(title, _items(getattr(difference, name), short, show_project=show_project))
    return lines


def _section(title: str, items: "list[str]") -> "list[str]":
    return ["", f"## {title}", "", *items] if items else []


def _items(memories: "Sequence[Memory]", short: "Callable[[str], str]", *, show_project: bool) -> "list[str]":
    return [_item(memory, short, show_project=show_project) for memory in memories]


def _item(memory: "Memory", short: "Callable[[str], str]", *, show_project: bool) -> str:
    author = author_for_model(memory.trust, memory.agent, memory.source)
    project = [escape_markdown(memory.project or "no project")] if show_project else []
    about = ", ".join([*project, escape_markdown(author), format_day(memory.created_at), f"`{short(memory.id)}`"])
    return f"- {escape_markdown(' '.join(memory.text.split()))} ({about})"
