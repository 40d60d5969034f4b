"""The words of many memories that one transaction brings in, one after the other, counted beside the index.

To ask the index how often a word occurs has it write down what it holds: after each of very many memories, that is most
of the work. What was there before is asked of the index once; what came since is known here.
"""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from recall_cli.engines.engine import Unit

MAX_SHARING_MEMORIES = 60
"""So many kin of a new memory are told."""
INDEXED_COLUMNS = frozenset(("text", "tags", "topic", "entity", "attribute", "value", "grams"))
"""The columns that the index is made of."""


class BatchWordCounts:
    """`with Newcomers(tx, texts):` the texts will be kept; until it ends, their words are counted here."""

    def __init__(self, tx: "Unit", texts: "Iterable[str]") -> None:
        from recall_cli.engines.tables.search import Search

        self._tx = tx
        self._parts: dict[str, list[str]] = {}
        """The stems of a text or word, in its order."""
        self._last = Search(tx).size()
        """No memory that was there before has a higher number."""
        self._before: dict[str, int] = {}
        """In how many memories each stem was before."""
        self._common: dict[str, int] = {}
        """The same as it is known for common ones, whatever comes."""
        self._holders: dict[str, set[int]] = {}
        """The new memories that hold each stem."""
        self._said: dict[int, list[list[str]]] = {}
        """The stems of each new memory, column by column."""
        self._contested: set[str] | None = None
        self._told: dict[tuple[int, int], bool] = {}
        stems = {stem for text in texts for stem in self._stems(text)}
        self._load_counts(stems)

    def __enter__(self) -> None:
        self._tx.batch_words = self

    def __exit__(self, *_: object) -> None:
        self._tx.batch_words = None

    def add(self, number: int, columns: "dict[str, Any]") -> None:
        """A memory was kept."""
        about = " ".join(columns[name] for name in ("topic", "entity", "attribute", "value") if columns.get(name))
        texts = (columns["text"], columns["tags"], about, columns["grams"])
        said = self._said[number] = [self._stems(text) for text in texts if text]
        for stem in {stem for stems in said for stem in stems}:
            self._holders.setdefault(stem, set()).add(number)

    def columns_changed(self, columns: "dict[str, Any]") -> None:
        """A memory has other words in the index now, so from here on the index itself is asked."""
        if not INDEXED_COLUMNS.isdisjoint(columns):
            self._tx.batch_words = None

    def counts(self, stems: "Iterable[str]") -> "dict[str, int]":
        """In how many memories each stem is."""
        self._load_counts(stems)
        none: set[int] = set()
        return {
            stem: self._common[stem]
            if stem in self._common
            else self._before[stem] + len(self._holders.get(stem, none))
            for stem in stems
        }

    def containing_all(
        self, words: "tuple[str, ...]", project: "int | None", type_: str, most: int
    ) -> "list[int] | None":
        """The live memories of one project and type that hold all of these words; None where the index must say it."""
        phrases = [self._stems(word) for word in words]
        if not all(phrases):
            return None
        found = self._new_with_phrases(phrases)
        if len(found) >= most:
            return None
        given = {"project": project, "type": type_}
        rows = self._tx.run("search", "holding_of", numbers=dumps(found), **given) if found else []
        if not self._all_known_before(stem for phrase in phrases for stem in phrase):
            return [row[0] for row in rows]
        match = self._tx.engine.match_all_words(words)
        older = self._tx.run("search", "holding_before", match=match, last=self._last, limit=most, **given)
        return [row[0] for row in (*older, *rows)][:most]

    def sharing_rare_word(self, number: int, words: "tuple[str, ...]", project: "int | None") -> "list[int]":
        """The newest memories of its project, or of none, that hold one of these words."""
        phrases = [self._stems(word) for word in words]
        found = {n for phrase in phrases for n in self._new_with_phrases([phrase]) if n < number}
        rows = []
        if found:
            ordered = dumps(sorted(found, reverse=True))
            rows = self._tx.run("links", "kin_of", numbers=ordered, project=project, limit=MAX_SHARING_MEMORIES)
        if len(rows) < MAX_SHARING_MEMORIES and any(self._all_known_before(phrase) for phrase in phrases):
            match = self._tx.engine.match_any_word(words)
            rows = rows + self._tx.run("links", "kin", match=match, n=self._last + 1, project=project)
        return [row[0] for row in rows[:MAX_SHARING_MEMORIES]]

    def contested_claims(self, claims: "set[str]") -> "set[str]":
        """Which of these claims are contested and not yet settled."""
        if self._contested is None:
            self._contested = {row[0] for row in self._tx.run("contests", "open_claims")}
        return claims & self._contested

    def clear_contests_cache(self) -> None:
        """A contest was opened or settled."""
        self._contested = None

    def any_shown(self, since: int, until: int) -> bool:
        """Was anything told before `until`, and last after `since`?"""
        if (since, until) not in self._told:
            self._told[since, until] = bool(self._tx.run("told", "any", since=since, until=until))
        return self._told[since, until]

    def _new_with_phrases(self, phrases: "list[list[str]]") -> "list[int]":
        """The new memories that hold all of these phrases, oldest first."""
        held = [self._holders.get(stem) for phrase in phrases for stem in phrase]
        if not held or None in held:
            return []
        few, *rest = sorted((one for one in held if one), key=len)
        found = few.intersection(*rest)
        long = [phrase for phrase in phrases if len(phrase) > 1]
        return sorted(n for n in found if not long or self._contains_phrases(n, long))

    def _contains_phrases(self, number: int, phrases: "list[list[str]]") -> bool:
        """Do the stems of each phrase stand side by side in one column of a new memory?"""
        return all(
            any(
                said[at : at + len(phrase)] == phrase
                for said in self._said[number]
                for at in range(len(said) - len(phrase) + 1)
            )
            for phrase in phrases
        )

    def _all_known_before(self, stems: "Iterable[str]") -> bool:
        """Was every one of these stems in some memory before?"""
        stems = list(stems)
        self._load_counts(stems)
        return all(self._before.get(stem) or stem in self._common for stem in stems)

    def _load_counts(self, stems: "Iterable[str]") -> None:
        """Ask the index for stems that it was not asked for yet."""
        asked = [stem for stem in stems if stem not in self._before and stem not in self._common]
        if not asked:
            return
        if not self._last:
            self._before.update(dict.fromkeys(asked, 0))
            return
        for stem, count, common in self._tx.run("search", "counts_apart", terms=dumps(asked)):
            if common is not None:
                self._common[stem] = common
            else:
                self._before[stem] = count - len(self._holders.get(stem, ()))

    def _stems(self, text: str) -> "list[str]":
        known = self._parts.get(text)
        if known is None:
            known = self._parts[text] = self._tx.engine.index_stems(text)
        return known
