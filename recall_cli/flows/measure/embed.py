"""A full embedding model for the store: chosen, made ready, and every memory read with it, a page at a time.

Each page is kept in a transaction of its own, so that whoever is interrupted goes on where he stopped; the model comes
into use at the end, as an operation, so that undoing it goes back to what was in use before. Memories stored later are
found by the table until a round of this, or the worker, has read them too.
"""

import os

from recall_cli.domain.embedding_model import EmbeddingModel
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.inference.static_table import MODEL_NAME as TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.engines.tables.upkeep.embedding import Embedding
    from recall_cli.inference.full_model import FullModel

PAGE_SIZE = 256
"""So many memories are read and kept at once: what an interruption loses is less than a few seconds' work."""
NO_MODEL = "none"
"""The word for no full model: the table alone."""


class EmbedResult(Record):
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
) -> EmbedResult:
    """Use a model: the one named, else the one in use, else the usual one; and read with it what was not read yet."""
    with app.read_transaction(_full_view(app)) as tx:
        active = tx.embedding.active_model()
    before = active.model if active else TABLE
    if wanted in (NO_MODEL, TABLE):
        return _use_table_only(app, before, dry_run=dry_run)
    source, megabytes = _find_model(app, wanted, active, dry_run=dry_run)
    if dry_run:
        with app.read_transaction(_full_view(app)) as tx:
            left = tx.embedding.count_without_vector(source.model)
        return EmbedResult(model=source.model, before=before, left=left, megabytes=megabytes, dry_run=True)
    from recall_cli.inference.full_model import FullModel
    from recall_cli.inference.question_models import prepare_model

    model = FullModel(source)
    ready = prepare_model(source, model, app.settings.models)
    made = embed_missing(app, model, progress)
    op = _activate_model(app, source, before)
    with app.read_transaction(_full_view(app)) as tx:
        left = tx.embedding.count_waiting(source.model)
    return EmbedResult(model=source.model, before=before, made=made, left=left, op=op, ready=ready)


def embed_new_memories(app: "App", progress: "Callable[[int, int], None]") -> int:
    """Read with the model in use what was stored since; how many."""
    with app.read_transaction(_full_view(app)) as tx:
        active = tx.embedding.active_model()
        if active is None or not tx.embedding.has_waiting(active.model):
            return 0
    if not os.path.isdir(active.folder):
        app.note(f"{active.model} is not in {active.folder}: new memories wait for it (recall embed)")
        return 0
    from recall_cli.inference.full_model import FullModel

    return embed_missing(app, FullModel(active), progress)


def embed_missing(app: "App", model: "FullModel", progress: "Callable[[int, int], None]") -> int:
    """Make the vectors that are not there yet, whatever state their memories are in; how many."""
    view = _full_view(app)
    with app.read_transaction(view) as tx:
        total = tx.embedding.count_without_vector(model.name)
    made = after = 0
    while True:
        with app.read_transaction(view) as tx:
            page = tx.embedding.page_without_vector(model.name, after, PAGE_SIZE)
        if not page:
            return made
        vectors = model.embed_all([text for _, _, text in page])
        read = [(n, hash_, vector) for (n, hash_, _), vector in zip(page, vectors, strict=True)]
        with app.write_transaction(view) as tx:
            made += tx.embedding.save_vectors(model.name, read)
        after = page[-1][0]
        progress(made, max(total, made))


def _full_view(app: "App") -> View:
    """All of the user's memories, since nothing but numbers is made of them."""
    return View(user=app.settings["user"])


def _find_model(
    app: "App", wanted: "str | None", active: "EmbeddingModel | None", *, dry_run: bool
) -> "tuple[EmbeddingModel, float]":
    """Where the model is, fetched if it must be (but for a rehearsal, which says how much there is to fetch)."""
    from recall_cli.inference import full_model

    cache = app.settings.models
    if wanted is None and active is not None:
        if os.path.exists(os.path.join(active.folder, active.file)):
            return active, 0.0
        wanted = active.name or active.folder
    wanted = wanted or full_model.DEFAULT_MODEL
    if os.path.isdir(os.path.expanduser(wanted)) or wanted.startswith((".", "~", os.sep)) or wanted.endswith(os.sep):
        return full_model.find_model_in_folder(wanted), 0.0
    name = full_model.resolve_model_name(wanted)
    here = full_model.find_fetched_model(name, cache)
    if here is None and dry_run:
        return EmbeddingModel(model=name, name=name, folder=cache), full_model.download_megabytes(name)
    return here or full_model.fetch_model(name, cache), 0.0


def _activate_model(app: "App", chosen: EmbeddingModel, before: str) -> "int | None":
    """Bring a model into use, as an operation; None where it is in use already."""
    with app.write_transaction(_full_view(app)) as tx:
        table: Embedding = tx.embedding
        active = table.active_model()
        if active == chosen or (active is None and not chosen.folder):
            return None
        op = tx.operations.add("embed", trust=app.channel, agent=app.agent, note=f"{before} to {chosen.model}")
        table.choose_model(op, chosen)
    return op


def _use_table_only(app: "App", before: str, *, dry_run: bool) -> EmbedResult:
    """No full model any more; its vectors stay, so that undoing this is done at once."""
    op = None if dry_run else _activate_model(app, EmbeddingModel(model=TABLE), before)
    return EmbedResult(model=TABLE, before=before, op=op, dry_run=dry_run)
