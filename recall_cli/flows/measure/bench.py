"""An exam of the real search: documents are imported into stores of their own, questions asked, places counted.

A set is a folder with `docs.jsonl` (space, id, text, author, time, session) and `queries.jsonl` (space, id, text,
time, category, gold, gold_sessions). A space is a store; the time of a question is its now.
"""

import os
import time

from recall_cli.app import App
from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.search import search
from recall_cli.flows.transfer.importing import Importer
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.ranking.evidence import MIN_EVIDENCE
from recall_cli.rules.ranking.measures import confidence_interval, hit_at, ndcg_at, recall_at, reciprocal_rank
from recall_cli.rules.ranking.question import ROLE_NAMES
from recall_cli.rules.text.memory_json import EXPORT_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Line = dict[str, Any]

MAX_RESULTS = 50
"""So many results are asked for: enough to see ten sessions among them."""
MAX_DOCUMENT_BYTES = 1_000_000
"""Bytes of a document: longer ones than a memory may have are in some sets."""
MEASURES = ("recall@5", "recall@10", "mrr", "ndcg@10")


class BenchResult(Record):
    """What one set and one ranking came to: each measure with its mean and the half of its 95 % interval."""

    name: str
    ranking: str
    questions: int
    figures: "dict[str, tuple[float, float]]"
    ms: float
    """Milliseconds a search took, within the process."""
    tokens: float = 0.0
    """About how many tokens the first five results of a question cost a reader."""


class Dataset(Record):
    """A folder read."""

    name: str
    documents: "dict[str, list[Line]]"
    questions: "dict[str, list[Line]]"

    @property
    def size(self) -> int:
        return sum(map(len, self.questions.values()))


def read_dataset(folder: str) -> Dataset:
    """The documents and questions of a folder, by space."""
    spaces: dict[str, dict[str, list[Line]]] = {"docs": {}, "queries": {}}
    for kind, found in spaces.items():
        path = os.path.join(folder, kind + ".jsonl")
        try:
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    read = loads(line)
                    found.setdefault(str(read["space"]), []).append(read)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise UsageError(f"cannot read {path}: {why}", "recall bench --help has the format") from None
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"cannot read {path}: {error!r:.200}", "recall bench --help has the format") from None
    name = os.path.basename(os.path.normpath(folder))
    return Dataset(name=name, documents=spaces["docs"], questions=spaces["queries"])


def run_benchmark(
    dataset: Dataset,
    rankings: "tuple[str, ...]",
    folder: str,
    progress: "Callable[[int], None]",
    model: "str | None" = None,
) -> "list[BenchResult]":
    """Ask every question of a set under each ranking; stores are made in `folder`, one at a time.

    With a model, that reads every document and every question.
    """
    marks: dict[str, list[dict[str, float]]] = {ranking: [] for ranking in rankings}
    took: dict[str, list[float]] = {ranking: [] for ranking in rankings}
    spent: dict[str, list[int]] = {ranking: [] for ranking in rankings}
    for space, questions in dataset.questions.items():
        with BenchRun(os.path.join(folder, "exam.db")) as sitting:
            sitting.learn(dataset.documents.get(space, []))
            if model is not None:
                sitting.read(model)
            for question in questions:
                for ranking in rankings:
                    began = time.perf_counter()
                    found, evidence = sitting.ask(question, ranking)
                    took[ranking].append((time.perf_counter() - began) * 1000)
                    spent[ranking].append(sum(estimate_tokens(str(document["text"])) for document in found[:5]))
                    marks[ranking].append(score_question(question, found, evidence))
                progress(1)
    return [
        BenchResult(
            name=dataset.name,
            ranking=ranking,
            questions=len(marks[ranking]),
            figures=_mean_scores(marks[ranking]),
            ms=round(sum(took[ranking]) / max(1, len(took[ranking])), 2),
            tokens=round(sum(spent[ranking]) / max(1, len(spent[ranking])), 1),
        )
        for ranking in rankings
    ]


class BenchRun:
    """One space: a store of its own, filled as an import fills it, asked as `recall search` asks it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._environment = {"HOME": os.path.dirname(path), "RECALL_CONFIG": os.devnull}
        self.app = App({"db": path, "max_bytes": MAX_DOCUMENT_BYTES}, self._environment)
        self._documents: dict[str, Line] = {}

    def __enter__(self) -> "BenchRun":
        return self

    def __exit__(self, *_: object) -> None:
        self.app.close()
        for tail in ("", "-wal", "-shm"):
            if os.path.exists(self._path + tail):
                os.remove(self._path + tail)

    def learn(self, documents: "list[Line]") -> None:
        """Import the documents of this space, in their order."""

        def lines() -> "Iterator[tuple[int, bytes]]":
            yield 0, dumps({"recall": EXPORT_FORMAT}).encode()
            for number, document in enumerate(documents, 1):
                id_ = self.app.new_id()
                self._documents[id_] = document
                author = str(document.get("author") or "")
                said = {"id": id_, "text": document["text"], "session": document.get("session") or None}
                said["source"] = "user" if author == "user" else "agent"
                said["agent"] = author if author and author not in ROLE_NAMES else None
                said["created_at"] = _utc_time(document.get("time"))
                yield number, dumps(said).encode()

        done = Importer(self.app, None).run(lines(), lambda: None)
        if done.faults:
            raise UsageError(f"{len(done.faults)} documents cannot be stored: {done.faults[0].reason}")

    def read(self, model: str) -> None:
        """Let a full model read the documents."""
        from recall_cli.flows.measure.embed import embed

        embed(self.app, model, lambda _made, _total: None)

    def at(self, question: "Line") -> App:
        """The store at the time of a question."""
        now = _utc_time(question.get("time"))
        if now is not None:
            self._environment["RECALL_NOW"] = now
        return self.app

    def ask(self, question: "Line", ranking: str) -> "tuple[list[Line], float]":
        """The documents found, best first, and the evidence for any of them."""
        with self.at(question).read_transaction() as tx:
            wanted = Filters(min_confidence=self.app.settings["min_confidence"])
            found = search(tx, question["text"], wanted, MAX_RESULTS, ranking=ranking)
        return [self._documents[hit.memory.id] for hit in found.hits], found.evidence


def score_question(question: "Line", found: "list[Line]", evidence: float) -> "dict[str, float]":
    """The measures of one question: over documents and sessions where it has an answer, silence where it has none."""
    gold, sessions = frozenset(question.get("gold") or ()), frozenset(question.get("gold_sessions") or ())
    if not gold and not sessions:
        return {"silent": float(not found or evidence < MIN_EVIDENCE)}
    marks: dict[str, float] = {}
    ids = [str(document["id"]) for document in found]
    told = list(dict.fromkeys(str(document.get("session")) for document in found))
    for prefix, order, wanted in (("", ids, gold), ("session ", told, sessions)):
        if wanted:
            shares = recall_at(5, order, wanted), recall_at(10, order, wanted)
            values = (*shares, reciprocal_rank(order, wanted), ndcg_at(10, order, wanted))
            marks.update((prefix + name, value) for name, value in zip(MEASURES, values, strict=True))
    if sessions:
        marks["session any@5"] = hit_at(5, told, sessions)
    if marks.get("recall@5", marks.get("session recall@5")):  # silence takes nothing from what was not found
        marks["kept"] = float(evidence >= MIN_EVIDENCE)
    return marks


def _mean_scores(scores: "list[dict[str, float]]") -> "dict[str, tuple[float, float]]":
    names = dict.fromkeys(name for one in scores for name in one)
    return {name: confidence_interval([one[name] for one in scores if name in one]) for name in names}


def _utc_time(value: "Any") -> "str | None":
    """A time as the sets write it: without a zone it is UTC."""
    text = str(value or "")
    return None if not text else text if text.endswith("Z") or "+" in text else text + "Z"
