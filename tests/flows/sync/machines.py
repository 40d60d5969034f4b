"""Machines of one person that synchronise a project over a bare repository of this machine."""

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

from recall_cli.flows.sync import journal, sync
from recall_cli.flows.sync.git_remote import GitRemote
from recall_cli.flows.sync.journal import seal_segments
from recall_cli.flows.sync.place import SyncPlace
from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.sync.sealing import parse_key, space_name, unseal
from tests.command import CommandResult, Home

PORT = ("--entity", "api", "--attribute", "port", "--value")
SYNCED_FIELDS = "id text type topic entity attribute value tags importance pinned superseded_by deleted_at valid_until trust".split()
LOCAL_FIELDS = frozenset("events links seen_at seen_count contest questions updated_at".split())
"""What each machine works out, counts or records itself."""
SECRET_WORDS = ("zephyrine", "quixotry", "wainscoted", "obelisked", "kumquaten", "hawserine")
"""Words that occur nowhere else: after an erasure no byte may hold them."""


ACTIONS = tuple("state state word port port settle undo edit type value replace until tag pin delete erase".split())


class Machine(Home):
    """A home with a checkout of the project, whose remote nobody reaches; the hub is named with --to."""

    def __init__(self, path: Path, hub: Path) -> None:
        super().__init__(path)
        self.hub, self.work = hub, path / "work"
        self.git("init", "-q", str(self.work), at=path)
        self.git("remote", "add", "origin", "https://example.org/x/shop.git")

    def git(self, *arguments: str, at: Path | None = None) -> str:
        """Run git in the checkout."""
        return subprocess.run(
            ["git", *arguments], cwd=at or self.work, check=True, capture_output=True, text=True
        ).stdout

    def run(self, *arguments: str, **more: Any) -> CommandResult:
        """Run recall in the checkout, as the person."""
        return self.quick(*arguments, cwd=self.work, person=True, **more)

    def sync(self, *arguments: str, **more: Any) -> Any:
        """Synchronise; the JSON document."""
        return self.run("--json", "sync", *arguments, **more).data

    def exported(self) -> "list[dict[str, Any]]":
        """The memories of an export, in a fixed order; without what each machine counts itself, and its history."""
        lines = [json.loads(line) for line in self.run("export").out.splitlines()[1:]]
        memories = [{name: line[name] for name in line if name not in LOCAL_FIELDS} for line in lines]
        return sorted((line for line in memories if not line.get("deleted_at")), key=lambda line: str(line["id"]))

    def questions(self) -> str:
        """The facts that are in question, and their values."""
        conflicts = self.run("--json", "conflicts").data["conflicts"]
        facts = [conflict for conflict in conflicts if conflict.get("entity")]
        return json.dumps(
            [[fact["entity"], sorted(str(v.get("value")) for v in fact.get("values", ()))] for fact in facts]
        )

    def has_text_questions(self) -> bool:
        """Does this machine ask about texts? That depends on what was here when they arrived, and marks them in a brief."""
        open_ = self.run("--json", "conflicts").data
        return bool(open_["questions"]) or not all(conflict.get("entity") for conflict in open_["conflicts"])

    def brief(self) -> "list[str]":
        """The lines of the brief. Of two memories with one text, either may stand in it, so ids are left out."""
        return sorted(re.sub(r"\b[0-9a-f]{4}\b", "", line) for line in self.run("context").lines)

    def state(self) -> "list[dict[str, Any]]":
        """What was stated, in a fixed order; without what was deleted."""
        listed = self.run("--json", "list", "--include", "superseded,expired", "-n", "1000").data["memories"]
        memories = [{name: memory[name] for name in SYNCED_FIELDS} for memory in listed]
        return sorted(memories, key=lambda memory: str(memory["id"]))


def make_hub(tmp_path: Path) -> Path:
    """An empty bare repository."""
    tmp_path.mkdir(exist_ok=True)
    hub = tmp_path / "hub.git"
    subprocess.run(["git", "init", "-q", "--bare", str(hub)], check=True)
    return hub


def make_machines(tmp_path: Path, count: int) -> "list[Machine]":
    """Machines that have the same key."""
    hub = make_hub(tmp_path)
    machines = [Machine(tmp_path / f"machine-{n}", hub) for n in range(count)]
    machines[0].run("store", "The first memory.")
    machines[0].sync("--to", str(hub), "--yes")
    key = machines[0].run("sync", "--show-key").out
    for machine in machines[1:]:
        machine.sync("--to", str(hub), "--join", "--yes", stdin=key)
    return machines


def exchange(*machines: Machine) -> None:
    """Every machine syncs twice, a while later."""
    now = max(machine.later() for machine in machines)
    for machine in (*machines, *machines):
        machine.now = now
        assert machine.run("sync").status == 0


def texts(machine: Machine) -> "set[str]":
    """What a machine believes."""
    return {memory["text"] for memory in machine.run("--json", "list", "-n", "1000").data["memories"]}


def hub_refs(hub: Path) -> "list[str]":
    """The refs of the remote."""
    return subprocess.run(
        ["git", "for-each-ref", "--format=%(refname)"], cwd=hub, capture_output=True, text=True, check=True
    ).stdout.split()


def read_segments(machine: Machine) -> str:
    """What the segments of all machines at the remote say, in small letters."""
    key = parse_key(machine.run("sync", "--show-key").out)
    assert key is not None
    folder = str(machine.path / "read-git")
    remote = sync.GitRemote(folder, str(machine.hub), space_name(key), asks=False, waits=lambda: None)
    remote.fetch()
    read = remote.read(remote.heads()).items()
    sealed = [(device, segment) for device, segments in read for segment in segments]
    return "".join(journal._unpack(unseal(key, device, segment)).decode().lower() for device, segment in sealed)


def push_operations(machine: Machine, operations: "list[Operation]", label: str = "other", **more: bool) -> None:
    """Push operations of another machine with the key of this one, as a recall of another version may do."""
    key = parse_key(machine.run("sync", "--show-key").out)
    assert key is not None
    place = SyncPlace(
        name="1",
        project=1,
        project_name="shop",
        remote=str(machine.hub),
        key=key,
        device=operations[0].device,
        label=label,
    )
    remote = GitRemote(str(machine.path / f"{label}-git"), place.remote, space_name(key))
    remote.fetch()
    known = remote.heads().get(place.device)
    count = len(remote.read({place.device: known})[place.device]) if known else 0
    commit = remote.write(place.device, known, seal_segments(place, operations, **more), count)
    remote.push(place.device, commit, known)


def act(machine: Machine, chance: random.Random) -> str:
    """One random statement, change, end, deletion or erasure; the word that was erased, if one was."""
    here = machine.run("--json", "list", "-n", "1000").data["memories"]
    chosen = str(chance.choice(here)["id"]) if here else ""
    action = chance.choice(ACTIONS)
    if action == "erase":
        word = chance.choice(SECRET_WORDS)
        return word if machine.run("erase", "--query", word, "--confirm").status == 0 else ""
    command = _choose_command(action, chosen, chance)
    if command:
        machine.run(*command)
    return ""


def _choose_command(action: str, chosen: str, chance: random.Random) -> "tuple[str, ...]":
    """The command of an action, for this memory; none if there is no memory yet."""
    rule, value = f"Rule {chance.randrange(10**6)} holds.", chance.choice(("7001", "8080", "9090"))
    if action == "state":
        return "store", rule, "--type", "decision"
    if action == "word":
        return "store", f"The plan is called {chance.choice(SECRET_WORDS)}."
    if action == "port":
        return "store", f"The API listens on port {value}.", "--type", "fact", *PORT, value
    if action == "settle":
        return "resolve", "api", "port", *chance.choice((("--keep", value), ("--many",)))
    if action == "undo":
        return ("undo",)
    if not chosen:
        return ()
    return {
        "edit": ("update", chosen, "--text", chance.choice((rule, f"The plan is {chance.choice(SECRET_WORDS)}."))),
        "type": ("update", chosen, "--type", chance.choice(("decision", "finding"))),
        "value": ("update", chosen, "--entity", "api", "--attribute", "port", "--value", value),
        "replace": ("store", rule, "--ends", chosen),
        "until": ("update", chosen, "--valid-until", "2026-04-01"),
        "tag": ("tag", chosen, f"area={chance.choice('abc')}"),
        "pin": ("pin", chosen),
        "delete": ("delete", chosen),
    }[action]
