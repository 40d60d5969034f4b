"""Another store of recall as it is now, copied to where it has no name: nothing is written next to it, or is left."""

from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.foreign_database import copy_without_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw


class CopiedStore(SqliteEngine):
    """A copy of a store, which may be upgraded without changing the store."""

    def _has_content(self) -> bool:
        return True

    def _connect(self) -> "apsw.Connection":
        return copy_without_name(self.path)

    def _recover_inbox(self) -> None:
        """Texts that wait beside the store are its own."""
