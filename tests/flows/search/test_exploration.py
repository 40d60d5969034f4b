"""A search with a seed gives memories that were hardly ever used a chance, and the same one each time."""

from tests.command import Home

TEXTS = [f"The {name} queue of the billing service keeps its messages for a week." for name in ("red", "blue", "green")]
QUESTION = "how long does a queue of the billing service keep its messages"


def found(recall: Home, *options: str) -> list[tuple[str, float]]:
    """The texts and usefulness terms of a search that is not counted as a use."""
    answer = recall.json("search", QUESTION, "--explain", "--no-touch", *options)
    return [(hit["text"], hit["terms"]["q"]) for hit in answer["results"]]


def test_a_seed_draws_the_usefulness_and_can_be_repeated(recall: Home) -> None:
    """Other seeds give other numbers; the same seed the same order; without one nothing is drawn."""
    for text in TEXTS:
        recall.store(text)
    assert {q for _, q in found(recall)} == {0.5}
    assert found(recall, "--seed", "7") == found(recall, "--seed", "7") != found(recall)
    ranking = ("--ranking", "five-factor")  # there usefulness weighs most
    orders = {tuple(text for text, _ in found(recall, *ranking, "--seed", str(seed))) for seed in range(20)}
    assert len(orders) > 1


def test_a_memory_that_was_used_five_times_keeps_its_usefulness(recall: Home) -> None:
    """Only what was hardly tried is drawn."""
    recall.store(TEXTS[0])
    for _ in range(5):
        recall.later()
        recall.quick("search", QUESTION)
    assert found(recall, "--seed", "7") == [(TEXTS[0], 0.5)]
