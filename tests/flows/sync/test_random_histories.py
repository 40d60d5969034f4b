"""Machines with random histories, wrong clocks and failing syncs end with the same memories, and without erased words."""

import random
import shutil
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

import pytest

from recall_cli.flows.sync import store_side, sync
from recall_cli.flows.sync.git_remote import GitRemote
from recall_cli.flows.sync.git_runner import SyncFailed
from tests.flows.sync import test_random_histories
from tests.flows.sync.machines import SECRET_WORDS, Machine, act, make_machines, read_segments
from tests.flows.sync.memory_hub import MemoryRemote
from tests.long_run import LONG_RUN, repetitions


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


def words_at_remote(machine: Machine, words: "set[str]") -> "list[str]":
    """The erased words that a segment at the remote still holds, sealed."""
    texts = read_segments(machine)
    return [word for word in words if word in texts]


def play_history(machines: "list[Machine]", chance: random.Random, monkeypatch: pytest.MonkeyPatch) -> "set[str]":
    """Random statements, changes and syncs with wrong clocks; the words that were erased."""
    erased: set[str] = set()
    begin = machines[0].now
    skews = [chance.choice((0, 0, -10_000_000, 10_000_000)) for _ in machines]
    for step in range(1, 16):
        at = chance.randrange(len(machines))
        if chance.random() < 0.1:  # a clock is set
            skews[at] = chance.randrange(-10_000_000, 10_000_000)
        machines[at].now = begin + step * 60_000 + skews[at]
        erased.add(act(machines[at], chance))
        if chance.random() < 0.5:
            sync_in_bad_weather(machines[at], chance, monkeypatch)
    return erased


def sync_all(machines: "list[Machine]", chance: random.Random) -> None:
    """Every machine syncs several times, later than all clocks."""
    now = max(machine.now for machine in machines) + 60_000
    for _ in range(3):
        for machine in chance.sample(machines, len(machines)):
            machine.now = now
            machine.run("sync")


def check_same(machines: "list[Machine]", erased: "set[str]", seed: int) -> None:
    """All machines have the same memories, exports, briefs and questions about facts, and nobody holds an erased word."""
    first, *others = machines
    exported, brief = first.exported(), first.brief()
    questions = first.questions()
    for machine in others:
        differences = [(a, b) for a, b in zip_longest(exported, machine.exported()) if a != b]
        assert differences == [], seed
        if not any(machine.has_text_questions() for machine in machines):
            assert machine.brief() == brief, seed
        assert machine.questions() == questions, seed
    texts = " ".join(str(memory["text"]) for memory in exported)
    gone = {word for word in SECRET_WORDS if word in erased and word not in texts}
    assert held_words(machines, gone) == [], seed
    assert words_at_remote(first, gone) == [], seed


def play(folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """One random history of 2 to 6 machines, to its end."""
    chance = random.Random(seed)
    machines = make_machines(folder, chance.randrange(2, 7 if seed % 4 == 3 else 4))
    erased = play_history(machines, chance, monkeypatch)
    sync_all(machines, chance)
    check_same(machines, erased, seed)


@pytest.mark.parametrize("seed", range(repetitions(8)))
def test_machines_end_with_the_same_memories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """In any order of syncs, and with the word of an erased memory nowhere but where somebody said it again."""
    play(tmp_path, monkeypatch, 1000 + seed)


@pytest.mark.parametrize("block", range(50 if LONG_RUN else 8))
def test_many_histories_end_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """The same for very many histories, with a remote in memory in place of git."""
    with monkeypatch.context() as patch:
        for module in (sync, test_random_histories):
            patch.setattr(module, "GitRemote", MemoryRemote)
        for seed in range(20 * block, 20 * block + (20 if LONG_RUN else 2)):
            play(tmp_path / str(seed), patch, seed)
            shutil.rmtree(tmp_path / str(seed))
