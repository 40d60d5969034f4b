"""recall diff: memories learned, corrected and deleted since a date."""

from recall_cli.cli.output.changed_fields import changes_document, describe_change
from recall_cli.cli.output.formatting import make_printable, memory_count_text, memory_documents, memory_line
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.moment import format_iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.explain.difference import Difference

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
    from recall_cli.cli.output.digest import digest_lines

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
    """Print the changes as up to five lists."""
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
