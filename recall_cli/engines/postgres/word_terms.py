"""What the PostgreSQL engine does with words. They are split and stemmed as in SQLite, by the same tokenizer.

So both engines have the same stems and the same counts, and rank by the same formula.
"""

from recall_cli.engines.sqlite.word_index import MAX_MATCHED_WORDS, WordIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from recall_cli.engines.sqlite.fts_query import QueryWord


class WordTerms(WordIndex):
    """The word functions of the PostgreSQL engine."""

    def without_index_triggers(self, insert: "Callable[[], object]") -> None:
        """Insert memories; the server's trigger indexes each statement's memories together."""
        insert()

    def match_expression(
        self, words: "list[QueryWord]", counts: "dict[str, int]", size: int, after: int = 0
    ) -> "str | None":
        """The words of a question as the statement fragment `ranked` takes them, for memories `after` a row."""
        from recall_cli.domain.json_text import dumps
        from recall_cli.engines.sqlite.fts_query import MAX_MEMORIES_ALL_WORDS, choose_words

        chosen = choose_words(words, counts, size)
        if chosen is None:
            return None
        is_counted = size > MAX_MEMORIES_ALL_WORDS
        terms = [
            self._term(
                word,
                counts if is_counted else {},
                times=1 + (chosen.has_others and word in chosen.anchors),
                anchor=word in chosen.anchors,
            )
            for word in (*chosen.anchors, *(word for word in chosen.others if word not in chosen.anchors))
        ]
        return dumps({"least": len(chosen.anchors) if chosen.needs_all else 1, "terms": terms, "after": after})

    def match_question_words(self, words: "list[QueryWord]") -> str:
        """The query for texts with any of these words of a question, as the statement fragment `ranked` takes it."""
        from recall_cli.domain.json_text import dumps

        return dumps({"least": 1, "terms": [self._term(word, {}, times=1, anchor=True) for word in words]})

    def match_all_words(self, words: "tuple[str, ...]") -> "str | None":
        """The phrases of texts with all of these words; None if none of them has a letter or digit."""
        asked = [word for word in words if any(letter.isalnum() for letter in word)]
        return self._phrases(asked[:MAX_MATCHED_WORDS], is_all=True)

    def match_any_word(self, words: "tuple[str, ...]") -> "str | None":
        """The phrases of texts with any of these words; None without words."""
        return self._phrases([*words], is_all=False)

    def indexed_columns(self, values: "Mapping[str, Any]") -> "dict[str, Any]":
        """What the index has of a memory: its stems, column by column, and their number."""
        about = " ".join(values[name] for name in ("topic", "entity", "attribute", "value") if values.get(name))
        columns = (values["text"], values.get("tags"), about, values.get("grams"))
        stems = [self.index_stems(text) if text else [] for text in columns]
        lines = "\n".join(f" {' '.join(column)} " if column else "" for column in stems)
        return {"stems": lines, "word_count": sum(map(len, stems))}

    def _term(self, word: "QueryWord", counts: "dict[str, int]", *, times: int, anchor: bool) -> "dict[str, Any]":
        inside = word.ask[word.ask.index('"') + 1 : word.ask.rindex('"')].replace('""', '"')
        grams, prefix = word.ask.startswith("grams"), word.ask.endswith("*")
        stem = (self.index_stems(inside) or [word.stem])[0]
        count = None if grams or prefix else counts.get(word.stem)
        return {"stem": stem, "prefix": prefix, "grams": grams, "anchor": anchor, "times": times, "count": count}

    def _phrases(self, words: "list[str]", *, is_all: bool) -> "str | None":
        from recall_cli.domain.json_text import dumps

        if not words:
            return None
        return dumps({"all": is_all, "phrases": [stems for stems in map(self.index_stems, words) if stems]})

    def _open_tokenizer(self) -> "Any":
        if self._tokenizer is None:
            from recall_cli.engines.sqlite.driver import apsw

            self.connection = apsw.Connection(":memory:")
        return super()._open_tokenizer()
