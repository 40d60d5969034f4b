"""Projects: recognised by what a repository is, not by what its folder is called."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from recall_cli.app import App
from recall_cli.domain.store_request import store_request
from recall_cli.repository.location import first_remote_url
from recall_cli.workplace import NO_WORKPLACE, current_workplace, root_commit
from tests.command import Home
from tests.for_each import for_each


def git(folder: Path, *args: str) -> str:
    """The real git, with nobody's settings."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    ran = subprocess.run(["git", *args], cwd=folder, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def repository(folder: Path, remote: str | None = None, *, commit: str | None = "first") -> Path:
    """A new repository, with a commit and a remote if wanted."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    if commit is not None:
        git(folder, "commit", "-q", "--allow-empty", "-m", commit)
    if remote is not None:
        git(folder, "remote", "add", "origin", remote)
    return folder


def clone_of(origin: Path, folder: Path, remote: str, *options: str) -> Path:
    """A clone with a remote of its own."""
    git(
        origin.parent, "clone", "-q", *options, f"file://{origin}" if "--depth" in options else str(origin), str(folder)
    )
    git(folder, "remote", "set-url", "origin", remote)
    return folder


def project_of(recall: Home, id_: str) -> str | None:
    """The project of a memory."""
    name: str | None = recall.json("get", id_)["project"]
    return name


def project_counts(recall: Home) -> dict[str, int]:
    """Every project, with how many memories it has."""
    return {p["name"]: p["memories"] for p in recall.json("config", "project")["projects"]}


def test_a_remote_makes_one_project_of_all_its_clones(recall: Home, tmp_path: Path) -> None:
    """Two clones, over other ways, in folders of other names, deep inside: one project, no password kept."""
    one = repository(tmp_path / "one", "git@github.com:Acme/Billing.git")
    two = clone_of(one, tmp_path / "two", "https://ada:s3cret@github.com/acme/billing")
    (two / "deep/er").mkdir(parents=True)
    assert project_of(recall, recall.store("from one", cwd=one)) == "billing"
    assert project_of(recall, recall.store("from two", cwd=two / "deep/er")) == "billing"
    assert recall.json("count", cwd=one)["count"] == 2
    assert project_counts(recall) == {"billing": 2}
    assert b"s3cret" not in b"".join(path.read_bytes() for path in recall.db.parent.iterdir())


def test_a_worktree_is_the_repository(recall: Home, tmp_path: Path) -> None:
    """With and without a remote."""
    for name, remote in (("with", "git@github.com:acme/api.git"), ("without", None)):
        main = repository(tmp_path / name, remote, commit=name)
        git(main, "worktree", "add", "-q", str(tmp_path / f"{name}-tree"))
        id_ = recall.store(f"in {name}", cwd=main)
        assert project_of(recall, recall.store(f"in the tree of {name}", cwd=tmp_path / f"{name}-tree")) == project_of(
            recall, id_
        )


def test_without_a_remote_the_first_commit_makes_the_project(recall: Home, tmp_path: Path) -> None:
    """A clone and a renamed folder are the same project: a copy of a history is that history."""
    folder = repository(tmp_path / "before")
    recall.store("kept", cwd=folder)
    git(tmp_path, "clone", "-q", str(folder), str(tmp_path / "copy"))
    git(tmp_path / "copy", "remote", "remove", "origin")
    assert recall.json("count", cwd=tmp_path / "copy")["count"] == 1
    folder.rename(tmp_path / "after")
    assert recall.json("count", cwd=tmp_path / "after")["count"] == 1
    assert project_of(recall, recall.store("more", cwd=tmp_path / "after")) == "before"


def test_a_remote_that_comes_later_keeps_the_project(recall: Home, tmp_path: Path) -> None:
    """First local, then pushed: what was stored before is still there, and other clones find it."""
    folder = repository(tmp_path / "tool")
    recall.store("early", cwd=folder)
    git(folder, "remote", "add", "origin", "git@github.com:acme/tool.git")
    recall.store("late", cwd=folder)
    clone = clone_of(folder, tmp_path / "elsewhere", "https://github.com/acme/tool")
    assert recall.json("count", cwd=clone)["count"] == 2
    assert project_counts(recall) == {"tool": 2}


def test_two_remotes_of_one_name_are_two_projects(recall: Home, tmp_path: Path) -> None:
    """The second gets a longer name."""
    first = repository(tmp_path / "a", "git@github.com:acme/api.git")
    second = repository(tmp_path / "b", "git@github.com:other/api.git")
    recall.store("one", cwd=first)
    recall.store("two", cwd=second)
    assert project_counts(recall) == {"api": 1, "other/api": 1}
    assert recall.json("count", cwd=first)["count"] == 1


def test_outside_git_a_folder_is_a_project_by_its_path(recall: Home, tmp_path: Path) -> None:
    """Two folders of one name are two; the home folder is none; a folder inside a project folder is its own."""
    for name in ("x/notes", "y/notes"):
        (tmp_path / name).mkdir(parents=True)
        recall.store(f"in {name}", cwd=tmp_path / name)
    assert project_counts(recall) == {"notes": 1, "notes-2": 1}
    assert project_of(recall, recall.store("at home", cwd=recall.path)) is None
    assert recall.json("count", cwd=tmp_path / "x/notes")["count"] == 2, "its own, and what belongs to none"
    assert recall.json("count", "--global", cwd=tmp_path / "x/notes")["count"] == 1
    assert recall.json("count", "--project", "*")["count"] == 3


def test_a_repository_without_a_commit_is_a_project(recall: Home, tmp_path: Path) -> None:
    """By its place, until there is something better."""
    folder = repository(tmp_path / "new", commit=None)
    assert project_of(recall, recall.store("early", cwd=folder)) == "new"
    assert recall.json("count", cwd=folder)["count"] == 1


def test_a_first_commit_that_comes_later_is_learned(recall: Home, tmp_path: Path) -> None:
    """Stored in before its first commit, renamed after it: still the same project."""
    folder = repository(tmp_path / "new", commit=None)
    recall.store("early", cwd=folder)
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    recall.store("late", cwd=folder)
    folder.rename(tmp_path / "renamed")
    assert recall.json("count", cwd=tmp_path / "renamed")["count"] == 2


def test_another_repository_at_the_same_place_is_another_project(recall: Home, tmp_path: Path) -> None:
    """A folder that was removed and made anew inherits nothing."""
    folder = repository(tmp_path / "scratch", commit="one")
    recall.store("of the first", cwd=folder)
    folder.rename(tmp_path / "moved-away")
    repository(tmp_path / "scratch", commit="two")
    assert recall.json("count", cwd=tmp_path / "scratch")["count"] == 0


def test_merge_joins_rename_renames_disable_stops(recall: Home, tmp_path: Path) -> None:
    """The manager's words, and what storing and reading come to after each."""
    old, new = tmp_path / "old-api", tmp_path / "billing"
    old.mkdir()
    new.mkdir()
    recall.store("in old", cwd=old)
    recall.store("in new", cwd=new)
    said = recall.quick("config", "project", "merge", "old-api", "billing")
    assert said.out == "old-api was merged into billing: 1 memory moved (undo: recall undo 3)\n"
    assert project_of(recall, recall.store("in old again", cwd=old)) == "billing"
    assert recall.json("count", cwd=old)["count"] == 3
    assert recall.quick("config", "project", "merge", "billing", "billing").status == 2
    assert recall.quick("config", "project", "rename", "billing", "old-api").status == 1
    assert recall.quick("config", "project", "rename", "billing", "money").status == 0
    assert project_of(recall, recall.store("renamed", cwd=new)) == "money"
    recall.quick("config", "project", "disable", "money", person=True)
    refused = recall.quick("store", "not this", cwd=old)
    assert refused.status == 3
    assert refused.err == "recall: not stored (off): memory is switched off for money (recall projects enable money)\n"
    assert recall.json("search", "renamed", cwd=new)["total"] == 1, "what is there is still found"
    recall.quick("config", "project", "enable", "money", person=True)
    assert recall.quick("store", "this", cwd=old).status == 0


def test_set_makes_the_workplace_a_project(recall: Home, tmp_path: Path) -> None:
    """From now on where you are is the project named."""
    folder = repository(tmp_path / "checkout-7")
    recall.quick("config", "project", "set", "billing", cwd=folder)
    assert project_of(recall, recall.store("x", cwd=folder)) == "billing"
    assert recall.quick("config", "project", "set", "billing", cwd=recall.path).status == 2


def test_a_project_can_be_named_before_there_is_a_folder(recall: Home, tmp_path: Path) -> None:
    """A repository of that name, met later, is that project, if nothing else has claimed it."""
    recall.store("early", "--project", "api")
    folder = repository(tmp_path / "x", "git@github.com:acme/api.git")
    assert recall.json("count", cwd=folder)["count"] == 1
    assert project_of(recall, recall.store("late", cwd=folder)) == "api"
    assert recall.json("count", "--project", "github.com/acme/api")["count"] == 2


@pytest.mark.parametrize("name", ["-x", "*", " ", "a\nb", "\x1b[31m", "x" * 201])
def test_a_name_that_no_shell_can_take_is_refused(recall: Home, name: str) -> None:
    """Nothing is stored under it."""
    assert recall.quick("store", "x", f"--project={name}").status == 2
    assert project_counts(recall) == {}


def test_a_repository_cannot_switch_anything(recall: Home, tmp_path: Path) -> None:
    """Files of a repository never change where memories go or whether they are kept."""
    folder = repository(tmp_path / "trap", "git@github.com:evil/trap.git")
    for name in ("config.toml", "recall.toml", ".recall.toml", ".env", "recall.db"):
        (folder / name).write_text('off = true\ndb = "stolen.db"\nRECALL_DB=stolen.db\n')
    assert recall.quick("store", "kept", cwd=folder).status == 0
    assert recall.db.exists()
    assert not (folder / "stolen.db").exists()


REMOTES = (
    ('[remote "origin"]\n\turl = git@x:a/b.git\n', "git@x:a/b.git"),
    (
        '[core]\n\turl = no\n[remote "up"]\n\tfetch = +x\n\tURL="https://x/y"\n[remote "origin"]\n\turl = z\n',
        "https://x/y",
    ),
    ('[branch "url"]\n\turl = no\n', None),
    ('[remote "origin"]\n\turl =\n', None),
    ("", None),
    ("\x00\xff garbage [", None),
)


@for_each("text, address", REMOTES)
def test_the_first_remote_is_read_from_the_file(text: str, address: str | None) -> None:
    """Without starting git, whatever the file holds."""
    assert first_remote_url(text.encode("latin-1")) == address


def test_broken_repositories_are_folders_or_nothing(tmp_path: Path) -> None:
    """A `.git` that points nowhere does not stop anybody."""
    for name, text in (("a", "gitdir: /nowhere/at/all\n"), ("b", "nonsense"), ("c", "")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / ".git").write_text(text)
        assert current_workplace(str(folder)).marks
    assert current_workplace("/") == NO_WORKPLACE


def test_an_agent_merges_no_project_that_holds_its_users_words(recall: Home) -> None:
    """Merging moves beliefs: what an agent said it may move, what the user said only he; and an undo takes it back."""
    his = recall.store("Releases are cut from the branch stable.", "--project", "api", person=True)
    recall.store("The API listens on port 8080.", "--project", "web")
    recall.store("The shop uses port 9090.", "--project", "shop")
    refused = recall.quick("config", "project", "merge", "api", "web")
    assert (refused.status, "only the user moves them" in refused.err) == (3, True)
    assert recall.json("get", his)["project"] == "api"
    assert recall.quick("config", "project", "merge", "shop", "web").status == 0
    assert recall.quick("config", "project", "merge", "api", "web", person=True).status == 0
    assert recall.json("get", his)["project"] == "web"
    assert recall.quick("undo", person=True).status == 0
    assert recall.json("get", his)["project"] == "api"


@pytest.mark.skipif(sys.platform == "darwin", reason="its file system takes only UTF-8")
@pytest.mark.parametrize("of_git", ["", "repository", "worktree"])
def test_a_folder_whose_name_is_no_text_is_a_project(recall: Home, tmp_path: Path, of_git: str) -> None:
    """Bytes of another encoding are as good a name as any; another such folder is another project."""
    ones = [Path(os.fsdecode(os.fsencode(tmp_path) + name)) for name in (b"/caf\xe9", b"/caf\xe8")]
    for number, folder in enumerate(ones):
        if of_git:
            repository(folder, commit=f"first of {number}")
        else:
            folder.mkdir()
        if of_git == "worktree":
            ones[number] = folder.parent / ("tree" + folder.name)
            git(folder, "worktree", "add", "-q", str(ones[number]))
            folder = ones[number]
        recall.json("store", f"The port of service {number} is 808{number}.", cwd=folder)
        recall.json("store", "--defer", f"The queue of service {number} is NATS because of replay.", cwd=folder)
    for number, folder in enumerate(ones):
        [found] = recall.json("list", cwd=folder)["memories"]
        assert found["text"] == f"The port of service {number} is 808{number}."
        assert recall("context", cwd=folder).status == 0


@pytest.mark.parametrize("remote", [None, "git@github.com:acme/notes.git"])
@pytest.mark.parametrize("commit", [None, "first"])
def test_a_folder_that_becomes_a_repository_keeps_its_memories(
    recall: Home, tmp_path: Path, remote: str | None, commit: str | None
) -> None:
    """`git init` in a folder, with or without a commit and a remote: the same project before and after."""
    folder = tmp_path / "notes"
    folder.mkdir()
    recall.store("before", cwd=folder)
    git(folder, "init", "-q")
    if commit:
        git(folder, "commit", "-q", "--allow-empty", "-m", commit)
    if remote:
        git(folder, "remote", "add", "origin", remote)
    (folder / "deep").mkdir()
    assert recall.json("count", cwd=folder)["count"] == 1
    recall.store("after", cwd=folder / "deep")
    assert project_counts(recall) == {"notes": 2}
    folder.rename(tmp_path / "renamed")
    if remote or commit:
        assert recall.json("count", cwd=tmp_path / "renamed")["count"] == 2


def test_a_known_repository_at_the_place_of_a_folder_stays_itself(recall: Home, tmp_path: Path) -> None:
    """What is recognised by its remote does not become the project of the folder that was there before."""
    folder = tmp_path / "notes"
    folder.mkdir()
    recall.store("of the folder", cwd=folder)
    tool = repository(tmp_path / "tool", "git@github.com:acme/tool.git")
    recall.store("of the repository", cwd=tool)
    folder.rmdir()
    clone_of(tool, folder, "https://github.com/acme/tool")
    assert project_of(recall, recall.store("again", cwd=folder)) == "tool"


def test_a_new_host_and_a_new_folder_at_once(recall: Home, tmp_path: Path) -> None:
    """The same repository under another address, in a folder that was renamed: known by its first commit."""
    folder = repository(tmp_path / "before", "git@github.com:acme/tool.git", commit="of tool")
    recall.store("kept", cwd=folder)
    folder.rename(tmp_path / "after")
    git(tmp_path / "after", "remote", "set-url", "origin", "https://gitlab.com/team/tool-v2.git")
    assert recall.json("count", cwd=tmp_path / "after")["count"] == 1
    assert project_of(recall, recall.store("more", cwd=tmp_path / "after")) == "tool"
    assert project_counts(recall) == {"tool": 2}


def test_cloned_anew_from_a_new_host(recall: Home, tmp_path: Path) -> None:
    """The old clone is gone, the new one has the same name and the same first commit."""
    folder = repository(tmp_path / "old", "git@github.com:acme/tool.git", commit="of tool")
    recall.store("kept", cwd=folder)
    git(tmp_path, "clone", "-q", "--no-hardlinks", str(folder), str(tmp_path / "new"))
    git(tmp_path / "new", "remote", "set-url", "origin", "https://gitlab.com/team/tool.git")
    folder.rename(tmp_path / "gone")
    (tmp_path / "gone/.git").rename(tmp_path / "gone/data")
    assert recall.json("count", cwd=tmp_path / "new")["count"] == 1


def test_services_made_from_one_template_are_projects_of_their_own(recall: Home, tmp_path: Path) -> None:
    """They begin with the same commit, and have other addresses and names; a fork beside its origin, too."""
    template = repository(tmp_path / "template", "git@github.com:acme/template.git", commit="of the template")
    recall.store("of the template", cwd=template)
    for number, address in enumerate(("acme/billing", "acme/search", "me/template")):
        clone = tmp_path / f"clone-{number}"
        git(tmp_path, "clone", "-q", "--no-hardlinks", str(template), str(clone))
        git(clone, "remote", "set-url", "origin", f"git@github.com:{address}.git")
        assert recall.json("count", cwd=clone)["count"] == 0, address
        recall.store(f"of {address}", cwd=clone)
    assert set(project_counts(recall).values()) == {1}
    assert len(project_counts(recall)) == 4


def import_project(recall: Home, name: str) -> None:
    """A project that came by import, and was in no folder here yet."""
    (recall.path / "in.jsonl").write_text(f'{{"text": "The port of {name} is 8080.", "project": "{name}"}}\n')
    recall.json("import", "in.jsonl")


@pytest.mark.parametrize("remote", [None, "git@github.com:acme/api.git"])
def test_an_imported_project_keeps_its_folder_when_it_is_renamed(
    recall: Home, tmp_path: Path, remote: str | None
) -> None:
    """Renamed once or twice, before its folder was used here: the folder is still recognised, and only it."""
    import_project(recall, "api")
    for old, new in (("api", "money"), ("money", "cash")):
        assert recall.quick("config", "project", "rename", old, new).status == 0
    folder = repository(tmp_path / "api", remote)
    assert recall.json("count", cwd=folder)["count"] == 1
    assert project_of(recall, recall.store("more", cwd=folder)) == "cash"
    other = repository(tmp_path / "elsewhere/api", remote and "git@github.com:other/api.git", commit="another")
    assert recall.json("count", cwd=other)["count"] == 0
    assert project_of(recall, recall.store("other", cwd=other)) == "api"


def test_an_imported_project_keeps_its_folder_when_it_is_merged(recall: Home, tmp_path: Path) -> None:
    """Its folder becomes the other project's; an undo takes that back."""
    import_project(recall, "api")
    import_project(recall, "web")
    folder = repository(tmp_path / "api")
    assert recall.quick("config", "project", "merge", "api", "web").status == 0
    assert recall.json("count", cwd=folder)["count"] == 2
    assert recall.quick("undo").status == 0
    assert recall.json("count", cwd=folder)["count"] == 1


@pytest.mark.parametrize(
    "more", [[], ["--key", "k"], ["--type", "fact"], ["--extractor", "rules"], ["--extractor", "none"]]
)
@pytest.mark.parametrize("where", ["here", "named"])
def test_nothing_is_put_off_for_a_project_that_is_switched_off(more: list[str], where: str, recall: Home) -> None:
    """It would never be kept: refused at once with the reason, as a plain store is, and no job is made."""
    folder = recall.path / "shop"
    folder.mkdir()
    recall.store("Something.", cwd=folder)
    recall.quick("config", "project", "disable", "shop", cwd=folder, person=True)
    place = ["--project", "shop"] if where == "named" else []
    answer = recall.quick(
        "store", "--defer", *more, *place, "The port is 8080.", cwd=folder if where == "here" else None
    )
    assert (answer.status, "switched off for shop" in answer.out + answer.err) == (3, True), answer
    assert recall.json("jobs")["jobs"] == []
    recall.quick("config", "project", "enable", "shop", cwd=folder, person=True)
    assert recall.quick("store", "--defer", *more, *place, "The port is 8080.", cwd=folder).status == 0
    assert len(recall.json("jobs")["jobs"]) == 1


def test_a_first_commit_is_looked_for_while_others_may_write(
    recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a new copy of a repository the commits are read after the lock is given back, and the first one is kept."""
    from recall_cli.flows import projects as flow

    place = current_workplace(str(repository(tmp_path / "one", "git@github.com:Acme/Billing.git")))
    app, found = App(environment=recall.environment()), []

    def while_another_writes(common: str, limit: int = 0) -> "str | None":
        other = App({"busy_seconds": 0.0}, recall.environment())
        with other.write_transaction() as tx:
            tx.projects.add("another")
        other.close()
        found.append(root_commit(common, limit))
        return found[-1]

    monkeypatch.setattr(flow, "root_commit", while_another_writes)
    with app.write_transaction() as tx:
        number = flow.ensure_project(tx, place).n  # type: ignore[union-attr]  # a place has a project
    with app.read_transaction() as tx:
        assert found[0] in tx.projects.marks(number)
    app.close()
    assert len(found) == 1


def test_a_merge_takes_contests_and_answers_along(recall: Home) -> None:
    """What is contested stays so in the other project, what was settled is not asked again; an undo takes both back."""

    def say(fact: str, value: str, *, person: bool) -> None:
        more = ("--entity", fact, "--attribute", "name", "--value", value, "--project", "old")
        recall.store(f"The {fact} is {value}.", *more, person=person)
        recall.later()

    def contested(project: str) -> list[str]:
        return [one["entity"] for one in recall.json("conflicts", "--project", project)["conflicts"]]

    recall.store("The harbour opens at six.", "--project", "new")
    for fact in ("database", "framework"):
        say(fact, "Alpha", person=True)
        say(fact, "Beta", person=False)
    answer = recall.quick("resolve", "framework", "name", "--many", "--project", "old", person=True)
    assert (answer.status, contested("old")) == (0, ["database"])
    recall.later()
    merged = recall.quick("config", "project", "merge", "old", "new", person=True)
    assert (merged.status, contested("new")) == (0, ["database"])
    recall.later(days=1)
    recall.quick("maintain", person=True)
    assert contested("new") == ["database"]
    number = merged.out.split("recall undo ")[1].rstrip(")\n")
    undone = recall.quick("undo", number, person=True)
    assert (undone.status, contested("old"), contested("new")) == (0, ["database"], [])


def test_an_agents_import_switches_no_project_off(recall: Home) -> None:
    """A file may say that a project is off; only a person makes it so here."""
    header = {"recall": 1, "projects": [{"name": "shop", "marks": ["git:example.org/shop"], "enabled": False}]}
    recall.quick("import", "-", stdin=json.dumps(header) + "\n")
    assert "\toff\t" not in recall.quick("config", "project", "list").out
    header["projects"] = [{"name": "bank", "marks": ["git:example.org/bank"], "enabled": False}]
    recall.quick("import", "-", stdin=json.dumps(header) + "\n", person=True)
    assert "bank\t0\toff\t" in recall.quick("config", "project", "list").out


REMOTE = "git@github.com:acme/shop.git"
SECRET_PLAN = "The launch of the shop is planned for May."


@pytest.mark.parametrize("options", [(), ("--shared",), ("--no-hardlinks",), ("--bare",)])
def test_a_clone_of_the_project_gets_its_brief_without_a_question(
    recall: Home, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """However it was cloned, and in a worktree of it: the first commit is there."""
    shop = repository(tmp_path / "shop", REMOTE)
    recall.store(SECRET_PLAN, cwd=shop)
    git(shop, "gc", "-q")
    clone = clone_of(shop, tmp_path / "clone", REMOTE, *options)
    git(clone, "worktree", "add", "-q", str(tmp_path / "tree"))
    for folder in (clone, tmp_path / "tree"):
        shown = recall.quick("context", "--compact", cwd=folder, person=True)
        assert SECRET_PLAN in shown.out or ("--bare" in options and folder == clone)
        assert "first commit" not in shown.err


@pytest.mark.parametrize("kind", ["other history", "no commit", "shallow"])
def test_a_folder_that_only_claims_a_remote_gets_no_memory(recall: Home, tmp_path: Path, kind: str) -> None:
    """It counts as another project until a person says once that it is the same one."""
    shop = repository(tmp_path / "shop", REMOTE)
    recall.store(SECRET_PLAN, cwd=shop)
    if kind == "shallow":
        git(shop, "commit", "-q", "--allow-empty", "-m", "second")
        copy = clone_of(shop, tmp_path / "copy", REMOTE, "--depth", "1")
    else:
        copy = repository(tmp_path / "copy", REMOTE, commit=None if kind == "no commit" else kind)
    assert recall.quick("context", "--compact", cwd=copy).lines == [store_request("recall")]
    assert recall.quick("context", "launch of the shop", "--compact", cwd=copy).out == ""
    message = json.dumps({"hook_event_name": "SessionStart", "source": "startup", "session_id": "s", "cwd": str(copy)})
    told = recall.quick("hook", "session-start", "--agent", "claude-code", stdin=message, cwd=copy).data
    assert told["hookSpecificOutput"]["additionalContext"] == store_request("recall")
    asked = recall.quick("context", cwd=copy, person=True)
    assert "recall projects set shop" in asked.err
    refused = recall.quick("config", "project", "set", "shop", cwd=copy)
    assert refused.status != 0
    assert recall.quick("config", "project", "set", "shop", cwd=copy, person=True).status == 0
    shown = recall.quick("context", "--compact", cwd=copy, person=True)
    assert SECRET_PLAN in shown.out
    assert shown.err == ""


def test_what_is_stored_in_such_a_folder_stays_out_of_the_project(recall: Home, tmp_path: Path) -> None:
    """It becomes a project of its own, and the question is not asked again."""
    shop = repository(tmp_path / "shop", REMOTE)
    recall.store(SECRET_PLAN, cwd=shop)
    copy = repository(tmp_path / "copy", REMOTE, commit="other")
    stored = recall.quick("store", "The shop sells hats only.", cwd=copy, person=True)
    assert "recall projects set shop" in stored.err
    assert "hats" not in recall.quick("context", "--compact", cwd=shop).out
    shown = recall.quick("context", "--compact", cwd=copy, person=True)
    assert "hats" in shown.out
    assert shown.err == ""
