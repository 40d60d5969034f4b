"""Sentences that only ask to remember another one: "Remember that."."""

from recall_cli.rules.reading.words import PREPOSITIONS, Words

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


def only_points(words: Words) -> bool:
    """Whether a sentence only asks to remember another one: "Remember that.", "Keep this in mind for later."."""
    if not 1 < len(words) <= MAX_WORDS:
        return False
    at = next((place for place, word in enumerate(words.lower) if word not in _BEFORE_VERB), 0)
    if words.at(at) not in _MEMORY_VERBS or words.at(at + 1) not in _OBJECTS:
        return False
    following = words.at(at + 2)
    return at + 2 >= len(words) or bool(words.after[at + 1].strip()) or following in _AFTER_OBJECT
