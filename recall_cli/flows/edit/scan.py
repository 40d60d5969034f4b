"""Looking for secrets in what is already stored, with the rules of today; and taking them out of the file for good."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.engines.tables.column_changes import tags_json
from recall_cli.flows.edit.erase_bytes import ErasedContent, clean_file
from recall_cli.flows.write.masking import mask_fields
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
    """A row that holds secrets: where, which, in what columns, of which kinds; never the secret."""

    place: str
    """memory, change, job, operation, project or asked."""
    id: str
    columns: "tuple[str, ...]"
    kinds: "tuple[tuple[str, int], ...]"
    row: int
    """Its number in its table; of a change that of the memory."""
    op: int = 0
    """Of a change, the operation."""


class ScanResult(Record):
    """What a scan came to."""

    findings: "tuple[SecretFinding, ...]"
    rows: int
    """How many rows were looked at."""
    op: "int | None" = None
    """The operation that cleaned them."""
    left: "tuple[SecretFinding, ...]" = ()
    """What `fix` could not change, and still holds secrets."""
    file_cleaned: bool = True
    """Are the old words out of the file by now, or does a reader still keep them in the -wal file?"""

    @property
    def kinds(self) -> "dict[str, int]":
        """How many secrets of each kind."""
        counts: dict[str, int] = {}
        for finding in self.findings:
            for kind, count in finding.kinds:
                counts[kind] = counts.get(kind, 0) + count
        return dict(sorted(counts.items()))


def scan(app: "App", *, fix: bool = False, progress: "Callable[[int], None]" = lambda _: None) -> ScanResult:
    """Look at every row of the user's, whatever its state and class; with `fix`, take out what is found."""
    view = View(user=app.settings["user"])
    found: list[SecretFinding] = []
    rows = 0
    with app.read_transaction(view) as tx:
        for place, cleaner in CLEANERS.items():
            for row in _all_rows(tx, place):
                rows += 1
                columns, kinds = cleaner(tx, row)
                if kinds:
                    found.append(_make_finding(place, row, columns, kinds))
                if rows % 500 == 0:
                    progress(rows)
    if not fix or not found:
        return _limit_to_view(app, ScanResult(findings=tuple(found), rows=rows))
    with app.write_transaction(view) as tx:
        mark = tx.erase.mark_unclean()
        op = _clean_rows(app, tx, found)
        left = tuple(_remaining_findings(tx, found))
    try:
        emptied = clean_file(app, ErasedContent(), mark, rewrite=True)
    except StoreError as error:  # what was masked stays masked, whatever happens to the file now
        app.note(error.message.partition(": nothing was changed")[0])
        emptied = False
    return _limit_to_view(app, ScanResult(findings=tuple(found), rows=rows, op=op, left=left, file_cleaned=emptied))


def _limit_to_view(app: "App", result: ScanResult) -> ScanResult:
    """The same without what this run may not see: everything is scanned, and only memories in view are told of."""
    if app.view().whole:
        return result
    with app.read_transaction() as tx:
        seen = tx.memories.visible_numbers(sorted({one.row for one in result.findings if one.place in MEMORY_TABLES}))
        rows = tx.memories.count_visible()

    def shown(some: "tuple[SecretFinding, ...]") -> "tuple[SecretFinding, ...]":
        return tuple(one for one in some if one.place in MEMORY_TABLES and one.row in seen)

    return result.but(findings=shown(result.findings), left=shown(result.left), rows=rows)


def _make_finding(place: str, row: "Row", columns: "Row", kinds: "dict[str, int]") -> SecretFinding:
    told = [name for name in columns if name not in ("hash", "fact", "grams")]
    return SecretFinding(
        place=place,
        id=str(row["id"]),
        columns=tuple(told),
        kinds=tuple(sorted(kinds.items())),
        row=row["n"],
        op=row.get("op", 0),
    )


def _all_rows(tx: "Transaction", place: str) -> "Iterator[Row]":
    """Every row of a table that holds words."""
    after = (0, 0)
    while page := tx.secret_scan.next_rows(place, *after):
        yield from page
        after = (page[-1].get("op", page[-1]["n"]), page[-1]["n"])


def _clean_rows(app: "App", tx: "Transaction", findings: "list[SecretFinding]") -> int:
    """Write the rows anew without their secrets, and leave nothing of the old words in the log or in the index."""
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
            if "text" in columns:  # what was made of the old words goes with them
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
    """The findings whose rows still hold a secret after they were written anew."""
    for finding in findings:
        row = tx.secret_scan.current_row(finding.place, finding.op or finding.row, finding.row)
        if row is not None:
            columns, kinds = CLEANERS[finding.place](tx, row)
            if kinds:
                yield _make_finding(finding.place, row, columns, kinds)


def _clean_memory(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The columns of a memory to set, and the kinds of secrets in it."""
    said = {**row, "tags": loads(row["tags"] or "{}")}
    for name in ("anchors", "metadata"):
        said[name] = loads(row[name]) if row[name] else None
    clean, kinds = mask_fields(said)
    clean["tags"] = tags_json(clean["tags"])
    for name in ("anchors", "metadata"):
        clean[name] = row[name] if clean[name] == said[name] else dumps_utf8(clean[name])
    if not kinds:
        return {}, kinds
    clean["hash"], clean["grams"] = content_hash(clean["text"]), tx.engine.grams(clean["text"])
    clean["fact"] = normalize.fact_key(clean["entity"], clean["attribute"])
    return {name: value for name, value in clean.items() if value != row[name]}, kinds


def _clean_change(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """What an operation remembers of a memory before and after it."""
    columns: Row = {}
    kinds: dict[str, int] = {}
    for side in ("before", "after"):
        clean, found = _clean_change_side(tx, loads(row[side]), row["attribute"])
        if found:
            columns[side] = dumps_utf8(clean)
            kinds = {kind: kinds.get(kind, 0) + found.get(kind, 0) for kind in kinds.keys() | found.keys()}
    return columns, kinds


def _clean_change_side(tx: "Transaction", side: "Row", attribute: "str | None") -> "tuple[Row, dict[str, int]]":
    """One side of a change; a tag is read together with its name, a value with its attribute."""
    tags = {name[5:]: value for name, value in side.items() if name.startswith("tags.")}
    said = {name: value for name, value in side.items() if not name.startswith("tags.")}
    clean, kinds = mask_fields(
        {"attribute": attribute, **said, "tags": {k: v for k, v in tags.items() if v is not None}}
    )
    kept = {name: clean[name] for name in said}
    for name, value in zip([k for k, v in tags.items() if v is not None], clean["tags"].items(), strict=False):
        tags.pop(name)
        kept["tags." + value[0]] = value[1]
    kept.update({"tags." + mask_fields({"text": name})[0]["text"]: None for name in tags})
    if kinds and "text" in said:
        again = {"hash": content_hash(clean["text"]), "grams": tx.engine.grams(clean["text"])}
        kept.update({name: value for name, value in again.items() if name in said})
    if kinds and said.get("fact") and {"entity", "attribute"} <= clean.keys():
        kept["fact"] = normalize.fact_key(clean["entity"], clean["attribute"])
    return kept, kinds


def _clean_job(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """What a job was told, and how it failed.

    One that waits to read a session keeps the path of it, which goes when the session is read.
    """
    payload = loads(row["payload"]) if row["payload"] else None
    waits = row["finished_at"] is None and payload is not None and "path" in payload
    clean, kinds = mask_fields({"metadata": None if waits else payload, "text": row["error"]})
    said, told = (
        mask_fields(clean["metadata"]["said"]) if clean["metadata"] and "said" in clean["metadata"] else ({}, {})
    )
    kinds = {kind: kinds.get(kind, 0) + told.get(kind, 0) for kind in kinds.keys() | told.keys()}
    columns = {"error": clean["text"]}
    if not waits:
        told_now = {**clean["metadata"], **({"said": said} if said else {})} if payload is not None else None
        columns["payload"] = dumps_utf8(told_now) if told_now is not None else ""
    key, in_key = mask_fields({"text": row["key"]})
    if in_key:  # two secrets leave the same key: with the job's own id they stay two
        columns["key"] = f"{key['text']} {row['id']}"
        kinds = {kind: kinds.get(kind, 0) + in_key.get(kind, 0) for kind in kinds.keys() | in_key.keys()}
    return {name: value for name, value in columns.items() if kinds and value != row[name]}, kinds


def _clean_project(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """What a project is called and recognised by; no two are called alike afterwards, so that none opens another."""
    from recall_cli.rules.secrets import mask
    from recall_cli.workplace import mask_mark, mask_mark_uniquely

    marks = loads(row["marks"])
    told = [row["name"], *(mark.partition(":")[2] for mark in marks if mask_mark(mark) != mark)]
    kinds = mask_fields({"metadata": told})[1]
    columns: Row = {}
    if kinds and (name := mask(row["name"])).found:
        columns["name"] = name.text.replace("[secret: ", "masked-").replace("]", "")
        if tx.projects.by_name(columns["name"]) is not None:
            columns["name"] += f"-{row['n']}"
    clean = [mask_mark_uniquely(mark) for mark in marks] if kinds else []
    return {**columns, **({"marks": dumps_utf8(clean)} if clean and clean != marks else {})}, kinds


def _clean_operation(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """Who wrote, and the note about it."""
    clean, kinds = mask_fields({"text": row["note"], "agent": row["agent"], "session": row["session"]})
    columns = {"note": clean["text"], "agent": clean["agent"], "session": clean["session"]}
    return {name: value for name, value in columns.items() if value != row[name]}, kinds


def _clean_question(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """A question that was kept."""
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
"""Every table that holds words, and how a row of it is cleaned."""
