"""Questions to a program of the user's, the extractor `command`. Only a worker asks: no hook and no `store` waits.

The program's answer is checked like a stranger's text, as Claude's is. It costs recall nothing; a limit of calls a day
takes the place of the monthly spending limit.
"""

import os

from recall_cli.domain.draft import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.errors import ModelFailed, RecallError
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.inference.program import ProgramOutput

COMMAND = "command"
"""The extractor's name, and the name under which its calls are counted."""
MAX_NAME_LETTERS = 40


class Program(Record):
    """The program as the user's settings file describes it, ready to be run."""

    words: "tuple[str, ...]"
    name: str
    environment: "dict[str, str]"
    folder: str
    seconds: float
    gets_prompt: bool


def wait_for_worker(app: "App") -> ModelFailed:
    """The reason why a text is read by rules for now: nothing failed, a worker will ask the program."""
    if not app.settings["extractor.command"]:
        return _not_set()
    return ModelFailed("the worker asks it", billed=False, model=COMMAND, pending=True)


def extract_with_program(app: "App", text: str) -> Extraction:
    """The statements of a masked text. If the program fails, the rules read it, and `by` says so."""
    try:
        program = find_configured_program(app)
        return _ask_for_statements(app, program, text).but(by=f"{COMMAND}:{program.name}")
    except ModelFailed as failure:
        failed = failure.of_model(COMMAND)
    return read_by_rules(app, text, failed)


def read_by_rules(app: "App", text: str, failed: ModelFailed) -> Extraction:
    """The statements that the rules find, until the model has answered."""
    from recall_cli.rules.reading.extraction import extract_drafts

    found = extract_drafts(text, progress=lambda at: app.progress("reading", at, len(text)))
    reason = "until the command answers" if failed.pending else f"{failed.model} failed: {failed.message}"
    return found.but(by=f"rules ({reason})", failed=failed)


def _not_set() -> ModelFailed:
    return ModelFailed(
        "extractor.command is not set", "recall help extractors", billed=False, again=False, model=COMMAND
    )


def find_configured_program(app: "App") -> Program:
    """The program to run; ModelFailed if it is not set, cannot be found, or its settings file is open to others."""
    from recall_cli.inference import program
    from recall_cli.settings import data_folder

    settings = app.settings
    command = settings["extractor.command"]
    if not command:
        raise _not_set()
    check_settings_file(settings.usual_settings.path)
    words = program.find_program(command, app.environment.get("PATH", os.defpath))
    letters = [letter for letter in os.path.basename(words[0]) if letter.isalnum() or letter in "._-"]
    return Program(
        words=tuple(words),
        name="".join(letters)[:MAX_NAME_LETTERS] or "program",
        environment=program.program_environment(app.environment, settings["extractor.environment"]),
        folder=data_folder(app.environment),
        seconds=settings["extractor.timeout_seconds"],
        gets_prompt=settings["extractor.input"] == "prompt",
    )


def check_settings_file(path: str) -> None:
    """ModelFailed if somebody else can write the file that says which program is run."""
    try:
        status = os.stat(path)
    except OSError:
        raise ModelFailed("the settings file cannot be read", billed=False) from None
    if status.st_uid not in (os.getuid(), 0) or status.st_mode & 0o022:
        raise ModelFailed("others can change the settings file", f"chmod go-w {path}", billed=False)


def _ask_for_statements(app: "App", program: Program, text: str) -> Extraction:
    """The statements that the program finds in a text, part by part: all of them, or ModelFailed."""
    from recall_cli.rules.intake import model_extraction

    parts = model_extraction.split_text(text)
    if len(parts) > model_extraction.MAX_PARTS:
        raise ModelFailed("the text is too long", "store its parts", again=False)
    drafts: list[ExtractedStatement] = []
    skipped: list[SkippedPassage] = []
    for offset, part in parts:
        answer = ask_program(app, program, part)
        found = read_program_answer(answer.answer, part, offset)
        drafts += found.drafts
        skipped += found.skipped
    return Extraction(drafts=tuple(drafts), skipped=tuple(skipped))


def read_program_answer(printed: str, part: str, offset: int = 0) -> Extraction:
    """The statements in what a program printed about a part of a text."""
    from recall_cli.domain.json_text import dumps_utf8
    from recall_cli.rules.intake import model_extraction
    from recall_cli.rules.text.json_in_prose import find_document

    document = find_document(printed, "memories")
    try:
        return model_extraction.read_answer("" if document is None else dumps_utf8(document), part, offset)
    except model_extraction.UnreadableAnswer as error:
        raise ModelFailed(f"an answer with {error}") from None


def ask_program(app: "App", program: Program, part: str, *, accept_failure: bool = False) -> "ProgramOutput":
    """What the program printed about a part of a text; ModelFailed at the daily limit or if it failed.

    With `accept_failure`, the output of a program that ended with an error is returned too, for a trial.
    """
    from recall_cli.inference.program import run_program

    number = reserve_call(app)
    try:
        output = run_program(
            program.words,
            program.environment,
            program.folder,
            write_question(part, with_prompt=program.gets_prompt),
            program.seconds,
            _heartbeat(app),
        )
        if output.status and not accept_failure:
            raise ModelFailed(f"{program.name} ended with status {output.status}")
    except ModelFailed as failure:
        settle_call(app, number, failure.message)
        raise
    settle_call(app, number, f"{program.name} ended with status {output.status}" if output.status else "answered")
    return output


def write_question(part: str, *, with_prompt: bool) -> str:
    """What the program reads: instructions and the text between tags, or the text alone."""
    if not with_prompt:
        return part + "\n"
    from recall_cli.inference.claude import read_prompt
    from recall_cli.rules.intake.model_extraction import fence_text

    return "\n".join((read_prompt("extract"), read_prompt("answer_form"), fence_text(part), ""))


def _heartbeat(app: "App") -> "Callable[[], None]":
    """Keeps the job of this worker: without a sign of life another worker would take it."""

    def beat() -> None:
        try:
            app.renew_lease()
        except RecallError:  # the store is busy: the next beat comes soon
            return

    return beat


def reserve_call(app: "App") -> int:
    """Count a call before it is made, so that several workers together keep the daily limit; its number."""
    limit = app.settings["extractor.calls_per_day"]
    with app.write_transaction() as tx:
        day = tx.now // DAY * DAY
        if tx.spend.calls_of(COMMAND, day, day + DAY).calls >= limit:
            raise ModelFailed(
                f"the daily limit of {limit:,} calls",
                "extractor.calls_per_day raises it",
                billed=False,
                not_before=day + DAY,
                again=limit > 0,
            )
        return tx.spend.reserve(COMMAND, 0.0)


def settle_call(app: "App", number: int, outcome: str) -> None:
    """Record how a call ended: with an answer, or with recall's own words for the failure."""
    from recall_cli.rules.secrets import mask

    with app.write_transaction() as tx:
        tx.spend.record_outcome(number, mask(outcome).text, 0, 0, 0.0)
