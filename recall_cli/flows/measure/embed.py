"""Puts a full embedding model into use: fetch it, prepare it, embed all memories page by page.

Each page is a transaction of its own, so that an interrupted run can go on where it stopped. The model comes into use
at the end, as an operation; undoing it restores the model before. Memories stored later are found by the built-in
table until `recall admin embed` or the worker has embedded them.
"""

import os

from recall_cli.domain.embedding_model import EmbeddingModel
from recall_cli.domain.record import Record
from recall_cli.inference.static_table import MODEL_NAME as TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.engines.tables.upkeep.embedding import Embedding
    from recall_cli.inference.full_model import FullModel
    from recall_cli.inference.static_table import StaticTable

PAGE_SIZE = 256
"""Memories embedded at a time; an interruption loses at most a few seconds of work."""
NO_MODEL = "none"
"""The name for no full model, only the built-in table."""


class EmbedResult(Record):
    """The result of embedding."""

    model: str
    before: str
    """The model in use before."""
    made: int = 0
    remaining: int = 0
    """How many memories have no vector yet: those stored meanwhile, or all in a dry run."""
    op: "int | None" = None
    """The operation, if another model came into use."""
    megabytes: float = 0.0
    """How much would have to be fetched, in a dry run."""
    ready: bool = True
    """Whether questions are embedded without starting the model's engine."""
    dry_run: bool = False
    gate: str = ""
    """The folder of the model that confirms answers, if one is in use (`flows.measure.gate_setup`)."""

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {
            "model": self.model,
            "before": self.before,
            "embedded": self.made,
            "left": self.remaining,
            "ready": self.ready,
            "megabytes": self.megabytes,
            "operation": self.op,
            "gate": self.gate or None,
            "dry_run": self.dry_run,
        }


def embed(
    app: "App", wanted: "str | None", progress: "Callable[[int, int], None]", *, dry_run: bool = False
) -> EmbedResult:
    """Use the named model, the one in use, or the default one, and embed the memories that it has not embedded."""
    result = _embed_with(app, wanted, progress, dry_run=dry_run)
    return result.but(gate=str(app.settings["search.gate"]))


def _embed_with(
    app: "App", wanted: "str | None", progress: "Callable[[int, int], None]", *, dry_run: bool
) -> EmbedResult:
    with app.read_transaction(app.full_view) as tx:
        active = tx.embedding.active_model()
    before = active.model if active else TABLE
    if wanted in (NO_MODEL, TABLE):
        return _use_table_only(app, before, dry_run=dry_run)
    source, megabytes = _find_model(app, wanted, active, dry_run=dry_run)
    if dry_run:
        with app.read_transaction(app.full_view) as tx:
            remaining = tx.embedding.count_without_vector(source.model)
        return EmbedResult(model=source.model, before=before, remaining=remaining, megabytes=megabytes, dry_run=True)
    from recall_cli.inference.full_model import FullModel
    from recall_cli.inference.question_models import prepare_model, share_prepared_model

    model = FullModel(source)
    ready = prepare_model(source, model, app.settings.models)
    if ready and not app.settings.is_on_server:
        share_prepared_model(source.model, app.settings.models, app.settings.store_place)
    made = embed_missing(app, model, progress)
    op = _activate_model(app, source, before)
    with app.read_transaction(app.full_view) as tx:
        remaining = tx.embedding.count_waiting(source.model)
    return EmbedResult(model=source.model, before=before, made=made, remaining=remaining, op=op, ready=ready)


def embed_new_memories(app: "App", progress: "Callable[[int, int], None]") -> int:
    """Embed the memories stored since with the model in use; how many."""
    with app.read_transaction(app.full_view) as tx:
        active = tx.embedding.active_model()
        if active is None or not tx.embedding.has_waiting(active.model):
            return 0
    if not os.path.isdir(active.folder):
        app.note(f"{active.model} is not in {active.folder}: new memories wait for it (recall admin embed)")
        return 0
    from recall_cli.inference.full_model import FullModel

    return embed_missing(app, FullModel(active), progress)


def embed_missing(app: "App", model: "FullModel | StaticTable", progress: "Callable[[int, int], None]") -> int:
    """Make the missing vectors of all memories in any state; how many."""
    view = app.full_view
    with app.read_transaction(view) as tx:
        total = tx.embedding.count_without_vector(model.name)
    made = after = 0
    while True:
        with app.read_transaction(view) as tx:
            page = tx.embedding.page_without_vector(model.name, after, PAGE_SIZE)
        if not page:
            return made
        vectors = model.embed_all([text for _, _, text in page])
        made_vectors = [(n, hash_, vector) for (n, hash_, _), vector in zip(page, vectors, strict=True)]
        with app.write_transaction(view) as tx:
            made += tx.embedding.save_vectors(model.name, made_vectors)
        after = page[-1][0]
        progress(made, max(total, made))


def _find_model(
    app: "App", wanted: "str | None", active: "EmbeddingModel | None", *, dry_run: bool
) -> "tuple[EmbeddingModel, float]":
    """The model, fetched if needed; in a dry run, the model and the megabytes to fetch."""
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
    fetched = full_model.find_fetched_model(name, cache)
    if fetched is None and dry_run:
        return EmbeddingModel(model=name, name=name, folder=cache), full_model.download_megabytes(name)
    return fetched or full_model.fetch_model(name, cache), 0.0


def _activate_model(app: "App", chosen: EmbeddingModel, before: str) -> "int | None":
    """Put a model into use as an operation; None if it is in use already."""
    with app.write_transaction(app.full_view) as tx:
        table: Embedding = tx.embedding
        active = table.active_model()
        if active == chosen or (active is None and not chosen.folder):
            return None
        op = tx.operations.add("embed", trust=app.channel, agent=app.agent, note=f"{before} to {chosen.model}")
        table.choose_model(op, chosen)
    return op


def _use_table_only(app: "App", before: str, *, dry_run: bool) -> EmbedResult:
    """Stop using a full model; its vectors stay, so that undoing this is quick."""
    op = None if dry_run else _activate_model(app, EmbeddingModel(model=TABLE), before)
    return EmbedResult(model=TABLE, before=before, op=op, dry_run=dry_run)
