"""recall history: how a memory or fact changed over time."""

from recall_cli.cli.output.changed_fields import changes_document, describe_change
from recall_cli.cli.output.formatting import DIM, make_printable, memory_line, state_marks
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import AS_OF_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotFound, RecallError, UsageError
from recall_cli.domain.moment import format_day, format_iso, format_near_day
from recall_cli.flows.explain import history as flow
from recall_cli.rules.beliefs.authorship import author_for_model, author_for_person, operation_source
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.event import Event
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.explain.history import Ending, MemoryHistory

PARAMS = (
    argument(
        "about",
        "An id, an entity and an attribute, or words from these names or from the text.",
        kind="arguments",
        completes="id",
        metavar="ID | ENTITY ATTRIBUTE | WORDS",
    ),
    PROJECT_OPTION,
    AS_OF_OPTION,
    option("include", "Also include what agents do not see: held.", kind="many", metavar="KINDS"),
)
EXAMPLES = (
    ("recall history 7c1e", ""),
    ("recall history engine", "the fact with this attribute or entity; if several fit, they are listed"),
    ("recall history queue.engine", "the same fact as recall get and store name it"),
    ("recall history queue engine", "all values of one fact, in this project and without a project"),
    ("recall history metrics exporter", "without such a fact: the memories with these words, and what ended them"),
)


def history(
    app: "App", *, about: "tuple[str, ...]", project: "str | None", as_of: "str | None", include: "tuple[str, ...]"
) -> Reply:
    """Show every version and change of a memory or fact, until when each value held, and why it ended."""
    if not about:
        raise UsageError(
            "history takes an id, an entity and an attribute, or words", "for example recall history queue engine"
        )
    until = option_values.parse_moment(app, as_of, whole_day=True)
    with app.read_transaction() as tx:
        histories = _find_histories(app, tx, about, project)
        if until is not None:
            histories = _histories_until(tx, histories, until)
        histories = flow.add_endings(tx, histories)
    if not (app.at_terminal or "held" in option_values.parse_include(include)):
        histories = flow.hide_held(histories)
    return Reply(
        lambda: {"history": [_history_document(item) for item in histories]},
        lambda: _history_lines(histories, app.now(), app.short_id),
        lambda out: _print_history(out, histories),
    )


def _find_histories(
    app: "App", tx: "Transaction", about: "tuple[str, ...]", project: "str | None"
) -> "list[MemoryHistory]":
    """The histories that the arguments name: of a memory, of a fact, or of the memories with these words."""
    from recall_cli.flows.projects import projects_to_read

    words = " ".join(about)
    names = _split_names(words) if len(about) == 1 else [*about]
    not_found: RecallError = NotFound(
        f"no memory here has all the words {words!r}", "recall search finds memories by meaning"
    )
    if not names:
        try:
            return flow.history_of_memory(tx, words)
        except (NotFound, UsageError) as error:
            not_found = error
    places = projects_to_read(app, tx, project)
    if not names:
        histories = _histories_by_name(app, tx, words, places)
        if histories:
            return histories
    elif len(names) == 2:
        try:
            return flow.history_of_fact(tx, names[0], names[1], places)
        except NotFound as error:
            not_found = error
    histories = _histories_by_words(app, tx, words, places, project)
    if not histories:
        raise not_found
    return histories


def _histories_by_name(
    app: "App", tx: "Transaction", name: str, places: "tuple[int, ...] | None"
) -> "list[MemoryHistory]":
    """The history of the only fact with this entity or attribute, here or elsewhere; empty if there is none."""
    name = name.removeprefix("the ").strip()
    histories = flow.history_of_name(tx, name, places)
    if not histories and places is not None:
        histories = flow.history_of_name(tx, name, None)
        if histories:
            app.note("from another project: nothing here has that name")
    return histories


def _histories_by_words(
    app: "App", tx: "Transaction", words: str, places: "tuple[int, ...] | None", project: "str | None"
) -> "list[MemoryHistory]":
    """The histories of the fact or the memories that have some words; empty if there are none."""
    from recall_cli.domain.shell_words import quote

    words = words.removeprefix("the ").strip()
    result = flow.history_of_words(tx, words, places, f" --project {quote(project)}" if project else "")
    if result is None:
        return []
    if not result.fact:
        app.note(f"no fact has this name: these memories have the words {words!r}")
    if result.left_out:
        app.note(f"{result.left_out} more have them: add a word, or name an id")
    return [*result.histories]


def _split_names(word: str) -> "list[str]":
    """The parts of an entity and attribute in one argument ("api port", api.port); empty if it is something else."""
    word = word.removeprefix("the ")
    for between in (None, "."):
        parts = word.split(between)
        if len(parts) == 2 and all(part.isidentifier() for part in parts):
            return parts
    return []


def _histories_until(tx: "Transaction", histories: "list[MemoryHistory]", moment: int) -> "list[MemoryHistory]":
    from recall_cli.flows.search.past_state import memory_at

    return [
        item.but(
            memory=memory_at(tx, item.memory, moment),
            events=tuple(event for event in item.events if event.at <= moment),
        )
        for item in histories
        if item.memory.created_at <= moment
    ]


def _history_document(item: "MemoryHistory") -> "dict[str, object]":
    events = []
    for event in item.events:
        values = event.fields()
        changes = event_changes(event)
        del values["before"], values["after"]
        events.append(
            {
                "operation": values.pop("op"),
                **values,
                "at": format_iso(event.at),
                "changes": changes,
                "author": author_for_model(event.trust, event.agent, operation_source(event.session)),
            }
        )
    return {**memory_as_json(item.memory), "events": events, "ended": _ending_document(item.ending)}


def event_changes(event: "Event") -> "dict[str, object]":
    """What an event changed, by column, as JSON."""
    return changes_document(shown_changes(event), event.before, event.after)


def _ending_document(ending: "Ending | None") -> "dict[str, object] | None":
    if ending is None:
        return None
    by = None if ending.by is None else ending.by.id
    return {"at": format_iso(ending.at), "kind": ending.kind, "by": by, "reason": ending.reason}


def _ending_text(ending: "Ending", short: "Callable[[str], str]") -> str:
    """Why a value ended, in the words of recall why."""
    by = "" if ending.by is None else f"ended by {short(ending.by.id)}: "
    return make_printable(by + ending.reason)


def shown_changes(event: "Event") -> "list[str]":
    """The changed fields of an event to show."""
    hidden = "valid_until" if "superseded_at" in event.after else ""
    return [
        name
        for name in event.after
        if name != hidden and (name in flow.CORRECTION_COLUMNS or name.startswith("tags.") or name in _SHOWN_COLUMNS)
    ]


_SHOWN_COLUMNS = ("seen_count", "deleted_at", "superseded_at", "usefulness")


def describe_event(event: "Event", now: "int | None" = None) -> str:
    """What an event changed, in a few words. With `now`, times are written for people."""
    parts = []
    for name in shown_changes(event):
        before, after = event.before.get(name), event.after[name]
        if name == "deleted_at":
            parts.append("deleted" if after is not None else "restored")
        elif name == "superseded_at":
            parts.append("superseded" if after is not None else "valid again")
        elif name == "seen_count":
            count, count_before = int(after or 0), int(before or 0)
            is_more = count > count_before
            parts.append(f"seen {count} times" if is_more else f"seen {count} time{'s' * (count > 1)} after all")
        else:
            parts.append(describe_change(name, before, after, now))
    return ", ".join(parts)


def _history_lines(histories: "list[MemoryHistory]", now: int, short: "Callable[[str], str]") -> "list[str]":
    lines = []
    for item in histories:
        state = " ".join(state_marks(item.memory.but(maybe_replaced_by=None), now))  # the line has that already
        lines.append(memory_line(item.memory) + (f"\t{state}" if state else ""))
        for event in item.events:
            change = describe_event(event)
            who = author_for_model(event.trust, event.agent, operation_source(event.session))
            lines.append(
                f"\t{event.op}\t{event.kind}\t{format_day(event.at)}\t{who}"
                + (f"\t{make_printable(change)}" if change else "")
            )
        if item.ending is not None:
            lines.append(f"\tuntil\t{format_day(item.ending.at)}\t{_ending_text(item.ending, short)}")
    return lines


def _print_history(out: "Screen", histories: "list[MemoryHistory]") -> None:
    for item in histories:
        out.memories([item.memory])
        rows: list[list[Cell]] = []
        for event in item.events:
            who = author_for_person(event.trust, event.agent, operation_source(event.session))
            about = f"{format_near_day(event.at, out.now)}, {who}"
            rows.append(["   ", (str(event.op), DIM), event.kind, (about, DIM), (describe_event(event, out.now), DIM)])
        out.table(rows)
        if item.ending is not None:
            why = f"until {format_near_day(item.ending.at, out.now)}, {_ending_text(item.ending, out.short_id)}"
            out.indented(why, columns=4)
