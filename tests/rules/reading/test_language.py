"""Which statements are taken for another language than English."""

import pytest

from recall_cli.rules.reading.words import Words, is_foreign
from tests.command import Home


@pytest.mark.parametrize(
    "text",
    [
        "Quota: 40 uploads per tenant per hour.", "Max one lock per row per session.", "No logs per pod, no traces per pod.",
        "Do retries per call, per host.",
    ],
)  # fmt: skip
def test_english_words_that_others_have_too_make_nothing_foreign(text: str) -> None:
    """The word "per" said twice is a rate, and no Italian."""
    assert not is_foreign(Words(text))


@pytest.mark.parametrize(
    "text",
    [
        "Per favore non usare mai i mock.", "Die Tests laufen nicht auf dem Server.", "Usamos siempre tabuladores y no espacios.",
        "On utilise toujours des tabulations, pas des espaces.", "Wir nehmen pnpm, kein npm.",
    ],
)  # fmt: skip
def test_other_languages_are_still_known(text: str) -> None:
    """One word that English has not is enough beside those that it has."""
    assert is_foreign(Words(text))


@pytest.mark.parametrize(
    "text",
    [
        "Die Lagerverwaltung schreibt in PostgreSQL.", "Die Datenbank liegt in Frankfurt.", "La formation dure trois jours.",
        "L'export comptable part chaque soir.", "Le rapport sort quotidiennement.", "O relatório sai toda segunda.",
        "Até a pandemia a gente controlava o estoque numa planilha.", "Testy uruchamiamy przez pytest.",
        "Kopie zapasowe trafiają każdej nocy na serwer.", "Yedekler her gece sunucuya yazılır.",
        "サーバーはポート8080で待ち受けます。", "服务器监听8080端口。",
    ],
)  # fmt: skip
def test_plain_statements_of_other_languages_are_kept(recall: Home, text: str) -> None:
    """They are stored as they are: neither taken for a request in English nor for one that says nothing."""
    assert is_foreign(Words(text))
    id_ = recall.store(text)
    assert recall.json("get", id_)["text"] == text


@pytest.mark.parametrize(
    "text",
    [
        "The die is cast in the mould per batch.", "Plus, the app sorts os releases.", "Los Angeles deploys run at night.",
        "El Paso office uses the same VPN.", "La Marzocco service visits every March.", "USA sales tax is included.",
    ],
)  # fmt: skip
def test_english_names_make_nothing_foreign(text: str) -> None:
    """A name with a foreign article is no foreign sentence."""
    assert not is_foreign(Words(text))
