"""Every table of a transaction, by its name; each is loaded when it is first asked for."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.tables.ageing import Ageing
    from recall_cli.engines.tables.asked import AskedBefore
    from recall_cli.engines.tables.audit import Audit
    from recall_cli.engines.tables.backups import Backups
    from recall_cli.engines.tables.contests import Contests
    from recall_cli.engines.tables.embedding import Embedding
    from recall_cli.engines.tables.erase import Erase
    from recall_cli.engines.tables.health import Health
    from recall_cli.engines.tables.jobs import Jobs
    from recall_cli.engines.tables.memories import Memories
    from recall_cli.engines.tables.operations import Operations
    from recall_cli.engines.tables.projects import Projects
    from recall_cli.engines.tables.scan import Scan
    from recall_cli.engines.tables.search import Search
    from recall_cli.engines.tables.spend import Spend
    from recall_cli.engines.tables.told import Told
    from recall_cli.engines.tables.transcripts import Transcripts
    from recall_cli.engines.transaction import Transaction


class Tables:
    """What a transaction reads and writes through."""

    @property
    def _whole(self) -> "Transaction":
        return self  # type: ignore[return-value]  # nothing else is made of this class

    @property
    def memories(self) -> "Memories":
        from recall_cli.engines.tables.memories import Memories

        return Memories(self._whole)

    @property
    def ageing(self) -> "Ageing":
        from recall_cli.engines.tables.ageing import Ageing

        return Ageing(self._whole)

    @property
    def audit(self) -> "Audit":
        from recall_cli.engines.tables.audit import Audit

        return Audit(self._whole)

    @property
    def backups(self) -> "Backups":
        from recall_cli.engines.tables.backups import Backups

        return Backups(self._whole)

    @property
    def contests(self) -> "Contests":
        from recall_cli.engines.tables.contests import Contests

        return Contests(self._whole)

    @property
    def erase(self) -> "Erase":
        from recall_cli.engines.tables.erase import Erase

        return Erase(self._whole)

    @property
    def health(self) -> "Health":
        from recall_cli.engines.tables.health import Health

        return Health(self._whole)

    @property
    def jobs(self) -> "Jobs":
        from recall_cli.engines.tables.jobs import Jobs

        return Jobs(self._whole)

    @property
    def asked(self) -> "AskedBefore":
        from recall_cli.engines.tables.asked import AskedBefore

        return AskedBefore(self._whole)

    @property
    def embedding(self) -> "Embedding":
        from recall_cli.engines.tables.embedding import Embedding

        return Embedding(self._whole)

    @property
    def operations(self) -> "Operations":
        from recall_cli.engines.tables.operations import Operations

        return Operations(self._whole)

    @property
    def projects(self) -> "Projects":
        from recall_cli.engines.tables.projects import Projects

        return Projects(self._whole)

    @property
    def scan(self) -> "Scan":
        from recall_cli.engines.tables.scan import Scan

        return Scan(self._whole)

    @property
    def search(self) -> "Search":
        from recall_cli.engines.tables.search import Search

        return Search(self._whole)

    @property
    def spend(self) -> "Spend":
        from recall_cli.engines.tables.spend import Spend

        return Spend(self._whole)

    @property
    def transcripts(self) -> "Transcripts":
        from recall_cli.engines.tables.transcripts import Transcripts

        return Transcripts(self._whole)

    @property
    def told(self) -> "Told":
        from recall_cli.engines.tables.told import Told

        return Told(self._whole)
