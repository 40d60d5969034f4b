"""Two people and a repository: what leaves, what arrives, who is believed, and how it is taken back."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recall_cli.flows.team.remote import TeamRemote
from recall_cli.flows.team.team_sync import TeamSync
from tests.flows.sync.machines import PORT
from tests.flows.sync.servers import git_daemon
from tests.flows.team.clones import Clone, all_bytes, hub_git, make_clones

ONLY_GIT = pytest.mark.parametrize("make_people", ["git"], indirect=True)
"""A test that looks into the remote; test_team_spaces.py has its twin."""


def test_nothing_leaves_without_a_yes(tmp_path: Path) -> None:
    """The first share shows what leaves and where it goes. No is no, and a dry run sends nothing."""
    (ann,) = make_clones(tmp_path, "ann")
    id_ = ann.state_text("Payments retry only on 503.")
    ann.state_text("Not for others.")
    arguments = ("share", id_, "--to", str(ann.hub), "--as", "ann")
    refused = ann.run(*arguments, stdin="n\n")
    assert "leaves\tPayments retry only on 503.\nyour name\tann\n" in refused.err and str(ann.hub) in refused.err
    assert refused.out == "" and refused.err.endswith("nothing was changed\n")
    document = ann.run("--json", *arguments, "--dry-run").data
    assert [one["text"] for one in document["leaves"]] == ["Payments retry only on 503."]
    assert hub_git(ann.hub, "for-each-ref") == ""
    assert "shared" in ann.run(*arguments, stdin="y\n").out
    assert hub_git(ann.hub, "for-each-ref").count("refs/recall/v1/team/") == 1
    sent = hub_git(ann.hub, "cat-file", "--batch", "--batch-all-objects")
    assert "Payments retry only on 503." in sent and "Not for others." not in sent and str(ann.path) not in sent


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--classification", "confidential"), "it is confidential"),
        (("--classification", "restricted"), "it is restricted"),
        (("--global",), "it belongs to no project"),
    ],
)
def test_what_is_private_stays(tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    """It is refused with the reason, and nothing is sent, not even the others that were named."""
    (ann,) = make_clones(tmp_path, "ann")
    private, other = ann.state_text("Private.", *arguments), ann.state_text("The port is 8080.")
    answer = ann.run("share", other, private, "--to", str(ann.hub), "--as", "ann", "--yes")
    assert (answer.status, reason in answer.err) == (3, True)
    assert hub_git(ann.hub, "for-each-ref") == ""


def test_the_password_of_a_remote_is_not_shown(tmp_path: Path) -> None:
    """An address with a password is refused by share and by sync, and the message does not repeat the password."""
    (ann,) = make_clones(tmp_path, "ann")
    port = ann.state_text("The port is 8080.")
    for words in (("share", port, "--as", "ann", "--yes"), ("sync",)):
        refused = ann.run(*words, "--to", "https://ann:plum7Tree9x@git.example.org/shop.git")
        assert (refused.status, "it holds a password" in refused.err) == (2, True), refused
        assert "plum7Tree9x" not in refused.err + refused.out


def test_an_agent_shares_and_accepts_nothing(people: "list[Clone]") -> None:
    """Without a person it is refused, and so is every other decision."""
    ann, ben = people
    id_ = ann.state_text("The port is 8080.")
    for words in (("share", id_, "--yes"), ("team", "accept", "ann", "--yes"), ("team", "remove", "ann", "--yes"),
                  ("team", "--write"), ("share", id_, "--off", "--yes")):  # fmt: skip
        for clone in people:
            answer = clone.quick(*words, cwd=clone.work)
            assert (answer.status, "only a person" in answer.err) == (3, True), words
    assert ben.exchange()["created"] == 0


def test_a_remote_that_strangers_read_is_refused(tmp_path: Path) -> None:
    """git:// has no logins: the person has to say that this is meant. Over it, everything works."""
    ann, ben = make_clones(tmp_path, "ann", "ben")
    id_ = ann.state_text("The port is 8080.")
    with git_daemon(ann.hub) as address:
        arguments = ("share", id_, "--to", address, "--as", "ann", "--yes")
        refused = ann.run(*arguments)
        assert (refused.status, "everybody can read" in refused.err, "--allow-public" in refused.err) == (3, True, True)
        assert ann.run(*arguments, "--allow-public").status == 0
        ben.hub = Path(address)
        assert ben.run("team", "accept", "ann", "--to", address, "--yes").status == 0
    assert ben.texts() == {"The port is 8080."}


@pytest.mark.parametrize(
    ("status", "said", "public"),
    [
        (0, "", True), (128, "fatal: could not read Username for 'https://x': terminal prompts disabled", False),
        (128, "remote: Repository not found.", False), (128, "fatal: unable to access: The requested URL returned error: 403", False),
        (128, "fatal: unable to access: Could not resolve host: x", None), (128, "Connection timed out", None),
    ],
)  # fmt: skip
def test_how_a_host_answers_a_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, said: str, public: bool | None
) -> None:
    """An answer means public, a demand for a login means private, and anything else is unknown."""
    program = tmp_path / "git"
    program.write_text(
        f'#!/bin/sh\ncase "$*" in *ls-remote*) ;; *) exit 0 ;; esac\n'
        f'env > {tmp_path}/env\necho "$@" > {tmp_path}/words\necho "{said}" >&2\nexit {status}\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/tmp/agent")
    for address in (
        "git@example.org:x/shop.git",
        "ssh://git@example.org:22/x/shop.git",
        "https://example.org/x/shop.git",
    ):
        assert TeamRemote(str(tmp_path / "copy"), address, asks=False, waits=lambda: None).is_public() is public
        assert "https://example.org/x/shop.git" in (tmp_path / "words").read_text()
    assert "SSH_AUTH_SOCK" not in (tmp_path / "env").read_text()
    assert TeamRemote(str(tmp_path / "copy"), "/srv/shop.git", asks=False, waits=lambda: None).is_public() is False


def test_a_colleagues_word_has_their_name(people: "list[Clone]") -> None:
    """In lists and in the brief; below the user's, above an agent's, and an agent's own counts as an import."""
    ann, ben = people
    noted = ann.state_text("The queue holds 512 messages.", "--source", "agent")
    ann.share(noted)
    ben.exchange()
    memories = ben.run("--json", "list").data["memories"]
    found = {one["text"]: (one["trust"], one["author"], one["metadata"]) for one in memories}
    assert found == {
        "Payments retry only on 503.": ("colleague", "colleague ann", {"shared_by": "ann"}),
        "The queue holds 512 messages.": ("imported", "import", {"shared_by": "ann"}),
    }
    brief = ben.run("context", "--compact").out
    assert "from colleague ann" in brief and "503" in brief


def test_you_disagree_and_both_stand(people: "list[Clone]") -> None:
    """Whoever stated it first, and whoever's sync came first: neither word ends, and each has its name."""
    ann, ben = people
    ben.state_text("The API listens on port 7001.", "--type", "fact", *PORT, "7001")
    ann.later()
    ann.share(ann.state_text("The API listens on port 8080.", "--type", "fact", *PORT, "8080"))
    assert ben.exchange()["contested"] == 1
    conflict = ben.run("conflicts").out
    assert "8080" in conflict and "colleague ann" in conflict and "7001" in conflict and "user" in conflict
    brief = ben.run("context", "--compact").out
    assert "7001" in brief and "colleague ann" in brief and "8080" in brief
    ben.later()
    ben.state_text("The API listens on port 7002.", "--type", "fact", *PORT, "7002")
    assert {text.split()[-1] for text in ben.texts() if "API" in text} >= {"8080.", "7002."}
    assert ben.run("resolve", "api", "port", "--keep", "7002").status == 0
    assert ben.exchange()["contested"] == 0
    assert not ben.run("--json", "conflicts").data["conflicts"]
    assert "The API listens on port 8080." in ann.texts()


def test_changes_and_ends_arrive(people: "list[Clone]") -> None:
    """A corrected text, a new topic and an end; a pin of yours stays, and unchanged stores send nothing."""
    ann, ben = people
    id_ = ann.run("--json", "list").data["memories"][0]["id"]
    ben.run("pin", id_)
    ann.later()
    ann.run("update", id_, "--text", "Payments retry only on 503 and 504.", "--topic", "payments")
    assert ann.exchange()["sent"] == 1
    assert ben.exchange()["changed"] == 1
    memory = ben.memory(id_)
    assert (memory["text"], memory["topic"], memory["pinned"]) == (
        "Payments retry only on 503 and 504.", "payments", True)  # fmt: skip
    ann.run("update", id_, "--valid-until", "2026-03-02")
    ann.exchange()
    ben.exchange()
    assert ben.memory(id_)["valid_until"] is not None and ben.memory(id_)["pinned"]
    for clone in (ann, ben, ann, ben):
        assert clone.exchange() == {**clone.exchange(), "sent": 0, "changed": 0, "created": 0}


def test_nobody_here_changes_a_colleagues_words(people: "list[Clone]") -> None:
    """Neither the person nor an agent; and it cannot be shared again by somebody else."""
    ben = people[1]
    id_ = str(ben.run("--json", "list").data["memories"][0]["id"])
    for answer in (ben.run("update", id_, "--text", "Other."), ben.quick("update", id_, "--text", "x", cwd=ben.work)):
        assert (answer.status, "the words of colleague ann" in answer.err) == (3, True)
    assert ben.quick("update", id_, "--topic", "x", cwd=ben.work).status == 3
    assert ben.run("update", id_, "--topic", "mine").status == 0
    answer = ben.run("share", id_, *ben.remote_options, "--as", "ben", "--yes")
    assert (answer.status, "from ann, who shares it" in answer.err) == (3, True)


@ONLY_GIT
def test_taking_back(people: "list[Clone]") -> None:
    """The remote has no word of it any more, and it is gone at the colleague's next sync, undoable there."""
    ann, ben = people
    id_ = ann.run("--json", "list").data["memories"][0]["id"]
    assert ann.run("--json", "share", id_, "--off", "--yes").data["removed"] == 1
    assert ann.run("share", id_, "--off", "--yes").status == 4
    tip = hub_git(ann.hub, "for-each-ref", "--format=%(objectname)", "refs/recall/v1/team")
    assert hub_git(ann.hub, "rev-list", "--count", tip) == "1"
    assert ben.exchange()["changed"] == 1
    assert ben.texts() == set() and ann.texts() == {"Payments retry only on 503."}
    assert b"Payments retry" not in all_bytes(Path(f"{ben.db}.sync"))
    ann.share(id_)
    assert ben.exchange()["changed"] == 1 and ben.texts() == {"Payments retry only on 503."}
    ben.run("delete", id_)
    ann.later()
    ann.run("update", id_, "--topic", "payments")
    ann.exchange()
    assert ben.exchange()["changed"] == 0, "what was deleted here stays deleted"


def test_a_deleted_memory_is_not_shared_any_more(people: "list[Clone]") -> None:
    """The next sync takes it back and says so; bringing it back does not share it."""
    ann, ben = people
    id_ = ann.run("--json", "list").data["memories"][0]["id"]
    ann.run("delete", id_)
    answer = ann.run("sync")
    assert "is not shared any more: it is deleted" in answer.err
    assert ben.exchange()["changed"] == 1 and ben.texts() == set()
    assert "not shared any more" not in ann.run("sync").err
    ann.run("undo")
    assert ann.exchange()["sent"] == 0


@ONLY_GIT
def test_erasing_wins_for_ever(people: "list[Clone]") -> None:
    """No byte of the word is left at the colleague's or at the tip of the ref, and an old export does not bring it back."""
    ann, ben = people
    id_ = ann.state_text("The plan is called zephyrine.")
    ann.share(id_)
    assert ben.exchange()["created"] == 1
    ben.run("export", "old.jsonl", "--project", "*")
    assert "your colleagues' machines erase it" in ann.run("erase", id_, "--confirm").err
    assert ann.exchange()["removed"] == 1
    assert ben.quick("--json", "sync", cwd=ben.work).data["team"]["erased"] == 1, "a timer erases too"
    assert "The plan is called zephyrine." not in ben.texts()
    assert b"zephyrine" not in all_bytes(ben.path / ".local") and b"zephyrine" not in all_bytes(ann.path / ".local")
    ben.run("import", "old.jsonl", "--own")
    assert "The plan is called zephyrine." not in ben.texts()
    tips = hub_git(ann.hub, "for-each-ref", "--format=%(objectname)", "refs/recall/v1/team").split()
    for tip in tips:
        names = [line.split()[2] for line in hub_git(ann.hub, "ls-tree", "-r", tip).splitlines()]
        assert not [name for name in names if "zephyrine" in hub_git(ann.hub, "cat-file", "blob", name)]


def test_a_shared_project_that_is_erased_stays_its_own(people: "list[Clone]") -> None:
    """Its colleagues erase it too, and the next new project takes over neither its remote nor its pairings."""
    ann, ben = people
    id_ = ann.state_text("The plan is called zephyrine.")
    ann.share(id_)
    assert ben.exchange()["created"] == 1
    project = str(ann.memory(id_)["project"])
    said = ann.run("erase", "--project", project, "--confirm")
    assert said.status == 0 and "the project keeps its name, because it is synchronised or shared" in said.err
    other = ann.path / "other"
    subprocess.run(["git", "init", "--quiet", str(other)], check=True)
    ann.quick("store", "Another project has this.", cwd=other, person=True)
    shown = ann.quick("--json", "team", cwd=other, person=True)
    assert "Another project has this." in ann.quick("list", cwd=other, person=True).out
    assert str(ann.hub) not in shown.out + shown.err and ann.key() not in shown.out
    assert ann.exchange()["removed"] == 2
    assert ben.exchange()["erased"] == 2
    assert b"zephyrine" not in all_bytes(ben.path / ".local") and b"zephyrine" not in all_bytes(ann.path / ".local")


def test_a_batch_is_undone_as_one(make_people: "Callable[..., list[Clone]]") -> None:
    """And stays undone at the next sync; accepting the key again brings it back."""
    ann, ben = make_people("ann", "ben")
    ann.share(*(ann.state_text(f"Rule {n} holds.") for n in range(3)))
    operation = ben.accept("ann")["operation"]
    assert ben.texts() == {f"Rule {n} holds." for n in range(3)}
    assert ben.run("undo", str(operation)).status == 0
    ben.exchange()
    ben.exchange()
    assert ben.texts() == set()
    assert ben.run("team", "remove", "ann", "--yes").status == 0
    assert ben.accept("ann")["created"] == 3
    assert ben.texts() == {f"Rule {n} holds." for n in range(3)}


def test_ending_a_pairing(people: "list[Clone]") -> None:
    """What came from the colleague goes, undoable, unless it is kept; nothing new of theirs arrives."""
    ann, ben = people
    preview = ben.run("team", "remove", "ann", stdin="n\n")
    assert "deletes here what came from ann: 1 memory (undoable)" in preview.err and ben.texts()
    assert preview.out == "" and preview.err.endswith("nothing was changed\n")
    removed = ben.run("--json", "team", "remove", "ANN", "--yes").data
    assert (removed["removed"], ben.texts()) == ("ann", set())
    ann.share(ann.state_text("The port is 8080."))
    ben.run("sync")
    assert ben.texts() == set()
    ben.accept("ann")
    ben.run("team", "remove", "ann", "--keep", "--yes")
    assert "The port is 8080." in ben.texts()
    assert ben.run("team", "remove", "ann", "--yes").status == 4


@ONLY_GIT
def test_both_ways_and_two_machines_of_one_person(make_people: "Callable[..., list[Clone]]") -> None:
    """Ben shares too; Ann's second machine is accepted under her name, with a key of its own."""
    ann, ben, second = make_people("ann", "ben", "second")
    second.name = "ann"
    ann.share(ann.state_text("From Ann."))
    ben.share(ben.state_text("From Ben."))
    second.share(second.state_text("From Ann's laptop."))
    assert {one["name"] for one in ben.run("--json", "team").data["waiting"]} == {"ann"}
    both = ben.run("team", "accept", "ann", "--yes")
    assert (both.status, "2 machines call themselves ann" in both.err) == (2, True)
    ben.accept(ann.key()[:8])
    answer = ben.run("team", "accept", "ann", stdin="y\n")
    assert "you have paired another machine as ann" in answer.err
    ann.accept("ben", "--as", "Benjamin")
    assert ben.texts() == {"From Ann.", "From Ann's laptop.", "From Ben."}
    assert {one["author"] for one in ann.run("--json", "list").data["memories"]} == {"user", "colleague Benjamin"}
    paired = ben.run("--json", "team").data["paired"]
    assert {one["key"] for one in paired} == {ann.key(), second.key()}


@ONLY_GIT
def test_without_a_network_nothing_is_lost(people: "list[Clone]") -> None:
    """One clear line; the wish is remembered, and the next sync sends it. So it is after a kill before the push."""
    ann, ben = people
    first, second = ann.state_text("On the train."), ann.state_text("After a kill.")
    away = ann.hub.with_name("away.git")
    ann.hub.rename(away)
    failed = ann.run("share", first, "--yes")
    assert failed.status == 1 and len(failed.err.splitlines()) == 1
    synced = ann.run("sync")
    assert synced.status == 1 and "nothing was lost" in synced.err
    assert "who waits is unknown" in ben.run("team").err
    away.rename(ann.hub)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TeamSync, "_remember", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        ann.run("share", second, "--yes")
    ann.exchange()
    ben.exchange()
    assert {"After a kill.", "Payments retry only on 503."} <= ben.texts()


def test_only_a_person_sends_new_words(people: "list[Clone]") -> None:
    """A timer sends that a memory ended, and says what waits."""
    ann, ben = people
    id_ = ann.run("--json", "list").data["memories"][0]["id"]
    ann.later()
    ann.run("update", id_, "--text", "Payments retry never.")
    answer = ann.quick("sync", cwd=ann.work)
    assert "recall sync at a terminal sends them" in answer.err
    ben.exchange()
    assert ben.texts() == {"Payments retry only on 503."}
    ann.run("delete", id_)
    ann.quick("sync", cwd=ann.work)
    ben.exchange()
    assert ben.texts() == set()


def test_a_page_for_pull_requests(people: "list[Clone]") -> None:
    """Only when asked; with each author, without held memories, and never over a file or link of somebody else's."""
    ben = people[1]
    page = ben.work / ".recall/team.md"
    assert "Payments retry only on 503." in ben.run("team", "--write", "--dry-run").out
    assert not page.exists()
    assert ben.run("team", "--write").status == 0
    text = page.read_text()
    assert "## ann" in text and "- Payments retry only on 503. (" in text
    assert ben.run("team", "--write").status == 0 and page.read_text() == text
    page.write_text("My own notes.\n")
    assert ben.run("team", "--write").status == 2 and page.read_text() == "My own notes.\n"
    page.unlink()
    page.symlink_to(ben.path / "elsewhere")
    assert ben.run("team", "--write").status == 2 and not (ben.path / "elsewhere").exists()


@ONLY_GIT
def test_with_my_own_machines(people: "list[Clone]") -> None:
    """recall sync carries both: my memories encrypted, the team's signed; a colleague's reach my other machine too."""
    ann, ben = people
    laptop = Clone(ben.path.parent / "laptop", ben.hub)
    ben.state_text("Only Ben's.")
    begun = ben.run("sync", "--to", str(ben.hub), stdin="y\n")
    assert "another key" not in begun.err, "the team's refs are no other machines of Ben's"
    key = ben.run("sync", "--show-key").out
    ann.share(ann.state_text("The port is 8080."))
    document = ben.run("--json", "sync").data
    assert document["team"]["created"] == 1
    ben.run("sync")
    laptop.run("sync", "--to", str(ben.hub), "--join", "--yes", stdin=key)
    assert laptop.texts() == ben.texts() == {"Only Ben's.", "The port is 8080.", "Payments retry only on 503."}
    assert {one["author"] for one in laptop.run("--json", "list").data["memories"]} == {"user", "colleague ann"}
    assert ann.texts() == {"The port is 8080.", "Payments retry only on 503."}


def test_the_log_says_what_was_decided(people: "list[Clone]") -> None:
    """One line each, with the ids or the name and the command that takes it back; undo alone takes none of it back."""
    ann, ben = people
    id_ = ann.state_text("The port is 8080.")
    short = ann.run("list").out.split("\t")[0]
    ann.share(id_)
    ann.run("share", id_, "--off", "--yes")
    ben.exchange()
    ben.run("team", "remove", "ann", "--keep", "--yes")
    lines = [line.split("\t") for line in ann.run("log").lines]
    assert [line[2:4] for line in lines[:2]] == [
        [f"unshare: {short} (recall share {short} shares again)", "user"],
        [f"share: {short} (recall share {short} --off takes back)", "user"],
    ]
    decided = [line.split("\t")[2] for line in ben.run("log").lines]
    assert decided[0] == "unpair: ann (recall team accept ann pairs again)"
    assert "pair: ann (recall team remove ann ends it)" in decided
    for kind in ("share", "unshare"):
        number = next(line[0] for line in lines if line[2].startswith(f"{kind}: {short}"))
        refused = ann.run("undo", number)
        assert (refused.status, f"recall share {short}" in refused.err) == (1, True)
    assert ann.run("undo").status == 0 and "The port is 8080." not in ann.texts()


def test_only_a_machine_that_changed_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several colleagues; what the others shared stays, and another version of recall reads all of them once."""
    ann, ben, cem = make_clones(tmp_path, "ann", "ben", "cem")
    for person in (ann, cem):
        person.share(person.state_text(f"The word of {person.name}."))
        ben.accept(person.name)
    ann.share(ann.state_text("The port is 8080."))
    keys, read = [ann.key(), cem.key()], list[str]()
    monkeypatch.setattr(TeamSync, "chain_of", _recording(TeamSync.chain_of, read))
    assert ben.exchange()["created"] == 1 and read == keys[:1]
    assert ben.exchange()["created"] == 0 and read == keys[:1]
    assert ben.texts() == {"The word of ann.", "The word of cem.", "The port is 8080."}
    monkeypatch.setattr("recall_cli.flows.team.place.__version__", "another")
    assert ben.exchange()["created"] == 0 and set(read[1:]) == {*keys}


def _recording(method: "Callable[..., Any]", read: "list[str]") -> "Callable[..., Any]":
    """A method that notes the machine that it reads."""

    def recorded(self: TeamSync, device: str) -> Any:
        read.append(device)
        return method(self, device)

    return recorded
