"""What setup and uninstall connect on a machine: agents, shell completion, the daily maintenance."""

import os

from recall_cli.cli.output.formatting import make_printable
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.agents.hooks import SettingsEdit

    Work = Callable[[bool], "Part"]
    """Does one part, or says with True what it would do."""

NOTHING_TO_DO = frozenset({"already installed", "already scheduled", "not installed", "not scheduled", "not connected"})
REFUSED = "nothing was changed"
"""What a person is told who answered no."""


class Part(Record):
    """One thing that setup or uninstall does: what it is, the file, and what became of it."""

    name: str
    """claude-code hooks, zsh completion, daily round …"""
    action: str
    """installed, would be installed, already installed, removed …; failed with the reason in the note."""
    place: str = ""
    diff: "tuple[str, ...]" = ()
    note: str = ""

    @property
    def is_change(self) -> bool:
        """Whether something changes, or would."""
        return self.action not in NOTHING_TO_DO and self.action != "not possible"


def do_part(name: str, work: "Work", *, dry_run: bool) -> Part:
    """What a part has done or would do, or why it is not possible; the others go on."""
    try:
        return work(dry_run)
    except (RecallError, OSError) as error:
        return Part(name=name, action="not possible", note=str(error))


def edit_part(name: str, edit: "SettingsEdit") -> Part:
    """What happens to an agent's settings."""
    from recall_cli.cli.commands.agents.hooks import edit_diff

    return Part(name=name, action=edit.action, place=edit.path, diff=tuple(edit_diff(edit)), note=edit.note)


def completion_work(app: "App", shell: str, action: str) -> "Work":
    """The completion of one shell."""

    def work(dry_run: bool) -> Part:
        from recall_cli.cli.commands.manage.completion import completion

        report = completion(app, action=action, shell=shell, dry_run=dry_run).data()
        assert isinstance(report, dict)
        step = str(report["next"] or "") if action == "install" else ""
        return Part(name=f"{shell} completion", action=str(report["action"]), place=str(report["file"]), note=step)

    return work


def login_shell(app: "App") -> "str | None":
    """The login shell, if recall has a completion with a file for it."""
    from recall_cli.cli.commands.manage.completion import install_path
    from recall_cli.cli.shells import SCRIPT_FILES

    name = os.path.basename(app.environment.get("SHELL", ""))
    return name if name in SCRIPT_FILES and install_path(name, app.environment) is not None else None


def part_lines(parts: "list[Part]", *, with_diff: bool) -> "list[str]":
    """The parts as plain lines."""
    lines = []
    for part in parts:
        lines.append("\t".join(map(make_printable, (part.action, part.name, part.place))).rstrip("\t"))
        lines += map(make_printable, part.diff if with_diff else ())
        lines += [make_printable(part.note)] if part.note else []
    return lines


def print_parts(console: "Console", parts: "list[Part]", *, with_diff: bool, numbered: bool = False) -> None:
    """The parts in columns, each with its note, and with the changes to its file."""
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM

    width = max((len(part.name) for part in parts), default=0)
    number = 0
    for part in parts:
        number += part.is_change
        line = Text(f"{number:>2}  " if numbered and part.is_change else "    " if numbered else "")
        line.append(f"{part.name:<{width}}  ", style=ACCENT if part.is_change else DIM)
        line.append(part.action, style=DANGER if part.action == "not possible" else "" if part.is_change else DIM)
        line.append(f"  {make_printable(part.place)}" if part.place else "", style=DIM)
        console.print(line, soft_wrap=True)
        for changed in part.diff if with_diff else ():
            console.print(Text("      " + make_printable(changed), style=DIM), soft_wrap=True)
        if part.note:
            console.print(Text("      " + make_printable(part.note), style="yellow"), soft_wrap=True)


def part_documents(parts: "list[Part]") -> "list[dict[str, object]]":
    """The parts as JSON."""
    return [
        {"part": part.name, "action": part.action, "file": part.place or None, "diff": [*part.diff],
         "note": part.note or None}
        for part in parts
    ]  # fmt: skip


def ask(question: str) -> str:
    """What a person answers at the terminal; a no at the end of the input."""
    import sys

    sys.stderr.write(question)
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer:
        sys.stderr.write("\n")
        return "no"
    return answer.strip().lower()
