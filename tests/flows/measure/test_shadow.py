"""Past questions: few are kept, without secrets; they can be removed, and asked under another ranking."""

import apsw
import pytest

from tests.command import Home


def kept_questions(home: Home) -> "list[str]":
    """The questions in the file, oldest first."""
    connection = apsw.Connection(str(home.db), flags=apsw.SQLITE_OPEN_READONLY)
    found = [query for (query,) in connection.execute("SELECT query FROM asked ORDER BY at, n")]
    connection.close()
    return found


@pytest.fixture
def filled_recall(recall: Home) -> Home:
    """Some memories."""
    recall.fill_once("asked about", store_texts)
    return recall


def store_texts(recall: Home) -> None:
    for text in (
        "The queue is NATS.",
        "The API listens on port 8080.",
        "The API's queue was slow.",
        "Deploys go out at noon.",
    ):
        recall.store(text)
        recall.later(days=20)


def test_questions_are_kept(filled_recall: Home) -> None:
    """Questions of agents and people are recorded, equal ones once with a count."""
    filled_recall.quick("search", "api queue")
    filled_recall.later()
    filled_recall.quick("search", "deploys", person=True)
    filled_recall.later()
    filled_recall.quick("search", "api queue")
    assert kept_questions(filled_recall) == ["deploys", "api queue"]
    assert [one["times"] for one in filled_recall.json("shadow")["changes"]] == [2, 1]


@pytest.mark.parametrize(
    "args",
    [
        ("search", "api queue", "--no-touch"),
        ("search", "x" * 400),
        ("search", "is the password of staging hunter2-Zq8!x?"),
        ("search", "curl -u admin:Zq8xhunter2 https://api.example.org"),
        ("context", "api queue"),
        ("list",),
    ],
)
def test_what_is_not_kept(filled_recall: Home, args: "tuple[str, ...]") -> None:
    """Not recorded: `--no-touch`, documents, possible secrets, and automatic briefs."""
    assert filled_recall.quick(*args).status == 0
    assert kept_questions(filled_recall) == []


def test_the_setting_bounds_them(filled_recall: Home) -> None:
    """Only the newest are kept, up to the setting; 0 keeps none."""
    for i in range(8):
        filled_recall.quick("search", f"host number {i}", env={"RECALL_QUERIES": "3"})
        filled_recall.later()
    assert kept_questions(filled_recall) == [f"host number {i}" for i in (5, 6, 7)]
    filled_recall.quick("search", "another", env={"RECALL_QUERIES": "0"})
    assert len(kept_questions(filled_recall)) == 3


def test_they_are_forgotten(filled_recall: Home) -> None:
    """All are removed at once."""
    filled_recall.quick("search", "api queue")
    assert filled_recall.json("shadow", "--forget") == {"forgotten": 1}
    assert kept_questions(filled_recall) == []
    answer = filled_recall.quick("shadow")
    assert (answer.status, answer.out) == (0, "")
    assert "no past queries yet" in answer.err


def test_equal_rankings_change_nothing(filled_recall: Home) -> None:
    """A ranking compared with itself; `--ranking recall` still means four-part, in a search and in a comparison."""
    filled_recall.quick("search", "api queue")
    named = [
        filled_recall.json("search", "api queue", "--no-touch", "--ranking", name) for name in ("four-part", "recall")
    ]
    assert named[0]["results"] == named[1]["results"]
    told = filled_recall.json("shadow", "--ranking", "recall", "--against", "four-part")
    assert (told["ranking"], told["same_first"], told["overlap"]) == ("four-part", 1.0, 1.0)
    assert told["changes"][0]["moved"] == []


def test_what_changes_is_what_the_searches_say(filled_recall: Home) -> None:
    """The changes are the differences of the first five results."""
    filled_recall.quick("search", "api queue port", "--no-touch")
    filled_recall.quick("search", "api queue port")
    [change] = filled_recall.json("shadow", "--ranking", "five-factor")["changes"]
    first, second = (
        [
            one["id"]
            for one in filled_recall.json("search", "api queue port", "-n", "5", "--no-touch", "--ranking", ranking)[
                "results"
            ]
        ]
        for ranking in ("default", "five-factor")
    )
    assert change["come"] == [id_ for id_ in second if id_ not in first]
    assert change["gone"] == [id_ for id_ in first if id_ not in second]
    assert {(one["id"], one["from"], one["to"]) for one in change["moved"]} == {
        (id_, first.index(id_) + 1, second.index(id_) + 1)
        for id_ in first
        if id_ in second and first.index(id_) != second.index(id_)
    }


def test_an_agent_knows_only_its_own_questions(filled_recall: Home) -> None:
    """With agent scoping, an agent sees only its own questions."""
    scoped = {"RECALL_AGENT_SCOPING": "true"}
    filled_recall.quick("search", "api queue", env={**scoped, "RECALL_AGENT": "codex"})
    filled_recall.quick("search", "deploys", env={**scoped, "RECALL_AGENT": "claude"})
    told = filled_recall.json("shadow", env={**scoped, "RECALL_AGENT": "codex"})
    assert [one["query"] for one in told["changes"]] == ["api queue"]


def test_a_secret_that_slipped_in_is_found_and_forgotten(filled_recall: Home) -> None:
    """`recall admin scan` checks past questions too."""
    connection = apsw.Connection(str(filled_recall.db))
    connection.execute(
        "INSERT INTO asked (user, at, query, projects) VALUES ('owner', 1, 'why is ghp_' || ? || ' refused', '')",
        ("aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5",),
    )
    connection.close()
    assert [one["columns"] for one in filled_recall.json("scan")["questions"]] == [["query"]]
    assert filled_recall.json("scan", "--fix")["fixed"]
    assert kept_questions(filled_recall) == []
