"""Screens that tell how things came about: the record of writes, a belief's life, conflicts, what a week taught."""

from rich.console import Console
from rich.text import Text

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.output.terminal import ACCENT, DIM, as_one_line, make_grid, print_footer, print_memories
from recall_cli.domain.moment import format_age, format_near_day
from recall_cli.rules.beliefs.authorship import author_for_person
from recall_cli.rules.brief.budget import estimate_brief_tokens
from recall_cli.rules.brief.sections import SECTION_TITLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.domain.job import Job
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.flows.brief.context import Brief
    from recall_cli.flows.edit.scan import ScanResult
    from recall_cli.flows.explain.conflicts import Conflict
    from recall_cli.flows.explain.history import Difference, MemoryHistory
    from recall_cli.flows.measure.bench import BenchResult


def operations(out: Console, found: "list[Operation]", now: int) -> None:
    """The record of writes, newest first."""
    from recall_cli.cli.commands.read.log import describe_operation

    table = make_grid()
    for op in found:
        text = Text(make_printable(describe_operation(op)), overflow="fold")
        if op.undone_by:
            text.stylize(DIM)
            text.append(f"  ← undone by {op.undone_by}", style="yellow")
        who = make_printable(author_for_person(op.trust, op.agent))
        table.add_row(
            Text(str(op.n), style=ACCENT), Text(format_age(op.at, now), style=DIM), Text(who, style=DIM), text
        )
    if found:
        out.print(table)
    print_footer(out, "recall undo N takes one back" if found else "nothing was written yet")


def lives(out: Console, found: "list[MemoryHistory]", now: int, short: "Callable[[str], str]") -> None:
    """A belief and how it came about, oldest first."""
    from recall_cli.cli.commands.read.history import describe_event

    for life in found:
        print_memories(out, [life.memory], now, short)
        table = make_grid()
        for event in life.events:
            who = author_for_person(event.trust, event.agent)
            text = Text(make_printable(describe_event(event, now)), style=DIM, overflow="fold")
            table.add_row(
                "   ",
                Text(str(event.op), style=DIM),
                event.kind,
                Text(f"{format_near_day(event.at, now)}, {make_printable(who)}", style=DIM),
                text,
            )
        out.print(table)


def brief(out: Console, told: "Brief") -> None:
    """What an agent is told here, section by section."""
    section = ""
    table = make_grid()
    for one in told.told:
        if one.section != section:
            section = one.section
            if table.row_count:
                out.print(table)
            table = make_grid()
            out.print(Text(SECTION_TITLES[section], style="bold"))
        text = Text(make_printable(one.text))
        if one.stale:
            text.append(f"  ← {make_printable(one.stale)}", style="yellow")
        table.add_row(" ", Text(one.id, style=ACCENT), Text(one.kind, style=DIM), text)
    if table.row_count:
        out.print(table)
    cost = f"{estimate_brief_tokens(told.block):,} tokens · recall context --compact is what an agent reads"
    print_footer(out, cost if told.told else "nothing to tell: an agent is told nothing")


def jobs(out: Console, found: "list[Job]", now: int, short: "Callable[[str], str]") -> None:
    """Work that was put off: in which state, since when, what came of it."""
    from recall_cli.cli.commands.agents.jobs import outcome_text

    table = make_grid()
    for job in found:
        style = "red" if job.state == "failed" else ACCENT if job.finished_at is None else ""
        state = Text(job.state, style=style)
        table.add_row(
            Text(short(job.id), style=ACCENT),
            state,
            Text(format_age(job.created_at, now), style=DIM),
            outcome_text(job),
        )
    if not found:
        print_footer(out, "no job is waiting or done")
        return
    out.print(table)
    if any(job.state == "queued" for job in found):
        print_footer(out, "recall worker --once does what waits")


def conflicts(
    out: Console, found: "list[Conflict]", now: int, short: "Callable[[str], str]", *, elsewhere: bool
) -> None:
    """Each contested fact as a story: what it was, what stands against each other, who said it and when."""
    from shlex import quote as name

    for conflict in found:
        told = f"{conflict.entity}.{conflict.attribute}"
        often = f"changed {conflict.flips} times in 30 days; recall has stopped choosing"
        times = often if conflict.flips else conflict.reason
        place = f"  in {make_printable(conflict.project)}" if elsewhere and conflict.project else ""
        out.print(Text.assemble((make_printable(told), "bold"), (place, DIM), f"  {times}"))
        table = make_grid()
        for fixed in (True, False, True, True, False, True):  # a narrow terminal folds the texts, and cuts no id
            table.add_column(no_wrap=fixed, overflow="fold")
        for memory in (*conflict.past, *conflict.values):
            over = memory.superseded_at is not None
            who = author_for_person(memory.trust, memory.agent, memory.source)
            table.add_row(
                " ",
                Text(make_printable(memory.value or ""), style=DIM if over else ACCENT),
                Text(format_age(memory.created_at, now), style=DIM),
                Text(make_printable(who), style=DIM),
                Text(as_one_line(memory.text), overflow="fold", style=DIM if over else ""),
                Text("" if over else short(memory.id), style=ACCENT),
            )
        out.print(table)
        where = f" --project {name(conflict.project)}" if elsewhere and conflict.project else ""
        print_footer(
            out, make_printable(f"settle it: recall resolve {name(conflict.entity)} {name(conflict.attribute)}{where}")
        )
    if not found:
        print_footer(out, "nothing is contested here")


def held(out: Console, found: "list[Memory]", now: int, width: int) -> None:
    """What waits for a person's word: the words, why they are held, who told them."""
    table = make_grid()
    for memory in found:
        text = Text(make_printable(memory.text, keep_line_breaks=True), overflow="fold")
        text.append(f"\n{make_printable(memory.held or '')}", style="yellow")
        text.append(
            f"  told by {make_printable(author_for_person(memory.trust, memory.agent, memory.source))}", style=DIM
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


def scanned(out: Console, found: "ScanResult", told: "list[str]", short: "Callable[[str], str]") -> None:
    """Where secrets are, or were: the row, its columns, the kinds."""
    from recall_cli.cli.commands.manage.scan import summary

    table = make_grid()
    for finding, kinds in zip(found.findings, told, strict=True):
        columns = Text(", ".join(finding.columns), style=DIM)
        table.add_row(finding.place, Text(short(finding.id), style=ACCENT), Text(kinds, style="yellow"), columns)
    if found.findings:
        out.print(table)
    print_footer(out, summary(found))


def difference(
    out: Console, found: "Difference", now: int, short: "Callable[[str], str]", *, projects: bool = False
) -> None:
    """What a span of time taught, in five short lists."""
    from recall_cli.cli.commands.read.diff import describe_changes

    nothing = True
    for word in ("learned", "corrected", "superseded", "deleted", "restored"):
        rows = getattr(found, word)
        if not rows:
            continue
        nothing = False
        out.print(Text(f"{word} {len(rows)}", style="bold"))
        if word == "corrected":
            told = [make_printable(describe_changes(before, after, now)) for _, before, after in rows]
            print_memories(out, [memory for memory, _, _ in rows], now, short, told, show_project=projects)
        else:
            print_memories(out, list(rows), now, short, show_project=projects)
    if nothing:
        print_footer(out, "nothing changed")


def exams(out: Console, found: "list[BenchResult]") -> None:
    """How well recall finds: a table for each set, a row for each ranking."""
    for name in dict.fromkeys(exam.name for exam in found):
        own = [exam for exam in found if exam.name == name]
        out.print(Text(f"{name} · {own[0].questions:,} questions", style="bold"))
        measures = list(dict.fromkeys(measure for exam in own for measure in exam.figures))
        table = make_grid()
        table.add_row("", *(Text(exam.ranking, style=ACCENT) for exam in own))
        for measure in measures:
            cells = [exam.figures.get(measure, (0.0, 0.0)) for exam in own]
            table.add_row(
                Text(measure, style=DIM), *(f"{100 * mean:.1f} ± {100 * within:.1f}" for mean, within in cells)
            )
        table.add_row(Text("tokens of 5", style=DIM), *(f"{exam.tokens:.0f}" for exam in own))
        out.print(table)
        print_footer(out, "a search takes " + ", ".join(f"{exam.ms:.1f} ms ({exam.ranking})" for exam in own))
    _plot(out, found)


def _plot(out: Console, found: "list[BenchResult]") -> None:
    """What each ranking finds among its first five, as bars with the reach of their intervals."""
    width = max(10, min(40, out.width - 45))
    table = make_grid()
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
