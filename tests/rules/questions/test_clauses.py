"""What of a prompt is looked up: its sentences and their parts, without folders and pasted text."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.questions.clauses import MAX_CLAUSES, has_enough_words, split_clauses
from tests.for_each import for_each


@for_each(
    "prompt, clauses",
    [
        ("who owns the mobile app?", ["who owns the mobile app?"]),
        ("Thanks! Where is the password for staging? bye", ["Where is the password for staging?"]),
        (
            "It works now, so please rename the flag, ok?",
            ["It works now, so please rename the flag, ok?", "It works now,", "so please rename the flag,"],
        ),
        ("sort the imports in src/search/indexer.py please", ["sort the imports in indexer please"]),
        ("move the project to Python 3.12 today", ["move the project to Python 3.12 today"]),
        ("see https://example.org/a/b.html for more", ["see https://example.org/a/b.html for more"]),
        (
            "what is wrong with this?\n\n    at run (app.ts:4:1)\n09:14:02 checkout 4.1s ok 12\nI have no idea at all",
            ["what is wrong with this?", "I have no idea at all"],
        ),
        ("ok", []),
        ("", []),
    ],
)
def test_a_prompt_is_split_into_clauses(prompt: str, clauses: list[str]) -> None:
    """Sentences come with their parts; folders, endings of files and what is no sentence are left out."""
    assert split_clauses(prompt) == clauses


@for_each("prompt, enough", [
        ("", False), ("continue", False), ("fix the tests", False), ("what does this function do?", False),
        ("yes, do it", False), ("where is the staging password?", True), ("set the ALB idle timeout to 120s", True),
        ("在中国的服务器上怎么部署这个项目", True), ("Wie starte ich den lokalen Server?", True),
    ],)  # fmt: skip
def test_a_prompt_of_few_content_words_asks_nothing(prompt: str, enough: bool) -> None:
    """Three content words are enough, two in a question; a script without spaces has enough where it is long."""
    assert has_enough_words(prompt) is enough


@given(st.text())
def test_any_text_can_be_split(text: str) -> None:
    """Nothing fails, and there are never too many clauses."""
    assert len(split_clauses(text)) <= MAX_CLAUSES
    assert has_enough_words(text) in (True, False)
