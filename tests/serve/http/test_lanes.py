"""The threads and processes behind the HTTP server: what waits together, what is answered elsewhere, what may fail."""

import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.engines.sqlite import connection
from recall_cli.engines.tables.access.tokens import Token
from recall_cli.serve.http.helper_process import HelperProcess
from recall_cli.serve.http.lane_names import FIND, STORE
from recall_cli.serve.http.lanes import Lanes
from recall_cli.serve.http.search_process import new_search_process
from recall_cli.serve.http.work import Work
from tests.command import Home
from tests.serve.http_client import HttpClient, HttpServer, serve_http, wait_until

TOKEN = Token(
    n=1, id="abc", user="owner", name="bench", agent="bench", rights=("read", "write"), clearance=None, topics=(),
    projects=(), per_minute=600, created_at=0,
)  # fmt: skip


def make_call(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def make_store(text: str) -> Work:
    return Work(TOKEN, make_call("store_memory", text=text), "2025-11-25", None)


@pytest.fixture
def one_process(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """No search processes: these tests look at the threads."""
    monkeypatch.setenv("RECALL_CONFIG", str(recall.config))
    recall.store("The store is there before the threads open it.")
    monkeypatch.setattr("recall_cli.serve.http.lanes.count_helper_processes", lambda limit: 0)


@pytest.mark.usefixtures("one_process")
def test_texts_that_come_together_wait_for_the_disk_together(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is answered after a sync that came after its commit; ten texts need fewer than ten syncs."""
    synced: list[int] = []
    stored: list[int] = []
    at_answer: list[tuple[int, int]] = []
    real = connection.sync_file

    def sync_file(path: str) -> None:
        assert path.endswith("-wal")
        real(path)
        synced.append(len(stored))

    monkeypatch.setattr(connection, "sync_file", sync_file)
    lanes = Lanes(str(recall.db))
    gate, begun = threading.Event(), threading.Event()

    def hold(_app: Any) -> None:
        begun.set()
        gate.wait(20)

    held = lanes.submit(STORE, hold)
    assert begun.wait(20)
    futures = []

    def note_syncs(_done: Any) -> None:
        """The number of answers before, and of texts that are on the disk."""
        at_answer.append((len(at_answer), synced[-1]))

    for number in range(10):
        work = make_store(f"We decided to keep rule {number} because it is right.")

        def run(app: Any, work: Work = work, number: int = number) -> Any:
            answer = work.run(app)
            stored.append(number)
            return answer

        future = lanes.submit(STORE, run)
        future.add_done_callback(note_syncs)
        futures.append(future)
    gate.set()
    held.result(20)
    answers = [future.result(20) for future in futures]
    assert not [answer for answer in answers if answer["result"]["isError"]]
    assert [number for number, _ in at_answer] == [*range(10)]
    assert all(number < count for number, count in at_answer)  # each text was on the disk before its answer
    assert 1 <= len([count for count in synced if count]) < 10
    lanes.close(20)


@pytest.mark.usefixtures("one_process")
def test_a_text_that_the_disk_does_not_confirm_is_not_called_stored(
    recall: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that waited for this sync get the error, also when the store was closed in between."""
    lanes = Lanes(str(recall.db))
    first = make_store("We decided to keep the blue door because it is old.")
    assert lanes.submit(STORE, first.run).result(20)["result"]["isError"] is False

    def fail(_path: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(connection, "sync_file", fail)
    second = make_store("We decided to keep the red door because it is new.")
    with pytest.raises(StoreError, match="did not confirm"):
        lanes.submit(STORE, second.run).result(20)

    def store_and_close(app: Any) -> Any:
        answer = second.run(app)
        app.close()
        return answer

    with pytest.raises(StoreError, match="did not confirm"):
        lanes.submit(STORE, store_and_close).result(20)
    lanes.close(20)


@pytest.mark.usefixtures("one_process")
def test_a_thread_that_cannot_warm_up_works_all_the_same(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noted in the log, and the first call is answered."""

    def fail(*_values: Any) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("recall_cli.serve.http.lanes.warm_up", fail)
    logged: list[str] = []
    lanes = Lanes(str(recall.db), log=lambda event, **_values: logged.append(event))
    work = make_store("We decided to keep the blue door because it is old.")
    assert lanes.submit(STORE, work.run).result(20)["result"]["isError"] is False
    assert set(logged) == {"warm_up_failed"}
    lanes.close(20)


def test_more_processes_take_calls_while_many_wait(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call is answered; further processes start while many calls wait, and end a while after that."""
    monkeypatch.setenv("RECALL_CONFIG", str(recall.config))
    monkeypatch.setattr("recall_cli.serve.http.lanes.count_helper_processes", lambda _limit: 1)
    monkeypatch.setattr("recall_cli.serve.http.lanes.OVERFLOW_IDLE_SECONDS", 0.1)
    recall.store("The port of the shop is 8080.")
    started: list[HelperProcess] = []
    ended: list[HelperProcess] = []
    real_start, real_close = HelperProcess.start, HelperProcess.close

    def start(process: HelperProcess) -> bool:
        started.append(process)
        return real_start(process)

    def close(process: HelperProcess) -> None:
        ended.append(process)
        real_close(process)

    monkeypatch.setattr(HelperProcess, "start", start)
    monkeypatch.setattr(HelperProcess, "close", close)
    lanes = Lanes(recall.store_name, str(recall.config))
    usual = wait_until(lambda: len(started))
    work = Work(TOKEN, make_call("search_memories", query="shop"), "2025-11-25", None)
    futures = [lanes.submit(FIND, work.run, work.plain_call) for _ in range(40)]
    answers = [future.result(60) for future in futures]
    assert all("8080" in answer["result"]["content"][0]["text"] for answer in answers)
    assert len(started) > usual
    wait_until(lambda: ended)
    lanes.close(20)
    assert {*started} == {*ended}


def test_a_search_process_answers_like_the_server_itself(recall: Home) -> None:
    """The same answer; after its process was killed the server answers, and another process later."""
    recall.store("The port of the shop is 8080.")
    logged: list[str] = []
    process = new_search_process(recall.store_name, str(recall.config), lambda event, **_values: logged.append(event))
    call = (TOKEN.fields(), make_call("search_memories", query="port of the shop"), "2025-11-25", None)
    try:
        answer = process.answer(call)
        assert answer is not None
        assert "8080" in answer[0]["result"]["content"][0]["text"]
        assert process._process is not None
        process._process.kill()
        process._process.wait()
        assert process.answer(call) is None
        assert logged == ["search_process_ended"]
        process._started = float("-inf")
        assert process.answer(call) == answer
    finally:
        process.close()


def test_values_that_cannot_be_sent_are_answered_by_the_server(recall: Home) -> None:
    """And the process goes on."""
    process = new_search_process(recall.store_name, str(recall.config), lambda *_event, **_values: None)
    try:
        strange = (TOKEN.fields(), {"jsonrpc": object()}, None, None)
        assert process.answer(strange) is None
        call = (TOKEN.fields(), make_call("memory_stats"), "2025-11-25", None)
        assert (process.answer(call) or [{}])[0]["result"]["isError"] is False
    finally:
        process.close()


def search_processes(server: HttpServer) -> list[int]:
    """The search processes of a running server."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == server.process.pid and b"search_process" in words:
                found.append(int(entry.name))
    return found


def test_search_processes_end_with_the_server_and_may_be_killed(recall: Home) -> None:
    """No call fails because of a killed process, and none is left behind after a clean end or a kill."""
    recall.store("The port of the shop is 8080.")
    with serve_http(recall, search_processes=True) as server:
        client = HttpClient(server, server.token("mine", "--rate", "100000"))
        client.begin()
        assert "8080" in client.call("search_memories", query="port of the shop")[0]
        before = wait_until(lambda: search_processes(server))
        for number in before:
            os.kill(number, signal.SIGKILL)
        for _ in range(8):
            assert "8080" in client.call("search_memories", query="port of the shop")[0]
        left = search_processes(server)
        log = server.stop()
        assert any(entry["event"] == "search_process_ended" for entry in log)
    assert not any(Path(f"/proc/{number}").exists() for number in (*before, *left))
    with serve_http(recall, search_processes=True) as server:
        left = wait_until(lambda: search_processes(server))
        server.process.kill()
        wait_until(lambda: not any(Path(f"/proc/{number}/fd/0").exists() for number in left))


def test_a_search_process_takes_no_view_from_the_call_before(recall: Home) -> None:
    """Calls of several tokens one after the other: each sees its own, and uses are counted for their user."""
    recall.store("The owner keeps the green lamp.")
    recall.store("Bob keeps the violet lamp.", env={"RECALL_USER": "bob"})
    with serve_http(recall, search_processes=True) as server:
        owner = HttpClient(server, server.token("owner", "--rate", "100000"))
        bob = HttpClient(server, server.token("bob", "--user", "bob", "--rate", "100000", person=True))
        narrow = HttpClient(server, server.token("narrow", "--topics", "nothing", "--rate", "100000"))
        for client in (owner, bob, narrow):
            client.begin()
        for _ in range(6):
            seen = {name: json.dumps(client.call("search_memories", query="lamp")) for name, client in
                    (("owner", owner), ("bob", bob), ("narrow", narrow))}  # fmt: skip
            assert "green" in seen["owner"] and "violet" not in seen["owner"]
            assert "violet" in seen["bob"] and "green" not in seen["bob"]
            assert "green" not in seen["narrow"] and "violet" not in seen["narrow"]
        server.stop()
    assert recall.json("list")["memories"][0]["access_count"] == 6
    (of_bob,) = recall.json("list", env={"RECALL_USER": "bob"})["memories"]
    assert of_bob["access_count"] == 6
