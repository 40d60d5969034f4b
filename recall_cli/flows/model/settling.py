"""Settle open questions with the configured model. What it says counts as an agent's judgement."""

from recall_cli.domain.errors import ModelFailed, RecallError
from recall_cli.domain.moment import format_day
from recall_cli.domain.record import Record
from recall_cli.flows.questions import answer_question, list_open_questions
from recall_cli.rules.intake import question_answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.questions import OpenQuestion

QUESTIONS_IN_CALL, MAX_QUESTIONS = 20, 200
MAX_STATEMENT_LETTERS = 600


class SettledQuestions(Record):
    """What became of the open questions."""

    settled: int = 0
    proposed: int = 0
    """Answers that wait for the user, because the memory is the user's own word."""
    unsure: int = 0


def settle_questions(app: "App") -> SettledQuestions:
    """Ask the model about the open questions to which it has proposed nothing yet; RecallError without a model."""
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.model.reading import configured_model

    extractor = configured_model(app)
    if extractor is None:
        raise RecallError("no model is configured", "recall help extractors")
    if app.settings["off"]:
        raise RecallError("recall is off", "recall config off false")
    with app.read_transaction() as tx:
        questions = [q for q in list_open_questions(tx, Filters(everywhere=True)) if q.proposal is None]
    total = SettledQuestions()
    for start in range(0, min(len(questions), MAX_QUESTIONS), QUESTIONS_IN_CALL):
        batch = questions[start : start + QUESTIONS_IN_CALL]
        for name in _settle_batch(app, extractor, batch):
            total = total.but(**{name: getattr(total, name) + 1})
    return total


def _settle_batch(app: "App", extractor: str, batch: "list[OpenQuestion]") -> "list[str]":
    """Ask about some questions and apply the answers; what became of each."""
    from recall_cli.flows.model.reading import ask_model
    from recall_cli.rules.secrets import mask

    question = question_answers.write_questions((q.number, _statement(q.newer), _statement(q.older)) for q in batch)
    by, document = ask_model(
        app, extractor, question, "questions", question_answers.ANSWER_FORM, question_answers.ANSWER_FIELD
    )
    answers = question_answers.read_answers(document, {q.number for q in batch})
    if answers is None:
        raise ModelFailed("an answer without a list of answers", model=extractor)
    outcomes = ["unsure"] * (len(batch) - len(answers))
    for one in answers:
        if one.answer == question_answers.UNSURE:
            outcomes.append("unsure")
            continue
        try:
            result = answer_question(app, one.question, one.answer, note=mask(one.reason).text, judge=by)
        except RecallError:  # somebody settled it while the model read
            continue
        outcomes.append("proposed" if result.is_proposal else "settled")
    return outcomes


def _statement(memory: "Memory") -> "tuple[str, str]":
    """The day and the text of a memory, as one line."""
    text = " ".join(memory.text.split())
    return str(format_day(memory.created_at)), text[:MAX_STATEMENT_LETTERS]
