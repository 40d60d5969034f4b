"""Checks of the health of a store by its rows."""

from recall_cli.domain.store_errors import StoreDamaged
from recall_cli.engines.tables import Table


class Health(Table):
    """Checks of the whole file and of one user's rows within one transaction."""

    def page_errors(self) -> "list[str]":
        """What is wrong with the pages of the file, without the word index, which has its own check."""
        messages = [str(row[0]) for row in self._tx.run("health", "pages")]
        return [message for message in messages if message != "ok" and "fts5" not in message.lower()]

    def is_word_index_intact(self) -> bool:
        """Whether the word index matches the memories."""
        try:
            self._tx.run("health", "words")
        except StoreDamaged:
            return False
        return True

    def dangling_links(self) -> "list[tuple[str, str, int]]":
        """References to missing rows: from which table, to which table, how many."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("health", "links")]

    def supersede_cycles(self) -> "list[str]":
        """The ids of memories that supersede each other in a circle."""
        return [row[0] for row in self._tx.run("health", "rings")]

    def count_miscounted(self) -> int:
        """How many operations created more memories than they count."""
        return int(self._tx.run("health", "miscounted")[0][0])

    def count_memories(self) -> int:
        """The number of memories in any state."""
        return int(self._tx.run("health", "size")[0][0])

    def without_vector(self, limit: int = -1) -> "list[tuple[int, str]]":
        """Memories without a vector, with their texts, up to the limit."""
        rows = self._tx.run("health", "unembedded", model=self._tx.vectors.model, limit=limit)
        return [(row[0], row[1]) for row in rows]

    def text_checksums(self) -> "list[tuple[int, str, str, int]]":
        """Number, id, text and stored checksum of the text of each memory."""
        return [(row[0], row[1], row[2], row[3]) for row in self._tx.run("health", "sums")]

    def count_overdue_jobs(self, before: int) -> int:
        """How many jobs were due before then."""
        return int(self._tx.run("health", "late", before=before)[0][0])

    def newest_at(self) -> "int | None":
        """When the newest memory was stored."""
        at = self._tx.run("health", "newest")[0][0]
        return None if at is None else int(at)
