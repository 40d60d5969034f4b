"""Guesses of people and agents: other programs' words, swapped arguments, slips. One line shows the right form."""

import json
import shlex
from collections.abc import Iterator

import pytest

from tests.command import Home
from tests.for_each import for_each

GUESSES = (
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
    ("list decision", "did you mean --type decision?"),
    ("count facts", "did you mean --type fact?"),
    ("list nats queue", 'did you mean recall search "nats queue"?'),
    ("update {id} text", 'did you mean recall update ID --text "text"?'),
    ("update 'a text' {id}", "the id comes first"),
    ("tag area=api {id}", "recall tag {id} area=api"),
    ("why 'api port'", 'recall search "api port"'),
    ("why {id} port", 'did you mean --query "port"?'),
    ("get 'some words'", 'recall search "some words"'),
    ("delete all", "recall list"),
    ("review {id} approve", "did you mean --approve?"),
    ("worker once", "did you mean --once?"),
    ("doctor fix", "did you mean --fix?"),
    ("diff yesterday", "--since"),
    ("undo last", "recall undo alone"),
    ("undo {id}", "recall log {id}"),
    ("hooks codex", "did you mean recall hooks install codex?"),
    ("hooks remov codex", "did you mean remove?"),
    ("completion fish", "did you mean recall admin completion show fish?"),
    ("schedule instal", "did you mean install?"),
    ("list --type decison", "did you mean decision?"),
    ("resolve queue engine NATS", 'did you mean --keep "NATS"?'),
    ("config pause", "recall config off 1h"),
    ("pause", "recall config off 1h"),
    ("value", "recall history NAME"),
    ("unused", "recall list --unused"),
    ("connect", "did you mean setup?"),
    ("zzzz", "recall help tasks"),
    ("help serch", "did you mean recall help search?"),
    ("list 5", "did you mean --limit 5?"),
    ("list -5", "did you mean --limit 5?"),
    ("list --since 2w ago", "in quotes"),
    ("config set decay.rate 0.1", "recall config NAME VALUE sets it"),
    ("config get decay.rate", "recall config NAME shows a setting"),
    ("hooks add codex", "did you mean install?"),
    ("hooks uninstall", "did you mean remove?"),
    ("schedule off", "did you mean remove?"),
    ("completion remove", "did you mean uninstall?"),
    ("audit check", "did you mean verify?"),
    ("audit verify --head zz", "hexadecimal"),
    ("bench nowhere", "no such file or directory"),
    ("import --from codex", "recall import FILE"),
    ("store --file notes.md", "recall import FILE"),
    ("export --format csv", "one of jsonl, markdown"),
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A store with one fact of a project; no guess writes anything, so they share it."""
    home = Home(tmp_path_factory.mktemp("guesses") / "home")
    fact = ("--entity", "api", "--attribute", "port", "--value", "80", "--project", "billing-api")
    home.id = home.store("The port of the api is 80.", *fact)  # type: ignore[attr-defined]  # for the cases above
    yield home
    home.drop_databases()


@for_each("line, hint", GUESSES)
def test_a_guess_is_answered_with_the_right_words(filled: Home, line: str, hint: str) -> None:
    """The command fails, and the hint in its one line is what was meant; an unknown filter finds nothing."""
    short = filled.id[-4:]  # type: ignore[attr-defined]  # set in the fixture
    answer = filled.quick(*(word.replace("{id}", short) for word in shlex.split(line)))
    assert hint.replace("{id}", short) in answer.err
    assert answer.err.count("\n") == 1
    assert "Errno" not in answer.err
    assert answer.status in (1, 2, 4) or line.startswith("list --project")


def test_a_short_id_of_figures_is_no_operation(recall: Home) -> None:
    """Whoever gives it to undo is told where the numbers are."""
    line = {"id": "019ca945-0a00-7d12-893c-92ae18556306", "text": "The API listens on port 8080."}
    recall.quick("import", "-", stdin=json.dumps({"recall": 1, "by": "0.1.0"}) + "\n" + json.dumps(line) + "\n")
    assert "recall log 6306 shows the operations of a memory" in recall.quick("undo", "6306").err
    assert recall.quick("undo", "6307").err == "recall: there is no operation 6307 (recall log)\n"
