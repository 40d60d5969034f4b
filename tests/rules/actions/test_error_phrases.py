"""Errors that share words with a memory, in pairs worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.actions.error_phrases import phrase_names, phrase_score, split_words, telling_lines
from tests.for_each import for_each

SAME = (
    ('The worker died with "exec format error" on staging.', "exec /usr/bin/entry.sh: exec format error"),
    ("remaining connection slots are reserved for superusers: lower the pool.",
     'FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute'),
    ("`context deadline exceeded` comes from the proxy.", "Error: Get https://10.0.0.1/v2/: context deadline exceeded"),
    ("relation … does not exist: run the migrations.", 'ERROR:  relation "orders_2024" does not exist'),
    ("CUDA out of memory on gpu-01: stop the notebook.",
     "torch.cuda.OutOfMemoryError: CUDA out of memory on gpu-01. Tried to allocate 1.12 GiB."),
    ("failed to run custom build command for `openssl-sys v0.9.93` needs libssl-dev.",
     "error: failed to run custom build command for `openssl-sys v0.9.102`"),
    ("If pytest says fixture 'db_session' not found, start it at the top.", "E       fixture 'db_session' not found"),
    ("The `deadlock detected` errors came from the order.", "OperationalError: (DeadlockDetected) deadlock detected"),
    ("Linking breaks with cannot find -lzstd on Alpine.", "ld: cannot find -lzstd: No such file or directory"),
    ("Building breaks with `fatal error: Python.h: No such file or directory`.",
     "src/a.cxx:14:10: fatal error: Python.h: No such file or directory"),
    ("Can't resolve 'crypto' in the build: webpack has no polyfills; Module not found: Error: Can't resolve 'crypto'",
     "Module not found: Error: Can't resolve 'crypto' in '/home/kim/shop/jws/lib'"),
)  # fmt: skip
OTHERS = (
    ("Module not found: Error: Can't resolve 'crypto' in the admin build.",
     "Module not found: Error: Can't resolve './StokTable' in '/home/kim/shop'"),
    ("No module named 'yaml': install PyYAML.", "ModuleNotFoundError: No module named 'toml'"),
    ("fatal error: Python.h: No such file or directory needs python3-dev.", "cat: a.txt: No such file or directory"),
    ("`psql: command not found` means that the client is missing.", "bash: pnpm: command not found"),
    ("password authentication failed for user 'app' after the rotation.",
     "FATAL:  password authentication failed for user 'shop_ro'"),
    ("The build failed with exit code 1 on Friday.", "make: failed with exit code 1"),
    ("The product database is backed up at two.", "error: the product database is unreachable"),
    ("relation … does not exist: run the migrations.", 'ERROR:  column "a" does not exist'),
)  # fmt: skip


@for_each("memory, output, same", [*((*pair, True) for pair in SAME), *((*pair, False) for pair in OTHERS)])
def test_words_in_a_row_show_that_a_memory_is_about_an_error(memory: str, output: str, same: bool) -> None:
    """Three that tell something, or a whole quotation; not about another name, and not by words of many errors."""
    lines = telling_lines(f"Traceback:\n{output}\n")
    assert (phrase_score(memory, map(split_words, lines)) > 0) is same
    names = {name for line in lines for name in phrase_names(line)}
    assert not same or names & {*phrase_names(memory)}


@given(st.text(alphabet="ab'`\"….# \n<>/", max_size=60), st.text(alphabet="ab'`\"….# error\n", max_size=60))
def test_any_text_is_compared(memory: str, output: str) -> None:
    """What fits is found by its keys, too."""
    lines = telling_lines(output)
    if phrase_score(memory, map(split_words, lines)):
        assert {name for line in lines for name in phrase_names(line)} & {*phrase_names(memory)}
