"""recall resolve: settle a fact that recall does not decide by itself."""

import sys

from recall_cli.cli.doors.options import GLOBAL_ONLY, PROJECT
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import age
from recall_cli.rules.beliefs.authorship import author_for_person
from recall_cli.rules.beliefs.settling import KEEP, MANY, WHEN, Choice, read_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.edit.resolve import Fact, Resolved

PARAMS = (
    argument("entity", "What the fact is about.", metavar="ENTITY"),
    argument("attribute", "Which property of that.", metavar="ATTRIBUTE"),
    option("keep", "This value holds, and no other.", metavar="VALUE"),
    option(
        "when", "In this context this value holds; again for others, default=VALUE for the rest.", kind="many",
        metavar="CONTEXT=VALUE",
    ),
    option("many", "It holds several values at once.", kind="flag"),
    PROJECT,
    GLOBAL_ONLY,
)  # fmt: skip
EXAMPLES = (
    ("recall resolve user preferred_meeting_time", "asks you, at a terminal"),
    ("recall resolve queue engine --keep NATS", ""),
    ("recall resolve user preferred_meeting_time --when consulting=morning --when default=afternoon", ""),
    ("recall resolve project framework --many", ""),
)


def resolve(
    app: "App",
    *,
    entity: str,
    attribute: str,
    keep: "str | None",
    when: "tuple[str, ...]",
    many: bool,
    project: "str | None",
    global_: bool,
) -> Reply:
    """Say what holds where memories disagree. Your answer is kept, and governs what is stored after it.

    Only a person at a terminal can: an agent may see what is contested, and ask.
    """
    from recall_cli.flows.edit.resolve import only_a_person
    from recall_cli.flows.edit.resolve import resolve as settle

    only_a_person(app, entity, attribute)
    choice = _chosen(keep, when, many=many)
    if choice is None:
        choice = _asked(app, entity, attribute, project, only_global=global_)
    if choice is None:
        return Reply(lambda: {"settled": False, "operation": None}, lambda: ["left open"], None)
    found = settle(app, entity, attribute, choice, project, only_global=global_)
    if found.op is None:
        app.note("nothing to change: it is settled so already")
    return Reply(
        lambda: _document(entity, attribute, found), lambda: _lines(found), lambda console: _screen(console, found, app)
    )


def _chosen(keep: "str | None", when: "tuple[str, ...]", *, many: bool) -> "Choice | None":
    """What the options say, or nothing where they leave it to be asked."""
    if (keep is not None) + bool(when) + many > 1:
        raise UsageError("--keep, --when and --many exclude each other")
    if keep is not None:
        if not keep.strip():
            raise UsageError("--keep needs a value", "e.g. --keep morning")
        return Choice(kind=KEEP, values=((None, keep.strip()),))
    if many:
        return Choice(kind=MANY)
    if not when:
        return None
    values: dict[str | None, str] = {}
    for text in when:
        pair = read_context(text)
        if pair is None:
            raise UsageError(f"--when takes CONTEXT=VALUE, not {text!r}", "e.g. --when consulting=morning")
        if pair[0] in values:
            raise UsageError(f"--when names {pair[0] or 'default'} twice")
        values[pair[0]] = pair[1]
    return Choice(kind=WHEN, values=tuple(values.items()))


def _asked(
    app: "App", entity: str, attribute: str, project: "str | None", *, only_global: bool
) -> "Choice | None":  # fmt: skip
    """What the person at the terminal answers; nothing where he leaves it open."""
    from recall_cli.flows.edit.resolve import fact_of

    with app.reading() as tx:
        fact = fact_of(app, tx, entity, attribute, project, only_global=only_global)
    values = fact.values
    if not values:
        raise UsageError(f"nothing is believed of {entity}.{attribute} now", "--keep VALUE says what holds")
    _tell(fact, app.now())
    while True:
        said = _question("a number keeps that one, m: all of them hold, w: it depends, Enter: leave it open")
        if not said:
            return None
        if said.casefold() == "m":
            return Choice(kind=MANY)
        if said.casefold() == "w":
            pairs = {
                _question(f"when is it {show.safe(side.value or '')}? (Enter: otherwise)"): side for side in values
            }
            contexts = [f"{context}={side.value}" for context, side in pairs.items()]
            if len(pairs) == len(values):
                return _chosen(None, tuple(contexts), many=False)
        elif said.isdecimal() and 1 <= int(said) <= len(values):
            return Choice(kind=KEEP, values=((None, values[int(said) - 1].value or ""),))
        sys.stderr.write("that is none of these\n")


def _tell(fact: "Fact", now: int) -> None:
    """The sides, numbered."""
    sys.stderr.write(show.safe(f"{fact.entity}.{fact.attribute}") + "\n")
    for number, side in enumerate(fact.values, 1):
        who = author_for_person(side.trust, side.agent, side.source)
        said = "  ".join((side.value or "", age(side.created_at, now), who, side.text))
        sys.stderr.write(f"  {number}  {show.safe(said)}\n")


def _question(text: str) -> str:
    """What is typed in answer; the end of input leaves everything as it is."""
    sys.stderr.write(text + " > ")
    sys.stderr.flush()
    return " ".join(sys.stdin.readline().split())


def _document(entity: str, attribute: str, found: "Resolved") -> "dict[str, Any]":
    return {
        "entity": entity,
        "attribute": attribute,
        "settled": True,
        "as": found.kind,
        "answers": show.as_document(found.answers),
        "supersedes": [memory.id for memory in found.ended],
        "operation": found.op,
    }


def _lines(found: "Resolved") -> "list[str]":
    told = [f"{'settled' if found.op else 'unchanged'}\t{show.line(memory)}" for memory in found.answers]
    return told + [f"ended\t{show.line(memory)}" for memory in found.ended]


def _screen(console: "Any", found: "Resolved", app: "App") -> None:
    from recall_cli.cli.screens import screen

    for memory in found.answers:
        screen.said(
            console,
            "settled" if found.op else "unchanged",
            memory.text.removeprefix("Settled: "),
            app.short_id(memory.id),
        )
    for memory in found.ended:
        screen.said(console, "ended", memory.value or memory.text, app.short_id(memory.id))
    if found.op is not None:
        screen.foot(console, f"it governs what is stored from now on · recall undo {found.op}")
