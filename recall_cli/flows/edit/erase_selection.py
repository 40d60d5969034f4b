"""What an erasure selects: the memories and jobs to remove, and the words that no other memory holds."""

from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.flows.search.id_lookup import find_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MAX_WORDS_CHECKED = 2_000
"""Where more words than this are also found in other forms, nobody looks for each of them in the texts."""


class EraseRequest(Record):
    """What is to go: named memories, or all that fit."""

    ids: "tuple[str, ...]" = ()
    user: "str | None" = None
    project: "str | None" = None
    topic: "str | None" = None
    query: "str | None" = None


def erase_view(app: "App", request: EraseRequest) -> View:
    """A person erases all that is theirs, also above their clearance; anybody else only what they see."""
    user = request.user or app.settings["user"]
    if app.channel == "user":
        return View(user=user)
    if user != app.settings["user"]:
        raise NotStored("not erased: only a person at a terminal erases all of a user", "nothing was erased")
    return app.view()


def select_rows(
    tx: "Transaction", request: EraseRequest, *, allow_unknown: bool = False
) -> "tuple[list[int], list[int], int | None]":
    """The memories and jobs that are meant, and the project whose every memory is; an id may be unknown here."""
    if request.ids:
        numbers: dict[int, None] = {}
        for prefix in request.ids:
            try:
                numbers[find_memory(tx, prefix, deleted=True).n] = None
            except NotFound:
                if not allow_unknown:
                    raise
        return [*numbers], [], None
    if request.user is not None:
        return tx.erase.all_memories(), [], None
    from recall_cli.flows.projects import require_project

    words = tx.engine.split_words(request.query) if request.query else []
    if request.query is not None and not words:
        raise UsageError(f"{request.query!r} has no words to look for", "nothing was erased")
    if request.project is None and request.topic is None and not words:
        raise UsageError("say what to erase", "ids, --query, --topic, --project or --user")
    project = require_project(tx, request.project).n if request.project is not None else None
    whole = project if request.topic is None and not words else None
    jobs = tx.erase.matching_jobs(project, request.topic, words)
    return tx.erase.matching_memories(project, request.topic, words), jobs, whole


def count_in_longer_words(tx: "Transaction", request: EraseRequest, numbers: "list[int]") -> int:
    """How many memories hold the words that were asked for only as parts of longer ones."""
    words = tx.engine.split_words(request.query) if request.query else []
    if not words:
        return 0
    from recall_cli.flows.projects import require_project

    project = require_project(tx, request.project).n if request.project is not None else None
    return len(tx.erase.containing_as_parts(project, request.topic, words).difference(numbers))


def jobs_with_same_text(tx: "Transaction", texts: "list[str]", jobs: "list[int]") -> "list[int]":
    """The waiting jobs that would bring in the very same texts again."""
    from recall_cli.rules.text.normalize import fold_text

    gone = {fold_text(text) for text in texts}
    return [n for n, text in tx.erase.waiting_job_texts() if n not in jobs and text and fold_text(text) in gone]


def words_in_no_memory(tx: "Transaction", words: "set[str]") -> "frozenset[str]":
    """The words that no memory says any more: they alone tell whether something is left.

    A word that is indexed like another one ("builds", "build") is looked for in the texts themselves.
    """
    stems = {word: tx.engine.stems(word) for word in words}
    there = tx.erase.stems_in_use(sorted({stem for found in stems.values() for stem in found}))
    gone = {word for word, found in stems.items() if found and not there.intersection(found)}
    others = [word for word, found in stems.items() if found and word not in gone]
    if len(others) <= MAX_WORDS_CHECKED:
        gone.update(word for word in others if not tx.erase.is_word_in_use(word))
    return frozenset(gone)
