"""recall doctor: find problems and repair them."""

from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Piece
    from recall_cli.cli.output.terminal import Screen
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
    ("recall doctor --salvage saved.db", "then recall backup --restore saved.db --force"),
)
NARROW_COLUMNS = 60
"""On a narrower terminal, a message stands below the name of its check."""


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

    findings = run_checks(app, fix=fix)
    state = worst_state(findings)

    def screen(out: "Screen") -> None:
        styles = {"ok": "green", "note": ACCENT, "warning": "yellow", "failure": DANGER}
        narrow = out.width < NARROW_COLUMNS
        checks = max((len(finding.check) for finding in findings), default=0) + 2
        indent = " " * (2 if narrow else 9 + checks)
        for finding in findings:
            mark = "repaired" if finding.fixed else finding.state
            head: list[Piece] = [
                (mark.ljust(9), "green" if finding.fixed else styles[mark]),
                (finding.check.ljust(checks), DIM),
            ]
            first, *more = _wrap_words(finding.message, out.width, indent)
            if narrow:
                more = [first, *more]
            else:
                head.append(first.lstrip())
            out.line(*head, whole=True)
            for line in more:
                out.line(line, whole=True)
            for line in () if finding.fixed else _wrap_words(finding.remedy, out.width, indent):
                out.line((line, "yellow"), whole=True)
        out.footer(summary(findings))

    return Reply(
        lambda: {"state": state, "findings": [finding.as_json() for finding in findings]},
        lambda: [*("\t".join(_finding_parts(finding)) for finding in findings), summary(findings)],
        screen,
        status=1 if state == "failure" else 0,
    )


def _finding_parts(finding: "Finding") -> "tuple[str, ...]":
    state = "mended" if finding.fixed else finding.state
    return (
        state,
        finding.check,
        make_printable(finding.message),
        *([make_printable(finding.remedy)] if finding.remedy and not finding.fixed else ()),
    )


def summary(findings: "list[Finding]") -> str:
    """One line about all findings."""
    wrong = [finding for finding in findings if finding.state in ("warning", "failure")]
    fixed = sum(finding.fixed for finding in findings)
    repaired = f"{fixed} repaired, " if fixed else ""
    if not wrong:
        return f"{repaired}no problems found"
    fixable = sum(finding.fix is not None for finding in wrong)
    hint = f" ({fixable} can be repaired: recall doctor --fix)" if fixable else ""
    return f"{repaired}{len(wrong)} problem{'' if len(wrong) == 1 else 's'} found{hint}"


def _prove_offline() -> Reply:
    from recall_cli.flows.doctor.offline import prove_offline

    probes = prove_offline()
    failed = [probe for probe in probes if not probe.passed]
    result = f"{len(probes)} commands ran without a socket or another program"
    if failed:
        result = f"{len(failed)} of {len(probes)} commands failed or tried to use one"
    return Reply(
        lambda: {"offline": not failed, "commands": [probe.as_json() for probe in probes]},
        lambda: [*("\t".join(_run_parts(probe)) for probe in probes), result],
        status=1 if failed else 0,
    )


def _run_parts(probe: "ProbeResult") -> "tuple[str, ...]":
    return (
        "ok" if probe.passed else "failed",
        probe.command,
        *probe.tried,
        *([make_printable(probe.error_text)] if probe.status else ()),
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


def _wrap_words(text: str, width: int, indent: str) -> "list[str]":
    """The text in indented lines; a path that is longer than a line stays whole, so that it can be selected."""
    from textwrap import wrap

    return wrap(
        make_printable(text),
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
