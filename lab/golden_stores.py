"""The golden cases of whole stores: each is filled by commands, and what other commands print of it is the output."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.golden_cases import LAB, NOW, Case, Store, pair_files, read_rows, session_folders
from lab.sessions.files import write_sessions
from recall_cli.domain.moment import parse_moment

QUESTION_SHARE = {"locomo-turns": 12, "locomo-observations": 6}
"""Of these large outside sets, one question in so many is asked."""
LARGE_SETS = ("longmemeval-s", "longmemeval-s-230", "longmemeval-s-no-answer")
"""Outside sets that would take minutes."""


def _lines(store: Store, *args: str, **more: Any) -> tuple[str, ...]:
    return tuple(store.run(*args, **more))


def _tell(store: Store, text: str, type_: "str | None" = None, *, person: bool = False) -> tuple[str, ...]:
    """Store a text as an agent, or as its user."""
    options = ["--type", type_] if type_ else []
    return _lines(store, "--json", "store", *options, "--", text, person=person)


# What a statement ends


def ending_cases(folder: Path, outside: "Path | None") -> Iterator[Case]:
    """What the second of two statements does to the first, and what updates do inside a store."""
    for file, is_outside in pair_files(outside):
        for pair in read_rows(file):
            store = Store(folder / "pair")
            first = _tell(store, pair["a"], pair.get("a_type"), person=pair["a_by"] == "user")
            second = _tell(store, pair["b"], pair.get("b_type"), person=pair["b_by"] == "user")
            yield Case(file.stem, pair["id"], (*first, *second), is_outside)
            shutil.rmtree(store.home.path)
    for name in ("own", "w1", "w2"):
        yield from _updates(folder / name, name)
    if outside is not None:
        yield from _true_lines(folder, outside)


def _updates(folder: Path, name: str) -> Iterator[Case]:
    store = Store(folder)
    for row in read_rows(LAB / "beliefs" / f"{name}-store.jsonl"):
        yield Case(f"{name}-store", row["id"], _tell(store, row["text"], row["type"]))
    for number, row in enumerate(read_rows(LAB / "beliefs" / f"{name}-updates.jsonl"), 1):
        yield Case(f"{name}-updates", str(number), _tell(store, row["text"], row["type"]))


def _true_lines(folder: Path, outside: Path) -> Iterator[Case]:
    for file in sorted((outside / "true-stores").glob("*.jsonl")):
        store = Store(folder / file.stem)
        for row in read_rows(file):
            yield Case(file.stem, row["id"], _tell(store, row["text"], row["type"]), outside=True)
    for number, row in enumerate(read_rows(outside / "duplicates-dev.jsonl"), 1):
        store = Store(folder / f"duplicates{number}")
        told = [line for key in ("fact", "paraphrase", "near_miss") for line in _tell(store, row[key])]
        yield Case("duplicates-dev", str(number), tuple(told), outside=True)
    for number, row in enumerate(read_rows(outside / "extraction-dev.jsonl"), 1):
        store = Store(folder / f"extraction{number}")
        told = _lines(store, "--json", "store", "--extractor", "rules", "--", row["text"], person=True)
        yield Case("extraction-dev", str(number), told, outside=True)


# Ranking, briefs and exports


def _developer_store(folder: Path, name: str) -> Store:
    store = Store(folder / name)
    for row in read_rows(LAB / "developer_store" / name / "memories.jsonl"):
        store.run("store", "--type", row["type"], "--", row["text"])
    return store


def _beliefs_store(folder: Path, name: str) -> Store:
    """A store after updates."""
    for _ in _updates(folder / name, name):
        pass
    store = Store(folder / name)
    store.home.later(days=2)
    return store


def _results(store: Store, question: str, **more: Any) -> Iterator[str]:
    """The results of a search, a line each."""
    answer = store.read("search", "--limit", "10", "--no-touch", "--explain", "--", question, **more)
    yield question
    for hit in answer.get("results", []):
        explained = " ".join(f"{key}={value:.2f}" for key, value in _figures(hit))
        marks = " ".join(mark for mark in ("contested", "maybe_replaced_by") if hit[mark])
        yield f"{hit['score']:.3f} {hit['certainty']} {marks} {hit['text'][:160]!r} {explained}"
    yield " ".join(f"{key}={value}" for key, value in answer.items() if key in ("total", "failed", "did_you_mean"))


def _figures(hit: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """The numbers of an explanation, under their names."""
    explained = hit.get("explain") or hit.get("explanation") or {}
    for key in sorted(explained) if isinstance(explained, dict) else ():
        if isinstance(explained[key], int | float):
            yield key, float(explained[key])


def ranking_cases(folder: Path, outside: "Path | None") -> Iterator[Case]:
    """The results of each question, with their scores."""
    for name in ("first", "second"):
        store = _developer_store(folder, name)
        for row in read_rows(LAB / "developer_store" / name / "questions.jsonl"):
            yield Case(f"developer-{name}", row["id"], tuple(_results(store, row["question"])))
    for name in ("w1", "w2"):
        store = _beliefs_store(folder, name)
        for number, row in enumerate(read_rows(LAB / "beliefs" / f"{name}-updates.jsonl"), 1):
            yield Case(f"{name}-updates", str(number), tuple(_results(store, row["text"])))
    for source in sorted((outside / "retrieval").iterdir()) if outside else ():
        if source.name not in LARGE_SETS:
            yield from _retrieval_cases(folder / source.name, source)


def _retrieval_cases(folder: Path, source: Path) -> Iterator[Case]:
    """Each space of a set in a store of its own, imported as `recall admin bench` does."""
    documents, questions = (read_rows(source / f"{name}.jsonl") for name in ("docs", "queries"))
    questions = questions[:: QUESTION_SHARE.get(source.name, 1)]
    for space in dict.fromkeys(row["space"] for row in questions):
        store = Store(folder / space)
        lines = [_imported(row) for row in documents if row["space"] == space]
        text = "".join(json.dumps(line) + "\n" for line in [{"recall": 1}, *lines])
        store.run("import", "-", stdin=text)
        for row in questions:
            if row["space"] == space:
                store.home.now = parse_moment(_utc(row["time"]) or NOW, 0)
                yield Case(source.name, f"{space}/{row['id']}", tuple(_results(store, row["text"])), outside=True)


def _imported(row: dict[str, Any]) -> dict[str, Any]:
    author = str(row.get("author") or "")
    return {
        "text": row["text"], "session": row.get("session"), "source": "user" if author == "user" else "agent",
        "agent": author if author not in ("", "user", "assistant") else None, "created_at": _utc(row["time"]),
    }  # fmt: skip


def _utc(text: "str | None") -> "str | None":
    return text if not text or text.endswith("Z") or "+" in text else f"{text}Z"


def brief_cases(folder: Path, outside: "Path | None") -> Iterator[Case]:
    """The brief at the start of a session under several budgets, and the brief for each question."""
    stores = [(f"developer-{name}", _developer_store(folder, name)) for name in ("first", "second")]
    stores += [(f"{name}-updates", _beliefs_store(folder, name)) for name in ("own", "w1", "w2")]
    for name, store in stores:
        for budget in ("100", "300", "800", "2000"):
            for form in (["--compact"], ["--json"]):
                case = f"start-{budget}{form[-1]}"
                yield Case(name, case, _lines(store, "context", "--no-touch", "--budget", budget, *form))
    for name, store in stores[:2]:
        for row in read_rows(LAB / "developer_store" / name.removeprefix("developer-") / "questions.jsonl"):
            told = _lines(store, "context", "--compact", "--no-touch", "--", row["question"])
            yield Case(name, row["id"], (row["question"], *told))
    for name, store in stores[3:]:
        for number, row in enumerate(read_rows(LAB / "beliefs" / f"{name}.jsonl"), 1):
            told = _lines(store, "context", "--compact", "--no-touch", "--", row["text"])
            yield Case(name, str(number), (row["text"], *told))


def export_cases(folder: Path, _: "Path | None") -> Iterator[Case]:
    """The export of each store, what an import of it says, and the export of the copy."""
    for name in ("own", "w1", "w2"):
        store = _beliefs_store(folder, name)
        yield from _export(folder, f"{name}-updates", store)
    for name in ("first", "second"):
        yield from _export(folder, f"developer-{name}", _developer_store(folder, name))


def _export(folder: Path, name: str, store: Store) -> Iterator[Case]:
    exported = store.home.quick("export").out
    for number, line in enumerate(_lines(store, "export")):
        yield Case(name, f"line {number}", (line,))
    copy = Store(folder / f"{name}-copy")
    yield Case(name, "import", _lines(copy, "--json", "import", "-", stdin=exported))
    same = copy.home.quick("export").out.splitlines()[1:] == exported.splitlines()[1:]
    yield Case(name, "copy", (f"the copy's export is the same: {same}",))
    store.run("export", "--format", "markdown", str(store.home.path / "pages"))
    for page in sorted((store.home.path / "pages").rglob("*.md")):
        text = store.ids.hide(page.read_text()).replace(str(store.home.path), "~")
        yield Case(name, f"page {page.name}", tuple(text.splitlines()))


# Sessions


def session_cases(folder: Path, outside: "Path | None") -> Iterator[Case]:
    """What is kept of each session by the rules, and the brief of the next one."""
    for source, is_outside in session_folders(outside):
        for entry in json.loads((source / "index.json").read_text()):
            file = source / f"{entry['name']}.jsonl"
            yield _session_case(folder, f"real-{source.name}", file, str(entry.get("rollout") or ""), is_outside)
    for half in sorted(path for path in (LAB / "sessions").iterdir() if any(path.glob("*.session"))):
        for file in sorted(write_sessions(half, folder / f"written-{half.name}")):
            yield _session_case(folder, half.name, file, "", False)
    for file in sorted((outside / "sessions" / "dev").glob("*.jsonl")) if outside else ():
        yield _session_case(folder, "sessions-dev", file, "", True)


def _session_case(folder: Path, name: str, file: Path, rollout: str, is_outside: bool) -> Case:
    store = Store(folder / "session")
    _lay_out(store.home.path, file, rollout)
    lines = store.run("--json", "import", "transcripts", env={"RECALL_EXTRACTOR": "rules"})
    lines += store.run("--json", "list", "--limit", "500", "--include", "all", "--project", "*")
    lines += store.run("context", "--compact", "--no-touch", cwd=store.home.path / "project")
    shutil.rmtree(store.home.path)
    return Case(name, file.stem, tuple(lines), is_outside)


def _lay_out(home: Path, file: Path, rollout: str) -> None:
    """Put a transcript where its client keeps it, as if its session had been in a folder of this home."""
    project = home / "project"
    (project / ".git").mkdir(parents=True)
    rows = read_rows(file)
    if rollout:
        path = home / ".codex" / "sessions" / "2026" / "11" / "22" / rollout
        files = {path: rows}
    else:
        folder = home / ".claude" / "projects" / str(project).replace("/", "-").replace(".", "-")
        session = next((str(row["sessionId"]) for row in rows if row.get("sessionId")), file.stem)
        files = {folder / f"{session}.jsonl": [row for row in rows if not row.get("isSidechain")]}
        for row in rows:
            if row.get("isSidechain"):
                side = folder / session / "subagents" / f"agent-{row.get('agentId', 'x')}.jsonl"
                files.setdefault(side, []).append(row)
    for path, own in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(_in_project(row, project)) + "\n" for row in own))


def _in_project(row: dict[str, Any], project: Path) -> dict[str, Any]:
    """A line of a transcript with this folder as its own."""
    if "cwd" in row:
        return {**row, "cwd": str(project)}
    payload = row.get("payload")
    if isinstance(payload, dict) and "cwd" in payload:
        return {**row, "payload": {**payload, "cwd": str(project)}}
    return row


# Commands


def command_cases(folder: Path, _: "Path | None") -> Iterator[Case]:
    """A life of one store: each line of golden_commands.txt is a command; after `user:` a person types it."""
    store = Store(folder / "life")
    script = Path(__file__).with_name("golden_commands.txt").read_text().splitlines()
    stored: list[str] = []
    for number, line in enumerate(script, 1):
        typed = line.removeprefix("user: ")
        args = [_with_id(word, stored) for word in json.loads(typed)]
        answer = store.home.quick(*args, person=typed != line)
        if args[:2] == ["--json", "store"] and answer.status == 0:
            stored += json.loads(answer.out)["memory_ids"]
        store.home.later()
        yield Case("life", f"{number} {typed}", tuple(store.clean(answer)))


def _with_id(word: str, stored: list[str]) -> str:
    """A word of a command, where `@3` is the id of the third memory that was stored."""
    return stored[int(word[1:]) - 1] if word[:1] == "@" and word[1:].isdigit() else word
