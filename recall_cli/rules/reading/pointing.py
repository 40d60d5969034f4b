"""Sentences that only ask to remember another one ("Remember that."), and the first letter of a statement."""

from recall_cli.rules.reading.words import (
    ADVERBS,
    ANAPHORA,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    RULE_VERBS,
    SUBJECTS,
    Words,
)

_MEMORY_VERBS = frozenset(
    """remember memorize memorise note keep save store record forget merk merke notiere speicher vergiss recuerda
    anota guarda olvides retiens note souviens oublie lembre anote guarde""".split()
)
_OBJECTS = frozenset("it this that these those das dies es esto eso lo ça cela isso isto le dir dich toi te".split())
_BEFORE_VERB = frozenset(
    "please do not don't never also and so but ok okay to bitte por favor no n'oublie nicht".split()
)
_AFTER_OBJECT = PREPOSITIONS | _OBJECTS | frozenset("please next too well always forever bitte para pour für".split())
MAX_WORDS = 9
_COMMANDS = frozenset("make go just find watch time cut sort test patch at which more less cat yes".split())
"""Ordinary words that are also names of commands."""
_OPENING_WORDS = (
    ADVERBS | ANAPHORA | AUXILIARIES | DETERMINERS | PREPOSITIONS | RULE_VERBS | SUBJECTS | frozenset(["if", "when"])
) - _COMMANDS


def only_points(words: Words) -> bool:
    """Whether a sentence only asks to remember another one: "Remember that.", "Keep this in mind for later."."""
    if not 1 < len(words) <= MAX_WORDS:
        return False
    at = next((place for place, word in enumerate(words.lower) if word not in _BEFORE_VERB), 0)
    if words.at(at) not in _MEMORY_VERBS or words.at(at + 1) not in _OBJECTS:
        return False
    following = words.at(at + 2)
    return at + 2 >= len(words) or bool(words.after[at + 1].strip()) or following in _AFTER_OBJECT


def begin_with_capital(text: str) -> str:
    """A statement with a capital at its beginning, if its first word is an ordinary one; names and code stay."""
    first = text.partition(" ")[0].rstrip(",")
    known = first in _OPENING_WORDS and first.isalpha() and first.islower()
    return text[0].upper() + text[1:] if known else text
