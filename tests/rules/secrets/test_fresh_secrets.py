"""The measured promise: how many new secrets are masked, and how many harmless texts are left alone."""

import pytest

from recall_cli.rules.secrets import mask
from tests.rules.samples import fresh_secrets


def masked_share(texts: "list[tuple[str, str]]") -> float:
    """The share of texts in which nothing is left of the secret."""
    return sum(secret not in mask(text).text for text, secret in texts) / len(texts)


@pytest.mark.parametrize("half", [0, 1])
def test_written_secrets_are_masked(half: int) -> None:
    """At least 97 of 100 secrets in assignments, options, configuration files and addresses."""
    assert masked_share(fresh_secrets.WRITTEN[half::2]) >= 0.97


@pytest.mark.parametrize("half", [0, 1])
def test_spoken_secrets_are_masked(half: int) -> None:
    """At least 80 of 100 secrets in sentences of five languages."""
    assert masked_share(fresh_secrets.SPOKEN[half::2]) >= 0.8


@pytest.mark.parametrize("half", [0, 1])
def test_look_alikes_are_left_alone(half: int) -> None:
    """At most 2 of 100 harmless texts lose a word: prose about passwords, placeholders, publishable keys."""
    texts = fresh_secrets.HARMLESS[half::2]
    assert len([text for text in texts if mask(text).found]) <= 0.02 * len(texts)
