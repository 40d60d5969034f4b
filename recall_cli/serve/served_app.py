"""The resources of a server's call: an App whose caller is always an agent, however the server was started."""

import os

from recall_cli.app import App
from recall_cli.domain.errors import StoreError
from recall_cli.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.scope import View
    from recall_cli.serve.grant import Grant


LONGEST_NAP_SECONDS = 0.002
"""A caller waits for each answer: the store's lock, which a worker takes again and again, is watched closely."""


class ServedApp(App):
    """An App that sees what its grant allows. It lives for many calls, one at a time."""

    serves_agent = True
    spools = True
    """Whether a text waits in a file beside the store while the store does not take it."""

    def __init__(
        self, grant: "Grant", flags: "dict[str, Any] | None" = None, environment: "dict[str, str] | None" = None
    ) -> None:
        flags = {**(flags or {}), "user": grant.user, "agent": grant.agent}
        super().__init__(flags, environment)
        self.grant = grant
        self._flags = flags
        self._start_folder = os.getcwd()
        self._at_terminal = False
        self.lock_options = {"longest_nap": LONGEST_NAP_SECONDS}
        self._stamps: tuple[object, str, object] | None = None
        self._anchor_database()

    def view(self, agent: "str | None" = None, clearance: "str | None" = None) -> "View":
        """The view of the settings, narrowed by the grant and then by the call."""
        view = super().view(agent, clearance)
        if self.grant.clearance is not None:
            view = view.but(clearance=min(view.clearance, super().view(agent, self.grant.clearance).clearance))
        if self.grant.topics:
            topics = self.grant.topics
            if view.topics is not None:
                topics = tuple(topic for topic in view.topics if topic in topics)
            view = view.but(topics=topics)
        return view

    def _anchor_database(self) -> None:
        """Keep a relative path of the store where it was meant, since a worker changes the current folder."""
        if not self.settings.is_on_server and not os.path.isabs(self.settings.database):
            self.settings.override("db", os.path.join(self._start_folder, self.settings.database))

    def refresh(self) -> None:
        """Notice what changed since the last call: the settings, or the file of the store.

        Settings are read again, and a store that was replaced or upgraded is opened again. StoreError if it is gone.
        """
        self.notes.clear()
        self.workplaces.clear()
        settings_stamp = _file_stamp(self.settings.path)
        if self._stamps is not None and settings_stamp != self._stamps[0]:
            self.reopen()
            self.settings = Settings(self._flags, self.environment)
            self._anchor_database()
        path = self.settings.database
        store_stamp = _file_stamp(path, only_identity=True)
        before = self._stamps
        if before is not None and before[1] == path and before[2] is not None and store_stamp is None:
            self.reopen()
            raise StoreError(f"the store is gone from {path}", "put it back, or start recall again for a new one")
        is_same_file = before is None or before[1:] == (path, store_stamp)
        if not is_same_file or not all(engine.has_current_schema() for engine in self._engines.values()):
            self.reopen()
        self._stamps = (settings_stamp, path, store_stamp)

    def take_over(self, other: "ServedApp") -> None:
        """Use the word table that another App has loaded; that one must not be used any more."""
        self._embedder, other._embedder = other._embedder, None

    def reopen(self) -> None:
        """Open the store again at the next call, with its key as it is then."""
        self.close()
        self._key = None


def _file_stamp(path: str, *, only_identity: bool = False) -> "tuple[int, ...] | None":
    """What tells one file from another at the same path, and unless `only_identity` one content from another."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    content = () if only_identity else (status.st_mtime_ns, status.st_size)
    return status.st_dev, status.st_ino, *content
