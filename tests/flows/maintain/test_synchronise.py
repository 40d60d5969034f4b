"""Maintenance that synchronises, and what it purges on several machines."""

from tests.flows.sync.machines import Machine, exchange, read_segments, texts


def test_maintenance_synchronises_if_the_person_says_so(pair: "list[Machine]") -> None:
    """Off at first, since it uses the network; a remote that fails is named, and the round goes on."""
    one, two = pair
    one.run("store", "Stated on the first.")
    assert one.run("maintain").status == 0
    assert two.sync()["created"] == 0
    one.run("config", "sync.maintain", "true")
    assert "1 synchronised" in one.quick("maintain", "--dry-run", cwd=one.path).out
    assert two.sync()["created"] == 0
    assert "1 synchronised" in one.quick("maintain", cwd=one.path).out  # in no project, as a timer runs it
    assert two.sync()["created"] == 1
    one.run("store", "Stated later.")
    away = one.hub.with_name("away.git")
    one.hub.rename(away)
    round_ = one.quick("maintain", "--only", "sync", cwd=one.path)
    assert round_.status == 0 and "shop not synchronised (the remote: " in round_.out
    away.rename(one.hub)
    exchange(one, two)
    assert "Stated later." in texts(two)


def test_what_is_purged_leaves_every_machine(pair: "list[Machine]") -> None:
    """Deleted on one, purged there a month later: no machine and no ref keeps the words."""
    one, two = pair
    for text in ("The plan is called zephyrine.", "The queue is NATS."):
        one.run("store", text)
    exchange(one, two)
    for word in ("zephyrine", "NATS"):
        one.run("delete", "--query", word, "--yes")
    exchange(one, two)
    for machine in pair:
        machine.later(days=31)
    assert "2 purged" in one.run("maintain").out
    exchange(one, two)
    kept = [memory["text"] for memory in two.run("--json", "list", "--include", "deleted").data["memories"]]
    assert kept == ["The first memory."]
    segments = read_segments(one)
    assert "first memory" in segments and "zephyrine" not in segments


def test_who_never_had_a_memory_purges_nothing(pair: "list[Machine]") -> None:
    """A machine that joins after a memory was deleted does not take the way back from the others."""
    one, two = pair
    one.run("store", "The queue is NATS.")
    exchange(one, two)
    deleted = one.run("--json", "delete", "--query", "NATS", "--yes").data["operation"]
    exchange(one, two)
    third = Machine(one.path.parent / "third", one.hub)
    third.sync("--to", str(one.hub), "--join", "--yes", stdin=one.run("sync", "--show-key").out)
    third.run("store", "From the third.")
    exchange(third, one, two, third)
    assert one.run("undo", str(deleted)).status == 0
    exchange(one, two, third)
    assert texts(one) == texts(two) == texts(third) == {"The first memory.", "The queue is NATS.", "From the third."}
