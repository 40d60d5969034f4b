"""recall uninstall: disconnect recall from everything on this machine."""

from recall_cli.cli.commands.machine import machine_parts
from recall_cli.cli.commands.machine.machine_parts import Part, do_part
from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen

PARAMS = (
    option("yes", "Do it without asking; the memories stay.", "-y", kind="flag"),
    option("memories", "Also delete the memories and settings, after a question of its own.", kind="flag"),
    option("dry_run", "Show every change to every file, and make none.", kind="flag"),
)
EXAMPLES = (
    ("recall setup --remove", "shows what it would remove, and asks; then asks about the memories"),
    ("recall setup --remove --dry-run", "the diff of every file"),
    ("recall setup --remove --yes", "without a question; the memories stay"),
)
DELETE_WORD = "delete"


def uninstall(app: "App", *, yes: bool, memories: bool, dry_run: bool) -> Reply:
    """Remove recall from all agents, clients, shells and the scheduler. Their files are as they were before.

    The memories stay unless a person at a terminal wants them deleted too. Remove the program itself afterwards with
    the tool that installed it, pipx, uv or pip: the last line names the command.
    """
    if memories and not app.at_terminal:
        raise UsageError("only a person at a terminal deletes all memories", "leave --memories out; the files stay")
    work = [(one.name, one.disconnect) for one in machine_parts.list_connections(app)]
    work.append(("start files", _remove_start_files))
    planned = [do_part(name, do, dry_run=True) for name, do in work]
    planned = [part for part in planned if part.action not in machine_parts.NOTHING_TO_DO]
    if dry_run:
        return _reply(app, planned, [], dry_run=True)
    if not yes and planned:
        if not app.at_terminal:
            app.note("nothing was changed: recall setup --remove --yes does it")
            return _reply(app, planned, [], dry_run=True)
        if not _agrees(app, planned):
            return _reply(app, [], [], dry_run=False, refused=True)
    done = [do_part(name, do, dry_run=False) for name, do in work]
    done = [part for part in done if part.action not in machine_parts.NOTHING_TO_DO]
    deleted = _delete_memories(app) if memories or (app.at_terminal and not yes) else []
    return _reply(app, done, deleted, dry_run=False)


def _remove_start_files(dry_run: bool) -> Part:
    """Remove the files that make commands start faster: the tool that uninstalls the program does not know them."""
    import os

    from recall_cli.start_files import FOLDER, list_start_files

    files = list_start_files()
    if not files:
        return Part(action="not installed")
    if not dry_run:
        for path in files:
            os.unlink(path)
    return Part(action="would be removed" if dry_run else "removed", place=f"from {FOLDER}")


def _agrees(app: "App", planned: "list[Part]") -> bool:
    from recall_cli.cli.output.terminal import question_screen

    machine_parts.print_parts(question_screen(app), planned, with_diff=False)
    return machine_parts.ask_about_parts("remove all of it? The memories stay for now. [y/N] ") in ("y", "yes")


def _delete_memories(app: "App") -> "list[str]":
    """Delete the memories and settings if the person types the word; the deleted files."""
    from recall_cli.flows.setup.own_files import own_files, remove_own_files

    files = own_files(app)
    if not files:
        return []
    place = make_printable(app.settings.store_place)
    question = f"the memories are in {place}. To delete them with all settings, type {DELETE_WORD}; Enter keeps them: "
    if machine_parts.ask_about_parts(question) != DELETE_WORD:
        return []
    left = remove_own_files(app, files)
    for path in left:
        app.note(f"{path} could not be deleted")
    return [path for path in files if path not in left]


def _reply(app: "App", parts: "list[Part]", deleted: "list[str]", *, dry_run: bool, refused: bool = False) -> Reply:
    place = app.settings.store_place
    nothing = machine_parts.REFUSED if refused else "recall is connected to nothing here"

    def screen(out: "Screen") -> None:
        from recall_cli.optional_packages import uninstall_command

        machine_parts.print_parts(out, parts, with_diff=dry_run)
        if not parts:
            out.footer(nothing)
        said = "the memories and settings are deleted" if deleted else f"the memories stay in {make_printable(place)}"
        if not dry_run and not refused:
            out.footer(said, whole=True)
            out.footer(f"the program itself: {uninstall_command()}", whole=True)

    return Reply(
        lambda: {"dry_run": dry_run, "parts": machine_parts.part_documents(parts), "deleted": deleted},
        lambda: [*machine_parts.part_lines(parts, with_diff=dry_run), *(f"deleted\t{path}" for path in deleted)],
        screen,
        status=1 if any(part.action == "not possible" for part in parts) else 0,
        empty=nothing,
    )
