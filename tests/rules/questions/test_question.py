"""Reading a question."""

from recall_cli.rules.questions.question import read_question, text_without_names
from tests.for_each import for_each

AUTHORS = frozenset(("mira", "user"))


def split_words(text: str) -> "list[str]":
    return "".join(char if char.isalnum() else " " for char in text.lower()).split()


def split_stems(text: str) -> "list[str]":
    return [word.removesuffix("s") for word in split_words(text)]


def test_what_a_question_asks_for() -> None:
    """The stems of its content words, the authors that it names, its dates, and the kind of its answer."""
    question = read_question(
        "When did Mira paint the boats, and which boat in 2022?", 19_500, AUTHORS, split_words, split_stems
    )
    assert question.terms == ("mira", "paint", "boat", "2022")
    assert question.names == {"mira"}
    assert question.spans == ((18_993, 19_357),)
    assert question.wanted_kinds == {"time"}


def test_stop_words_count_where_there_is_nothing_else() -> None:
    """A question of stop words only still matches them."""
    assert read_question("who am i", 0, AUTHORS, split_words, split_stems).terms == ("who", "am", "i")
    assert read_question("", 0, AUTHORS, split_words, split_stems).terms == ()


@for_each(
    "text, seen",
    [
        ("What did Mira paint?", "What did paint?"),
        ("What is Mira's dog called?", "What is dog called?"),
        ("Where is Oslo?", "Where is Oslo?"),
        ("Mira?", "Mira?"),
        ("What did the user say?", "What did the user say?"),
    ],
)
def test_names_of_authors_are_left_out_of_the_meaning(text: str, seen: str) -> None:
    """Names are in all memories of their author; a role is not a name, and a name alone stays."""
    assert text_without_names(read_question(text, 0, AUTHORS, split_words, split_stems)) == seen
