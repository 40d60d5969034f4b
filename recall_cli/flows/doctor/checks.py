"""All checks of `recall doctor`, in order. To add one, add a line to CHECKS."""

from recall_cli.domain.errors import RecallError, StoreError, UsageError
from recall_cli.flows.doctor import environment, extractor, server, store_content, store_file
from recall_cli.flows.doctor.finding import FAILURE, NOTE, OK, STATES, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.app import App

    Check = Callable[[App], Iterable[Finding]]

CHECKS: "tuple[tuple[str, Check], ...]" = (
    ("settings", environment.check_settings),
    ("programs", environment.check_programs),
    ("packages", environment.check_packages),
    ("hooks", environment.check_hooks),
    ("clients", environment.check_clients),
    ("extractor", extractor.check_extractor),
    ("gate", environment.check_gate),
    ("permissions", store_file.check_permissions),
    ("store", store_file.check_store),
    ("schema", store_file.check_schema),
    ("disk", store_file.check_disk),
    ("wal", store_file.check_wal),
    ("drafts", store_file.check_leftover_files),
    ("edits", store_file.check_unfinished_edits),
    ("words", store_content.check_word_index),
    ("pages", store_content.check_pages),
    ("texts", store_content.check_texts),
    ("links", store_content.check_links),
    ("chains", store_content.check_chains),
    ("guessed endings", store_content.check_guessed_endings),
    ("old sessions", store_content.check_old_sessions),
    ("counts", store_content.check_counts),
    ("vectors", store_content.check_vectors),
    ("jobs", store_content.check_jobs),
    ("tokens", store_content.check_tokens),
    ("clock", store_content.check_clock),
    ("erasure", store_content.check_erasure),
    ("record", store_content.check_record),
    ("switches", environment.check_switches),
    ("project", environment.check_project),
    ("copies", environment.check_copies),
)
"""Each check by name: a function that gets the app and returns findings."""
FILE_CHECKS = ("permissions", "store", "schema", "disk", "wal", "drafts", "pages")
"""The checks of the store's file. A store on a server has others."""
SERVER_CHECKS: "tuple[tuple[str, Check], ...]" = (
    ("server", server.check_server),
    ("isolation", server.check_isolation),
    ("large user", server.check_large_user),
)


def checks_for(app: "App") -> "tuple[tuple[str, Check], ...]":
    """The checks of this store."""
    try:
        is_on_server = app.settings.is_on_server
    except UsageError:  # the check of the settings says what is wrong with the place of the store
        is_on_server = False
    if not is_on_server:
        return CHECKS
    return (*SERVER_CHECKS, *((name, check) for name, check in CHECKS if name not in FILE_CHECKS))


def run_checks(app: "App", *, fix: bool = False) -> "list[Finding]":
    """The findings of all checks; with `fix`, safe fixes are applied and those checks run again."""
    all_findings: list[Finding] = []
    skipped: list[str] = []
    for name, check in checks_for(app):
        findings = _run_check(app, name, check)
        if fix:
            findings = _fix_findings(app, name, check, findings)
        if any(_is_repeated(finding, all_findings) for finding in findings):
            skipped.append(name)
        all_findings += [finding for finding in findings if not _is_repeated(finding, all_findings)]
    if skipped:
        message = f"not checked for the same reason: {', '.join(skipped)}"
        all_findings.append(Finding(check="rest", state=NOTE, message=message))
    return all_findings


def _fix_findings(app: "App", name: str, check: "Check", findings: "list[Finding]") -> "list[Finding]":
    """Apply the safe fixes; if there were any, run the check again and add the problems that remain."""
    results = [_apply_fix(finding) for finding in findings if finding.fix is not None]
    if not results:
        return findings
    not_fixed = {finding.message for finding in results if not finding.fixed}
    remaining = [finding for finding in _run_check(app, name, check) if finding.state != OK]
    return [*results, *(finding for finding in remaining if finding.message not in not_fixed)]


def _is_repeated(finding: Finding, earlier: "list[Finding]") -> bool:
    """True if an earlier finding has the same message: a store that cannot be opened is reported once."""
    return finding.not_checked and any(finding.message == other.message for other in earlier)


def _run_check(app: "App", name: str, check: "Check") -> "list[Finding]":
    """The findings of a check; a check that fails is a finding itself."""
    try:
        return [finding.but(check=name) for finding in check(app)]
    except StoreError as error:
        app.close()
        return [Finding(check=name, state=FAILURE, message=error.message, remedy=_remedy(error), not_checked=True)]
    except (RecallError, OSError) as error:
        message, hint = (error.message, error.hint) if isinstance(error, RecallError) else (str(error), "")
        return [Finding(check=name, state=FAILURE, message=message, remedy=hint, not_checked=True)]


def _remedy(error: StoreError) -> str:
    if error.code == "damaged":
        return store_content.SALVAGE_HINT
    return error.hint


def _apply_fix(finding: Finding) -> Finding:
    assert finding.fix is not None
    try:
        finding.fix()
    except (RecallError, OSError) as error:
        hint = error.hint if isinstance(error, RecallError) else ""
        if isinstance(error, StoreError):
            hint = _remedy(error)
        return finding.but(remedy=f"could not be repaired: {error}{f'; {hint}' if hint else ''}", fix=None)
    return finding.but(state=OK, fixed=True, fix=None)


def worst_state(findings: "list[Finding]") -> str:
    """The worst state of all findings."""
    return max((finding.state for finding in findings), key=STATES.index, default=OK)
