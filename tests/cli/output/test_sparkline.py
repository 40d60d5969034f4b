"""Counts as small columns."""

from recall_cli.cli.commands.read.stats import sparkline


def test_sparkline() -> None:
    """The tallest for the most; whatever is there is seen; nothing is nothing."""
    assert sparkline((0, 1, 50, 100)) == " ▁▄█"
    assert sparkline(()) == ""
    assert sparkline((0, 0)) == "  "
