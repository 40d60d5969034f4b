"""The text of a statement that stands alone: without openers and fillers, with the heading that gives its subject."""

from recall_cli.rules.brief.fillers import remove_fillers
from recall_cli.rules.conversation.units import Unit, is_open_label
from recall_cli.rules.reading.words import (
    ADVERBS,
    ANAPHORA,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    RULE_VERBS,
    SUBJECTS,
    Words,
    phrases,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

OPENERS = frozenset(
    """ok okay so and but also yes yeah yep yup no nope right good great nice perfect cool thanks sure agreed
    understood noted done works ah aha oh ohhh hm hmm well wait wow exactly hey hi yo ugh phew splendid
    lovely wonderful super genial vale claro perfecto bueno oye ojo ach ja nein ne gut passt danke klar
    stimmt genau und aber oui non mais alors parfait merci d'accord sim certo então mas fechou boa bom isso
    hecho feito fait attention sick better finally yes!! besides perfe anotado entendido corregido corrigido
    corrigé geändert changed noted:""".split()
)
PHRASES = (
    "one more thing", "one thing for the future", "another thing", "one more", "by the way",
    "for your information", "also", "good point", "you're right", "that's right", "got it", "makes sense",
    "found it", "found the culprit", "lastly", "btw", "noch etwas", "noch was", "übrigens", "por cierto",
    "au fait", "a propósito", "ah oui", "good catch", "i see", "wichtig", "important", "one correction", "fyi",
    "note", "house rule", "eine sache noch", "y una norma", "une règle aussi", "encontré", "right", "done today",
    "while we're at it", "while you are at it", "la cause", "die ursache",
)  # fmt: skip
_COMMANDS = frozenset("make go just find watch time cut sort test patch at which more less cat yes".split())
"""Ordinary words that are also names of commands."""
_OPENING_WORDS = (
    ADVERBS | ANAPHORA | AUXILIARIES | DETERMINERS | PREPOSITIONS | RULE_VERBS | SUBJECTS | frozenset(["if", "when"])
) - _COMMANDS
_PAUSES = ",.:;!–—-… "
MIN_WORDS = 3


def apply(reading: "Reading") -> None:
    """Give each kept unit the text that is stored."""
    for unit in reading.units:
        if not unit.kept:
            continue
        text = strip_openers(unit.text)
        if unit.is_item:
            text = _with_subject(unit, text)
        if text != unit.text:
            unit.say(text)


def _with_subject(unit: Unit, text: str) -> str:
    """A list item with the label or heading that it needs."""
    label = unit.lead or unit.heading
    if is_open_label(label) and not is_open_label(text.partition(":")[0]):
        return f"Still open: {text}"
    return text


def strip_openers(text: str) -> str:
    """The text without words that only open it, as long as enough of it is left."""
    rest = _without_report(remove_fillers(text) or text)
    while True:
        shorter = _without_opener(rest)
        if shorter == rest or len(Words(shorter)) < MIN_WORDS:
            break
        rest = shorter
    return rest


_REPORTING = (
    "he says that ",
    "she says that ",
    "they say that ",
    "he says ",
    "she says ",
    "that's wrong, ",
    "that is wrong, ",
)
_LABEL_WORDS = phrases(
    "important|rule|note|thing|wish|correction|convention|conventions|norma|regla|règle|regra|wichtig|future|rules|info|reminder",
)
MAX_LABEL_WORDS, MAX_ASIDE_LETTERS = 9, 24


def _without_report(text: str) -> str:
    """The text without words that only say who said it, or that it is a rule."""
    low = text.lower()
    for aside in (" btw ", " by the way "):
        at = low.find(aside)
        if 0 < at <= MAX_ASIDE_LETTERS:
            return text[at + len(aside) :]
    for head in _REPORTING:
        if low.startswith(head):
            return text[len(head) :]
    label, colon, rest = text.partition(": ")
    words = Words(label)
    if colon and len(words) <= MAX_LABEL_WORDS and words.has(_LABEL_WORDS) and len(rest.split()) > MIN_WORDS:
        return rest
    return text


def _without_opener(text: str) -> str:
    low = text.lower()
    for phrase in PHRASES:
        if low.startswith(phrase) and text[len(phrase) : len(phrase) + 1] in (",", ":", "!", ".", " –", "—"):
            return text[len(phrase) :].lstrip(_PAUSES)
    first, _, rest = text.partition(" ")
    if rest and not any(map(str.isalnum, first)) and not set(first) & set("`$[(<{\"'“‘.*_#/@→-"):
        return rest.lstrip(_PAUSES)
    bare = first.strip(_PAUSES + "*_").lower()
    if (
        rest
        and bare in OPENERS
        and (first[-1:] in _PAUSES or bare in ("so", "and", "but", "also", "und", "aber", "y", "et", "e", "ok"))
    ):
        return rest.lstrip(_PAUSES)
    return text


def begin_with_capital(text: str) -> str:
    """A statement with a capital at its beginning, if its first word is an ordinary one; names and code stay."""
    first = text.partition(" ")[0].rstrip(",")
    known = first in _OPENING_WORDS and first.isalpha() and first.islower()
    return text[0].upper() + text[1:] if known else text
