"""The start of `recall`: the fast parser reads most command lines, and the full parser all others."""

import _signal  # type: ignore[import-not-found]  # not in typeshed, and signal itself takes time to load
import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.start_files import StartFile


def main() -> None:
    """Run the command line and end the process at once, since nothing remains to be cleaned up."""
    os.umask(0o077)  # whatever the shell says: all files and folders that recall makes are their owner's alone
    gc.set_threshold(50_000)  # a short process makes little garbage, and each search for it takes time
    if None in (sys.stdin, sys.stdout, sys.stderr):
        _open_closed_streams()
    _drop_relative_path_folders()
    if not sys.flags.isolated:
        from recall_cli.child_process import drop_current_folder

        drop_current_folder()
    sys.unraisablehook = _forward_interrupt
    try:
        if _signal.getsignal(_signal.SIGINT) is _signal.SIG_DFL:  # as scripts/recall set it
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        argv, start_file, status = sys.argv[1:], None, 0
        if not _is_done_at_once(argv):
            start_file = _use_start_file(argv)
            status = _run_command_line(argv)
    except KeyboardInterrupt:  # no command has started yet
        sys.stderr.write("recall: interrupted: nothing was done\n")
        status, start_file = 130, None
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (BrokenPipeError, ValueError, OSError):
        pass
    if start_file is not None and status == 0:
        _write_start_file(start_file)
    if status == 130:
        _end_by_interrupt()
    os._exit(status)


def _use_start_file(argv: "list[str]") -> "StartFile | None":
    """Take this command's modules from one file, if there is one."""
    if not argv or argv[0].startswith("-"):
        return None
    from recall_cli.import_finder import loaded_modules
    from recall_cli.start_files import use_start_file

    loaded_modules.clear()  # those that are needed to find a start file
    return use_start_file(argv)


def _write_start_file(start_file: "StartFile") -> None:
    """Note what was loaded and compiled in the usual way, for the next runs of the same command."""
    from recall_cli.import_finder import loaded_modules

    loaded = loaded_modules[:]
    used = sys.modules.get("recall_cli.language.patterns")
    new_patterns = used.__dict__.get("new_patterns") if used else None
    has_most = start_file.holds_most(len(loaded))
    if has_most and not new_patterns:
        return
    try:
        from recall_cli.start_file_writer import write_patterns, write_start_file

        if not has_most:
            write_start_file(start_file, loaded)
        if new_patterns:
            write_patterns(new_patterns)
    except (Exception, KeyboardInterrupt):  # noqa: S110 — the command is done
        pass


def _end_by_interrupt() -> None:
    """End by the signal itself: a shell ends its loop only if the command that was interrupted ended in this way."""
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    os.kill(os.getpid(), _signal.SIGINT)


def _forward_interrupt(unraisable: "Any") -> None:
    """Raise the interrupt again a moment later, if Ctrl-C came where Python cannot raise an exception.

    Raised in here it would be lost as well, and shown as a traceback.
    """
    if unraisable.exc_type is KeyboardInterrupt:
        _signal.signal(_signal.SIGALRM, _signal.default_int_handler)
        _signal.setitimer(_signal.ITIMER_REAL, 0.01)
    else:
        sys.__unraisablehook__(unraisable)


def _drop_relative_path_folders() -> None:
    """Remove relative folders from PATH, so that no program is run from the current folder."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if not all(map(os.path.isabs, folders)):
        os.environ["PATH"] = os.pathsep.join(filter(os.path.isabs, folders)) or os.defpath


def _open_closed_streams() -> None:
    """Open the standard streams that are closed as the null device.

    Otherwise the store's file could get the number of such a stream, and output would be written into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null_device = os.open(os.devnull, os.O_RDWR)
            if null_device != number:
                os.dup2(null_device, number)
                os.close(null_device)
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))  # noqa: SIM115 — open until the process ends


def run(argv: "list[str]") -> int:
    """Run a command line; returns the exit status."""
    return 0 if _is_done_at_once(argv) else _run_command_line(argv)


def _is_done_at_once(argv: "list[str]") -> bool:
    """Whether the command line is done without a command: the version was shown, or a hook has nothing to say."""
    if argv in (["--version"], ["-V"]):
        from recall_cli import __version__

        sys.stdout.write(f"recall {__version__}\n")
        return True
    from recall_cli import import_finder

    import_finder.install_finder()
    if argv[:1] != ["hook"]:
        return False
    from recall_cli.cli.hook_input import ends_at_once

    return ends_at_once(argv)


def _run_command_line(argv: "list[str]") -> int:
    from recall_cli import import_finder

    if argv[:1] == ["--complete"]:
        from recall_cli.cli.shells.completion_values import print_completions

        return print_completions(argv[1:])
    from recall_cli.cli.parsing import fast_parser

    call = fast_parser.parse_command_line(argv)
    if call is None:
        import_finder.load_site()
        from recall_cli.cli.parsing import full_parser

        parsed = full_parser.parse_command_line(argv)
        if isinstance(parsed, int):
            return 0 if fast_parser.is_hook_call(argv) else parsed
        call = parsed
    from recall_cli.cli.run import run_command

    return run_command(*call)


if __name__ == "__main__":
    main()
