"""Completion values for the shells: `recall --complete KIND [PREFIX] [--db PATH] [-- WORD...]`.

A shell asks while a person waits, so this bypasses both parsers. It prints `value<TAB>description` lines, and prints
nothing if there are no values or anything fails.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.app import App

    Offers = Iterable[tuple[str, str]]

MAX_ABOUT_LETTERS = 60
"""Maximum length of a memory's text beside its id."""
SERVER_SECONDS = 0.8
"""Seconds to wait for the server of a store that is behind one."""
LOCK_WAIT_SECONDS = 0.2
"""Seconds to wait for another process that writes."""


def print_completions(arguments: "list[str]") -> int:
    """Print the values; the exit status is always 0."""
    try:
        sys.stdout.write("".join(_completion_lines(*_parse_request(arguments))))
        sys.stdout.flush()
    except Exception:  # noqa: S110 — a message would overwrite the command line
        pass
    except KeyboardInterrupt:
        pass
    return 0


def _parse_request(arguments: "list[str]") -> "tuple[str, str, str | None, tuple[str, ...]]":
    """The kind, the prefix (some shells drop an empty one), the store, and the preceding arguments."""
    kind, rest = arguments[0], arguments[1:]
    prefix = rest.pop(0) if rest and rest[0] not in ("--db", "--") else ""
    db = None
    if rest[:1] == ["--db"]:
        db, rest = rest[1], rest[2:]
    return kind, prefix, db, tuple(rest[1:])


def _completion_lines(kind: str, prefix: str, db: "str | None", words: "tuple[str, ...]") -> "Iterable[str]":
    """The lines for a shell: only printable values that start with the prefix."""
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import make_printable

    getattr(sys.stdout, "reconfigure", _keep_encoding)(errors="backslashreplace")
    app = App({"db": db, "busy_seconds": LOCK_WAIT_SECONDS})
    for value, about in _offers(app, kind, prefix, words):
        if value.startswith(prefix) and value not in words and value.isprintable():
            yield f"{value}\t{make_printable(' '.join(about.split()))}\n"


def _offers(app: "App", kind: str, prefix: str, words: "tuple[str, ...]") -> "Offers":
    """The values of this kind; of a store behind a server, the server knows them."""
    if not app.settings.is_over_https:
        return COMPLETERS[kind](app, prefix, words)
    from recall_cli.flows.over_https.served_commands import COMPLETED_KINDS

    if kind not in COMPLETED_KINDS:
        return COMPLETERS[kind](app, prefix, words)
    from recall_cli.flows.over_https.server import Server

    server = Server(app, connect_seconds=SERVER_SECONDS, seconds=SERVER_SECONDS, patience=0)
    answer = server.ask({"command": "complete", "values": {"kind": kind, "prefix": prefix}})
    server.close()
    return [(str(value), str(about)) for value, about in answer["offers"]]


def _keep_encoding(*, errors: str) -> None:
    """Stand-in for `reconfigure` if standard output is not a text file (in tests)."""


def _complete_ids(app: "App", prefix: str, _words: "tuple[str, ...]") -> "Offers":
    """Short ids, newest first, with the start of each text."""
    from recall_cli.domain.ids import is_id_prefix

    if not app.settings.has_store():
        return
    with app.read_transaction() as tx:
        rows = tx.memories.newest_with_prefix(prefix if is_id_prefix(prefix) else "", 4 * MAX_ABOUT_LETTERS)
        short = tx.memories.short_ids([id_ for id_, _ in rows])
    for id_, text in rows:
        shown = " ".join(text.split())
        cut = shown if len(shown) <= MAX_ABOUT_LETTERS else shown[: MAX_ABOUT_LETTERS - 1].rstrip() + "…"
        yield id_ if is_id_prefix(prefix) else short[id_], cut


def _complete_operations(app: "App", prefix: str, _words: "tuple[str, ...]") -> "Offers":
    """Numbers of operations, newest first, with a description."""
    from recall_cli.cli.commands.read.log import describe_operation

    if not app.settings.has_store():
        return
    with app.read_transaction() as tx:
        operations = tx.operations.by_prefix(prefix)
    for operation in operations:
        yield str(operation.n), describe_operation(operation)[:MAX_ABOUT_LETTERS]


def _complete_projects(app: "App", prefix: str, _words: "tuple[str, ...]") -> "Offers":
    """Names of projects."""
    if not app.settings.has_store():
        return
    with app.read_transaction() as tx:
        names = tx.projects.names_with_prefix(prefix)
    for name in names:
        yield name, ""


def _complete_settings(_app: "App", _prefix: str, words: "tuple[str, ...]") -> "Offers":
    """The next argument of `recall config`: a setting, or its value."""
    from recall_cli.settings import all_settings, find_setting

    if not words:
        yield from ((setting.name, setting.help) for setting in all_settings())
    elif len(words) == 1:
        setting = find_setting(words[0])
        truths = ("true", "false") if isinstance(setting.default, bool) else ()
        yield from ((choice, "") for choice in setting.choices or truths)


def _complete_project_actions(app: "App", prefix: str, words: "tuple[str, ...]") -> "Offers":
    """The next argument of `recall projects`: an action, or a project."""
    from recall_cli.cli.commands.manage.projects import PROJECT_ACTIONS

    if not words:
        yield from ((action, "") for action in PROJECT_ACTIONS)
    elif len(words) <= PROJECT_ACTIONS[words[0]]:
        yield from _complete_projects(app, prefix, ())


COMPLETERS = {
    "id": _complete_ids,
    "op": _complete_operations,
    "project": _complete_projects,
    "project-action": _complete_project_actions,
    "setting": _complete_settings,
}
"""The values of `completes` in a parameter's declaration, besides file."""
