"""A team space on a server: the same sharing as over git, and nobody else sees or changes anything of it."""

import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from recall_cli.flows.team.team_sync import TeamSync
from recall_cli.rules.team.chain import MAX_CHAIN_BYTES, MAX_TEAM_SEGMENT_BYTES
from tests.flows.team.clones import Clone
from tests.flows.team.spaces import Member
from tests.postgres_server import LOGIN

psycopg = pytest.importorskip("psycopg")

Make = Callable[..., "list[Member]"]
TABLES = ("team_space", "team_invitation", "team_chain")


@pytest.fixture
def ann_and_ben(make_members: Make) -> "list[Member]":
    """Ann has shared one memory with Ben, who has accepted her key; Mallory is another user of the server."""
    members = ann, ben, _ = make_members("ann", "ben", "mallory")
    ann.share(ann.state_text("Payments retry only on 503."), "--with", "ben")
    ben.accept("ann")
    return [*members]


def test_in_three_commands(make_members: Make) -> None:
    """Store and share with a name; accept: the brief has the memory with the colleague's name."""
    ann, ben = make_members("ann", "ben")
    id_ = ann.state_text("Payments retry only on 503.")
    shared = ann.run("share", id_, "--with", "ben", stdin="y\n")
    assert "to the team space ann/shop: its members can read this: nobody but you yet" in shared.err
    assert "invites\tben\nleaves\tPayments retry only on 503.\nyour name\tann\n" in shared.err
    accepted = ben.run("team", "accept", "ann", stdin="y\n")
    assert "user\tann, says the server" in accepted.err and "arrives\tPayments retry only on 503." in accepted.err
    assert "from colleague ann" in ben.run("context", "--compact").out
    document = ann.run("--json", "team").data
    assert (document["remote"], document["members"]) == (
        "space:ann/shop",
        [{"user": "ann", "invited_by": None}, {"user": "ben", "invited_by": "ann"}],
    )
    assert "member\tben\t\tshares nothing yet" in ann.run("team").out
    (paired,) = ben.run("--json", "team").data["paired"]
    assert (paired["name"], paired["user"]) == ("ann", "ann")


def test_nothing_leaves_without_a_yes(make_members: Make) -> None:
    """No is no, a dry run sends nothing, and a typing error in a name stops everything before anything is sent."""
    ann, ben = make_members("ann", "ben")
    id_ = ann.state_text("Payments retry only on 503.")
    assert "share? [y/N]" in ann.run("share", id_, "--with", "ben", stdin="n\n").err
    document = ann.run("--json", "share", id_, "--with", "ben", "--dry-run").data
    assert (document["dry_run"], document["invites"], document["remote"]) == (True, ["ben"], "space:ann/shop")
    wrong = ann.run("share", id_, "--with", "ben", "--with", "bne", "--yes")
    assert (wrong.status, "the server knows no user bne" in wrong.err) == (4, True)
    refused = ann.run("team", "invite", "ben", stdin="n\n")
    assert "invite? [y/N]" in refused.err
    assert refused.out == "" and refused.err.endswith("nothing was changed\n")
    assert ann.run("--json", "team", "invite", "ben", "--dry-run").data["dry_run"] is True
    with ann.server.admin(ann.database) as admin:
        assert [admin.execute(f"SELECT count(*) FROM recall.{table}").fetchone()[0] for table in TABLES] == [0, 0, 0]
    assert "nobody shares anything here yet" in ben.run("team").err


def test_an_agent_invites_nobody(ann_and_ben: "list[Member]") -> None:
    """Only a person at a terminal decides who reads."""
    ann = ann_and_ben[0]
    for words in (("team", "invite", "mallory", "--yes"), ("team", "invite", "ben", "--off", "--yes")):
        answer = ann.quick(*words, cwd=ann.work)
        assert (answer.status, "only a person" in answer.err) == (3, True)


def test_an_invitation_is_in_the_log(ann_and_ben: "list[Member]") -> None:
    """With the command that takes it back, which recall undo names, too."""
    ann = ann_and_ben[0]
    assert "recall team invite ben --off ends it" in ann.run("log", "-n", "1").out
    ann.invite("mallory")
    assert "recall team invite mallory --off ends it" in ann.run("log", "-n", "1").out
    number = ann.run("log", "-n", "1").out.split("\t")[0]
    assert "recall team invite mallory --off" in ann.run("undo", number).err
    ann.invite("mallory", off=True)
    assert "recall team invite mallory invites again" in ann.run("log", "-n", "1").out


def test_who_is_no_member_sees_nothing(ann_and_ben: "list[Member]") -> None:
    """With commands the project looks as if nobody shared it, and with plain SQL nothing tells that the space is there."""
    mallory = ann_and_ben[2]
    assert "nobody shares anything here yet" in mallory.run("team").err
    for arguments in (("--to", "ann/shop"), ("--to", "ann/nothing")):
        answer = mallory.run("team", "accept", "ann", *arguments)
        assert (answer.status, "you do not belong to the team space ann/" in answer.err) == (4, True)
    with contextlib.closing(mallory.connect()) as server:
        questions = [
            f"SELECT * FROM recall.{function}"
            for function in (
                "team_spaces('{git:example.org/x/shop}')", "team_members('ann', 'SPACE')", "team_chains('ann', 'SPACE')",
                f"team_segments('ann', 'SPACE', '{ann_and_ben[0].key()}')", "team_invite('ann', 'SPACE', 'mallory', false)",
                "team_invite('ann', 'SPACE', 'ben', true)",
                f"team_put('ann', 'SPACE', '{ann_and_ben[0].key()}', '', 'x', 0, ARRAY['x'::bytea])",
            )
        ]  # fmt: skip
        for question in questions:  # the same as about a space that does not exist
            found, other = (server.execute(question.replace("SPACE", name)).fetchall() for name in ("shop", "nothing"))
            assert found == other and found in ([], [("no member",)]), question


@pytest.mark.parametrize("table", TABLES)
def test_no_login_touches_the_tables(ann_and_ben: "list[Member]", table: str) -> None:
    """Not even a member reads, writes or locks them, or asks who is a member of what."""
    with contextlib.closing(ann_and_ben[1].connect()) as server:
        for sql in (
            f"SELECT count(*) FROM recall.{table}", f"DELETE FROM recall.{table}", f"UPDATE recall.{table} SET name = 'x'",
            f"LOCK TABLE recall.{table} IN ACCESS SHARE MODE", f"TRUNCATE recall.{table}",
            "SELECT recall.is_team_member('ann', 'shop', 'ben')",
        ):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege), server.transaction():
                server.execute(sql)


def test_a_member_writes_only_their_own(ann_and_ben: "list[Member]") -> None:
    """With plain SQL: another's chain is neither changed, taken nor locked, and no invitation of others is withdrawn."""
    ann, ben, _ = ann_and_ben
    ann.invite("mallory")
    before, key = ann.place.content(), ann.key()
    head = ann.place.head_of(key)
    with contextlib.closing(ben.connect()) as server, server.transaction():
        put = "SELECT recall.team_put('ann', 'shop', %s, %s, 'x', 0, ARRAY['x'::bytea])"
        assert server.execute(put, [key, head]).fetchone() == ("taken",)
        for who in ("mallory", "ann"):
            answer = server.execute("SELECT recall.team_invite('ann', 'shop', %s, true)", [who]).fetchone()
            assert answer in (("not yours",), ("founder",))
        ann.share(ann.state_text("While Ben's transaction is open."))
    assert ann.place.content().startswith(before)
    answer = ben.run("team", "invite", "mallory", "--off", "--yes")
    assert (answer.status, "you did not invite mallory" in answer.err) == (3, True)


@pytest.mark.parametrize(
    ("device", "segments", "refusal"),
    [
        ("a" * 24, [b"x" * MAX_TEAM_SEGMENT_BYTES] * (MAX_CHAIN_BYTES // MAX_TEAM_SEGMENT_BYTES + 1), "too large"),
        ("a" * 24, [b"x"] * 501, "too large"),
        ("a" * 24, [], "too large"),
        ("main", [b"x"], "too large"),
        ("a" * 24, [b"x"], ""),
    ],
)
def test_the_room_of_a_member_is_bounded(
    ann_and_ben: "list[Member]", device: str, segments: "list[bytes]", refusal: str
) -> None:
    """The size of a chain, its parts and the form of its key."""
    with contextlib.closing(ann_and_ben[1].connect()) as server:
        put = "SELECT recall.team_put('ann', 'shop', %s, '', 'x', 0, %s::bytea[])"
        assert server.execute(put, [device, segments]).fetchone() == (refusal,)


def test_a_member_fills_neither_the_space_nor_the_disk(ann_and_ben: "list[Member]") -> None:
    """So many machines of one user, so many bytes of one user in all spaces, so many spaces, so many invitations."""
    with contextlib.closing(ann_and_ben[1].connect()) as server:
        put = "SELECT recall.team_put(%s, %s, %s, '', 'x', 0, array_fill(%s::bytea, ARRAY[%s]))"
        answers = [server.execute(put, ["ann", "shop", f"{n:024x}", b"x", 1]).fetchone()[0] for n in range(7)]
        assert answers == [""] * 5 + ["too many"] * 2
        found = [server.execute("SELECT recall.team_found(%s, '{}')", [f"s{n}"]).fetchone()[0] for n in range(60)]
        assert found == [""] * 50 + ["too many"] * 10
        full = [b"x" * 1_000_000, 20]
        answers = [server.execute(put, ["ben", f"s{n}", f"{n:024x}", *full]).fetchone()[0] for n in range(6)]
        assert answers == [""] * 4 + ["too large"] * 2
        invite = "SELECT recall.team_invite('ben', 's1', %s, false)"
        assert server.execute(invite, ["nobody"]).fetchone() == ("unknown",)


def test_nobody_is_taken_for_another_member(ann_and_ben: "list[Member]") -> None:
    """A name leads to the user whom the server knows by it, and a machine that calls itself as another member is not paired so."""
    ann, ben, mallory = ann_and_ben
    ann.invite("mallory")
    mallory.name, mallory.space = "ben", "ann/shop"
    mallory.share(mallory.state_text("From Mallory."))
    wrong = ann.run("team", "accept", "mallory", "--yes")
    assert (wrong.status, "this machine of mallory calls itself ben" in wrong.err) == (2, True)
    ben.name = "benny"
    ben.share(ben.state_text("From Ben."))
    assert ann.accept("ben")["accepted"] == "benny"
    assert ann.texts() == {"Payments retry only on 503.", "From Ben."}
    assert ann.accept("mallory", "--as", "Mal")["created"] == 1
    assert {one["author"] for one in ann.run("--json", "list").data["memories"]} == {
        "user", "colleague benny", "colleague Mal",
    }  # fmt: skip


def test_withdrawing_an_invitation(ann_and_ben: "list[Member]") -> None:
    """The user reads nothing new, what they shared is gone from the server, and what is in the stores stays."""
    ann, ben, mallory = ann_and_ben
    ben.share(ben.state_text("The queue is zephyrine."))
    ann.accept("ben")
    preview = ann.run("team", "invite", "ben", "--off", stdin="n\n").err
    assert "ben cannot read the team space ann/shop any more, and the server deletes what ben shared there" in preview
    ann.invite("ben", off=True)
    assert b"zephyrine" not in ann.place.content() and "The queue is zephyrine." in ann.texts()
    assert "what ben shares is not followed: it is gone" in ann.run("sync").err
    answer = ben.run("sync")
    assert (answer.status, "you do not belong to the team space ann/shop" in answer.err) == (1, True)
    assert "who waits is unknown" in ben.run("team").err and ben.texts() >= {"Payments retry only on 503."}
    with contextlib.closing(ben.connect()) as server:
        assert server.execute("SELECT * FROM recall.team_chains('ann', 'shop')").fetchall() == []
    ann.invite("ben")
    assert ben.run("--json", "sync").data["team"]["sent"] == 1, "invited again, everything goes on"
    assert "gone" not in ann.run("sync").err
    ben.invite("ben", off=True)
    assert "mallory" not in str(ann.run("--json", "team").data["members"]), "everybody may leave"
    founder = ann.run("team", "invite", "ann", "--off", "--yes")
    assert (founder.status, "ann began the team space" in founder.err) == (2, True)
    assert mallory.texts() == set()


def test_two_who_invite_one(ann_and_ben: "list[Member]") -> None:
    """A user stays a member until each who invited them has withdrawn it, or the founder has."""
    ann, ben, mallory = ann_and_ben
    ben.invite("mallory")
    ann.invite("mallory")
    mallory.space = "ann/shop"
    mallory.share(mallory.state_text("From Mallory."))
    ben.invite("mallory", off=True)
    assert mallory.run("sync").status == 0 and b"From Mallory." in ann.place.content()
    ben.invite("mallory")
    ann.invite("mallory", off=True)
    assert mallory.run("sync").status == 1 and b"From Mallory." not in ann.place.content()


def test_an_erased_word_is_in_no_row(ann_and_ben: "list[Member]") -> None:
    """Neither in the team space nor in the colleague's rows, after both have synchronised; erasing says what is left to do."""
    ann, ben, _ = ann_and_ben
    id_ = ann.state_text("The plan is called zephyrine.")
    ann.share(id_)
    assert ben.exchange()["created"] == 1 and b"zephyrine" in ann.place.content()
    said = ann.run("erase", id_, "--confirm").err
    assert "1 of them was shared" in said and "the place where you share has no word of it" in said
    assert ann.exchange()["removed"] == 1
    assert b"zephyrine" not in ann.place.content()
    assert ben.quick("--json", "sync", cwd=ben.work).data["team"]["erased"] == 1, "a timer erases too"
    assert b"zephyrine" not in ann.kept() + ben.kept()


def test_taking_back(ann_and_ben: "list[Member]") -> None:
    """The server has no word of it any more, and it is gone at the colleague's next sync; shared again, it comes back."""
    ann, ben, _ = ann_and_ben
    id_ = ann.run("--json", "list").data["memories"][0]["id"]
    assert ann.run("--json", "share", id_, "--off", "--yes").data["removed"] == 1
    assert b"Payments" not in ann.place.content()
    assert ben.exchange()["changed"] == 1 and ben.texts() == set()
    ann.share(id_)
    assert ben.exchange()["changed"] == 1 and ben.texts() == {"Payments retry only on 503."}


def test_another_laptop_of_the_same_user(ann_and_ben: "list[Member]") -> None:
    """It has the same key and knows what arrived: what a colleague takes back goes there, too, and nothing comes twice."""
    ann, ben, _ = ann_and_ben
    laptop = ben.on_another_machine("laptop")
    assert laptop.texts() == ben.texts() and laptop.key() == ben.key()
    id_ = ann.run("--json", "list").data["memories"][0]["id"]
    ann.run("share", id_, "--off", "--yes")
    assert laptop.exchange()["changed"] == 1 and ben.exchange()["changed"] == 0
    assert ben.texts() == laptop.texts() == set()


def test_two_syncs_at_once(ann_and_ben: "list[Member]", monkeypatch: pytest.MonkeyPatch) -> None:
    """Another machine of the user sends first: one clear line, nothing is lost, and the next sync sends the rest."""
    ann, ben, _ = ann_and_ben
    laptop = ann.on_another_machine("laptop")
    first, second = ann.state_text("From the desk."), ann.state_text("From the laptop.")
    run = TeamSync.run

    def run_late(self: TeamSync, plan: Any) -> Any:
        monkeypatch.undo()
        assert laptop.run("share", second, "--yes").status == 0
        return run(self, plan)

    monkeypatch.setattr(TeamSync, "run", run_late)
    answer = ann.run("share", first, "--yes")
    assert answer.status == 1 and "another machine of yours has just sent something" in answer.err
    assert ann.run("sync").status == 0 and ben.exchange()["created"] == 2
    assert ben.texts() == {"Payments retry only on 503.", "From the desk.", "From the laptop."}


def test_after_a_kill_everything_goes_on(ann_and_ben: "list[Member]") -> None:
    """Between sending and remembering; the colleague's store gets it once."""
    ann, ben, _ = ann_and_ben
    id_ = ann.state_text("After a kill.")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TeamSync, "_remember", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        ann.run("share", id_, "--yes")
        ben.run("sync")
    assert ann.exchange()["sent"] == 0
    assert ben.exchange()["created"] == 0 and "After a kill." in ben.texts()


def test_a_server_that_is_away(ann_and_ben: "list[Member]") -> None:
    """One clear line, and nothing is lost."""
    ann = ann_and_ben[0]
    away = {"RECALL_DB": ann.store_environment["RECALL_DB"].replace("socket", "nowhere")}
    for arguments in (("sync",), ("team",), ("share", "abcd", "--yes")):
        answer = ann.run(*arguments, env=away)
        assert answer.status == 5 and len(answer.err.splitlines()) == 1 and "cannot reach" in answer.err
    assert ann.run("sync").status == 0


def test_which_space_a_project_has(make_members: Make) -> None:
    """Its remote leads to the space, and not its name; without a remote, or with two spaces, it has to be named."""
    ann, ben, cleo = make_members("ann", "ben", "cleo")
    ann.share(ann.state_text("From Ann."), "--with", "ben")
    ben.git("remote", "set-url", "origin", "https://example.org/other/shop.git")
    other = ben.run("team", "accept", "ann", "--yes")
    assert (other.status, "--to ann/shop" in other.err) == (4, True), "another repository of the same name"
    ben.git("remote", "set-url", "origin", "https://example.org/x/shop.git")
    cleo.share(cleo.state_text("From Cleo."), "--with", "ben")
    diverted = ben.run("share", ben.state_text("From Ben."), "--yes")
    assert (diverted.status, "or begin one of yours: --to NAME" in diverted.err) == (2, True), (
        "an invitation takes nothing"
    )
    two = ben.run("team", "accept", "ann", "--yes")
    assert (
        two.status,
        "team spaces of this repository: ann/shop and cleo/shop (name one: --to FOUNDER/NAME)" in two.err,
    ) == (2, True)
    ben.accept("ann", "--to", "ann/shop")
    assert ben.texts() == {"From Ann.", "From Ben."}
    assert ben.run("--json", "sync").data["team"]["remote"] == "space:ann/shop", "it is remembered"
    assert b"From Ben." not in ann.place.content()


def test_a_project_without_a_remote(make_members: Make) -> None:
    """The space is named, and recall says how."""
    ann, ben = make_members("ann", "ben")
    for member in (ann, ben):
        member.git("remote", "remove", "origin")
    ann.share(ann.state_text("From Ann."), "--with", "ben")
    assert ben.run("team", "accept", "ann", "--yes").status == 4
    ben.accept("ann", "--to", "ann/work")
    assert ben.texts() == {"From Ann."}


def test_git_where_it_is_named(make_members: Make, tmp_path: Any) -> None:
    """A store on a server shares over a git remote as a file does, with somebody whose store is a file."""
    from tests.flows.sync.machines import make_hub

    (ann,) = make_members("ann")
    hub = make_hub(tmp_path)
    file = Clone(tmp_path / "file", hub)
    id_ = ann.state_text("From the server.")
    refused = ann.run("share", id_, "--to", str(hub), "--with", "ben", "--yes")
    assert (refused.status, "--with invites to a team space" in refused.err) == (2, True)
    assert ann.run("share", id_, "--to", str(hub), "--yes").status == 0
    file.accept("ann")
    file.share(file.state_text("From a file."))
    ann.run("team", "accept", "file", "--yes")
    assert ann.texts() == file.texts() == {"From the server.", "From a file."}
    assert ann.exchange()["created"] == 0 and b"From" not in ann.place.content()


def test_what_is_only_for_files_and_what_is_only_for_servers(make_members: Make, tmp_path: Any) -> None:
    """A sync of one's own machines is refused on a server, and a team space on a file; each with what to do instead."""
    from tests.flows.team.clones import make_clones

    (ann,) = make_members("ann")
    ann.state_text("From Ann.")
    for arguments in ((), ("--global",), ("--to", "git@example.org:me/x.git"), ("--join",), ("--show-key",)):
        answer = ann.run("sync", *arguments)
        assert (answer.status, "your machines share it already" in answer.err) == (1, True), arguments
    (file,) = make_clones(tmp_path / "files", "file")
    id_ = file.state_text("From a file.")
    for arguments in (("share", id_, "--to", "space:ann/shop"), ("team", "invite", "ben", "--to", str(file.hub))):
        answer = file.run(*arguments, "--yes")
        assert answer.status in (1, 2) and "server" in answer.err


def test_erasing_a_user(ann_and_ben: "list[Member]") -> None:
    """What they shared goes, and their name; whom they invited stays. A space where others share something keeps its name."""
    ann, ben, mallory = ann_and_ben
    ben.invite("mallory")
    mallory.share(mallory.state_text("From Mallory."), "--to", "ann/shop")
    ben.share(ben.state_text("From Ben."))
    assert ann.run("erase", "--user", "ann", "--confirm").status == 0
    content = ann.place.content()
    assert b"Payments" not in content and b"From Ben." in content
    assert ben.run("sync").status == 0 and "From Ben." in ben.texts()
    assert ben.run("erase", "--user", "ben", "--confirm").status == 0
    assert b"From Ben." not in ben.place.content() and mallory.run("sync").status == 0
    with ann.server.admin(ann.database) as admin:
        found = admin.execute("SELECT * FROM recall.team_invitation").fetchall()
    assert found == [("ann", "shop", "mallory", "ann")]
    assert mallory.run("erase", "--user", "mallory", "--confirm").status == 0 and ben.place.content() == b""


def test_tables_of_an_older_version(make_members: Make) -> None:
    """Without the tables of team spaces one clear line says what an administrator does; erasing a user works."""
    (ann,) = make_members("ann")
    id_ = ann.state_text("From Ann.")
    with ann.server.admin(ann.database) as admin:
        for (signature,) in admin.execute(
            "SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = 'recall'::regnamespace "
            "AND p.proname LIKE 'team\\_%'"
        ).fetchall():
            admin.execute(f"DROP FUNCTION {signature}")
        admin.execute("DELETE FROM recall.migration WHERE version = 11")
    answer = ann.run("share", id_, "--yes")
    assert answer.status == 5 and "recall setup" in answer.err and len(answer.err.splitlines()) == 1
    assert ann.run("erase", "--user", "ann", "--confirm").status == 0


def test_a_login_that_may_be_any_user(ann_and_ben: "list[Member]", tmp_path: Any) -> None:
    """It acts as the user that it names, as for all else: the members are told apart, and who is none sees nothing."""
    ann = ann_and_ben[0]
    ann_by_it, dora = (Member(tmp_path / f"any-{name}", ann.server, ann.database, LOGIN) for name in ("ann", "dora"))
    ann_by_it.user, dora.user = "ann", "dora"
    assert ann_by_it.key() == ann.key()
    assert "nobody shares anything here yet" in dora.run("team").err
    ann_by_it.invite("dora")
    dora.space = "ann/shop"
    dora.share(dora.state_text("From Dora."))
    assert ann.run("--json", "team").data["waiting"][0]["user"] == "dora"


def test_a_move_to_a_server_keeps_the_git_remote(make_members: Make, tmp_path: Any) -> None:
    """What was shared over git goes on over git, with the same key; a team space stays where the server is."""
    from tests.flows.team.clones import make_clones

    file, ben = make_clones(tmp_path / "files", "ann", "ben")
    file.share(file.state_text("From a file."))
    ben.accept("ann")
    (ann,) = make_members("ann")
    address, passwords = ann.store_environment["RECALL_DB"], {"PGPASSFILE": ann.store_environment["PGPASSFILE"]}
    moved = file.run("admin", "migrate", str(file.db), address, "--as", "ann", env=passwords)
    assert moved.status == 0, moved.err
    assert ann.exchange()["remote"] == str(file.hub)
    assert ann.run("share", ann.state_text("From the server."), "--yes").status == 0
    assert ben.exchange()["created"] == 1 and ben.texts() == {"From a file.", "From the server."}
    assert ann.run("share", ann.state_text("In a space."), "--to", "shop", "--yes").status == 0
    back = Clone(tmp_path / "back", file.hub)
    moved = back.run("admin", "migrate", address, str(back.db), env={**passwords, "RECALL_USER": "ann"})
    assert moved.status == 0, moved.err
    back.more["RECALL_USER"] = "ann"
    answer = back.run("sync")
    assert (answer.status, "the team space ann/shop is on a server, and this store is not" in answer.err) == (1, True)
    assert back.run("share", back.state_text("Back on git."), *back.remote_options, "--yes").status == 0
    assert ben.exchange()["created"] == 2 and "In a space." in ben.texts()
