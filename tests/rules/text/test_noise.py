"""Noise is recognized, and short, odd or technical texts are not taken for it."""

from recall_cli.rules.text.noise import noise_reason
from tests.for_each import for_each
from tests.rules.samples import invented_secrets


@for_each(
    "text, reason",
    [
        ("lorem ipsum dolor sit amet", "it is filler text"),
        ("Lorem ipsum dolor sit amet, consectetur adipiscing elit.", "it is filler text"),
        ("asdf qwer zxcv hjkl", "it is filler text"),
        (" ".join(map(str, range(1, 401))), "it is only a row of numbers"),
        (invented_secrets.draw_base64(1100), "it is encoded data"),
        ("\n".join(invented_secrets.draw_base64(57) for _ in range(6)), "it is encoded data"),
    ],
)
def test_noise_is_named(text: str, reason: str) -> None:
    """Placeholder text, rows of numbers and encoded data are refused with the reason."""
    assert noise_reason(text) == reason


@for_each(
    "text",
    [
        "",
        "Ruff is the linter.",
        "The image digest is sha256:" + invented_secrets.draw_secret(64, invented_secrets.HEX),
        "Timeouts are 5, 10, 20 and 40 seconds.",
        "The lorem ipsum generator is in tools/filler.py",
        "パスワードは金庫に保管されています",
        "The log is at /srv/data/projects/acme/services/billing/logs/2026/11/22/worker/production/current.log",
    ],
)
def test_what_says_something_is_no_noise(text: str) -> None:
    """Digests, numbers in a sentence, paths and other scripts are not noise."""
    assert noise_reason(text) is None
