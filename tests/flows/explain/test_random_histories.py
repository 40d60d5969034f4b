"""Random histories of store, update, tag, delete and undo against a plain model, with every past moment checked.

The model keeps memories as dictionaries and operations as lists of what they changed. After each step the store
is asked, for the moment of each earlier step, what it believed then: by list, count, get and search.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from recall_cli.domain.errors import NotFound
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import Memory
from recall_cli.domain.scope import Filters
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.search import listing
from recall_cli.flows.search import search as flow
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.search.past_state import memory_at
from tests.command import CommandResult, Home
from tests.long_run import LONG_RUN

WORDS = ("anchor", "banana", "copper", "delta", "漢字", "🙂", "émigré")
TAGS = ("area", "owner")
TAG_WORDS = ("violet", "walrus")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
shares = st.sampled_from((0.1, 0.5, 0.9))
picks = st.integers(0, 1_000)

Change = dict[str, tuple[Any, Any]]


class Operation:
    """A write in the model."""

    def __init__(self, kind: str, undoes: int | None = None) -> None:
        self.kind, self.undoes = kind, undoes
        self.undone = False
        self.created: list[str] = []
        self.changes: dict[str, Change] = {}


class Model:
    """The model: memories, operations, and the believed memories at each moment."""

    def __init__(self) -> None:
        self.memories: dict[str, dict[str, Any]] = {}
        self.operations: list[Operation] = []
        self.past: dict[int, dict[str, dict[str, Any]]] = {}

    def remember(self, moment: int) -> None:
        self.past[moment] = {
            id_: {k: v for k, v in fields.items() if v is not None}
            for id_, fields in self.memories.items()
            if fields["deleted"] is None
        }

    def change(self, op: Operation, id_: str, **values: Any) -> None:
        fields = self.memories[id_]
        moved = {k: (fields.get(k), v) for k, v in values.items() if fields.get(k) != v}
        if moved:
            op.changes[id_] = moved
            fields.update(values)

    def known(self, text: str) -> str | None:
        """The first live memory with this text."""
        return next((i for i, f in self.memories.items() if f["text"] == text and f["deleted"] is None), None)

    def undoable(self, number: int) -> bool:
        """Whether this operation can be undone: all that it changed is still as it left it."""
        op = self.operations[number]
        if op.undone:
            return False
        for other in self.operations[number + 1 :]:
            if other.kind != "undo" and not other.undone and set(op.created) & other.changes.keys():
                return False
        return all(
            self.memories[id_].get(k) == after for id_, moved in op.changes.items() for k, (_, after) in moved.items()
        )

    def undo(self, number: int, now: int) -> None:
        op, taken = self.operations[number], Operation("undo", number)
        for id_, moved in op.changes.items():
            self.change(taken, id_, **{k: before for k, (before, _) in moved.items()})
        for id_ in op.created:
            if self.memories[id_]["deleted"] is None:
                self.change(taken, id_, deleted=now)
        op.undone = True
        if op.undoes is not None:
            self.operations[op.undoes].undone = False
        self.operations.append(taken)

    def last(self) -> int | None:
        """The operation that `undo` without a number undoes."""
        standing = [n for n, op in enumerate(self.operations) if op.kind != "undo" and not op.undone]
        return standing[-1] if standing else None


class Histories(RuleBasedStateMachine):
    """One store and its model, through any sequence of writes."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.home, self.model = Home(self.folder), Model()
        self.start = self.home.now - 1

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.home.drop_databases()
            shutil.rmtree(self.folder)

    # Writes

    @rule(text=texts)
    def store(self, text: str) -> None:
        answer = self.step("store", "--", text)
        memory, op = answer.data["memories"][0], Operation("store")
        known = self.model.known(text)
        if known is None:
            assert memory["action"] == "created"
            self.model.memories[memory["id"]] = {"text": text, "importance": 0.5, "deleted": None, "seen": 1}
            op.created = [memory["id"]]
        else:
            assert (memory["action"], memory["id"]) == ("seen-again", known)
            self.model.change(op, known, seen=self.model.memories[known]["seen"] + 1, seen_at=self.home.now)
        self.model.operations.append(op)
        self.check()

    @precondition(lambda self: self.model.memories)
    @rule(pick=picks, text=st.none() | texts, importance=st.none() | shares)
    def update(self, pick: int, text: str | None, importance: float | None) -> None:
        id_ = self.picked(pick)
        given = {k: v for k, v in (("text", text), ("importance", importance)) if v is not None}
        words = [word for k, v in given.items() for word in ("--" + k, str(v))]
        self.write("update", id_, given, words)

    @precondition(lambda self: self.model.memories)
    @rule(pick=picks, tag=st.sampled_from(TAGS), word=st.none() | st.sampled_from(TAG_WORDS))
    def tag(self, pick: int, tag: str, word: str | None) -> None:
        self.write("tag", self.picked(pick), {f"tag {tag}": word}, [f"{tag}={word or ''}"])

    @precondition(lambda self: self.model.memories)
    @rule(first=picks, second=picks)
    def delete(self, first: int, second: int) -> None:
        ids = {self.picked(first), self.picked(second)}
        answer = self.step("delete", *sorted(ids))
        if any(self.model.memories[id_]["deleted"] is not None for id_ in ids):
            assert answer.status == 4, answer
        else:
            assert answer.status == 0, answer
            op = Operation("delete")
            for id_ in ids:
                self.model.change(op, id_, deleted=self.home.now)
            self.model.operations.append(op)
        self.check()

    @precondition(lambda self: self.model.operations)
    @rule(pick=picks)
    def undo_any(self, pick: int) -> None:
        number = pick % len(self.model.operations)
        self.taken_back(number, self.step("undo", str(number + 1)))

    @rule()
    def undo_last(self) -> None:
        self.taken_back(self.model.last(), self.step("undo"))

    @rule()
    def hold_the_clock(self) -> None:
        """The next write happens in the same millisecond."""
        self.held = True

    # How they are carried out

    def step(self, *args: str) -> CommandResult:
        if not self.__dict__.pop("held", False):
            self.home.later()
        return self.home.quick("--json", *args)

    def picked(self, pick: int) -> str:
        return [*self.model.memories][pick % len(self.model.memories)]

    def write(self, kind: str, id_: str, given: dict[str, Any], words: list[str]) -> None:
        answer = self.step(kind, id_, *words)
        if self.model.memories[id_]["deleted"] is not None:
            assert answer.status == 4, answer
        elif not given:
            assert answer.status == 2, answer
        else:
            assert answer.status == 0, answer
            op = Operation(kind)
            self.model.change(op, id_, **given)
            assert (answer.data["operation"] is None) == (not op.changes)
            if op.changes:
                self.model.operations.append(op)
        self.check()

    def taken_back(self, number: int | None, answer: CommandResult) -> None:
        if number is None:
            assert answer.error["code"] == "not_found"
        elif self.model.undoable(number):
            assert answer.status == 0, answer
            self.model.undo(number, self.home.now)
            assert answer.data["operation"] == len(self.model.operations)
        else:
            again = self.model.operations[number].undone
            assert answer.error["code"] == ("failed" if again else "dependent")
            assert answer.error["hint"] or "since" in answer.error["message"]
        self.check()

    # What must hold

    def check(self) -> None:
        self.model.remember(self.home.now)
        from recall_cli.app import App
        from recall_cli.domain.scope import View

        app = App({"db": self.home.store_name})
        try:
            tx = Transaction(app.engine(), View(user="owner"), self.home.now)
            with tx:
                assert self.listed(tx, None) == self.model.past[self.home.now]
                for turn, (moment, believed) in enumerate([(self.start, {}), *self.model.past.items()]):
                    self.check_moment(tx, moment, believed, turn + len(self.model.operations))
        finally:
            app.close()

    def check_moment(self, tx: Transaction, moment: int, believed: dict[str, dict[str, Any]], turn: int) -> None:
        assert self.listed(tx, moment) == believed
        asked = (*WORDS, *TAG_WORDS)
        for word in (asked[turn % len(asked)], asked[(turn + 4) % len(asked)]):
            hits = flow.search(tx, word, Filters(as_of=moment), 1000).hits
            told = {id_ for id_, fields in believed.items() if word in " ".join(map(str, fields.values())).split()}
            assert {hit.memory.id for hit in hits} == told, word
            assert all(_fields(hit.memory) == believed[hit.memory.id] for hit in hits)
        for id_ in self.model.memories:
            try:
                was = memory_at(tx, find_memory(tx, id_, deleted=True), moment)
            except NotFound:
                assert id_ not in believed
                continue
            gone = was.deleted_at is not None and was.deleted_at <= moment
            assert (id_ in believed) == (was.created_at <= moment and not gone)
            if id_ in believed:
                assert _fields(was) == believed[id_]

    def listed(self, tx: Transaction, moment: int | None) -> dict[str, dict[str, Any]]:
        found = listing.newest_memories(tx, Filters(as_of=moment), 1000)
        assert len(found) == listing.count_memories(tx, Filters(as_of=moment))
        assert [m.created_at for m in found] == sorted((m.created_at for m in found), reverse=True)
        return {memory.id: _fields(memory) for memory in found}


def _fields(memory: Memory) -> dict[str, Any]:
    """A memory as the model has it."""
    fields = {
        "text": memory.text, "importance": memory.importance, "deleted": memory.deleted_at, "seen": memory.seen_count,
        "seen_at": memory.seen_at, **{f"tag {k}": v for k, v in loads(memory.tags or "{}").items()},
    }  # fmt: skip
    return {name: value for name, value in fields.items() if value is not None}


TestHistories = Histories.TestCase
TestHistories.settings = settings(max_examples=20 if LONG_RUN else 5, stateful_step_count=20)


def test_the_command_line_answers_for_every_earlier_moment(recall: Home) -> None:
    """`--as-of` of list, count, search, get and export is right after every kind of write."""
    seen: list[tuple[str, set[str]]] = []

    def note(*believed: str) -> None:
        seen.append((recall.moment, {*believed}))
        recall.later(days=1)

    note()
    first = recall.store("The port of the service is 8080.")
    note("The port of the service is 8080.")
    recall.quick("update", first, "--text", "The port of the service is 9090.")
    note("The port of the service is 9090.")
    recall.store("A service needs a port.")
    note("The port of the service is 9090.", "A service needs a port.")
    recall.quick("delete", first)
    note("A service needs a port.")
    recall.quick("undo")
    note("The port of the service is 9090.", "A service needs a port.")
    recall.quick("undo", "2")
    note("The port of the service is 8080.", "A service needs a port.")
    for moment, believed in seen:
        at = ("--as-of", moment)
        assert {memory["text"] for memory in recall.json("list", *at)["memories"]} == believed
        assert recall.json("count", *at)["count"] == len(believed)
        assert {hit["text"] for hit in recall.json("search", "service port", *at)["results"]} == believed
        assert len(recall.quick("export", *at).lines) == 1 + len(believed)
        got = recall.quick("--json", "get", first, *at)
        own = next((text for text in believed if "8080" in text or "9090" in text), None)
        assert got.status == (0 if own else 4)
        assert not own or got.data["text"] == own
