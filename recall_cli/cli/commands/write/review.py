"""recall review: memories waiting for review."""

from recall_cli.cli.output.formatting import (
    ACCENT,
    DIM,
    NEW_LINE,
    as_one_line,
    make_printable,
    memory_count_text,
    memory_documents,
    memory_line,
    text_lines,
    undo_text,
)
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.selection_options import YES_OPTION, guard_change
from recall_cli.cli.reply import Reply, changes_reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_age, format_day, format_iso
from recall_cli.flows.edit.review import approve, find_held_memory, reject
from recall_cli.flows.projects import project_by_name, require_project, unknown_project_text
from recall_cli.rules.beliefs.authorship import author_for_person, memory_author

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell, Piece
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.session_noise import JudgedSession

NO_GUESSES = "nothing was ended by guessing"
NO_NOISE = "no noise of earlier sessions is left"
MAX_SHOWN_NOISE = 3
"""The screen shows so many lines of noise of a session; pipes and --json have all."""
PARAMS = (
    argument(
        "id", "The memory's id; without it, list all waiting memories.", default=None, completes="id", metavar="[ID]"
    ),
    option("approve", "Approve it as your own words; only at a terminal.", kind="flag"),
    option("reject", "Delete it; recall undo restores it.", kind="flag"),
    option(
        "ended", "Show what an earlier recall ended only because a newer memory looked like it.", kind="flag", rare=True
    ),
    option(
        "restore", "Let it hold again: this memory, or with --ended all of them (undoable).", kind="flag", rare=True
    ),
    option("sessions", "Show what earlier rules kept of sessions, and which of it is noise.", kind="flag"),
    option("remove", "With --sessions: delete that noise, as one operation (undoable).", kind="flag"),
    option("dry_run", "With --remove: show what would be deleted.", kind="flag"),
    YES_OPTION,
    option("project", "Only this project (default: all).", "-p", completes="project", metavar="NAME"),
)
EXAMPLES = (
    ("recall review", "memories that read like instructions to an agent, and why"),
    ("recall review 7c1e --approve", "valid from now on, as your own words (undoable)"),
    ("recall review 7c1e --reject", ""),
    ("recall review --ended", "what earlier versions ended by guessing"),
    ("recall review --ended --restore", "bring all of them back, each with an open question"),
    ("recall review --sessions", "what earlier versions kept of each session, judged again"),
    ("recall review --sessions --remove", "delete what would not be kept today; recall asks first"),
)

NOTHING_HELD = "no memories waiting for review"


def review(
    app: "App",
    *,
    id: "str | None",
    approve: bool,
    reject: bool,
    ended: bool,
    restore: bool,
    sessions: bool,
    remove: bool,
    dry_run: bool,
    yes: bool,
    project: "str | None",
) -> Reply:
    """Show and decide held memories. Searches do not find them until a person at a terminal approves them.

    --sessions shows what the rules of earlier versions kept of sessions. They kept about thirty lines of each, today at
    most three. It is judged again: what would not be kept today is noise. Your own words stay, and so does what anybody
    used, rated, pinned or changed.
    """
    if (ended or restore or sessions or remove) and (approve or reject):
        raise UsageError("--approve and --reject are about held memories", "leave out the other options")
    if (ended or restore) and (sessions or remove):
        raise UsageError("--ended and --sessions exclude each other")
    if (dry_run or yes) and not remove:
        raise UsageError("--dry-run and --yes go with --remove", "recall review --sessions --remove --dry-run")
    if sessions or remove:
        if id is not None:
            raise UsageError("--sessions takes no id", "recall delete ID deletes one memory")
        return _review_sessions(app, project, {"yes": yes, "dry_run": dry_run}, remove=remove)
    if ended or restore:
        return _review_endings(app, id, restore=restore)
    if approve and reject:
        raise UsageError("--approve and --reject exclude each other")
    if (approve or reject) and id is None:
        raise UsageError("name a memory", "recall review lists waiting memories")
    if id is not None and approve:
        return _approve(app, id)
    if id is not None and reject:
        return _reject(app, id)
    return _show_held(app, id, project)


def _review_endings(app: "App", id: "str | None", *, restore: bool) -> Reply:
    """Show what an earlier recall ended by guessing, or let one or all of it hold again."""
    from recall_cli.flows.guessed_endings import find_guessed_endings, restore_endings
    from recall_cli.flows.search.id_lookup import find_memory

    with app.read_transaction() as tx:
        endings = find_guessed_endings(tx)
        if id is not None:
            chosen = find_memory(tx, id)
            endings = [ending for ending in endings if ending.ended.n == chosen.n]
            if not endings:
                raise UsageError(f"{id} was not ended by guessing", "recall review --ended shows what was")
    op = restore_endings(app, endings) if restore and endings else None

    def screen(out: "Screen") -> None:
        for ending in endings:
            verb = "ended" if op is None else "restored"
            out.result(verb, as_one_line(ending.ended.text), out.short_id(ending.ended.id))
            out.footer(f"       by {as_one_line(ending.by.text)}  {out.short_id(ending.by.id)}")
        if not endings:
            out.footer(NO_GUESSES)
        elif op is None:
            out.footer(f"{len(endings)} in all · bring them back: recall review --ended --restore")
        else:
            out.footer(f"{len(endings)} restored · recall conflicts --ask · undo: recall undo {op}")

    word = "ended" if op is None else "restored"
    return Reply(
        lambda: {
            "endings": [{"ended": memory_documents([e.ended])[0], "by": e.by.id} for e in endings],
            "restored": op is not None,
            "operation": op,
        },
        lambda: [f"{word}\t{memory_line(e.ended)}\tby\t{memory_line(e.by)}" for e in endings],
        screen,
        empty=NO_GUESSES,
    )


def _review_sessions(app: "App", project: "str | None", chosen: "dict[str, bool]", *, remove: bool) -> Reply:
    """Show what earlier rules kept of sessions, or delete what the rules of today would not keep."""
    from recall_cli.flows.session_noise import judge_old_sessions

    place = _project_name(app, project)
    with app.read_transaction() as tx:
        judged = judge_old_sessions(tx, place)
    noise = [memory for session in judged for memory in session.noise]
    if not (remove and noise):
        return _judged_reply(judged, len(noise))
    from recall_cli.flows.edit.bring_back import delete, memories_ended_by

    back = len(memories_ended_by(app, noise))
    more = (f"{memory_count_text(back)} that they had ended would hold again",) if back else ()
    answer = guard_change(app, noise, chosen, "delete", by_filter=True, more=more)
    if answer is not None:
        return answer
    result = delete(app, [memory.id for memory in noise], bring_back=True)

    def screen(out: "Screen") -> None:
        out.result("deleted", memory_count_text(len(result.deleted)), "")
        if result.brought_back:
            out.footer(f"{memory_count_text(len(result.brought_back))} that they had ended hold again")
        out.footer(undo_text(result.op, app.settings["maintain.purge_days"]))

    return Reply(
        lambda: {
            "deleted": [memory.id for memory in result.deleted],
            "brought_back": [memory.id for memory in result.brought_back],
            "operation": result.op,
        },
        lambda: [
            *(f"deleted\t{memory_line(memory)}" for memory in result.deleted),
            *(f"holds again\t{memory_line(memory)}" for memory in result.brought_back),
        ],
        screen,
    )


def _judged_reply(judged: "list[JudgedSession]", total: int) -> Reply:
    """What earlier rules kept of each session, the noise marked."""

    def screen(out: "Screen") -> None:
        for session in judged:
            title = f"{len(session.noise)} of {memory_count_text(len(session.noise) + len(session.stays))} are noise"
            day = format_day(session.at)
            out.result(day, title, f"{make_printable(session.agent or '')} {make_printable(session.session)}")
            for memory in session.stays:
                out.footer(f"  stays  {as_one_line(memory.text)}")
            for memory in session.noise[:MAX_SHOWN_NOISE]:
                out.footer(f"  noise  {as_one_line(memory.text)}")
            if len(session.noise) > MAX_SHOWN_NOISE:
                out.footer(f"         and {len(session.noise) - MAX_SHOWN_NOISE} more (--json has all)")
        advice = f"{total:,} in all · delete them: recall review --sessions --remove" if total else NO_NOISE
        out.footer(advice)

    return Reply(
        lambda: {
            "sessions": [
                {
                    "session": session.session,
                    "agent": session.agent,
                    "at": format_iso(session.at),
                    "stays": memory_documents(session.stays),
                    "noise": memory_documents(session.noise),
                }
                for session in judged
            ],
            "noise": total,
        },
        lambda: [
            f"{word}\t{make_printable(session.session)}\t{memory_line(memory)}"
            for session in judged
            for word, memories in (("stays", session.stays), ("noise", session.noise))
            for memory in memories
        ],
        screen,
        empty=NO_NOISE,
    )


def _project_name(app: "App", project: "str | None") -> "str | None":
    """The name of the chosen project; None for all."""
    if not project or project == "*":
        return None
    with app.read_transaction() as tx:
        return require_project(tx, project, guesses=False).name


def _show_held(app: "App", id: "str | None", project: "str | None") -> Reply:
    with app.read_transaction() as tx:
        if id is not None:
            memories = [find_held_memory(tx, id)]
        elif not project or project == "*":
            memories = tx.memories.held_for_review(None)
        else:
            place = project_by_name(tx, project)
            if place is None:
                app.note(unknown_project_text(tx, project))
            memories = tx.memories.held_for_review(place.n) if place else []

    def screen(out: "Screen") -> None:
        rows: list[list[Cell]] = []
        for memory in memories:
            who = f"  said by {author_for_person(memory.trust, memory.agent, memory.source)}"
            where = f", in {memory.project}" if memory.project else ""
            about: list[Piece] = [NEW_LINE, (memory.held or "", "yellow"), (who + where, DIM)]
            age = format_age(memory.created_at, out.now)
            rows.append(
                [(out.short_id(memory.id), ACCENT), memory.type, (age, DIM), [*text_lines(memory.text), *about]]
            )
        out.table(rows)
        ways = "recall review ID --approve: accept as your own words · --reject: delete (undoable)"
        out.footer(ways if memories else NOTHING_HELD)

    return Reply(
        lambda: {"held": memory_documents(memories), "total": len(memories)},
        lambda: [_held_line(m) for m in memories],
        screen,
        empty=NOTHING_HELD,
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

    memory, settlement, op = approve(app, id)
    outcome = StoreOutcome(
        memory=memory, action="created", supersedes=settlement.supersedes, contests=settlement.contests
    )

    def screen(out: "Screen") -> None:
        out.stored(outcome, op, dry_run=False, word="approved")

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
    memory, op = reject(app, id)
    document = {**memory_documents([memory])[0], "rejected": True, "operation": op}
    return changes_reply(lambda: document, [("rejected", memory)], op=op)
