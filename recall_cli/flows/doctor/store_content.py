"""Checks that the store's content is consistent: pages, word index, links, chains, counts, vectors, jobs."""

import os

from recall_cli.domain.job import FAILED, TRANSCRIPT_JOB
from recall_cli.domain.moment import DAY, format_day, format_when
from recall_cli.domain.shell_words import command_line
from recall_cli.domain.store_errors import StoreBusy, StoreReadOnly
from recall_cli.flows.doctor.finding import failure, note, ok, warning
from recall_cli.flows.maintain.step_context import StepContext
from recall_cli.rules.text.normalize import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.doctor.finding import Finding

EMBED_BATCH, PLACE_BATCH = 500, 4_096
"""Vectors that one transaction makes or repairs: about a tenth of a second."""
UNUSED_TOKEN_DAYS = 90
SALVAGE_HINT = (
    "recall backup --restore FILE --force restores a backup; recall doctor --salvage NEWFILE saves what can be read"
)


def check_pages(app: "App") -> "Iterator[Finding]":
    """SQLite's own check of every page."""
    with app.read_transaction(app.full_view) as tx:
        message = tx.health.page_errors()
    if message:
        yield failure(f"damaged pages: {message[0]}", SALVAGE_HINT)


def check_word_index(app: "App") -> "Iterator[Finding]":
    """The word index matches the memories."""

    def repair() -> None:
        with app.write_transaction(app.full_view) as tx:
            tx.search.rebuild()

    try:
        with app.read_transaction(app.full_view) as tx:
            agrees = tx.health.is_word_index_intact()
    except (StoreBusy, StoreReadOnly) as error:
        yield note(f"the word index was not checked: {error.message}")
        return
    if not agrees:
        message = "the word index does not match the memories: searches miss some"
        yield failure(message, "recall doctor --fix rebuilds it", repair)


def check_texts(app: "App") -> "Iterator[Finding]":
    """Every text matches its checksum: SQLite does not notice a letter that changed on the disk."""
    with app.read_transaction(app.full_view) as tx:
        altered = find_altered(tx)
    if altered:
        shown = ", ".join(app.short_id(id_) for _, id_ in altered[:3])
        subject = "memory does not match its" if len(altered) == 1 else "memories do not match their"
        message = f"{len(altered):,} {subject} recorded hash: {shown}"
        yield failure(message, "recall get ID shows one; recall update ID --text fixes it")


def find_altered(tx: "Transaction") -> "list[tuple[int, str]]":
    """Number and id of memories whose text does not match its stored checksum."""
    return [(n, id_) for n, id_, text, checksum in tx.health.text_checksums() if content_hash(text) != checksum]


def check_links(app: "App") -> "Iterator[Finding]":
    """Every reference leads to an existing row."""
    with app.read_transaction(app.full_view) as tx:
        broken = tx.health.dangling_links()
    for table, other, count in broken:
        yield failure(f"{count:,} rows of {table} refer to a missing {other}", SALVAGE_HINT)


def check_chains(app: "App") -> "Iterator[Finding]":
    """Every chain of superseded memories has an end."""
    with app.read_transaction(app.full_view) as tx:
        rings = tx.health.supersede_cycles()
    if rings:
        shown = ", ".join(app.short_id(id_) for id_ in rings[:3])
        message = f"{len(rings)} memories supersede each other in a circle: {shown}"
        yield warning(message, "recall history ID shows it; recall undo takes back one of the operations")


def check_guessed_endings(app: "App") -> "Iterator[Finding]":
    """What an earlier recall ended only because a newer text looked like it."""
    from recall_cli.flows.guessed_endings import find_guessed_endings

    with app.read_transaction() as tx:
        count = len(find_guessed_endings(tx))
    if count:
        are = "memory was" if count == 1 else "memories were"
        message = f"{count:,} {are} ended by an earlier recall because a newer text looked alike"
        yield note(message, "recall review --ended shows them and brings them back")


def check_old_sessions(app: "App") -> "Iterator[Finding]":
    """What the rules of an earlier recall kept of sessions, and today's would not."""
    from recall_cli.flows.session_noise import judge_old_sessions

    with app.read_transaction() as tx:
        counts = [len(session.noise) for session in judge_old_sessions(tx) if session.noise]
    if counts:
        message = f"{sum(counts):,} memories of {len(counts):,} earlier sessions would not be kept today"
        yield note(message, "recall review --sessions shows and deletes such memories")


def check_counts(app: "App") -> "Iterator[Finding]":
    """Operations count the memories that they changed."""
    with app.read_transaction(app.full_view) as tx:
        wrong, all_ = tx.health.count_miscounted(), tx.health.count_memories()
    if wrong:
        yield note(f"{wrong:,} operations recorded fewer memories than they added")
    else:
        yield ok(f"{all_:,} memories; the log matches them")


def check_vectors(app: "App") -> "Iterator[Finding]":
    """Every memory has a vector, and searches find every vector."""

    def repair() -> None:  # in short pieces: others can write meanwhile, and whatever ends it midway loses nothing
        round_ = StepContext(app)
        while round_.write(_embed_batch):
            pass
        while round_.write(lambda tx: tx.vectors.drop_damaged_block()):
            pass
        lost = round_.read(lambda tx: tx.vectors.find_unsearchable())
        for start in range(0, len(lost), PLACE_BATCH):
            some = lost[start : start + PLACE_BATCH]
            round_.write(lambda tx, some=some: tx.vectors.make_searchable(some))  # type: ignore[misc]  # mypy cannot infer a lambda with a default

    with app.read_transaction(app.full_view) as tx:
        missing, lost = len(tx.health.without_vector()), len(tx.vectors.find_unsearchable())
    if missing or lost:
        message = f"{missing:,} memories without a vector, {lost:,} vectors that searches cannot find"
        yield warning(message, "recall doctor --fix repairs them", repair)


def _embed_batch(tx: "Transaction") -> int:
    """Make vectors for some memories without one; returns how many."""
    some = tx.health.without_vector(EMBED_BATCH)
    for number, text in some:
        tx.text_changed(number, text)
    return len(some)


MAX_FAILED_JOBS = 20
"""So many failed jobs are looked at for sessions that were not read; each reason is named once."""


def check_jobs(app: "App") -> "Iterator[Finding]":
    """No deferred job waits forever."""
    with app.read_transaction(app.full_view) as tx:
        tally, late = tx.jobs.count_by_state(), tx.health.count_overdue_jobs(tx.now - DAY)
        newest = tx.jobs.newest(MAX_FAILED_JOBS, FAILED)
    failed = tally.get(FAILED, 0)
    if failed:
        yield warning(f"{failed:,} jobs failed", "recall worker --jobs shows why; recall worker --jobs retry")
    for reason in {job.error: None for job in newest if job.kind == TRANSCRIPT_JOB}:
        remedy = "recall worker --jobs retry; an unknown form needs an update first"
        yield warning(f"a session was not read: {reason}", remedy)
    if late:
        yield warning(f"{late:,} jobs have waited for more than a day", "recall worker")
    from recall_cli.flows.write.waiting_work import find_waiting_work

    for work in find_waiting_work(app):
        whose = "" if work.user == app.settings["user"] else f" of {work.user}"
        what = "a text or job" if work.count == 1 else f"{work.count:,} texts or jobs"
        verb = "waits" if work.count == 1 else "wait"
        message = f"{what}{whose} {verb} for a worker since {format_when(work.since, app.now())}"
        yield note(message, "recall worker reads them; a running recall serve or recall mcp does, too")
    if app.has_text_files:
        yield from _check_refused_texts(app)


def _check_refused_texts(app: "App") -> "Iterator[Finding]":
    """The store takes every text that waits in a file."""
    from functools import partial

    from recall_cli.flows.write.text_spool import find_refused_texts, take_over_texts

    own_user, files = app.settings["user"], " or ".join(filter(os.path.isfile, app.text_files[:2]))
    by_user: dict[str, dict[str, str]] = {}
    for text, error in find_refused_texts(app):
        by_user.setdefault(text.user, {})[text.id] = error.message
    for user, reasons in by_user.items():
        what = "a text waits" if len(reasons) == 1 else f"{len(reasons):,} texts wait"
        message = f"{what} in {files}, and the store refuses what {user} stores: {min(reasons.values())}"
        if user == own_user:
            yield warning(message, "store its text again by hand, and remove its line")
            continue
        remedy = f"recall doctor --fix gives it to {own_user}; or recall worker as a login that may be {user}"
        yield warning(message, remedy, partial(take_over_texts, app, {*reasons}))


def check_tokens(app: "App") -> "Iterator[Finding]":
    """No valid token of the server lies unused."""
    with app.read_transaction(app.full_view) as tx:
        tokens = [token for token in tx.tokens.all() if token.state_at(tx.now) == "valid"]
    before = app.now() - UNUSED_TOKEN_DAYS * DAY
    unused = [token.name for token in tokens if (token.used_at or token.created_at) < before]
    if unused:
        message = f"not used for {UNUSED_TOKEN_DAYS} days: token {', '.join(unused[:5])}"
        yield note(message, command_line("recall", "admin", "token", "revoke", unused[0]))
    else:
        yield ok(f"{len(tokens):,} valid token{'' if len(tokens) == 1 else 's'} for recall serve")


def check_clock(app: "App") -> "Iterator[Finding]":
    """No memory is dated in the future."""
    with app.read_transaction(app.full_view) as tx:
        newest = tx.health.newest_at()
    if newest is not None and newest > app.now() + DAY:
        message = f"the newest memory is dated in the future: {format_day(newest)}"
        yield warning(message, "correct this machine's clock; until then, new memories count as older")


def check_erasure(app: "App") -> "Iterator[Finding]":
    """Every erasure that began has finished."""
    from recall_cli.flows.edit.erase_bytes import finish_erasure

    def repair() -> None:
        finish_erasure(app)

    with app.read_transaction(app.full_view) as tx:
        pending = tx.erase.unclean_since
    if pending is not None:
        message = f"an erasure on {format_day(pending)} was interrupted: its text may still be in the file"
        yield failure(message, "recall doctor --fix finishes it", repair)


def check_record(app: "App") -> "Iterator[Finding]":
    """The audit log is complete and unchanged."""
    from recall_cli.flows.explain.audit import verify_chain

    verified = verify_chain(app)
    if verified.intact:
        yield ok(f"the audit log is intact: {verified.rows:,} rows")
    else:
        message = "the audit log is not intact: its rows, or the operations, were changed or removed"
        yield warning(message, "recall admin audit verify shows where; this is expected after --salvage")
