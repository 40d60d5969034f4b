"""The signals of each candidate, in a conversation of six turns."""

from math import isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.ranking.signals import K1, LIGHT_SHARE, Passage, Signals, StoreStatistics, bm25, rarity
from tests.for_each import for_each
from tests.rules.samples.conversation import ask_question, build_passages, build_store

PLACES = [1, 2, 3, 4, 5, 6]


def signal_columns(question: str, places: "list[int]" = PLACES) -> "dict[str, list[float]]":
    return Signals(ask_question(question), build_passages(), build_store()).columns(places)


def test_words_are_matched_with_the_whole_stores_rarities() -> None:
    """ "boat" is in three of six texts: the first turn has it once among six words."""
    words = signal_columns("boats")["words"]
    assert words[0] == pytest.approx(bm25([1], 6, build_store().average, [rarity(6, 3)]))
    assert [bool(score) for score in words] == [True, True, False, False, False, True]


def test_a_chance_word_of_a_note_is_a_part_of_the_question() -> None:
    """A note is matched once, by its share of the words that the store knows; nothing around it speaks for it."""
    store = StoreStatistics(6, 6.0, {"paint": 1, "harbour": 2, "boat": 3}, has_turns=False)
    columns = Signals(ask_question("paint zeppelins, boats or the harbour"), build_passages(), store).columns(PLACES)
    known = sum(rarity(6, n) for n in (1, 2, 3))
    held = [rarity(6, 2), rarity(6, 3)]
    assert columns["note_words"][0] == pytest.approx(bm25([1, 1], 6, 6.0, held) / ((K1 + 1) * known))
    assert all(0 <= share < 1 for share in columns["note_words"])
    assert columns["session_meaning"] == columns["meaning"]
    assert not any(map(any, map(columns.get, ("words", "context", "session_words", "reply", "opening"))))


def test_words_that_only_ask_and_parts_of_names_count_less() -> None:
    """ "currently" asks for nothing; "boats" in "harbour-boats" is a part of one name, and alone it is a word."""
    store = build_store()

    def rarities(text: str) -> "dict[str, float]":
        question = ask_question(text)
        return dict(zip(question.terms, Signals(question, build_passages(), store).rarities, strict=True))

    plain = rarities("What do boats at the harbour cost?")
    parts = rarities("What does harbour-boats currently cost...")
    assert [round(parts[stem] / plain[stem], 3) for stem in plain] == [LIGHT_SHARE, LIGHT_SHARE, 1.0]
    asking = next(stem for stem in parts if stem not in plain)
    assert parts[asking] == pytest.approx(rarity(6, 0) * LIGHT_SHARE)
    assert rarities("The harbour.") == {"harbour": plain["harbour"]}


def test_neighbours_speak_for_a_turn() -> None:
    """The reply without "boat" is next to turns with it; a turn of another session has no such neighbour."""
    context = signal_columns("boats")["context"]
    assert context[2] > 0
    assert context[3] == 0
    assert context[0] > context[2]


def test_a_session_speaks_for_its_turns() -> None:
    """All turns of a session share its best meaning and its words; a turn without a session has its own."""
    columns = signal_columns("boats")
    assert columns["session_meaning"] == pytest.approx([0.8, 0.8, 0.8, 0.5, 0.5, 0.3])
    assert columns["session_words"][0] == columns["session_words"][2] > columns["session_words"][5] > 0
    assert columns["session_words"][3] == 0


def test_the_meaning_beside_a_turn() -> None:
    """The better of the two neighbours in the session; without neighbours, the lowest of all."""
    beside = Signals(ask_question("boats"), build_passages(), build_store()).neighbor_meaning(PLACES)
    assert beside == pytest.approx([0.7, 0.8, 0.7, 0.4, 0.5, 0.3])


def test_the_one_who_is_named_said_it() -> None:
    """Turns by the author whom the question names."""
    assert signal_columns("What did Ana paint?")["author"] == [1, 0, 1, 1, 0, 0]
    assert signal_columns("Who painted?")["author"] == [0] * 6


def test_dates_that_are_named() -> None:
    """ "two weeks ago" from day 121 is about day 107, a week after the harbour."""
    date = signal_columns("What broke two weeks ago?")["date"]
    assert date[3] == date[4] == 1
    assert date[0] == 0


def test_an_event_gives_a_date() -> None:
    """Turns in the days of an event that was found."""
    columns = Signals(
        ask_question("What broke after the harbour?"), build_passages(), build_store(), event=(101, 131)
    ).columns(PLACES)
    assert columns["event"] == [0, 0, 0, 1, 1, 1]


def test_answers_of_the_wanted_kind() -> None:
    """A day for "when", a number for "how many"."""
    assert signal_columns("When did you paint?")["answer"] == [0, 0, 1, 0, 0, 0]
    assert signal_columns("How many jobs?")["answer"] == [0, 0, 1, 0, 1, 0]


def test_questions_replies_openings_and_users() -> None:
    """A question is hardly an answer, the reply to a matching one is; a session's first turn counts too."""
    columns = signal_columns("paint boats")
    assert columns["asking"] == [0, 1, 0, 0, 0, 0]
    assert [bool(score) for score in columns["reply"]] == [False, False, True, False, False, False]
    assert columns["opening"] == [1, 0, 0, 1, 0, 0]
    assert columns["user"] == [0, 0, 0, 0, 0, 1]


@for_each(
    "before, author, is_reply",
    [
        ("Nice boats! Where did you paint them? I love it. [shares a photo]", "Ben", True),
        ("Where did you paint the boats?", "Ana", False),
        ("Ana painted the boats.", "Ben", False),
        ("The boats are at https://boats.example/list?page=2", "Ben", False),
        ("Do boats need paint? Yes, each spring.", "agent", True),
    ],
)
def test_what_another_author_asked_is_replied_to(before: str, author: str, is_reply: bool) -> None:
    """The question may be followed by more; who asks and goes on replies to nobody, and an address asks nothing."""
    passages = {
        1: Passage(1, before, ["boat", "paint"], session="S1", author=author),
        2: Passage(2, "At the harbour.", ["harbour"], session="S1", author="Ana"),
    }
    reply = Signals(ask_question("paint boats"), passages, build_store()).columns([1, 2])["reply"]
    assert [bool(score) for score in reply] == [False, is_reply]


def test_neighbours_need_not_be_candidates() -> None:
    """A single candidate still has the context that was loaded with it."""
    assert signal_columns("boats", [3])["context"][0] > 0
    assert signal_columns("boats", []) == {name: [] for name in signal_columns("boats")}


def test_a_word_or_two_are_a_look_up() -> None:
    """For one or two words, texts with all of them are marked; a longer question has no such signal."""
    assert signal_columns("red")["exact"] == [0, 0, 1, 0, 0, 0]
    assert signal_columns("boats night")["exact"] == [0, 0, 0, 0, 0, 1]
    assert signal_columns("Did boats paint the harbour?")["exact"] == [0] * 6


def test_rarity() -> None:
    """In one of ten texts: log(1 + 9.5 / 1.5); in all of them nearly 0; in none the most."""
    assert isclose(rarity(10, 1), log(1 + 9.5 / 1.5))
    assert isclose(rarity(10, 10), log(1 + 0.5 / 10.5))
    assert rarity(10, 0) > rarity(10, 1) > rarity(10, 10) > 0


def test_bm25() -> None:
    """Two hits in a text of average length: 3 · 2 · 1.9 / (2 + 0.9); a missing term adds nothing."""
    assert isclose(bm25([2, 0], 10, 10, [3.0, 5.0]), 3 * 2 * 1.9 / 2.9)


def test_bm25_forgives_length_gently() -> None:
    """Twice the average length lowers a single hit from 1.9 / 1.9 to 1.9 / (1 + 0.9 · 1.4)."""
    assert isclose(bm25([1], 10, 10, [1.0]), 1.0)
    assert isclose(bm25([1], 20, 10, [1.0]), 1.9 / (1 + 0.9 * 1.4))


@given(some.integers(0, 20), some.integers(1, 100), some.floats(0.1, 10))
def test_another_hit_never_hurts(hits: int, length: int, rare: float) -> None:
    """One more hit at the same length never lowers the score."""
    assert bm25([hits + 1], length, 20, [rare]) >= bm25([hits], length, 20, [rare])
