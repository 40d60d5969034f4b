"""What is looked up for a question with pasted text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.questions.pasted_text import (
    MAX_LINE_LENGTH,
    MAX_QUESTIONS,
    extract_questions,
    find_paths,
    path_names_file,
)
from tests.for_each import for_each

PYTHON = """Traceback (most recent call last):
  File "/home/ana/shop/src/billing.py", line 120, in charge
    raise ValueError("nope")
ValueError: nope

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/ana/shop/src/app.py", line 12, in main
    run()
psycopg.errors.DeadlockDetected: deadlock detected on relation invoices
"""
JAVA = """2026-11-20 10:00:00,123 ERROR [main] c.s.Api - request failed
java.lang.RuntimeException: could not charge
\tat com.shop.Billing.charge(Billing.java:42)
\tat com.shop.Api.post(Api.java:7)
Caused by: org.postgresql.util.PSQLException: FATAL: too many connections for role billing
\tat org.postgresql.core.v3.ConnectionFactoryImpl.doAuth(ConnectionFactoryImpl.java:500)
\t... 12 more
"""
NODE = """/app/src/server.js:12
    throw new Error('boom')
    ^

TypeError: Cannot read properties of undefined (reading 'invoiceId')
    at charge (/app/src/billing.js:10:5)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)

Node.js v22.1.0
"""
GO = """panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a]

goroutine 1 [running]:
main.charge(...)
\t/app/billing.go:12 +0x1d
"""
RUST = """   Compiling shop v0.1.0
thread 'main' panicked at src/main.rs:4:5:
called `Option::unwrap()` on a `None` value: no ledger for tenant
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RUSTC = """error[E0502]: cannot borrow `ledger` as mutable because it is also borrowed as immutable
  --> src/main.rs:6:5
   |
"""
PYTEST = """    def test_charge():
>       assert charge(1) == 2
E       AssertionError: the ledger is out of balance
E       assert 1 == 2

tests/test_billing.py:5: AssertionError
=========================== short test summary info ============================
FAILED tests/test_billing.py::test_charge - AssertionError: the ledger is out of balance
"""
LOG = "\n".join(
    [f"2026-11-20T10:00:{n:02d}Z INFO  worker-{n} took job {n}" for n in range(50)]
    + ["2026-11-20T10:01:00Z ERROR worker-3 nats: no responders available for request on billing.charge"]
    + [f"2026-11-20T10:02:{n:02d}Z INFO  worker-{n} took job {n}" for n in range(50)]
)
GCC = """cc -O2 -c ledger.c
ledger.c:10:5: error: unknown type name 'ledger_t'
   10 |     ledger_t *l;
make: *** [Makefile:3: ledger.o] Error 1
"""
NPM = """npm ERR! code ERESOLVE
npm ERR! ERESOLVE unable to resolve dependency tree
"""
DOCKER = "\n".join([
    "api-1  | listening", "api-1  | sqlalchemy.exc.OperationalError: (psycopg.OperationalError) connection refused",
    "api-1 exited with code 1"])  # fmt: skip
CASES = [
    (PYTHON, "psycopg.errors.DeadlockDetected: deadlock detected on relation invoices"),
    (JAVA, "org.postgresql.util.PSQLException: FATAL: too many connections for role billing"),
    (NODE, "TypeError: Cannot read properties of undefined (reading 'invoiceId')"),
    (GO, "panic: runtime error: invalid memory address or nil pointer dereference"),
    (RUST, "called `Option::unwrap()` on a `None` value: no ledger for tenant"),
    (RUSTC, "error[E0502]: cannot borrow `ledger` as mutable because it is also borrowed as immutable"),
    (PYTEST, "AssertionError: the ledger is out of balance"),
    (LOG, "worker-3 nats: no responders available for request on billing.charge"),
    (GCC, "ledger.c:10:5: error: unknown type name 'ledger_t'"),
    (NPM, "npm ERR! code ERESOLVE"),
    ("\x1b[31mKeyError: 'user_id'\x1b[0m\n  in charge()\n", "KeyError: 'user_id'"),
    (DOCKER, "sqlalchemy.exc.OperationalError: (psycopg.OperationalError) connection refused"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), CASES, ids=[case[1][:30] for case in CASES])
@pytest.mark.parametrize("frames", [0, 3000])
def test_the_line_that_says_what_failed_is_asked_first(text: str, line: str, frames: int) -> None:
    """For a trace, a log or a build of any length, the first question is the error line."""
    noise = "".join(f"  frame {n} at step {n}\n" for n in range(frames))
    head, newline, rest = text.partition("\n")
    longer = text if text.startswith("   ") else head + newline + noise + rest
    assert extract_questions(longer)[0] == line


def test_a_traceback_inside_a_log_is_read() -> None:
    """An indented traceback inside a log is read like any other."""
    text = "".join(f"    {line}\n" for line in PYTHON.splitlines())
    assert extract_questions(text)[0] == "psycopg.errors.DeadlockDetected: deadlock detected on relation invoices"


def test_what_somebody_wrote_around_it_is_asked_too() -> None:
    """A question beside the trace becomes one of the questions."""
    assert "Why does the nightly run fail?" in extract_questions("Why does the nightly run fail?\n" + PYTHON)


def test_a_diff_asks_for_what_it_touches() -> None:
    """A diff gives its files and functions, then the words that it adds."""
    text = "\n".join(["diff --git a/src/billing.py b/src/billing.py", "--- a/src/billing.py", "+++ b/src/billing.py",
                      "@@ -10,2 +10,3 @@ def charge_card(amount):", "-    retry(3)", "+    retry(5)"])  # fmt: skip
    assert extract_questions(text)[0] == "billing def charge_card(amount)"


@given(st.text())
def test_any_text_gives_a_few_short_questions(text: str) -> None:
    """Any text gives at least one short question, and never more than a few."""
    questions = extract_questions(text)
    assert 1 <= len(questions) <= MAX_QUESTIONS
    assert questions == [text] or all(len(question) <= MAX_LINE_LENGTH for question in questions)


@for_each("text, paths", [
        ("I am about to edit src/billing.py", ["src/billing.py"]),
        ("edit `src/billing.py`, please.", ["src/billing.py"]),
        ('File "/home/ana/shop/src/billing.py", line 12', ["/home/ana/shop/src/billing.py"]),
        ("at charge (/app/src/billing.js:10:5)", ["/app/src/billing.js"]),
        ("see src/billing.py:10-20 and ./README.md.", ["src/billing.py:10-20", "README.md"]),
        ("src\\billing.py", ["src/billing.py"]),
        ("b/src/billing.py#L10", ["b/src/billing.py"]),
        ("what is 3.11 or https://example.com/a.py", []),
        ("Is it done.", []),
        ("Makefile", []),
    ],)  # fmt: skip
def test_the_files_that_a_text_names(text: str, paths: list[str]) -> None:
    """A path is found with any quotes, and without its line number."""
    assert find_paths(text) == [path if path != "src/billing.py:10-20" else "src/billing.py" for path in paths]


def test_a_path_names_the_file_of_an_anchor() -> None:
    """Absolute, from the top, or by its last parts; another file with the same ending is different."""
    assert path_names_file("/home/ana/shop/src/billing.py", "src/billing.py")
    assert path_names_file("billing.py", "src/billing.py")
    assert path_names_file("b/src/billing.py", "src/billing.py")
    assert not path_names_file("rebilling.py", "src/billing.py")
    assert not path_names_file("lib/billing.py", "src/billing.py")
