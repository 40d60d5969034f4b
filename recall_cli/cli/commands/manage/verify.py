"""recall verify: hold memories against the code that they speak of."""

import sys

from recall_cli.cli.output.formatting import make_printable, staleness_document
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotStored
from recall_cli.rules.places.staleness import ANCHOR_STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.explain.verify import CheckedMemory
    from recall_cli.rules.places.staleness import AnchorStatus

PARAMS = (
    option(
        "fix",
        "Show the changed lines of each that no longer agrees, and ask about it.",
        kind="flag",
    ),
)
EXAMPLES = (
    ("recall verify", "unchanged, moved, changed, gone: of the project you are in"),
    ("recall verify --fix", "at a terminal; each answer can be undone"),
)
MAX_CHANGE_LINES, MAX_CHANGE_WIDTH = 24, 160
"""So much of a change is shown for each anchor."""
ANSWERS = "still true, other words, expire, next, quit"
ANSWER_OF_LETTER = {"s": "still true", "o": "other words", "e": "expire", "n": "next", "q": "quit"}


def verify(app: "App", *, fix: bool) -> Reply:
    """Look at the files and lines that memories of this project are anchored to; belief is never changed by itself."""
    from recall_cli.flows.explain.verify import verify as check

    if fix and not app.at_terminal:
        raise NotStored("only a person at a terminal can say what is still true", "recall verify shows what changed")
    found = check(app)
    if not found:
        app.note('nothing in this project is anchored to code (recall store "…" --anchor PATH:A-B)')
    done = _ask_about_each(app, [one for one in found if one.state != "unchanged"]) if fix else []
    return Reply(
        lambda: report_document(found, done),
        lambda: report_lines(found),
        lambda console: _print_screen(console, [] if fix else found, found, app.short_id),
    )


def report_document(found: "list[CheckedMemory]", done: "list[dict[str, Any]]") -> "dict[str, Any]":
    """What was looked at, as programs read it."""
    from recall_cli.rules.text.memory_json import memory_as_json

    told = [{**memory_as_json(one.memory), "state": one.state, **staleness_document(one.standing)} for one in found]
    return {"memories": told, **_count_states(found), "checked": len(found), "fixed": done}


def _count_states(found: "list[CheckedMemory]") -> "dict[str, int]":
    return {state: sum(one.state == state for one in found) for state in ANCHOR_STATES}


def report_lines(found: "list[CheckedMemory]") -> "list[str]":
    """A line a memory, the worst first: state, id, what became of its code, text."""
    return [
        "\t".join(
            (
                one.state,
                one.memory.id,
                make_printable(_code_state_text(one)),
                make_printable(one.memory.text),
            )
        )
        for one in found
    ]


def _code_state_text(one: "CheckedMemory") -> str:
    return "; ".join(stand.said for stand in one.standing)


def _print_screen(
    console: "Any", shown: "list[CheckedMemory]", found: "list[CheckedMemory]", short: "Callable[[str], str]"
) -> None:
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM, make_grid, print_footer

    table = make_grid()
    styles = {"unchanged": DIM, "moved": DIM, "changed": "yellow", "gone": DANGER}
    for one in shown:
        text = Text(make_printable(one.memory.text), overflow="fold")
        text.append(f"\n{make_printable(_code_state_text(one))}", style=DIM)
        table.add_row(Text(one.state, style=styles[one.state]), Text(short(one.memory.id), style=ACCENT), text)
    if shown:
        console.print(table)
    if found:
        print_footer(console, " · ".join(f"{count} {state}" for state, count in _count_states(found).items() if count))


def _ask_about_each(app: "App", found: "list[CheckedMemory]") -> "list[dict[str, Any]]":
    """Ask about each; what was answered, with the operations."""
    done: list[dict[str, Any]] = []
    for at, one in enumerate(found, 1):
        _print_prompt(f"\n{at} of {len(found)}  {make_printable(one.memory.text)}\n")
        for standing in one.standing:
            _print_prompt(
                f"  {make_printable(standing.said)}\n" + "".join(f"    {line}\n" for line in _changed_lines(standing))
            )
        answer = _read_answer()
        if answer == "quit":
            break
        if answer == "next":
            continue
        op = _apply_answer(app, one, answer)
        if op is not None:
            _print_prompt(f"  {answer}: recall undo {op} takes it back\n")
            done.append({"id": one.memory.id, "answer": answer, "operation": op})
    return done


def _changed_lines(standing: "AnchorStatus") -> "list[str]":
    """The lines that changed, as far as a person reads them before an answer."""
    from recall_cli.flows.brief.anchors import changed_code_lines

    if not standing.stale:
        return []
    found = [make_printable(line.expandtabs(4))[:MAX_CHANGE_WIDTH] for line in changed_code_lines(standing)]
    more = len(found) - MAX_CHANGE_LINES
    return [*found[:MAX_CHANGE_LINES], f"… and {more} more lines"] if more > 0 else found


def _apply_answer(app: "App", one: "CheckedMemory", answer: str) -> "int | None":
    from recall_cli.flows.explain import verify as flow

    if answer == "still true":
        return flow.confirm_memory(app, one)
    if answer == "expire":
        return flow.expire_memory(app, one)
    _print_prompt("  what it should say: ")
    text = " ".join(sys.stdin.readline().split())
    return flow.reword_memory(app, one, text) if text else None


def _read_answer() -> str:
    """One of the answers, by its first letter; the end of the input is the end."""
    while True:
        _print_prompt(f"  [{', '.join(f'{word[0]}={word}' for word in ANSWERS.split(', '))}] ")
        line = sys.stdin.readline()
        if not line:
            return "quit"
        answer = ANSWER_OF_LETTER.get(line.strip().lower()[:1])
        if answer:
            return answer


def _print_prompt(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
