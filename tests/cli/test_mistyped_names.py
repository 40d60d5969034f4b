"""Names that are mistyped, and words that are no names: what is said of them."""

import pytest

from recall_cli.rules.spelling import near
from tests.command import Home

KEPT = ("store", "--extractor", "none", "--project")


def test_a_new_project_is_announced(recall: Home) -> None:
    """A name that makes a new project is told of, with the project that was perhaps meant; a known one is not."""
    assert "new project 'billing-api'\n" in recall.quick(*KEPT, "billing-api", "The queue is NATS.").err
    typo = recall.quick(*KEPT, "billling-api", "The cache is Redis.").err
    assert "new project 'billling-api' (did you mean billing-api?" in typo
    assert "new project" not in recall.quick(*KEPT, "billing-api", "The database is Postgres.").err


def test_an_export_of_no_project_fails(recall: Home, tmp_path: object) -> None:
    """The export of a project that there is not writes no file that looks like a copy of it."""
    recall.quick(*KEPT, "billing-api", "The queue is NATS.")
    answer = recall.quick("export", "--project", "billling-api")
    assert (answer.status, answer.out) == (4, "")
    assert "did you mean billing-api?" in answer.err


@pytest.mark.parametrize("name", ["-", "--", "on", "OFF", "this", "claude-code", "…"])
def test_not_every_word_is_a_session(recall: Home, name: str) -> None:
    """A word that no agent calls a session by makes nothing private."""
    answer = (
        recall.quick("hooks", "private", "--", name)
        if name.startswith("--")
        else recall.quick("hooks", "private", name)
    )
    assert answer.status == 2


def test_a_very_long_word_is_near_nothing() -> None:
    """A word of a megabyte is compared with nothing that is not about as long."""
    assert near("x" * 1_000_000, ["queued", "processing", "complete"]) == []


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("help", "serch"), "did you mean search?"),
        (("list", "5"), "did you mean --limit 5?"),
        (("list", "-5"), "did you mean --limit 5?"),
        (("list", "--since", "2w", "ago"), "in quotes"),
        (("config", "set", "decay.rate", "0.1"), "recall config NAME VALUE sets it"),
        (("config", "get", "decay.rate"), "recall config NAME shows a setting"),
        (("hooks", "add", "codex"), "did you mean install?"),
        (("hooks", "uninstall"), "did you mean remove?"),
        (("schedule", "off"), "did you mean remove?"),
        (("completion", "remove"), "did you mean uninstall?"),
        (("audit", "check"), "did you mean verify?"),
        (("audit", "verify", "--head", "zz"), "hexadecimal"),
        (("bench", "nowhere"), "no such file or directory"),
        (("import", "--from", "codex"), "recall import FILE"),
        (("store", "--file", "notes.md"), "recall import FILE"),
        (("export", "--format", "csv"), "JSON alone"),
    ],
)
def test_a_guess_leads_on(recall: Home, words: tuple[str, ...], hint: str) -> None:
    """What somebody types who knows other programs is answered with what to type here."""
    answer = recall.quick(*words)
    assert answer.status == 2
    assert hint in answer.err
    assert "Errno" not in answer.err


def test_no_write_of_a_kind(recall: Home) -> None:
    """A record that has writes, but none that fits, is not called empty."""
    recall.quick(*KEPT, "billing-api", "The queue is NATS.")
    assert "no write fits" in recall.quick("log", "--kind", "typo").err
