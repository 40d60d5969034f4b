"""What an erasure by words finds besides memories and waiting jobs: one kind of record for each place with texts.

Every column of every table is named here. A test reads the schema, and fails for a column that is not.
"""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.engines.engine import Unit


class RecordKind(Record):
    """A kind of record with texts, and the statements that find it and remove what it says."""

    name: str
    columns: str
    """The columns whose texts are removed, each with its table."""
    find: str
    """The statement whose rows are a key and a text."""
    forget: "tuple[str, ...]"


RECORD_KINDS = (
    RecordKind(
        name="question",
        columns="asked.query asked.agent asked.projects",
        find="questions",
        forget=("forget_questions",),
    ),
    RecordKind(name="note", columns="operation.note", find="notes", forget=("forget_notes",)),
    RecordKind(name="key", columns="job.key job.error", find="keys", forget=("forget_keys",)),
    RecordKind(name="answer", columns="job.result", find="answers", forget=("forget_answers",)),
    RecordKind(
        name="session",
        columns="memory.session operation.session shown.session",
        find="sessions",
        forget=("forget_sessions", "forget_logged_sessions", "forget_shown_sessions"),
    ),
    RecordKind(
        name="agent",
        columns="memory.agent operation.agent shown.agent",
        find="agents",
        forget=("forget_agents", "forget_logged_agents", "forget_shown_agents"),
    ),
    RecordKind(
        name="origin", columns="memory.anchors memory.span memory.metadata", find="origins", forget=("forget_origins",)
    ),
    RecordKind(
        name="old name", columns="moved_mark.mark", find="old_names", forget=("forget_old_names", "forget_moved_marks")
    ),
    RecordKind(name="merged project", columns="", find="merged_projects", forget=("forget_merged_projects",)),
    RecordKind(name="session file", columns="", find="session_files", forget=("forget_session_files",)),
    RecordKind(name="copy", columns="", find="copies", forget=("forget_copies",)),
    RecordKind(name="token", columns="", find="old_tokens", forget=("forget_old_tokens",)),
    RecordKind(name="task", columns="", find="old_tasks", forget=("forget_old_tasks",)),
    RecordKind(name="brief", columns="meta.key meta.value", find="briefs", forget=("forget_briefs",)),
)
"""A kind without columns removes only what nothing uses any more; `COLUMNS_IN_USE` has its columns."""

MEMORY_COLUMNS = """
    memory.text memory.topic memory.entity memory.attribute memory.value memory.qualifier memory.tags memory.fact
    memory.grams change.before change.after job.payload common_term.term
"""
"""The words of memories and of waiting jobs: these are erased as a whole, with everything made of their words."""
COLUMNS_IN_USE = """
    project.name identity.mark transcript.path transcript.agent transcript.mark backup.path token.name token.agent
    token.topics token.projects task.key task.context task.request task.progress task.holder embedding.name
    embedding.folder embedding.file embedding.model contest.fact contest.reason resolution.fact
"""
"""Names that something still uses. The receipt says where they are; `other_places` looks into each."""
COLUMNS_WITHOUT_WORDS = """
    memory.id memory.type memory.source memory.trust memory.held memory.extracted_by operation.kind operation.trust
    job.id job.kind job.state link.kind resolution.kind update_answer.choice update_answer.agent update_question.reason
    spend.model spend.outcome told.prints
    audit.name audit.inputs audit.outcome audit.salt audit.seal audit.digest vector.bytes vector_block.model
    vector_block.numbers vector_block.planes vector_missing.model vector_model.name vector_shape.model
    vector_shape.usual vector_shape.spread vector_waiting.model token.id token.hash token.rights task.id task.state
    migration.recall
"""
"""Ids, hashes, numbers, and names from recall's own lists. Names of users are in every table: --user erases a user."""


def find_records(tx: "Unit", words: "list[str]", *, from_user: bool) -> "dict[str, list[object]]":
    """The keys of all records that contain all of these words, by their kind; those by the user only `from_user`."""
    start = min(words, key=len)[:3] if all(map(str.isascii, words)) else ""
    found: dict[str, list[object]] = {}
    for kind in RECORD_KINDS:
        rows = tx.run("erase", kind.find, start=start, whole=int(from_user))
        keys = [key for key, text in rows if contains_all_words(tx, text, words)]
        if keys:
            found[kind.name] = keys
    return found


def forget_records(tx: "Unit", found: "dict[str, list[object]]", *, from_user: bool) -> None:
    """Remove what these records say."""
    for kind in RECORD_KINDS:
        keys = dumps(found.get(kind.name, []))
        for statement in kind.forget if kind.name in found else ():
            tx.run("erase", statement, keys=keys, numbers=keys, whole=int(from_user))


def listed_columns() -> "Collection[str]":
    """Every column that this module names."""
    lists = (MEMORY_COLUMNS, COLUMNS_IN_USE, COLUMNS_WITHOUT_WORDS, *(kind.columns for kind in RECORD_KINDS))
    return [column for columns in lists for column in columns.split()]


MAX_STEM_ROUNDS = 5
"""Stemming changes no word more often than this."""


def memories_with_word(tx: "Unit", word: str) -> "set[int]":
    """The memories whose present text contains this word in any form, or within a text without spaces."""
    if tx.engine.grams(word) is not None and not word.isascii() and len(tx.engine.stems(word)) > 1:
        return {n for (n,) in tx.run("erase", "holding_letters", words=dumps([word]), project=None, topic=None)}
    root = root_of(tx, word)
    tx.run("erase", "places")
    terms = [row[0] for row in tx.run("erase", "terms_from", start=root, end=root + "\U0010ffff")]
    forms = [term for term in terms if root_of(tx, term) == root]
    return {n for (n,) in tx.run("erase", "memories_of_terms", terms=dumps(forms))}


def root_of(tx: "Unit", word: str) -> str:
    """The common root of all forms of a word."""
    for _ in range(MAX_STEM_ROUNDS):
        stem = (tx.engine.stems(word) or [word])[0]
        if stem == word:
            break
        word = stem
    return word


def contains_all_words(tx: "Unit", text: str, words: "list[str]") -> bool:
    """Whether a text contains each of these words, in any form, or within a text without spaces."""
    wanted = [word for word in words if word not in text.lower() or word.isascii()]
    if not wanted:
        return True
    beginnings = tuple(root_of(tx, word)[:3] for word in wanted)
    parts = {part for part in tx.engine.split_words(text) if part.startswith(beginnings) or not part.isascii()}
    roots = {root_of(tx, part) for part in parts}
    return all(root_of(tx, word) in roots for word in wanted)
