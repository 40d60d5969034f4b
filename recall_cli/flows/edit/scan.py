"""Looking for secrets in what is already stored, with the rules of today; and taking them out of the file for good."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.jsontext import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.engines.tables.memories import tags_text
from recall_cli.flows.edit.erase_bytes import Gone, clean
from recall_cli.flows.write.columns import content_hash
from recall_cli.flows.write.masking import masked
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

    Row = dict[str, Any]
    Cleaner = Callable[[Transaction, Row], tuple[Row, dict[str, int]]]


class Finding(Record):
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


class Scanned(Record):
    """What a scan came to."""

    findings: "tuple[Finding, ...]"
    rows: int
    """How many rows were looked at."""
    op: "int | None" = None
    """The operation that cleaned them."""
    left: "tuple[Finding, ...]" = ()
    """What `fix` could not change, and still holds secrets."""
    emptied: bool = True
    """Are the old words out of the file by now, or does a reader still keep them in the -wal file?"""

    @property
    def kinds(self) -> "dict[str, int]":
        """How many secrets of each kind."""
        counts: dict[str, int] = {}
        for finding in self.findings:
            for kind, count in finding.kinds:
                counts[kind] = counts.get(kind, 0) + count
        return dict(sorted(counts.items()))


def scan(app: "App", *, fix: bool = False, progress: "Callable[[int], None]" = lambda _: None) -> Scanned:
    """Look at every row of the user's, whatever its state and class; with `fix`, take out what is found."""
    view = View(user=app.settings["user"])
    found: list[Finding] = []
    rows = 0
    with app.reading(view) as tx:
        for place, cleaner in CLEANERS.items():
            for row in _walk(tx, place):
                rows += 1
                columns, kinds = cleaner(tx, row)
                if kinds:
                    found.append(_finding(place, row, columns, kinds))
                if rows % 500 == 0:
                    progress(rows)
    if not fix or not found:
        return _within_view(app, Scanned(findings=tuple(found), rows=rows))
    with app.writing(view) as tx:
        mark = tx.erase.begin()
        op = _clean(app, tx, found)
        left = tuple(_still_there(tx, found))
    try:
        emptied = clean(app, Gone(), mark, whole=True)
    except StoreError as error:  # what was masked stays masked, whatever happens to the file now
        app.note(error.message.partition(": nothing was changed")[0])
        emptied = False
    return _within_view(app, Scanned(findings=tuple(found), rows=rows, op=op, left=left, emptied=emptied))


def _within_view(app: "App", found: Scanned) -> Scanned:
    """The same without what this run may not see: everything is scanned, and only memories in view are told of."""
    if app.view().whole:
        return found
    with app.reading() as tx:
        seen = tx.memories.seen(sorted({one.row for one in found.findings if one.place in OF_MEMORY}))
        rows = tx.memories.seen_count()

    def shown(some: "tuple[Finding, ...]") -> "tuple[Finding, ...]":
        return tuple(one for one in some if one.place in OF_MEMORY and one.row in seen)

    return found.but(findings=shown(found.findings), left=shown(found.left), rows=rows)


def _finding(place: str, row: "Row", columns: "Row", kinds: "dict[str, int]") -> Finding:
    told = [name for name in columns if name not in ("hash", "fact", "grams")]
    return Finding(
        place=place, id=str(row["id"]), columns=tuple(told), kinds=tuple(sorted(kinds.items())), row=row["n"],
        op=row.get("op", 0),
    )  # fmt: skip


def _walk(tx: "Transaction", place: str) -> "Iterator[Row]":
    """Every row of a table that holds words."""
    after = (0, 0)
    while page := tx.scan.page(place, *after):
        yield from page
        after = (page[-1].get("op", page[-1]["n"]), page[-1]["n"])


def _clean(app: "App", tx: "Transaction", found: "list[Finding]") -> int:
    """Write the rows anew without their secrets, and leave nothing of the old words in the log or in the index."""
    op = tx.operations.add("scan", trust=app.channel, agent=app.agent, note="secrets masked")
    for finding in found:
        row = tx.scan.one(finding.place, finding.op or finding.row, finding.row)
        if row is None:
            continue  # erased in the meantime
        columns, _ = CLEANERS[finding.place](tx, row)
        tx.scan.write(finding.place, {**row, **columns})
        if "marks" in columns:
            for mark, clean in zip(loads(row["marks"]), loads(columns["marks"]), strict=True):
                if mark != clean:
                    tx.scan.recognise(mark, clean)
        if finding.place == "memory":
            tx.told.forget([row["n"]])
            if "text" in columns:  # what was made of the old words goes with them
                tx.vectors.erase([row["n"]])
                tx.reworded(row["n"], columns["text"])
            if "fact" in columns and row["fact"]:
                tx.contests.rename(row["fact"], columns["fact"])
            tx.operations.remember(op, row["n"], {}, {})
            tx.operations.count(op, 1)
    tx.audit.forget([finding.row for finding in found if finding.place in ("memory", "change")])
    tx.search.rebuild()
    return op


def _still_there(tx: "Transaction", found: "list[Finding]") -> "Iterator[Finding]":
    """The findings whose rows still hold a secret after they were written anew."""
    for finding in found:
        row = tx.scan.one(finding.place, finding.op or finding.row, finding.row)
        if row is not None:
            columns, kinds = CLEANERS[finding.place](tx, row)
            if kinds:
                yield _finding(finding.place, row, columns, kinds)


def _memory(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """The columns of a memory to set, and the kinds of secrets in it."""
    said = {**row, "tags": loads(row["tags"] or "{}")}
    for name in ("anchors", "metadata"):
        said[name] = loads(row[name]) if row[name] else None
    clean, kinds = masked(said)
    clean["tags"] = tags_text(clean["tags"])
    for name in ("anchors", "metadata"):
        clean[name] = row[name] if clean[name] == said[name] else dumps_utf8(clean[name])
    if not kinds:
        return {}, kinds
    clean["hash"], clean["grams"] = content_hash(clean["text"]), tx.engine.grams(clean["text"])
    clean["fact"] = wording.fact(clean["entity"], clean["attribute"])
    return {name: value for name, value in clean.items() if value != row[name]}, kinds


def _change(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """What an operation remembers of a memory before and after it."""
    columns: Row = {}
    kinds: dict[str, int] = {}
    for side in ("before", "after"):
        clean, found = _side(tx, loads(row[side]), row["attribute"])
        if found:
            columns[side] = dumps_utf8(clean)
            kinds = {kind: kinds.get(kind, 0) + found.get(kind, 0) for kind in kinds.keys() | found.keys()}
    return columns, kinds


def _side(tx: "Transaction", side: "Row", attribute: "str | None") -> "tuple[Row, dict[str, int]]":
    """One side of a change; a tag is read together with its name, a value with its attribute."""
    tags = {name[5:]: value for name, value in side.items() if name.startswith("tags.")}
    said = {name: value for name, value in side.items() if not name.startswith("tags.")}
    clean, kinds = masked({"attribute": attribute, **said, "tags": {k: v for k, v in tags.items() if v is not None}})
    kept = {name: clean[name] for name in said}
    for name, value in zip([k for k, v in tags.items() if v is not None], clean["tags"].items(), strict=False):
        tags.pop(name)
        kept["tags." + value[0]] = value[1]
    kept.update({"tags." + masked({"text": name})[0]["text"]: None for name in tags})
    if kinds and "text" in said:
        again = {"hash": content_hash(clean["text"]), "grams": tx.engine.grams(clean["text"])}
        kept.update({name: value for name, value in again.items() if name in said})
    if kinds and said.get("fact") and {"entity", "attribute"} <= clean.keys():
        kept["fact"] = wording.fact(clean["entity"], clean["attribute"])
    return kept, kinds


def _job(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """What a job was told, and how it failed.

    One that waits to read a session keeps the path of it, which goes when the session is read.
    """
    payload = loads(row["payload"]) if row["payload"] else None
    waits = row["finished_at"] is None and payload is not None and "path" in payload
    clean, kinds = masked({"metadata": None if waits else payload, "text": row["error"]})
    said, told = masked(clean["metadata"]["said"]) if clean["metadata"] and "said" in clean["metadata"] else ({}, {})
    kinds = {kind: kinds.get(kind, 0) + told.get(kind, 0) for kind in kinds.keys() | told.keys()}
    columns = {"error": clean["text"]}
    if not waits:
        told_now = {**clean["metadata"], **({"said": said} if said else {})} if payload is not None else None
        columns["payload"] = dumps_utf8(told_now) if told_now is not None else ""
    key, in_key = masked({"text": row["key"]})
    if in_key:  # two secrets leave the same key: with the job's own id they stay two
        columns["key"] = f"{key['text']} {row['id']}"
        kinds = {kind: kinds.get(kind, 0) + in_key.get(kind, 0) for kind in kinds.keys() | in_key.keys()}
    return {name: value for name, value in columns.items() if kinds and value != row[name]}, kinds


def _project(tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """What a project is called and recognised by; no two are called alike afterwards, so that none opens another."""
    from recall_cli.rules.secrets import mask
    from recall_cli.workplace import covered, without_secret

    marks = loads(row["marks"])
    told = [row["name"], *(mark.partition(":")[2] for mark in marks if without_secret(mark) != mark)]
    kinds = masked({"metadata": told})[1]
    columns: Row = {}
    if kinds and (name := mask(row["name"])).found:
        columns["name"] = name.text.replace("[secret: ", "masked-").replace("]", "")
        if tx.projects.by_name(columns["name"]) is not None:
            columns["name"] += f"-{row['n']}"
    clean = [covered(mark) for mark in marks] if kinds else []
    return {**columns, **({"marks": dumps_utf8(clean)} if clean and clean != marks else {})}, kinds


def _operation(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """Who wrote, and the note about it."""
    clean, kinds = masked({"text": row["note"], "agent": row["agent"], "session": row["session"]})
    columns = {"note": clean["text"], "agent": clean["agent"], "session": clean["session"]}
    return {name: value for name, value in columns.items() if value != row[name]}, kinds


def _asked(_tx: "Transaction", row: "Row") -> "tuple[Row, dict[str, int]]":
    """A question that was kept."""
    clean, kinds = masked({"text": row["query"]})
    return ({"query": clean["text"]} if kinds else {}), kinds


OF_MEMORY = ("memory", "change")
"""The tables whose rows are about one memory each."""
CLEANERS: "dict[str, Cleaner]" = {
    "memory": _memory, "change": _change, "job": _job, "operation": _operation, "project": _project, "asked": _asked,
}  # fmt: skip
"""Every table that holds words, and how a row of it is cleaned."""
