"""Settling a contested fact: a person chooses one value, a value for each context, or several values at once."""

from recall_cli.domain.memory import TRUST_LEVELS
from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory

KEEP_ONE, PER_CONTEXT, KEEP_SEVERAL = "keep", "when", "many"
SETTLED_IMPORTANCE = 0.9
"""A settled fact is at least this important, because it decides later conflicts."""
SETTLED_CONFIDENCE = 0.9
"""The confidence of a settled fact. It is not higher, so that a later plain statement of the user can supersede it."""
DEFAULT_CONTEXTS = frozenset({"", "default", "else", "otherwise"})
"""The names for "in every other context"."""

BARE_ATTRIBUTES = frozenset({"is", "are", "be", "value"})
"""Attributes that name no property: the value is what the entity itself is."""
_ENVIRONMENTS = frozenset(
    "production prod staging development dev test testing tests ci qa local preview sandbox".split()
)
_DETERMINERS = frozenset("the a an my our your this that these those".split())


class FactChoice(Record):
    """What a person decided."""

    kind: str
    values: "tuple[tuple[str | None, str], ...]" = ()
    """Each value with the context in which it holds; None means every other context."""


def parse_context_value(text: str) -> "tuple[str | None, str] | None":
    """`consulting=morning` as a context and its value; None if the text does not have this form."""
    context, equals, value = text.partition("=")
    context, value = " ".join(context.split()), value.strip()
    if not equals or not value:
        return None
    return (None if context.casefold() in DEFAULT_CONTEXTS else context), value


def settled_text(entity: str, attribute: str, choice: FactChoice, at: int) -> str:
    """One answer of the choice, as a sentence."""
    subject = _fact_subject(entity, attribute)
    if choice.kind == KEEP_SEVERAL:
        values = list(dict.fromkeys(value for _, value in choice.values))
        return f"Settled: {subject} holds several values" + (f": {', '.join(values)}." if values else ".")
    context, value = choice.values[at]
    if context is not None:
        return f"Settled: {subject} is {value} {_preposition(context)} {context}."
    return f"Settled: {subject} is {value}{' otherwise' if len(choice.values) > 1 else ''}."


def _preposition(context: str) -> str:
    """The preposition before a context: in an environment, but for any other context."""
    return "in" if context.casefold().removeprefix("the ") in _ENVIRONMENTS else "for"


def text_for_situation(text: str, situation: "str | None") -> str:
    """A text with the situation in which it holds before it: "In production: …", "On Linux: …", "Otherwise: …"."""
    if situation is None:
        return f"Otherwise: {text}"
    name = _situation_phrase(situation)
    label = f"{name[0].upper()}{name[1:]}: "
    return text if text.casefold().startswith(label.casefold()) else label + text


def text_outside_situation(text: str, situation: str) -> str:
    """A text with the situation in which it does not hold before it: "Except in staging: …"."""
    label = f"Except {_situation_phrase(situation)}: "
    return text if text.casefold().startswith(label.casefold()) else label + text


def _situation_phrase(situation: str) -> str:
    """A situation with a preposition before it: "in production", "for consulting", "on Linux"."""
    first = situation.split(" ", 1)[0].casefold()
    return situation if first in WORDS_BEFORE_A_CONTEXT else f"{_preposition(situation)} {situation}"


WORDS_BEFORE_A_CONTEXT = frozenset("in on at for when during under with".split())
"""Words with which a situation may begin."""


def _fact_subject(entity: str, attribute: str) -> str:
    """What a fact is about, as the subject of a sentence."""
    if normalize.fold_text(attribute) in BARE_ATTRIBUTES:
        name = _plain_name(entity)
        return name if name.split(" ", 1)[0].casefold() in _DETERMINERS else f"the {name}"
    return f"{_plain_name(attribute)} of {_plain_name(entity)}"


def context_value_key(context: "str | None", value: str) -> "tuple[str, str]":
    """A context and its value, for comparison."""
    return normalize.fold_text(context or ""), normalize.fold_text(value)


def successor_index(side: "Memory", choice: FactChoice) -> "int | None":
    """The index of the answer that supersedes this memory; None if the memory stays."""
    if choice.kind == KEEP_SEVERAL or side.value is None:
        return None
    context, value = context_value_key(side.qualifier, side.value)
    answers = [context_value_key(when, answer_value) for when, answer_value in choice.values]
    covered = not context and len(answers) > 1 and side.trust != TRUST_LEVELS[0]  # it claims more than "otherwise"
    if (context, value) in answers and not covered:
        return None
    for index, (when, _) in enumerate(answers):
        if when == context:
            return index
    if context:
        return None  # the choice does not mention its context
    same = [index for index, (_, answer_value) in enumerate(answers) if answer_value == value]
    return same[0] if same else 0


def _plain_name(name: str) -> str:
    return " ".join(name.replace("_", " ").split())
