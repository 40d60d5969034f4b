"""Changing the settings file: the lines that are meant, and no other."""

from recall_cli.domain.errors import UsageError
from recall_cli.rules import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


def write(app: "App", values: "dict[str, Any]") -> None:
    """Set settings in the file (None takes one out), and prove that it says what was meant."""
    from recall_cli import configfile

    if bad := [value for value in values.values() if isinstance(value, str) and wording.mended(value)[1]]:
        raise UsageError(f"{bad[0]!r} is not UTF-8 text")
    path = app.settings.path
    wanted = dict(app.settings.file)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    for name, value in values.items():
        text = configfile.changed(text, name, value)
        wanted = {key: said for key, said in wanted.items() if key != name}
        wanted.update({} if value is None else {name: value})
    try:
        after = configfile.plain(text)
        safe = (configfile._parsed(text) if after is None else after) == wanted
    except ValueError:  # what was put in does not go together with what stands there
        safe = False
    if not safe:
        raise UsageError(f"{path} is written in a way that cannot be changed safely", "change it by hand")
    configfile.write(path, text)
    app.settings._file = None
