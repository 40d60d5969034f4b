"""All checks of `recall doctor`, in order. To add one, add a line to CHECKS."""

from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.domain.record import Record
from recall_cli.flows.doctor import environment, server, store_content, store_file
from recall_cli.flows.doctor.finding import OK, STATES, Finding, failure, note, ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.app import App


class Check(Record):
    """One check: its name in the output, and the function that looks."""

    name: str
    find: "Callable[[App], Iterable[Finding]]"
    ok: str
    """What is said if nothing was found; empty if the function says it."""


def _make_checks(*rows: "tuple[str, Callable[[App], Iterable[Finding]], str]") -> "tuple[Check, ...]":
    return tuple(Check(name=name, find=find, ok=ok) for name, find, ok in rows)


CHECKS = _make_checks(
    ("settings", environment.check_settings, ""),
    ("programs", environment.check_programs, ""),
    ("packages", environment.check_packages, "every package is installed"),
    ("hooks", environment.check_hooks, ""),
    ("clients", environment.check_clients, ""),
    ("extractor", environment.check_extractor, ""),
    ("gate", environment.check_gate, ""),
    ("permissions", store_file.check_permissions, "only you can read the store"),
    ("store", store_file.check_store, ""),
    ("schema", store_file.check_schema, "the schema is unmodified"),
    ("disk", store_file.check_disk, ""),
    ("wal", store_file.check_wal, ""),
    ("drafts", store_file.check_leftover_files, "no leftover temporary files"),
    ("edits", store_file.check_unfinished_edits, "no edit is unfinished"),
    ("words", store_content.check_word_index, "the word index matches the memories"),
    ("pages", store_content.check_pages, "every page is intact"),
    ("texts", store_content.check_texts, "every memory matches its recorded hash"),
    ("links", store_content.check_links, "no row refers to a missing row"),
    ("chains", store_content.check_chains, "every superseded memory leads to a current one"),
    ("guessed endings", store_content.check_guessed_endings, "nothing was ended by guessing"),
    ("old sessions", store_content.check_old_sessions, "no noise of earlier sessions is left"),
    ("counts", store_content.check_counts, ""),
    ("vectors", store_content.check_vectors, "searches by meaning can find every memory"),
    ("jobs", store_content.check_jobs, "no failed or overdue jobs"),
    ("tokens", store_content.check_tokens, ""),
    ("clock", store_content.check_clock, "no memory is dated in the future"),
    ("erasure", store_content.check_erasure, "no interrupted erasure"),
    ("record", store_content.check_record, ""),
    ("switches", environment.check_switches, ""),
    ("project", environment.check_project, "this folder is not a project that was moved"),
    ("copies", environment.check_copies, ""),
)
FILE_CHECKS = ("permissions", "store", "schema", "disk", "wal", "drafts", "pages")
"""The checks of the store's file. A store on a server has others."""
SERVER_CHECKS = _make_checks(
    ("server", server.check_postgres, ""),
    ("isolation", server.check_isolation, "every table has row-level security, enabled and forced"),
    ("large user", server.check_large_user, ""),
)
HTTPS_CHECKS = _make_checks(
    ("server", server.check_serve, ""),
    ("waiting", server.check_waiting, "nothing waits to be sent"),
)
MACHINE_CHECKS = ("settings", "programs", "packages", "hooks", "clients", "switches")
"""The checks of this machine, where the store is behind a `recall serve`. Its own machine has the others."""


def checks_for(app: "App") -> "tuple[Check, ...]":
    """The checks of this store."""
    if not environment.is_on_server(app):
        return CHECKS
    if app.settings.is_over_https:
        return (*HTTPS_CHECKS, *(check for check in CHECKS if check.name in MACHINE_CHECKS))
    return (*SERVER_CHECKS, *(check for check in CHECKS if check.name not in FILE_CHECKS))


def run_checks(app: "App", *, fix: bool = False) -> "list[Finding]":
    """The findings of all checks; with `fix`, safe fixes are applied and those checks run again."""
    all_findings: list[Finding] = []
    skipped: list[str] = []
    for check in checks_for(app):
        findings = _run_check(app, check)
        if fix:
            findings = _fix_findings(app, check, findings)
        if any(_is_repeated(finding, all_findings) for finding in findings):
            skipped.append(check.name)
        all_findings += [finding for finding in findings if not _is_repeated(finding, all_findings)]
    if skipped:
        all_findings.append(note(f"not checked for the same reason: {', '.join(skipped)}").but(check="rest"))
    return all_findings


def _fix_findings(app: "App", check: Check, findings: "list[Finding]") -> "list[Finding]":
    """Apply the safe fixes; if there were any, run the check again and add the problems that remain."""
    results = [_apply_fix(finding) for finding in findings if finding.fix is not None]
    if not results:
        return findings
    not_fixed = {finding.message for finding in results if not finding.fixed}
    remaining = [finding for finding in _run_check(app, check) if finding.state != OK]
    return [*results, *(finding for finding in remaining if finding.message not in not_fixed)]


def _is_repeated(finding: Finding, earlier: "list[Finding]") -> bool:
    """True if an earlier finding has the same message: a store that cannot be opened is reported once."""
    return finding.not_checked and any(finding.message == other.message for other in earlier)


def _run_check(app: "App", check: Check) -> "list[Finding]":
    """The findings of a check; a check that fails is a finding itself."""
    try:
        findings = [*check.find(app)] or [ok(text) for text in (check.ok,) if text]
    except (RecallError, OSError) as error:
        if isinstance(error, StoreError):
            app.close()
        message = error.message if isinstance(error, RecallError) else str(error)
        findings = [failure(message, _remedy(error)).but(not_checked=True)]
    return [finding.but(check=check.name) for finding in findings]


def _remedy(error: "RecallError | OSError") -> str:
    if not isinstance(error, RecallError):
        return ""
    return store_content.SALVAGE_HINT if isinstance(error, StoreError) and error.code == "damaged" else error.hint


def _apply_fix(finding: Finding) -> Finding:
    assert finding.fix is not None
    try:
        finding.fix()
    except (RecallError, OSError) as error:
        hint = _remedy(error)
        return finding.but(remedy=f"could not be repaired: {error}{f'; {hint}' if hint else ''}", fix=None)
    return finding.but(state=OK, fixed=True, fix=None)


def worst_state(findings: "list[Finding]") -> str:
    """The worst state of all findings."""
    return max((finding.state for finding in findings), key=STATES.index, default=OK)
