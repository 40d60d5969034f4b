"""`recall context --error`, `--file` and `--diff`: what fixed an error, and what is known about a file or lines."""

from pathlib import Path

import pytest

from tests.command import Home
from tests.repository.hostile_folders import append_config, create_repository, run_git

POOL = "QueuePool limit of size 5 overflow 10 reached: sessions were never closed; close them in a finally block."


@pytest.fixture
def shop(recall: Home) -> Path:
    """A repository with a long file, and memories anchored to its parts."""
    folder = create_repository(recall.path / "shop")
    (folder / "src/app.py").write_text("".join(f"line {n}\n" for n in range(1, 101)))
    (folder / "src/other.py").write_text("x = 1\n")
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "long")
    recall.store("The first ten lines are generated.", "--anchor", "src/app.py:1-10", cwd=folder)
    recall.store("Retry belongs to lines fifty to sixty.", "--anchor", "src/app.py:50-60", cwd=folder)
    recall.store("The application module is loaded twice.", "--anchor", "src/app.py", cwd=folder)
    recall.store("The other module is dead code.", "--anchor", "src/other.py", cwd=folder)
    return folder


def told(recall: Home, *args: str, **more: object) -> list[str]:
    """The texts of a brief, sorted."""
    document = recall.json("context", "--no-touch", *args, **more)
    return sorted(line["text"] for line in document["told"])


PROGRAMS = (
    ("python", "Traceback (most recent call last):\n  File \"a.py\", line 1\nsqlalchemy.exc.TimeoutError: pool is exhausted", "TimeoutError: pool is exhausted"),
    ("node", "/srv/a.js:3\n\nError: Cannot find module 'express'\n    at Module._resolve (node:internal)", "Error: Cannot find module 'express'"),
    ("rust", "error[E0382]: borrow of moved value: `token`\n --> src/main.rs:3:1", "E0382: borrow of moved value: `token`"),
    ("go", "panic: assignment to entry in nil map\n\ngoroutine 1 [running]:", "panic: assignment to entry in nil map"),
    ("java", "Exception in thread \"main\" java.lang.IllegalStateException: pool is closed\n\tat A.b(A.java:3)", "IllegalStateException: pool is closed"),
    ("gcc", "a.c:1:10: fatal error: zlib.h: No such file or directory\ncompilation terminated.", "zlib.h: No such file or directory"),
    ("pytest", "E   fixture 'client' not found\nshort test summary info", "fixture 'client' not found"),
    ("npm", "npm ERR! Missing script: \"dev\"\nnpm ERR! A complete log of this run", "npm ERR! Missing script: \"dev\""),
)  # fmt: skip


@pytest.mark.parametrize(("program", "trace", "quoted"), PROGRAMS, ids=[program for program, *_ in PROGRAMS])
def test_an_error_finds_what_fixed_it(program: str, trace: str, quoted: str, recall: Home, shop: Path) -> None:
    """From a pasted output of any program and any length; other errors and memories are left out."""
    fix = f"`{quoted}` came from the {program} image; rebuilding it helped."
    recall.store(fix, "--type", "finding", cwd=shop)
    recall.store("Errors of the shop are logged to the audit table.", cwd=shop)
    long_output = "\n".join(f"step {n} done" for n in range(30_000)) + "\n" + trace + "\n"
    assert told(recall, "--error", "-", stdin=long_output, cwd=shop) == [fix]
    assert told(recall, "--error", trace, cwd=shop) == [fix]


def test_an_error_that_nobody_met_is_looked_up_by_its_words(recall: Home, shop: Path) -> None:
    """As a question; without evidence of an answer, nothing."""
    recall.store(POOL, "--type", "finding", cwd=shop)
    trace = "sqlalchemy.exc.TimeoutError: QueuePool limit of size 20 overflow 40 reached, connection timed out"
    assert told(recall, "--error", trace, cwd=shop) == [POOL]
    assert told(recall, "--error", "ZlibDecodeError: unexpected end of stream", cwd=shop) == []


def test_a_file_shows_what_is_anchored_to_it(recall: Home, shop: Path) -> None:
    """And what names it; several files at once."""
    recall.store("src/other.py is imported by the plugin loader.", cwd=shop)
    assert told(recall, "--file", "src/other.py", cwd=shop) == [
        "The other module is dead code.",
        "src/other.py is imported by the plugin loader.",
    ]
    assert len(told(recall, "--file", "src/app.py", cwd=shop)) == 3
    assert len(told(recall, "--file", "app.py", "--file", "other.py", cwd=shop / "src")) == 5
    answer = recall.quick("context", "--file", "/etc/passwd", cwd=shop)
    assert (answer.status, answer.out) == (2, "")


CHANGED = ["Retry belongs to lines fifty to sixty.", "The application module is loaded twice."]


def test_a_diff_shows_what_was_learned_about_its_lines(recall: Home, shop: Path) -> None:
    """The same from standard input and from the work tree; staged changes too; nothing without a change."""
    assert told(recall, "--diff", cwd=shop) == []
    lines = (shop / "src/app.py").read_text().splitlines()
    lines[54] = "changed"
    (shop / "src/app.py").write_text("\n".join(lines) + "\n")
    assert told(recall, "--diff", cwd=shop) == CHANGED
    assert told(recall, "--diff", "-", stdin=run_git(shop, "diff", "-U0"), cwd=shop) == CHANGED
    run_git(shop, "add", ".")
    assert told(recall, "--diff", cwd=shop / "src") == CHANGED
    run_git(shop, "commit", "-q", "-m", "changed")
    assert told(recall, "--diff", cwd=shop) == []


def test_git_is_not_run_for_a_diff(recall: Home, shop: Path, tmp_path: Path) -> None:
    """A repository can name programs for a diff: none of them runs."""
    trace = tmp_path / "ran"
    append_config(shop, f'[diff]\n\texternal = touch {trace}\n[core]\n\tfsmonitor = "touch {trace}"\n')
    (shop / ".gitattributes").write_text("*.py diff=evil filter=evil\n")
    append_config(shop, f'[diff "evil"]\n\ttextconv = touch {trace}\n[filter "evil"]\n\tclean = touch {trace}\n')
    (shop / "src/other.py").write_text("x = 2\n")
    assert told(recall, "--diff", cwd=shop) == ["The other module is dead code."]
    assert not trace.exists()


@pytest.mark.parametrize(
    "args",
    [
        ("--error", "x", "--diff"),
        ("--file", "a.py", "--error", "x"),
        ("port", "--file", "src/app.py"),
        ("--error", " "),
        ("--diff", "--global"),
    ],
)
def test_what_cannot_go_together_is_refused(args: tuple[str, ...], recall: Home, shop: Path) -> None:
    """One line that says what to do."""
    answer = recall.quick("context", *args, cwd=shop)
    assert answer.status == 2
    assert len(answer.err.splitlines()) == 1
