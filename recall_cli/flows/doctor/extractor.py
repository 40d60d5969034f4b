"""Checks the program that the extractor `command` runs: can it be run, how often was it, and how did that end?"""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.moment import DAY, format_day
from recall_cli.flows.doctor.finding import failure, note, ok, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.flows.doctor.finding import Finding

TRY_HINT = "recall worker --test asks it about a sample text"


def check_extractor(app: "App") -> "Iterator[Finding]":
    """The program can be run, its daily limit is not reached, and its last call brought an answer."""
    from recall_cli.flows.write.program_call import COMMAND, find_configured_program

    yield from _check_ignored_values(app)
    if app.settings["extractor"] != COMMAND:
        yield ok("no program is used as the extractor")
        return
    try:
        program = find_configured_program(app)
    except ModelFailed as failed:
        yield failure(failed.message, failed.hint or "recall help extractors")
        return
    limit = app.settings["extractor.calls_per_day"]
    if not app.settings.has_store():
        yield ok(f"the extractor is {program.words[0]}; it was not called yet")
        return
    with app.read_transaction() as tx:
        day = tx.now // DAY * DAY
        today = tx.spend.calls_of(COMMAND, day, day + DAY)
        last, last_failure = tx.spend.last_call(COMMAND), tx.spend.last_call(COMMAND, failed=True)
    calls = f"{today.calls:,} of {limit:,} calls today, {today.failed:,} without an answer"
    if last is not None and last == last_failure:
        why = "the worker was ended during it" if last[1] == "asked" else last[1]
        message = f"the last call of the extractor, on {format_day(last[0])}, failed: {why} ({calls})"
        yield warning(message, TRY_HINT)
        return
    if today.calls >= limit:
        hint = "until tomorrow (UTC) the rules read; extractor.calls_per_day raises it"
        yield note(f"the extractor's daily limit is reached: {calls}", hint)
        return
    if last is None:
        calls = "it was not called yet"
    earlier = f"; last error on {format_day(last_failure[0])}: {last_failure[1]}" if last_failure is not None else ""
    yield ok(f"the extractor is {program.words[0]}: {calls}{earlier}")


def _check_ignored_values(app: "App") -> "Iterator[Finding]":
    """Values of these settings that are ignored, because they are not in the user's own settings file."""
    from recall_cli.settings import all_settings

    own = app.settings.usual_settings
    for name in (setting.name for setting in all_settings() if setting.own_file):
        variable = "RECALL_" + name.upper().replace(".", "_")
        elsewhere = app.settings.path != own.path and name in app.settings.file
        if app.environment.get(variable) or elsewhere:
            where = app.settings.path if elsewhere else variable
            yield note(f"{name} in {where} is ignored", f"only {own.path} can set it")
