"""How the index takes words: of many memories at once, parted, stemmed, and asked for."""

from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.sqlite.statements import quote_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.domain.query_word import QueryWord

MAX_MATCHED_WORDS = 32
"""So many words at most are asked for together."""
_TOKENIZER = ("porter", ["unicode61", "remove_diacritics", "2"])


class WordIndex:
    """What an engine knows of words, through the very tokenizer of its index."""

    connection: apsw.Connection
    _tokenizer: "Any" = None

    def without_index_triggers(self, keep: "Callable[[], object]") -> None:
        """Keep memories without telling the index of each: the caller tells it of all of them at once."""
        self.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        try:
            keep()
        finally:
            self.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)

    def question_words(self, text: str) -> "list[QueryWord]":
        """The different words of a question, as the index knows them."""
        from recall_cli.engines.sqlite import fts_query

        return fts_query.question_words(text, self._stems)

    def match_expression(self, asked: "list[QueryWord]", counts: "dict[str, int]", size: int) -> "str | None":
        """The words of a question as the index takes them."""
        from recall_cli.engines.sqlite import fts_query

        return fts_query.build_expression(asked, counts, size)

    def match_all_words(self, words: "tuple[str, ...]") -> "str | None":
        """Texts that hold all of these words, as the index takes it; None where they hold no letter or digit."""
        asked = [quote_word(word) for word in words if any(letter.isalnum() for letter in word)]
        return " AND ".join(asked[:MAX_MATCHED_WORDS]) or None

    def match_any_word(self, words: "tuple[str, ...]") -> "str | None":
        """Texts that hold one of these words, as the index takes it; None where there are none."""
        return " OR ".join(quote_word(word) for word in words) or None

    def grams(self, text: str) -> "str | None":
        """What is indexed besides the words themselves."""
        if text.isascii():
            return None
        from recall_cli.engines.sqlite import fts_query

        return fts_query.grams(text)

    def split_words(self, text: str) -> "list[str]":
        """Every word of a text in its order, as the index parts them, in lower case."""
        raw = text.encode("utf-8", "replace")
        return [raw[start:end].decode().lower() for start, end, _ in self._stems(raw.decode())]

    def stems(self, text: str) -> "list[str]":
        """What a text is indexed by, in its order: the stems of its words, and what `grams` adds to them."""
        parted = self._open_tokenizer()
        raw = text.encode("utf-8", "replace")
        found: list[str] = parted(raw, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False)
        if len(raw) == len(text):
            return found
        from recall_cli.engines.sqlite import fts_query

        return fts_query.add_grams(found, raw.decode())

    def index_stems(self, text: str) -> "list[str]":
        """The stems of a text in its order, of one column as the index takes it."""
        raw = text.encode("utf-8", "replace")
        found: list[str] = self._open_tokenizer()(
            raw, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
        )
        return found

    def _stems(self, text: str) -> "list[tuple[int, int, str]]":
        """Where each word of a text begins and ends (in its UTF-8 bytes), and the stem that the index keeps."""
        found = self._open_tokenizer()(text.encode(), apsw.FTS5_TOKENIZE_QUERY, None)
        return [(token[0], token[1], token[2]) for token in found]

    def _open_tokenizer(self) -> "Any":
        """The tokenizer, asked of the connection once; where its schema cannot be read there is none."""
        if self._tokenizer is None:
            try:
                self._tokenizer = self.connection.fts5_tokenizer(*_TOKENIZER)
            except apsw.Error as error:
                from recall_cli.engines.sqlite.error_translation import translate_error

                raise translate_error(error, self.connection.filename, 0) from error
        return self._tokenizer
