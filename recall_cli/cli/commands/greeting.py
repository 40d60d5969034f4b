"""`recall` alone: where you are, and what comes next."""

from recall_cli import __version__
from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = ()


def greeting(app: "App") -> Reply:
    """The state of the store and of the project you are in."""
    from recall_cli.cli.commands.agents.hooks import short_status
    from recall_cli.cli.commands.read import stats
    from recall_cli.flows.agents.hook_health import check_all_hooks
    from recall_cli.flows.agents.switches import off_reason_here
    from recall_cli.flows.explain.stats import stats as counted
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.workplace import current_workplace

    with app.read_transaction() as tx:
        found = counted(tx, app.settings["claude.monthly_usd"])
        place = project_of_workplace(tx, current_workplace(), ask_git=True)
        project = next((p for p in found.known_projects if place is not None and p.n == place.n), None)

    silent = off_reason_here(app)
    hooks = [(one.agent, short_status(one)) for one in check_all_hooks(app) if one.installed]

    def screen(console: "Any") -> None:
        from recall_cli.cli.output import overview

        overview.greeting(console, __version__, found, project, app.now(), hooks=hooks, silent=silent)

    def lines() -> "list[str]":
        held = found.states.get("held", 0)
        waits = [f"{held:,} held for review (recall review)"] if held else []
        waits += [silent] if silent else []
        return [f"recall {__version__}: {memory_count_text(found.live)} in {found.path} (recall --help)", *waits]

    return Reply(
        lambda: {
            "recall": __version__,
            "project": project.name if project else None,
            "off": silent,
            "hooks": dict(hooks),
            **stats.stats_document(found),
        },
        lines,
        screen,
    )
