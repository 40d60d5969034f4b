"""A full embedding model for the store: chosen, made ready, and every memory read with it, a page at a time.

Each page is kept in a transaction of its own, so that whoever is interrupted goes on where he stopped; the model comes
into use at the end, as an operation, so that undoing it goes back to what was in use before. Memories stored later are
found by the table until a round of this, or the worker, has read them too.
"""

import os

from recall_cli.domain.chosen import Chosen
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.inference.static import NAME as TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.engines.tables.upkeep.embedding import Embedding
    from recall_cli.inference.embedder import FullModel

PAGE = 256
"""So many memories are read and kept at once: what an interruption loses is less than a few seconds' work."""
NONE = "none"
"""The word for no full model: the table alone."""


class Embedded(Record):
    """What a round came to."""

    model: str
    before: str
    """What was in use until now."""
    made: int = 0
    left: int = 0
    """How many memories have no vector yet: those stored meanwhile, or in a rehearsal all."""
    op: "int | None" = None
    """The operation, where another model came into use."""
    megabytes: float = 0.0
    """What a rehearsal says would have to be fetched."""
    ready: bool = True
    """Are questions read without starting the model's engine?"""
    dry_run: bool = False


def embed(
    app: "App", wanted: "str | None", progress: "Callable[[int, int], None]", *, dry_run: bool = False
) -> Embedded:
    """Use a model: the one named, else the one in use, else the usual one; and read with it what was not read yet."""
    with app.reading(_whole(app)) as tx:
        active = tx.embedding.active()
    before = active.model if active else TABLE
    if wanted in (NONE, TABLE):
        return _table_alone(app, before, dry_run=dry_run)
    source, megabytes = _source(app, wanted, active, dry_run=dry_run)
    if dry_run:
        with app.reading(_whole(app)) as tx:
            left = tx.embedding.without(source.model)
        return Embedded(model=source.model, before=before, left=left, megabytes=megabytes, dry_run=True)
    from recall_cli.inference.embedder import FullModel
    from recall_cli.inference.loading import make_ready

    model = FullModel(source)
    ready = make_ready(source, model, app.settings.models)
    made = read_all(app, model, progress)
    op = _use(app, source, before)
    with app.reading(_whole(app)) as tx:
        left = tx.embedding.waiting(source.model)
    return Embedded(model=source.model, before=before, made=made, left=left, op=op, ready=ready)


def catch_up(app: "App", progress: "Callable[[int, int], None]") -> int:
    """Read with the model in use what was stored since; how many."""
    with app.reading(_whole(app)) as tx:
        active = tx.embedding.active()
        if active is None or not tx.embedding.waits(active.model):
            return 0
    if not os.path.isdir(active.folder):
        app.note(f"{active.model} is not in {active.folder}: new memories wait for it (recall embed)")
        return 0
    from recall_cli.inference.embedder import FullModel

    return read_all(app, FullModel(active), progress)


def read_all(app: "App", model: "FullModel", progress: "Callable[[int, int], None]") -> int:
    """Make the vectors that are not there yet, whatever state their memories are in; how many."""
    view = _whole(app)
    with app.reading(view) as tx:
        total = tx.embedding.without(model.name)
    made = after = 0
    while True:
        with app.reading(view) as tx:
            page = tx.embedding.page(model.name, after, PAGE)
        if not page:
            return made
        vectors = model.embed_all([text for _, _, text in page])
        read = [(n, hash_, vector) for (n, hash_, _), vector in zip(page, vectors, strict=True)]
        with app.writing(view) as tx:
            made += tx.embedding.keep(model.name, read)
        after = page[-1][0]
        progress(made, max(total, made))


def _whole(app: "App") -> View:
    """All of the user's memories, since nothing but numbers is made of them."""
    return View(user=app.settings["user"])


def _source(app: "App", wanted: "str | None", active: "Chosen | None", *, dry_run: bool) -> "tuple[Chosen, float]":
    """Where the model is, fetched if it must be (but for a rehearsal, which says how much there is to fetch)."""
    from recall_cli.inference import embedder

    cache = app.settings.models
    if wanted is None and active is not None:
        if os.path.exists(os.path.join(active.folder, active.file)):
            return active, 0.0
        wanted = active.name or active.folder
    wanted = wanted or embedder.DEFAULT
    if os.path.isdir(os.path.expanduser(wanted)) or wanted.startswith((".", "~", os.sep)) or wanted.endswith(os.sep):
        return embedder.in_folder(wanted), 0.0
    name = embedder.sought(wanted)
    here = embedder.at_hand(name, cache)
    if here is None and dry_run:
        return Chosen(model=name, name=name, folder=cache), embedder.size_of(name)
    return here or embedder.fetch(name, cache), 0.0


def _use(app: "App", chosen: Chosen, before: str) -> "int | None":
    """Bring a model into use, as an operation; None where it is in use already."""
    with app.writing(_whole(app)) as tx:
        table: Embedding = tx.embedding
        active = table.active()
        if active == chosen or (active is None and not chosen.folder):
            return None
        op = tx.operations.add("embed", trust=app.channel, agent=app.agent, note=f"{before} to {chosen.model}")
        table.choose(op, chosen)
    return op


def _table_alone(app: "App", before: str, *, dry_run: bool) -> Embedded:
    """No full model any more; its vectors stay, so that undoing this is done at once."""
    op = None if dry_run else _use(app, Chosen(model=TABLE), before)
    return Embedded(model=TABLE, before=before, op=op, dry_run=dry_run)
