"""Who has texts or jobs that wait for a worker: looked for by every server, at its start and while it runs."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


class WaitingWork(Record):
    """What waits for one user."""

    user: str
    count: int
    since: int


def has_waiting_work(app: "App") -> bool:
    """Does anything wait for the user of the settings?"""
    user = app.settings["user"]
    return any(work.user == user for work in _work_in_files(app)) or bool(_own_due_jobs(app))


def find_waiting_work(app: "App") -> "list[WaitingWork]":
    """What waits for each user that this login may be, in the store and in the files beside it."""
    found = {work.user: work for work in _work_in_files(app) if _may_be(app, work.user)}
    for user, (count, since) in (_due_jobs(app) | _own_due_jobs(app)).items():
        spooled = found.get(user, WaitingWork(user=user, count=0, since=since))
        found[user] = spooled.but(count=spooled.count + count, since=min(spooled.since, since))
    return [*found.values()]


def _may_be(app: "App", user: str) -> bool:
    """May this login be that user? A login of a server may be some users only."""
    if not app.settings.is_on_server:
        return True
    try:
        with app.read_transaction(View(user=user)) as tx:
            tx.jobs.oldest_due()
    except StoreReadOnly:
        return False
    return True


def _own_due_jobs(app: "App") -> "dict[str, tuple[int, int]]":
    user = app.settings["user"]
    if not user or not app.settings.has_store():
        return {}
    try:
        with app.read_transaction(View(user=user)) as tx:
            since = tx.jobs.oldest_due()
            return {} if since is None else {user: (tx.jobs.count_due(), since)}
    except StoreReadOnly:  # this login of a server may be another user only
        return {}


def _due_jobs(app: "App") -> "dict[str, tuple[int, int]]":
    """The due jobs of all users; on a server of those with tokens."""
    if not app.settings.has_store():
        return {}
    with app.read_transaction(View(user="")) as tx:  # nobody asks: this is about all users
        try:
            return tx.jobs.users_with_due()
        except StoreError:
            if app.settings.is_on_server:  # its tables are of an earlier version: recall setup brings them up to date
                return {}
            raise


def _work_in_files(app: "App") -> "list[WaitingWork]":
    if not app.has_text_files:
        return []
    from recall_cli.flows.write.text_spool import spooled_texts

    found: dict[str, WaitingWork] = {}
    for text in spooled_texts(app):
        before = found.get(text.user, WaitingWork(user=text.user, count=0, since=text.created_at))
        found[text.user] = before.but(count=before.count + 1, since=min(before.since, text.created_at))
    return [*found.values()]
