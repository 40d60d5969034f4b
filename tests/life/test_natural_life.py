"""Years of natural statements: what has ended answers nothing, what is true stays, and loops are reported."""

import random
from typing import Any

import pytest

from tests.command import Home
from tests.life.natural_changes import BESIDE, CITIES, GUESSES, PEOPLE, SUBJECTS, Subject

MONTHS = 30
MIN_CHAIN_SHARE = 0.95
MIN_TWO_HOP_SHARE = 0.52
MAX_FALSELY_ENDED = 0.01
SEEDS = (11, 23, 47)


class NaturalLife:
    """Statements told to recall, and beside them what is true."""

    def __init__(self, recall: Home, seed: int) -> None:
        self.recall, self.chance = recall, random.Random(seed)
        self.values: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.over: dict[str, list[str]] = {}
        """The ids of the statements of each subject that have ended."""
        self.beside: list[str] = []

    def begin(self, subject: Subject) -> None:
        """The first value of a subject."""
        value = subject.values[0]
        self.values[subject.question] = value
        self.ids[subject.question] = self.recall.store(subject.said.format(value=value), "--type", "fact")

    def change(self, subject: Subject) -> None:
        """Another value, in one of its wordings."""
        old = self.values[subject.question]
        value = self.chance.choice([one for one in subject.values if one != old])
        text = self.chance.choice(subject.changes).format(old=old, value=value)
        self.over.setdefault(subject.question, []).append(self.ids[subject.question])
        self.ids[subject.question] = self.recall.store(text, "--type", "fact")
        self.values[subject.question] = value


def check_answers(life: NaturalLife) -> None:
    """The first answer to each question has the present value, and none that is over is told as if it held."""
    for subject in SUBJECTS:
        found = life.recall.json("search", subject.question, "--no-touch")["results"]
        assert life.values[subject.question] in found[0]["text"], (found[0]["text"], life.values[subject.question])
        over = {*life.over.get(subject.question, ())}
        now = life.values[subject.question]  # a value may come back, and an earlier statement is true again
        unmarked = [
            hit["text"] for hit in found if hit["id"] in over and not _is_marked(hit) and now not in hit["text"]
        ]
        assert not unmarked, unmarked


def _is_marked(memory: "dict[str, Any]") -> bool:
    return memory["contested"] or memory["maybe_replaced_by"] is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_years_of_natural_statements(recall: Home, seed: int) -> None:
    """At the end of every year each first answer has the present value, nothing that is over stands unmarked, and at
    most one true belief in a hundred was ended."""
    life = NaturalLife(recall, seed)
    for subject in SUBJECTS:
        life.begin(subject)
    for month in range(MONTHS):
        recall.later(days=30)
        life.change(SUBJECTS[month % len(SUBJECTS)])
        if month % 2:
            recall.later(days=2)
            text = BESIDE[month // 2 % len(BESIDE)]
            id_ = recall.store(text, "--type", "fact")
            life.beside += [] if text in GUESSES else [id_]
        if month % 12 == 11 or month == MONTHS - 1:
            check_answers(life)
    memories = {memory["id"]: memory for memory in recall.json("list", "-n", "1000")["memories"]}
    true = [*life.ids.values(), *dict.fromkeys(life.beside)]
    falsely_ended = [recall.json("get", id_, "--no-touch")["text"] for id_ in true if id_ not in memories]
    assert len(falsely_ended) <= MAX_FALSELY_ENDED * len(true), falsely_ended
    over = [
        memories[id_]["text"]
        for question, ids in life.over.items()
        for id_ in ids
        if id_ in memories and life.values[question] not in memories[id_]["text"] and not _is_marked(memories[id_])
    ]
    assert not over, over


def test_every_subject_has_many_wordings() -> None:
    """At least eight for each kind of change."""
    assert all(len({*subject.changes}) >= 8 for subject in SUBJECTS)


def test_every_loop_is_reported(recall: Home) -> None:
    """A value that turns again and again within a month is a conflict in the end: contested, or a question."""
    subject = SUBJECTS[0]
    recall.store(subject.said.format(value="8080"), "--type", "fact")
    old = "8080"
    for number in range(5):
        recall.later(days=2)
        value = "9090" if old == "8080" else "8080"
        recall.store(f"{subject.changes[0].format(value=value)[:-1]}, step {number}.", "--type", "fact")
        old = value
    found = recall.json("conflicts")
    assert found["conflicts"] or found["questions"]


def test_chains_of_facts(recall: Home) -> None:
    """After many changes one hop is answered by the present value, and both hops of a chain by present values."""
    chance, cities = random.Random(3), {}
    for service, person in PEOPLE:
        recall.store(f"{person} owns the {service} service.", "--type", "fact")
        cities[person] = chance.choice(CITIES)
        recall.store(f"{person} lives in {cities[person]}.", "--type", "fact")
    for _ in range(4):
        for _service, person in PEOPLE:
            recall.later(days=40)
            old = cities[person]
            cities[person] = chance.choice([city for city in CITIES if city != old])
            recall.store(f"{person} moved from {old} to {cities[person]}.", "--type", "fact")
    one_hop = two_hops = 0
    for service, person in PEOPLE:
        first = recall.json("search", f"Where does {person} live?", "--no-touch")["results"][0]["text"]
        one_hop += first.rstrip(".").endswith(cities[person])
        owner = recall.json("search", f"Who owns the {service} service?", "--no-touch")["results"][0]["text"]
        named = next((name for _, name in PEOPLE if name in owner), "")
        second = recall.json("search", f"Where does {named} live?", "--no-touch")["results"][0]["text"]
        two_hops += second.rstrip(".").endswith(cities[person])
    assert one_hop >= MIN_CHAIN_SHARE * len(PEOPLE)
    assert two_hops > MIN_TWO_HOP_SHARE * len(PEOPLE)


def test_an_agent_never_ends_or_outranks_the_users_word(recall: Home) -> None:
    """What the user typed stays believed. What an agent says against it is contested, and stands behind it, or asked."""
    for subject in SUBJECTS:
        mine = subject.said.format(value=subject.values[0])
        id_ = recall.store(mine, "--type", "fact", person=True)
        recall.later(days=3)
        text = subject.changes[0].format(old=subject.values[0], value=subject.values[1])
        [stored] = recall.json("store", "--type", "fact", text)["memories"]
        shown = recall.json("get", id_, "--no-touch")
        assert shown["superseded_at"] is None, mine
        asked = [named["id"] for named in stored["maybe_outdated"]]
        assert shown["contested"] or id_ in asked, mine
        hits = recall.json("search", subject.question, "--no-touch")["results"]
        order = [hit["id"] for hit in hits if hit["contested"]]
        assert not shown["contested"] or order[:1] == [id_], mine


def test_undo_reaches_back_to_the_first_day(recall: Home) -> None:
    """All operations taken back from the last to the first: ended memories return, marks go, and nothing is left."""
    first = recall.store("The staging database runs on db1.corp.net.", "--type", "fact")
    before = recall.json("list")["memories"]
    for text in ("The staging database moved from db1.corp.net to db2.", "The staging database now runs on db7."):
        recall.later(days=40)
        recall.store(text, "--type", "fact")
    assert recall.json("get", first, "--no-touch")["superseded_at"] is not None
    for marked in (True, False):
        believed = recall.json("list")["memories"]
        assert any(map(_is_marked, believed)) is marked
        recall.later()
        assert recall.quick("undo").status == 0
    after = {memory["id"]: memory for memory in recall.json("list")["memories"]}
    assert {one["id"] for one in before} == set(after)
    assert after[first]["superseded_at"] is None
    recall.later()
    assert recall.quick("undo").status == 0
    assert recall.json("count")["count"] == 0
