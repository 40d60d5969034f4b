"""The curve of the settings as nobody changed them."""

from typing import Any

from recall_cli.flows.maintain.decay import curve_of
from recall_cli.rules.beliefs.decay import DecayCurve
from recall_cli.settings import all_settings


def default_curve(**changes: Any) -> DecayCurve:
    """The curve of the default settings, with some numbers changed."""
    return curve_of({setting.name: setting.default for setting in all_settings()}).but(**changes)
