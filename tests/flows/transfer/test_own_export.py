"""The user's own exports bring two stores to the same state: what was changed later counts, what was erased stays away."""

import json
import random
from pathlib import Path

from tests.command import Home
from tests.flows.transfer.test_importing import make_other_home
from tests.long_run import LONG_RUN

EXPORT = ("export", "--project", "*", "--include", "all")
PORT = ("--entity", "api", "--attribute", "port", "--value")


def carry(source: Home, target: Home, *options: str) -> "dict[str, int]":
    """Import the export of one store in another one as the person's own."""
    export = source.quick(*EXPORT, person=True).out
    report: dict[str, int] = target.quick("--json", "import", "-", "--own", *options, stdin=export, person=True).data
    return report


def believed(home: Home) -> "list[tuple[str, str]]":
    """What a store believes, in a fixed order."""
    return sorted((memory["id"], memory["text"]) for memory in home.json("list", "-n", "1000")["memories"])


def test_what_was_changed_later_is_taken_over(recall: Home, tmp_path: Path) -> None:
    """A new text, another type and a deletion arrive; undo takes them back, and an older export changes nothing."""
    texts, gone = recall.store("Deploy on Monday.", person=True), recall.store("Ask Ann.", person=True)
    other = make_other_home(recall, tmp_path)
    before = recall.quick(*EXPORT, person=True).out
    carry(recall, other)
    recall.later()
    other.now = recall.now
    recall.quick("update", texts, "--text", "Deploy on Friday.", "--type", "decision", person=True)
    recall.quick("delete", gone, person=True)
    assert carry(recall, other, "--dry-run")["changed"] == 2
    assert carry(recall, other)["changed"] == 2
    assert [(memory["text"], memory["type"]) for memory in other.json("list")["memories"]] == [
        ("Deploy on Friday.", "decision")
    ]
    report = other.quick("--json", "import", "-", "--own", stdin=before, person=True).data
    assert (report["created"], report["changed"]) == (0, 0)
    assert believed(other) == believed(recall)
    other.quick("undo", person=True)
    assert len(believed(other)) == 2


def test_a_file_of_somebody_else_changes_no_text(recall: Home, tmp_path: Path) -> None:
    """Without --own a known memory keeps its text, whatever the file says."""
    id_ = recall.store("Deploy on Monday.")
    other = make_other_home(recall, tmp_path)
    carry(recall, other)
    recall.later()
    recall.quick("update", id_, "--text", "Deploy at night.")
    report = other.json("import", "-", stdin=recall.quick(*EXPORT).out)
    assert report["changed"] == 0
    assert [text for _, text in believed(other)] == ["Deploy on Monday."]


def test_an_erased_memory_never_comes_back(recall: Home, tmp_path: Path) -> None:
    """Neither by an older export nor by another machine; there it is deleted too, and the export holds no word of it."""
    recall.store("Xanadu is the secret name.", person=True)
    recall.store("The API listens on 8080.", person=True)
    other = make_other_home(recall, tmp_path)
    carry(recall, other)
    before = recall.quick(*EXPORT, person=True).out
    recall.quick("erase", "--query", "Xanadu", "--confirm", person=True)
    export = recall.quick(*EXPORT, person=True).out
    assert "Xanadu" not in export and len(json.loads(export.splitlines()[0])["erased"]) == 1
    for own in ((), ("--own",)):
        report = recall.quick("--json", "import", "-", *own, stdin=before, person=True).data
        assert (report["created"], report["erased"]) == (0, 1)
    assert carry(other, recall)["erased"] == 1
    assert carry(recall, other)["changed"] == 1
    assert believed(other) == believed(recall)
    third = make_other_home(recall, tmp_path, "third")
    carry(recall, third)
    assert third.quick("--json", "import", "-", "--own", stdin=before, person=True).data["created"] == 0


def test_erasing_all_of_a_user_forgets_the_tombstones(recall: Home) -> None:
    """Nothing about the user is left, not even the marks of what they erased."""
    id_ = recall.store("Xanadu is the secret name.", person=True)
    recall.quick("erase", id_, "--confirm", person=True)
    assert "erased" in json.loads(recall.quick(*EXPORT, person=True).lines[0])
    recall.quick("erase", "--user", "owner", "--confirm", person=True)
    assert "erased" not in json.loads(recall.quick(*EXPORT, person=True).lines[0])


def _act(home: Home, chance: random.Random, known: "list[str]") -> None:
    """One random statement, change, deletion or erasure."""
    action = chance.choice(("state", "state", "port", "edit", "type", "delete", "erase"))
    here = [id_ for id_, _ in believed(home)]
    if action == "port":
        value = str(chance.randrange(1000, 9999))
        known.append(home.store(f"The API listens on port {value}.", "--type", "fact", *PORT, value, person=True))
    elif action == "state" or not here:
        known.append(home.store(f"Rule {chance.randrange(10**6)} holds.", person=True))
    elif action == "edit":
        home.quick("update", chance.choice(here), "--text", f"Rule {chance.randrange(10**6)} is new.", person=True)
    elif action == "type":
        home.quick("update", chance.choice(here), "--type", chance.choice(("decision", "finding")), person=True)
    elif action == "delete":
        home.quick("delete", chance.choice(here), person=True)
    else:
        home.quick("erase", chance.choice(here), "--confirm", person=True)


def test_stores_believe_the_same_in_any_order(tmp_path: Path) -> None:
    """Random histories of 2 to 4 machines whose exports arrive in any order: in the end all believe the same."""
    for seed in range(40 if LONG_RUN else 5):
        chance = random.Random(seed)
        homes = [Home(tmp_path / f"{seed}-{n}") for n in range(chance.randrange(2, 5))]
        known: list[str] = []
        for step in range(12):
            home = chance.choice(homes)
            home.now = homes[0].now + (step + 1) * 60_000
            _act(home, chance, known)
            if chance.random() < 0.4:
                source = chance.choice(homes)
                if source is not home:
                    source.now = home.now
                    carry(source, home)
        for _ in range(3):
            pairs = [(source, target) for source in homes for target in homes if source is not target]
            chance.shuffle(pairs)
            for source, target in pairs:
                target.now = source.now = max(home.now for home in homes) + 1000
                carry(source, target)
        assert len({tuple(believed(home)) for home in homes}) == 1, seed
