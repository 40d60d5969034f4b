"""Try the program of the extractor `command` once, so that its user sees what it prints."""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.flows.write import program_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

SAMPLE_TEXT = (
    "User: The billing API listens on port 8080 since we moved it behind nginx. Thanks!\n\n"
    "Assistant: Noted. I will run the tests now."
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
    dropped: "tuple[str, ...]"
    """What of its answer had a wrong form."""
    errors: str
    """The end of its standard error, masked. It is shown here and never stored."""
    result: str

    @property
    def works(self) -> bool:
        """Whether the program answered as it should."""
        return self.result == WORKS


def try_program(app: "App") -> ProgramTrial:
    """The program's answer about the sample text; it counts as a call of this day."""
    from recall_cli.rules.secrets import mask

    program = program_call.find_configured_program(app)
    output = program_call.ask_program(app, program, SAMPLE_TEXT, accept_failure=True)
    trial = ProgramTrial(
        words=program.words,
        status=output.status,
        seconds=round(output.seconds, 2),
        memories=(),
        dropped=(),
        errors=mask(output.errors).text,
        result=WORKS,
    )
    if output.status:
        return trial.but(result=f"it failed: ended with status {output.status}; until it works, the rules read")
    try:
        found = program_call.read_program_answer(output.answer, SAMPLE_TEXT)
    except ModelFailed as failed:
        shown = mask(" ".join(output.answer.split())[:MAX_SHOWN_LETTERS]).text
        return trial.but(result=f"it failed: {failed.message}; it printed: {shown or 'nothing'}")
    return trial.but(
        memories=tuple(mask(draft.text).text for draft in found.drafts),
        dropped=tuple(f"{skip.reason}: {mask(skip.text).text}" for skip in found.skipped),
    )
