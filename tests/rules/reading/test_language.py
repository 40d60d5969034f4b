"""Which statements are taken for another language than English."""

import pytest

from recall_cli.rules.reading.words import Words, is_foreign


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
