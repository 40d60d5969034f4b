"""Deferred jobs: a row with the masked request, acknowledged at once; the same key is answered once."""

from recall_cli.domain.errors import Ambiguous, NotFound, NotStored
from recall_cli.domain.job import FAILED, STORE_JOB
from recall_cli.domain.json_text import loads
from recall_cli.domain.moment import DAY, MAX_MOMENT
from recall_cli.domain.receipt import Receipt
from recall_cli.rules.secrets import mask
from recall_cli.rules.text.normalize import fold_text
from recall_cli.workplace import Workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import PreparedRequest, StoreRequest
    from recall_cli.domain.job import Job
    from recall_cli.engines.sqlite.text_inbox import TextInbox
    from recall_cli.engines.transaction import Transaction


TEXT_KEY_PREFIX = "text:"
"""The start of a key that was made from a text, because the caller gave none."""
DIGEST_DIGITS = 32
"""Digits of a text's digest; after mixing with the store's secret it has two fewer."""


class LeaseLost(Exception):
    """The lease ran out and another worker has the job: the work done here is dropped."""


def defer(
    app: "App", request: "PreparedRequest", place: "Workplace | str | None", *, extractor: str, key: "str | None"
) -> Receipt:
    """The receipt of a queued request; `cached` if its key was used before for the same text.

    Without a key, the text and its project are the key for a day, as long as the memories that it gave exist.
    """
    from recall_cli.flows.projects import known_project

    with app.write_transaction() as tx:
        project = known_project(tx, place)
        if project is not None and not project.enabled:
            from recall_cli.flows.write.keep import project_off_refusal

            return Receipt(status="refused", refused=(project_off_refusal(request.text[:80], project),))
        digest, id_ = text_key(request, place), app.new_id()
        payload = store_payload(request, place, extractor, salt_key(tx, digest))
        stored_key = add_store_job(tx, id_, payload, key=key, digest=digest)
        return Receipt(status="queued", job=id_) if stored_key is None else cached_receipt(tx, stored_key, digest)


def add_store_job(
    tx: "Transaction", id_: str, payload: "dict[str, Any]", *, key: "str | None", digest: str
) -> "str | None":
    """Queue a text under its key, or under its digest for a day; returns the key if an earlier text has it."""
    stored_key = salt_key(tx, key if key is not None else digest)
    if key is None:
        tx.jobs.release_key(stored_key, tx.now - DAY)
    is_new = tx.jobs.add(id_, stored_key, STORE_JOB, payload) or (
        release_dead_key(tx, stored_key) and tx.jobs.add(id_, stored_key, STORE_JOB, payload)
    )
    return None if is_new else stored_key


def defer_in_inbox(
    app: "App", inbox: "TextInbox", request: "PreparedRequest", place: "Workplace | str | None", *, extractor: str
) -> "Receipt | None":
    """Put a request without a key into a server's inbox; returns its receipt, or None if it has to go into the store.

    The store is only read, so this never waits for its lock. A text that the store knows already goes there.
    """
    from recall_cli.engines.sqlite.text_inbox import WaitingText
    from recall_cli.flows.projects import known_project

    with app.read_transaction() as tx:
        project = known_project(tx, place)
        if project is not None and not project.enabled:
            return None
        user, digest = str(tx.view.user), salt_key(tx, text_key(request, place))
        now = tx.now
    waiting = inbox.find(user, digest)  # asked before the store: what is not here any more is there
    if waiting is not None:
        return Receipt(status="cached", job=waiting)
    with app.read_transaction() as tx:
        if tx.jobs.by_key(digest) is not None or not inbox.accepts():
            return None
    payload = store_payload(request, place, extractor, digest)
    text = WaitingText(id=app.new_id(), user=user, key=digest, kind=STORE_JOB, payload=payload, created_at=now)
    try:
        inbox.put(text)
    except OSError:
        return None  # the store says what is wrong with the disk
    return Receipt(status="queued", job=text.id)


def store_payload(
    request: "PreparedRequest", place: "Workplace | str | None", extractor: str, digest: str
) -> "dict[str, Any]":
    """The payload of the job that stores a text; the digest is salted."""
    return {"said": request.as_json(), "place": pack_place(place), "extractor": extractor, "digest": digest}


def text_key(request: "StoreRequest", place: "Workplace | str | None") -> str:
    """The key of a request without one. It depends on the project and the fact, not on the text alone."""
    from recall_cli.domain.digest import blake2b

    where = place.marks[0] if isinstance(place, Workplace) and place.marks else place or ""
    fields = [
        part or "" for part in (request.type, request.entity, request.attribute, request.value, request.qualifier)
    ]
    words = "\n".join((fold_text(request.text), str(where), *fields))
    return TEXT_KEY_PREFIX + str(blake2b(words.encode(), digest_size=16).hexdigest())


def mask_key(key: str, request: "PreparedRequest", place: "Workplace | str | None") -> str:
    """An idempotency key without its secrets.

    Two secrets would leave the same key, and one text would be taken for the other. So a key that had a secret gets
    the key of its masked text at its end.
    """
    masked = mask(key)
    return f"{masked.text} {text_key(request, place)}" if masked.found else key


def salt_key(tx: "Transaction", key: str) -> str:
    """A key as the store has it: the digest of a text at its end is mixed with the store's own secret.

    The plain digest is the same in every store: anybody who saw it could try texts until one fits.
    """
    start, prefix, digest = key.rpartition(TEXT_KEY_PREFIX)
    if not prefix or len(digest) != DIGEST_DIGITS:
        return key
    from recall_cli.domain.digest import blake2b

    mixed = blake2b(
        digest.encode("utf-8", "surrogatepass"), digest_size=DIGEST_DIGITS // 2 - 1, key=tx.store_secret.encode()
    )
    return f"{start}{TEXT_KEY_PREFIX}{mixed.hexdigest()}"


def release_dead_key(tx: "Transaction", key: str) -> bool:
    """Was a key released? It is if its job failed for good, or if the memories of a text without a key are gone.

    A caller who sends the text again is then not answered that it is known.
    """
    job = tx.jobs.by_key(key)
    if job is None or not (job.state == FAILED or (key.startswith(TEXT_KEY_PREFIX) and _memories_are_deleted(tx, job))):
        return False
    tx.jobs.release_key(key, MAX_MOMENT)
    return True


def _memories_are_deleted(tx: "Transaction", job: "Job") -> bool:
    """Are all memories of a finished job deleted?"""
    return job.finished_at is not None and not tx.jobs.count_live_memories(job_memory_ids(job))


def cached_receipt(tx: "Transaction", key: str, digest: "str | None") -> Receipt:
    """The receipt of the first use of a key, finished or waiting; NotStored if that was for another text."""
    job = tx.jobs.by_key(key)
    assert job is not None, "the key is taken"
    first = tx.jobs.digest_of_key(key)
    if first is not None and digest is not None and first != salt_key(tx, digest):
        raise NotStored(
            "not stored: this --key was used before for another text",
            "give each text a key of its own; the same key is for telling the same text again",
        )
    return Receipt(status="cached", job=job.id, cached_ids=job_memory_ids(job), op=job.op)


def job_memory_ids(job: "Job") -> "tuple[str, ...]":
    """The ids of the memories that a finished job stored."""
    return tuple(loads(job.result).get("memories", ())) if job.result else ()


def job_memory_count(job: "Job") -> int:
    """How many memories a finished job stored, also for a long session."""
    return int(loads(job.result).get("count", len(job_memory_ids(job)))) if job.result else 0


def job_result(receipt: Receipt, digest: "str | None" = None) -> "dict[str, Any]":
    """The result that a job keeps of a receipt: ids, never texts; and the digest of its text."""
    return {
        "digest": digest,
        "status": receipt.status,
        "memories": [kept.memory.id for kept in receipt.memories],
        "refused": [{"gate": one.gate, "reason": one.reason} for one in receipt.refused],
    }


def unpack_place(place: "Any") -> "Workplace | str | None":
    """The place of a job's memories, as it was when the job was queued."""
    if not isinstance(place, dict):
        return place if isinstance(place, str) else None
    return Workplace(marks=tuple(place["marks"]), names=tuple(place["names"]), git=place.get("git"))


def pack_place(place: "Workplace | str | None") -> "Any":
    """The place of memories as a job keeps it; of the repository only whether there is one."""
    if place is None or isinstance(place, str):
        return place
    return {"marks": [*place.marks], "names": [*place.names], "git": "." if place.git else None}


def retry_jobs(app: "App", prefixes: "tuple[str, ...]") -> int:
    """Retry the named failed jobs, or all of them; returns how many."""
    with app.write_transaction() as tx:
        return tx.jobs.retry([_find_job(tx, prefix) for prefix in prefixes] if prefixes else None)


def _find_job(tx: "Transaction", prefix: str) -> int:
    found = tx.jobs.by_short_id(prefix.strip().lower())
    if not found:
        raise NotFound(f"there is no job {prefix!r}", "recall worker --jobs shows them")
    if len(found) > 1:
        raise Ambiguous(f'"{prefix}" fits {len(found)} jobs: {" ".join(id_ for _, id_ in found)}')
    return found[0][0]
