"""Whether an answer denies the previous statement: "no, it is 8090", "that's not true"."""

from recall_cli.rules.reading.english.signs import NO_CORRECTION
from recall_cli.rules.reading.english.words import Words, phrases

_FALSE = phrases(
    "that is wrong|this is wrong|you are wrong|that is not true|not true|that is not right|that is incorrect",
    "that is not correct|that is not what|that is outdated|that is false|that was wrong",
)
_NO = frozenset("no nope nah".split())
_WRONG = frozenset("wrong incorrect false".split())
_POLITE = NO_CORRECTION | frozenset("thanks thank doubt wonder one longer idea matter way but".split())
"""What after "no" denies nothing: "no thanks", "no doubt"."""


def denies(answer: str, statement: str) -> bool:
    """Whether the first sentence of an answer denies the previous statement; a "no" to a question does not."""
    words = Words(answer.strip()[:200].split("\n", 1)[0])
    if not len(words):
        return False
    head = Words(words.original(0, min(8, len(words))))
    if head.has(_FALSE) or (words.at(0) in _WRONG and (len(words) < 2 or bool(words.after[0]))):
        return True
    if words.at(0) not in _NO or statement.rstrip().endswith(("?", "？")):
        return False
    return (len(words) == 1 or bool(words.after[0])) and words.at(1) not in _POLITE
