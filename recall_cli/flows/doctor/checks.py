"""Every check there is, in order; a new one joins as a line of CHECKS."""

from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.flows.doctor import environment, store_content, store_file
from recall_cli.flows.doctor.finding import FAILURE, NOTE, OK, STATES, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.app import App

    Check = Callable[[App], Iterable[Finding]]

CHECKS: "tuple[tuple[str, Check], ...]" = (
    ("settings", environment.check_settings),
    ("programs", environment.check_programs),
    ("hooks", environment.check_hooks),
    ("permissions", store_file.check_permissions),
    ("store", store_file.check_store),
    ("schema", store_file.check_schema),
    ("disk", store_file.check_disk),
    ("wal", store_file.check_wal),
    ("drafts", store_file.check_leftover_files),
    ("words", store_content.check_word_index),
    ("pages", store_content.check_pages),
    ("texts", store_content.check_texts),
    ("links", store_content.check_links),
    ("chains", store_content.check_chains),
    ("counts", store_content.check_counts),
    ("vectors", store_content.check_vectors),
    ("jobs", store_content.check_jobs),
    ("clock", store_content.check_clock),
    ("erasure", store_content.check_erasure),
    ("record", store_content.check_record),
    ("switches", environment.check_switches),
    ("copies", environment.check_copies),
)
"""Each check by name: a function that gets the app and returns findings."""


def run_checks(app: "App", *, fix: bool = False) -> "list[Finding]":
    """The findings of all checks; with `fix`, safe fixes are applied and those checks run again."""
    found: list[Finding] = []
    unlooked: list[str] = []
    for name, look in CHECKS:
        findings = _run_check(app, name, look)
        if fix:
            mended = [_apply_fix(one) for one in findings if one.fix is not None]
            if mended:
                tried = {one.said for one in mended if not one.mended}
                again = [one for one in _run_check(app, name, look) if one.state != OK and one.said not in tried]
                findings = [*mended, *again]
        if any(_is_repeated(one, found) for one in findings):
            unlooked.append(name)
        found += [one for one in findings if not _is_repeated(one, found)]
    if unlooked:
        found.append(Finding(check="rest", state=NOTE, said=f"for that reason not looked at: {', '.join(unlooked)}"))
    return found


def _is_repeated(finding: Finding, found: "list[Finding]") -> bool:
    """True if an earlier finding says the same: a store that cannot be opened is reported once."""
    return finding.not_checked and any(finding.said == other.said for other in found)


def _run_check(app: "App", name: str, check: "Check") -> "list[Finding]":
    """The findings of a check; a check that fails is a finding itself."""
    try:
        return [one.but(check=name) for one in check(app)]
    except StoreError as error:
        app.close()
        return [Finding(check=name, state=FAILURE, said=error.message, remedy=_remedy(error), not_checked=True)]
    except (RecallError, OSError) as error:
        said, hint = (error.message, error.hint) if isinstance(error, RecallError) else (str(error), "")
        return [Finding(check=name, state=FAILURE, said=said, remedy=hint, not_checked=True)]


def _remedy(error: StoreError) -> str:
    if error.code == "damaged":
        return "recall restore COPY --force, or recall doctor --salvage NEWFILE saves what can be read"
    return error.hint


def _apply_fix(finding: Finding) -> Finding:
    assert finding.fix is not None
    try:
        finding.fix()
    except (RecallError, OSError) as error:
        then = error.hint if isinstance(error, RecallError) else ""
        if isinstance(error, StoreError):
            then = _remedy(error)
        return finding.but(remedy=f"could not be mended: {error}{f'; {then}' if then else ''}", fix=None)
    return finding.but(state=OK, mended=True, fix=None)


def worst_state(findings: "list[Finding]") -> str:
    """The worst state of all findings."""
    return max((one.state for one in findings), key=STATES.index, default=OK)
