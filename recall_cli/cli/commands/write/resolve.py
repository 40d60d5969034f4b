"""recall resolve: settle a fact with conflicting values, or memories that contradict each other."""

import sys

from recall_cli.cli.output.ask import ask, can_ask
from recall_cli.cli.output.formatting import make_printable, memory_documents, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_age
from recall_cli.rules.beliefs.authorship import author_for_person
from recall_cli.rules.beliefs.settled_facts import (
    KEEP_ONE,
    KEEP_SEVERAL,
    PER_CONTEXT,
    WORDS_BEFORE_A_CONTEXT,
    FactChoice,
    parse_context_value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.resolve import FactState

PARAMS = (
    argument("entity", "What the fact is about; or the id of a contested memory.", metavar="ENTITY"),
    argument("attribute", "Which property; or a second id.", default="", metavar="ATTRIBUTE"),
    option("keep", "Keep this value only; or the memory with this id.", metavar="VALUE"),
    option(
        "when",
        "Value, or id of a memory, for a context; repeatable; default=VALUE for all others.",
        kind="many",
        metavar="CONTEXT=VALUE",
    ),
    option("many", "The fact has several values at once; or all of the memories are true.", kind="flag"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
)
EXAMPLES = (
    ("recall resolve user preferred_meeting_time", "asks you (at a terminal)"),
    ("recall resolve queue engine --keep NATS", ""),
    ("recall resolve user preferred_meeting_time --when consulting=morning --when default=afternoon", ""),
    ("recall resolve project framework --many", ""),
    ("recall resolve 7c1e 4f77 --keep 7c1e", "two memories that contradict each other"),
    ("recall resolve 7c1e 4f77 --when production=7c1e --when staging=4f77", "both are true, each in its situation"),
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
    """Settle a fact with conflicting values, or memories that contradict each other.

    Your answer is stored and also applies to later memories. Only a person at a terminal can do this. Agents can list
    conflicts and ask you.
    """
    ids = [entity, *([attribute] if attribute else [])]
    if _are_ids(app, ids):
        return _resolve_texts(app, ids, keep, when, many=many)
    if not attribute:
        raise UsageError("a fact has an entity and an attribute", "recall conflicts shows them: ENTITY.ATTRIBUTE")
    from recall_cli.flows.edit import resolve as flow

    flow.check_person(app, "a fact", entity, attribute)
    choice = _choice_from_options(keep, when, many=many)
    if choice is None:
        _check_can_ask(app)
    with app.read_transaction() as tx:
        fact = flow.find_fact(app, tx, entity, attribute, project, only_global=global_)
    if choice is not None:
        choice = _complete_values(app, choice, fact)
    elif not fact.values:
        raise UsageError(f"{entity}.{attribute} has no valid value", "set one with --keep VALUE")
    elif len(fact.values) == 1 and not fact.contested:
        return _unsettled_reply(f"{fact.entity}.{fact.attribute} has one value: nothing to resolve")
    else:
        sys.stderr.write(make_printable(f"{fact.entity}.{fact.attribute}") + "\n")
        choice = _ask_for_choice(fact.values, app.now(), by_value=True)
    if choice is None:
        return _unsettled_reply("left open")
    result = flow.resolve(app, entity, attribute, choice, project, only_global=global_)
    document = {"entity": entity, "attribute": attribute, "settled": True, "as": result.kind}
    return _settled_reply(app, document, result.answers, result.ended, result.op)


def _check_can_ask(app: "App") -> None:
    """UsageError where the server runs the command, and cannot ask its client."""
    if not can_ask(app):
        raise UsageError(
            "over https, say how it is settled", "--keep, --when or --many; recall conflicts shows the sides"
        )


def _are_ids(app: "App", words: "list[str]") -> bool:
    """Whether all words are ids of memories, and no names of things."""
    from recall_cli.flows.search.id_lookup import is_memory_id

    with app.read_transaction() as tx:
        return all(is_memory_id(tx, word) for word in words)


def _resolve_texts(app: "App", ids: "list[str]", keep: "str | None", when: "tuple[str, ...]", *, many: bool) -> Reply:
    """Settle memories that contradict each other, given by their ids."""
    from recall_cli.flows.edit import resolve as flow

    flow.check_person(app, "what is contested", *ids)
    choice = _choice_from_options(keep, when, many=many)
    if choice is None:
        _check_can_ask(app)
        with app.read_transaction() as tx:
            sides = flow.find_sides(tx, ids)
        if len(sides) < 2:
            return _unsettled_reply("nothing contradicts this memory: nothing to resolve")
        choice = _ask_for_choice(sides, app.now(), by_value=False)
        if choice is None:
            return _unsettled_reply("left open")
        ids = [side.id for side in sides]
    if choice.kind == PER_CONTEXT:
        settlement = flow.keep_each_in_situation(app, ids, choice.values)
    elif choice.kind == KEEP_SEVERAL:
        settlement = flow.keep_all_texts(app, ids)
    else:
        settlement = flow.keep_text(app, ids, choice.values[0][1])
    document = {"settled": True, "as": choice.kind}
    return _settled_reply(app, document, settlement.standing, settlement.ended, settlement.op)


def _settled_reply(
    app: "App", document: "dict[str, object]", standing: "Sequence[Memory]", ended: "Sequence[Memory]", op: "int | None"
) -> Reply:
    """The reply with the memories that stand, and those that ended."""
    if op is None:
        app.note("nothing to change: already settled this way")
    word = "settled" if op else "unchanged"
    is_fact = "entity" in document

    def screen(out: "Screen") -> None:
        for memory in standing:
            out.result(word, memory.text.removeprefix("Settled: ") if is_fact else memory.text, out.short_id(memory.id))
        for memory in ended:
            out.result("ended", (is_fact and memory.value) or memory.text, out.short_id(memory.id))
        if op is not None:
            out.footer(f"{'also applies to later memories · ' if is_fact else ''}undo: recall undo {op}")

    answers = {"answers": memory_documents(standing), "supersedes": [memory.id for memory in ended], "operation": op}
    return Reply(
        lambda: {**document, **answers},
        lambda: [
            *(f"{word}\t{memory_line(memory)}" for memory in standing),
            *(f"ended\t{memory_line(memory)}" for memory in ended),
        ],
        screen,
    )


def _ask_for_choice(sides: "Sequence[Memory]", now: int, *, by_value: bool) -> "FactChoice | None":
    """Ask the person which side holds, named by its value or by its text; None if they leave it open."""
    named = [(side.value or "", side.value or "") if by_value else (side.text, side.id) for side in sides]
    rows = [
        (format_age(side.created_at, now), author_for_person(side.trust, side.agent, side.source), side.text)
        for side in sides
    ]
    _print_numbered([(name, *row) for (name, _), row in zip(named, rows, strict=True)] if by_value else [*rows])
    while True:
        choice = _choice_from_answer(ask(ANSWERS) or "", named)
        if choice != UNCLEAR:
            return choice


def _choice_from_options(keep: "str | None", when: "tuple[str, ...]", *, many: bool) -> "FactChoice | None":
    """The choice in the options; None if the user must be asked."""
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


def _complete_values(app: "App", choice: FactChoice, fact: "FactState") -> FactChoice:
    """The choice with the values as they are stored: `30` is `30 seconds` if that is the only value that begins so."""
    stored = {side.value.casefold(): side.value for side in fact.values if side.value}
    completed = []
    for context, value in choice.values:
        begun = [whole for folded, whole in stored.items() if folded.startswith(f"{value.casefold()} ")]
        if value.casefold() not in stored and len(begun) == 1:
            app.note(make_printable(f"{value} was taken as {begun[0]}"))
            value = begun[0]
        completed.append((context, value))
    return choice.but(values=tuple(completed))


def _unsettled_reply(text: str) -> Reply:
    return Reply(lambda: {"settled": False, "operation": None}, lambda: [make_printable(text)], None)


ANSWERS = "keep which? [number, m = all are true, w = depends, Enter = skip] > "
UNCLEAR = FactChoice(kind="unclear")
"""An answer that is none of the possible ones."""


def _choice_from_answer(answer: str, sides: "list[tuple[str, str]]") -> "FactChoice | None":
    """The choice that an answer means, or `UNCLEAR`; None if it is left open. Each side is a text and its value."""
    if not answer:
        return None
    if answer.casefold() == "m":
        return FactChoice(kind=KEEP_SEVERAL)
    if answer.isdecimal() and 1 <= int(answer) <= len(sides):
        return FactChoice(kind=KEEP_ONE, values=((None, sides[int(answer) - 1][1]),))
    if answer.casefold() == "w":
        pairs = {
            _context_name(ask(f"when is it {make_printable(text)}? (Enter = otherwise) > ") or ""): value
            for text, value in sides
        }
        if len(pairs) == len(sides):
            return _choice_from_options(None, tuple(f"{name}={value}" for name, value in pairs.items()), many=False)
        sys.stderr.write("two of them have the same situation\n")
        return UNCLEAR
    sys.stderr.write("not one of the answers\n")
    return UNCLEAR


def _context_name(answer: str) -> str:
    """The context that an answer names: `production` for "in production"."""
    first, _, rest = answer.strip().partition(" ")
    return rest.strip() if rest and first.casefold() in WORDS_BEFORE_A_CONTEXT else answer


MAX_COLUMN_WIDTH = 30
"""A longer cell moves the rest of its row to the right, so that the other rows stay short."""


def _print_numbered(rows: "list[tuple[str, ...]]") -> None:
    """Print rows with their numbers, in columns; the last column is a text of any length."""
    cells = [[make_printable(cell) for cell in row] for row in rows]
    widths = [min(MAX_COLUMN_WIDTH, max(map(len, column))) for column in list(zip(*cells, strict=True))[:-1]]
    for number, row in enumerate(cells, 1):
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        sys.stderr.write("  ".join((f"  {number}", *padded, row[-1])) + "\n")
