"""What is wrong with the value, the name or the file of a setting, in words. Loaded only for an error or a page."""

from recall_cli.domain.errors import UsageError

REMOVED_SETTINGS = frozenset(
    """backup.hours claude.effort claude.timeout_seconds claude.usd_in claude.usd_out consolidate.share
    consolidate.threshold decay.access_rate decay.cap decay.floor decay.mild_days decay.mild_factor decay.rate
    decay.strong_days decay.strong_factor hooks.slow_ms lifetime.correction lifetime.decision lifetime.estimate
    lifetime.fact lifetime.finding lifetime.pattern lifetime.preference lifetime.procedure links.threshold
    maintain.expired_days maintain.jobs_days patterns.least patterns.overlap search.seed
    sessions.max_memories""".split()
)
"""Names that earlier versions knew. In a file or a variable they are ignored."""
EXPECTED_WORDS = {bool: "true or false", int: "a whole number", float: "a number"}
"""What a value must be, by the type of the default."""


def number_text(value: float) -> str:
    """A number as people read it, with all its digits."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def wrong_type(where: str, kind: type, value: object) -> UsageError:
    """The error for a value that is no number, no truth value or no text."""
    expected = EXPECTED_WORDS.get(kind, "text")
    if where == "off":
        hint = "recall config off 1h turns recall off for one hour, recall config off tomorrow until then"
        return UsageError(f"{where} must be {expected}, or a time at which it ends, not {str(value)!r}", hint)
    return UsageError(f"{where} must be {expected}, not {str(value)!r}")


def wrong_choice(where: str, choices: "tuple[str, ...]", value: object) -> UsageError:
    """The error for a value that is none of the choices."""
    return UsageError(f"{where} must be one of {', '.join(choices)}, not {value!r}")


def out_of_range(where: str, low: float, high: float, value: float) -> UsageError:
    """The error for a number that is too small or too large."""
    if not value >= low:  # also true for NaN
        return UsageError(f"{where} must be {number_text(low)} or more, not {value}")
    return UsageError(f"{where} must be {number_text(high)} or less, not {number_text(value)}")


def has_nul(where: str) -> UsageError:
    """The error for a text with a character that ends texts in C."""
    return UsageError(f"{where} must be text without a NUL character")


def unknown_setting(name: str, names: "list[str]") -> UsageError:
    """The error for the name of no setting, with the nearest one."""
    import difflib

    if name.casefold() in ("pause", "on", "disable", "enable", "mute", "resume", "snooze"):
        hint = "recall config off 1h turns recall off for one hour; recall config off false turns it on again"
        return UsageError(f"there is no setting {name!r}", hint)
    if name in REMOVED_SETTINGS:
        return UsageError(f"no longer a setting: {name}", "recall config lists all settings")
    near = difflib.get_close_matches(name, names, 1)
    return UsageError(
        f"there is no setting {name!r}", f"did you mean {near[0]}?" if near else "recall config lists all settings"
    )


def unreadable_file(path: str, error: Exception) -> UsageError:
    """The error for a settings file that cannot be read."""
    why = "the file is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
    return UsageError(f"cannot read the settings in {path}: {why}", "fix or remove the file")
