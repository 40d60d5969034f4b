"""recall history: how a memory or fact changed over time."""

from recall_cli.cli.output.formatting import make_printable, memory_line, state_marks
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import AS_OF_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import TIME_FIELDS
from recall_cli.domain.moment import format_day, format_iso, format_near_day, format_when
from recall_cli.flows.explain.history import CORRECTION_COLUMNS
from recall_cli.rules.beliefs.authorship import author_for_model, author_for_person
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
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
    ("recall history 019aa3f2-7c1e", ""),
    ("recall history engine", "the fact with this attribute or entity; if several fit, they are listed"),
    ("recall history queue.engine", "the same fact as recall get and store name it"),
    ("recall history queue engine", "all values of one fact, in this project and without a project"),
    ("recall history metrics exporter", "without such a fact: the memories with these words, and what ended them"),
)


def history(
    app: "App", *, about: "tuple[str, ...]", project: "str | None", as_of: "str | None", include: "tuple[str, ...]"
) -> Reply:
    """Show every version and change of a memory or fact, until when each value held, and why it ended."""
    from recall_cli.flows.explain import history as flow

    if not about:
        raise UsageError(
            "history takes an id, an entity and an attribute, or words", "for example recall history queue engine"
        )
    until = option_values.parse_moment(app, as_of, whole_day=True)
    with app.read_transaction() as tx:
        lives = _find_lives(app, tx, about, project)
        if until is not None:
            lives = _lives_until(tx, lives, until)
        lives = flow.add_endings(tx, lives)
    if not (app.at_terminal or "held" in option_values.parse_include(include)):
        lives = flow.hide_held(lives)

    def screen(console: "Console") -> None:
        _print_history(console, lives, app.now(), app.short_id)

    return Reply(
        lambda: {"history": [_life_document(life) for life in lives]},
        lambda: _history_lines(lives, app.now(), app.short_id),
        screen,
    )


def _find_lives(
    app: "App", tx: "Transaction", about: "tuple[str, ...]", project: "str | None"
) -> "list[MemoryHistory]":
    """The histories that the arguments name: an id, a fact, or else words."""
    from recall_cli.domain.errors import NotFound
    from recall_cli.flows.explain.history import history_of_fact
    from recall_cli.flows.projects import projects_to_read

    names = _split_names(about[0]) if len(about) == 1 else [*about]
    try:
        if len(about) == 1 and not names:
            return _lives_of_word(app, tx, about[0], project)
        if len(names) == 2:
            return history_of_fact(tx, names[0], names[1], projects_to_read(app, tx, project))
    except (NotFound, UsageError) as error:
        lives = _lives_by_words(app, tx, " ".join(about), project)
        if lives:
            return lives
        raise error
    words = " ".join(about)
    lives = _lives_by_words(app, tx, words, project)
    if not lives:
        raise NotFound(f"no memory here has all the words {words!r}", "recall search finds memories by meaning")
    return lives


def _lives_by_words(app: "App", tx: "Transaction", words: str, project: "str | None") -> "list[MemoryHistory]":
    """The histories of the fact or the memories that some words name; empty if there are none."""
    from recall_cli.flows.explain.history_by_words import history_of_words
    from recall_cli.flows.projects import projects_to_read

    words = words.removeprefix("the ").strip()
    result = history_of_words(tx, words, projects_to_read(app, tx, project), f" --project {project}" if project else "")
    if result is None:
        return []
    if not result.fact:
        app.note(f"no fact has this name: these memories have the words {words!r}")
    if result.left_out:
        app.note(f"{result.left_out} more have them: add a word, or name an id")
    return [*result.lives]


def _lives_of_word(app: "App", tx: "Transaction", word: str, project: "str | None") -> "list[MemoryHistory]":
    """The history of the memory with this id, or of the only fact with this entity or attribute."""
    from recall_cli.domain.errors import NotFound
    from recall_cli.flows.explain.history import history_of_memory, history_of_name
    from recall_cli.flows.projects import projects_to_read

    try:
        return history_of_memory(tx, word)
    except (NotFound, UsageError) as error:
        name = word.removeprefix("the ").strip()
        notes = len(app.notes)
        for places in (projects_to_read(app, tx, project), None):
            lives = history_of_name(tx, name, places)
            if lives:
                if places is None and project != "*":
                    app.note("from another project: nothing here has that name")
                return lives
        del app.notes[notes:]
        raise error


def _split_names(word: str) -> "list[str]":
    """The parts of an entity and attribute in one argument ("api port", api.port); empty if it is something else."""
    word = word.removeprefix("the ")
    for between in (None, "."):
        parts = word.split(between)
        if len(parts) == 2 and all(part.isidentifier() for part in parts):
            return parts
    return []


def _lives_until(tx: "Transaction", lives: "list[MemoryHistory]", moment: int) -> "list[MemoryHistory]":
    """The histories as of a moment."""
    from recall_cli.flows.search.past_state import memory_at

    return [
        life.but(
            memory=memory_at(tx, life.memory, moment),
            events=tuple(event for event in life.events if event.at <= moment),
        )
        for life in lives
        if life.memory.created_at <= moment
    ]


def _life_document(life: "MemoryHistory") -> "dict[str, object]":
    events = []
    for event in life.events:
        values = event.fields()
        changes = changes_document(event)
        del values["before"], values["after"]
        events.append(
            {
                "operation": values.pop("op"),
                **values,
                "at": format_iso(event.at),
                "changes": changes,
                "author": author_for_model(event.trust, event.agent),
            }
        )
    return {**memory_as_json(life.memory), "events": events, "ended": _ending_document(life.ending)}


def changes_document(event: "Event") -> "dict[str, object]":
    """What an event changed, by column, as JSON."""
    return {
        name: {"before": _json_value(name, event.before.get(name)), "after": _json_value(name, event.after[name])}
        for name in shown_changes(event)
    }


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
        if name != hidden and (name in CORRECTION_COLUMNS or name.startswith("tags.") or name in _SHOWN_COLUMNS)
    ]


_SHOWN_COLUMNS = ("seen_count", "deleted_at", "superseded_at", "usefulness")


def _json_value(name: str, value: "Any") -> "Any":
    """A value for JSON: times as dates."""
    return format_iso(value) if name in TIME_FIELDS else value


def describe_event(event: "Event", now: "int | None" = None) -> str:
    """What an event changed, in a few words. With `now`, times are written for people."""
    parts = []
    for name in shown_changes(event):
        before, after = event.before.get(name), event.after[name]
        if name == "text":
            parts.append(f'was "{before}"')
        elif name == "deleted_at":
            parts.append("deleted" if after is not None else "restored")
        elif name == "superseded_at":
            parts.append("superseded" if after is not None else "valid again")
        elif name == "seen_count":
            count, count_before = int(after or 0), int(before or 0)
            is_more = count > count_before
            parts.append(f"seen {count} times" if is_more else f"seen {count} time{'s' * (count > 1)} after all")
        else:
            label = name.removeprefix("tags.")
            parts.append(
                f"{label.replace('_', ' ')} {_value_text(name, before, now)} → {_value_text(name, after, now)}"
            )
    return ", ".join(parts)


def _value_text(name: str, value: "Any", now: "int | None") -> str:
    if value is None:
        return "none"
    return format_when(value, now) if now is not None and name in TIME_FIELDS else str(_json_value(name, value))


def _history_lines(lives: "list[MemoryHistory]", now: int, short: "Callable[[str], str]") -> "list[str]":
    lines = []
    for life in lives:
        state = " ".join(state_marks(life.memory, now))
        lines.append(memory_line(life.memory) + (f"\t{state}" if state else ""))
        for event in life.events:
            change = describe_event(event)
            lines.append(
                f"\t{event.op}\t{event.kind}\t{format_day(event.at)}\t{author_for_model(event.trust, event.agent)}"
                + (f"\t{make_printable(change)}" if change else "")
            )
        if life.ending is not None:
            lines.append(f"\tuntil\t{format_day(life.ending.at)}\t{_ending_text(life.ending, short)}")
    return lines


def _print_history(out: "Console", histories: "list[MemoryHistory]", now: int, short: "Callable[[str], str]") -> None:
    """Print each memory with its events, oldest first."""

    from rich.padding import Padding
    from rich.text import Text

    from recall_cli.cli.output.terminal import DIM, make_grid, print_memories

    for life in histories:
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
        if life.ending is not None:
            why = f"until {format_near_day(life.ending.at, now)}, {_ending_text(life.ending, short)}"
            out.print(Padding(Text(why, overflow="fold"), (0, 0, 0, 4)))
