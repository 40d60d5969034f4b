"""recall doctor: find problems and repair them."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.doctor.finding import Finding
    from recall_cli.flows.doctor.offline import ProbeResult

PARAMS = (
    option("fix", "Repair what can be repaired safely.", kind="flag"),
    option("offline_proof", "Run the main commands with sockets forbidden.", kind="flag"),
    option("salvage", "Save the readable part of a damaged store to a new file.", metavar="NEWFILE", completes="file"),
)
EXAMPLES = (
    ("recall doctor", "problems and remedies; exit status 1 if something must be done"),
    ("recall doctor --fix", ""),
    ("recall doctor --offline-proof", "proves that nothing leaves the machine"),
    ("recall doctor --salvage saved.db", "then recall restore saved.db --force"),
)


def doctor(app: "App", *, fix: bool, offline_proof: bool, salvage: "str | None") -> Reply:
    """Check the store, its files and its surroundings. Each finding comes with a remedy.

    --fix repairs only what loses nothing: permissions, the index, vectors, the WAL, an interrupted erasure.
    """
    if fix + offline_proof + (salvage is not None) > 1:
        raise UsageError("--fix, --offline-proof and --salvage exclude each other")
    if offline_proof:
        return _prove_offline()
    if salvage is not None:
        return _salvage(app, salvage)
    from recall_cli.flows.doctor.checks import run_checks, worst_state

    found = run_checks(app, fix=fix)
    state = worst_state(found)

    def screen(console: "Any") -> None:
        _print_findings(console, found, summary(found))

    return Reply(
        lambda: {"state": state, "findings": [_finding_document(one) for one in found]},
        lambda: [*("\t".join(_finding_parts(one)) for one in found), summary(found)],
        screen,
        status=1 if state == "failure" else 0,
    )


def _finding_document(one: "Finding") -> "dict[str, Any]":
    return {
        "check": one.check, "state": one.state, "said": one.said, "remedy": one.remedy,
        "fixable": one.fix is not None, "fixed": one.mended,
    }  # fmt: skip


def _finding_parts(one: "Finding") -> "tuple[str, ...]":
    state = "mended" if one.mended else one.state
    return (
        state,
        one.check,
        make_printable(one.said),
        *([make_printable(one.remedy)] if one.remedy and not one.mended else ()),
    )


def summary(found: "list[Finding]") -> str:
    """One line about all findings."""
    wrong = [one for one in found if one.state in ("warning", "failure")]
    mended = sum(one.mended for one in found)
    done = f"{mended} repaired, " if mended else ""
    if not wrong:
        return f"{done}no problems found"
    safely = sum(one.fix is not None for one in wrong)
    then = f" ({safely} can be repaired: recall doctor --fix)" if safely else ""
    return f"{done}{len(wrong)} problem{'' if len(wrong) == 1 else 's'} found{then}"


def _prove_offline() -> Reply:
    from recall_cli.flows.doctor.offline import prove_offline

    ran = prove_offline()
    bad = [one for one in ran if not one.passed]
    result = f"{len(ran)} commands ran without a socket or another program"
    if bad:
        result = f"{len(bad)} of {len(ran)} commands failed or tried to use one"
    return Reply(
        lambda: {"offline": not bad, "commands": [_run_document(one) for one in ran]},
        lambda: [*("\t".join(_run_parts(one)) for one in ran), result],
        status=1 if bad else 0,
    )


def _run_document(one: "ProbeResult") -> "dict[str, Any]":
    return {"command": one.command, "status": one.status, "tried": [*one.tried], "said": one.said}


def _run_parts(one: "ProbeResult") -> "tuple[str, ...]":
    return (
        "ok" if one.passed else "failed",
        one.command,
        *one.tried,
        *([make_printable(one.said)] if one.status else ()),
    )


def _salvage(app: "App", file: str) -> Reply:
    from recall_cli.flows.doctor.salvage import salvage

    saved = salvage(app, file)
    lost = sum(saved.lost.values())

    def lines() -> "list[str]":
        rows = [f"{table}\t{count} saved\t{saved.lost.get(table, 0)} lost" for table, count in saved.saved.items()]
        return [
            *rows,
            f"saved {saved.saved['memory']:,} memories to {make_printable(saved.path)}; {lost:,} rows lost or unsure",
        ]

    return Reply(
        lambda: {"file": saved.path, "saved": saved.saved, "lost": saved.lost, "whole": not lost},
        lines,
        status=1 if lost else 0,
    )


def _print_findings(out: "Console", found: "list[Finding]", summary: str) -> None:
    """Print one line per check, with a remedy for each problem."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM, print_footer

    marks = {
        "ok": ("ok", "green"),
        "note": ("note", ACCENT),
        "warning": ("warning", "yellow"),
        "failure": ("failure", DANGER),
    }
    for one in found:
        mark, style = ("repaired", "green") if one.mended else marks[one.state]
        line = Text.assemble((mark.ljust(9), style), (one.check.ljust(13), DIM), make_printable(one.said))
        out.print(line, soft_wrap=True)
        if one.remedy and not one.mended:
            out.print(Text(" " * 22 + make_printable(one.remedy), style="yellow"), soft_wrap=True)
    print_footer(out, summary)
