"""recall review: memories that wait for a person's word."""

from recall_cli.cli.output.formatting import make_printable, memory_documents, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_age, format_day
from recall_cli.rules.beliefs.authorship import author_for_person, memory_author

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory

PARAMS = (
    argument("id", "Which one; without it, all that wait are shown.", default=None, completes="id", metavar="[ID]"),
    option("approve", "You vouch for it: from now on it is your own word. Only at a terminal.", kind="flag"),
    option("reject", "Delete it; recall undo brings it back.", kind="flag"),
    option("project", "Only of this project; of all by default.", "-p", completes="project", metavar="NAME"),
)
EXAMPLES = (
    ("recall review", "what reads like an order to an agent, and why it is held"),
    ("recall review 019aa3f2-7c1e --approve", "believed from now on, as your own word; undoable"),
    ("recall review 019aa3f2-7c1e --reject", ""),
)


def review(app: "App", *, id: "str | None", approve: bool, reject: bool, project: "str | None") -> Reply:
    """Memories that are held: found by nobody until a person at a terminal approves them."""
    if approve and reject:
        raise UsageError("--approve and --reject exclude each other")
    if (approve or reject) and id is None:
        raise UsageError("say which memory", "recall review shows what waits")
    if id is not None and approve:
        return _approve(app, id)
    if id is not None and reject:
        return _reject(app, id)
    return _show_held(app, id, project)


def _show_held(app: "App", id: "str | None", project: "str | None") -> Reply:
    from recall_cli.flows.edit.review import find_held_memory, held_memories
    from recall_cli.flows.projects import project_by_name, unknown_project_text

    with app.read_transaction() as tx:
        if id is not None:
            found = [find_held_memory(tx, id)]
        else:
            place = project_by_name(tx, project) if project and project != "*" else None
            if project and project != "*" and place is None:
                app.note(unknown_project_text(tx, project))
            found = (
                [] if project and project != "*" and place is None else held_memories(tx, place.n if place else None)
            )
        wide = max(13, tx.memories.short_id_length([memory.id for memory in found]))

    def screen(console: "Any") -> None:
        _print_held(console, found, app.now(), wide)

    return Reply(
        lambda: {"held": memory_documents(found), "total": len(found)},
        lambda: [_held_line(m) for m in found],
        screen,
        empty="nothing waits for review",
    )


def _held_line(memory: "Memory") -> str:
    """One held memory: id, type, day, why, who told it, and its words."""
    said = (
        memory.id,
        memory.type,
        format_day(memory.created_at),
        memory.held or "",
        memory_author(memory),
        memory.text,
    )
    return "\t".join(make_printable(part) for part in said)


def _approve(app: "App", id: str) -> Reply:
    from recall_cli.domain.receipt import StoreOutcome
    from recall_cli.flows.edit.review import approve

    memory, settlement, op = approve(app, id)
    kept = StoreOutcome(memory=memory, action="created", supersedes=settlement.supersedes, contests=settlement.contests)

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_stored

        print_stored(console, kept, op, app.now(), app.short_id, dry_run=False, word="approved")

    ended = [f"ended\t{memory_line(old)}" for old in kept.supersedes]
    contested = [f"contested\t{memory_line(old)}" for old in kept.contests]
    return Reply(
        lambda: {
            **memory_documents([memory])[0],
            "supersedes": [old.id for old in kept.supersedes],
            "contests": [old.id for old in kept.contests],
            "operation": op,
        },
        lambda: [f"approved\t{memory_line(memory)}", *ended, *contested],
        screen,
    )


def _reject(app: "App", id: str) -> Reply:
    from recall_cli.flows.edit.review import reject

    memory, op = reject(app, id)

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_changed

        print_changed(console, memory, "rejected", op, app.short_id)

    return Reply(
        lambda: {**memory_documents([memory])[0], "rejected": True, "operation": op},
        lambda: [f"rejected\t{memory_line(memory)}"],
        screen,
    )


def _print_held(out: "Console", found: "list[Memory]", now: int, width: int) -> None:
    """What waits for a person's word: the words, why they are held, who told them."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    table = make_grid()
    for memory in found:
        text = Text(make_printable(memory.text, keep_line_breaks=True), overflow="fold")
        text.append(f"\n{make_printable(memory.held or '')}", style="yellow")
        text.append(
            f"  told by {make_printable(author_for_person(memory.trust, memory.agent, memory.source))}",
            style=DIM,
        )
        if memory.project:
            text.append(f", in {make_printable(memory.project)}", style=DIM)
        table.add_row(
            Text(memory.id[:width], style=ACCENT),
            memory.type,
            Text(format_age(memory.created_at, now), style=DIM),
            text,
        )
    if found:
        out.print(table)
        print_footer(out, "recall review ID --approve: your own word from now on · --reject: delete it, undoable")
    else:
        print_footer(out, "nothing waits for review")
