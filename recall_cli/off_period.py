"""The setting `off` with an end: the settings file has the time until which memory is off."""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

OFF_SETTING = "off"


def off_until(file: "Mapping[str, object]", environment: "Mapping[str, str]") -> int:
    """When memory is on again, in milliseconds; 0 if that time has passed, or the file names none."""
    value = str(file.get(OFF_SETTING, ""))
    if len(value) <= len("false"):
        return 0
    from recall_cli.domain.moment import parse_moment

    now, chosen = time.time_ns() // 1_000_000, environment.get("RECALL_NOW")
    if chosen:
        now = parse_moment(chosen, now)
    end = parse_moment(value, now)
    return end if end > now else 0
