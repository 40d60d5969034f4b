"""Try the program of the extractor `command` once, so that its user sees what it prints."""

from recall_cli.domain.record import Record
from recall_cli.flows.write import program_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

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
    from recall_cli.flows.model.reading import NO_NOTES
    from recall_cli.rules.conversation.condense import passages_of_text, render_passages
    from recall_cli.rules.intake.model_notes import ANSWER_FIELD, read_notes, write_question
    from recall_cli.rules.secrets import mask
    from recall_cli.rules.text.json_in_prose import find_document

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
    return trial.but(memories=tuple(mask(note.text).text for note in found[0]))
