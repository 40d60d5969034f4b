"""recall verify: check memories whose code changed."""

import sys

from recall_cli.cli.output.ask import ask
from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, NEW_LINE, make_printable, staleness_document
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotStored
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.explain.verify import CheckedMemory
    from recall_cli.rules.places.staleness import AnchorStatus

PARAMS = (option("fix", "Show what changed behind each memory and ask about it; only at a terminal.", kind="flag"),)
EXAMPLES = (
    ("recall admin verify", "unchanged, moved, changed or gone, in this project"),
    ("recall admin verify --fix", "at a terminal; every answer can be undone"),
)
MAX_CHANGE_LINES, MAX_CHANGE_WIDTH = 24, 160
"""Limits for the changed lines shown for each anchor."""
ANSWER_OF_LETTER = {"s": "still true", "o": "other words", "e": "expire", "n": "next", "q": "quit"}


def verify(app: "App", *, fix: bool) -> Reply:
    """Check the code that memories of this project are anchored to.

    No memory changes automatically. A person at a terminal decides with --fix."""
    from recall_cli.flows.explain.verify import verify as check

    if fix and not app.at_terminal:
        raise NotStored("only a person at a terminal can use --fix", "recall admin verify shows what changed")
    checked = check(app)
    if not checked:
        app.note('no memory in this project is anchored to code (anchor one: recall store "…" --anchor PATH:A-B)')
    answers = _ask_about_each(app, [item for item in checked if item.state != "unchanged"]) if fix else []

    def screen(out: "Screen") -> None:
        styles = {"unchanged": DIM, "moved": DIM, "changed": "yellow", "gone": DANGER}
        rows: list[list[Cell]] = []
        for item in [] if fix else checked:
            text: Cell = [item.memory.text, NEW_LINE, (_state_text(item), DIM)]
            rows.append([(item.state, styles[item.state]), (out.short_id(item.memory.id), ACCENT), text])
        out.table(rows)
        if checked:
            out.footer(" · ".join(f"{count} {state}" for state, count in _count_states(checked).items() if count))

    return Reply(
        lambda: report_document(checked, answers),
        lambda: report_lines(checked),
        screen,
    )


class AppliedAnswer(Record):
    """A person's answer about a memory, and the operation that applied it."""

    id: str
    answer: str
    operation: int


def report_document(checked: "list[CheckedMemory]", answers: "list[AppliedAnswer]") -> "dict[str, object]":
    """The checked memories as JSON."""
    from recall_cli.rules.text.memory_json import memory_as_json

    memories = [
        {
            **memory_as_json(item.memory),
            "state": item.state,
            **staleness_document(item.anchor_statuses),
        }
        for item in checked
    ]
    return {
        "memories": memories,
        **_count_states(checked),
        "checked": len(checked),
        "fixed": [item.fields() for item in answers],
    }


def _count_states(checked: "list[CheckedMemory]") -> "dict[str, int]":
    from recall_cli.flows.explain.verify import CHECKED_STATES

    return {state: sum(item.state == state for item in checked) for state in CHECKED_STATES}


def report_lines(checked: "list[CheckedMemory]") -> "list[str]":
    """One line per memory, worst first: state, id, state of its code, text."""
    return [
        "\t".join((item.state, item.memory.id, make_printable(_state_text(item)), make_printable(item.memory.text)))
        for item in checked
    ]


def _state_text(item: "CheckedMemory") -> str:
    """What changed in the code behind a memory."""
    return "; ".join(status.description for status in item.anchor_statuses)


def _ask_about_each(app: "App", checked: "list[CheckedMemory]") -> "list[AppliedAnswer]":
    """Ask about each memory; the answers, with their operations."""
    answers: list[AppliedAnswer] = []
    for at, item in enumerate(checked, 1):
        sys.stderr.write(f"\n{at} of {len(checked)}  {make_printable(item.memory.text)}\n")
        for status in item.anchor_statuses:
            sys.stderr.write(
                f"  {make_printable(status.description)}\n"
                + "".join(f"    {line}\n" for line in _changed_lines(status))
            )
        answer = _read_answer()
        if answer == "quit":
            break
        if answer == "next":
            continue
        op = _apply_answer(app, item, answer)
        if op is not None:
            sys.stderr.write(f"  {answer} (undo: recall undo {op})\n")
            answers.append(AppliedAnswer(id=item.memory.id, answer=answer, operation=op))
    return answers


def _changed_lines(status: "AnchorStatus") -> "list[str]":
    """The changed lines to show before asking, up to a limit."""
    from recall_cli.flows.brief.anchors import changed_code_lines

    if not status.stale:
        return []
    lines = [make_printable(line.expandtabs(4))[:MAX_CHANGE_WIDTH] for line in changed_code_lines(status)]
    more = len(lines) - MAX_CHANGE_LINES
    return [*lines[:MAX_CHANGE_LINES], f"… and {more} more lines"] if more > 0 else lines


def _apply_answer(app: "App", item: "CheckedMemory", answer: str) -> "int | None":
    from recall_cli.flows.explain import verify as flow

    if answer == "still true":
        return flow.confirm_memory(app, item)
    if answer == "expire":
        return flow.expire_memory(app, item)
    text = ask("  new text: ")
    return flow.confirm_memory(app, item, text) if text else None


def _read_answer() -> str:
    """Read one of the answers by its first letter; end of input means quit."""
    while True:
        typed = ask(f"  [{', '.join(f'{letter}={answer}' for letter, answer in ANSWER_OF_LETTER.items())}] ")
        if typed is None:
            return "quit"
        answer = ANSWER_OF_LETTER.get(typed.lower()[:1])
        if answer:
            return answer
