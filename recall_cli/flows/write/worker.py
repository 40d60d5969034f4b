"""The worker: claim, think, then keep and finish in one transaction. Killed anywhere, it loses and doubles nothing."""

from recall_cli.domain.errors import ModelFailed, RecallError
from recall_cli.domain.job import LEASE, RE_EXTRACT, TRANSCRIPT, backoff
from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import Busy
from recall_cli.flows.agents.sessions import catch_up
from recall_cli.flows.write.jobs import Overtaken, result_of, unpacked
from recall_cli.flows.write.keep import keep
from recall_cli.flows.write.think import think
from recall_cli.rules.secrets import mask
from recall_cli.workplace import without_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.job import Claimed
    from recall_cli.domain.receipt import Receipt


class Shift(Record):
    """What a worker got done."""

    done: int = 0
    memories: int = 0
    refused: int = 0
    failed: int = 0
    """Attempts that failed; the job waits, or is dead after the last."""
    embedded: int = 0
    """Memories that the full model in use has read."""


def drain(app: "App", progress: "Callable[[Shift], None]") -> Shift:
    """Do every job that waits, one after the other."""
    shift = Shift()
    catch_up(app)
    hidden = False
    while True:
        with app.writing() as tx:
            job = tx.jobs.claim(tx.now + LEASE)
        if job is None:
            if hidden:  # what the job said of the path is out of the file, and goes out of its log too
                app.engine(write=True).checkpoint()
            return shift.but(embedded=_catch_up(app))
        hidden = hidden or _names_a_secret(job)
        try:
            receipt = do(app, job)
        except Busy:
            raise
        except Exception as error:
            shift = shift.but(failed=shift.failed + 1)
            give_back(app, job, error)
        else:
            if receipt is not None:
                shift = shift.but(
                    done=shift.done + 1,
                    memories=shift.memories + len(receipt.memories),
                    refused=shift.refused + len(receipt.refused),
                )
        progress(shift)


def _catch_up(app: "App") -> int:
    """Let the full model in use read what is new; where it cannot, the table goes on finding it."""
    from recall_cli.flows.measure.embed import catch_up

    try:
        return catch_up(app, lambda _made, _total: None)
    except ModelFailed as failed:
        app.note(f"{failed.message}: new memories wait for recall embed")
        return 0


def _names_a_secret(job: "Claimed") -> bool:
    """Does the path of a session that is to be read, or its folder's, look like a secret?"""
    told = [str(job.payload.get(name) or "") for name in ("path", "cwd")] if job.kind == TRANSCRIPT else []
    return any(without_secret(one) != one for one in told)


def do(app: "App", job: "Claimed") -> "Receipt | None":
    """Think outside the lock, then keep what came of it and finish the job, both or neither."""
    if job.kind == RE_EXTRACT:
        from recall_cli.flows.write.again import read_again

        return read_again(app, job)
    if job.kind == TRANSCRIPT:
        from recall_cli.flows.agents.transcripts import read_on

        return read_on(app, job)
    extractor, said, place = job.payload["extractor"], job.payload["said"], unpacked(job.payload["place"])
    thought = think(app, said, extractor, place=place, patient=True)
    try:
        with app.writing(app.view_of_speaker(said)) as tx:
            receipt = keep(app, tx, thought, place, exact=extractor == "none")
            if thought.failed is not None:
                from recall_cli.flows.write.again import stand_in

                receipt = stand_in(app, tx, said, place, receipt, thought.failed)
            if not tx.jobs.finish(job, result_of(receipt, job.payload.get("digest")), receipt.op):
                raise Overtaken
            return receipt
    except Overtaken:
        return None


def give_back(app: "App", job: "Claimed", error: Exception) -> None:
    """A failed attempt: the job waits for the next one, or is dead with its reason."""
    said = error.message if isinstance(error, RecallError) else f"{type(error).__name__}: {error}"
    not_before = 0
    if isinstance(error, ModelFailed):
        said, not_before = f"claude failed: {said}", error.not_before or 0
    wait = backoff(job.attempts, job.kind)
    with app.writing() as tx:
        run_after = max(not_before, tx.now + (wait or 0))
        tx.jobs.give_back(job, mask(said[:500]).text, run_after=run_after, dead=wait is None)
