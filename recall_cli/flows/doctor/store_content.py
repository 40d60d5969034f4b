"""Checks that the store's content is consistent: pages, word index, links, chains, counts, vectors, jobs."""

from recall_cli.domain.moment import DAY, format_day
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreBusy, StoreReadOnly
from recall_cli.flows.doctor.finding import FAILURE, NOTE, WARNING, Finding, ok_finding
from recall_cli.flows.maintain.step_context import StepContext
from recall_cli.rules.text.normalize import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

EMBED_BATCH, PLACE_BATCH = 500, 4_096
"""Vectors that one transaction makes or repairs: about a tenth of a second."""
SALVAGE_HINT = "recall restore COPY --force, or recall doctor --salvage NEWFILE saves what can be read"


def _user_view(app: "App") -> View:
    return View(user=app.settings["user"])


def check_pages(app: "App") -> "Iterator[Finding]":
    """SQLite's own check of every page."""
    with app.read_transaction(_user_view(app)) as tx:
        said = tx.health.page_errors()
    if said:
        yield Finding(state=FAILURE, said=f"damaged pages: {said[0]}", remedy=SALVAGE_HINT)
    else:
        yield ok_finding("every page is whole")


def check_word_index(app: "App") -> "Iterator[Finding]":
    """The word index matches the memories."""

    def mend() -> None:
        with app.write_transaction(_user_view(app)) as tx:
            tx.search.rebuild()

    try:
        with app.read_transaction(_user_view(app)) as tx:
            agrees = tx.health.is_word_index_intact()
    except (StoreBusy, StoreReadOnly) as error:
        said = f"the index of words was not looked at: {error.message}"
        yield Finding(state=NOTE, said=said)
        return
    if agrees:
        yield ok_finding("the index of words agrees with the memories")
    else:
        said = "the index of words does not agree with the memories: searches miss some"
        yield Finding(state=FAILURE, said=said, remedy="recall doctor --fix builds it anew", fix=mend)


def check_texts(app: "App") -> "Iterator[Finding]":
    """Every text matches its checksum: SQLite does not notice a letter that changed on the disk."""
    with app.read_transaction(_user_view(app)) as tx:
        found = find_altered(tx)
    if found:
        shown = ", ".join(app.short_id(id_) for _, id_ in found[:3])
        said = f"{len(found):,} {_plural(found, 'memory does', 'memories do')} not say what was kept: {shown}"
        yield Finding(state=FAILURE, said=said, remedy="recall get ID shows it; recall update ID --text mends it")
    else:
        yield ok_finding("every memory says what was kept")


def find_altered(tx: "Transaction") -> "list[tuple[int, str]]":
    """Number and id of memories whose text does not match its stored checksum."""
    return [(n, id_) for n, id_, text, kept in tx.health.text_checksums() if content_hash(text) != kept]


def _plural(found: "list[Any]", singular: str, plural: str) -> str:
    return singular if len(found) == 1 else plural


def check_links(app: "App") -> "Iterator[Finding]":
    """Every reference leads to an existing row."""
    with app.read_transaction(_user_view(app)) as tx:
        broken = tx.health.dangling_links()
    for table, other, count in broken:
        yield Finding(state=FAILURE, said=f"{count:,} rows of {table} point to no {other}", remedy=SALVAGE_HINT)
    if not broken:
        yield ok_finding("nothing points to nowhere")


def check_chains(app: "App") -> "Iterator[Finding]":
    """Every chain of superseded memories has an end."""
    with app.read_transaction(_user_view(app)) as tx:
        rings = tx.health.supersede_cycles()
    if rings:
        shown = ", ".join(app.short_id(id_) for id_ in rings[:3])
        yield Finding(
            state=WARNING, said=f"{len(rings)} memories took each other's place in a ring: {shown}",
            remedy="recall history ID shows it, recall undo takes one of the operations back",
        )  # fmt: skip
    else:
        yield ok_finding("every belief that was replaced leads to one that stands")


def check_counts(app: "App") -> "Iterator[Finding]":
    """Operations count the memories that they changed."""
    with app.read_transaction(_user_view(app)) as tx:
        wrong, all_ = tx.health.count_miscounted(), tx.health.count_memories()
    if wrong:
        yield Finding(state=NOTE, said=f"{wrong:,} operations say that they brought in less than they did")
    else:
        yield ok_finding(f"{all_:,} memories, and the log agrees with them")


def check_vectors(app: "App") -> "Iterator[Finding]":
    """Every memory has a vector, and searches find every vector."""

    def mend() -> None:  # in short pieces: others can write meanwhile, and whatever ends it midway loses nothing
        round_ = StepContext(app)
        while round_.write(_embed_batch):
            pass
        while round_.write(lambda tx: tx.vectors.drop_damaged_block()):
            pass
        lost = round_.read(lambda tx: tx.vectors.find_unsearchable())
        for start in range(0, len(lost), PLACE_BATCH):
            some = lost[start : start + PLACE_BATCH]
            round_.write(lambda tx, some=some: tx.vectors.make_searchable(some))  # type: ignore[misc]  # mypy cannot infer a lambda with a default

    with app.read_transaction(_user_view(app)) as tx:
        missing, lost = len(tx.health.without_vector()), len(tx.vectors.find_unsearchable())
    if missing or lost:
        said = f"{missing:,} memories without a vector, {lost:,} vectors that no search finds"
        yield Finding(state=WARNING, said=said, remedy="recall doctor --fix makes them", fix=mend)
    else:
        yield ok_finding("every memory can be found by its meaning")


def _embed_batch(tx: "Transaction") -> int:
    """Make vectors for some memories without one; returns how many."""
    some = tx.health.without_vector(EMBED_BATCH)
    for number, text in some:
        tx.text_changed(number, text)
    return len(some)


def check_jobs(app: "App") -> "Iterator[Finding]":
    """No deferred job waits forever."""
    with app.read_transaction(_user_view(app)) as tx:
        tally, late = tx.jobs.count_by_state(), tx.health.count_overdue_jobs(tx.now - DAY)
    failed = tally.get("failed", 0)
    if failed:
        yield Finding(state=WARNING, said=f"{failed:,} jobs failed", remedy="recall jobs shows why; recall jobs retry")
    if late:
        yield Finding(state=WARNING, said=f"{late:,} jobs have waited for more than a day", remedy="recall worker")
    if not failed and not late:
        yield ok_finding("no job waits too long")


def check_clock(app: "App") -> "Iterator[Finding]":
    """No memory is dated in the future."""
    with app.read_transaction(_user_view(app)) as tx:
        newest = tx.health.newest_at()
    if newest is not None and newest > app.now() + DAY:
        yield Finding(
            state=WARNING, said=f"the newest memory is from {format_day(newest)}, which is yet to come",
            remedy="set this machine's clock right; what is stored now counts as older",
        )  # fmt: skip
    else:
        yield ok_finding("the clock agrees with the store")


def check_erasure(app: "App") -> "Iterator[Finding]":
    """Every erasure that began has finished."""
    from recall_cli.flows.edit.erase_bytes import finish_erasure

    def mend() -> None:
        finish_erasure(app)

    with app.read_transaction(_user_view(app)) as tx:
        pending = tx.erase.unclean_since
    if pending is None:
        yield ok_finding("nothing that was erased is left")
    else:
        said = f"an erasure of {format_day(pending)} was cut off: its words may still be in the file"
        yield Finding(state=FAILURE, said=said, remedy="recall doctor --fix finishes it", fix=mend)


def check_record(app: "App") -> "Iterator[Finding]":
    """The audit record is complete and unchanged."""
    from recall_cli.flows.explain.audit import verify_chain

    found = verify_chain(app)
    if found.intact:
        yield ok_finding(f"the record of writes is whole: {found.rows:,} rows")
    else:
        yield Finding(
            state=WARNING, said="the record of writes is not whole: rows of it or of the log were changed or are gone",
            remedy="recall audit verify shows where; after a salvage that is so",
        )  # fmt: skip
