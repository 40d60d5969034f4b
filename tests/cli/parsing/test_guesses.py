"""Guesses of people and agents: swapped arguments, other names for types, projects and commands; one line helps."""

import pytest

from tests.command import Home

GUESSES = [
    ("config 0.5 min_confidence", "recall config min_confidence 0.5"),
    ("feedback helpful {id}", "did you mean --helpful?"),
    ("review approve {id}", "did you mean --approve?"),
    ("tag area=billing {id}", "recall tag {id} area=billing"),
    ("update {id} --tag area=billing", "recall tag {id} area=billing sets a tag"),
    ("list --type desicion", "did you mean decision?"),
    ("list --type rule", "did you mean preference?"),
    ("store words --type bug", "did you mean finding?"),
    ("list --type decisions", "did you mean decision?"),
    ("projects rename biling-api x", "did you mean billing-api?"),
    ("list --project biling-api", "did you mean billing-api?"),
    ("topics ports", "recall list --topic ports shows its memories"),
    ("tags renam a b", "did you mean rename?"),
    ("sessions", "did you mean told?"),
    ("project", "did you mean projects?"),
    ("labels", "did you mean tags?"),
    ("categories", "did you mean topics?"),
    ("vim", "did you mean edit?"),
    ("digest", "did you mean diff?"),
    ("list --order importance", "did you mean --sort?"),
    ("list --group-by day", "did you mean --group?"),
    ("list --never-used", "did you mean --unused?"),
    ("list --sort importence", "did you mean importance?"),
    ("store words --importance-score 0.9", "did you mean --importance?"),
    ("store words --memory-type fact", "did you mean --type?"),
    ("rename old new", "recall projects rename OLD NEW"),
    ("merge old new", "recall projects merge OLD NEW"),
    ("weekly", "did you mean diff?"),
    ("delete --all", "recall list shows them"),
]


@pytest.mark.parametrize(("line", "hint"), GUESSES)
def test_a_guess_is_answered_with_the_right_words(recall: Home, line: str, hint: str) -> None:
    """The command fails, and the hint in its one line is what was meant."""
    id_ = recall.store(
        "The port of the api is 80.",
        "--entity",
        "api",
        "--attribute",
        "port",
        "--value",
        "80",
        "--project",
        "billing-api",
    )
    said = recall.quick(*line.format(id=id_[-4:]).split(), env={"RECALL_NOW": recall.moment})
    text = said.err
    assert hint.format(id=id_[-4:]) in text
    assert text.count("\n") == 1
    if not line.startswith("list --project"):
        assert said.status != 0


def test_the_latest_session_has_a_name(recall: Home) -> None:
    """`recall log --told latest` shows the session that was told something last."""
    recall.store("Retry only on 503 errors.")
    for session in ("aa11", "bb22"):
        recall.later(minutes=1)
        message = f'{{"session_id": "{session}", "cwd": "{recall.path}", "source": "startup"}}'
        recall.quick("hook", "session-start", "--agent", "claude-code", stdin=message)
    assert recall.json("told", "latest")["session"] == "bb22"
