"""Processes that answer the calls that only read, so that a search does not keep the server from storing.

Python runs one thread at a time, and a search is arithmetic. A search process is recall itself. It has its own
connection to the store, sees what the token of each call allows, and ends when its pipe is closed. If it fails, the
call is answered in the server, so these processes only save time.
"""

from recall_cli.serve.http.helper_process import HelperProcess, received_values
from recall_cli.serve.http.lane_names import FIND, IDLE_SECONDS, warm_up
from recall_cli.serve.http.token_app import TokenApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_SEARCH_PROCESSES = 4
"""More would need memory that small servers do not have."""
COLLECTOR_THRESHOLDS = (5_000, 20, 50)
"""Many calls leave garbage, but a search for it must not take longer than a call."""


def new_search_process(database: "str | None", config: "str | None", log: "Callable[..., None]") -> HelperProcess:
    """A process that answers plain calls (`Work.plain_call`). It answers None with True, once it is ready."""
    places = {"RECALL_DB": database, "RECALL_CONFIG": config}
    environment = {name: place for name, place in places.items() if place is not None}
    return HelperProcess(
        "search_process", "from recall_cli.serve.http.search_process import serve; serve()", environment, log
    )


def serve() -> None:
    """Run as a search process: answer calls until no more come. Who stops the server with a signal may stop all of its
    processes with it: a call that was accepted is answered all the same.
    """
    import gc
    import signal

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.work import Work

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    app = TokenApp(None)
    warm_up(app, FIND)
    gc.set_threshold(*COLLECTOR_THRESHOLDS)
    gc.freeze()
    for call, answer in received_values(IDLE_SECONDS, app.close):
        if call is None:
            answer(True)
            continue
        fields, message, version, session = call
        work = Work(Token(**fields), message, version, session)
        answer(work.run(app))
        work.finish()
