"""Whatever three people do, in whatever order they synchronise: everybody ends with what the others share, and no more."""

import random
from collections.abc import Callable

import pytest

from tests.flows.team.clones import Clone, Space
from tests.long_run import LONG_RUN

HISTORIES = {"git": 12, "server": 4} if LONG_RUN else {"git": 2, "server": 1}
"""How many random histories are played over git and on a server."""
SECRET_WORDS = ("zephyrine", "quixotry", "wainscoted", "kumquaten")
"""Words that occur nowhere else: after an erasure no byte of anybody may hold them."""


def act(clone: Clone, chance: random.Random) -> str:
    """One random statement, change, deletion, undo, share, take-back or erasure; the word that was erased, if one was."""
    own = [one for one in clone.run("--json", "list", "-n", "1000").data["memories"] if one["trust"] == "user"]
    id_ = str(chance.choice(own)["id"]) if own else ""
    action = chance.choice(("state", "word", "share", "share", "off", "edit", "delete", "undo", "erase"))
    if action == "state" or not id_:
        clone.state_text(f"Rule {chance.randrange(10**6)} holds.")
    elif action == "word":
        clone.state_text(f"The plan of {clone.name} is called {chance.choice(SECRET_WORDS)}.")
    elif action == "share":
        clone.share(id_)
    elif action == "off":
        clone.run("share", id_, "--off", "--yes")
    elif action == "edit":
        clone.run("update", id_, "--text", f"Rule {chance.randrange(10**6)} is new.")
    elif action == "delete":
        clone.run("delete", id_)
    elif action == "undo":
        last = clone.run("--json", "log", "-n", "1").data["operations"]
        if last and last[0]["kind"] in ("store", "update"):
            clone.run("undo")
    else:
        word = chance.choice(SECRET_WORDS)
        if clone.run("erase", "--query", f"{word} {clone.name}", "--confirm").status == 0:
            return word
    return ""


def shared_texts(clone: Clone) -> "set[str]":
    """What this person shares, and believes."""
    ids = {*clone.run("--json", "team").data["you"]["shared"]}
    memories = clone.run("--json", "list", "-n", "1000").data["memories"]
    return {str(one["text"]) for one in memories if one["id"] in ids}


def texts_of(clone: Clone, name: str) -> "set[str]":
    """What this person believes of a colleague's."""
    memories = clone.run("--json", "list", "-n", "1000").data["memories"]
    return {str(one["text"]) for one in memories if one["author"] == f"colleague {name}"}


@pytest.mark.parametrize(
    ("make_people", "seed"),
    [(place, seed) for place, times in HISTORIES.items() for seed in range(times)],
    indirect=["make_people"],
)
def test_everybody_has_what_the_others_share(make_people: "Callable[..., list[Clone]]", seed: int) -> None:
    """With syncs at any time. An erased word is in no byte of anybody who has synchronised."""
    chance = random.Random(seed)
    people = make_people("ann", "ben", "cleo")
    for clone in people:
        clone.share(clone.state_text(f"The first memory of {clone.name}."))
    for clone in people:
        for other in people:
            if other is not clone:
                clone.accept(other.name)
    erased: set[str] = set()
    for _ in range(24):
        clone = chance.choice(people)
        clone.now = max(one.later() for one in people)
        word = act(clone, chance)
        erased |= {f"of {clone.name} is called {word}"} if word else set()
        if chance.random() < 0.5:
            chance.choice(people).run("sync")
    for clone in (*people, *people):
        assert clone.run("sync").status == 0
    for clone in people:
        for other in people:
            if other is not clone:
                assert texts_of(clone, other.name) == shared_texts(other), (clone.name, other.name)
    for clone in people:
        assert all(clone.run("--json", "sync").data["team"][count] == 0 for count in ("sent", "created", "changed"))
        kept = {text for one in people for text in one.texts("--include", "superseded,expired,deleted")}
        content = clone.kept() + (clone.place.content() if isinstance(clone.place, Space) else b"")
        for words in erased:
            if not any(words in text for text in kept):
                assert words.encode() not in content
