"""The lines that a diff changes, from `git diff` and from two versions."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.actions.changed_lines import compare_versions, parse_diff
from tests.for_each import for_each

DIFF = """\
diff --git a/src/app.py b/src/app.py
index 111..222 100644
--- a/src/app.py
+++ b/src/app.py
@@ -3,4 +3,6 @@ def send():
 a
-b
+c
@@ -40 +42,0 @@
-x
diff --git a/old.py b/new.py
similarity index 90%
rename from old.py
rename to new.py
--- a/old.py
+++ b/new.py
@@ -1,2 +1,2 @@
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git "a/caf\\303\\251.txt" "b/caf\\303\\251.txt"
--- "a/caf\\303\\251.txt"
+++ "b/caf\\303\\251.txt"
@@ -5,0 +6,2 @@
"""


def test_a_diff_names_the_changed_lines_of_each_file() -> None:
    """By their old and new numbers; a renamed file has both names, a removed one its old name."""
    assert parse_diff(DIFF) == {
        "src/app.py": [(3, 6), (3, 8), (40, 40), (42, 42)],
        "old.py": [(1, 2), (1, 2)],
        "new.py": [(1, 2), (1, 2)],
        "gone.txt": [(1, 1), (1, 1)],
        "café.txt": [(5, 5), (6, 7)],
    }


@for_each(
    "before, after, ranges",
    [
        ("a\nb\nc\n", "a\nb\nc\n", []),
        ("a\nb\nc\n", "a\nX\nc\n", [(2, 2), (2, 2)]),
        ("a\nb\nc\n", "a\nb\nnew\nc\n", [(3, 3)]),
        ("a\nb\nc\n", "a\nc\n", [(2, 2)]),
        ("", "a\n", [(1, 1)]),
    ],
)
def test_two_versions_are_compared(before: str, after: str, ranges: list[tuple[int, int]]) -> None:
    """Changed, added and removed lines."""
    assert sorted(set(compare_versions(before, after))) == sorted(set(ranges))


@given(st.text(max_size=400))
def test_any_text_is_read_as_a_diff(text: str) -> None:
    """Whatever is piped in: ranges are positive and in order."""
    for ranges in parse_diff(text + "\n+++ b/x\n@@ -1 +1 @@\n" + text).values():
        assert all(1 <= first <= last for first, last in ranges)


@given(st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12))
def test_equal_lines_at_both_ends_are_never_changed(before: list[str], after: list[str]) -> None:
    """The common beginning lies before every changed line."""
    ranges = compare_versions("\n".join(["head", *before]), "\n".join(["head", *after]))
    assert bool(ranges) is (before != after)
    assert all(first > 1 for first, _ in ranges)
