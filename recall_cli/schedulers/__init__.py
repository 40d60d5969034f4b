"""What runs a command every day on this machine: cron, systemd, launchd, each behind the same four questions."""

from recall_cli.schedulers.daily_command import DailyCommand, Scheduler

__all__ = ["DailyCommand", "Scheduler", "all_of"]


def list_schedulers(environment: "dict[str, str]") -> "list[Scheduler]":
    """Every scheduler that recall knows, the best for this kind of machine first."""
    from recall_cli.schedulers.cron import Cron
    from recall_cli.schedulers.launchd import Launchd
    from recall_cli.schedulers.systemd import Systemd

    return [Launchd(environment), Systemd(environment), Cron(environment)]
