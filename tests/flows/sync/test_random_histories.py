"""Machines with random histories, wrong clocks and failing syncs end with the same memories, and without erased words."""

import random
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

import pytest

from recall_cli.flows.sync import store_side, sync
from recall_cli.flows.sync.git_remote import GitRemote
from recall_cli.flows.sync.git_runner import SyncFailed
from tests.flows.sync.machines import SECRET_WORDS, Machine, act, make_machines
from tests.long_run import repetitions


class Killed(BaseException):
    """The process ends here."""


def sync_in_bad_weather(machine: Machine, chance: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sync that may fail or be killed at any step."""
    step = chance.choice(("none", "none", "push", "push-lost", "fetch", "apply", "remember"))
    with monkeypatch.context() as patch:
        if step == "push":
            patch.setattr(GitRemote, "push", lambda *_: (_ for _ in ()).throw(SyncFailed("rejected")))
        elif step == "push-lost":  # it arrived, and the process is killed before it knows
            push = GitRemote.push

            def lose(*arguments: object) -> None:
                push(*arguments)  # type: ignore[arg-type]
                raise Killed

            patch.setattr(GitRemote, "push", lose)
        elif step == "fetch":
            patch.setattr(GitRemote, "fetch", lambda *_: (_ for _ in ()).throw(SyncFailed("no network")))
        elif step == "apply":
            patch.setattr(store_side, "apply_lines", lambda *_: (_ for _ in ()).throw(Killed()))
        elif step == "remember":
            patch.setattr(sync.Sync, "_remember", lambda *_, **__: (_ for _ in ()).throw(Killed()))
        with suppress(Killed):
            machine.run("sync")


def held_words(machines: "list[Machine]", words: "set[str]") -> "list[str]":
    """The erased words that some byte of a store or of a repository still holds."""
    found = []
    for machine in machines:
        for file in (machine.path / ".local").rglob("*"):
            content = file.read_bytes().lower() if file.is_file() else b""
            found += [f"{word} in {file}" for word in words if word.encode() in content]
    return found


def test_machines_end_with_the_same_memories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any order of syncs, and with the word of an erased memory nowhere but where somebody said it again."""
    for seed in range(repetitions(16)):
        chance = random.Random(seed)
        machines = make_machines(tmp_path / str(seed), chance.randrange(2, 7 if seed % 4 == 3 else 4))
        skews = [chance.choice((0, 0, -10_000_000, 10_000_000)) for _ in machines]
        erased: set[str] = set()
        begin = machines[0].now
        for step in range(1, 16):
            at = chance.randrange(len(machines))
            machines[at].now = begin + step * 60_000 + skews[at]
            erased.add(act(machines[at], chance))
            if chance.random() < 0.5:
                sync_in_bad_weather(machines[at], chance, monkeypatch)
        for _ in range(3):
            for machine in chance.sample(machines, len(machines)):
                machine.run("sync")
        states = [machine.state() for machine in machines]
        differences = [(a, b) for state in states[1:] for a, b in zip_longest(states[0], state) if a != b]
        assert differences == [], seed
        texts = " ".join(str(memory["text"]) for memory in states[0])
        gone = {word for word in SECRET_WORDS if word in erased and word not in texts}
        assert held_words(machines, gone) == [], seed
