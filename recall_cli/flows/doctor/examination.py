"""Every check there is, in order; a new one joins as a line of CHECKS."""

from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.flows.doctor import around, content, file
from recall_cli.flows.doctor.finding import FAILURE, NOTE, OK, STATES, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.app import App

    Look = Callable[[App], Iterable[Finding]]

CHECKS: "tuple[tuple[str, Look], ...]" = (
    ("settings", around.settings),
    ("programs", around.programs),
    ("hooks", around.hooks),
    ("permissions", file.permissions),
    ("store", file.store),
    ("schema", file.schema),
    ("disk", file.disk),
    ("wal", file.wal),
    ("drafts", file.drafts),
    ("words", content.words),
    ("pages", content.pages),
    ("texts", content.texts),
    ("links", content.links),
    ("chains", content.chains),
    ("counts", content.counts),
    ("vectors", content.vectors),
    ("jobs", content.jobs),
    ("clock", content.clock),
    ("erasure", content.erasure),
    ("record", content.record),
    ("switches", around.switches),
    ("copies", around.copies),
)
"""The name of each check, and what looks; it gets the app and gives findings."""


def examine(app: "App", *, fix: bool = False) -> "list[Finding]":
    """Look everywhere; with `fix`, mend what can be mended safely, and look there again."""
    found: list[Finding] = []
    unlooked: list[str] = []
    for name, look in CHECKS:
        findings = _looked(app, name, look)
        if fix:
            mended = [_mended(one) for one in findings if one.mend is not None]
            if mended:
                tried = {one.said for one in mended if not one.mended}
                again = [one for one in _looked(app, name, look) if one.state != OK and one.said not in tried]
                findings = [*mended, *again]
        if any(_said_already(one, found) for one in findings):
            unlooked.append(name)
        found += [one for one in findings if not _said_already(one, found)]
    if unlooked:
        found.append(Finding(check="rest", state=NOTE, said=f"for that reason not looked at: {', '.join(unlooked)}"))
    return found


def _said_already(one: Finding, found: "list[Finding]") -> bool:
    """Where the store cannot be opened, one finding says so, and not each that would have opened it."""
    return one.unread and any(one.said == other.said for other in found)


def _looked(app: "App", name: str, look: "Look") -> "list[Finding]":
    """What a check says; one that fails is a finding itself."""
    try:
        return [one.but(check=name) for one in look(app)]
    except StoreError as error:
        app.close()
        return [Finding(check=name, state=FAILURE, said=error.message, remedy=_remedy(error), unread=True)]
    except (RecallError, OSError) as error:
        said, hint = (error.message, error.hint) if isinstance(error, RecallError) else (str(error), "")
        return [Finding(check=name, state=FAILURE, said=said, remedy=hint, unread=True)]


def _remedy(error: StoreError) -> str:
    if error.code == "damaged":
        return "recall restore COPY --force, or recall doctor --salvage NEWFILE saves what can be read"
    return error.hint


def _mended(finding: Finding) -> Finding:
    assert finding.mend is not None
    try:
        finding.mend()
    except (RecallError, OSError) as error:
        then = error.hint if isinstance(error, RecallError) else ""
        if isinstance(error, StoreError):
            then = _remedy(error)
        return finding.but(remedy=f"could not be mended: {error}{f'; {then}' if then else ''}", mend=None)
    return finding.but(state=OK, mended=True, mend=None)


def worst(found: "list[Finding]") -> str:
    """The worst state of all findings."""
    return max((one.state for one in found), key=STATES.index, default=OK)
