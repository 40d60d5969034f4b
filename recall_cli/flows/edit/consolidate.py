"""Consolidation: memories that say the same in other words become one, if it is proved that nothing is lost.

First everything is thought over without a lock, then each union is written in a short transaction that looks once more
whether its sources are as they were. A round that would touch too much of the store does nothing until somebody agrees.
"""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.flows.edit import unite
from recall_cli.flows.edit.unite import Refused, Union
from recall_cli.rules.beliefs import clustering, merging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

COMPARED = 3_000
"""Of a larger group only the newest are held against each other in one round."""
TOGETHER = 100
"""So many unions are written in one transaction."""


class Plan(Record):
    """What a round would do."""

    unions: "list[Union]"
    refused: "list[Refused]"
    share: float
    """Which part of what is believed would be ended."""


class Consolidated(Record):
    """What a round came to."""

    plan: Plan
    unions: "list[Union]"
    """What was written."""
    op: "int | None"
    stopped: bool
    """It would have touched too much, and nobody agreed."""
    dry_run: bool


def planned(app: "App", wanted: "Filters", *, own: bool) -> Plan:
    """Which memories would become one, in which words, and which would not, and why."""
    threshold = app.settings["consolidate.threshold"]
    with app.reading() as tx:
        every = unite.believed(tx)
        clusters = [one for place in unite.groups(tx, wanted, own=own) for one in _clusters(tx, *place, threshold)]
    merge = _merger(app)
    unions, refused = [], []
    for project, members in clusters:
        text, by, reason = merge([memory.text for memory in members])
        if text:
            unions.append(Union(sources=tuple(members), text=text, type=members[0].type, by=by, project=project))
        else:
            refused.append(Refused(sources=tuple(members), reason=reason))
    return Plan(unions=unions, refused=refused, share=unite.share(every, unions))


def _clusters(
    tx: "Transaction", project: "int | None", members: "list[Memory]", threshold: float
) -> "list[tuple[int | None, list[Memory]]]":
    """The clusters of one group; who says something else is in none with him, however near."""
    members = members[-COMPARED:]
    vectors = tx.vectors.of([memory.n for memory in members])

    def fits(one: int, other: int) -> bool:
        return not merging.differ(members[one].text, members[other].text)

    near = [vectors.get(memory.n, b"") for memory in members]
    return [(project, [members[at] for at in places]) for places in clustering.greedy(near, threshold, fits)]


def _merger(app: "App") -> "Callable[[list[str]], tuple[str, str, str]]":
    """Who finds the words: claude where he is configured and answers, the rules elsewhere; both must prove it."""
    asked = app.settings["extractor"] == "claude"

    def merge(texts: "list[str]") -> "tuple[str, str, str]":
        nonlocal asked
        if asked:
            try:
                text, _ = merging.retold(_ask(app, texts), texts)
            except ModelFailed as failure:
                asked = False
                app.note(f"claude failed ({failure.message}): the rules merge")
            else:
                if text:
                    return text, f"consolidate:claude:{app.settings['claude.model']}", ""
        text, reason = merging.joined(texts)
        return text, "consolidate:rules", reason

    return merge


def _ask(app: "App", texts: "list[str]") -> str:
    from recall_cli.flows.write.asking import ask
    from recall_cli.inference import claude
    from recall_cli.rules.intake.asking import fenced
    from recall_cli.rules.secrets import mask

    deadline = claude.Deadline(app.settings["claude.timeout_seconds"])
    key = claude.key(app.environment, app.settings["claude.key_command"], deadline)
    notes = "\n".join(f"- {mask(' '.join(text.split())).text}" for text in texts)
    return ask(app, key, "merge", fenced(notes), merging.SCHEMA, deadline)


def carried_out(
    app: "App", plan: Plan, *, kind: str, link: str, agreed: bool, dry_run: bool, agent: "str | None" = None
) -> Consolidated:
    """Write a plan as one operation; nothing where it is a rehearsal, or would touch too much without consent."""
    stopped = plan.share > app.settings["consolidate.share"] and not agreed
    if dry_run or stopped or not plan.unions:
        return Consolidated(plan=plan, unions=[], op=None, stopped=stopped, dry_run=dry_run)
    op: int | None = None
    written: list[Union] = []
    for start in range(0, len(plan.unions), TOGETHER):
        with app.writing() as tx:
            if op is None:
                op = tx.operations.add(kind, trust=app.channel, agent=agent or app.agent)
            made = [unite.write(app, tx, op, union, link) for union in plan.unions[start : start + TOGETHER]]
            written += [union for union in made if union is not None]
            if not written:
                tx.operations.withdraw(op)
                op = None
    return Consolidated(plan=plan, unions=written, op=op, stopped=False, dry_run=False)
