"""recall export: write memories to a file, one JSON line each."""

import os
import sys

from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.scope import Filters
from recall_cli.flows.transfer.exporting import export_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.scope import View
    from recall_cli.engines.transaction import Transaction

FORMATS = ("jsonl", "markdown")
PARAMS = (
    argument(
        "file",
        "Output file; - or none writes to standard output.",
        default="",
        completes="file",
        metavar="[FILE]",
    ),
    *FILTER_OPTIONS,
    option("without_global", "Leave out memories without a project.", kind="flag", rare=True),
    option(
        "format",
        "jsonl is complete and can be imported anywhere; markdown is a folder of pages to read.",
        choices=FORMATS,
        default=FORMATS[0],
    ),
    option("force", "Replace an existing file.", kind="flag"),
)
EXAMPLES = (
    ("recall export memories.jsonl --project '*'", "everything"),
    ("recall export --type decision | wc -l", ""),
    ("recall export shop.jsonl --project shop --clearance internal --without-global", "to pass on to somebody else"),
    ("recall export --format markdown memories/", "a page for each project, to read"),
    ("recall export then.jsonl --as-of 2026-03-01", "as of that date"),
)


SENSITIVE = ("restricted", "confidential")
"""The classifications of what is perhaps not meant for others."""
STDOUT_PATHS = ("/dev/stdout", "/dev/fd/1")


def export(
    app: "App",
    *,
    file: str,
    force: bool,
    format: str,
    agent: "str | None",
    clearance: "str | None",
    without_global: bool,
    **scope: "Any",
) -> Reply:
    """Write memories as JSON lines without loss, or as Markdown pages to read. recall import restores the lines.

    The export contains this project and memories without a project; --project '*' exports everything. A note says how
    many memories of other projects are left out. Superseded and expired memories are included, and held ones at a
    terminal (elsewhere: --include superseded,held,expired). Deleted ones need --include deleted. Before you pass a file
    on: notes say how many memories in it are confidential, restricted or without a project; --clearance internal and
    --without-global leave them out. An import computes vectors again.
    """
    scope |= {"without_global": without_global, "agent": agent}
    if format == "markdown":
        return _export_mirror(app, file, clearance, scope)
    if scope["include"] == ():
        scope["include"] = ("superseded,held,expired" if app.at_terminal else "superseded,expired",)
    view = app.view(agent, clearance)
    file = "-" if not file or file in STDOUT_PATHS else file
    if file != "-":
        _check_target(file, force=force)
    with app.read_transaction(view) as tx:
        wanted = _build_filters(app, tx, scope)
        lines = export_lines(tx, wanted)
        left_out, included = _count_all(app, tx, wanted, scope, to_file=file != "-")
        model = tx.embedding.active_model()
        if model is not None:
            app.note(f"the vectors of {model.model} are not included: run recall admin embed after an import")
        if file == "-":
            _write_to_stdout(lines)
            return Reply(lambda: None, lambda: ())  # the export itself is the output
        written = _write(file, lines)
    if app.key is not None:
        app.note(f"{file} is not encrypted, unlike the store")
    document = {"exported": written, "file": file, "left_out": left_out, "included": included}
    return result_reply(document, f"exported\t{written}\t{file}", "exported", f"{memory_count_text(written)} to {file}")


def _build_filters(app: "App", tx: "Transaction", values: "dict[str, Any]") -> "Filters":
    """The filters of an export; an error for an unknown project, and for a choice that leaves nothing."""
    from recall_cli.flows.projects import ALL_PROJECTS, require_project

    name = values["project"]
    if name and name != ALL_PROJECTS:
        require_project(tx, name)
    wanted = option_values.build_filters(app, tx, values)
    if not values["without_global"]:
        return wanted
    if wanted.projects == ():
        raise UsageError("--without-global leaves nothing where there is no project", "name one: --project NAME")
    numbers = wanted.projects or tuple(project.n for project in tx.projects.all())
    return wanted.but(projects=numbers, everywhere=False)


def _count_all(
    app: "App", tx: "Transaction", wanted: "Filters", scope: "dict[str, Any]", *, to_file: bool
) -> "tuple[dict[str, int], dict[str, int]]":
    """What is left out, and what is included that is perhaps not meant for others, each with its notes."""
    chosen = bool(scope["project"] or scope["global_"])
    left_out = _count_left_out(app, tx, wanted, chosen=chosen, to_file=to_file)
    left_out["clearance"] = _count_above_clearance(app, tx, wanted, app.view(scope["agent"]))
    return left_out, _count_sensitive(app, tx, wanted)


def _export_mirror(app: "App", folder: str, clearance: "str | None", scope: "dict[str, Any]") -> Reply:
    from recall_cli.flows.transfer.mirror import write_mirror

    if folder in ("", "-"):
        raise UsageError("markdown is written to a folder", "recall export --format markdown memories/")
    if scope["as_of"]:
        raise UsageError("--as-of goes with --format jsonl", "a mirror holds what is believed now")
    with app.read_transaction(app.view(scope["agent"], clearance)) as tx:
        wanted = _build_filters(app, tx, scope)
        complete = wanted == Filters() and tx.view.whole
        pages = write_mirror(tx, folder, wanted, complete=complete)
        left_out, included = _count_all(app, tx, wanted, scope, to_file=True)
    if app.key is not None:
        app.note(f"{folder} is not encrypted, unlike the store")
    written = sum(pages.values())
    lines = [f"{count}\t{name}" for name, count in sorted(pages.items())]

    def screen(out: "Screen") -> None:
        out.plain_lines(lines)
        what = f"{memory_count_text(written)} to {len(pages)} page{'' if len(pages) == 1 else 's'} in {folder}"
        out.result("exported", what, "")

    document = {"exported": written, "folder": folder, "pages": pages, "left_out": left_out, "included": included}
    return Reply(lambda: document, lambda: [*lines, f"exported\t{written}\t{folder}"], screen)


def _count_left_out(
    app: "App", tx: "Transaction", wanted: "Filters", *, chosen: bool, to_file: bool
) -> "dict[str, int]":
    """Count the memories that the export leaves out, and note each kind."""
    others = _count_in_other_projects(tx, wanted)
    no_project = 0 if wanted.everywhere else tx.memories.count(wanted.but(projects=(), everywhere=True))
    if no_project:
        app.note(f"{no_project:,} without a project left out by --without-global")
    if others and not chosen:
        taken = tx.memories.count(wanted)
        only = "this project" if wanted.projects else "memories without a project"
        app.note(f"exported {taken:,} of {taken + others:,} memories: only {only}; --project '*' exports all")
    deleted = 0 if "deleted" in wanted.include else _count_deleted(tx, wanted)
    if deleted:
        app.note(f"{deleted:,} deleted left out (--include all)")
    filtered = _count_filtered(tx, wanted)
    if filtered and to_file:
        app.note(f"{filtered:,} more left out by the filters")
    waiting = 0 if "held" in wanted.include else len(tx.memories.held_for_review(None))
    if waiting:
        app.note(f"{waiting:,} held for review left out (--include superseded,held,expired)")
    return {
        "other_projects": others,
        "held": waiting,
        "deleted": deleted,
        "filtered": filtered,
        "without_project": no_project,
    }


def _count_above_clearance(app: "App", tx: "Transaction", wanted: "Filters", full: "View") -> int:
    """The number of memories that --clearance leaves out, with a note."""
    if full.clearance == tx.view.clearance:
        return 0
    above = _count_in_view(tx, full, wanted) - tx.memories.count(wanted)
    if above:
        app.note(f"{above:,} left out by --clearance")
    return above


def _count_sensitive(app: "App", tx: "Transaction", wanted: "Filters") -> "dict[str, int]":
    """Count what is in the export and perhaps not meant for others, and note each kind."""
    up_to = [tx.memories.count(wanted)]
    for name in reversed(SENSITIVE):
        ceiling = min(CLASSIFICATIONS.index(name) - 1, tx.view.clearance)
        up_to.append(_count_in_view(tx, tx.view.but(clearance=ceiling), wanted))
    included = {"confidential": up_to[0] - up_to[1], "restricted": up_to[1] - up_to[2]}
    if named := " and ".join(f"{count:,} {name}" for name, count in included.items() if count):
        app.note(f"{named} included (--clearance internal leaves them out)")
    included["without_project"] = tx.memories.count(wanted.but(projects=())) if wanted.everywhere else 0
    if included["without_project"] and wanted.projects:
        app.note(f"{included['without_project']:,} without a project included (--without-global leaves them out)")
    return included


def _count_in_view(tx: "Transaction", view: "View", wanted: "Filters") -> int:
    """The number of memories that match in another view of the same state of the store."""
    from recall_cli.engines.transaction import Transaction

    return Transaction(tx.engine, view, tx.now).memories.count(wanted)


def _count_deleted(tx: "Transaction", wanted: "Filters") -> int:
    if wanted.as_of is not None:
        return 0
    return tx.memories.count(wanted.but(include=wanted.include | {"deleted"})) - tx.memories.count(wanted)


def _count_filtered(tx: "Transaction", wanted: "Filters") -> int:
    """The number of memories in these projects that the other filters leave out."""
    if wanted.open or wanted.as_of is not None:
        return 0
    plain = Filters(projects=wanted.projects, everywhere=wanted.everywhere, include=wanted.include)
    return tx.memories.count(plain) - tx.memories.count(wanted)


def _count_in_other_projects(tx: "Transaction", wanted: "Filters") -> int:
    """The number of memories in other projects that match the filters."""
    if wanted.projects is None:
        return 0
    all_here = wanted.but(everywhere=True)
    return tx.memories.count(all_here.but(projects=None)) - tx.memories.count(all_here)


def _write_to_stdout(lines: "Iterable[str]") -> None:
    """Write to standard output as UTF-8 in any locale; at a terminal without letters that could control it."""
    out = sys.stdout.buffer
    is_terminal = sys.stdout.isatty()
    for line in lines:
        shown = _escape_unprintable(line) if is_terminal else line
        out.write(shown.encode() + b"\n")
    out.flush()


def _escape_unprintable(line: str) -> str:
    """The same line of JSON, with an escape for every letter that cannot be printed."""
    from recall_cli.domain.json_text import dumps

    return "".join(letter if letter.isprintable() else dumps(letter)[1:-1] for letter in line)


def _check_target(file: str, *, force: bool) -> None:
    """Raise UsageError if an existing file would be replaced; pipes and devices are always allowed."""
    option_values.reject_action_as_file(file, PARAMS)
    if os.path.isdir(file):
        raise UsageError(f"{file} is a folder", f"name a file, e.g. {os.path.join(file, 'memories.jsonl')}")
    if os.path.exists(file) and _is_regular_file(file) and not force:
        raise UsageError(f"{file} already exists", "--force replaces it")


def _is_regular_file(file: str) -> bool:
    """Is this a regular file, or a new one? Pipes and devices are written to and never replaced."""
    return os.path.isfile(file) or not os.path.exists(file)


def _write(file: str, lines: "Iterable[str]") -> int:
    """Write the lines; how many memories that were, without the first line.

    A file is its owner's alone and appears when it is complete. A link to it stays a link.
    """
    from recall_cli.atomic_file import replace_file

    written = -1

    def parts() -> "Iterator[bytes]":
        nonlocal written
        for line in lines:
            yield line.encode() + b"\n"
            written += 1

    try:
        if _is_regular_file(file):
            replace_file(os.path.realpath(file), parts())
        else:
            with open(os.open(file, os.O_WRONLY), "wb") as out:
                out.writelines(parts())
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RecallError(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from error
    return written
