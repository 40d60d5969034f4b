"""The health of a store, as far as its rows can tell."""

from recall_cli.domain.store_errors import StoreDamaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit


class Health:
    """Questions about the whole file, and about one user's rows, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def page_errors(self) -> "list[str]":
        """What is wrong with the file's pages; the index of words has a look of its own."""
        said = [str(row[0]) for row in self._tx.run("health", "pages")]
        return [one for one in said if one != "ok" and "fts5" not in one.lower()]

    def is_word_index_intact(self) -> bool:
        """Does the index of words agree with the memories?"""
        try:
            self._tx.run("health", "words")
        except StoreDamaged:
            return False
        return True

    def dangling_links(self) -> "list[tuple[str, str, int]]":
        """What points to rows that are not there: from where, to what, how often."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("health", "links")]

    def supersede_cycles(self) -> "list[str]":
        """The ids of memories that took each other's place in a ring."""
        return [row[0] for row in self._tx.run("health", "rings")]

    def count_miscounted(self) -> int:
        """How many operations brought in more than they say."""
        return int(self._tx.run("health", "miscounted")[0][0])

    def count_memories(self) -> int:
        """How many memories there are, in any state."""
        return int(self._tx.run("health", "size")[0][0])

    def without_vector(self, limit: int = -1) -> "list[tuple[int, str]]":
        """Memories without a vector, with their texts; no more than so many, where they are limited."""
        rows = self._tx.run("health", "unembedded", model=self._tx.vectors.model, limit=limit)
        return [(row[0], row[1]) for row in rows]

    def text_checksums(self) -> "list[tuple[int, str, str, int]]":
        """Every memory's number, id and text, with the sum that was made of the text when it was kept."""
        return [(row[0], row[1], row[2], row[3]) for row in self._tx.run("health", "sums")]

    def count_overdue_jobs(self, before: int) -> int:
        """How many jobs should have been done before then."""
        return int(self._tx.run("health", "late", before=before)[0][0])

    def newest_at(self) -> "int | None":
        """When the newest memory was stored."""
        found = self._tx.run("health", "newest")[0][0]
        return None if found is None else int(found)
