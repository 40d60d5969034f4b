"""A benchmark of the search: import documents into stores of their own, ask questions, score the results.

A set is a folder with `docs.jsonl` (space, id, text, author, time, session) and `queries.jsonl` (space, id, text,
time, category, gold, gold_sessions). Each space is a store. A question is asked at its own time.
"""

import os
import time
from itertools import islice

from recall_cli.app import App
from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.search import search
from recall_cli.flows.transfer.importing import Importer
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.questions.question import ROLE_NAMES
from recall_cli.rules.ranking.evidence import MIN_EVIDENCE
from recall_cli.rules.ranking.measures import confidence_interval, hit_at, ndcg_at, recall_at, reciprocal_rank
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING
from recall_cli.rules.text.memory_json import EXPORT_FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from recall_cli.flows.search.search import Hit

    Line = dict[str, Any]

MAX_RESULTS = 50
"""Results asked for: enough to contain ten sessions."""
MAX_DOCUMENT_BYTES = 1_000_000
"""Maximum size of a document; some sets have longer ones than a memory may be."""
TOP_RESULTS = 5
"""The first results of a question, whose tokens are counted."""
MEASURES = ("recall@5", "recall@10", "mrr", "ndcg@10")


class BenchResult(Record):
    """The result of one set and one ranking: each measure with its mean and half its 95% interval."""

    name: str
    ranking: str
    questions: int
    figures: "dict[str, tuple[float, float]]"
    ms: float
    """Mean time of a search within the process, in milliseconds."""
    tokens: float = 0.0
    """About how many tokens the first five results of a question have."""

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {
            "set": self.name,
            "ranking": self.ranking,
            "questions": self.questions,
            "ms": self.ms,
            "tokens": self.tokens,
            "measures": {
                name: {"mean": round(mean, 4), "within": round(within, 4)}
                for name, (mean, within) in self.figures.items()
            },
        }


class Dataset(Record):
    """The documents and questions of a folder, by space."""

    name: str
    documents: "dict[str, list[Line]]"
    questions: "dict[str, list[Line]]"

    @property
    def size(self) -> int:
        return sum(map(len, self.questions.values()))


def read_dataset(folder: str) -> Dataset:
    """Read a set from a folder."""
    spaces: dict[str, dict[str, list[Line]]] = {"docs": {}, "queries": {}}
    for kind, lines_by_space in spaces.items():
        path = os.path.join(folder, kind + ".jsonl")
        try:
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    value = loads(line)
                    lines_by_space.setdefault(str(value["space"]), []).append(value)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise UsageError(f"cannot read {path}: {why}", "recall admin bench --help has the format") from None
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"cannot read {path}: {error!r:.200}", "recall admin bench --help has the format"
            ) from None
    name = os.path.basename(os.path.normpath(folder))
    return Dataset(name=name, documents=spaces["docs"], questions=spaces["queries"])


class Tally:
    """The scores, times and tokens of the questions of one run; `with tally:` notes how long a question takes."""

    def __init__(self) -> None:
        self._scores: list[dict[str, float]] = []
        self._times: list[float] = []
        self._tokens: list[int] = []

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._times.append((time.perf_counter() - self._began) * 1000)

    def add(self, scores: "dict[str, float]", texts: "Iterable[object]" = ()) -> None:
        """Note the scores of a question, and the tokens of its first results."""
        self._scores.append(scores)
        self._tokens.append(sum(estimate_tokens(str(text)) for text in islice(texts, TOP_RESULTS)))

    def summary(self, name: str, ranking: str = DEFAULT_RANKING) -> BenchResult:
        """The mean of each measure over the questions that have it."""
        scores, times, tokens = self._scores, self._times, self._tokens
        names = dict.fromkeys(measure for question in scores for measure in question)
        return BenchResult(
            name=name,
            ranking=ranking,
            questions=len(scores),
            figures={at: confidence_interval([score[at] for score in scores if at in score]) for at in names},
            ms=round(sum(times) / max(1, len(times)), 2),
            tokens=round(sum(tokens) / max(1, len(tokens)), 1),
        )


class BenchRun:
    """One space in a store of its own, filled by an import and searched as by `recall search`."""

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
        """Import the documents of this space in order."""

        def lines() -> "Iterator[tuple[int, bytes]]":
            yield 0, dumps({"recall": EXPORT_FORMAT}).encode()
            for number, document in enumerate(documents, 1):
                id_ = self.app.new_id()
                self._documents[id_] = document
                author = str(document.get("author") or "")
                memory = {"id": id_, "text": document["text"], "session": document.get("session") or None}
                memory["source"] = "user" if author == "user" else "agent"
                memory["agent"] = author if author and author not in ROLE_NAMES else None
                memory["created_at"] = _utc_time(document.get("time"))
                yield number, dumps(memory).encode()

        done = Importer(self.app, None).run(lines(), lambda: None)
        if done.faults:
            raise UsageError(f"{len(done.faults)} documents cannot be stored: {done.faults[0].reason}")

    def read(self, model: str) -> None:
        """Embed the documents with a full model."""
        from recall_cli.flows.measure.embed import embed

        embed(self.app, model, lambda _made, _total: None)

    def at(self, question: "Line") -> App:
        """The store at the time of a question."""
        now = _utc_time(question.get("time"))
        if now is not None:
            self._environment["RECALL_NOW"] = now
        return self.app

    def ask(self, question: "Line", ranking: str) -> "tuple[list[Line], float]":
        """The documents found, best first, and the evidence that any of them answers the question."""
        with self.at(question).read_transaction() as tx:
            filters = Filters(min_confidence=self.app.settings["min_confidence"])
            results = search(tx, question["text"], filters, MAX_RESULTS, ranking=ranking)
        return self.documents_of(results.hits), results.evidence

    def documents_of(self, hits: "Iterable[Hit]") -> "list[Line]":
        """The documents of these hits, in their order."""
        return [self._documents[hit.memory.id] for hit in hits]


def score_question(question: "Line", documents: "list[Line]", evidence: float) -> "dict[str, float]":
    """The scores of one question: of documents and sessions if it has an answer, of silence if it has none."""
    gold, sessions = frozenset(question.get("gold") or ()), frozenset(question.get("gold_sessions") or ())
    if not gold and not sessions:
        return {"silent": float(not documents or evidence < MIN_EVIDENCE)}
    scores: dict[str, float] = {}
    ids = [str(document["id"]) for document in documents]
    document_sessions = list(dict.fromkeys(str(document.get("session")) for document in documents))
    for prefix, order, wanted in (("", ids, gold), ("session ", document_sessions, sessions)):
        if wanted:
            shares = recall_at(5, order, wanted), recall_at(10, order, wanted)
            values = (*shares, reciprocal_rank(order, wanted), ndcg_at(10, order, wanted))
            scores.update((prefix + name, value) for name, value in zip(MEASURES, values, strict=True))
    if sessions:
        scores["session any@5"] = hit_at(5, document_sessions, sessions)
    if scores.get("recall@5", scores.get("session recall@5")):  # silence loses nothing if nothing was found
        scores["kept"] = float(evidence >= MIN_EVIDENCE)
    return scores


def run_benchmark(
    dataset: Dataset,
    rankings: "tuple[str, ...]",
    folder: str,
    progress: "Callable[[int], None]",
    model: "str | None" = None,
    new_run: "Callable[[], BenchRun] | None" = None,
    ask: "Callable[[BenchRun, Line, str], tuple[list[Line], Any]]" = BenchRun.ask,
    score: "Callable[[Line, list[Line], Any], dict[str, float]]" = score_question,
) -> "list[BenchResult]":
    """Ask all questions of a set under each ranking; stores are made in `folder`, one at a time.

    With `model`, a full model embeds all documents and questions. `new_run` makes an empty store elsewhere. `ask` gives
    the documents that are found, and what `score` needs to know besides.
    """
    tallies = {ranking: Tally() for ranking in rankings}
    for space, questions in dataset.questions.items():
        with new_run() if new_run is not None else BenchRun(os.path.join(folder, "exam.db")) as run:
            run.learn(dataset.documents.get(space, []))
            if model is not None:
                run.read(model)
            for question in questions:
                for ranking, tally in tallies.items():
                    with tally:
                        documents, more = ask(run, question, ranking)
                    tally.add(score(question, documents, more), (document["text"] for document in documents))
                progress(1)
    return [tally.summary(dataset.name, ranking) for ranking, tally in tallies.items()]


def _utc_time(value: "Any") -> "str | None":
    """A time of a set, which is UTC if it has no zone."""
    text = str(value or "")
    return None if not text else text if text.endswith("Z") or "+" in text else text + "Z"
