"""Searches stored rows for secrets with the present rules, and removes them from the file permanently."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memory_row import tags_json
from recall_cli.flows.edit.erase_bytes import ErasedContent, clean_file
from recall_cli.flows.write.masking import add_counts, count_masked, mask_fields
from recall_cli.rules.text import normalize
from recall_cli.rules.text.normalize import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

    Row = dict[str, Any]
    Cleaner = Callable[[Transaction, Row], tuple[Row, dict[str, int]]]


class SecretFinding(Record):
    """A row that holds secrets: its place, columns and kinds of secrets, never the secret."""

    place: str
    """memory, change, job, operation, project or asked."""
    id: str
    columns: "tuple[str, ...]"
    kinds: "tuple[tuple[str, int], ...]"
    row: int
    """Its number in its table; for a change, that of the memory."""
    op: int = 0
    """For a change, the operation."""


class ScanResult(Record):
    """The result of a scan."""

    findings: "tuple[SecretFinding, ...]"
    rows: int
    """How many rows were checked."""
    op: "int | None" = None
    """The operation that cleaned them."""
    remaining: "tuple[SecretFinding, ...]" = ()
    """The rows that `fix` could not change and that still hold secrets."""
    file_cleaned: bool = True
    """False if a reader still keeps the old words in the WAL."""

    @property
    def kinds(self) -> "dict[str, int]":
        """How many secrets of each kind."""
        return dict(add_counts(*(finding.kinds for finding in self.findings)))


def scan(app: "App", *, fix: bool = False, progress: "Callable[[int], None]" = lambda _: None) -> ScanResult:
    """Check every row of the user, whatever its state and class; with `fix`, mask the secrets."""
    view = app.full_view
    findings: list[SecretFinding] = []
    rows = 0
    with app.read_transaction(view) as tx:
        for place, cleaner in CLEANERS.items():
            for row in _all_rows(tx, place):
                rows += 1
                columns, kinds = cleaner(tx, row)
                if kinds:
                    findings.append(_make_finding(place, row, columns, kinds))
                if rows % 500 == 0:
                    progress(rows)
    if not fix or not findings:
        return _limit_to_view(app, ScanResult(findings=tuple(findings), rows=rows))
    with app.write_transaction(view) as tx:
        mark = tx.erase.mark_unclean()
        op = _clean_rows(app, tx, findings)
        remaining = tuple(_remaining_findings(tx, findings))
    try:
        file_cleaned = clean_file(app, ErasedContent(), mark, rewrite=True)
    except StoreError as error:  # the rows stay masked, whatever happens to the file now
        app.note(error.message.partition(": nothing was changed")[0])
        file_cleaned = False
    result = ScanResult(findings=tuple(findings), rows=rows, op=op, remaining=remaining, file_cleaned=file_cleaned)
    return _limit_to_view(app, result)


def _limit_to_view(app: "App", result: ScanResult) -> ScanResult:
    """The result without rows that this view does not show; everything is scanned all the same."""
    if app.view().whole:
        return result
    with app.read_transaction() as tx:
        numbers = sorted({finding.row for finding in result.findings if finding.place in MEMORY_TABLES})
        visible = tx.memories.visible_numbers(numbers)
        rows = tx.memories.count_visible()

    def in_view(findings: "tuple[SecretFinding, ...]") -> "tuple[SecretFinding, ...]":
        return tuple(one for one in findings if one.place in MEMORY_TABLES and one.row in visible)

    return result.but(findings=in_view(result.findings), remaining=in_view(result.remaining), rows=rows)


def _make_finding(place: str, row: "Row", columns: "Row", kinds: "dict[str, int]") -> SecretFinding:
    text_columns = [name for name in columns if name not in ("hash", "fact", "grams")]
    return SecretFinding(
        place=place,
        id=str(row["id"]),
        columns=tuple(text_columns),
        kinds=tuple(sorted(kinds.items())),
        row=row["n"],
        op=row.get("op", 0),
    )


def _all_rows(tx: "Transaction", place: str) -> "Iterator[Row]":
    """Every row of a table that holds texts."""
    after = (0, 0)
    while page := tx.secret_scan.next_rows(place, *after):
        yield from page
        after = (page[-1].get("op", page[-1]["n"]), page[-1]["n"])


def _clean_rows(app: "App", tx: "Transaction", findings: "list[SecretFinding]") -> int:
    """Rewrite the rows without their secrets, also in the log and the index."""
    op = tx.operations.add("scan", trust=app.channel, agent=app.agent, note="secrets masked")
    for finding in findings:
        row = tx.secret_scan.current_row(finding.place, finding.op or finding.row, finding.row)
        if row is None:
            continue  # erased in the meantime
        columns, _ = CLEANERS[finding.place](tx, row)
        tx.secret_scan.rewrite_row(finding.place, {**row, **columns})
        if "marks" in columns:
            for mark, clean in zip(loads(row["marks"]), loads(columns["marks"]), strict=True):
                if mark != clean:
                    tx.secret_scan.replace_mark(mark, clean)
        if finding.place == "memory":
            tx.shown_memories.forget([row["n"]])
            if "text" in columns:  # the vector of the old text goes with it
                tx.vectors.erase([row["n"]])
                tx.text_changed(row["n"], columns["text"])
            if "fact" in columns and row["fact"]:
                tx.contests.rename_fact(row["fact"], columns["fact"])
            tx.operations.record_change(op, row["n"], {}, {})
            tx.operations.add_touched(op, 1)
    tx.audit.forget([finding.row for finding in findings if finding.place in ("memory", "change")])
    tx.search.rebuild()
    return op


def _remaining_findings(tx: "Transaction", findings: "list[SecretFinding]") -> "Iterator[SecretFinding]":
    """The findings whose rows still hold a secret after they were rewritten."""
    for finding in findings:
        row = tx.secret_scan.current_row(finding.place, finding.op or finding.row, finding.row)
        if row is not None:
            columns, kinds = CLEANERS[finding.place](tx, row)
            if kinds:
                yield _make_finding(finding.place, row, columns, kinds)


def _clean_memory(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The columns of a memory to set, and the kinds of secrets in it."""
    fields = {**row, "tags": loads(row["tags"] or "{}")}
    for name in ("anchors", "metadata"):
        fields[name] = loads(row[name]) if row[name] else None
    clean, kinds = mask_fields(fields)
    clean["tags"] = tags_json(clean["tags"])
    for name in ("anchors", "metadata"):
        clean[name] = row[name] if clean[name] == fields[name] else dumps_utf8(clean[name])
    if not kinds:
        return {}, kinds
    clean["hash"], clean["grams"] = content_hash(clean["text"]), tx.engine.grams(clean["text"])
    clean["fact"] = normalize.fact_key(clean["entity"], clean["attribute"])
    return {name: value for name, value in clean.items() if value != row[name]}, kinds


def _clean_change(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The values that an operation changed, before and after it."""
    columns: Row = {}
    kinds: dict[str, int] = {}
    for side in ("before", "after"):
        clean, side_kinds = _clean_change_side(tx, loads(row[side]), row["attribute"])
        if side_kinds:
            columns[side] = dumps_utf8(clean)
            count_masked(kinds, side_kinds.items())
    return columns, kinds


def _clean_change_side(tx: "Transaction", side: "Row", attribute: "str | None") -> "tuple[Row, dict[str, int]]":
    """One side of a change; a tag is checked with its name, a value with its attribute."""
    tags = {name[5:]: value for name, value in side.items() if name.startswith("tags.")}
    columns = {name: value for name, value in side.items() if not name.startswith("tags.")}
    clean, kinds = mask_fields(
        {"attribute": attribute, **columns, "tags": {k: v for k, v in tags.items() if v is not None}}
    )
    result = {name: clean[name] for name in columns}
    for name, value in zip([k for k, v in tags.items() if v is not None], clean["tags"].items(), strict=False):
        tags.pop(name)
        result["tags." + value[0]] = value[1]
    result.update({"tags." + mask_fields({"text": name})[0]["text"]: None for name in tags})
    if kinds and "text" in columns:
        derived = {"hash": content_hash(clean["text"]), "grams": tx.engine.grams(clean["text"])}
        result.update({name: value for name, value in derived.items() if name in columns})
    if kinds and columns.get("fact") and {"entity", "attribute"} <= clean.keys():
        result["fact"] = normalize.fact_key(clean["entity"], clean["attribute"])
    return result, kinds


def _clean_job(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The payload, the error and the key of a job.

    A job that waits to read a session keeps its path, which is removed when the session is read.
    """
    payload = loads(row["payload"]) if row["payload"] else None
    waits = row["finished_at"] is None and payload is not None and "path" in payload
    clean, kinds = mask_fields({"metadata": None if waits else payload, "text": row["error"]})
    request, request_kinds = (
        mask_fields(clean["metadata"]["said"]) if clean["metadata"] and "said" in clean["metadata"] else ({}, {})
    )
    count_masked(kinds, request_kinds.items())
    columns = {"error": clean["text"]}
    if not waits:
        clean_payload = None if payload is None else {**clean["metadata"], **({"said": request} if request else {})}
        columns["payload"] = dumps_utf8(clean_payload) if clean_payload is not None else ""
    key, key_kinds = mask_fields({"text": row["key"]})
    if key_kinds:  # two masked keys can be the same: the id of each job keeps them apart
        columns["key"] = f"{key['text']} {row['id']}"
        count_masked(kinds, key_kinds.items())
    return {name: value for name, value in columns.items() if kinds and value != row[name]}, kinds


def _clean_project(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The name and the marks of a project; names stay unique, so that no project opens another."""
    from recall_cli.rules.secrets import mask
    from recall_cli.workplace import mask_mark, mask_mark_uniquely

    marks = loads(row["marks"])
    texts = [row["name"], *(mark.partition(":")[2] for mark in marks if mask_mark(mark) != mark)]
    kinds = mask_fields({"metadata": texts})[1]
    columns: Row = {}
    if kinds and (name := mask(row["name"])).found:
        columns["name"] = name.text.replace("[secret: ", "masked-").replace("]", "")
        if tx.projects.by_name(columns["name"]) is not None:
            columns["name"] += f"-{row['n']}"
    clean = [mask_mark_uniquely(mark) for mark in marks] if kinds else []
    return {**columns, **({"marks": dumps_utf8(clean)} if clean and clean != marks else {})}, kinds


def _clean_operation(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The author and the note of an operation."""
    clean, kinds = mask_fields({"text": row["note"], "agent": row["agent"], "session": row["session"]})
    columns = {"note": clean["text"], "agent": clean["agent"], "session": clean["session"]}
    return {name: value for name, value in columns.items() if value != row[name]}, kinds


def _clean_question(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """A stored question."""
    clean, kinds = mask_fields({"text": row["query"]})
    return ({"query": clean["text"]} if kinds else {}), kinds


MEMORY_TABLES = ("memory", "change")
"""The tables whose rows are about one memory each."""
CLEANERS: "dict[str, Cleaner]" = {
    "memory": _clean_memory,
    "change": _clean_change,
    "job": _clean_job,
    "operation": _clean_operation,
    "project": _clean_project,
    "asked": _clean_question,
}
"""Every table that holds texts, with the function that cleans a row of it."""
