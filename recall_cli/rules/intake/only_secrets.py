"""What is left of a text whose secrets were taken out: anything that somebody could use?"""

from recall_cli.rules.intake.gate import is_content_word
from recall_cli.rules.reading.english.words import Words

_SECRET_WORDS = frozenset(
    """password passwords passphrase passcode passwd pwd pw pin secret secrets token tokens key keys api apikey
    credential credentials login auth authentication authorization access private user username account bearer code
    cookie use using value string""".split()
)
"""Words that name a secret, or what goes with every one: beside it they say nothing of their own."""


def holds_only_secrets(masked: str) -> bool:
    """Did a text say nothing but a secret? What is left of it names one thing at most, and nobody could use it."""
    rest, *parts = masked.split("[secret: ")
    if not parts:
        return False
    words = Words(" ".join([rest, *(part.partition("]")[2] for part in parts)]))
    return len({word for word in words.lower if is_content_word(word)} - _SECRET_WORDS) < 2
