"""recall consolidate: merge near-duplicate memories."""

from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable, memory_count_text, memory_documents
from recall_cli.cli.parsing.params import option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotStored, RecallError
from recall_cli.domain.moment import format_age
from recall_cli.domain.scope import Filters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.edit.consolidate import MergePlan, MergeResult

PARAMS = (
    option("topic", "Only this topic."),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("patterns", "Make patterns of recurring findings and corrections instead.", kind="flag"),
    option("own", "Include your own words; only at a terminal.", kind="flag"),
    option("dry_run", "Show what would be merged without changing anything.", kind="flag"),
    option("yes", "Do not ask before a large change; only at a terminal.", kind="flag"),
)
EXAMPLES = (
    ("recall admin consolidate --dry-run", "what would be merged, with the new text, and what would not"),
    ("recall admin consolidate --topic billing", "originals stay, superseded and linked; recall undo restores them"),
    ("recall admin consolidate --patterns --project '*'", "recall maintain says how many wait"),
)


def consolidate(
    app: "App",
    *,
    topic: "str | None",
    project: "str | None",
    global_: bool,
    patterns: bool,
    own: bool,
    dry_run: bool,
    yes: bool,
) -> Reply:
    """Merge near-duplicate memories, if the merged text provably loses nothing.

    Memories that differ in a number, a name, a negation or a condition stay apart. So do pinned, contested and
    anchored memories, and your own words. A large change asks first.
    """
    from recall_cli.engines.tables.links import MERGED, PATTERN
    from recall_cli.flows.edit import consolidate as merging
    from recall_cli.flows.maintain import patterns as recurring
    from recall_cli.flows.projects import projects_to_read

    if (own or yes) and not app.at_terminal:
        raise NotStored(
            "nothing was done: --own and --yes only work at a terminal", "recall admin consolidate --dry-run"
        )
    with app.read_transaction() as tx:
        places = projects_to_read(app, tx, project, only_global=global_)
    wanted = Filters(projects=places, everywhere=project is None or project == "*" or global_, topic=topic)
    plan = (
        recurring.plan_patterns(app, wanted, include_user_words=own)
        if patterns
        else merging.plan_merges(app, wanted, include_user_words=own)
    )
    kind, link = ("pattern", PATTERN) if patterns else ("consolidate", MERGED)
    agreed = yes or (not dry_run and _ask_to_go_on(app, plan))
    result = merging.apply_plan(app, plan, kind=kind, link=link, agreed=agreed, dry_run=dry_run)
    if result.stopped and not dry_run:
        raise RecallError(
            f"nothing was done: {_affected_text(plan)} would be merged; "
            f"above {merging.LARGE_SHARE:.0%} a person has to agree",
            "recall admin consolidate --dry-run shows them; --yes, at a terminal, merges them",
        )
    return _reply(result, "no new patterns" if patterns else "no near-duplicate memories")


def _reply(result: "MergeResult", none: str) -> Reply:
    def document() -> "dict[str, object]":
        return {
            "unions": [
                {
                    "text": merge.text,
                    "type": merge.type,
                    "by": merge.by,
                    "sources": memory_documents(merge.sources),
                    "memory": None if merge.memory is None else memory_documents([merge.memory])[0],
                }
                for merge in result.shown
            ],
            "apart": [
                {"memory_ids": [source.id for source in refusal.sources], "reason": refusal.reason}
                for refusal in result.plan.refused
            ],
            "share": round(result.plan.share, 4),
            "would_ask": result.stopped,
            "operation": result.op,
            "dry_run": result.dry_run,
        }

    return Reply(
        document,
        lambda: _lines(result),
        lambda out: _print_merges(out, result, none),
        empty=none,
    )


def _affected_text(plan: "MergePlan") -> str:
    return f"{memory_count_text(plan.sources)} ({plan.share:.0%} of all valid memories)"


def _ask_to_go_on(app: "App", plan: "MergePlan") -> bool:
    """Ask a person before a large change; no answer means no."""
    from recall_cli.cli.output.ask import agrees
    from recall_cli.flows.edit.consolidate import LARGE_SHARE

    if plan.share <= LARGE_SHARE or not app.at_terminal:
        return False

    return agrees(f"{_affected_text(plan)} would be merged into {len(plan.merges):,}; go on?")


def _lines(result: "MergeResult") -> "list[str]":
    lines = []
    for merge in result.shown:
        lines += [f"-\t{source.id}\t{make_printable(source.text)}" for source in merge.sources]
        lines.append(f"+\t{merge.memory.id if merge.memory else 'new'}\t{make_printable(merge.text)}")
    for refusal in result.plan.refused:
        lines.append("\t".join(("=", ",".join(source.id for source in refusal.sources), refusal.reason)))
    return lines


def _print_merges(out: "Screen", result: "MergeResult", none: str) -> None:
    """Print each merge as a diff (originals, then the merged memory), and what stays apart with the reason."""
    merges = result.shown
    for merge in merges:
        rows: list[list[Cell]] = [
            [
                ("-", DANGER),
                (out.short_id(source.id), ACCENT),
                (format_age(source.created_at, out.now), DIM),
                (source.text, DIM),
            ]
            for source in merge.sources
        ]
        id_ = out.short_id(merge.memory.id) if merge.memory else "new"
        out.table([*rows, [("+", "green"), (id_, ACCENT), merge.type, merge.text]])
        out.line()
    for refusal in result.plan.refused:
        ids = " · ".join(out.short_id(source.id) for source in refusal.sources)
        out.line(("=  ", "yellow"), ids, (f"  {refusal.reason}", DIM))
    source_count = sum(len(merge.sources) for merge in merges)
    if not merges:
        out.footer(none)
    elif result.dry_run:
        share = f"{result.plan.share:.0%} of all valid memories"
        ask = "; it would ask first" if result.stopped else ""
        out.footer(f"dry run: {source_count:,} would become {len(merges):,} ({share}){ask}")
    else:
        out.footer(f"{source_count:,} became {len(merges):,} · undo: recall undo {result.op}")
