"""How a person settles a fact: one value, a value for each context, or several at once; and how that is told."""

from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory

KEEP_ONE, PER_CONTEXT, KEEP_SEVERAL = "keep", "when", "many"
SETTLED_IMPORTANCE = 0.9
"""A settled fact is at least so important: it governs what comes after it."""
SETTLED_CONFIDENCE = 0.9
"""And so sure; not surer, or a later plain word of the same user would be too unsure to end it."""
DEFAULT_CONTEXTS = frozenset({"", "default", "else", "otherwise"})
"""The contexts that mean: wherever no other does."""


class FactChoice(Record):
    """What a person decided."""

    kind: str
    values: "tuple[tuple[str | None, str], ...]" = ()
    """Each value with the context in which it holds; None is everywhere else."""


def parse_context_value(text: str) -> "tuple[str | None, str] | None":
    """`consulting=morning` as a context and its value; None where it is not that."""
    context, equals, value = text.partition("=")
    context, value = " ".join(context.split()), value.strip()
    if not equals or not value:
        return None
    return (None if context.casefold() in DEFAULT_CONTEXTS else context), value


def settled_text(entity: str, attribute: str, choice: FactChoice, at: int) -> str:
    """One of the choice's answers as a sentence."""
    what = f"{_plain_name(attribute)} of {_plain_name(entity)}"
    if choice.kind == KEEP_SEVERAL:
        values = list(dict.fromkeys(value for _, value in choice.values))
        return f"Settled: {what} holds several values" + (f": {', '.join(values)}." if values else ".")
    context, value = choice.values[at]
    if context is not None:
        return f"Settled: {what} is {value} for {context}."
    return f"Settled: {what} is {value}{' otherwise' if len(choice.values) > 1 else ''}."


def context_value_key(context: "str | None", value: str) -> "tuple[str, str]":
    """A value in its context, for comparison."""
    return normalize.fold_text(context or ""), normalize.fold_text(value)


def successor_index(side: "Memory", choice: FactChoice) -> "int | None":
    """Which answer, by its place, ends what was believed; None where it may stay."""
    if choice.kind == KEEP_SEVERAL or side.value is None:
        return None
    context, value = context_value_key(side.qualifier, side.value)
    answers = [context_value_key(when, said) for when, said in choice.values]
    if (context, value) in answers:
        return None
    for at, (when, _) in enumerate(answers):
        if when == context:
            return at
    if context:
        return None  # it was said of a context that nobody spoke of
    same = [at for at, (_, said) in enumerate(answers) if said == value]
    return same[0] if same else 0


def _plain_name(name: str) -> str:
    return " ".join(name.replace("_", " ").split())
