"""Schedulers that run a command every day on this machine: cron, systemd and launchd, behind one interface."""

from recall_cli.schedulers.daily_command import DailyCommand, PlannedFile, Scheduler

__all__ = ["DailyCommand", "PlannedFile", "Scheduler", "list_schedulers"]


def list_schedulers(environment: "dict[str, str]") -> "list[Scheduler]":
    """Every scheduler that recall knows, the best one for this kind of machine first."""
    from recall_cli.schedulers.cron import Cron
    from recall_cli.schedulers.launchd import Launchd
    from recall_cli.schedulers.systemd import Systemd

    return [Launchd(environment), Systemd(environment), Cron(environment)]
