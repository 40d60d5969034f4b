"""A small conversation for the tests of ranking."""

from recall_cli.rules.questions.question import Question, read_question
from recall_cli.rules.ranking.signals import Passage, StoreStatistics

TURNS = [
    ("s1", "ana", 100, "The harbour was full of boats."),
    ("s1", "ben", 100, "Did you paint any of the boats?"),
    ("s1", "ana", 100, "Yes, a red one on Sunday."),
    ("s2", "ana", 107, "My printer is broken again."),
    ("s2", "ben", 107, "Mine too. Three jobs are lost."),
    ("", "user", 120, "Boats are moored at night."),
]


def split_words(text: str) -> "list[str]":
    return "".join(char if char.isalnum() else " " for char in text.lower()).split()


def word_stems(text: str) -> "list[str]":
    return [word.removesuffix("s") for word in split_words(text)]


def build_passages() -> "dict[int, Passage]":
    """The turns by position, from 1; similarities fall from the first to the last."""
    made = {}
    for place, (session, author, day, text) in enumerate(TURNS, 1):
        meaning = 0.9 - place / 10
        made[place] = Passage(place, text, word_stems(text), session=session, author=author, day=day, meaning=meaning)
    return made


def build_store() -> StoreStatistics:
    texts = [set(word_stems(text)) for *_, text in TURNS]
    holding = {stem: sum(stem in text for text in texts) for text in texts for stem in text}
    return StoreStatistics(len(texts), sum(len(word_stems(text)) for *_, text in TURNS) / len(texts), holding)


def ask_question(text: str) -> Question:
    return read_question(text, 121, frozenset(("ana", "ben")), split_words, word_stems)
