"""Search by words: the words of a question are counted, and the word index ranks the memories."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table
from recall_cli.engines.tables.memories import EMPTY_JSON_LIST, Memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row
    from recall_cli.engines.sqlite.fts_query import QueryWord

MAX_REVISION_WORDS = 40
"""Maximum number of words of a new text to look for the memories by that it may change."""
MAX_MEMORIES_ALL_RANKED = 10_000
"""In a store of more memories a new text is compared with those that hold its rarest words."""
MAX_RANKED_ROWS = 3_000
"""If a text has only one known word, so many of the newest memories with it are ranked."""
MAX_ROWS_READ = 20_000
"""If even the rarest of several words is in more memories than this, only the newest ones with it are looked at."""
MAX_STEMS = 5_000
"""Maximum number of stems that are compared with a mistyped word."""
MAX_COUNTED_WORDS = 200
"""Maximum number of words of a question; of a longer text only the beginning counts."""


class ParsedQuestion(Record):
    """A question as a query of the index."""

    match: "str | None"
    """None if there is nothing to search for."""
    words: "tuple[QueryWord, ...]" = ()
    """Its content words, in order."""
    counts: "dict[str, int]"
    """The number of memories with each of their stems."""
    size: int
    """About how many memories are indexed."""


class Search(Table):
    """The word index within one transaction."""

    MAX_CONTAINING = 50
    """Maximum number of memories that `containing_all` gives."""

    def has_unread_texts(self) -> bool:
        """Is there a text that was acknowledged and that no worker has read yet?"""
        return bool(self._tx.run("search", "has_unread")[0][0])

    def parse_question(self, question: str) -> ParsedQuestion:
        """The question as a query, with its words counted."""
        words = self._tx.engine.question_words(question)
        content = [word for word in words if not word.stop][:MAX_COUNTED_WORDS] or words[:MAX_COUNTED_WORDS]
        size = self.size()
        counts: dict[str, int] = dict(self._tx.run("search", "counts", terms=dumps([word.stem for word in content])))
        match = self._tx.engine.match_expression(content, counts, size)
        return ParsedQuestion(match=match, words=tuple(content), counts=counts, size=size)

    def size(self) -> int:
        """About how many memories are indexed."""
        return int(self._tx.run("search", "size")[0][0])

    def match_expression(self, question: str) -> "str | None":
        """The question as a query of the index, or None if there is nothing to search for."""
        return self.parse_question(question).match

    def counts(self, stems: "list[str]") -> "dict[str, int]":
        """The number of memories with each stem."""
        if self._tx.batch_words is not None:
            return self._tx.batch_words.counts(stems)
        return dict(self._tx.run("search", "counts", terms=dumps(stems))) if stems else {}

    def stems_with_letter(self, letter: str, length: int, more: int) -> "list[str]":
        """Stems of the index that begin with a letter and have about this length, of memories of any kind."""
        values: dict[str, str | int] = {
            "low": letter,
            "high": letter + "\U0010ffff",
            "shortest": length - more,
            "longest": length + more,
        }
        return [row[0] for row in self._tx.run("search", "stems", limit=MAX_STEMS, **values)]

    def agents(self) -> "list[str]":
        """The agents that have stored a memory."""
        return [row[0] for row in self._tx.run("search", "authors")]

    def passages(self, numbers: "Iterable[int]", wanted: "Filters", without: str = EMPTY_JSON_LIST) -> "list[Row]":
        """What ranking needs of these memories: rows of the fragment `passage`, and whether they pass the filters.

        Only memories that are visible and believed. One that does not pass may still support another that does.
        """
        name = "passages" if wanted.is_current_only and without == EMPTY_JSON_LIST else "passages_any"
        return self._tx.run(
            "search", name, numbers=dumps(list(numbers)), **wanted.sql_parameters, **{"except": without}
        )

    def by_words(
        self, match: str, wanted: "Filters", limit: int, without: str = EMPTY_JSON_LIST
    ) -> "list[tuple[int, float]]":
        """The best matches by words: row numbers and scores, best first."""
        if wanted.is_current_only and without == EMPTY_JSON_LIST:
            return [(n, score) for n, score, _ in self.by_all_wordings(match, wanted, limit)]
        rows = self._tx.run(
            "search", "words_any", match=match, limit=limit, **wanted.sql_parameters, **{"except": without}
        )
        return [(row[0], row[1]) for row in rows]

    def by_all_wordings(self, match: str, wanted: "Filters", limit: int) -> "list[tuple[int, float, bool]]":
        """The best matches by words among the believed memories, and whether another wording of one matched best."""
        found: dict[int, tuple[int, float, bool]] = {}
        for n, score, reworded in self._tx.run("search", "words", match=match, limit=limit, **wanted.sql_parameters):
            found.setdefault(n, (n, score, bool(reworded)))
        return [*found.values()]

    def wordings(self, numbers: "Iterable[int]") -> "dict[int, list[str]]":
        """The other wordings of these memories: the texts that were merged into each."""
        texts: dict[int, list[str]] = {}
        for n, text, _ in self._tx.run("search", "wordings", numbers=dumps(list(numbers))):
            texts.setdefault(n, []).append(text)
        return texts

    def verdicts(self, numbers: "list[int]") -> "list[tuple[int, str, int, int]]":
        """For each of these memories its row number and id, and how often it was helpful and unhelpful."""
        rows = self._tx.run("search", "verdicts", numbers=dumps(numbers)) if numbers else []
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def own_by_words(self, match: str, wanted: "Filters", limit: int) -> "list[int]":
        """The best matches by words among what the user stated, if they stated anything."""
        if not self._tx.run("memories", "any_own"):
            return []
        return [
            row[0] for row in self._tx.run("search", "own_words", match=match, limit=limit, **wanted.sql_parameters)
        ]

    def containing_all(self, words: "tuple[str, ...]", project: "int | None") -> "list[Memory]":
        """A few live memories of one project with all of these words."""
        match = self._tx.engine.match_all_words(words)
        if match is None:
            return []
        if self._tx.batch_words is not None:
            numbers = self._tx.batch_words.containing_all(words, project, self.MAX_CONTAINING)
            if numbers is not None:
                return Memories(self._tx).by_number(numbers)
        rows = self._tx.run("search", "holding", match=match, project=project, limit=self.MAX_CONTAINING)
        return Memories(self._tx).by_number([row[0] for row in rows]) if rows else []

    def revisable(self, text: str, project: "int | None", limit: int) -> "list[int]":
        """The believed memories of one project, or of none, that share the most telling words with a text."""
        words = [word for word in self._tx.engine.question_words(text) if not word.stop][:MAX_REVISION_WORDS]
        size, after = self.size() if words else 0, 0
        if size > MAX_MEMORIES_ALL_RANKED:
            counts = self.counts([word.stem for word in words])
            words = [word for word in words if counts.get(word.stem) or word.ask.endswith("*")]
            after = self._row_before_newest(words, counts)
            match = self._tx.engine.match_expression(words, counts, size, after) if words else None
        else:
            match = self._tx.engine.match_question_words(words) if words else None
        if match is None:
            return []
        rows = self._tx.run("search", "revisable", match=match, project=project, limit=limit, after=after)
        return [row[0] for row in rows]

    def _row_before_newest(self, words: "list[QueryWord]", counts: "dict[str, int]") -> int:
        """The row up to which memories are left out, because enough newer ones hold the rarest word; 0 for none."""
        rarest = min(words, key=lambda word: counts.get(word.stem, 0), default=None)
        most = MAX_ROWS_READ if len(words) > 1 else MAX_RANKED_ROWS
        if rarest is None or counts.get(rarest.stem, 0) <= most:
            return 0
        match = self._tx.engine.match_question_words([rarest])
        rows = self._tx.run("search", "newest_holder", match=match, stem=rarest.stem, offset=most)
        return int(rows[0][0]) if rows else 0

    def by_past_words(self, match: str, past: "dict[int, Columns]", limit: int) -> "list[tuple[int, float]]":
        """The best matches among past texts of memories, given by row number."""
        self._tx.run("search", "past_table")
        self._tx.run("search", "past_clear")
        self._tx.run_many("search", "past_add", ({"n": n, **words} for n, words in past.items()))
        return [(row[0], row[1]) for row in self._tx.run("search", "past_words", match=match, limit=limit)]

    def rebuild(self) -> None:
        """Rebuild the index and the counts of common words."""
        self._tx.run("search", "rebuild")
        self.refresh_counts()

    def rebuild_rest(self) -> None:
        """Leave nothing of many erased memories in the index, and count common words again."""
        self._tx.run("search", "rebuild_rest")
        self.refresh_counts()

    def merge(self, pages: int, *, begin: bool = False) -> bool:
        """Merge a number of pages of the index's pieces; True if there is more to merge."""
        before = self._tx.engine.total_rows_changed()
        self._tx.run("search", "gather" if begin else "merge", pages=pages)
        return self._tx.engine.total_rows_changed() - before > 1

    def refresh_counts(self) -> None:
        """Count the common words again, so that no search has to."""
        self.save_common_words(self.common_words())

    def common_words(self) -> "list[tuple[str, int]]":
        """The terms in more than one of a hundred memories. This reads the whole index."""
        rows = self._tx.run("search", "common", least=max(100, self.size() // 100))
        return [(row[0], row[1]) for row in rows]

    def save_common_words(self, counts: "list[tuple[str, int]]") -> None:
        """Replace the stored counts of common words; words that were erased since are left out."""
        self._tx.run("erase", "places")
        self._tx.run("search", "forget_common")
        self._tx.run("search", "keep_common", counts=dumps(counts))
