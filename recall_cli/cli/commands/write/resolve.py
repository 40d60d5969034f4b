"""recall resolve: settle a fact that recall does not decide by itself."""

import sys

from recall_cli.cli.output.formatting import make_printable, memory_documents, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_age
from recall_cli.rules.beliefs.authorship import author_for_person
from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, KEEP_SEVERAL, PER_CONTEXT, FactChoice, parse_context_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.edit.resolve import FactState, ResolveResult

PARAMS = (
    argument("entity", "What the fact is about.", metavar="ENTITY"),
    argument("attribute", "Which property of that.", metavar="ATTRIBUTE"),
    option("keep", "This value holds, and no other.", metavar="VALUE"),
    option(
        "when", "In this context this value holds; again for others, default=VALUE for the rest.", kind="many",
        metavar="CONTEXT=VALUE",
    ),
    option("many", "It holds several values at once.", kind="flag"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
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
    from recall_cli.flows.edit.resolve import check_person
    from recall_cli.flows.edit.resolve import resolve as settle

    check_person(app, entity, attribute)
    choice = _choice_from_options(keep, when, many=many)
    if choice is None:
        choice = _ask_for_choice(app, entity, attribute, project, only_global=global_)
    if choice is None:
        return Reply(lambda: {"settled": False, "operation": None}, lambda: ["left open"], None)
    found = settle(app, entity, attribute, choice, project, only_global=global_)
    if found.op is None:
        app.note("nothing to change: it is settled so already")
    return Reply(
        lambda: _document(entity, attribute, found),
        lambda: _lines(found),
        lambda console: _print_screen(console, found, app),
    )


def _choice_from_options(keep: "str | None", when: "tuple[str, ...]", *, many: bool) -> "FactChoice | None":
    """What the options say, or nothing where they leave it to be asked."""
    if (keep is not None) + bool(when) + many > 1:
        raise UsageError("--keep, --when and --many exclude each other")
    if keep is not None:
        if not keep.strip():
            raise UsageError("--keep needs a value", "e.g. --keep morning")
        return FactChoice(kind=KEEP_ONE, values=((None, keep.strip()),))
    if many:
        return FactChoice(kind=KEEP_SEVERAL)
    if not when:
        return None
    values: dict[str | None, str] = {}
    for text in when:
        pair = parse_context_value(text)
        if pair is None:
            raise UsageError(f"--when takes CONTEXT=VALUE, not {text!r}", "e.g. --when consulting=morning")
        if pair[0] in values:
            raise UsageError(f"--when names {pair[0] or 'default'} twice")
        values[pair[0]] = pair[1]
    return FactChoice(kind=PER_CONTEXT, values=tuple(values.items()))


def _ask_for_choice(
    app: "App", entity: str, attribute: str, project: "str | None", *, only_global: bool
) -> "FactChoice | None":  # fmt: skip
    """What the person at the terminal answers; nothing where he leaves it open."""
    from recall_cli.flows.edit.resolve import find_fact

    with app.read_transaction() as tx:
        fact = find_fact(app, tx, entity, attribute, project, only_global=only_global)
    values = fact.values
    if not values:
        raise UsageError(f"nothing is believed of {entity}.{attribute} now", "--keep VALUE says what holds")
    _print_sides(fact, app.now())
    while True:
        said = _ask("a number keeps that one, m: all of them hold, w: it depends, Enter: leave it open")
        if not said:
            return None
        if said.casefold() == "m":
            return FactChoice(kind=KEEP_SEVERAL)
        if said.casefold() == "w":
            pairs = {
                _ask(f"when is it {make_printable(side.value or '')}? (Enter: otherwise)"): side for side in values
            }
            contexts = [f"{context}={side.value}" for context, side in pairs.items()]
            if len(pairs) == len(values):
                return _choice_from_options(None, tuple(contexts), many=False)
        elif said.isdecimal() and 1 <= int(said) <= len(values):
            return FactChoice(kind=KEEP_ONE, values=((None, values[int(said) - 1].value or ""),))
        sys.stderr.write("that is none of these\n")


def _print_sides(fact: "FactState", now: int) -> None:
    """The sides, numbered."""
    sys.stderr.write(make_printable(f"{fact.entity}.{fact.attribute}") + "\n")
    for number, side in enumerate(fact.values, 1):
        who = author_for_person(side.trust, side.agent, side.source)
        said = "  ".join((side.value or "", format_age(side.created_at, now), who, side.text))
        sys.stderr.write(f"  {number}  {make_printable(said)}\n")


def _ask(text: str) -> str:
    """What is typed in answer; the end of input leaves everything as it is."""
    sys.stderr.write(text + " > ")
    sys.stderr.flush()
    return " ".join(sys.stdin.readline().split())


def _document(entity: str, attribute: str, found: "ResolveResult") -> "dict[str, Any]":
    return {
        "entity": entity,
        "attribute": attribute,
        "settled": True,
        "as": found.kind,
        "answers": memory_documents(found.answers),
        "supersedes": [memory.id for memory in found.ended],
        "operation": found.op,
    }


def _lines(found: "ResolveResult") -> "list[str]":
    told = [f"{'settled' if found.op else 'unchanged'}\t{memory_line(memory)}" for memory in found.answers]
    return told + [f"ended\t{memory_line(memory)}" for memory in found.ended]


def _print_screen(console: "Any", found: "ResolveResult", app: "App") -> None:
    from recall_cli.cli.output.terminal import print_footer, print_result

    for memory in found.answers:
        print_result(
            console,
            "settled" if found.op else "unchanged",
            memory.text.removeprefix("Settled: "),
            app.short_id(memory.id),
        )
    for memory in found.ended:
        print_result(console, "ended", memory.value or memory.text, app.short_id(memory.id))
    if found.op is not None:
        print_footer(console, f"it governs what is stored from now on · recall undo {found.op}")
