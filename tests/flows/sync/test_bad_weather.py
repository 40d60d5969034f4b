"""Servers, kills, full disks and other versions of recall: nothing is lost, one clear line each, and sync continues."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from recall_cli.flows.sync import git_runner, journal, sync
from recall_cli.flows.sync.git_remote import GitRemote
from recall_cli.rules.sync.operations import Operation
from tests.command import WITHOUT_AGENT, CommandResult
from tests.flows.sync.machines import Machine, exchange, hub_refs, make_hub, push_operations, texts
from tests.flows.sync.servers import git_daemon, silent_server, smart_http, ssh_server


def check_failed(result: CommandResult, what: str = "") -> None:
    """One line that says what failed, and that the next sync continues."""
    assert result.status == 1 and len(result.err.splitlines()) == 1, result
    assert "next sync" in result.err and what in result.err


def meet(machines: "list[Machine]", address: str) -> None:
    """Two machines with the same key go to another address, and exchange a memory there."""
    for machine in machines:
        machine.sync("--to", address, "--yes", "--public")
    machines[0].run("store", f"Stated over {address.partition(':')[0]}.")
    exchange(*machines)
    assert f"Stated over {address.partition(':')[0]}." in texts(machines[1])


def test_every_kind_of_server(pair: "list[Machine]") -> None:
    """git daemon, smart HTTP and ssh carry the same memories; an erasure rewrites the ref on each."""
    hub = pair[0].hub
    with git_daemon(hub) as address:
        meet(pair, address)
    with smart_http(hub) as (address, _):
        meet(pair, address)
    with ssh_server(hub) as (address, programs):
        for machine in pair:
            machine.more["PATH"] = f"{programs}:{os.environ['PATH']}"
        meet(pair, address)
        pair[0].run("erase", "--query", "Stated over http.", "--confirm")
        exchange(*pair)
    assert "Stated over http." not in texts(pair[1]) and "Stated over git." in texts(pair[1])


def test_a_wrong_password_asks_nobody(pair: "list[Machine]") -> None:
    """A script is told at once, and nothing waits for an answer."""
    one, two = pair
    with smart_http(one.hub) as (address, server):
        for machine in pair:
            machine.sync("--to", address, "--yes", "--public")
        server.password = "other"
        one.run("store", "Stated meanwhile.")
        check_failed(one.quick("sync", cwd=one.work))  # as a script, and as a person
        check_failed(one.run("sync"))
        server.password = ""
        exchange(one, two)
    assert "Stated meanwhile." in texts(two)


def test_others_store_while_a_remote_hangs(pair: "list[Machine]") -> None:
    """No lock is held while the network works. Ctrl-C ends it with one line, and git has ended too."""
    one, two = pair
    with silent_server() as address:
        code = f"from recall_cli.flows.sync import git_remote; git_remote.GitRemote.fetch = lambda self: (self.prepare(), self._git('ls-remote', {address!r}))\n"
        hanging = one.start("sync", cwd=one.work, code=code + WITHOUT_AGENT, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)  # fmt: skip
        time.sleep(1)
        assert one("store", "Stated while it hangs.", cwd=one.work).status == 0
        assert hanging.poll() is None
        git = subprocess.run(["pgrep", "-P", str(hanging.pid)], capture_output=True, text=True).stdout.split()
        hanging.send_signal(signal.SIGINT)
        _, err = hanging.communicate(timeout=20)
    assert (
        hanging.returncode in (130, -signal.SIGINT) and b"the next sync continues" in err and len(err.splitlines()) == 1
    )
    assert git
    assert not any(Path(f"/proc/{number}").exists() for number in git)
    exchange(one, two)
    assert "Stated while it hangs." in texts(two)


def test_a_remote_that_never_answers(pair: "list[Machine]", monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends after the time limit."""
    monkeypatch.setattr(sync, "GitRemote", lambda *args, **more: GitRemote(*args, **{**more, "max_seconds": 1}))
    with silent_server() as address:
        check_failed(pair[0].run("sync", "--to", address, "--yes", "--public"), "did not answer in time")


def test_protected_refs(pair: "list[Machine]") -> None:
    """A remote that takes no rewritten refs says so at each sync, until it takes them; what arrives is stored."""
    one, two = pair
    one.run("store", "The plan is called zephyrine.")
    exchange(one, two)
    hook = one.hub / "hooks/update"
    hook.write_text('#!/bin/sh\ncase $2 in *[1-9a-f]*) git merge-base --is-ancestor "$2" "$3" ;; esac\n')
    hook.chmod(0o755)
    one.run("erase", "--query", "zephyrine", "--confirm")
    with git_daemon(one.hub) as address:
        two.run("store", "From the second.")
        for machine in pair:
            machine.run("sync", "--to", address, "--yes", "--public")
        for _ in range(2):
            check_failed(one.run("sync"), "rejected")
        assert "From the second." in texts(one)
        hook.unlink()
        exchange(one, two)
    assert texts(one) == texts(two) == {"The first memory.", "From the second."}


def test_a_ref_that_somebody_set_back(pair: "list[Machine]") -> None:
    """A ref of this machine at an older commit, or at another machine's, is stated anew; nothing is forgotten."""
    one, two = pair
    two.run("store", "From the second.")
    exchange(one, two)
    refs = hub_refs(one.hub)
    before = subprocess.run(["git", "rev-parse", *refs], cwd=one.hub, capture_output=True, text=True, check=True)
    one.run("store", "Stated later.")
    exchange(one, two)
    old = before.stdout.split()
    for ref, commit in zip(refs, old, strict=True):
        subprocess.run(["git", "update-ref", ref, commit], cwd=one.hub, check=True)
    one.run("sync")
    exchange(one, two)
    for ref, commit in zip(refs, reversed(old), strict=True):
        subprocess.run(["git", "update-ref", ref, commit], cwd=one.hub, check=True)
    one.run("sync")
    exchange(one, two)
    third = Machine(one.path.parent / "third", one.hub)
    third.sync("--to", str(one.hub), "--join", "--yes", stdin=one.run("sync", "--show-key").out)
    assert texts(third) == texts(one) == texts(two) == {"The first memory.", "From the second.", "Stated later."}


def test_a_shallow_remote(tmp_path: Path) -> None:
    """A repository with a part of its history carries refs of recall as any other does."""
    full, hub = make_hub(tmp_path), tmp_path / "shallow.git"
    work = tmp_path / "work"
    identity = ["-c", "user.name=x", "-c", "user.email=x"]
    subprocess.run(["git", "clone", "-q", str(full), str(work)], check=True, capture_output=True)
    for n in range(3):
        subprocess.run(["git", *identity, "commit", "-q", "--allow-empty", "-m", str(n)], cwd=work, check=True)
    subprocess.run(["git", "push", "-q", "origin", "HEAD"], cwd=work, check=True)
    subprocess.run(["git", "clone", "-q", "--bare", "--depth=1", f"file://{full}", str(hub)], check=True)
    one, two = Machine(tmp_path / "one", hub), Machine(tmp_path / "two", hub)
    one.run("store", "The first memory.")
    one.sync("--to", str(hub), "--yes")
    two.sync("--to", str(hub), "--join", "--yes", stdin=one.run("sync", "--show-key").out)
    one.run("store", "The second memory.")
    exchange(one, two)
    assert texts(two) == {"The first memory.", "The second memory."}


def test_killed_at_any_moment(pair: "list[Machine]") -> None:
    """A sync that is killed leaves nothing to repair."""
    one, two = pair
    chance = random.Random(1)
    for n in range(6):
        one.run("store", f"Rule {n} holds.")
        two.run("store", f"Rule {n} of the second holds.")
        for machine in pair:
            running = machine.start("sync", cwd=machine.work, stdin=subprocess.DEVNULL, start_new_session=True,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
            time.sleep(chance.random() * 0.3)
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
    exchange(one, two)
    assert texts(one) == texts(two)
    assert len(texts(one)) == 13
    assert one.state() == two.state()


def test_a_full_disk(pair: "list[Machine]", monkeypatch: pytest.MonkeyPatch) -> None:
    """No file may grow: one line, and the store is whole. With room again the sync continues."""
    one, two = pair
    lines = "".join(f'{{"text": "Rule {os.urandom(60).hex()} holds.", "project": "shop"}}\n' for _ in range(300))
    two.run("import", "-", stdin=lines)
    assert two.run("sync").status == 0
    with monkeypatch.context() as patch:
        patch.setattr(git_runner, "MAX_FILE_BYTES", 4096)  # git has no room
        check_failed(one.run("sync"), "signal")
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n{WITHOUT_AGENT}"
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    no_modules = {"PYTHONDONTWRITEBYTECODE": "1"}  # Python would leave half of them
    _, err = one.start("sync", cwd=one.work, code=limited, env=no_modules, **pipes).communicate(
        timeout=60
    )  # the store has none
    assert len(err.splitlines()) == 1 and (b"nothing was changed" in err or b"next sync" in err), err
    exchange(one, two)
    assert texts(one) == texts(two) and len(texts(one)) == 301


def test_a_newer_recall_on_the_other_side(pair: "list[Machine]", monkeypatch: pytest.MonkeyPatch) -> None:
    """What this version does not know is left out and counted; the rest arrives, and a column of tomorrow is no harm."""
    one, _ = pair
    known = {"text": "The queue is NATS.", "type": "decision", "created_at": "2026-02-01T12:00:00.000Z", "mood": "good"}
    operation = Operation(device="aa", number=1, clock=1, id="00000000-0000-7000-8000-000000000001", columns=known)
    write = journal.write_operations
    monkeypatch.setattr(journal, "write_operations", lambda ops: write(ops) + '{"n": 2, "clock": 2, "share": "x"}\n')
    push_operations(one, [operation])
    monkeypatch.undo()
    result = one.run("sync")
    assert result.status == 0 and "1 operations are of a newer recall" in result.err
    assert "The queue is NATS." in texts(one)
