"""An export carries everything: old texts, who changed what, contests, pins, projects; and comes back as it was."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recall_cli.app import App
from tests.command import Home, open_sqlite
from tests.flows.transfer.test_importing import EXPORT_ALL, make_other_home

EXPORT_DEFAULT = ("export", "--project", "*")


def make_busy_store(recall: Home, seed: int = 7, steps: int = 40) -> Home:
    """A store in which much has happened, the same for the same seed."""
    recall.fill_once(f"busy {seed} {steps}", lambda home: _fill_busy_store(home, seed, steps))
    return recall


def _fill_busy_store(recall: Home, seed: int, steps: int) -> None:
    dice = random.Random(seed)
    ids: list[str] = []
    for step in range(steps):
        recall.later(minutes=7)
        act = dice.randrange(9)
        if act < 3 or not ids:
            value = str(dice.randrange(3))
            fact = ("--entity", f"e{dice.randrange(3)}", "--attribute", "port", "--value", value)
            more = fact if dice.random() < 0.6 else ("--tag", f"area={value}")
            place = dice.choice([(), ("--project", "shop"), ("--project", "billing")])
            ids.append(recall.store(f"Statement {step} says {value}.", *more, *place, person=dice.random() < 0.5))
            continue
        id_ = dice.choice(ids)
        command: tuple[str, ...] = (
            ("update", id_, "--text", f"Statement {step} was put otherwise."),
            ("update", id_, "--importance", "0.9"),
            ("tag", id_, f"step={step}"),
            ("pin", id_),
            ("feedback", id_, "--helpful"),
            ("delete", id_) if step % 4 == 0 else ("get", id_),
        )[act - 3]
        recall.quick(*command, person=True)
        if dice.random() < 0.15:
            recall.quick("undo", person=True)


def read_histories(recall: Home) -> dict[str, Any]:
    """The history of every memory, as JSON and as lines."""
    answer = recall.quick(*EXPORT_ALL, person=True)
    ids = [json.loads(line)["id"] for line in answer.lines[1:]]
    return {
        id_: (recall.json("history", id_, person=True), recall.quick("history", id_, person=True).out) for id_ in ids
    }


@pytest.mark.parametrize(("seed", "args"), [(1, EXPORT_ALL), (2, EXPORT_ALL), (3, EXPORT_DEFAULT)])
def test_out_and_in_gives_the_same_bytes(seed: int, args: tuple[str, ...], recall: Home, tmp_path: Path) -> None:
    """Export, import into an empty store, export: the same bytes; and the same once more.

    Every old text and every change is there again, with who and when.
    """
    make_busy_store(recall, seed)
    first, before = recall.quick(*args, person=True).raw, read_histories(recall)
    for name in ("one", "two"):
        home = make_other_home(recall, tmp_path, name)
        answer = home.quick("import", "-", "--own", stdin=first, person=True)
        assert answer.status == 0, answer
        assert home.quick(*args, person=True).raw == first
        assert home.quick("doctor", person=True).status == 0
        assert home.quick("audit", "verify").status == 0
        assert args == EXPORT_DEFAULT or read_histories(home) == before


def test_a_store_moves_in_with_its_history(recall: Home, tmp_path: Path) -> None:
    """A `.db` says the same as its export; a backup of it too."""
    make_busy_store(recall)
    before, said = read_histories(recall), recall.quick(*EXPORT_ALL, person=True).raw
    recall.quick("backup", str(tmp_path / "copy.db"), person=True)
    for name, source in (("a", recall.db), ("b", tmp_path / "copy.db")):
        home = make_other_home(recall, tmp_path, name)
        assert home.quick("import", str(source), "--own", person=True).status == 0
        assert read_histories(home) == before
        assert home.quick(*EXPORT_ALL, person=True).raw == said
        again = home.json("import", str(source), "--own", person=True)
        assert (again["created"], again["operation"]) == (0, None)


def test_old_texts_are_found_at_their_time(recall: Home, tmp_path: Path) -> None:
    """What was believed then is known after an import too."""
    id_ = recall.store("The port is 8080.")
    then = recall.moment
    recall.later(days=2)
    recall.quick("update", id_, "--text", "The port is 9090.")
    home = make_other_home(recall, tmp_path)
    home.quick("import", "-", stdin=recall.quick(*EXPORT_ALL).out)
    assert home.json("list", "--as-of", then)["memories"][0]["text"] == "The port is 8080."
    assert [memory["text"] for memory in home.json("list")["memories"]] == ["The port is 9090."]


def test_two_stores_move_into_one(recall: Home, tmp_path: Path) -> None:
    """The numbers of their operations do not meet, and their histories go on after what the import itself decided."""
    one, two = (
        make_busy_store(make_other_home(recall, tmp_path, "one"), 4),
        make_busy_store(make_other_home(recall, tmp_path, "two"), 5),
    )
    mine = recall.store("mine")
    recall.now = max(one.now, two.now)
    for home in (one, two):
        assert (
            recall.quick("import", "-", "--own", stdin=home.quick(*EXPORT_ALL, person=True).raw, person=True).status
            == 0
        )
    found, before = read_histories(recall), {**read_histories(one), **read_histories(two)}
    assert mine in found
    texts = {id_: [e["changes"] for life in h["history"] for e in life["events"]] for id_, (h, _) in found.items()}
    for id_, (told, _) in before.items():
        own = [event["changes"] for life in told["history"] for event in life["events"]]
        rest = iter(texts[id_])
        assert all(changes in rest for changes in own), "each change is there, in the same order"
    assert recall.quick("doctor", person=True).status == 0
    third = make_other_home(recall, tmp_path, "third")
    said = recall.quick(*EXPORT_ALL, person=True).raw
    third.quick("import", "-", "--own", stdin=said, person=True)
    assert third.quick(*EXPORT_ALL, person=True).raw == said


def test_what_happened_elsewhere_is_undone_with_its_import_alone(recall: Home, tmp_path: Path) -> None:
    """`recall undo` takes back the whole import; the log tells of it as one operation."""
    home = make_other_home(make_busy_store(recall), tmp_path)
    op = home.json("import", "-", "--own", stdin=recall.quick(*EXPORT_ALL, person=True).raw, person=True)["operation"]
    assert [one["operation"] for one in home.json("log")["operations"]] == [op]
    assert (
        home.json("undo", "--dry-run", person=True)["memories"] == home.json("undo", str(op), person=True)["memories"]
    )
    assert home.json("count", "--project", "*")["count"] == 0


def test_a_disabled_project_stays_so_and_an_empty_one_stays(recall: Home, tmp_path: Path) -> None:
    """Projects come along with their marks, whether anything is kept in them or not."""
    recall.store("Of the shop.", "--project", "shop")
    gone = recall.store("Of billing.", "--project", "billing")
    recall.quick("delete", gone)
    recall.quick("config", "project", "off", "shop", person=True)
    said = recall.quick(*EXPORT_DEFAULT).out
    home = make_other_home(recall, tmp_path)
    home.quick("import", "-", stdin=said)
    assert home.quick(*EXPORT_DEFAULT).out == said
    assert [project["name"] for project in json.loads(home.quick(*EXPORT_DEFAULT).lines[0])["projects"]] == [
        "billing",
        "shop",
    ]


def test_an_agents_import_forges_no_word_of_the_users(recall: Home, tmp_path: Path) -> None:
    """A file says `user` of a memory and of its events only where a person runs the import."""
    id_ = recall.store("Mine.", person=True)
    recall.quick("pin", id_, person=True)
    home = make_other_home(recall, tmp_path)
    home.quick("import", "-", stdin=recall.quick(*EXPORT_ALL).out)
    assert home.json("get", id_)["trust"] == "imported"
    events = home.json("history", id_)["history"][0]["events"]
    assert {event["trust"] for event in events} == {"imported"}


BROKEN_EVENTS: list[Any] = [
    7,
    "x",
    [7],
    [None],
    [{}],
    [{"op": 0}],
    [{"op": "1", "kind": "store"}],
    [{"op": 1, "kind": "store", "at": "x"}],
    [{"op": 1, "kind": ["store"], "at": "2026-01-01T00:00:00.000Z", "trust": "user"}],
    [{"op": 1, "kind": "a\nb", "at": "2026-01-01T00:00:00.000Z", "trust": "user"}],
    [{"op": 1, "kind": "store", "at": "2026-01-01T00:00:00.000Z", "trust": "god"}],
    [{"op": 1, "kind": "update", "at": "2026-01-01T00:00:00.000Z", "trust": "user", "before": 7, "after": [1]}],
    [
        {
            "op": 1,
            "kind": "update",
            "at": "2026-01-01T00:00:00.000Z",
            "trust": "user",
            "before": {
                "text": 7,
                "n": 1,
                "born": 9,
                "type": "evil",
                "importance": 1e308,
                "project": "-x",
                "pinned": "yes",
                "classification": "top",
                "superseded_by": "x",
                "valid_from": 7,
                "tags.a": [1],
            },
            "after": {"text": None, "hash": 1, "grams": "x"},
        }
    ],
    [{"op": 10**12, "kind": "store", "at": "2026-01-01T00:00:00.000Z", "trust": "user"}],
    [{"op": 2, "kind": "store", "at": "2026-01-01T00:00:00.000Z", "trust": "user", "undone": 1}],
]


@pytest.mark.parametrize("events", BROKEN_EVENTS, ids=range(len(BROKEN_EVENTS)))
def test_nonsense_in_a_history_is_left_out(events: Any, recall: Home) -> None:
    """The memory is kept, every command answers, and the store is whole."""
    line = {"id": "0195abcd-0000-7000-8000-00000000000a", "text": "Kept all the same.", "events": events}
    said = '{"recall": 1, "operations": 5}\n' + json.dumps(line)
    assert recall.json("import", "-", stdin=said)["created"] == 1
    assert recall.quick("history", line["id"]).status == 0
    assert recall.quick("list", "--as-of", "2025-12-01").status == 0
    assert recall.quick(*EXPORT_ALL).status == 0
    assert recall.quick("doctor").status == 0


def test_two_stores_that_moved_on_agree_on_what_ended(recall: Home, tmp_path: Path) -> None:
    """What was superseded in the one ends in the other, once; nothing that its user said ends by an agent's import."""
    fact = ("--entity", "api", "--attribute", "port", "--value")
    old = recall.store("The port is 8080.", *fact, "8080")
    home = make_other_home(recall, tmp_path)
    home.quick("import", "-", stdin=recall.quick(*EXPORT_ALL).out)
    home.store("Only here.")
    recall.later()
    home.later()
    new = recall.store("The port is 9090.", *fact, "9090")
    said = recall.quick(*EXPORT_ALL).out
    rehearsed = home.json("import", "-", "--dry-run", stdin=said)
    report = home.json("import", "-", stdin=said)
    assert (rehearsed["ended"], rehearsed["vanished"]) == (report["ended"], report["vanished"])
    assert (report["created"], report["ended"]) == (1, 1)
    assert {memory["text"] for memory in home.json("list")["memories"]} == {"The port is 9090.", "Only here."}
    [ended] = [one for one in home.json("history", old)["history"] if one["id"] == old]
    assert ended["superseded_by"] == new
    assert home.json("import", "-", stdin=said)["operation"] is None
    home.later()
    home.quick("undo")
    assert {memory["text"] for memory in home.json("list")["memories"]} == {"The port is 8080.", "Only here."}


@pytest.mark.parametrize(("own", "live"), [((), "The port is 8080."), (("--own",), "The port is 9090.")])
def test_only_the_users_own_export_ends_what_they_said(
    own: tuple[str, ...], live: str, recall: Home, tmp_path: Path
) -> None:
    """A file from somebody else may say that a memory has ended; what the user said themselves stays."""
    fact = ("--entity", "api", "--attribute", "port", "--value")
    recall.store("The port is 8080.", *fact, "8080", person=True)
    home = make_other_home(recall, tmp_path)
    home.quick("import", "-", "--own", stdin=recall.quick(*EXPORT_ALL).out, person=True)
    recall.later()
    home.later()
    recall.store("The port is 9090.", *fact, "9090", person=True)
    report = home.json("import", "-", *own, stdin=recall.quick(*EXPORT_ALL).out, person=True)
    assert (report["created"], report["ended"]) == (1, 1 if own else 0)
    assert live in {memory["text"] for memory in home.json("list")["memories"]}


@pytest.mark.parametrize("stop", [2, 3, 5, 9, 14])
def test_a_continued_import_keeps_the_whole_history(
    stop: int, recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted at any transaction and run again: the next export has the same bytes, contests and undos too."""
    make_busy_store(recall, 4)
    fact = ("--entity", "db", "--attribute", "name", "--value")
    recall.store("The database is Postgres.", *fact, "Postgres", person=True)
    recall.later()
    recall.store("The database is MySQL.", *fact, "MySQL")
    first = recall.quick(*EXPORT_ALL, person=True).raw
    file = tmp_path / "export.jsonl"
    file.write_bytes(first)
    for name, size in (
        ("importing.WRITE_BATCH_LINES", 4),
        ("importing.THINK_BATCH_LINES", 2),
        ("import_relations.BATCH_SIZE", 2),
        ("import_history.BATCH_SIZE", 2),
    ):
        monkeypatch.setattr(f"recall_cli.flows.transfer.{name}", size)
    real, begun = App.write_transaction, iter(range(1, 10_000))

    def writing(app: App) -> Any:
        if next(begun) == stop:
            raise KeyboardInterrupt
        return real(app)

    monkeypatch.setattr(App, "write_transaction", writing)
    home = make_other_home(recall, tmp_path)
    assert home.quick("import", str(file), "--own", person=True).status == 130
    answer = home.quick("import", str(file), "--own", person=True)
    assert answer.status == 0, answer
    assert home.quick(*EXPORT_ALL, person=True).raw == first


def test_an_import_after_its_undo_brings_the_links_again(recall: Home, tmp_path: Path) -> None:
    """What was related before the undo is related after the second import."""
    said = make_busy_store(recall, 1).quick(*EXPORT_DEFAULT, person=True).out
    home = make_other_home(recall, tmp_path)

    def links() -> dict[str, Any]:
        exported = [json.loads(line) for line in home.quick(*EXPORT_DEFAULT, person=True).lines[1:]]
        return {memory["id"]: memory["links"] for memory in exported if memory.get("links")}

    home.quick("import", "-", "--own", stdin=said, person=True)
    before = links()
    home.quick("undo", person=True)
    home.quick("import", "-", "--own", stdin=said, person=True)
    assert before
    assert links() == before


def act_before_write(monkeypatch: pytest.MonkeyPatch, stop: int, act: Callable[[], None]) -> None:
    """Do something before a writing transaction of this number, of an import that keeps four lines at a time."""
    monkeypatch.setattr("recall_cli.flows.transfer.importing.WRITE_BATCH_LINES", 4)
    monkeypatch.setattr("recall_cli.flows.transfer.importing.THINK_BATCH_LINES", 2)
    real, begun = App.write_transaction, iter(range(1, 10_000))

    def writing(app: App) -> Any:
        if next(begun) == stop:
            monkeypatch.setattr(App, "write_transaction", real)
            act()
        return real(app)

    monkeypatch.setattr(App, "write_transaction", writing)


def test_an_export_that_grew_while_its_import_was_interrupted(
    recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its operations get room of their own: none takes the number of an operation that was done here."""
    make_busy_store(recall, 4, 30)
    file = tmp_path / "export.jsonl"
    file.write_bytes(recall.quick(*EXPORT_ALL, person=True).raw)
    home = make_other_home(recall, tmp_path)

    def stop() -> None:
        raise KeyboardInterrupt

    act_before_write(monkeypatch, 3, stop)
    assert home.quick("import", str(file), "--own", person=True).status == 130
    for number in range(30):
        recall.later()
        recall.store(f"The shelf {number} is full.", person=True)
    whole = recall.quick(*EXPORT_ALL, person=True).raw
    file.write_bytes(whole)
    home.quick("import", str(file), "--own", person=True)
    with open_sqlite(home.db) as store:
        assert store.execute("SELECT count(*) FROM operation WHERE came_with IS NOT NULL AND n > 0").fetchone() == (0,)
    for said, kept in zip(
        whole.splitlines()[1:], home.quick(*EXPORT_ALL, person=True).raw.splitlines()[1:], strict=True
    ):
        assert [event["at"] for event in json.loads(said)["events"]] == [e["at"] for e in json.loads(kept)["events"]]


def test_an_import_that_is_undone_while_it_runs_can_be_undone_as_a_whole(
    recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes after the undo is an operation of its own."""
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join(json.dumps({"text": f"The shelf {number} is full."}) for number in range(20)))
    act_before_write(monkeypatch, 3, lambda: print(recall.quick("undo", person=True)))
    recall.quick("import", str(file), person=True)
    assert recall.json("list", "-n", "50")["total"] == 12
    assert recall.quick("undo", person=True).status == 0
    assert recall.json("list", "-n", "50")["total"] == 0
