"""What is in a store: pages, index, links, chains, counts, vectors, jobs, all of them in accord."""

from recall_cli.domain.moment import DAY, day
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import Busy, ReadOnly
from recall_cli.flows.doctor.finding import FAILURE, NOTE, WARNING, Finding, ok
from recall_cli.flows.maintain.upkeep_round import Round
from recall_cli.flows.write.columns import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

EMBEDDED, FOUND_AGAIN = 500, 4_096
"""So many vectors are made, or put back where searches find them, in one transaction: a tenth of a second or so."""
SALVAGE = "recall restore COPY --force, or recall doctor --salvage NEWFILE saves what can be read"


def _view(app: "App") -> View:
    return View(user=app.settings["user"])


def pages(app: "App") -> "Iterator[Finding]":
    """SQLite's own look at every page."""
    with app.reading(_view(app)) as tx:
        said = tx.health.pages()
    if said:
        yield Finding(state=FAILURE, said=f"damaged pages: {said[0]}", remedy=SALVAGE)
    else:
        yield ok("every page is whole")


def words(app: "App") -> "Iterator[Finding]":
    """The index of words agrees with the memories."""

    def mend() -> None:
        with app.writing(_view(app)) as tx:
            tx.search.rebuild()

    try:
        with app.reading(_view(app)) as tx:
            agrees = tx.health.words()
    except (Busy, ReadOnly) as error:
        said = f"the index of words was not looked at: {error.message}"
        yield Finding(state=NOTE, said=said)
        return
    if agrees:
        yield ok("the index of words agrees with the memories")
    else:
        said = "the index of words does not agree with the memories: searches miss some"
        yield Finding(state=FAILURE, said=said, remedy="recall doctor --fix builds it anew", mend=mend)


def texts(app: "App") -> "Iterator[Finding]":
    """Every memory still says what was kept: SQLite does not see a letter that changed on the disk."""
    with app.reading(_view(app)) as tx:
        found = altered(tx)
    if found:
        shown = ", ".join(app.short_id(id_) for _, id_ in found[:3])
        said = f"{len(found):,} {_plural(found, 'memory does', 'memories do')} not say what was kept: {shown}"
        yield Finding(state=FAILURE, said=said, remedy="recall get ID shows it; recall update ID --text mends it")
    else:
        yield ok("every memory says what was kept")


def altered(tx: "Transaction") -> "list[tuple[int, str]]":
    """The memories whose words do not fit the sum that was kept with them: number and id."""
    return [(n, id_) for n, id_, text, kept in tx.health.sums() if content_hash(text) != kept]


def _plural(found: "list[Any]", one: str, more: str) -> str:
    return one if len(found) == 1 else more


def links(app: "App") -> "Iterator[Finding]":
    """Whatever points to a row points to one that is there."""
    with app.reading(_view(app)) as tx:
        broken = tx.health.links()
    for table, other, count in broken:
        yield Finding(state=FAILURE, said=f"{count:,} rows of {table} point to no {other}", remedy=SALVAGE)
    if not broken:
        yield ok("nothing points to nowhere")


def chains(app: "App") -> "Iterator[Finding]":
    """Who took whose place is a chain with an end."""
    with app.reading(_view(app)) as tx:
        rings = tx.health.rings()
    if rings:
        shown = ", ".join(app.short_id(id_) for id_ in rings[:3])
        yield Finding(
            state=WARNING, said=f"{len(rings)} memories took each other's place in a ring: {shown}",
            remedy="recall history ID shows it, recall undo takes one of the operations back",
        )  # fmt: skip
    else:
        yield ok("every belief that was replaced leads to one that stands")


def counts(app: "App") -> "Iterator[Finding]":
    """Operations touched what they say."""
    with app.reading(_view(app)) as tx:
        wrong, all_ = tx.health.miscounted(), tx.health.size()
    if wrong:
        yield Finding(state=NOTE, said=f"{wrong:,} operations say that they brought in less than they did")
    else:
        yield ok(f"{all_:,} memories, and the log agrees with them")


def vectors(app: "App") -> "Iterator[Finding]":
    """Every memory has its vector, and every vector can be found."""

    def mend() -> None:  # in short pieces: others can write meanwhile, and whatever ends it midway loses nothing
        round_ = Round(app)
        while round_.write(_embed_some):
            pass
        while round_.write(lambda tx: tx.vectors.drop_unusable()):
            pass
        lost = round_.read(lambda tx: tx.vectors.misplaced())
        for start in range(0, len(lost), FOUND_AGAIN):
            some = lost[start : start + FOUND_AGAIN]
            round_.write(lambda tx, some=some: tx.vectors.find_again(some))  # type: ignore[misc]  # mypy cannot infer a lambda with a default

    with app.reading(_view(app)) as tx:
        missing, lost = len(tx.health.unembedded()), len(tx.vectors.misplaced())
    if missing or lost:
        said = f"{missing:,} memories without a vector, {lost:,} vectors that no search finds"
        yield Finding(state=WARNING, said=said, remedy="recall doctor --fix makes them", mend=mend)
    else:
        yield ok("every memory can be found by its meaning")


def _embed_some(tx: "Transaction") -> int:
    """Vectors for some of the memories that have none; how many."""
    some = tx.health.unembedded(EMBEDDED)
    for number, text in some:
        tx.reworded(number, text)
    return len(some)


def jobs(app: "App") -> "Iterator[Finding]":
    """Nothing waits for ever."""
    with app.reading(_view(app)) as tx:
        tally, late = tx.jobs.tally(), tx.health.late(tx.now - DAY)
    failed = tally.get("failed", 0)
    if failed:
        yield Finding(state=WARNING, said=f"{failed:,} jobs failed", remedy="recall jobs shows why; recall jobs retry")
    if late:
        yield Finding(state=WARNING, said=f"{late:,} jobs have waited for more than a day", remedy="recall worker")
    if not failed and not late:
        yield ok("no job waits too long")


def clock(app: "App") -> "Iterator[Finding]":
    """Nothing is from the future."""
    with app.reading(_view(app)) as tx:
        newest = tx.health.newest()
    if newest is not None and newest > app.now() + DAY:
        yield Finding(
            state=WARNING, said=f"the newest memory is from {day(newest)}, which is yet to come",
            remedy="set this machine's clock right; what is stored now counts as older",
        )  # fmt: skip
    else:
        yield ok("the clock agrees with the store")


def erasure(app: "App") -> "Iterator[Finding]":
    """An erasure that began has ended."""
    from recall_cli.flows.edit.erase_bytes import finish

    def mend() -> None:
        finish(app)

    with app.reading(_view(app)) as tx:
        pending = tx.erase.pending
    if pending is None:
        yield ok("nothing that was erased is left")
    else:
        said = f"an erasure of {day(pending)} was cut off: its words may still be in the file"
        yield Finding(state=FAILURE, said=said, remedy="recall doctor --fix finishes it", mend=mend)


def record(app: "App") -> "Iterator[Finding]":
    """The sealed record is whole."""
    from recall_cli.flows.explain.audit import verify

    found = verify(app)
    if found.whole:
        yield ok(f"the record of writes is whole: {found.rows:,} rows")
    else:
        yield Finding(
            state=WARNING, said="the record of writes is not whole: rows of it or of the log were changed or are gone",
            remedy="recall audit verify shows where; after a salvage that is so",
        )  # fmt: skip
