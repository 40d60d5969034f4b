"""Erasure: what is chosen, every row that holds something of it, and what is still said afterwards."""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables.upkeep import erased_words as forms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.engines.engine import Unit

REBUILD_SHARE_DIVISOR = 20
"""Where more than one in so many memories goes, the index of words is built anew instead of mended row by row."""

USER_STATEMENTS = (
    "jobs", "questions", "models", "missing", "told", "transcripts", "turns", "contests", "resolutions", "blocks",
    "shapes", "spend", "moves", "marks", "projects", "operations",
)  # fmt: skip
"""What there is of a user beside his memories, in an order in which nothing points to what is gone."""
MAX_SUBSTRING_WORDS = 2000
"""Where they are more, or shorter than this, only whole words count."""
MIN_SUBSTRING_LENGTH = 5


class MemoryText(Record):
    """What a memory says, in all its columns and all its history, in one string."""

    n: int
    id: str
    trust: str
    text: str
    words: str


class Erase:
    """Everything that erasing does within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def matching_memories(self, project: "int | None", topic: "str | None", words: "list[str]") -> "list[int]":
        """The memories of a project, a topic, holding some words now or in their history."""
        from recall_cli.engines.tables.word_forms import contains_all_words, memories_with_word

        rows = self._tx.run("erase", "chosen", project=project, topic=topic)
        if not words:
            return [row[0] for row in rows]
        found = set.intersection(*(memories_with_word(self._tx, word) for word in words))
        past = self._tx.run("erase", "past_texts", start=min(words, key=len)[:3] if words[0].isascii() else "")
        found.update(n for n, text in past if n not in found and contains_all_words(self._tx, text, words))
        return [n for (n,) in rows if n in found]

    def containing_as_parts(self, project: "int | None", topic: "str | None", words: "list[str]") -> "set[int]":
        """The memories that hold all of some words, even as parts of longer ones."""
        rows = self._tx.run("erase", "holding_letters", project=project, topic=topic, words=dumps(words))
        return {row[0] for row in rows}

    def matching_jobs(self, project: "int | None", topic: "str | None", words: "list[str]") -> "list[int]":
        """The jobs that would bring in the like."""
        from recall_cli.engines.tables.word_forms import contains_all_words

        rows = self._tx.run("erase", "waiting", project=project, topic=topic)
        return [n for n, text in rows if not words or contains_all_words(self._tx, text, words)]

    def waiting_job_texts(self) -> "list[tuple[int, str]]":
        """The jobs that wait to be kept, with their texts."""
        rows = self._tx.run("erase", "waiting_texts")
        return [(n, str((loads(payload).get("said") or {}).get("text") or "")) for n, _, payload in rows]

    def waiting_job_ids(self) -> "set[str]":
        """The jobs that wait."""
        return {row[0] for row in self._tx.run("erase", "waiting_ids")}

    def waiting_jobs_containing(self, words: "Collection[str]") -> "list[tuple[int, str]]":
        """The jobs that wait and hold any of some words."""
        rows = self._tx.run("erase", "waiting_texts")
        return [(n, id_) for n, id_, text in rows if _contains_any(text, set(words))]

    def all_memories(self) -> "list[int]":
        """All memories of the user."""
        return [row[0] for row in self._tx.run("erase", "every")]

    def texts_of(self, numbers: "list[int]") -> "list[MemoryText]":
        """What these memories say."""
        rows = self._tx.run("erase", "words", numbers=dumps(numbers))
        return [MemoryText(**dict(zip(MemoryText._fields, row, strict=True))) for row in rows]

    def remove(self, numbers: "list[int]") -> None:
        """Remove memories and all that was made of them."""
        from recall_cli.engines.tables.audit import Audit
        from recall_cli.engines.tables.contests import Contests
        from recall_cli.engines.tables.search import Search
        from recall_cli.engines.tables.shown_memories import ShownMemories
        from recall_cli.engines.tables.upkeep.index_page_keys import remove_dead_keys

        given = dumps(numbers)
        many = len(numbers) * REBUILD_SHARE_DIVISOR > int(self._tx.run("search", "size")[0][0])
        for name in ("results", "heirs"):
            self._tx.run("erase", name, numbers=given)
        Audit(self._tx).forget(numbers)
        if many:
            self._tx.run("erase", "loosely")
        for name in ("erase_jobs", "unsupersede", "erase_answers", "erase_changes", "erase_links"):
            self._tx.run("memories", name, numbers=given)
        ShownMemories(self._tx).forget(numbers)
        self._tx.vectors.erase(numbers)
        self._tx.run("memories", "erase", numbers=given)
        Contests(self._tx).remove_empty()
        if many:
            Search(self._tx).rebuild()
            self._tx.run("erase", "strictly")
        elif not remove_dead_keys(self._tx):
            Search(self._tx).rebuild()
        self._tx.run("erase", "places")
        self._tx.run("erase", "terms")

    def remove_jobs(self, numbers: "list[int]") -> None:
        """Remove jobs."""
        self._tx.run("erase", "jobs", numbers=dumps(numbers))

    def remove_traces(self, words: "set[str]") -> None:
        """Remove what was asked with any of these words, what operations note with them, and keys of finished jobs.

        Another form of a word counts as well ("build" for "builds"), and so does its beginning, unless a living memory
        holds that.
        """
        found = {name: self._tx.run("erase", name) for name in ("questions", "notes", "keys")}
        told = forms.ErasedWords(self._tx.engine, words)
        also = told.candidates(text for rows in found.values() for _, text in rows)
        living = self.stems_in_use(sorted(also | told.stems))
        also, said = also - living, words | (told.stems - living)
        for name, rows in found.items():
            numbers = [n for n, text in rows if _contains_any(text, said) or told.holds(text, also)]
            self._tx.run("erase", f"forget_{name}", numbers=dumps(numbers))

    def project_names(self, project: int) -> "list[str]":
        """What a project is called, and what its parts were called."""
        return [row[0] for row in self._tx.run("erase", "project_names", project=project)]

    def remove_project(self, project: int) -> None:
        """Remove a project's name and marks, and those of what became part of it, where no memory of it is left."""
        origins = [row[0] for row in self._tx.run("erase", "project_origins", project=project)]
        for n in (project, *origins):
            for name in ("project_gone", "project_moves", "project_gone_too"):
                self._tx.run("erase", name, project=n)

    def remove_user(self) -> None:
        """Remove what else there is of the user, when his memories are gone."""
        from recall_cli.engines.tables.audit import Audit

        Audit(self._tx).forget_user()
        for name in USER_STATEMENTS:
            self._tx.run("erase", f"user_{name}")

    def stems_in_use(self, stems: "list[str]") -> "set[str]":
        """Which of these stems are still in the index of words, whoever says them."""
        self._tx.run("erase", "places")
        return {row[0] for row in self._tx.run("erase", "still_said", stems=dumps(stems))}

    def is_word_in_use(self, word: str) -> bool:
        """Does a memory still hold this very word? Words that are indexed alike can differ."""
        match = self._tx.engine.match_any_word((word,))
        return bool(self._tx.run("erase", "is_said", match=match, words=dumps(_case_variants(word))))

    def other_places(self, word: str) -> "list[str]":
        """Where else a word stands, in rows that are there still."""
        return sorted(
            {row[0] for form in _case_variants(word) for row in self._tx.run("erase", "elsewhere", word=form)}
        )

    def mark_unclean(self) -> int:
        """From now on the file has to be cleaned; the mark that says so."""
        return int(self._tx.run("erase", "begin")[0][0])

    @property
    def unclean_since(self) -> "int | None":
        """Since when it has to be cleaned."""
        rows = self._tx.run("erase", "pending")
        return int(rows[0][0]) if rows else None

    def mark_clean(self, mark: int) -> None:
        """It is clean."""
        self._tx.run("erase", "finish", mark=mark)


def _contains_any(text: str, words: "set[str]") -> bool:
    """Does a text hold one of some words, in whatever case? Capital letters of "ß" are two."""
    import re

    text, words = text.casefold(), {word.casefold() for word in words}
    if not words.isdisjoint(re.findall(r"\w+", text)):
        return True
    return len(words) <= MAX_SUBSTRING_WORDS and any(
        len(word) >= MIN_SUBSTRING_LENGTH and word in text for word in words
    )


def _case_variants(word: str) -> "list[str]":
    """How a word can stand in a text that SQLite has put into lower case: it does so with ASCII letters alone."""
    if word.isascii():
        return [word]
    cases = (word, word.upper(), word.capitalize())
    return ["".join(letter.lower() if letter.isascii() else letter for letter in case) for case in cases]
