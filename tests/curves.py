"""The curve of the settings as nobody changed them."""

from typing import Any

from recall_cli.flows.maintain.decay import curve_of
from recall_cli.rules.beliefs.decay import Curve
from recall_cli.settings import every_setting


def default_curve(**changes: Any) -> Curve:
    """The curve of the default settings, with some numbers changed."""
    return curve_of({setting.name: setting.default for setting in every_setting()}).but(**changes)
