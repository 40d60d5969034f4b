"""Open questions on the screen, and their answers by one key."""

import sys

from recall_cli.cli.output.ask import can_ask
from recall_cli.cli.output.formatting import ACCENT, DIM, as_one_line, settling_command
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_age
from recall_cli.engines.tables.questions import BOTH, BOTH_WHEN, REPLACED
from recall_cli.flows.questions import answer_question
from recall_cli.rules.beliefs.authorship import author_for_person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.receipt import Receipt
    from recall_cli.flows.questions import AnswerResult, OpenQuestion

KEYS = {"r": REPLACED, "b": BOTH, "w": BOTH_WHEN}
KEY_HELP = "[r] the newer one replaced it   [b] both hold   [w] both hold, when …   [Enter] later"
SETTLED_TEXT = {
    REPLACED: "the older one ended",
    BOTH: "both hold; recall does not ask again",
    BOTH_WHEN: "both hold, each in its situation",
}
KEY_WAIT_SECONDS = 60
"""Without a key the question stays open, so that a script at a terminal goes on."""
INTERRUPTS = ("\x03", "\x04")
"""Ctrl-C and Ctrl-D, as a terminal sends them key by key."""


def print_question(out: "Screen", question: "OpenQuestion") -> None:
    """Print both memories of a question, the newer first, with the command that settles it."""
    reason = f"  {question.reason}" if question.reason else ""
    out.line((f"question {question.number}", "bold"), "  did the newer one replace the older?", (reason, DIM))
    for label, memory in (("newer", question.newer), ("older", question.older)):
        who = author_for_person(memory.trust, memory.agent, memory.source)
        about = f"  {format_age(memory.created_at, out.now)}  {who}"
        out.line(f"  {label}  ", (out.short_id(memory.id), ACCENT), (about, DIM))
        out.indented(memory.text, keep_line_breaks=True)
    if question.proposal is not None:
        out.footer(f"{question.proposal.agent or 'an agent'} proposes: {question.proposal.answer}")
    out.footer(f"settle it: {settling_command(question.number)}")


def answer_reply(app: "App", number: int, answer: str, situation: str) -> Reply:
    """Answer one question, and say what that did."""
    result = answer_question(app, number, answer, situation)

    def screen(out: "Screen") -> None:
        out.result("proposed" if result.is_proposal else "settled", _result_text(result), "")
        out.footer(f"undo: recall undo {result.op}")

    return Reply(
        lambda: {
            "question": number,
            "answer": answer,
            "settled": not result.is_proposal,
            "newer": result.question.newer.id,
            "older": result.question.older.id,
            "operation": result.op,
        },
        lambda: ["\t".join(("proposed" if result.is_proposal else "settled", str(number), _result_text(result)))],
        screen,
    )


def _result_text(result: "AnswerResult") -> str:
    if result.is_proposal:
        return (
            f"question {result.question.number}: {result.answer}; it is about the user's own word, so the user decides"
        )
    return f"question {result.question.number}: {SETTLED_TEXT[result.answer]}"


def ask_one_by_one(app: "App", questions: "list[OpenQuestion]") -> Reply:
    """Show each question and wait for a key; what is left is asked another time."""
    if not (can_ask(app) and sys.stdout.isatty()):
        from recall_cli.domain.errors import UsageError

        raise UsageError(
            "--ask needs a person at a terminal", "recall conflicts QUESTION --replaced, --both, --both-when"
        )
    from recall_cli.cli.output.terminal import Screen

    settled = 0
    for question in questions:
        print_question(Screen(app), question)
        choice = choose_by_key()
        if choice is None:
            break
        settled += _settle(app, question.number, choice)
    left = len(questions) - settled
    return Reply(
        lambda: {"settled": settled, "left": left},
        lambda: [f"{settled} settled\t{left} left"],
        lambda out: out.footer(f"{settled} settled, {left} left"),
        empty="no open questions here",
    )


def _settle(app: "App", number: int, answer: str) -> bool:
    """Answer a question as chosen by a key; whether it is settled."""
    situation = ""
    if answer == BOTH_WHEN:
        situation = input("the newer one holds (for example: in staging): ").strip()
    if not answer or (answer == BOTH_WHEN and not situation):
        return False
    result = answer_question(app, number, answer, situation)
    print(f"settled: {SETTLED_TEXT[result.answer]} (undo: recall undo {result.op})")
    return True


def ask_about_stored(app: "App", receipt: "Receipt") -> None:
    """After a person stored a memory: one key answers each of its questions, any other key leaves it open.

    The screen shows all of them already. Where there are several, each is named again before its key.
    """
    from recall_cli.cli.output.terminal import Screen

    if _is_key_waiting(0):  # the next command, as in several lines that were pasted
        return
    questions = [
        (outcome.questions[older.n], older)
        for outcome in receipt.memories
        for older, _ in outcome.outdated
        if older.n in outcome.questions
    ]
    for number, older in questions:
        if len(questions) > 1:
            out = Screen(app)
            out.line("does it replace ", (out.short_id(older.id), ACCENT), "?  ", as_one_line(older.text), cut=True)
        choice = choose_by_key()
        if not choice:
            return
        _settle(app, number, choice)


def _is_key_waiting(seconds: float) -> bool:
    import select

    return bool(select.select([sys.stdin], [], [], seconds)[0])


def choose_by_key() -> "str | None":
    """The answer that one key stands for; empty to leave it open, None to stop."""
    print(KEY_HELP, end=" ", flush=True)
    key = _read_key()
    print()
    return None if key in INTERRUPTS else KEYS.get(key.lower(), "")


def _read_key() -> str:
    """One key as the terminal sends it, without waiting for Enter."""
    import termios
    import tty

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        if not _is_key_waiting(KEY_WAIT_SECONDS):
            return INTERRUPTS[1]
        return sys.stdin.read(1) or INTERRUPTS[1]
    except KeyboardInterrupt:
        return INTERRUPTS[0]
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
