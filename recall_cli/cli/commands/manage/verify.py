"""recall verify: hold memories against the code that they speak of."""

import sys

from recall_cli.cli.doors.params import option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.errors import Refused
from recall_cli.rules.places.staleness import STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.explain.verify import Checked
    from recall_cli.rules.places.staleness import Standing

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
MAX_LINES, WIDTH = 24, 160
"""So much of a change is shown for each anchor."""
ASKED = "still true, other words, expire, next, quit"
LETTERS = {"s": "still true", "o": "other words", "e": "expire", "n": "next", "q": "quit"}


def verify(app: "App", *, fix: bool) -> Reply:
    """Look at the files and lines that memories of this project are anchored to; belief is never changed by itself."""
    from recall_cli.flows.explain.verify import verify as check

    if fix and not app.at_terminal:
        raise Refused("only a person at a terminal can say what is still true", "recall verify shows what changed")
    found = check(app)
    if not found:
        app.note('nothing in this project is anchored to code (recall store "…" --anchor PATH:A-B)')
    done = _asked(app, [one for one in found if one.state != "unchanged"]) if fix else []
    return Reply(
        lambda: document(found, done),
        lambda: lines(found),
        lambda console: _screen(console, [] if fix else found, found, app.short_id),
    )


def document(found: "list[Checked]", done: "list[dict[str, Any]]") -> "dict[str, Any]":
    """What was looked at, as programs read it."""
    from recall_cli.rules.text.records import as_json

    told = [{**as_json(one.memory), "state": one.state, **show.staleness(one.standing)} for one in found]
    return {"memories": told, **_counts(found), "checked": len(found), "fixed": done}


def _counts(found: "list[Checked]") -> "dict[str, int]":
    return {state: sum(one.state == state for one in found) for state in STATES}


def lines(found: "list[Checked]") -> "list[str]":
    """A line a memory, the worst first: state, id, what became of its code, text."""
    return ["\t".join((one.state, one.memory.id, show.safe(_said(one)), show.safe(one.memory.text))) for one in found]


def _said(one: "Checked") -> str:
    return "; ".join(stand.said for stand in one.standing)


def _screen(console: "Any", shown: "list[Checked]", found: "list[Checked]", short: "Callable[[str], str]") -> None:
    from rich.text import Text

    from recall_cli.cli.screens import screen

    table = screen.grid()
    styles = {"unchanged": screen.DIM, "moved": screen.DIM, "changed": "yellow", "gone": screen.HARM}
    for one in shown:
        text = Text(show.safe(one.memory.text), overflow="fold")
        text.append(f"\n{show.safe(_said(one))}", style=screen.DIM)
        table.add_row(Text(one.state, style=styles[one.state]), Text(short(one.memory.id), style=screen.ACCENT), text)
    if shown:
        console.print(table)
    if found:
        screen.foot(console, " · ".join(f"{count} {state}" for state, count in _counts(found).items() if count))


def _asked(app: "App", found: "list[Checked]") -> "list[dict[str, Any]]":
    """Ask about each; what was answered, with the operations."""
    done: list[dict[str, Any]] = []
    for at, one in enumerate(found, 1):
        _say(f"\n{at} of {len(found)}  {show.safe(one.memory.text)}\n")
        for standing in one.standing:
            _say(f"  {show.safe(standing.said)}\n" + "".join(f"    {line}\n" for line in _changes(standing)))
        answer = _answer()
        if answer == "quit":
            break
        if answer == "next":
            continue
        op = _carried_out(app, one, answer)
        if op is not None:
            _say(f"  {answer}: recall undo {op} takes it back\n")
            done.append({"id": one.memory.id, "answer": answer, "operation": op})
    return done


def _changes(standing: "Standing") -> "list[str]":
    """The lines that changed, as far as a person reads them before an answer."""
    from recall_cli.flows.brief.anchors import changes

    if not standing.stale:
        return []
    found = [show.safe(line.expandtabs(4))[:WIDTH] for line in changes(standing)]
    more = len(found) - MAX_LINES
    return [*found[:MAX_LINES], f"… and {more} more lines"] if more > 0 else found


def _carried_out(app: "App", one: "Checked", answer: str) -> "int | None":
    from recall_cli.flows.explain import verify as flow

    if answer == "still true":
        return flow.still_true(app, one)
    if answer == "expire":
        return flow.expired(app, one)
    _say("  what it should say: ")
    text = " ".join(sys.stdin.readline().split())
    return flow.reworded(app, one, text) if text else None


def _answer() -> str:
    """One of the answers, by its first letter; the end of the input is the end."""
    while True:
        _say(f"  [{', '.join(f'{word[0]}={word}' for word in ASKED.split(', '))}] ")
        line = sys.stdin.readline()
        if not line:
            return "quit"
        answer = LETTERS.get(line.strip().lower()[:1])
        if answer:
            return answer


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
