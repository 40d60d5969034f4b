"""Checks of a store on a PostgreSQL server: its version, the connection, and the isolation of users."""

from recall_cli.domain.vector import strip_tail
from recall_cli.engines.tables.upkeep.moving import VECTORS
from recall_cli.flows.doctor.finding import failure, ok, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.flows.doctor.finding import Finding


def check_server(app: "App") -> "Iterator[Finding]":
    """The server can be reached, and is new enough to be safe."""
    from recall_cli.engines.postgres.connection import PostgresEngine

    engine = app.engine()
    assert isinstance(engine, PostgresEngine)
    state = engine.server_state()
    for message, remedy in state.problems:
        yield warning(message, remedy)
    if not state.problems:
        how = "TLS" if state.encrypted else "this machine only"
        yield ok(f"PostgreSQL {state.version} with pgvector {state.vector}, as {state.role}, {how}")


def check_large_user(app: "App") -> "Iterator[Finding]":
    """A user with very many memories has an index of nearest neighbours of their own."""
    from recall_cli.engines.postgres.vectors import MIN_INDEXED, own_index_name, own_index_statement

    with app.read_transaction() as tx:
        count, user = tx.memories.count_visible(), tx.view.user
        for model in tx.moving.vector_models() if count > MIN_INDEXED else ():
            if tx.run("vectors", "own_index", model=model, index=own_index_name(user, model)):
                continue
            dimensions = len(strip_tail(next(tx.moving.pages(VECTORS, model=model))[0][1]))
            statement = own_index_statement(user, model, dimensions)
            message = f"{user} has {count:,} memories, and every search compares all of them"
            yield warning(message, f"an administrator runs in psql: SET ROLE recall_owner; {statement}")


def check_isolation(app: "App") -> "Iterator[Finding]":
    """The tables keep users apart, as recall setup made them."""
    for gap in app.engine().schema_differences():
        yield failure(gap, "an administrator runs: recall setup --db …")
