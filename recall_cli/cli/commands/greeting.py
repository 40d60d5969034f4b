"""`recall` alone: the state of the store, and next steps."""

from recall_cli import __version__
from recall_cli.cli.output.formatting import ACCENT, DIM, format_bytes, memory_count_text
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.explain.stats import Stats

PARAMS = ()


def greeting(app: "App") -> Reply:
    """The state of the store and of the current project."""
    from recall_cli.cli.commands.read import stats
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.agents.switches import off_reason_here
    from recall_cli.flows.explain.conflicts import open_conflicts
    from recall_cli.flows.explain.stats import stats as counted
    from recall_cli.flows.project_hints import describe_former_project
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.flows.questions import list_open_questions
    from recall_cli.workplace import current_workplace

    with app.read_transaction() as tx:
        counts = counted(tx, app.settings["claude.monthly_usd"])
        folder = current_workplace()
        place = project_of_workplace(tx, folder, ask_git=True)
        former = "" if place else describe_former_project(app, tx, folder)
        here = Filters(projects=(place.n,) if place else ())
        conflicts_here, questions_here = len(open_conflicts(tx, here)), len(list_open_questions(tx, here))
        project = next((p for p in counts.known_projects if place is not None and p.n == place.n), None)

    silent = off_reason_here(app)
    hooks = hooks_in_short(app)

    def screen(out: "Screen") -> None:
        notices = [text for text in (silent, former) if text]
        _print_greeting(out, __version__, counts, project, hooks=hooks, notices=notices)
        _print_next_steps(out, counts, project, conflicts_here, questions_here, hooked=bool(hooks))

    def lines() -> "list[str]":
        held = counts.states.get("held", 0)
        waits = [f"{held:,} held for review (recall review)"] if held else []
        waits += [silent] if silent else []
        return [f"recall {__version__}: {memory_count_text(counts.live)} in {counts.path} (recall help --all)", *waits]

    return Reply(
        lambda: {
            "recall": __version__,
            "project": project.name if project else None,
            "off": silent,
            "hooks": dict(hooks),
            **stats.stats_document(counts),
        },
        lines,
        screen,
    )


def hooks_in_short(app: "App") -> "list[tuple[str, str]]":
    """The agents whose hooks are installed on the user's machine, each with its state in a few words."""
    from recall_cli.cli.commands.agents.hooks import short_status
    from recall_cli.flows.agents.hook_health import check_all_hooks
    from recall_cli.workplace import client

    if (served := client()) is not None:
        rows = served.facts.get("hooks")
        pairs = [row for row in rows if isinstance(row, list) and len(row) == 2] if isinstance(rows, list) else []
        return [(str(agent)[:40], str(state)[:200]) for agent, state in pairs]
    return [(health.agent, short_status(health)) for health in check_all_hooks(app) if health.installed]


def _print_greeting(
    out: "Screen",
    version: str,
    counts: "Stats",
    project: "Project | None",
    *,
    hooks: "list[tuple[str, str]]",
    notices: "list[str]",
) -> None:
    projects = f"{len(counts.known_projects)} project{'' if len(counts.known_projects) == 1 else 's'}"
    parts = [version, memory_count_text(counts.live), projects, format_bytes(counts.bytes)]
    if counts.last_operation:
        parts.append(f"last write {format_since(counts.last_operation.at, out.now)}")
    out.line(("recall", ACCENT), " ", " · ".join(parts))
    if project is not None:
        off = "" if project.enabled else ", switched off"
        out.line(
            ("project  ", DIM),
            project.name,
            (f"   {memory_count_text(counts.projects.get(project.name, 0))}{off}", DIM),
        )
    if hooks:
        agents = " · ".join(f"{agent} {status}" for agent, status in hooks)
        out.line(("hooks    ", DIM), agents)
    for notice in notices:
        out.line((notice, "yellow"))
    out.line()


def _print_next_steps(
    out: "Screen",
    counts: "Stats",
    project: "Project | None",
    conflicts_here: int,
    questions_here: int,
    *,
    hooked: bool,
) -> None:
    held, elsewhere = counts.states.get("held", 0), counts.conflicts - conflicts_here
    asked_elsewhere = counts.questions - questions_here
    listed_here = counts.projects.get("", 0) + (counts.projects.get(project.name, 0) if project else 0)
    steps = [
        ("recall review", f"{held:,} memor{'y waits' if held == 1 else 'ies wait'} for review", held),
        ("recall conflicts", f"{_conflicts_text(conflicts_here)} here", conflicts_here),
        ("recall conflicts --project '*'", f"{_conflicts_text(elsewhere)} in other projects", elsewhere),
        ("recall conflicts --ask", f"{_questions_text(questions_here)} here: what replaced what?", questions_here),
        ("recall conflicts --ask --project '*'", f"{_questions_text(asked_elsewhere)} elsewhere", asked_elsewhere),
        ('recall store "…"', "store a memory", True),
        ('recall search "…"', "search your memories", True),
        ("recall list", "show the newest memories here", listed_here),
        ("recall setup", "connect your agents, so that they start with your memories", not hooked),
        ("recall help tasks", "what to type for what", True),
        ("recall help --all", "list all commands", True),
    ]
    out.table([[" ", (command, ACCENT), (why, DIM)] for command, why, fits in steps if fits])


def _conflicts_text(count: int) -> str:
    return f"{count:,} fact{' has' if count == 1 else 's have'} conflicting values"


def _questions_text(count: int) -> str:
    return f"{count:,} open question{'' if count == 1 else 's'}"
