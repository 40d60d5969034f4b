"""Results say how likely they answer; a search and a brief agree on it."""

from types import SimpleNamespace
from typing import Any

import pytest

from recall_cli.flows.search.certainty import answers_to_tell
from recall_cli.flows.search.search import Hit, SearchResult
from tests.command import Home
from tests.for_each import for_each

TEXTS = (
    "We moved the queue from RabbitMQ to NATS because replay was too slow.",
    "Replay of one day of orders took 40 minutes on RabbitMQ.",
    "The main database is PostgreSQL 16.",
    "The nightly backup goes to cold storage in Dublin.",
    "Releases are cut on Tuesdays.",
    "She prefers tabs to spaces in Go.",
    "The Gradle cache lives in /var/cache/gradle.",
    "My aunt Rosa teaches chemistry in Porto.",
)

SERVICES = "orders billing search mail photos chat feed audit login export stock carts".split()
ANIMALS = "otter heron badger lynx marten crane bison adder viper stork hyena gecko".split()


@pytest.fixture
def filled(recall: Home) -> Home:
    """A store with a few memories."""
    recall.fill_once("sure and unsure", store_texts)
    return recall


def store_texts(recall: Home) -> None:
    for text in TEXTS:
        recall.store(text, "--extractor", "none")


def results(home: Home, *args: str) -> list[Any]:
    return list(home.json("search", *args)["results"])


def test_answers_come_first_and_the_others_are_marked(filled: Home) -> None:
    """JSON has the certainty, a pipe a last column."""
    found = results(filled, "how slow was replay on RabbitMQ and Dublin backup")
    assert found[0]["certainty"] in ("sure", "maybe")
    others = [result["text"] for result in found if result["certainty"] == "less likely"]
    assert 1 <= len(others) <= 3
    lines = filled.quick("search", "how slow was replay on RabbitMQ and Dublin backup").lines
    assert [line.endswith("\tless likely") for line in lines] == [result["text"] in others for result in found]


def test_a_question_that_nothing_answers_has_no_answer(filled: Home) -> None:
    """At most three guesses, all marked, and a brief is empty."""
    for question in ("christmas party playlist", "where are the figma files"):
        found = results(filled, question)
        assert len(found) <= 3
        assert {result["certainty"] for result in found} <= {"less likely"}
        assert filled.quick("context", question, "--compact").out == ""


@pytest.mark.parametrize("question", ["the of and", "what is it", "a"])
def test_a_question_without_content_words_finds_nothing(filled: Home, question: str) -> None:
    """Stop words alone name no subject."""
    answer = filled.quick("search", question)
    assert answer.out == ""
    assert "no searchable word" in answer.err
    assert filled.quick("context", question, "--compact").out == ""


@pytest.mark.parametrize(
    "question", ["why did we leave rabbit", "main database", "nightly backup storage", "replay orders"]
)
def test_search_and_context_agree(filled: Home, question: str) -> None:
    """What a brief tells is what a search does not mark."""
    told = {line["text"] for line in filled.json("context", question, "--no-touch")["told"]}
    assert told == {result["text"] for result in results(filled, question) if result["certainty"] != "less likely"}


def test_a_minimum_score_shows_everything_above_it(filled: Home) -> None:
    """With --min-score nothing is left out as less likely."""
    shown = results(filled, "the queue and the database", "--min-score", "0")
    assert len(shown) >= len(results(filled, "the queue and the database"))
    assert all("certainty" not in result for result in shown)


def test_less_likely_results_are_not_counted_as_used(filled: Home) -> None:
    """Only answers count as a use."""
    found = results(filled, "why did we leave rabbit")
    used = {memory["text"]: memory["access_count"] for memory in filled.json("list", "-n", "50")["memories"]}
    assert all(bool(used[result["text"]]) == (result["certainty"] != "less likely") for result in found)


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("what does my aunt teach", True),
        ("what does my sister teach", False),
        ("where does Rosa's sister teach chemistry", False),
        ("what does Nadia's aunt teach", False),
    ],
)
def test_someone_elses_thing_is_not_told(filled: Home, question: str, answered: bool) -> None:
    """A question about another person's thing than the store knows of has no answer."""
    assert bool(filled.json("context", question)["told"]) == answered


def test_another_person_and_another_time_lower_the_score(recall: Home) -> None:
    """The order stays, the score is lower, and --explain says why."""
    recall.store("I run a marathon in spring.", "--agent", "codex", "--extractor", "none")
    recall.store("I run a marathon in spring too.", "--agent", "gemini", "--extractor", "none")
    found = results(recall, "does Codex run a marathon in spring", "--explain")
    assert [result["author"] for result in found] == ["agent codex", "agent gemini"]
    assert found[1]["explanation"]["order"]["by another person than you named"] < 0
    recall.later(days=90)
    dated = results(recall, "who did run a marathon in May 2026", "--explain")
    assert dated[0]["explanation"]["order"]["from another time than you named"] < 0
    assert dated[0]["score"] < results(recall, "who did run a marathon")[0]["score"]


def test_maintenance_calibrates_what_is_called_sure(recall: Home) -> None:
    """Where memories are in pairs, the other one of a pair looks like an answer; the setting decides how sure is sure."""
    for animal in ANIMALS:
        recall.store(f"Anna ordered {animal} toys of plush from a workshop in Porto.", "--extractor", "none")
        recall.store(f"The shop window shows {animal} toys of plush beside the lamps.", "--extractor", "none")
    question = "what is beside the lamps"
    before = results(recall, question)[0]
    recall.quick("maintain", "--only", "upkeep", env={"RECALL_CONTEXT_MAX_FALSE": "0.01"})
    strict = results(recall, question)[0]
    assert before["score"] == strict["score"]
    assert (before["certainty"], strict["certainty"]) == ("sure", "maybe")
    recall.quick("maintain", "--only", "upkeep", env={"RECALL_CONTEXT_MAX_FALSE": "0.9"})
    assert results(recall, question)[0]["certainty"] == "sure"


def test_a_question_that_counts_gets_a_longer_list(recall: Home) -> None:
    """Its answer is made of several memories: ten are shown in place of five."""
    for n, animal in enumerate(
        ("cat", "dog", "parrot", "rabbit", "hamster", "gecko", "pony", "goat", "duck", "hen", "ram")
    ):
        recall.store(f"On day {n} I adopted a {animal} from shelter number {n * 7}.", "--extractor", "none")
    assert len(results(recall, "which hamster did I adopt from the shelter")) == 5
    assert len(results(recall, "how many animals did I adopt from the shelter")) == 10


@for_each("certainty, evidence, told", [("maybe", 0.9, 6), ("maybe", 0.3, 5), ("sure", 0.9, 6), ("sure", 0.3, 1)])
def test_where_no_answer_is_sure_a_few_are_told(certainty: str, evidence: float, told: int) -> None:
    """Three, what has the same score as the third, and what the user pinned."""
    app: Any = SimpleNamespace(settings={"context.certainty": certainty, "search.gate": ""})
    scores = [0.9, 0.8, 0.7, 0.7, 0.6, 0.5]
    memories: list[Any] = [SimpleNamespace(trust="agent", pinned=n == 5) for n in range(6)]
    hits = tuple(Hit(memory=memory, score=score, terms={}) for memory, score in zip(memories, scores, strict=True))
    result = SearchResult(hits=hits, asked=True, evidence=evidence)
    tx: Any = SimpleNamespace(calibration=None)
    assert len(answers_to_tell(app, tx, result, "what is known of boats")) == told


GRADLE_TEXTS = (
    "The Gradle cache lives in /var/cache/gradle.",
    "Gradle 8 breaks the build on Windows.",
    "Run gradle with --no-daemon in CI, since the daemon leaks memory and the runner dies after an hour or so of builds.",
    "The build agent is called gradle-runner, keeps a cache and lives in Dublin.",
    "The weekly meeting of the platform team, which decides on tools, was about gradle and its cache for the most part.",
    "Tests run on GitHub Actions.",
    "We use Maven for the old services.",
)


@pytest.mark.parametrize("question", ["gradle", "gradle cache", "maven", "what about Dublin?"])
def test_a_look_up_finds_every_memory_with_its_words(recall: Home, question: str) -> None:
    """A memory with all words of a question of one or two words answers it, and a brief tells it."""
    for text in GRADLE_TEXTS:
        recall.store(text, "--extractor", "none")
    words = [word for word in ("gradle", "cache", "maven", "dublin") if word in question.lower()]
    exact = {text for text in GRADLE_TEXTS if all(word in text.lower() for word in words)}
    found = results(recall, question)
    assert exact
    assert {result["text"] for result in found if result["certainty"] in ("sure", "maybe")} >= exact
    told = recall.quick("context", question, "--no-touch", "--budget", "2000").out
    assert all(text in told for text in exact)


def test_what_a_question_names_is_told_alone(recall: Home) -> None:
    """A tag is another name of a subject, also mistyped; what does not mention the subject is less likely."""
    recall.store("Alerts go to the night shift first.", "--topic", "pager rotation", "--tag", "short=oncall")
    recall.store("Nightly builds go to the shift report.", "--topic", "nightly builds")
    recall.store("The pager rotation begins on Monday.")
    for question in ("oncall secrets and configuration", "who has the pager rotation", "onclal handover"):
        told = recall.quick("context", question).out
        assert "Alerts go" in told, question
        assert "Nightly builds" not in told, question
    assert "begins on Monday" in recall.quick("context", "who has the pager rotation").out
    assert recall.quick("context", "billing secrets and configuration").out == ""


def test_what_is_known_of_another_name_is_not_told(recall: Home) -> None:
    """The port of another service and what else a person does answer nothing; the right ones do."""
    for text in ("orders-search has port 8450.", "orders-mail goes out through Postmark.", "Anna designs the screens."):
        recall.store(text, "--extractor", "none")
    for question in ("which port does orders-mail have", "which laptop does Anna have"):
        assert recall.quick("context", question, "--compact").out == "", question
        assert {result["certainty"] for result in results(recall, question)} <= {"less likely"}
    for question in ("which port does orders-search have", "which screens does Anna design"):
        assert recall.quick("context", question, "--compact").out, question


def test_calibration_leaves_out_the_memory_that_it_asks_for(recall: Home) -> None:
    """So a store of unlike memories calls most of its answers sure, and not only perfect ones."""
    for service, animal in zip(SERVICES, ANIMALS, strict=True):
        recall.store(f"The {service} team named their staging server {animal}.", "--extractor", "none")
    recall.quick("maintain", person=True)
    for service, animal in zip(SERVICES, ANIMALS, strict=True):
        (first, *_) = results(recall, f"who named a server {animal}")
        assert (first["certainty"], service in first["text"]) == ("sure", True)


def test_only_what_is_sure_is_told_if_the_user_wants_that(recall: Home) -> None:
    """By a brief and a search, which still shows the rest as less likely."""
    recall.store("The nightly backup goes to cold storage in Dublin.", "--extractor", "none")
    recall.store("Releases are cut on Tuesdays.", "--extractor", "none")
    sure, weak = "where does the nightly backup go", "what about backup rules of Monday releases"
    assert recall.quick("context", sure).out
    assert recall.quick("context", weak).out
    recall.quick("config", "context.certainty", "sure", person=True)
    assert recall.quick("context", sure).out
    assert recall.quick("context", weak).out == ""
    assert {result["certainty"] for result in results(recall, weak)} == {"less likely"}
