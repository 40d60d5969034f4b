"""recall review: memories that wait for a person's word."""

from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import day
from recall_cli.rules.beliefs.authorship import author

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
        return _approved(app, id)
    if id is not None and reject:
        return _rejected(app, id)
    return _waiting(app, id, project)


def _waiting(app: "App", id: "str | None", project: "str | None") -> Reply:
    from recall_cli.flows.edit.holding import one, waiting
    from recall_cli.flows.projects import named, unknown

    with app.reading() as tx:
        if id is not None:
            found = [one(tx, id)]
        else:
            place = named(tx, project) if project and project != "*" else None
            if project and project != "*" and place is None:
                app.note(unknown(tx, project))
            found = [] if project and project != "*" and place is None else waiting(tx, place.n if place else None)
        wide = max(13, tx.memories.width([memory.id for memory in found]))

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import stories

        stories.held(console, found, app.now(), wide)

    return Reply(
        lambda: {"held": show.as_document(found), "total": len(found)},
        lambda: [_line(m) for m in found],
        screen,
        empty="nothing waits for review",
    )


def _line(memory: "Memory") -> str:
    """One held memory: id, type, day, why, who told it, and its words."""
    said = (memory.id, memory.type, day(memory.created_at), memory.held or "", author(memory), memory.text)
    return "\t".join(show.safe(part) for part in said)


def _approved(app: "App", id: str) -> Reply:
    from recall_cli.domain.receipt import Kept
    from recall_cli.flows.edit.holding import approve

    memory, settlement, op = approve(app, id)
    kept = Kept(memory=memory, action="created", supersedes=settlement.supersedes, contests=settlement.contests)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import screen

        screen.stored(console, kept, op, app.now(), app.short_id, dry_run=False, word="approved")

    ended = [f"ended\t{show.line(old)}" for old in kept.supersedes]
    contested = [f"contested\t{show.line(old)}" for old in kept.contests]
    return Reply(
        lambda: {
            **show.as_document([memory])[0],
            "supersedes": [old.id for old in kept.supersedes],
            "contests": [old.id for old in kept.contests],
            "operation": op,
        },
        lambda: [f"approved\t{show.line(memory)}", *ended, *contested],
        screen,
    )


def _rejected(app: "App", id: str) -> Reply:
    from recall_cli.flows.edit.holding import reject

    memory, op = reject(app, id)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import screen

        screen.changed(console, memory, "rejected", op, app.short_id)

    return Reply(
        lambda: {**show.as_document([memory])[0], "rejected": True, "operation": op},
        lambda: [f"rejected\t{show.line(memory)}"],
        screen,
    )
