"""Erasure: what is chosen, every row that holds something of it, and what is still said afterwards."""

from recall_cli.domain.jsontext import dumps
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.engines.transaction import Transaction

MANY = 20
"""Where more than one in so many memories goes, the index of words is built anew instead of mended row by row."""

OF_USER = (
    "jobs", "questions", "models", "missing", "told", "transcripts", "turns", "contests", "resolutions", "blocks",
    "shapes", "spend", "moves", "marks", "projects", "operations",
)  # fmt: skip
"""What there is of a user beside his memories, in an order in which nothing points to what is gone."""
MANY_WORDS = 2000
"""Questions are looked through for so many words."""


class Said(Record):
    """What a memory says, in all its columns and all its history, in one string."""

    n: int
    id: str
    trust: str
    words: "str"


class Erase:
    """Everything that erasing does within one transaction."""

    def __init__(self, tx: "Transaction") -> None:
        self._tx = tx

    def chosen(self, project: "int | None", topic: "str | None", words: "list[str]") -> "list[int]":
        """The memories of a project, a topic, holding some words now or in their history."""
        if not words:
            return [row[0] for row in self._tx.run("erase", "chosen", project=project, topic=topic)]
        match = " AND ".join('"' + word.replace('"', '""') + '"' for word in words)
        rows = self._tx.run("erase", "saying", project=project, topic=topic, match=match, words=dumps(words))
        return [row[0] for row in rows]

    def waiting(self, project: "int | None", topic: "str | None", words: "list[str]") -> "list[int]":
        """The jobs that would bring in the like."""
        return [row[0] for row in self._tx.run("erase", "waiting", project=project, topic=topic, words=dumps(words))]

    def waiting_ids(self) -> "set[str]":
        """The jobs that wait."""
        return {row[0] for row in self._tx.run("erase", "waiting_ids")}

    def waiting_saying(self, words: "Collection[str]") -> "list[tuple[int, str]]":
        """The jobs that wait and hold any of some words."""
        rows = self._tx.run("erase", "waiting_texts")
        return [(n, id_) for n, id_, text in rows if _says(text.lower(), set(words))]

    def every(self) -> "list[int]":
        """All memories of the user."""
        return [row[0] for row in self._tx.run("erase", "every")]

    def said(self, numbers: "list[int]") -> "list[Said]":
        """What these memories say."""
        rows = self._tx.run("erase", "words", numbers=dumps(numbers))
        return [Said(n=row[0], id=row[1], trust=row[2], words=row[3]) for row in rows]

    def remove(self, numbers: "list[int]") -> None:
        """Remove memories and all that was made of them."""
        given = dumps(numbers)
        many = len(numbers) * MANY > int(self._tx.run("search", "size")[0][0])
        for name in ("results", "heirs"):
            self._tx.run("erase", name, numbers=given)
        self._tx.audit.forget(numbers)
        if many:
            self._tx.run("erase", "loosely")
        for name in ("erase_jobs", "unsupersede", "erase_answers", "erase_changes", "erase_links"):
            self._tx.run("memories", name, numbers=given)
        self._tx.told.forget(numbers)
        self._tx.vectors.erase(numbers)
        self._tx.run("memories", "erase", numbers=given)
        self._tx.contests.close_empty()
        if many:
            self._tx.search.rebuild()
            self._tx.run("erase", "strictly")
        self._tx.run("erase", "places")
        self._tx.run("erase", "terms")

    def remove_jobs(self, numbers: "list[int]") -> None:
        """Remove jobs."""
        self._tx.run("erase", "jobs", numbers=dumps(numbers))

    def remove_traces(self, words: "set[str]") -> None:
        """Remove what was asked with any of these words, what operations note with them, and keys of finished jobs.

        Where they are very many, all that was asked goes, and a note or a key by whole words.
        """
        if len(words) > MANY_WORDS:
            self._tx.run("erase", "user_questions")
        else:
            self._tx.run("erase", "questions", words=dumps(sorted(words)))
        for found, forget in (("notes", "forget_notes"), ("keys", "forget_keys")):
            numbers = [n for n, text in self._tx.run("erase", found) if _says(text.lower(), words)]
            self._tx.run("erase", forget, numbers=dumps(numbers))

    def remove_project(self, project: int) -> None:
        """Remove a project's name and marks, where no memory of it is left."""
        for name in ("project_gone", "project_moves", "project_gone_too"):
            self._tx.run("erase", name, project=project)

    def remove_user(self) -> None:
        """Remove what else there is of the user, when his memories are gone."""
        self._tx.audit.forget_user()
        for name in OF_USER:
            self._tx.run("erase", f"user_{name}")

    def still_said(self, stems: "list[str]") -> "set[str]":
        """Which of these stems are still in the index of words, whoever says them."""
        self._tx.run("erase", "places")
        return {row[0] for row in self._tx.run("erase", "still_said", stems=dumps(stems))}

    def elsewhere(self, word: str) -> "list[str]":
        """Where else a word stands, in rows that are there still."""
        return [row[0] for row in self._tx.run("erase", "elsewhere", word=word)]

    def begin(self) -> None:
        """From now on the file has to be cleaned."""
        self._tx.run("erase", "begin")

    @property
    def pending(self) -> "int | None":
        """Since when it has to be cleaned."""
        rows = self._tx.run("erase", "pending")
        return int(rows[0][0]) if rows else None

    def finish(self) -> None:
        """It is clean."""
        self._tx.run("erase", "finish")


def _says(text: str, words: "set[str]") -> bool:
    if len(words) <= MANY_WORDS:
        return any(word in text for word in words)
    import re

    return not words.isdisjoint(re.findall(r"\w+", text))
