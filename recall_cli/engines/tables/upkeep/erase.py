"""Erasing: which memories match, all rows with traces of them, and which words remain afterwards."""

from bisect import bisect_left

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.engines.alike_statements import ERASED_TABLES
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from recall_cli.engines.engine import Engine

REBUILD_SHARE_DIVISOR = 20
"""If more than one in this many memories is erased, the word index is rebuilt, not repaired row by row."""

RELATIONS_OF_ERASED = tuple(
    """erase_jobs unsupersede erase_answers erase_question_answers erase_questions erase_changes erase_links""".split()
)
"""What refers to memories that are erased, in an order that leaves no reference to a removed row."""
MAX_SUBSTRING_WORDS = 2000
"""If there are more erased words than this, only whole words count as traces."""
MAX_WORDS_ONE_BY_ONE = 40
"""Up to this many words are looked for in every row one by one, also as parts of longer words."""
MIN_SUBSTRING_LENGTH = 5
"""Shorter words count as traces only as whole words."""
MIN_PREFIX_LENGTH = 4
"""A shorter beginning would match too many words."""


class MemoryText(Record):
    """The words of a memory in all columns and its whole history, as one string."""

    n: int
    id: str
    trust: str
    text: str
    words: str


class Erase(Table):
    """The statements of erasing within one transaction."""

    def matching_memories(self, project: "int | None", topic: "str | None", words: "list[str]") -> "list[int]":
        """The memories of a project and topic that contain all words, now or in their history."""
        from recall_cli.engines.tables.upkeep.erase_records import contains_all_words, memories_with_word

        rows = self._tx.run("erase", "chosen", project=project, topic=topic)
        if not words:
            return [row[0] for row in rows]
        matching = set.intersection(*(memories_with_word(self._tx, word) for word in words))
        past = self._tx.run("erase", "past_texts", start=min(words, key=len)[:3] if words[0].isascii() else "")
        past += self._tx.run("erase", "qualifiers")
        matching.update(n for n, text in past if n not in matching and contains_all_words(self._tx, text, words))
        return [n for (n,) in rows if n in matching]

    def containing_as_parts(self, project: "int | None", topic: "str | None", words: "list[str]") -> "set[int]":
        """The memories that contain all of these words, also as parts of longer words."""
        rows = self._tx.run("erase", "holding_letters", project=project, topic=topic, words=dumps(words))
        return {row[0] for row in rows}

    def matching_jobs(self, project: "int | None", topic: "str | None", words: "list[str]") -> "list[int]":
        """The waiting jobs that would store such memories."""
        from recall_cli.engines.tables.upkeep.erase_records import contains_all_words

        rows = self._tx.run("erase", "waiting", project=project, topic=topic)
        return [n for n, text in rows if not words or contains_all_words(self._tx, text, words)]

    def waiting_job_texts(self) -> "list[tuple[int, str]]":
        """The waiting jobs with their texts."""
        rows = self._tx.run("erase", "waiting_texts")
        return [(n, str((loads(payload).get("said") or {}).get("text") or "")) for n, _, payload in rows]

    def waiting_job_ids(self) -> "set[str]":
        """The ids of the waiting jobs."""
        return {row[0] for row in self._tx.run("erase", "waiting_ids")}

    def waiting_jobs_containing(self, words: "Collection[str]") -> "list[tuple[int, str]]":
        """The waiting jobs that contain any of these words."""
        rows = self._tx.run("erase", "waiting_texts")
        return [(n, id_) for n, id_, text in rows if _contains_any(text, set(words))]

    def find_records(self, words: "list[str]", *, from_user: bool) -> "dict[str, list[object]]":
        """What else contains all of these words, by the kind of record."""
        from recall_cli.engines.tables.upkeep.erase_records import find_records

        return find_records(self._tx, words, from_user=from_user)

    def forget_records(self, found: "dict[str, list[object]]", *, from_user: bool) -> None:
        """Remove what these records say."""
        from recall_cli.engines.tables.upkeep.erase_records import forget_records

        forget_records(self._tx, found, from_user=from_user)

    def all_memories(self) -> "list[int]":
        """All memories of the user."""
        return [row[0] for row in self._tx.run("erase", "every")]

    def wordings_of(self, numbers: "list[int]") -> "list[int]":
        """The other wordings of these memories, which were merged into them: without each memory they mean nothing."""
        return [row[0] for row in self._tx.run("erase", "wordings_of", numbers=dumps(numbers))]

    def texts_of(self, numbers: "list[int]") -> "list[MemoryText]":
        """All words of these memories."""
        rows = self._tx.run("erase", "words", numbers=dumps(numbers))
        return [MemoryText(**dict(zip(MemoryText._fields, row, strict=True))) for row in rows]

    def remove(self, numbers: "list[int]") -> None:
        """Remove memories and everything derived from them."""
        from recall_cli.engines.tables.audit import Audit
        from recall_cli.engines.tables.contests import Contests
        from recall_cli.engines.tables.search import Search
        from recall_cli.engines.tables.shown_memories import ShownMemories
        from recall_cli.engines.tables.upkeep.index_page_keys import remove_dead_keys

        numbers_json = dumps(numbers)
        is_many = len(numbers) * REBUILD_SHARE_DIVISOR > int(self._tx.run("search", "size")[0][0])
        for name in ("results", "tasks", "heirs"):
            self._tx.run("erase", name, numbers=numbers_json)
        Audit(self._tx).forget(numbers)
        if is_many:
            self._tx.run("erase", "loosely")
        for name in RELATIONS_OF_ERASED:
            self._tx.run("memories", name, numbers=numbers_json)
        ShownMemories(self._tx).forget(numbers)
        self._tx.vectors.erase(numbers)
        self._tx.run("memories", "erase", numbers=numbers_json)
        Contests(self._tx).remove_empty()
        if is_many:
            Search(self._tx).rebuild_rest()
            self._tx.run("erase", "strictly")
        elif not remove_dead_keys(self._tx):
            Search(self._tx).rebuild_rest()
        self._tx.run("erase", "places")
        self._tx.run("erase", "terms")

    def remove_jobs(self, numbers: "list[int]") -> None:
        """Remove jobs."""
        self._tx.run("erase", "jobs", numbers=dumps(numbers))

    def remove_traces(self, words: "set[str]") -> None:
        """Remove past questions, notes of operations and keys of finished jobs with any of these words.

        Another form of a word counts as well ("build" for "builds"), and so does its beginning, unless a living memory
        contains it.
        """
        rows_by_name = {name: self._tx.run("erase", name) for name in ("questions", "notes", "keys")}
        erased = ErasedWords(self._tx.engine, words)
        forms = erased.candidates(text for rows in rows_by_name.values() for _, text in rows)
        living = self.stems_in_use(sorted(forms | erased.stems))
        forms, traces = forms - living, words | (erased.stems - living)
        for name, rows in rows_by_name.items():
            numbers = [n for n, text in rows if _contains_any(text, traces) or erased.holds(text, forms)]
            self._tx.run("erase", f"forget_{name}", numbers=dumps(numbers))

    def project_names(self, project: int) -> "list[str]":
        """The name of a project, and those of projects merged into it."""
        return [row[0] for row in self._tx.run("erase", "project_names", project=project)]

    def remove_project(self, project: int) -> None:
        """Remove a project without memories, with its marks, its places and the projects merged into it."""
        from recall_cli.engines.tables.sharing.sync_places import SyncPlaces

        SyncPlaces(self._tx).remove(project)
        origins = [row[0] for row in self._tx.run("erase", "project_origins", project=project)]
        for n in (project, *origins):
            for name in ("project_gone", "project_moves", "project_gone_too"):
                self._tx.run("erase", name, project=n)

    def remove_user(self) -> None:
        """Remove what else the user has, after their memories."""
        from recall_cli.engines.tables.audit import Audit
        from recall_cli.engines.tables.projects import Projects
        from recall_cli.engines.tables.sharing.sync_places import GLOBAL, SyncPlaces

        Audit(self._tx).forget_user()
        for place in (GLOBAL, *(str(project.n) for project in Projects(self._tx).all())):
            SyncPlaces(self._tx).remove(place)
        for name in ("blocks", "shapes", *ERASED_TABLES):
            self._tx.run("erase", f"user_{name}")
        if self._tx.run("erase", "has_team_spaces"):
            self._tx.run("erase", "user_team_spaces")

    def stems_in_use(self, stems: "list[str]") -> "set[str]":
        """Which of these stems are still in the word index, for any user."""
        self._tx.run("erase", "places")
        return {row[0] for row in self._tx.run("erase", "still_said", stems=dumps(stems))}

    def is_word_in_use(self, word: str) -> bool:
        """Whether a memory still contains exactly this word; different words can share a stem."""
        match = self._tx.engine.match_any_word((word,))
        return bool(self._tx.run("erase", "is_said", match=match, words=dumps(_case_variants(word))))

    def other_places(self, word: str) -> "list[str]":
        """Where else a word remains, in other rows."""
        return sorted(
            {row[0] for form in _case_variants(word) for row in self._tx.run("erase", "elsewhere", word=form)}
        )

    def other_places_of(self, words: "Collection[str]") -> "dict[str, list[str]]":
        """Where else each of these words remains, in other rows.

        Of many words only whole ones are looked for, so that every row is read once and not once for each word. No
        memory holds them in its indexed words: only the rest of each memory is read.
        """
        if len(words) <= MAX_WORDS_ONE_BY_ONE:
            return {word: self.other_places(word) for word in words}
        import re

        places: dict[str, set[str]] = {word: set() for word in words}
        for place, text in self._tx.run("erase", "other_texts"):
            for word in places.keys() & re.findall(r"\w+", text.lower()):
                places[word].add(place)
        return {word: sorted(found) for word, found in places.items()}

    def mark_unclean(self) -> int:
        """Note that the file has to be cleaned; returns the mark for `mark_clean`."""
        return int(self._tx.run("erase", "begin")[0][0])

    @property
    def unclean_since(self) -> "int | None":
        """Since when the file has to be cleaned, or None."""
        rows = self._tx.run("erase", "pending")
        return int(rows[0][0]) if rows else None

    def mark_clean(self, mark: int) -> None:
        """Note that the file is clean."""
        self._tx.run("erase", "finish", mark=mark)


class ErasedWords:
    """The erased words in the forms that another text may contain."""

    def __init__(self, engine: "Engine", words: "Iterable[str]") -> None:
        self._engine = engine
        lowered = {word.lower() for word in words}
        self.stems = {stem for word in lowered for stem in engine.stems(word)}
        self._sorted = sorted(lowered | self.stems)

    def candidates(self, texts: "Iterable[str]") -> "set[str]":
        """The stems in these texts that an erased word has or begins with."""
        return {stem for text in texts for stem in self._engine.stems(text) if self._fits(stem)}

    def holds(self, text: str, stems: "set[str]") -> bool:
        """Whether a text contains one of these stems."""
        return bool(stems) and not stems.isdisjoint(self._engine.stems(text))

    def _fits(self, stem: str) -> bool:
        if stem in self.stems:
            return True
        at = bisect_left(self._sorted, stem)
        return len(stem) >= MIN_PREFIX_LENGTH and at < len(self._sorted) and self._sorted[at].startswith(stem)


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
    """The forms of a word in a text that SQLite lowercased, which changes ASCII letters only."""
    if word.isascii():
        return [word]
    cases = (word, word.upper(), word.capitalize())
    return ["".join(letter.lower() if letter.isascii() else letter for letter in case) for case in cases]
