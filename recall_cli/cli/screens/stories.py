"""Screens that tell how things came about: the record of writes, a belief's life, conflicts, what a week taught."""

from rich.console import Console
from rich.text import Text

from recall_cli.cli.screens.screen import ACCENT, DIM, foot, grid, memories, one_line
from recall_cli.cli.screens.show import safe
from recall_cli.domain.moment import age, near_day
from recall_cli.rules.beliefs.authorship import author_for_person
from recall_cli.rules.brief.budget import brief_tokens
from recall_cli.rules.brief.sections import TITLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.domain.job import Job
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.flows.brief.context import Brief
    from recall_cli.flows.edit.scan import Scanned
    from recall_cli.flows.explain.conflicts import Conflict
    from recall_cli.flows.explain.history import Difference, Life
    from recall_cli.flows.measure.bench import Exam


def operations(out: Console, found: "list[Operation]", now: int) -> None:
    """The record of writes, newest first."""
    from recall_cli.cli.commands.read.log import what

    table = grid()
    for op in found:
        text = Text(safe(what(op)), overflow="fold")
        if op.undone_by:
            text.stylize(DIM)
            text.append(f"  ← undone by {op.undone_by}", style="yellow")
        who = safe(author_for_person(op.trust, op.agent))
        table.add_row(Text(str(op.n), style=ACCENT), Text(age(op.at, now), style=DIM), Text(who, style=DIM), text)
    if found:
        out.print(table)
    foot(out, "recall undo N takes one back" if found else "nothing was written yet")


def lives(out: Console, found: "list[Life]", now: int, short: "Callable[[str], str]") -> None:
    """A belief and how it came about, oldest first."""
    from recall_cli.cli.commands.read.history import phrase

    for life in found:
        memories(out, [life.memory], now, short)
        table = grid()
        for event in life.events:
            who = author_for_person(event.trust, event.agent)
            text = Text(safe(phrase(event, now)), style=DIM, overflow="fold")
            table.add_row(
                "   ",
                Text(str(event.op), style=DIM),
                event.kind,
                Text(f"{near_day(event.at, now)}, {safe(who)}", style=DIM),
                text,
            )
        out.print(table)


def brief(out: Console, told: "Brief") -> None:
    """What an agent is told here, section by section."""
    section = ""
    table = grid()
    for one in told.told:
        if one.section != section:
            section = one.section
            if table.row_count:
                out.print(table)
            table = grid()
            out.print(Text(TITLES[section], style="bold"))
        text = Text(safe(one.text))
        if one.stale:
            text.append(f"  ← {safe(one.stale)}", style="yellow")
        table.add_row(" ", Text(one.id, style=ACCENT), Text(one.kind, style=DIM), text)
    if table.row_count:
        out.print(table)
    cost = f"{brief_tokens(told.block):,} tokens · recall context --compact is what an agent reads"
    foot(out, cost if told.told else "nothing to tell: an agent is told nothing")


def jobs(out: Console, found: "list[Job]", now: int, short: "Callable[[str], str]") -> None:
    """Work that was put off: in which state, since when, what came of it."""
    from recall_cli.cli.commands.agents.jobs import outcome

    table = grid()
    for job in found:
        style = "red" if job.state == "failed" else ACCENT if job.finished_at is None else ""
        state = Text(job.state, style=style)
        table.add_row(Text(short(job.id), style=ACCENT), state, Text(age(job.created_at, now), style=DIM), outcome(job))
    if not found:
        foot(out, "no job is waiting or done")
        return
    out.print(table)
    if any(job.state == "queued" for job in found):
        foot(out, "recall worker --once does what waits")


def conflicts(
    out: Console, found: "list[Conflict]", now: int, short: "Callable[[str], str]", *, elsewhere: bool
) -> None:
    """Each contested fact as a story: what it was, what stands against each other, who said it and when."""
    from shlex import quote as name

    for conflict in found:
        told = f"{conflict.entity}.{conflict.attribute}"
        often = f"changed {conflict.flips} times in 30 days; recall has stopped choosing"
        times = often if conflict.flips else conflict.reason
        place = f"  in {safe(conflict.project)}" if elsewhere and conflict.project else ""
        out.print(Text.assemble((safe(told), "bold"), (place, DIM), f"  {times}"))
        table = grid()
        for fixed in (True, False, True, True, False, True):  # a narrow terminal folds the texts, and cuts no id
            table.add_column(no_wrap=fixed, overflow="fold")
        for memory in (*conflict.past, *conflict.values):
            over = memory.superseded_at is not None
            who = author_for_person(memory.trust, memory.agent, memory.source)
            table.add_row(
                " ",
                Text(safe(memory.value or ""), style=DIM if over else ACCENT),
                Text(age(memory.created_at, now), style=DIM),
                Text(safe(who), style=DIM),
                Text(one_line(memory.text), overflow="fold", style=DIM if over else ""),
                Text("" if over else short(memory.id), style=ACCENT),
            )
        out.print(table)
        where = f" --project {name(conflict.project)}" if elsewhere and conflict.project else ""
        foot(out, safe(f"settle it: recall resolve {name(conflict.entity)} {name(conflict.attribute)}{where}"))
    if not found:
        foot(out, "nothing is contested here")


def held(out: Console, found: "list[Memory]", now: int, width: int) -> None:
    """What waits for a person's word: the words, why they are held, who told them."""
    table = grid()
    for memory in found:
        text = Text(safe(memory.text, breaks=True), overflow="fold")
        text.append(f"\n{safe(memory.held or '')}", style="yellow")
        text.append(f"  told by {safe(author_for_person(memory.trust, memory.agent, memory.source))}", style=DIM)
        if memory.project:
            text.append(f", in {safe(memory.project)}", style=DIM)
        table.add_row(
            Text(memory.id[:width], style=ACCENT), memory.type, Text(age(memory.created_at, now), style=DIM), text
        )
    if found:
        out.print(table)
        foot(out, "recall review ID --approve: your own word from now on · --reject: delete it, undoable")
    else:
        foot(out, "nothing waits for review")


def scanned(out: Console, found: "Scanned", told: "list[str]", short: "Callable[[str], str]") -> None:
    """Where secrets are, or were: the row, its columns, the kinds."""
    from recall_cli.cli.commands.manage.scan import summary

    table = grid()
    for finding, kinds in zip(found.findings, told, strict=True):
        columns = Text(", ".join(finding.columns), style=DIM)
        table.add_row(finding.place, Text(short(finding.id), style=ACCENT), Text(kinds, style="yellow"), columns)
    if found.findings:
        out.print(table)
    foot(out, summary(found))


def difference(
    out: Console, found: "Difference", now: int, short: "Callable[[str], str]", *, projects: bool = False
) -> None:
    """What a span of time taught, in five short lists."""
    from recall_cli.cli.commands.read.diff import changes

    nothing = True
    for word in ("learned", "corrected", "superseded", "deleted", "restored"):
        rows = getattr(found, word)
        if not rows:
            continue
        nothing = False
        out.print(Text(f"{word} {len(rows)}", style="bold"))
        if word == "corrected":
            told = [safe(changes(before, after, now)) for _, before, after in rows]
            memories(out, [memory for memory, _, _ in rows], now, short, told, projects=projects)
        else:
            memories(out, list(rows), now, short, projects=projects)
    if nothing:
        foot(out, "nothing changed")


def exams(out: Console, found: "list[Exam]") -> None:
    """How well recall finds: a table for each set, a row for each ranking."""
    for name in dict.fromkeys(exam.name for exam in found):
        own = [exam for exam in found if exam.name == name]
        out.print(Text(f"{name} · {own[0].questions:,} questions", style="bold"))
        measures = list(dict.fromkeys(measure for exam in own for measure in exam.figures))
        table = grid()
        table.add_row("", *(Text(exam.ranking, style=ACCENT) for exam in own))
        for measure in measures:
            cells = [exam.figures.get(measure, (0.0, 0.0)) for exam in own]
            table.add_row(
                Text(measure, style=DIM), *(f"{100 * mean:.1f} ± {100 * within:.1f}" for mean, within in cells)
            )
        table.add_row(Text("tokens of 5", style=DIM), *(f"{exam.tokens:.0f}" for exam in own))
        out.print(table)
        foot(out, "a search takes " + ", ".join(f"{exam.ms:.1f} ms ({exam.ranking})" for exam in own))
    _plot(out, found)


def _plot(out: Console, found: "list[Exam]") -> None:
    """What each ranking finds among its first five, as bars with the reach of their intervals."""
    width = max(10, min(40, out.width - 45))
    table = grid()
    for exam in found:
        name = next((one for one in ("recall@5", "session recall@5", "silent") if one in exam.figures), "")
        if not name:
            continue
        mean, within = exam.figures[name]
        low, full, high = (round(width * min(1.0, max(0.0, mean + side))) for side in (-within, 0.0, within))
        bar = Text("█" * low + "▓" * (full - low) + "░" * (high - full), style=ACCENT)
        table.add_row(Text(exam.name), Text(exam.ranking, style=DIM), bar, Text(f"{100 * mean:.1f} {name}", style=DIM))
    if table.row_count > 1:
        out.print(table)
