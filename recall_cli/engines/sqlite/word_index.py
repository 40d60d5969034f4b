"""What an engine does with words: split and stem them, and build queries of the word index."""

from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.statements import quote_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.engines.sqlite.fts_query import QueryWord

MAX_MATCHED_WORDS = 32
"""Maximum number of words that a memory must all hold."""
_TOKENIZER = ("porter", ["unicode61", "remove_diacritics", "2"])


class WordIndex:
    """The word functions of an engine; they use the tokenizer of its index."""

    connection: apsw.Connection
    _tokenizer: "Any" = None

    def without_index_triggers(self, insert: "Callable[[], object]") -> None:
        """Insert memories without indexing each; the caller indexes all of them at once."""
        self.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        try:
            insert()
        finally:
            self.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)

    def question_words(self, text: str) -> "list[QueryWord]":
        """The distinct words of a question, as the index has them."""
        from recall_cli.engines.sqlite import fts_query

        return fts_query.question_words(text, self._stems)

    def match_expression(
        self,
        words: "list[QueryWord]",
        counts: "dict[str, int]",
        size: int,
        after: int = 0,  # noqa: ARG002 — statements of SQLite take the row themselves
    ) -> "str | None":
        """The query of the index for the words of a question."""
        from recall_cli.engines.sqlite import fts_query

        return fts_query.build_expression(words, counts, size)

    def match_question_words(self, words: "list[QueryWord]") -> str:
        """The query for texts with any of these words of a question."""
        return " OR ".join(word.ask for word in words)

    def match_all_words(self, words: "tuple[str, ...]") -> "str | None":
        """The query for texts with all of these words; None if none of them has a letter or digit."""
        quoted = [quote_word(word) for word in words if any(letter.isalnum() for letter in word)]
        return " AND ".join(quoted[:MAX_MATCHED_WORDS]) or None

    def match_any_word(self, words: "tuple[str, ...]") -> "str | None":
        """The query for texts with any of these words; None without words."""
        return " OR ".join(quote_word(word) for word in words) or None

    def grams(self, text: str) -> "str | None":
        """What is indexed besides the words themselves; see `fts_query.grams`."""
        if text.isascii():
            return None
        from recall_cli.engines.sqlite import fts_query

        return fts_query.grams(text)

    def split_words(self, text: str) -> "list[str]":
        """All words of a text in order and in lower case, split as the index does."""
        raw = text.encode("utf-8", "replace")
        return [raw[start:end].decode().lower() for start, end, _ in self._stems(raw.decode())]

    def stems(self, text: str) -> "list[str]":
        """What a text is indexed by, in order: the stems of its words, and what `grams` adds."""
        tokenize = self._open_tokenizer()
        raw = text.encode("utf-8", "replace")
        stems: list[str] = tokenize(raw, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False)
        if len(raw) == len(text):
            return stems
        from recall_cli.engines.sqlite import fts_query

        return fts_query.add_grams(stems, raw.decode())

    def index_stems(self, text: str) -> "list[str]":
        """The stems of a text in order, as the index has them in one column."""
        raw = text.encode("utf-8", "replace")
        stems: list[str] = self._open_tokenizer()(
            raw, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
        )
        return stems

    def _stems(self, text: str) -> "list[tuple[int, int, str]]":
        """Where each word begins and ends (in UTF-8 bytes), and its stem in the index."""
        tokens = self._open_tokenizer()(text.encode(), apsw.FTS5_TOKENIZE_QUERY, None)
        return [(token[0], token[1], token[2]) for token in tokens]

    def _open_tokenizer(self) -> "Any":
        """The tokenizer of the connection, opened once; an error if the schema cannot be read."""
        if self._tokenizer is None:
            try:
                self._tokenizer = self.connection.fts5_tokenizer(*_TOKENIZER)
            except apsw.Error as error:
                from recall_cli.engines.sqlite.error_translation import translate_error

                raise translate_error(error, self.connection.filename, 0) from error
        return self._tokenizer
