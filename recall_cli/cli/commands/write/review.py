"""recall review: memories waiting for review."""

from recall_cli.cli.output.formatting import make_printable, memory_documents, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_age, format_day
from recall_cli.rules.beliefs.authorship import author_for_person, memory_author

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory

PARAMS = (
    argument(
        "id", "The memory's id; without it, list all waiting memories.", default=None, completes="id", metavar="[ID]"
    ),
    option("approve", "Approve it as your own words; only at a terminal.", kind="flag"),
    option("reject", "Delete it; recall undo restores it.", kind="flag"),
    option("project", "Only this project (default: all).", "-p", completes="project", metavar="NAME"),
)
EXAMPLES = (
    ("recall review", "memories that read like instructions to an agent, and why"),
    ("recall review 019aa3f2-7c1e --approve", "valid from now on, as your own words (undoable)"),
    ("recall review 019aa3f2-7c1e --reject", ""),
)


def review(app: "App", *, id: "str | None", approve: bool, reject: bool, project: "str | None") -> Reply:
    """Show and decide held memories. Searches do not find them until a person at a terminal approves them."""
    if approve and reject:
        raise UsageError("--approve and --reject exclude each other")
    if (approve or reject) and id is None:
        raise UsageError("name a memory", "recall review lists waiting memories")
    if id is not None and approve:
        return _approve(app, id)
    if id is not None and reject:
        return _reject(app, id)
    return _show_held(app, id, project)


def _show_held(app: "App", id: "str | None", project: "str | None") -> Reply:
    from recall_cli.flows.edit.review import find_held_memory
    from recall_cli.flows.projects import project_by_name, unknown_project_text

    with app.read_transaction() as tx:
        if id is not None:
            memories = [find_held_memory(tx, id)]
        else:
            place = project_by_name(tx, project) if project and project != "*" else None
            if project and project != "*" and place is None:
                app.note(unknown_project_text(tx, project))
            memories = (
                []
                if project and project != "*" and place is None
                else tx.memories.held_for_review(place.n if place else None)
            )
        wide = max(13, tx.memories.short_id_length([memory.id for memory in memories]))

    def screen(console: "Console") -> None:
        _print_held(console, memories, app.now(), wide)

    return Reply(
        lambda: {"held": memory_documents(memories), "total": len(memories)},
        lambda: [_held_line(m) for m in memories],
        screen,
        empty="no memories waiting for review",
    )


def _held_line(memory: "Memory") -> str:
    """A held memory as a line: id, type, day, reason, author, text."""
    parts = (
        memory.id,
        memory.type,
        format_day(memory.created_at),
        memory.held or "",
        memory_author(memory),
        memory.text,
    )
    return "\t".join(make_printable(part) for part in parts)


def _approve(app: "App", id: str) -> Reply:
    from recall_cli.domain.receipt import StoreOutcome
    from recall_cli.flows.edit.review import approve

    memory, settlement, op = approve(app, id)
    outcome = StoreOutcome(
        memory=memory, action="created", supersedes=settlement.supersedes, contests=settlement.contests
    )

    def screen(console: "Console") -> None:
        from recall_cli.cli.output.terminal import print_stored

        print_stored(console, outcome, op, app.now(), app.short_id, dry_run=False, word="approved")

    ended = [f"ended\t{memory_line(old)}" for old in outcome.supersedes]
    contested = [f"contested\t{memory_line(old)}" for old in outcome.contests]
    return Reply(
        lambda: {
            **memory_documents([memory])[0],
            "supersedes": [old.id for old in outcome.supersedes],
            "contests": [old.id for old in outcome.contests],
            "operation": op,
        },
        lambda: [f"approved\t{memory_line(memory)}", *ended, *contested],
        screen,
    )


def _reject(app: "App", id: str) -> Reply:
    from recall_cli.flows.edit.review import reject

    memory, op = reject(app, id)

    def screen(console: "Console") -> None:
        from recall_cli.cli.output.terminal import print_changed

        print_changed(console, memory, "rejected", op, app.short_id)

    return Reply(
        lambda: {**memory_documents([memory])[0], "rejected": True, "operation": op},
        lambda: [f"rejected\t{memory_line(memory)}"],
        screen,
    )


def _print_held(out: "Console", memories: "list[Memory]", now: int, width: int) -> None:
    """Print held memories with the reason and their author."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    table = make_grid()
    for memory in memories:
        text = Text(make_printable(memory.text, keep_line_breaks=True), overflow="fold")
        text.append(f"\n{make_printable(memory.held or '')}", style="yellow")
        text.append(
            f"  said by {make_printable(author_for_person(memory.trust, memory.agent, memory.source))}", style=DIM
        )
        if memory.project:
            text.append(f", in {make_printable(memory.project)}", style=DIM)
        table.add_row(
            Text(memory.id[:width], style=ACCENT),
            memory.type,
            Text(format_age(memory.created_at, now), style=DIM),
            text,
        )
    if memories:
        out.print(table)
        print_footer(out, "recall review ID --approve: accept as your own words · --reject: delete (undoable)")
    else:
        print_footer(out, "no memories waiting for review")
