"""`recall` alone: the state of the store, and next steps."""

from recall_cli import __version__
from recall_cli.cli.output.formatting import ACCENT, DIM, format_bytes, memory_count_text
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_since
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.explain.stats import Stats

PARAMS = ()


def greeting(app: "App") -> Reply:
    """The state of the store and of the current project."""
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
        here = Filters(projects=(place.n,) if place else ())
        former = "" if place else describe_former_project(app, tx, folder)
        conflicts, questions = open_conflicts(tx, here), list_open_questions(tx, here)
    state = State(
        counts=counts,
        project=next((p for p in counts.known_projects if place is not None and p.n == place.n), None),
        former=former,
        conflicts_here=len(conflicts),
        questions_here=len(questions),
        off=off_reason_here(app),
        hooks=hooks_in_short(app),
    )
    return Reply(state.document, state.lines, state.print)


class State(Record):
    """The state of the store and of the current project, and the three forms in which it is shown."""

    counts: "Stats"
    project: "Project | None"
    former: "str | None"
    """Where the memories of this folder are, if it was another project before."""
    conflicts_here: int
    questions_here: int
    off: "str | None"
    hooks: "list[tuple[str, str]]"

    def document(self) -> "dict[str, object]":
        """The state as JSON."""
        from recall_cli.cli.commands.read.stats import stats_document

        return {
            "recall": __version__,
            "project": self.project.name if self.project else None,
            "off": self.off,
            "hooks": dict(self.hooks),
            **stats_document(self.counts),
        }

    def lines(self) -> "list[str]":
        """The state in one line, and what waits."""
        held = self.counts.states.get("held", 0)
        total = f"{memory_count_text(self.counts.live)} in {self.counts.path}"
        waits = [f"{held:,} held for review (recall review)"] if held else []
        return [f"recall {__version__}: {total} (recall help --all)", *waits, *([self.off] if self.off else [])]

    def print(self, out: "Screen") -> None:
        """Print the state, what waits for the user, then useful commands."""
        counts, project = self.counts, self.project
        projects = f"{len(counts.known_projects)} project{'' if len(counts.known_projects) == 1 else 's'}"
        parts = [__version__, memory_count_text(counts.live), projects, format_bytes(counts.bytes)]
        if counts.last_operation:
            parts.append(f"last write {format_since(counts.last_operation.at, out.now)}")
        out.line(("recall", ACCENT), " ", " · ".join(parts))
        if project is not None:
            stored = memory_count_text(counts.projects.get(project.name, 0))
            off = "" if project.enabled else ", switched off"
            out.line(("project  ", DIM), project.name, (f"   {stored}{off}", DIM))
        if self.hooks:
            agents = " · ".join(f"{agent} {status}" for agent, status in self.hooks)
            out.line(("hooks    ", DIM), agents)
        for notice in filter(None, (self.off, self.former)):
            out.line((notice, "yellow"))
        out.line()
        out.table([[" ", (command, ACCENT), (why, DIM)] for command, why, fits in self._next_steps() if fits])

    def _next_steps(self) -> "list[tuple[str, str, object]]":
        """Commands, why somebody may want them, and whether they fit here."""
        counts, here, asked_here = self.counts, self.conflicts_here, self.questions_here
        held, elsewhere = counts.states.get("held", 0), counts.conflicts - here
        asked_elsewhere = counts.questions - asked_here
        listed_here = counts.projects.get("", 0)
        listed_here += counts.projects.get(self.project.name, 0) if self.project else 0
        return [
            ("recall review", f"{held:,} memor{'y waits' if held == 1 else 'ies wait'} for review", held),
            ("recall conflicts", f"{_conflicts_text(here)} here", here),
            ("recall conflicts --project '*'", f"{_conflicts_text(elsewhere)} in other projects", elsewhere),
            ("recall conflicts --ask", f"{_questions_text(asked_here)} here: what replaced what?", asked_here),
            ("recall conflicts --ask --project '*'", f"{_questions_text(asked_elsewhere)} elsewhere", asked_elsewhere),
            ('recall store "…"', "store a memory", True),
            ('recall search "…"', "search your memories", True),
            ("recall list", "show the newest memories here", listed_here),
            ("recall setup", "connect your agents, so that they start with your memories", not self.hooks),
            ("recall help tasks", "what to type for what", True),
            ("recall help --all", "list all commands", True),
        ]


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


def _conflicts_text(count: int) -> str:
    return f"{count:,} fact{' has' if count == 1 else 's have'} conflicting values"


def _questions_text(count: int) -> str:
    return f"{count:,} open question{'' if count == 1 else 's'}"
