"""What a developer's store answers first, and where it says nothing.

    python -m lab.developer_store [SET …] [--model NAME|FOLDER] [--sure]

A set is a folder beside this module: `memories.jsonl` (id, type, text) and `questions.jsonl` (id, group, question, and
the memory that answers it). Its writer had not seen how search works. The groups:

- easy: the question has a rare word of its answer
- hard: the question says it in other words
- other: someone else's thing is asked for, of which the store knows the user's or a third person's
- near: the subject is in the store, the value is not
- stranger: the store knows nothing of the subject

Memories are stored as `recall store` does. A question is right if its answer is the first result of the search. It is
silent if `recall context` would tell nothing. With `--sure`, after `recall maintain` and with the setting
`context.certainty` `sure`.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from recall_cli.app import App
from recall_cli.domain.draft import StoreRequest
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.calibration import measure_calibration, save_calibration
from recall_cli.flows.search.certainty import answers_to_tell
from recall_cli.flows.search.search import search
from recall_cli.flows.write.store import store

HERE = Path(__file__).parent
SETS = ("first", "second")
ANSWERABLE = ("easy", "hard")
UNANSWERABLE = ("other", "near", "stranger")
MAX_RESULTS = 10


class Question(NamedTuple):
    """A question, and the memory that answers it; none if the store has no answer."""

    id: str
    group: str
    text: str
    answer: str | None


class Outcome(NamedTuple):
    """What a store said to a question: the memories found and those told, best first."""

    question: Question
    found: tuple[str, ...]
    told: tuple[str, ...]

    @property
    def as_wanted(self) -> bool:
        """Whether the answer came first, or nothing was told where there is none."""
        if self.question.answer is None:
            return not self.told
        return self.found[:1] == (self.question.answer,)

    @property
    def told_answer(self) -> bool:
        """Whether the answer was among what was told."""
        return self.question.answer in self.told


def read_lines(path: Path) -> "list[dict[str, str]]":
    """The objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_questions(folder: Path) -> "list[Question]":
    """The questions of a set."""
    rows = read_lines(folder / "questions.jsonl")
    return [Question(row["id"], row["group"], row["question"], row.get("answer")) for row in rows]


def ask_all(folder: Path, home: str, model: "str | None" = None, *, sure: bool = False) -> "list[Outcome]":
    """Store the memories of a set in a new store and ask its questions; with `sure`, only sure answers are told."""
    environment = {"HOME": home, "RECALL_CONFIG": str(Path(home) / "config.toml"), "RECALL_NOW": "2026-10-01T00:00:00Z"}
    certainty = "sure" if sure else "maybe"
    app = App({"db": str(Path(home) / "developer.db"), "context.certainty": certainty}, environment)
    try:
        names: dict[str, str] = {}
        for row in read_lines(folder / "memories.jsonl"):
            outcome = store(app, StoreRequest(text=row["text"], type=row["type"]), None, extractor=None)
            names |= {one.memory.id: row["id"] for one in outcome.memories}
        if model is not None:
            read_with_model(app, model)
        if sure:
            calibrate(app)
        return [_ask(app, one, names) for one in read_questions(folder)]
    finally:
        app.close()


def read_with_model(app: App, model: str) -> None:
    """Read the memories with an embedding model instead of the built-in vectors."""
    from recall_cli.flows.measure.embed import embed

    embed(app, model, lambda _made, _total: None)


def calibrate(app: App) -> None:
    """Measure what is sure in this store, as `recall maintain` does."""
    with app.write_transaction() as tx:
        values = measure_calibration(tx, float(app.settings["context.max_false"]))
        if values is not None:
            save_calibration(tx, values)


def _ask(app: App, question: Question, names: "dict[str, str]") -> Outcome:
    with app.read_transaction() as tx:
        result = search(tx, question.text, Filters(), MAX_RESULTS)
        found = tuple(names[hit.memory.id] for hit in result.hits)
        told = tuple(names[hit.memory.id] for hit in answers_to_tell(app, tx, result, question.text))
    return Outcome(question, found, told)


def describe(outcomes: "list[Outcome]", texts: "dict[str, str]") -> "list[str]":
    """The figures of a set, a line each, and its misses."""
    lines = []
    for group in (*ANSWERABLE, *UNANSWERABLE):
        of = [one for one in outcomes if one.question.group == group]
        word = "right first" if group in ANSWERABLE else "silent"
        told = f", {sum(one.told_answer for one in of)} told" if group in ANSWERABLE else ""
        lines.append(f"{group:9} {sum(one.as_wanted for one in of)} of {len(of)} {word}{told}")
    silent = [one for one in outcomes if one.question.answer is None]
    lines.append(f"{'together':9} {sum(one.as_wanted for one in silent)} of {len(silent)} silent")
    for one in outcomes:
        if one.as_wanted and (one.question.answer is None or one.told_answer):
            continue
        first = one.told[:1] or one.found[:1]
        fault = "not first" if one.question.answer else "not silent"
        fault = "first, but not told" if one.question.answer and one.as_wanted else fault
        lines.append(f"  {fault} ({one.question.group}): {one.question.text}")
        lines += [f"      instead {texts[id_]}" for id_ in first if id_ != one.question.answer]
        lines += [f"      wanted  {texts[one.question.answer]}"] if one.question.answer else []
    return lines


def main() -> None:
    """Print the figures of each set."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("sets", nargs="*", default=[name for name in SETS if (HERE / name).is_dir()])
    ask.add_argument("--model")
    ask.add_argument("--sure", action="store_true")
    given = ask.parse_args()
    for name in given.sets:
        with tempfile.TemporaryDirectory() as home:
            outcomes = ask_all(HERE / name, home, given.model, sure=given.sure)
        texts = {row["id"]: row["text"] for row in read_lines(HERE / name / "memories.jsonl")}
        print(f"{name}: {len(texts)} memories, {len(outcomes)} questions")
        print("\n".join(describe(outcomes, texts)))
