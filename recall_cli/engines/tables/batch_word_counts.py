"""Counts the words of many memories that one transaction stores, beside the word index.

When the index is asked how often a word occurs, it first writes its pending words. After each of many memories that is
most of the work. So the index is asked once for the older memories, and the new ones are counted here.
"""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Columns
    from recall_cli.engines.engine import Unit
    from recall_cli.engines.tables.memory_row import NewMemory

MAX_SHARING_MEMORIES = 60
"""Maximum number of memories given that share a rare word with a new one."""
INDEXED_COLUMNS = frozenset(("text", "tags", "topic", "entity", "attribute", "value", "grams"))
"""The columns that are indexed."""


class BatchWordCounts:
    """`with BatchWordCounts(tx, texts):` counts the words of these new texts until the block ends."""

    def __init__(self, tx: "Unit", texts: "Iterable[str]") -> None:
        from recall_cli.engines.tables.search import Search

        self._tx = tx
        self._parts: dict[str, list[str]] = {}
        """The stems of each text or word, in order."""
        self._last = Search(tx).size()
        """The highest row number of the older memories."""
        self._before: dict[str, int] = {}
        """The number of older memories with each stem."""
        self._common: dict[str, int] = {}
        """The stored count of each common stem; new memories do not change it."""
        self._holders: dict[str, set[int]] = {}
        """The new memories with each stem."""
        self._stems_of: dict[int, list[list[str]]] = {}
        """The stems of each new memory, by column."""
        self._contested: set[str] | None = None
        self._shown: dict[tuple[int, int], bool] = {}
        stems = {stem for text in texts for stem in self._stems(text)}
        self._load_counts(stems)

    def __enter__(self) -> None:
        self._tx.batch_words = self

    def __exit__(self, *_: object) -> None:
        self._tx.batch_words = None

    def add(self, number: int, new: "NewMemory") -> None:
        """Count the words of a stored memory."""
        about = " ".join(text for text in (new.topic, new.entity, new.attribute, new.value) if text)
        texts = (new.text, new.tags, about, new.grams)
        columns_stems = self._stems_of[number] = [self._stems(text) for text in texts if text]
        for stem in {stem for stems in columns_stems for stem in stems}:
            self._holders.setdefault(stem, set()).add(number)

    def columns_changed(self, columns: "Columns") -> None:
        """Stop counting here if indexed columns of a memory changed; from then on the index is asked."""
        if not INDEXED_COLUMNS.isdisjoint(columns):
            self._tx.batch_words = None

    def counts(self, stems: "Iterable[str]") -> "dict[str, int]":
        """The number of memories with each stem."""
        self._load_counts(stems)
        none: set[int] = set()
        return {
            stem: self._common[stem]
            if stem in self._common
            else self._before[stem] + len(self._holders.get(stem, none))
            for stem in stems
        }

    def containing_all(self, words: "tuple[str, ...]", project: "int | None", most: int) -> "list[int] | None":
        """The live memories of a project with all of these words; None if the index must be asked."""
        phrases = [self._stems(word) for word in words]
        if not all(phrases):
            return None
        new = self._new_with_phrases(phrases)
        if len(new) >= most:
            return None
        rows = self._tx.run("search", "holding_of", numbers=dumps(new), project=project) if new else []
        if not self._all_known_before(stem for phrase in phrases for stem in phrase):
            return [row[0] for row in rows]
        match = self._tx.engine.match_all_words(words)
        older = self._tx.run("search", "holding_before", match=match, last=self._last, limit=most, project=project)
        return [row[0] for row in (*older, *rows)][:most]

    def sharing_rare_word(self, number: int, words: "tuple[str, ...]", project: "int | None") -> "list[int]":
        """The newest memories of the same project, or of none, with one of these words."""
        phrases = [self._stems(word) for word in words]
        new = {n for phrase in phrases for n in self._new_with_phrases([phrase]) if n < number}
        rows = []
        if new:
            ordered = dumps(sorted(new, reverse=True))
            rows = self._tx.run("links", "kin_of", numbers=ordered, project=project, limit=MAX_SHARING_MEMORIES)
        if len(rows) < MAX_SHARING_MEMORIES and any(self._all_known_before(phrase) for phrase in phrases):
            match = self._tx.engine.match_any_word(words)
            rows = rows + self._tx.run("links", "kin", match=match, n=self._last + 1, project=project)
        return [row[0] for row in rows[:MAX_SHARING_MEMORIES]]

    def contested_claims(self, claims: "set[str]") -> "set[str]":
        """Which of these claims are contested and not settled."""
        if self._contested is None:
            self._contested = {row[0] for row in self._tx.run("contests", "open_claims")}
        return claims & self._contested

    def clear_contests_cache(self) -> None:
        """Read the contests again, because one was opened or settled."""
        self._contested = None

    def any_shown(self, since: int, until: int) -> bool:
        """Whether any memory was first shown before `until` and last shown after `since`."""
        if (since, until) not in self._shown:
            self._shown[since, until] = bool(self._tx.run("told", "any", since=since, until=until))
        return self._shown[since, until]

    def _new_with_phrases(self, phrases: "list[list[str]]") -> "list[int]":
        """The new memories with all of these phrases, oldest first."""
        holders = [self._holders.get(stem) for phrase in phrases for stem in phrase]
        if not holders or None in holders:
            return []
        fewest, *rest = sorted((numbers for numbers in holders if numbers), key=len)
        matching = fewest.intersection(*rest)
        long = [phrase for phrase in phrases if len(phrase) > 1]
        return sorted(n for n in matching if not long or self._contains_phrases(n, long))

    def _contains_phrases(self, number: int, phrases: "list[list[str]]") -> bool:
        """Whether the stems of each phrase stand side by side in one column of a new memory."""
        return all(
            any(
                stems[at : at + len(phrase)] == phrase
                for stems in self._stems_of[number]
                for at in range(len(stems) - len(phrase) + 1)
            )
            for phrase in phrases
        )

    def _all_known_before(self, stems: "Iterable[str]") -> bool:
        """Whether each of these stems is in an older memory."""
        stems = list(stems)
        self._load_counts(stems)
        return all(self._before.get(stem) or stem in self._common for stem in stems)

    def _load_counts(self, stems: "Iterable[str]") -> None:
        """Ask the index for the counts of stems that are not known yet."""
        unknown = [stem for stem in stems if stem not in self._before and stem not in self._common]
        if not unknown:
            return
        if not self._last:
            self._before.update(dict.fromkeys(unknown, 0))
            return
        for stem, count, common in self._tx.run("search", "counts_apart", terms=dumps(unknown)):
            if common is not None:
                self._common[stem] = common
            else:
                self._before[stem] = count - len(self._holders.get(stem, ()))

    def _stems(self, text: str) -> "list[str]":
        known = self._parts.get(text)
        if known is None:
            known = self._parts[text] = self._tx.engine.index_stems(text)
        return known
