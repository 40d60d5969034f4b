"""Links between memories: which belong together, and how strongly."""

from recall_cli.domain.json_text import dumps
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.engines.engine import SqlValue

RELATED, MERGED, PATTERN, CONTESTS, COMPATIBLE = "related", "merged", "pattern", "contests", "compatible"
"""Near in meaning; merged with others; part of a pattern; contradicting; both true, as a person said."""
MAX_LINKS = 20
"""Maximum number of links from a memory, and to it; the strongest are kept."""
MIN_RELATED_SIMILARITY = 0.6
"""The least cosine of related memories."""
MAX_RARE_WORD_MEMORIES = 100
"""A word in more memories than this does not connect them, and is slow to look up."""


class Links(Table):
    """The link table within one transaction."""

    def add(self, op: int, one: int, others: "dict[int, float]", kind: str) -> None:
        """Link a memory to others, each with a weight, as part of an operation."""
        value_sets: Iterator[dict[str, SqlValue]] = (  # rounding can make a cosine slightly more than 1
            {"op": op, "one": one, "other": other, "weight": min(weight, 1.0), "kind": kind}
            for other, weight in others.items()
        )
        self._tx.run_many("links", "add", value_sets)

    def restore(self, op: int, links: "list[tuple[str, str, str, float]]") -> None:
        """Link memories by their ids if both are here: one, other, kind, weight."""
        names = ("one", "other", "kind", "weight")
        self._tx.run_many("links", "restore", ({"op": op, **dict(zip(names, link, strict=True))} for link in links))

    def add_related(self, op: int, one: int, near: "dict[int, float]", most: int = MAX_LINKS) -> int:
        """Link a new memory to the most similar of these, if they are similar enough; how many links were added."""
        similar = [pair for pair in near.items() if pair[1] >= MIN_RELATED_SIMILARITY]
        if not similar:
            return 0
        best = dict(sorted(similar, key=lambda pair: (-pair[1], -pair[0]))[:most])
        with_max_links = {
            int(row[0])
            for row in self._tx.run("links", "full", numbers=dumps({str(n): w for n, w in best.items()}), most=most)
        }
        best = {other: weight for other, weight in best.items() if other not in with_max_links}
        self.add(op, one, best, RELATED)
        return len(best)

    def sharing_rare_word(self, number: int, words: "tuple[str, ...]", project: "int | None") -> "list[int]":
        """The newest memories of the same project, or of none, with one of these words that is rare."""
        from recall_cli.engines.tables.search import Search

        engine = self._tx.engine
        stems = {word: stem for word in words for stem in engine.stems(word)[:1]}
        counts = Search(self._tx).counts([*stems.values()])
        rare = tuple(word for word, stem in stems.items() if 1 < counts.get(stem, 0) <= MAX_RARE_WORD_MEMORIES)
        match = engine.match_any_word(rare)
        if match is None:
            return []
        if self._tx.batch_words is not None:
            return self._tx.batch_words.sharing_rare_word(number, rare, project)
        return [row[0] for row in self._tx.run("links", "kin", match=match, n=number, project=project)]

    def contest(self, op: int, one: int, others: "list[int]") -> None:
        """Contest a memory with others, as part of an operation."""
        self._mark(op, one, others, CONTESTS)

    def declare_compatible(self, op: int, pairs: "list[tuple[int, int]]") -> None:
        """Note that the memories of each pair may both be true, as part of an operation.

        The link stands against the direction of the contest, so that an undo opens the contest again.
        """
        for one, other in pairs:
            self._mark(op, other, [one], COMPATIBLE)

    def open_contests(self) -> "list[tuple[int, int]]":
        """The pairs of memories that contradict each other and are not settled, the newest first."""
        return [(row[0], row[1]) for row in self._tx.run("links", "contests")]

    def contest_periods(self) -> "list[tuple[int, int, str, int, int | None]]":
        """Each pair of contradicting or compatible memories: both, the kind, since when, when it was undone."""
        return [(row[0], row[1], row[2], row[3], row[4]) for row in self._tx.run("links", "contest_periods")]

    def declared_compatible(self, number: int) -> "set[int]":
        """The memories that may be true together with this one, as a person decided."""
        return {row[0] for row in self._tx.run("links", "compatible", n=number)}

    def _mark(self, op: int, one: int, others: "list[int]", kind: str) -> None:
        many: list[dict[str, str | int | float | bytes | None]] = [
            {"op": op, "one": one, "other": other, "kind": kind} for other in others
        ]
        self._tx.run_many("links", "mark", many)

    def links_from(self, numbers: "list[int]") -> "dict[int, list[tuple[str, str, float]]]":
        """The links from each of these memories: the other's id, kind, weight."""
        links: dict[int, list[tuple[str, str, float]]] = {number: [] for number in numbers}
        for one, other, kind, weight in self._tx.run("links", "from_each", numbers=dumps(numbers)):
            links[one].append((other, kind, weight))
        return links

    def neighbours(self, number: int, limit: int) -> "list[tuple[int, str, float]]":
        """The memories linked from or to a memory: row number, kind, weight; the strongest first."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("links", "of", n=number, limit=limit)]
