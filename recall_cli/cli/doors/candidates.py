"""What could be typed next, for the shells: `recall --complete KIND [PREFIX] [--db PATH] [-- WORD...]`.

A shell asks while a person waits for a key, so this goes past both doors, says one `value<TAB>description` a line,
and never complains: where there is nothing to offer, or anything is wrong, it is silent.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.app import App

    Offers = Iterable[tuple[str, str]]

LETTERS = 60
"""As much of a memory's text as is shown beside its id."""
PATIENCE = 0.2
"""Seconds that a key press may wait for another process that writes."""


def tell(given: "list[str]") -> int:
    """Print what could follow; always done, whatever happens."""
    try:
        sys.stdout.write("".join(_lines(*_understood(given))))
        sys.stdout.flush()
    except Exception:  # noqa: S110 — a message would be written over the line that is being typed
        pass
    except KeyboardInterrupt:
        pass
    return 0


def _understood(given: "list[str]") -> "tuple[str, str, str | None, tuple[str, ...]]":
    """The kind, the prefix (some shells drop an empty one), the store, and the arguments that stand before."""
    kind, rest = given[0], given[1:]
    prefix = rest.pop(0) if rest and rest[0] not in ("--db", "--") else ""
    db = None
    if rest[:1] == ["--db"]:
        db, rest = rest[1], rest[2:]
    return kind, prefix, db, tuple(rest[1:])


def _lines(kind: str, prefix: str, db: "str | None", words: "tuple[str, ...]") -> "Iterable[str]":
    """The lines for a shell: only values that can be typed, and nothing that could steer a terminal."""
    from recall_cli.app import App
    from recall_cli.cli.screens.show import safe

    getattr(sys.stdout, "reconfigure", _as_it_is)(errors="backslashreplace")
    app = App({"db": db, "busy_seconds": PATIENCE})
    for value, about in KINDS[kind](app, prefix, words):
        if value.startswith(prefix) and value not in words and value.isprintable():
            yield f"{value}\t{safe(' '.join(about.split()))}\n"


def _as_it_is(*, errors: str) -> None:
    """Standard output that is no text file (in tests) takes everything anyway."""


def _ids(app: "App", prefix: str, _words: "tuple[str, ...]") -> "Offers":
    """Ids, the newest first, as short as lists show them, with the first words of their memories."""
    if not os.path.exists(app.settings.database):
        return
    with app.reading() as tx:
        found = tx.memories.starting(prefix, 4 * LETTERS)
        width = tx.memories.width([id_ for id_, _ in found])
    for id_, text in found:
        shown = " ".join(text.split())
        cut = shown if len(shown) <= LETTERS else shown[: LETTERS - 1].rstrip() + "…"
        yield id_[: max(width, len(prefix))], cut


def _operations(app: "App", prefix: str, _words: "tuple[str, ...]") -> "Offers":
    """Numbers of operations that can be undone, the newest first, with what each did."""
    from recall_cli.cli.commands.read.log import what

    if not os.path.exists(app.settings.database):
        return
    with app.reading() as tx:
        found = tx.operations.starting(prefix)
    for operation in found:
        yield str(operation.n), what(operation)[:LETTERS]


def _projects(app: "App", prefix: str, _words: "tuple[str, ...]") -> "Offers":
    """Names of projects."""
    if not os.path.exists(app.settings.database):
        return
    with app.reading() as tx:
        found = tx.projects.starting(prefix)
    for name in found:
        yield name, ""


def _settings(app: "App", prefix: str, words: "tuple[str, ...]") -> "Offers":
    """What `recall config` takes next: a setting, its value, or what to do with which project."""
    from recall_cli.cli.commands.manage.config import VERBS
    from recall_cli.settings import every_setting, find

    if not words:
        yield from ((setting.name, setting.help) for setting in every_setting())
        yield "project", "Projects, and what they are recognised by."
    elif words[0] != "project" and len(words) == 1:
        setting = find(words[0])
        truths = ("true", "false") if isinstance(setting.default, bool) else ()
        yield from ((choice, "") for choice in setting.choices or truths)
    elif len(words) == 1:
        yield from ((verb, "") for verb in VERBS)
    elif words[0] == "project" and len(words) <= VERBS[words[1]] + 1:
        yield from _projects(app, prefix, ())


KINDS = {"id": _ids, "op": _operations, "project": _projects, "setting": _settings}
"""What `completes` may say in the declaration of a parameter, besides file."""
