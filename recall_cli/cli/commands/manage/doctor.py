"""recall doctor: look for anything that is wrong."""

from recall_cli.cli.doors.params import option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import safe
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.doctor.finding import Finding
    from recall_cli.flows.doctor.offline import Ran

PARAMS = (
    option("fix", "Mend what can be mended safely.", kind="flag"),
    option("offline_proof", "Run the main commands where sockets are forbidden.", kind="flag"),
    option("salvage", "Save what can be read of a damaged store into a new file.", metavar="NEWFILE", completes="file"),
)
EXAMPLES = (
    ("recall doctor", "what is wrong, and what to do about it; exit 1 where something must be done"),
    ("recall doctor --fix", ""),
    ("recall doctor --offline-proof", "nothing leaves the machine: shown, not said"),
    ("recall doctor --salvage saved.db", "then recall restore saved.db --force"),
)


def doctor(app: "App", *, fix: bool, offline_proof: bool, salvage: "str | None") -> Reply:
    """Look at the store, its files and what is around it: each finding comes with a remedy.

    --fix mends what loses nothing: permissions, the index, vectors, the WAL, an erasure that was cut off.
    """
    if fix + offline_proof + (salvage is not None) > 1:
        raise UsageError("--fix, --offline-proof and --salvage exclude each other")
    if offline_proof:
        return _proof()
    if salvage is not None:
        return _salvage(app, salvage)
    from recall_cli.flows.doctor.examination import examine, worst

    found = examine(app, fix=fix)
    state = worst(found)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import receipts

        receipts.health(console, found, summary(found))

    return Reply(
        lambda: {"state": state, "findings": [_document(one) for one in found]},
        lambda: [*("\t".join(_line(one)) for one in found), summary(found)],
        screen,
        status=1 if state == "failure" else 0,
    )


def _document(one: "Finding") -> "dict[str, Any]":
    return {
        "check": one.check, "state": one.state, "said": one.said, "remedy": one.remedy,
        "fixable": one.mend is not None, "fixed": one.mended,
    }  # fmt: skip


def _line(one: "Finding") -> "tuple[str, ...]":
    state = "mended" if one.mended else one.state
    return (state, one.check, safe(one.said), *([safe(one.remedy)] if one.remedy and not one.mended else ()))


def summary(found: "list[Finding]") -> str:
    """All findings in one line."""
    wrong = [one for one in found if one.state in ("warning", "failure")]
    mended = sum(one.mended for one in found)
    done = f"{mended} mended, " if mended else ""
    if not wrong:
        return f"{done}all is well"
    safely = sum(one.mend is not None for one in wrong)
    then = f" ({safely} can be mended: recall doctor --fix)" if safely else ""
    return f"{done}{len(wrong)} thing{'' if len(wrong) == 1 else 's'} to look at{then}"


def _proof() -> Reply:
    from recall_cli.flows.doctor.offline import prove

    ran = prove()
    bad = [one for one in ran if not one.well]
    said = f"{len(ran)} commands ran without a socket or another program" if not bad else f"{len(bad)} did not run so"
    return Reply(
        lambda: {"offline": not bad, "commands": [_told(one) for one in ran]},
        lambda: [*("\t".join(_row(one)) for one in ran), said],
        status=1 if bad else 0,
    )


def _told(one: "Ran") -> "dict[str, Any]":
    return {"command": one.command, "status": one.status, "tried": [*one.tried], "said": one.said}


def _row(one: "Ran") -> "tuple[str, ...]":
    return ("ok" if one.well else "failed", one.command, *one.tried, *([safe(one.said)] if one.status else ()))


def _salvage(app: "App", file: str) -> Reply:
    from recall_cli.flows.doctor.salvage import salvage

    saved = salvage(app, file)
    lost = sum(saved.lost.values())

    def lines() -> "list[str]":
        rows = [f"{table}\t{count} saved\t{saved.lost.get(table, 0)} lost" for table, count in saved.saved.items()]
        return [
            *rows,
            f"saved {saved.saved['memory']:,} memories to {safe(saved.path)}, {lost:,} rows lost or doubtful",
        ]

    return Reply(
        lambda: {"file": saved.path, "saved": saved.saved, "lost": saved.lost, "whole": not lost},
        lines,
        status=1 if lost else 0,
    )
