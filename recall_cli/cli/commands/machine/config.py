"""recall config: show and change settings."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso, format_when
from recall_cli.off_period import OFF_SETTING, off_until
from recall_cli.rules.secrets import mask, reject_secret_name
from recall_cli.settings import (
    GROUPS,
    SERVER_PREFIXES,
    VIEW_PREFIX,
    WEB_PREFIXES,
    Setting,
    all_settings,
    check_value,
    find_setting,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.settings import Setting

PARAMS = (
    argument(
        "words",
        "A setting, or a setting and its new value.",
        kind="arguments",
        default=(),
        completes="setting",
        metavar="[NAME [VALUE]]",
    ),
    option("unset", "Reset the setting to its default.", kind="flag"),
    option("changed", "Show only settings that differ from their defaults.", kind="flag"),
)
EXAMPLES = (
    ("recall config", "all settings with their values and origins"),
    ("recall config --changed", "only settings that you or the environment changed"),
    ("recall config min_confidence 0.5", "writes it to the settings file"),
    ("recall config off 1h", "store nothing and give agents nothing for an hour; off false ends it"),
    ("recall config view.codex.clearance internal", "hide memories above this level from codex (or view.codex.topics)"),
)
PATH_SETTINGS = ("db", "backup.folder", "encryption.key_file")

_NOT_SETTING_NAMES = frozenset("set get list ls show edit add unset reset delete remove rm projects".split())
"""Words that other programs' settings commands start with."""
_USAGE_HINT = "recall config NAME shows a setting, recall config NAME VALUE sets it, recall config lists all"


def config(app: "App", *, words: "tuple[str, ...]", unset: bool, changed: bool) -> Reply:
    """Show and change settings.

    A flag wins over the environment, the environment over the file, the file over the default. Only a person at
    a terminal can change settings.
    """
    if changed and (words or unset):
        raise UsageError("--changed only shows settings", "recall config --changed")
    if words[:1] == ("project",):
        from recall_cli.cli.commands.manage.projects import projects

        return projects(app, words=words[1:], dry_run=False, yes=False)
    if not words and not unset:
        return _show_settings(app, changed=changed)
    if words and words[0] in _NOT_SETTING_NAMES:
        raise UsageError(f"there is no setting {words[0]!r}", _USAGE_HINT)
    if len(words) > 2 or (unset and len(words) != 1):
        raise UsageError(
            "config takes a setting and a value", 'quote a value with spaces, e.g. recall config topics "work, home"'
        )
    names = {setting.name for setting in all_settings()}
    if len(words) == 2 and words[0] not in names and words[1] in names and "." not in words[0].strip("0123456789."):
        raise UsageError("the setting comes first", f"recall config {words[1]} {words[0]}")
    setting = find_setting(words[0])
    changes = unset or len(words) == 2
    if len(words) == 2:
        reject_secret_name(setting.name, "the name of this setting")
    if changes:
        _change_setting(app, setting, None if unset else words[1])
    value, origin = app.settings.origin(setting.name)
    document = {"name": setting.name, "value": value, "origin": origin}
    if setting.name == OFF_SETTING and value and origin == "file" and off_until(app.settings.file, app.environment):
        end = format_when(off_until(app.settings.file, app.environment), app.now())
        app.note(f"memory is off until {end} (recall config off false ends it)")

    return Reply(
        lambda: document, lambda: [_value_text(value)], lambda out: _print_setting(out, setting, value, origin)
    )


def _change_setting(app: "App", setting: "Setting", text: "str | None") -> None:
    """Write a setting to the file, or remove it, if the caller may and the value is valid."""
    from recall_cli.flows.setting_checks import check_setting
    from recall_cli.flows.settings_changes import check_allowed, write_settings

    end = _end_of_off(app, text) if setting.name == OFF_SETTING and text is not None else None
    if text is None or end is not None:
        value = end
    else:
        value = _absolute_path(setting.name, _refuse_secret(check_value(setting, text, setting.name)))
    check_setting(app, setting.name, setting.default if text is None else end is not None or value)
    check_allowed(app, setting)
    write_settings(app, {setting.name: value})
    if setting.variable in app.environment:
        app.note(f"{setting.variable} is set in the environment and overrides the file")


def _end_of_off(app: "App", text: str) -> "str | None":
    """The time until which memory is to be off (1h, tomorrow); None if the text is no time."""
    from recall_cli.rules.dates.typed_dates import parse_typed_date

    if text.isdigit():
        return None
    try:
        end = parse_typed_date(text, app.now(), ahead=True)
    except UsageError:
        return None
    if end <= app.now():
        raise UsageError(f"{text!r} is in the past", "for example recall config off 1h")
    return format_iso(end)


def _refuse_secret(value: "Any") -> "Any":
    """Refuse a secret as a value: the settings file is plain text."""
    if isinstance(value, str) and mask(value).found:
        raise UsageError(
            "that looks like a secret, and the settings file is plain text",
            "claude.key_command takes a command that prints it",
        )
    return value


def _absolute_path(name: str, value: "Any") -> "Any":
    """The absolute path, because settings are read from any folder."""
    import os

    if name not in PATH_SETTINGS or not value or value.startswith("~"):
        return value
    if name != "db":
        from recall_cli.store_address import refuse_address

        refuse_address(value, name)
    elif value.startswith(SERVER_PREFIXES + WEB_PREFIXES):
        return value
    return os.path.abspath(value)


def _show_settings(app: "App", *, changed: bool) -> Reply:
    views = [find_setting(name) for name in app.settings.file if name.startswith(VIEW_PREFIX)]
    listed = sorted((*all_settings(), *views), key=lambda setting: GROUPS.index(setting.group))
    rows = [(setting, *app.settings.origin(setting.name)) for setting in listed]
    shown = [
        (setting, app.settings.database if setting.name == "db" else value, origin)
        for setting, value, origin in rows
        if value != setting.default or not changed
    ]

    return Reply(
        lambda: {
            "file": app.settings.path,
            "settings": {
                s.name: {"value": value, "origin": origin, "variable": s.variable or None} for s, value, origin in shown
            },
            "groups": {
                group: [s.name for s, _, _ in shown if s.group == group]
                for group in GROUPS
                if any(s.group == group for s, _, _ in shown)
            },
        },
        lambda: [f"{s.name}\t{_value_text(value)}\t{origin}" for s, value, origin in shown],
        lambda out: _print_settings(out, shown, app.settings.path),
    )


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else make_printable(str(value))


def _print_settings(out: "Screen", rows: "list[tuple[Setting, object, str]]", path: str) -> None:
    """Print settings under their headings: value, origin if not the default, and description."""
    wide = max((len(setting.name) for setting, _, _ in rows), default=0)
    group = ""
    for setting, value, origin in rows:
        if setting.group != group:
            if group:
                out.line()
            group = setting.group
            out.line((group, "bold"))
        given = origin != "default"
        out.line(
            (f"  {setting.name.ljust(wide + 2)}", ACCENT),
            ((_value_text(value) or "–").ljust(10), "" if given else DIM),
            (f"  {origin}" if given else "", "yellow"),
            (f"  {setting.help}", DIM),
            cut=True,
        )
    if not rows:
        out.footer("all settings have their default values")
    out.footer(f"file: {path} · recall config NAME VALUE")


def _print_setting(out: "Screen", setting: "Setting", value: object, origin: str) -> None:
    from recall_cli.setting_errors import number_text

    out.line((_value_text(value) or "–", ACCENT), (f"  {origin}", DIM))
    out.footer(setting.help)
    if setting.choices:
        out.footer("one of " + ", ".join(setting.choices))
    elif setting.low is not None and setting.high is not None:
        out.footer(f"from {number_text(setting.low)} to {number_text(setting.high)}")
    for_one_run = f"for one run: {setting.variable}=…" if setting.variable else "no variable and no other file sets it"
    out.footer(f"only a person at a terminal can change it; {for_one_run}")
