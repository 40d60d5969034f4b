"""recall conflicts: facts with conflicting values, and open questions: did a newer memory replace an older one?"""

from recall_cli.cli.output.formatting import ACCENT, DIM, as_one_line, make_printable, settling_command
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.domain.moment import format_age, format_day, format_iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.authorship import author_for_person, memory_author
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.explain.conflicts import Conflict
    from recall_cli.flows.questions import OpenQuestion

PARAMS = (
    argument("number", "The number of a question to answer.", default="", metavar="QUESTION"),
    option("replaced", "The newer memory replaced the older one, which ends.", kind="flag"),
    option("both", "Both memories hold.", kind="flag"),
    option("both_when", "Both hold: the newer one in this situation, the older one otherwise.", metavar="SITUATION"),
    option("ask", "Ask about each open question, answered by one key (at a terminal).", kind="flag"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
)
EXAMPLES = (
    ("recall conflicts", "of this project"),
    ("recall conflicts --ask", "answer the open questions one by one"),
    ("recall conflicts 12 --replaced", "the newer memory of question 12 is right, the older one ends"),
    ("recall conflicts 12 --both", "both memories are right; recall does not ask again"),
    ('recall conflicts 12 --both-when "in staging"', "the newer one in staging, the older one everywhere else"),
    ("recall conflicts --project '*' --json", ""),
)


MAX_NUMBER_DIGITS = 12
NOTHING_OPEN = "nothing to settle here"
NARROW_COLUMNS = 90
"""A terminal with fewer columns shows the texts below the values."""
SHOWN_REASONS = {"told differently": "different values were given"}
"""What a person reads for a reason that the store holds in fewer words."""


def conflicts(
    app: "App",
    *,
    number: str,
    replaced: bool,
    both: bool,
    both_when: "str | None",
    ask: bool,
    project: "str | None",
    global_: bool,
) -> Reply:
    """Show what is not settled, and settle it.

    A question asks whether a newer memory replaced an older one. A contested fact has several values; recall resolve
    settles it.
    """
    from recall_cli.flows.explain.conflicts import open_conflicts
    from recall_cli.flows.projects import projects_to_read
    from recall_cli.flows.questions import list_open_questions

    answer = _chosen_answer(number, replaced=replaced, both=both, both_when=both_when, ask=ask)
    if answer:
        from recall_cli.cli.output.questions import answer_reply

        return answer_reply(app, _parse_number(number), answer, both_when or "")
    with app.read_transaction() as tx:
        filters = Filters(projects=projects_to_read(app, tx, project, only_global=global_))
        contested, questions = open_conflicts(tx, filters), list_open_questions(tx, filters)
    if number:
        questions, contested = _only_question(questions, _parse_number(number)), []
    if ask:
        from recall_cli.cli.output.questions import ask_one_by_one

        return ask_one_by_one(app, questions)
    return _open_reply(contested, questions, project)


def _open_reply(contested: "list[Conflict]", questions: "list[OpenQuestion]", project: "str | None") -> Reply:
    """What is not settled: the questions first, then the contested facts."""

    def screen(out: "Screen") -> None:
        from recall_cli.cli.output.questions import print_question

        for question in questions:
            print_question(out, question)
        for conflict in contested:
            _print_conflict(out, conflict, elsewhere=project is not None)
        if not contested and not questions:
            out.footer(NOTHING_OPEN)

    return Reply(
        lambda: {
            "conflicts": [_conflict_document(conflict) for conflict in contested],
            "questions": [_question_document(question) for question in questions],
        },
        lambda: [
            *(line for question in questions for line in _question_lines(question)),
            *_conflict_lines(contested, everywhere=project == "*"),
        ],
        screen,
        empty=NOTHING_OPEN,
    )


def _chosen_answer(number: str, *, replaced: bool, both: bool, both_when: "str | None", ask: bool) -> str:
    """The answer in the options; empty if none is given."""
    from recall_cli.engines.tables.questions import BOTH, BOTH_WHEN, REPLACED

    chosen = [name for name, given in ((REPLACED, replaced), (BOTH, both), (BOTH_WHEN, both_when is not None)) if given]
    if len(chosen) > 1:
        raise UsageError("--replaced, --both and --both-when exclude each other")
    if chosen and not number:
        raise UsageError(
            "which question is it?", "recall conflicts shows their numbers; e.g. recall conflicts 12 --both"
        )
    if ask and number:
        raise UsageError("--ask goes through all questions", "leave out the number, or the option")
    return chosen[0] if chosen else ""


def _parse_number(text: str) -> int:
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_NUMBER_DIGITS):
        raise UsageError(
            f"{text} is not the number of a question", "recall conflicts shows them; recall resolve takes ids"
        )
    return int(digits)


def _only_question(questions: "list[OpenQuestion]", number: int) -> "list[OpenQuestion]":
    chosen = [question for question in questions if question.number == number]
    if not chosen:
        raise NotFound(f"there is no open question {number} here", "recall conflicts --project '*' shows all of them")
    return chosen


def _question_document(question: "OpenQuestion") -> "dict[str, object]":
    document: dict[str, object] = {
        "question": question.number,
        "newer": memory_as_json(question.newer),
        "older": memory_as_json(question.older),
        "why": question.reason,
        "asked_at": format_iso(question.asked_at),
    }
    if question.proposal is not None:
        document["proposed"] = {"answer": question.proposal.answer, "by": question.proposal.agent}
    return document


def _question_lines(question: "OpenQuestion") -> "list[str]":
    """Both memories of a question, the newer first, and the command that settles it."""
    return [
        "\t".join(
            (f"question {question.number}", side, memory.id, format_day(memory.created_at), make_printable(memory.text))
        )
        for side, memory in (("newer", question.newer), ("older", question.older))
    ] + [f"settle it\t{settling_command(question.number)}"]


def _conflict_document(conflict: "Conflict") -> "dict[str, object]":
    return {
        "entity": conflict.entity,
        "attribute": conflict.attribute,
        "project": conflict.project,
        "reason": conflict.reason,
        "since": format_iso(conflict.opened_at),
        "flips": conflict.flips,
        "values": [memory_as_json(memory) for memory in conflict.values],
        "past": [memory_as_json(memory) for memory in conflict.past],
    }


def _conflict_lines(contested: "list[Conflict]", *, everywhere: bool) -> "list[str]":
    lines = []
    for conflict in contested:
        name = make_printable(f"{conflict.entity}.{conflict.attribute}" if conflict.entity else "-")
        where = (make_printable(conflict.project or "-"),) if everywhere else ()
        for memory in conflict.values:
            parts = (
                name,
                make_printable(memory.value or "" if conflict.entity else memory.text),
                format_day(memory.created_at),
                memory_author(memory),
                memory.id,
                *where,
            )
            lines.append("\t".join(parts))
    return lines


def _print_conflict(out: "Screen", conflict: "Conflict", *, elsewhere: bool) -> None:
    """Print a contested fact: past values, conflicting values, who said them and when."""
    from recall_cli.domain.shell_words import quote
    from recall_cli.rules.beliefs.contradictions import MIN_LOOP_FLIPS

    name = f"{conflict.entity}.{conflict.attribute}" if conflict.entity else "contradicting memories"
    reason = SHOWN_REASONS.get(conflict.reason, conflict.reason)
    if conflict.flips >= MIN_LOOP_FLIPS:
        reason = f"changed {conflict.flips} times in 30 days; recall no longer chooses a value"
    place = f"  in {conflict.project}" if elsewhere and conflict.project else ""
    out.line((name, "bold"), (place, DIM), f"  {reason}")
    _print_values(out, conflict)
    where = f" --project {quote(conflict.project)}" if elsewhere and conflict.project else ""
    if conflict.entity and conflict.attribute:
        what = f"{quote(conflict.entity)} {quote(conflict.attribute)}{where}"
    else:
        what = " ".join(out.short_id(memory.id) for memory in conflict.values[:2])
    both = " · both right at times: add --when CONTEXT=VALUE" if conflict.entity else ""
    out.footer(f"resolve it: recall resolve {what}{both}")


def _print_values(out: "Screen", conflict: "Conflict") -> None:
    """Print the past and the conflicting values; on a narrow terminal each text stands below its value."""
    rows: list[list[Cell]] = []
    for memory in (*conflict.past, *conflict.values):
        over = memory.superseded_at is not None
        style = DIM if over else ACCENT
        value: Cell = (memory.value or "" if conflict.entity else "", style)
        age: Cell = (format_age(memory.created_at, out.now) + (", ended" if over else ""), DIM)
        who: Cell = (author_for_person(memory.trust, memory.agent, memory.source), DIM)
        id_, text = (out.short_id(memory.id), style), (as_one_line(memory.text), DIM if over else "")
        rows.append([value, age, who, id_, text] if out.width < NARROW_COLUMNS else [" ", value, age, who, text, id_])
    if out.width < NARROW_COLUMNS:
        out.rows(rows, narrow=True, lead="   ")
    else:
        out.table(rows, fixed=(0, 2, 3, 5))  # a narrow terminal wraps the texts and never cuts ids
