"""recall diff: memories learned, corrected and deleted since a date."""

from recall_cli.cli.output.changed_fields import changes_document, describe_change
from recall_cli.cli.output.formatting import make_printable, memory_count_text, memory_documents, memory_line
from recall_cli.cli.output.markdown import escape_markdown
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS, MEMORY_TYPES
from recall_cli.domain.moment import format_day, format_iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.authorship import author_for_model
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.explain.difference import Correction, Difference

PARAMS = (
    option("since", "Start (default: a week ago).", default="7d", metavar="DATE"),
    option("until", "End (default: now).", metavar="DATE"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option(
        "clearance",
        "Only memories classified up to this level (default of a digest: restricted).",
        choices=CLASSIFICATIONS,
    ),
    option("format", "text, or markdown for a digest.", choices=("text", "markdown"), default="text"),
)
EXAMPLES = (
    ("recall diff --since yesterday", ""),
    ("recall diff --since 'last week' --format markdown", "a weekly digest, e.g. > digest.md"),
    ("recall diff --format markdown --clearance internal", "a digest for others"),
    ("recall diff --since 2026-03-01 --until 2026-04-01 --project '*'", ""),
)


def diff(
    app: "App",
    *,
    since: str,
    until: "str | None",
    project: "str | None",
    global_: bool,
    clearance: "str | None",
    format: str,
) -> Reply:
    """Show what changed between two dates: learned, corrected, superseded, deleted and restored memories.

    A digest is made to be passed on: confidential memories are left out of it and counted in a note.
    --clearance confidential includes them, --clearance internal also leaves out restricted ones.
    """
    from recall_cli.flows.explain.difference import difference_between, difference_up_to, hide_held_changes
    from recall_cli.flows.projects import projects_to_read

    now = app.now()
    low, end = option_values.parse_moment(app, since), option_values.parse_moment(app, until, whole_day=True)
    low, high = low or 0, now if end is None else end
    if high < low:
        raise UsageError("--since is in the future" if until is None else "--until is before --since")
    with app.read_transaction() as tx:
        places = projects_to_read(app, tx, project, only_global=global_)
        everywhere = places is None
        difference = difference_between(tx, low, high, Filters(projects=places))
        if not app.at_terminal or format == "markdown":  # a digest is made to be passed on
            difference = hide_held_changes(tx, difference)
        ceiling = clearance or ("restricted" if format == "markdown" else CLASSIFICATIONS[-1])
        difference, left_out = difference_up_to(difference, ceiling)
    if left_out:
        reason = (
            f"by --clearance {clearance}" if clearance else "as confidential (--clearance confidential includes them)"
        )
        app.note(f"{memory_count_text(left_out)} left out {reason}")
    if format == "markdown":
        return _digest_reply(app, difference, (low, high), left_out, show_project=everywhere)
    return Reply(
        lambda: _difference_document(low, high, difference, left_out),
        lambda: _difference_lines(difference, everywhere),
        lambda out: _print_difference(out, difference, projects=everywhere),
        empty="nothing changed",
    )


def _digest_reply(
    app: "App", difference: "Difference", span: "tuple[int, int]", left_out: int, *, show_project: bool
) -> Reply:
    """The difference as Markdown; at a terminal too, since it is made to be pasted."""
    now = app.now()
    lines = digest_lines(
        difference,
        span,
        app.short_id,
        lambda one: describe_changes(one.before, one.after, now),
        show_project=show_project,
    )
    document = {**_difference_document(*span, difference, left_out), "markdown": "\n".join(lines)}
    return Reply(lambda: document, lambda: lines)


def _difference_document(low: int, high: int, difference: "Difference", left_out: int) -> "dict[str, object]":
    corrected = [
        {
            **memory_as_json(correction.memory),
            "changes": changes_document(correction.after, correction.before, correction.after),
        }
        for correction in difference.corrected
    ]
    return {
        "since": format_iso(low),
        "until": format_iso(high),
        "learned": memory_documents(difference.learned),
        "corrected": corrected,
        "superseded": memory_documents(difference.superseded),
        "deleted": memory_documents(difference.deleted),
        "restored": memory_documents(difference.restored),
        "left_out": left_out,
    }


def _difference_lines(difference: "Difference", projects: bool) -> "list[str]":
    lines = [f"learned\t{memory_line(memory, show_project=projects)}" for memory in difference.learned]
    for correction in difference.corrected:
        changes = make_printable(describe_changes(correction.before, correction.after))
        lines.append(f"corrected\t{memory_line(correction.memory, show_project=projects)}\t{changes}")
    for word in ("superseded", "deleted", "restored"):
        lines += [f"{word}\t{memory_line(memory, show_project=projects)}" for memory in getattr(difference, word)]
    return lines


def describe_changes(before: "dict[str, Any]", after: "dict[str, Any]", now: "int | None" = None) -> str:
    """The old and new values of a correction. With `now`, times are written for people."""
    return ", ".join(describe_change(name, before[name], after[name], now) for name in after)


def _print_difference(out: "Screen", difference: "Difference", *, projects: bool) -> None:
    nothing = True
    for word in ("learned", "corrected", "superseded", "deleted", "restored"):
        rows = getattr(difference, word)
        if not rows:
            continue
        nothing = False
        out.line((f"{word} {len(rows)}", "bold"))
        if word == "corrected":
            changes = [describe_changes(row.before, row.after, out.now) for row in rows]
            out.memories([row.memory for row in rows], changes, show_project=projects)
        else:
            out.memories(rows, show_project=projects)
    if nothing:
        out.footer("nothing changed")


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
