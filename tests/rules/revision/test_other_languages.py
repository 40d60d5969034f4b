"""German, Spanish, French and Portuguese: common forms of a fact and of its correction, and texts in any language."""

import json
from pathlib import Path

import pytest

from recall_cli.rules.revision.comparison import ENDS, STAYS
from recall_cli.rules.revision.reading import Reading
from recall_cli.rules.revision.words.foreign_texts import closes_negation, plain_form
from tests.bench.beliefs.likeness import judge_as_stored as judge
from tests.command import Home

LINES = Path(__file__).with_name("other_languages.jsonl").read_text(encoding="utf-8").splitlines()
PAIRS = [json.loads(line) for line in LINES]
MAX_MISSED = 1
MAX_ASKED = 7


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair["verdict"] == "stays"], ids=lambda pair: pair["id"])
def test_compatible_statements_end_nothing(pair: "dict[str, str]") -> None:
    """Another subject, place or time, a plan, a guess, a second value."""
    assert judge(pair["a"], pair["b"]).kind != ENDS


@pytest.mark.parametrize("language", ["de", "es", "fr", "pt"])
def test_common_corrections_end_the_older_statement(language: str) -> None:
    """At most one of them is only asked about, and none is overlooked."""
    updates = [pair for pair in PAIRS if pair["group"] == f"{language}-ends"]
    kinds = [judge(pair["a"], pair["b"]).kind for pair in updates]
    assert kinds.count(ENDS) >= len(updates) - MAX_MISSED
    assert STAYS not in kinds


def test_few_compatible_statements_are_asked_about() -> None:
    """A question costs attention."""
    beside = [pair for pair in PAIRS if pair["verdict"] == "stays"]
    assert sum(judge(pair["a"], pair["b"]).kind != STAYS for pair in beside) <= MAX_ASKED


@pytest.mark.parametrize(
    ("language", "text", "plain"),
    [
        ("french", "L'export n'envoie plus 25 Mo.", "Le export ne envoie plus 25 MB."),
        ("french", "Aujourd'hui, la réunion est à 9 h.", "Aujourd'hui, la réunion est à 9:00."),
        ("german", "Das Upload-Limit liegt bei 1.000 Zeilen.", "Das Upload Limit liegt bei 1000 Zeilen."),
        ("german", "Um 16 Uhr startet billing-worker.", "Um 16:00 startet billing-worker."),
        ("portuguese", "O deploy é na quinta às 14h.", "O deploy é na quinta-feira às 14:00."),
        ("portuguese", "Na quinta versão falha.", "Na quinta versão falha."),
        ("spanish", "Son 10 000 filas a las 9h30.", "Son 10000 filas a las 9:30."),
    ],
)
def test_texts_are_put_into_plain_form(language: str, text: str, plain: str) -> None:
    """Compounds and articles are parted, hours are clock times, and numbers have no marks between thousands."""
    assert plain_form(text, language) == plain


def test_negations_stand_around_other_words() -> None:
    """`ne … plus`, `não … mais`, `kein … mehr`, within one clause."""
    assert closes_negation(["ne", "utilise"], "plus")
    assert closes_negation(["kein", "redis"], "mehr")
    assert not closes_negation(["non", ",", "nous"], "plus")
    assert not closes_negation(["nicht", "heute", ","], "mehr")


@pytest.mark.parametrize(
    "text",
    [
        "The El Paso office hosts the plus tier.", "Deploys run in an hour.", "Plus, a man am I.",
        "No os updates on a Monday.", "The war room is in room 5.",
    ],
)  # fmt: skip
def test_english_stays_english(text: str) -> None:
    """Words that another language has too do not make a text foreign."""
    assert Reading(text).is_english


@pytest.mark.parametrize(
    ("first", "other", "question"),
    [
        ("Serwer pocztowy działa na porcie 2525.", "Kopie zapasowe trafiają na dysk NAS.", "serwer pocztowy port"),
        ("Posta sunucusu 2525 portunu kullanıyor.", "Yedekler her gece NAS cihazına yazılır.", "posta sunucusu port"),
        ("メールサーバーはポート2525で動作します。", "バックアップは毎晩NASに保存されます。", "メールサーバー ポート"),
        ("邮件服务器使用端口2525。", "备份每晚保存到NAS。", "邮件服务器 端口"),
    ],
)
def test_languages_that_are_not_read_leave_plain_memories(recall: Home, first: str, other: str, question: str) -> None:
    """They are stored word for word, found again, and end nothing of another subject."""
    ids = [recall.store(text) for text in (first, other)]
    assert [recall.json("get", id_)["text"] for id_ in ids] == [first, other]
    assert recall.json("get", ids[0])["superseded_at"] is None
    assert recall.json("search", question, "--no-touch")["results"][0]["id"] == ids[0]
    assert recall.store(first) == ids[0]
