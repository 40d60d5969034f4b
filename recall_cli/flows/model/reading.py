"""Reading with a model: one question about a conversation or a text, with what the store knows near it.

The model is Anthropic's API (the extractor `claude`) or a program of the user's (`command`). Only a worker and an
import of sessions run the program.
"""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.domain.turn import USER
from recall_cli.rules.conversation import condense
from recall_cli.rules.intake import model_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import PreparedRequest
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.conversation.condense import Passage
    from recall_cli.rules.intake.model_notes import Note
    from recall_cli.workplace import Workplace

PASSAGES = "passages"
"""The field of a request's metadata that says who said each line of its text."""
MAX_KNOWN, MAX_ASKED_PASSAGES, MAX_NEAR_ONE, MAX_KNOWN_LETTERS = 10, 60, 3, 240
"""Memories that the model is shown; passages by which they are looked for, and how many for each; the letters shown."""
MIN_ASKED_WORDS = 5
MEAN_TOKENS_IN, MEAN_TOKENS_OUT = 3_500, 400
"""Of a session: instructions and conversation, about 11,500 letters on 49 labelled sessions; and the answer."""
NO_NOTES = "an answer without a list of notes"


def configured_model(app: "App") -> "str | None":
    """The extractor of the settings, if it is a model."""
    setting = str(app.settings["extractor"])
    return setting if setting in ("claude", "command") else None


def estimate_usd(app: "App", calls: int) -> float:
    """About what so many sessions cost at the prices of the settings, from the mean of measured sessions."""
    from recall_cli.flows.write.claude_call import cost_in_usd

    return calls * cost_in_usd(app, MEAN_TOKENS_IN, MEAN_TOKENS_OUT)


class ModelReading(Record):
    """What a model noted, or why it failed."""

    notes: "tuple[Note, ...]" = ()
    left_out: "tuple[tuple[str, str], ...]" = ()
    known: "dict[str, str]" = {}
    """The ids of the memories that it was shown, by their short ids."""
    by: str = ""
    failed: "ModelFailed | None" = None


def is_conversation(request: "PreparedRequest") -> bool:
    """Whether a request holds the passages of a conversation."""
    return PASSAGES in (request.metadata or {})


def conversation_request(request: "PreparedRequest", passages: "tuple[Passage, ...]") -> "PreparedRequest":
    """The request with the passages of a conversation in place of its text; it keeps their speakers if it waits."""
    text = "\n".join(passage.text for passage in passages)
    return request.but(text=text, metadata={PASSAGES: condense.passage_marks(passages)})


def read_with_model(
    app: "App", request: "PreparedRequest", place: "Workplace | str | None", extractor: str, *, in_worker: bool
) -> ModelReading:
    """What the model notes about the masked text of a request."""
    try:
        if not in_worker and extractor == "command":
            from recall_cli.flows.write.program_call import wait_for_worker

            raise wait_for_worker(app)
        passages = _passages_of(request)
        known = _find_near(app, request, place, passages)
        shown = [(short, _shorten(memory.text)) for short, memory in known.items()]
        question = model_notes.write_question(condense.render_passages(passages), shown)
        by, document = ask_model(app, extractor, question, "notes", model_notes.ANSWER_FORM, model_notes.ANSWER_FIELD)
        found = model_notes.read_notes(document, passages)
        if found is None:
            raise ModelFailed(NO_NOTES, model=extractor)
    except ModelFailed as failure:
        return ModelReading(failed=failure)
    ids = {short: memory.id for short, memory in known.items()}
    return ModelReading(notes=tuple(found[0]), left_out=tuple(found[1]), known=ids, by=by)


def _passages_of(request: "PreparedRequest") -> "tuple[Passage, ...]":
    marks = (request.metadata or {}).get(PASSAGES)
    if marks is not None:
        return condense.restore_passages(request.text, marks)
    if len(request.text) > condense.MAX_LETTERS:
        raise ModelFailed("the text is too long", "store its parts", billed=False, again=False)
    return condense.passages_of_text(request.text)


def ask_model(
    app: "App", extractor: str, question: str, prompt: str, form: "dict[str, Any]", field: str
) -> "tuple[str, object]":
    """The name of the model, and its answer to a prompt and a question: a JSON document with a field, or None."""
    from recall_cli.rules.intake.model_notes import find_document

    if extractor == "claude":
        from recall_cli.flows.write.claude_call import ask_claude

        answer = ask_claude(app, prompt, question, form)
        return f"claude:{app.settings['claude.model']}", find_document(answer, field)
    from recall_cli.flows.write import program_call

    try:
        program = program_call.find_configured_program(app)
        output = program_call.ask_program(app, program, question, prompt)
    except ModelFailed as failure:
        raise failure.of_model(program_call.COMMAND) from None
    return f"{program_call.COMMAND}:{program.name}", find_document(output.answer, field)


def _find_near(
    app: "App", request: "PreparedRequest", place: "Workplace | str | None", passages: "tuple[Passage, ...]"
) -> "dict[str, Memory]":
    """The memories of the project that share most with what was said, by their short ids."""
    from recall_cli.flows.projects import known_project

    telling = [one for one in passages if len(one.text.split()) >= MIN_ASKED_WORDS]
    telling = sorted(telling, key=lambda one: (one.speaker != USER, -one.number))[:MAX_ASKED_PASSAGES]
    with app.read_transaction(app.view_of_author(request)) as tx:
        project = known_project(tx, place)
        memories = _count_near(tx, telling, None if project is None else project.n)
        shorts = tx.memories.short_ids([memory.id for memory in memories])
    return {shorts[memory.id]: memory for memory in memories}


def _count_near(tx: "Transaction", passages: "list[Passage]", project: "int | None") -> "list[Memory]":
    counts: dict[int, int] = {}
    for passage in passages:
        for number in tx.search.revisable(passage.text, project, MAX_NEAR_ONE):
            counts[number] = counts.get(number, 0) + 1
    nearest = sorted(counts, key=lambda number: (-counts[number], -number))[:MAX_KNOWN]
    return [memory for memory in tx.memories.by_number(nearest) if memory.held is None]


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_KNOWN_LETTERS else line[:MAX_KNOWN_LETTERS] + "…"


SAMPLE_TEXT = (
    "The billing API listens on port 8080 since we moved it behind nginx. Thanks! Please never restart it by hand, "
    "because its queue is lost then."
)
"""A text with one thing to remember."""
MAX_SHOWN_LETTERS = 400
WORKS = "it works"


class ProgramTrial(Record):
    """What the program made of the sample text."""

    words: "tuple[str, ...]"
    status: int
    seconds: float
    memories: "tuple[str, ...]"
    errors: str
    """The end of its standard error, masked. It is shown here and never stored."""
    result: str

    @property
    def works(self) -> bool:
        """Whether the program answered as it should."""
        return self.result == WORKS


def try_program(app: "App") -> ProgramTrial:
    """The program's answer about the sample text; it counts as a call of this day."""
    from recall_cli.flows.write import program_call
    from recall_cli.rules.conversation.condense import passages_of_text, render_passages
    from recall_cli.rules.intake.model_notes import ANSWER_FIELD, find_document, read_notes, write_question
    from recall_cli.rules.secrets import mask

    program = program_call.find_configured_program(app)
    passages = passages_of_text(SAMPLE_TEXT)
    question = write_question(render_passages(passages), ())
    output = program_call.ask_program(app, program, question, accept_failure=True)
    trial = ProgramTrial(
        words=program.words,
        status=output.status,
        seconds=round(output.seconds, 2),
        memories=(),
        errors=mask(output.errors).text,
        result=WORKS,
    )
    if output.status:
        return trial.but(result=f"it failed: ended with status {output.status}; until it works, the rules read")
    found = read_notes(find_document(output.answer, ANSWER_FIELD), passages)
    if found is None:
        shown = mask(" ".join(output.answer.split())[:MAX_SHOWN_LETTERS]).text
        return trial.but(result=f"it failed: {NO_NOTES}; it printed: {shown or 'nothing'}")
    trial = trial.but(memories=tuple(mask(note.text).text for note in found[0]))
    return trial.but(result=f"it failed: {model_notes.GUESSES_ALONE}") if model_notes.are_guesses(found[0]) else trial
