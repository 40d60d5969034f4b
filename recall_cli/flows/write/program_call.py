"""Questions to a program of the user's, the extractor `command`. No hook and no `store` waits for it.

The program's answer is checked like a stranger's text, as Claude's is. It costs recall nothing; a limit of calls a day
takes the place of the monthly spending limit.
"""

import os

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


def ask_program(
    app: "App", program: Program, question: str, prompt: str = "notes", *, accept_failure: bool = False
) -> "ProgramOutput":
    """What the program printed about a question; ModelFailed at the daily limit or if it failed.

    With `accept_failure`, the output of a program that ended with an error is returned too, for a trial.
    """
    from recall_cli.inference.program import run_program

    number = reserve_call(app)
    try:
        output = run_program(
            program.words,
            program.environment,
            program.folder,
            _add_prompt(prompt, question) if program.gets_prompt else question + "\n",
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


def _add_prompt(prompt: str, question: str) -> str:
    """What the program reads: instructions, and the question between tags."""
    from recall_cli.inference.claude import read_prompt

    return f"{read_prompt(prompt)}\n{question}\n"


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
