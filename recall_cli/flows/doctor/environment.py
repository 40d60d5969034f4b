"""Checks around the store: settings, other programs named recall, the extractor, hooks, backups."""

import os

from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.domain.errors import ModelFailed, RecallError, UsageError
from recall_cli.domain.moment import DAY, format_day
from recall_cli.flows.doctor.finding import failure, note, ok, warning
from recall_cli.settings import all_settings, find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.flows.agents.hook_health import HookHealth
    from recall_cli.flows.doctor.finding import Finding

MAX_BACKUP_DAYS = 3
"""Older than this, several daily rounds have made no backup."""
TRY_HINT = "recall worker --test asks it about a sample text"


def check_settings(app: "App") -> "Iterator[Finding]":
    """Every setting exists and has a valid value."""
    wrong = 0
    for setting in all_settings():
        try:
            app.settings.origin(setting.name)
        except UsageError as error:
            wrong += 1
            yield failure(error.message, error.hint or "recall config NAME VALUE")
            if "cannot read" in error.message:
                return
    from recall_cli.flows.setting_checks import check_all_settings

    for odd in check_all_settings(app):
        wrong += 1
        yield warning(odd.message, odd.hint or "recall config NAME VALUE")
    removed = _removed_settings(app)
    if removed:
        yield note(f"no longer a setting: {', '.join(removed)}", "it has no effect")
    for name in (name for name in app.settings.file if name not in removed):
        try:
            find_setting(name)
        except UsageError as error:
            wrong += 1
            yield warning(f"{error.message} in {app.settings.path}", error.hint)
    if not wrong:
        yield ok("every setting is valid")


def _removed_settings(app: "App") -> "list[str]":
    """What the settings file or the environment still sets, and no setting is any more."""
    from recall_cli.setting_errors import REMOVED_SETTINGS

    variables = {"RECALL_" + name.upper().replace(".", "_"): name for name in sorted(REMOVED_SETTINGS)}
    in_file = [name for name in app.settings.file if name in REMOVED_SETTINGS]
    return in_file + [variable for variable in variables if variable in app.environment]


def check_programs(app: "App") -> "Iterator[Finding]":
    """The first `recall` on the PATH is this program, and it is the only one."""
    from recall_cli.flows.agents.hooks import is_our_program

    programs: list[tuple[str, bool]] = []
    for folder in dict.fromkeys(app.environment.get("PATH", "").split(os.pathsep)):
        path = os.path.join(folder, "recall")
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            programs.append((path, is_our_program(path)))
    if not programs:
        yield note("recall is not on the PATH", "add its folder to the PATH: agents call recall by name")
    elif not programs[0][1]:
        remedy = "put this program's folder first in the PATH, or uninstall the other (szl-recall installs one too)"
        yield warning(f"the command recall is another program: {programs[0][0]}", remedy)
    else:
        yield ok(f"recall is {programs[0][0]}")
    for path, ours in programs[1:]:
        what = "another version of this program" if ours else "another program"
        yield note(f"the PATH also has {what}: {path}")
    yield from _start_file_findings()


def _start_file_findings() -> "Iterator[Finding]":
    """The files that make commands start faster can be written by nobody but the owner of the program."""
    from recall_cli.start_files import FOLDER, SWITCH, is_usable, list_start_files

    files = list_start_files()
    for path in files:
        if not is_usable(path):
            message = f"a start file is not used, because somebody else owns it or may write it: {path}"
            yield note(message, "delete it; a new one is made")
    if files:
        yield ok(f"{len(files)} start files in {FOLDER}/__pycache__ ({SWITCH}=off switches them off)")


def check_packages(app: "App") -> "Iterator[Finding]":
    """The packages that only some commands need are there; a smaller installation leaves them out."""
    from recall_cli.optional_packages import PACKAGES, is_installed, missing_package

    wanted = {name for name, package in PACKAGES.items() if not package.is_extra}
    wanted |= {"psycopg", "psycopg_pool"} if is_on_server(app) and not app.settings.is_over_https else set()
    missing = [package for package in PACKAGES if package in wanted and not is_installed(package)]
    for package in missing:
        needed = PACKAGES[package].is_extra or (package == "anthropic" and app.settings["extractor"] == "claude")
        message, remedy = missing_package(package)
        yield warning(message, remedy) if needed else note(message, remedy)


def is_on_server(app: "App") -> bool:
    """Whether the store is on a server; False if its place is not valid."""
    try:
        return app.settings.is_on_server
    except UsageError:  # the check of the settings says what is wrong with the place of the store
        return False


def check_hooks(app: "App") -> "Iterator[Finding]":
    """Hooks are complete, fast, and not paused."""
    from recall_cli.flows.agents.hook_health import CURRENT, check_all_hooks
    from recall_cli.rules.places.circuit_breaker import CLOSED

    has_problems, times = False, []
    for health in check_all_hooks(app):
        install = f"recall hooks install {health.agent}"
        problems = [
            (f"the hooks in {place.path} are {place.state}", install)
            for place in health.installed
            if place.state != CURRENT
        ]
        problems += _broken_hooks(app, health, [text for text, _ in problems])
        if health.duplicate_hooks:
            problems.append((f"recall runs twice in {health.title}: {health.duplicate_hooks}", "remove one of them"))
        if health.installed and health.breaker != CLOSED:
            why = health.trouble or "they were slow or failed"
            problems.append((f"the hooks of {health.title} are paused: {why}", "recall hooks status"))
        if health.approval:
            problems.append((f"the hooks of {health.title} may not run", health.approval))
        if health.p50 is not None and health.p95 is not None:
            times.append(f"{health.title} p50 {health.p50:.0f} ms, p95 {health.p95:.0f} ms")
        for text, remedy in problems:
            has_problems = True
            yield warning(text, remedy)
    if times:
        yield ok(f"hooks run: {' · '.join(times)}")
    elif not has_problems:
        yield ok("no problems with hooks")


def check_clients(app: "App") -> "Iterator[Finding]":
    """Clients that start `recall mcp` reach this program, and get the brief once."""
    from recall_cli.flows.agents import mcp_install

    problems = 0
    connected = []
    for state in mcp_install.check_clients(app):
        if state.state in (mcp_install.OTHER_PROGRAM, mcp_install.PROGRAM_MISSING):
            problems += 1
            yield warning(f"{state.title} is {state.state}: {state.program}", f"recall mcp install {state.client}")
        elif state.state == mcp_install.CURRENT:
            connected.append(state.title + (" (its hook gives the brief)" if state.has_hooks else ""))
    if not problems:
        yield ok(f"connected over MCP: {', '.join(connected)}" if connected else "no client uses recall mcp")


def _broken_hooks(app: "App", agent_health: "HookHealth", known: "list[str]") -> "Iterator[tuple[str, str]]":
    """Hooks that do nothing when an agent runs them, or that use another store."""
    from recall_cli.flows.doctor.hook_run import run_hooks

    results = (
        run_hooks(app, KNOWN_AGENTS[agent_health.agent], agent_health.plugin)
        if agent_health.installed or agent_health.plugin
        else ()
    )
    for answer in results:
        if answer.trouble and not any(answer.path in text for text in known):
            remedy = f"recall hooks install {agent_health.agent}"
            if answer.searches_for_recall:
                remedy = f"put a link to recall into ~/.local/bin, or use your own settings: {remedy}"
            if answer.trouble.startswith("recall: "):  # it ran, and says itself what helps
                remedy = ""
            yield f"the hooks in {answer.path} do not run: {answer.trouble}", remedy
        elif answer.database and answer.database != app.settings.store_place:
            message = f"the hooks in {answer.path} use another store than this shell: {answer.database}"
            yield message, "recall config db FILE sets it for both"


def check_switches(app: "App") -> "Iterator[Finding]":
    """Whether memory is on in this folder, and for which agents."""
    from recall_cli.flows.agents.switches import off_reason, off_reason_here

    yield from _shared_process_findings(app)
    silent = off_reason_here(app)
    if silent is not None:
        yield note(f"memory is off here: {silent}")
        return
    for message in filter(None, (off_reason(app, name) for name in KNOWN_AGENTS)):
        yield note(message)
    yield ok("memory is on in this folder")


def check_project(app: "App") -> "Iterator[Finding]":
    """In a folder that recall does not know: the known project that it perhaps is."""
    from recall_cli.flows.project_hints import describe_former_project
    from recall_cli.flows.projects import known_project
    from recall_cli.workplace import current_workplace

    place = current_workplace()
    with app.read_transaction() as tx:
        text = "" if known_project(tx, place) else describe_former_project(app, tx, place)
    if text:
        yield note(text)


def _shared_process_findings(app: "App") -> "Iterator[Finding]":
    """Switches that reach no session or too many, since one process of an agent runs the sessions of all its windows.

    Its variables are those of the command that started it.
    """
    from recall_cli.agents.shared_process import list_shared_processes, recall_variables

    own = recall_variables(app.environment)
    messages: dict[str, None] = {}
    for shared in list_shared_processes(app.environment.get("HOME")):
        ending = f"{shared.agent} runs the sessions of several windows in one process"
        name = shared.window_switch or shared.unequal_variable
        if name is not None:
            how = "is set in one of them" if name == shared.window_switch else "is not the same in all"
            messages[f"nothing is stored from them, since {name} {how}: {ending}"] = None
        messages |= dict.fromkeys(f"{name} does not reach them from here: {ending}" for name in shared.unequal_to(own))
    remedy = "recall hooks private FOLDER works everywhere; to change variables, end that program and start it again"
    yield from (warning(message, remedy) for message in messages)


def check_copies(app: "App") -> "Iterator[Finding]":
    """Automatic backups are recent, and all known backups exist."""
    from recall_cli.flows.transfer.backup import known_copies

    known = known_copies(app)
    gone = [copy.path for copy in known if not os.path.exists(copy.path)]

    def forget() -> None:
        with app.write_transaction() as tx:
            for path in gone:
                tx.backups.forget(path)

    if gone:
        message = f"{len(gone):,} known backups no longer exist"
        yield note(message, "recall doctor --fix removes them from the list", forget)
    newest = max((copy.at for copy in known if copy.path not in gone), default=None)
    days = None if newest is None else (app.now() - newest) // DAY
    late = days is None or days > MAX_BACKUP_DAYS
    if app.settings["backup.folder"] and late and app.settings.has_store():
        latest = "there is none" if days is None else f"the newest is {_age_in_days(days)}"
        yield warning(f"automatic backups are on, but {latest}", "recall backup")
    else:
        yield ok("no backups" if days is None else f"the newest backup is {_age_in_days(days)}")


def _age_in_days(days: int) -> str:
    """How old a backup is, in words."""
    if days < 1:
        return "from today"
    return f"{days:,} day{'' if days == 1 else 's'} old"


def check_gate(app: "App") -> "Iterator[Finding]":
    """If a gate is set, its model can be loaded and tells an answer from another text."""
    folder = str(app.settings["search.gate"])
    if not folder:
        yield ok("no gate is set")
        return
    from recall_cli.flows.measure.gate_setup import TRIAL_QUESTION, TRIAL_TEXTS
    from recall_cli.inference.cross_encoder import CrossEncoder

    try:
        answer, other = CrossEncoder(folder).score(TRIAL_QUESTION, TRIAL_TEXTS)
    except RecallError as error:
        remedy = "recall admin embed --gate FOLDER, or recall admin embed --gate off"
        yield failure(f"the gate is not used: {error.message}", remedy)
        return
    if answer <= other:
        yield note(f"the gate in {folder} prefers a wrong answer to the right one in a trial")
    else:
        yield ok(f"the gate in {folder} confirms answers")


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
    own = app.settings.usual_settings
    for name in (setting.name for setting in all_settings() if setting.own_file):
        variable = "RECALL_" + name.upper().replace(".", "_")
        elsewhere = app.settings.path != own.path and name in app.settings.file
        if app.environment.get(variable) or elsewhere:
            where = app.settings.path if elsewhere else variable
            yield note(f"{name} in {where} is ignored", f"only {own.path} can set it")
