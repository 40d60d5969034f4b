"""The worker: claim a job, make drafts, then store them and finish the job in one transaction.

A worker that is killed at any point loses nothing and stores nothing twice.
"""

import itertools
import os

from recall_cli.domain.draft import PreparedRequest
from recall_cli.domain.errors import ModelFailed, RecallError, UnknownForm
from recall_cli.domain.job import LEASE_MS, RE_EXTRACT_JOB, TRANSCRIPT_JOB, backoff_ms
from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import StoreBusy
from recall_cli.flows.agents.spool import queue_missed_sessions
from recall_cli.flows.model.drafts import draft_text
from recall_cli.flows.write.jobs import LeaseLost, job_result, unpack_place
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.text_spool import queue_spooled_texts
from recall_cli.flows.write.waiting_work import find_waiting_work
from recall_cli.rules.secrets import mask
from recall_cli.workplace import mask_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.job import ClaimedJob
    from recall_cli.domain.receipt import Receipt

JOBS_IN_TURN = 5
"""A worker for all users runs so many jobs of one, and goes on to the next: no user waits for another's many texts."""


class WorkerTotals(Record):
    """What a worker did."""

    done: int = 0
    memories: int = 0
    refused: int = 0
    failed: int = 0
    """Failed attempts; the job waits for the next one, or is dead after the last."""
    embedded: int = 0
    """Memories embedded by the full model in use."""
    reasons: "tuple[str, ...]" = ()
    """Why each failed attempt failed."""

    def __add__(self, more: "WorkerTotals") -> "WorkerTotals":
        """What two runs did together."""
        return WorkerTotals(**{name: value + getattr(more, name) for name, value in self.fields().items()})


def run_jobs_of_all(app: "App", progress: "Callable[[WorkerTotals], None]") -> WorkerTotals:
    """Run the waiting jobs of everybody that this login may be: a few of each user in turn, the oldest first.

    A user whose jobs cannot be run, because another process holds their lock on the server, holds up nobody else.
    Sessions that nobody has queued are left to each user's own worker: their files are on that user's machine.
    """
    queue_spooled_texts(app)
    totals, own = WorkerTotals(), app.settings["user"]
    troubles: dict[str, RecallError] = {}
    before: WorkerTotals | None = None
    while totals != before:
        before = totals
        for work in sorted(find_waiting_work(app), key=lambda work: work.since):
            if work.user in troubles:
                continue
            app.settings.override("user", work.user)
            try:
                totals += _run_queued_jobs(app, progress, most=JOBS_IN_TURN)
            except RecallError as error:
                troubles[work.user] = error
        app.settings.override("user", own)
    for trouble in troubles.values():
        raise trouble
    return totals


def run_jobs(app: "App", progress: "Callable[[WorkerTotals], None]") -> WorkerTotals:
    """Run every waiting job of the user, one after the other."""
    queue_missed_sessions(app)
    queue_spooled_texts(app)
    return _run_queued_jobs(app, progress)


def _run_queued_jobs(app: "App", progress: "Callable[[WorkerTotals], None]", most: "int | None" = None) -> WorkerTotals:
    totals = WorkerTotals()
    hidden = False
    ended_session: ClaimedJob | None = None
    claimed = itertools.count()
    while True:
        with app.write_transaction() as tx:
            job = None if next(claimed) == most else tx.jobs.claim(tx.now + LEASE_MS)
        app.renew_lease = _lease_renewal(app, job)
        if job is None:
            if hidden:  # the path is out of the database file, and goes out of its log too
                app.engine(write=True).checkpoint()
            totals = totals.but(embedded=_embed_new_memories(app))
            if ended_session is not None:
                agent, folder = ended_session.payload.get("agent"), ended_session.payload.get("cwd")
                if agent and folder and os.path.isdir(folder):
                    from recall_cli.flows.brief.stored_brief import store_next_brief

                    store_next_brief(app, agent, folder)
            return totals
        hidden = hidden or _path_has_secret(job)
        try:
            receipt = run_job(app, job)
        except StoreBusy:
            raise
        except Exception as error:
            reason = record_failed_attempt(app, job, error)
            totals = totals.but(failed=totals.failed + 1, reasons=(*totals.reasons, reason))
        else:
            ended_session = job if job.kind == TRANSCRIPT_JOB else ended_session
            if receipt is not None:
                totals = totals.but(
                    done=totals.done + 1,
                    memories=totals.memories + len(receipt.memories),
                    refused=totals.refused + len(receipt.refused),
                )
        progress(totals)


def _lease_renewal(app: "App", job: "ClaimedJob | None") -> "Callable[[], None]":
    """What keeps a job that takes long: without it another worker would take it over."""

    def renew() -> None:
        with app.write_transaction() as tx:
            if job is not None:
                tx.jobs.renew_lease(job, tx.now + LEASE_MS)

    return renew


def _embed_new_memories(app: "App") -> int:
    """Embed new memories with the full model in use; until it can, the built-in vectors find them."""
    from recall_cli.flows.measure.embed import embed_new_memories

    try:
        return embed_new_memories(app, lambda _made, _total: None)
    except ModelFailed as failed:
        app.note(f"{failed.message}: new memories wait for recall admin embed")
        return 0


def _path_has_secret(job: "ClaimedJob") -> bool:
    """Does the path or the folder of a session file look like a secret?"""
    paths = [str(job.payload.get(name) or "") for name in ("path", "cwd")] if job.kind == TRANSCRIPT_JOB else []
    return any(mask_mark(path) != path for path in paths)


def run_job(app: "App", job: "ClaimedJob") -> "Receipt | None":
    """Make drafts without a lock, then store them and finish the job, both or neither. None: the lease was lost."""
    if job.kind == RE_EXTRACT_JOB:
        from recall_cli.flows.write.re_extraction import re_extract

        return re_extract(app, job)
    if job.kind == TRANSCRIPT_JOB:
        from recall_cli.flows.agents.transcripts import run_session_job

        return run_session_job(app, job)
    extractor, place = job.payload["extractor"], unpack_place(job.payload["place"])
    request = PreparedRequest.from_json(job.payload["said"])
    result = draft_text(app, request, extractor, place=place, in_worker=True)
    try:
        with app.write_transaction(app.view_of_author(request)) as tx:
            receipt = keep_drafts(app, tx, result, place, exact=extractor == "none")
            if result.failed is not None:
                from recall_cli.flows.write.re_extraction import queue_re_extraction

                receipt = queue_re_extraction(app, tx, request, place, receipt, result.failed)
            if not tx.jobs.finish(job, job_result(receipt, job.payload.get("digest")), receipt.op):
                raise LeaseLost
            return receipt
    except LeaseLost:
        return None


def record_failed_attempt(app: "App", job: "ClaimedJob", error: Exception) -> str:
    """Record a failed attempt: the job waits for the next one, or is dead. Returns the reason."""
    reason = error.message if isinstance(error, RecallError) else f"{type(error).__name__}: {error}"
    not_before = 0
    if isinstance(error, ModelFailed):
        reason, not_before = f"{error.model} failed: {reason}", error.not_before or 0
    reason = mask(reason[:500]).text
    wait = None if isinstance(error, UnknownForm) else backoff_ms(job.attempts, job.kind)
    with app.write_transaction() as tx:
        run_after = max(not_before, tx.now + (wait or 0))
        tx.jobs.fail_attempt(job, reason, run_after=run_after, dead=wait is None)
    return reason
