"""Changes single settings in the settings file and leaves all other lines as they are."""

from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.settings import Setting


def check_allowed(app: "App", setting: "Setting") -> None:
    """Refuse agents: a setting may widen access, hide memories or remove something, so only a person changes it."""
    own_path = app.settings.usual_settings.path
    if setting.own_file and app.settings.path != own_path:
        raise UsageError(f"{setting.name} is read only from {own_path}", "unset RECALL_CONFIG for this command")
    may = app.may_name_agent if setting.name == "agent" else app.at_terminal
    if not may:
        raise NotStored(
            f"not changed: only a person at a terminal changes {setting.name}",
            f"ask your user to run: recall config {setting.name} …",
        )


def write_settings(app: "App", values: "dict[str, Any]") -> None:
    """Set settings in the file (None removes one), then read it back to verify."""
    from recall_cli import settings_file

    if bad := [value for value in values.values() if isinstance(value, str) and normalize.repair_unicode(value)[1]]:
        raise UsageError(f"{bad[0]!r} is not UTF-8 text")
    path = app.settings.path
    wanted = dict(app.settings.file)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    for name, value in values.items():
        text = settings_file.change_setting(text, name, value)
        wanted = {key: said for key, said in wanted.items() if key != name}
        wanted.update({} if value is None else {name: value})
    try:
        after = settings_file.parse_simple_toml(text)
        safe = (settings_file._parse_toml(text) if after is None else after) == wanted
    except ValueError:  # what was put in does not go together with what stands there
        safe = False
    if not safe:
        raise UsageError(f"{path} is written in a way that cannot be changed safely", "change it by hand")
    settings_file.replace_file(path, text)
    app.settings._file = None
