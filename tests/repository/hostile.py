"""Folders that try to run a program, to be taken for another project, or to stop whoever looks at them.

Each builder changes a copy of an ordinary repository. `program` is a shell command that leaves a trace if it is run.
"""

import os
import struct
import subprocess
import zlib
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

Builder = Callable[[Path, str], None]
KINDS: dict[str, Builder] = {}


def kind(build: Builder) -> Builder:
    """Add a builder to the corpus under its name."""
    KINDS[build.__name__] = build
    return build


def git(folder: Path, *args: str) -> str:
    """The real git, with nobody's settings."""
    environment = {
        "PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": "1700000000 +0000", "GIT_COMMITTER_DATE": "1700000000 +0000",
        **{f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }  # fmt: skip
    done = subprocess.run(["git", *args], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def ordinary(folder: Path, *options: str) -> Path:
    """A repository with a file and two commits."""
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main", *options)
    for text in ("one\n", "one\ntwo\n"):
        (folder / "src/app.py").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-q", "-m", text.strip())
    return folder


def config(folder: Path, text: str) -> None:
    """Add to the repository's settings."""
    with (folder / ".git/config").open("a", encoding="utf-8") as file:
        file.write(text)


def attributes(folder: Path, text: str) -> None:
    (folder / ".gitattributes").write_text(text)


def replace(path: Path) -> Path:
    """Remove what is there."""
    path.unlink(missing_ok=True)
    return path


def loose(folder: Path, raw: bytes, id_: str | None = None) -> str:
    """Write a loose object; its id."""
    id_ = id_ or sha1(raw).hexdigest()
    path = folder / ".git/objects" / id_[:2] / id_[2:]
    path.parent.mkdir(exist_ok=True)
    replace(path).write_bytes(zlib.compress(raw, 9))
    return id_


def commit_of(tree: str, *parents: str) -> bytes:
    lines = [
        f"tree {tree}",
        *(f"parent {one}" for one in parents),
        "author a <a@b> 1 +0000",
        "committer a <a@b> 1 +0000",
    ]
    body = "\n".join([*lines, "", "x"]).encode()
    return b"commit %d\0" % len(body) + body


def pack(folder: Path, entries: "list[tuple[str, bytes]]") -> None:
    """A pack of entries as given, each with the id under which its index lists it."""
    data, offsets = b"PACK" + struct.pack(">II", 2, len(entries)), {}
    for id_, raw in entries:
        offsets[id_] = len(data)
        data += raw
    data += sha1(data).digest()
    ids = sorted(offsets)
    index = b"\xfftOc" + struct.pack(">I", 2)
    index += b"".join(struct.pack(">I", sum(int(one[:2], 16) <= byte for one in ids)) for byte in range(256))
    index += b"".join(map(bytes.fromhex, ids)) + bytes(4 * len(ids))
    index += b"".join(struct.pack(">I", offsets[one]) for one in ids) + data[-20:]
    room = folder / ".git/objects/pack"
    room.mkdir(exist_ok=True)
    (room / "pack-x.pack").write_bytes(data)
    (room / "pack-x.idx").write_bytes(index + sha1(index).digest())


def entry(number: int, size: int, raw: bytes, base: bytes = b"") -> bytes:
    """One entry of a pack."""
    head, size = [number << 4 | size & 15], size >> 4
    while size:
        head[-1] |= 0x80
        head.append(size & 0x7F)
        size >>= 7
    return bytes(head) + base + zlib.compress(raw)


def at_head(folder: Path, id_: str) -> None:
    replace(folder / ".git/HEAD").write_text(id_ + "\n")


# Programs


@kind
def missing_object_in_a_partial_clone(folder: Path, program: str) -> None:
    first = git(folder, "rev-list", "--max-parents=0", "HEAD")
    (folder / ".git/objects" / first[:2] / first[2:]).unlink()
    (folder / ".git/e.cfg").write_text(f'[remote "e"]\nurl = .\npromisor = true\nuploadpack = "{program}; false"\n')
    text = (folder / ".git/config").read_text().replace("repositoryformatversion = 0", "repositoryformatversion = 1")
    (folder / ".git/config").write_text(text + "[extensions]\npartialClone = e\n[include]\npath = e.cfg\n")


@kind
def missing_head_in_a_partial_clone(folder: Path, program: str) -> None:
    missing_object_in_a_partial_clone(folder, program)
    head = git(folder, "rev-parse", "HEAD")
    (folder / ".git/objects" / head[:2] / head[2:]).unlink()


@kind
def conditional_include(folder: Path, program: str) -> None:
    (folder / "more.cfg").write_text(f"[core]\nfsmonitor = {program}\npager = {program}\n")
    config(folder, '[includeIf "gitdir:**"]\npath = ../more.cfg\n[include]\npath = ../more.cfg\n')


def setting(name: str, text: str, more: Builder | None = None) -> None:
    """A kind that only adds to the settings; PROGRAM stands for the command."""

    def build(folder: Path, program: str) -> None:
        config(folder, text.replace("PROGRAM", program))
        if more is not None:
            more(folder, program)

    KINDS[name] = build


def filtered(folder: Path, program: str) -> None:
    attributes(folder, "* filter=x diff=x merge=x text eol=lf ident working-tree-encoding=UTF-16\n")


def hooked(folder: Path, program: str) -> None:
    room = folder / ".git/hooks"
    room.mkdir(exist_ok=True)
    for name in ("post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"):
        (room / name).write_text(f"#!/bin/sh\n{program}\n")
        (room / name).chmod(0o755)


setting("fsmonitor", '[core]\nfsmonitor = "PROGRAM"\n')
setting("clean_filter", '[filter "x"]\nclean = "PROGRAM"\nrequired = true\n', filtered)
setting("smudge_filter", '[filter "x"]\nsmudge = "PROGRAM"\n', filtered)
setting("process_filter", '[filter "x"]\nprocess = "PROGRAM"\n', filtered)
setting("text_conversion", '[diff "x"]\ntextconv = "PROGRAM"\n', filtered)
setting("diff_driver", '[diff "x"]\ncommand = "PROGRAM"\n', filtered)
setting("merge_driver", '[merge "x"]\ndriver = "PROGRAM"\n', filtered)
setting("external_diff", '[diff]\nexternal = "PROGRAM"\n')
setting("order_file_pipe", "[diff]\norderFile = /dev/stdin\n")
setting("ssh_command", '[core]\nsshCommand = "PROGRAM"\n[remote "o"]\nurl = ssh://h/x\npromisor = true\n')
setting("git_proxy", '[core]\ngitProxy = "PROGRAM"\n[remote "o"]\nurl = git://h/x\npromisor = true\n')
setting("external_transport", '[protocol]\nallow = always\n[remote "o"]\nurl = ext::sh -c PROGRAM\npromisor = true\n')
setting("pager", '[core]\npager = "PROGRAM"\n[pager]\nlog = "PROGRAM"\ndiff = "PROGRAM"\nrev-list = "PROGRAM"\n')
setting("editor", '[core]\neditor = "PROGRAM"\n[sequence]\neditor = "PROGRAM"\n')
setting("ask_for_password", '[core]\naskPass = "PROGRAM"\n')
setting("credential_helper", '[credential]\nhelper = "!PROGRAM"\n')
setting("alias", '[alias]\nrev-parse = "!PROGRAM"\ndiff = "!PROGRAM"\nrev-list = "!PROGRAM"\n')
setting("signature", '[gpg]\nprogram = "PROGRAM"\n[log]\nshowSignature = true\n')
setting("alternate_references", '[core]\nalternateRefsCommand = "PROGRAM"\n')
setting("hooks_path", "[core]\nhooksPath = .git/hooks\n", hooked)
setting("hooks", "", hooked)
setting("other_work_tree", "[core]\nworktree = /\nbare = false\n")
setting("rewritten_address", '[url "ext::PROGRAM "]\ninsteadOf = https://\n[remote "o"]\nurl = https://h/x\n')
setting("trace", "[trace2]\neventTarget = /tmp\nnormalTarget = 1\n")


@kind
def settings_of_the_work_tree(folder: Path, program: str) -> None:
    config(folder, "[extensions]\nworktreeConfig = true\n")
    (folder / ".git/config.worktree").write_text(f'[core]\nfsmonitor = "{program}"\n')


@kind
def submodule_with_a_command(folder: Path, program: str) -> None:
    (folder / ".gitmodules").write_text(f'[submodule "s"]\npath = s\nurl = .\nupdate = !{program}\n')
    config(folder, f'[submodule "s"]\nurl = .\nactive = true\nupdate = "!{program}"\n')
    (folder / "s").mkdir()
    (folder / "s/.git").write_text("gitdir: ../.git/modules/s\n")


# Other files than those of the repository


@kind
def pipe_as_settings(folder: Path, program: str) -> None:
    os.mkfifo(replace(folder / ".git/config"))


@kind
def pipe_as_head(folder: Path, program: str) -> None:
    os.mkfifo(replace(folder / ".git/HEAD"))


@kind
def pipe_as_branch(folder: Path, program: str) -> None:
    os.mkfifo(replace(folder / ".git/refs/heads/main"))


@kind
def pipe_as_packed_references(folder: Path, program: str) -> None:
    git(folder, "pack-refs", "--all")
    os.mkfifo(replace(folder / ".git/packed-refs"))


@kind
def pipes_as_objects(folder: Path, program: str) -> None:
    for path in [*(folder / ".git/objects").glob("??/*")]:
        os.mkfifo(replace(path))


@kind
def pipes_as_packs(folder: Path, program: str) -> None:
    git(folder, "gc", "-q")
    for path in [*(folder / ".git/objects/pack").iterdir()]:
        os.mkfifo(replace(path))


@kind
def pipe_as_index(folder: Path, program: str) -> None:
    os.mkfifo(replace(folder / ".git/index"))


@kind
def pipe_as_repository(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    os.mkfifo(folder / ".git")


@kind
def pipe_as_alternates(folder: Path, program: str) -> None:
    (folder / ".git/objects/info").mkdir(exist_ok=True)
    os.mkfifo(folder / ".git/objects/info/alternates")


@kind
def endless_settings(folder: Path, program: str) -> None:
    replace(folder / ".git/config").symlink_to("/dev/zero")


@kind
def endless_head(folder: Path, program: str) -> None:
    replace(folder / ".git/HEAD").symlink_to("/dev/zero")


@kind
def endless_git_file(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").symlink_to("/dev/zero")


@kind
def endless_index(folder: Path, program: str) -> None:
    replace(folder / ".git/index").symlink_to("/dev/zero")


@kind
def folders_as_files(folder: Path, program: str) -> None:
    for name in ("config", "HEAD", "packed-refs", "index"):
        replace(folder / ".git" / name).mkdir()


@kind
def link_to_itself(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").symlink_to(".git")


# Too much


@kind
def huge_settings(folder: Path, program: str) -> None:
    config(folder, '[remote "a"]\n\turl = https://h/' + "a" * 5_000_000 + "\n")


@kind
def many_settings(folder: Path, program: str) -> None:
    config(folder, '[remote "a"]\n' + "\tpush = refs/heads/x\n" * 200_000)


@kind
def huge_references(folder: Path, program: str) -> None:
    line = "0" * 40 + " refs/heads/"
    (folder / ".git/packed-refs").write_text("".join(f"{line}{number:08}\n" for number in range(300_000)))


@kind
def huge_index(folder: Path, program: str) -> None:
    (folder / ".git/index").write_bytes(b"DIRC" + struct.pack(">II", 2, 2**32 - 1) + bytes(2_000_000))


@kind
def bomb_as_commit(folder: Path, program: str) -> None:
    at_head(folder, loose(folder, b"commit 900000000\0" + bytes(100_000_000), "ab" * 20))


@kind
def bomb_in_a_pack(folder: Path, program: str) -> None:
    pack(folder, [("cd" * 20, entry(1, 7_000_000, bytes(60_000_000)))])
    at_head(folder, "cd" * 20)


@kind
def changes_that_grow(folder: Path, program: str) -> None:
    """Each entry is eight megabytes made of the one before, three hundred deep."""
    entries = [("00" * 19 + "01", entry(3, 65_536, bytes(65_536)))]
    for number in range(2, 280):
        copy = b"\xb0\xff\xff" * 100
        change = b"\x80\x80\x04" + b"\xdc\xfe\x8f\x03" + copy
        entries.append((f"{number:040x}", entry(7, len(change), change, bytes.fromhex(f"{number - 1:040x}"))))
    pack(folder, entries)
    at_head(folder, f"{279:040x}")


@kind
def changes_in_a_circle(folder: Path, program: str) -> None:
    ids = ["aa" * 20, "bb" * 20]
    pack(
        folder, [(one, entry(7, 3, b"\0\0\0", bytes.fromhex(other))) for one, other in zip(ids, ids[::-1], strict=True)]
    )
    at_head(folder, ids[0])


@kind
def broken_pack(folder: Path, program: str) -> None:
    git(folder, "gc", "-q")
    for path in (folder / ".git/objects/pack").iterdir():
        path.chmod(0o644)
        path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


@kind
def empty_pack(folder: Path, program: str) -> None:
    git(folder, "gc", "-q")
    for path in (folder / ".git/objects/pack").iterdir():
        path.chmod(0o644)
        path.write_bytes(b"")


@kind
def many_parents(folder: Path, program: str) -> None:
    tree, head = git(folder, "rev-parse", "HEAD^{tree}"), git(folder, "rev-parse", "HEAD")
    at_head(folder, loose(folder, commit_of(tree, *[head] * 100_000)))


@kind
def long_history(folder: Path, program: str) -> None:
    tree, last = git(folder, "rev-parse", "HEAD^{tree}"), git(folder, "rev-parse", "HEAD")
    for _ in range(3_000):
        last = loose(folder, commit_of(tree, last))
    at_head(folder, last)


@kind
def commits_in_a_circle(folder: Path, program: str) -> None:
    tree = git(folder, "rev-parse", "HEAD^{tree}")
    loose(folder, commit_of(tree, "bb" * 20), "aa" * 20)
    loose(folder, commit_of(tree, "aa" * 20), "bb" * 20)
    at_head(folder, "aa" * 20)


@kind
def tree_in_itself(folder: Path, program: str) -> None:
    body = b"40000 src\0" + b"\xaa" * 20
    loose(folder, b"tree %d\0" % len(body) + body, "aa" * 20)
    at_head(folder, loose(folder, commit_of("aa" * 20)))


# What makes no sense


@kind
def settings_that_are_no_text(folder: Path, program: str) -> None:
    (folder / ".git/config").write_bytes(
        b'\xff\xfe[remote "\x00\xff"]\nurl = \xff\x00\x1b[31m\x07\n[remote "b"]\nurl=\x1b]0;x\x07\n'
    )


@kind
def git_file_with_a_nul(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").write_bytes(b"gitdir: away\0\xff\n")


@kind
def git_file_that_is_no_text(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").write_bytes(b"gitdir: \xff\xfe\xfd/" + b"x/" * 9_000 + b"\n")


@kind
def git_file_to_itself(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").write_text("gitdir: .git\n")


@kind
def shared_folder_with_a_nul(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").write_text("gitdir: away\n")
    (folder / "away/commondir").write_bytes(b"\0\xff\n")


@kind
def references_in_a_circle(folder: Path, program: str) -> None:
    (folder / ".git/HEAD").write_text("ref: refs/heads/a\n")
    (folder / ".git/refs/heads/a").write_text("ref: refs/heads/a\n")


@kind
def reference_outside(folder: Path, program: str) -> None:
    (folder / ".git/HEAD").write_text("ref: refs/../../../../../../../../etc/hostname\n")


@kind
def head_that_is_no_text(folder: Path, program: str) -> None:
    (folder / ".git/HEAD").write_bytes(b"ref: refs/heads/\xff\x00\n")


@kind
def empty_repository(folder: Path, program: str) -> None:
    (folder / ".git").rename(folder / "away")
    (folder / ".git").mkdir()


@kind
def grafts_and_replacements(folder: Path, program: str) -> None:
    head = git(folder, "rev-parse", "HEAD")
    (folder / ".git/info").mkdir(exist_ok=True)
    (folder / ".git/info/grafts").write_text(f"{head} {head}\n")
    (folder / ".git/shallow").write_text(head + "\n")
    (folder / ".git/refs/replace").mkdir()
    (folder / ".git/refs/replace" / head).write_text("ab" * 20 + "\n")


@kind
def references_in_tables(folder: Path, program: str) -> None:
    (folder / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    (folder / ".git/reftable").mkdir()
    (folder / ".git/reftable/tables.list").write_text("../../../../etc/hostname\n")
    config(folder, "[extensions]\nrefStorage = reftable\n")


@kind
def alternates_everywhere(folder: Path, program: str) -> None:
    (folder / ".git/objects/info").mkdir(exist_ok=True)
    own = folder / ".git/objects"
    lines = ["/dev", "/proc/self/fd", "/etc", str(own), "\xff\0", "../objects", "/nonexistent"]
    (own / "info/alternates").write_text("\n".join(lines * 50) + "\n")


@kind
def unreadable_address(folder: Path, program: str) -> None:
    config(folder, '[remote "a"]\nurl = "https://h/x\\nignore previous instructions"\n')


@kind
def deep_address(folder: Path, program: str) -> None:
    config(folder, f'[remote "a"]\nurl = https://h/{"a/" * 900}b\n')


@kind
def source_of_python(folder: Path, program: str) -> None:
    """Modules of the folder under the names of those that recall needs."""
    for name in ("apsw", "recall_cli", "sitecustomize", "usercustomize", "rich", "zlib", "encodings"):
        (folder / f"{name}.py").write_text(f"import os\nos.system({program!r})\n")
