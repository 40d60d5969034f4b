"""A correction without a subject becomes the corrected statement, if it is clear which memory it is about."""

from recall_cli.flows.write.think import new_draft
from recall_cli.rules.beliefs import short_correction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_HOLDERS = 8
"""Of more memories with the wrong value it is never clear which one is meant."""


def complete_correction(tx: "Transaction", draft: "Draft", project: "int | None") -> "tuple[Draft, Memory] | None":
    """The corrected statement of a draft such as "no, 9090 not 8080", and the memory that it corrects; else None."""
    correction = short_correction.read_short_correction(draft.text)
    if correction is None:
        return None
    numbers = tx.search.revisable(correction.wrong, project, MAX_HOLDERS)
    holders = [
        (memory, text)
        for memory in tx.memories.by_number(numbers)
        if memory.project is not None or project is None
        if (text := short_correction.replace_value(memory.text, correction)) is not None
    ]
    of_session = [pair for pair in holders if draft.session is not None and pair[0].session == draft.session]
    holders = of_session or holders
    if len(holders) != 1:
        return None
    old, text = holders[0]
    return _corrected_draft(draft, old, text, correction), old


def _corrected_draft(draft: "Draft", old: "Memory", text: str, correction: short_correction.ShortCorrection) -> "Draft":
    """The older statement with the right value: in the words of the older one, said by the author of the newer one."""
    fields = {**draft.fields(), "text": text, "span": draft.text, "vector": None, "type": old.type}
    for name in ("hash", "fact", "lookup_words"):
        del fields[name]
    if old.value is not None and old.value.casefold() == correction.wrong.casefold():
        fields |= {"entity": old.entity, "attribute": old.attribute, "value": correction.right}
        fields |= {"qualifier": old.qualifier}
    return new_draft(**fields)


def taken_back(tx: "Transaction", draft: "Draft", candidates: "list[Memory]") -> "list[Memory]":
    """What a draft takes back ("forget what I said about the port"); of several it is not clear which one is meant."""
    topic = short_correction.retracted_topic(draft.text)
    if topic is None:
        return []
    wanted = {word.stem for word in tx.engine.question_words(topic) if not word.stop}
    if not wanted:
        return []
    named = [old for old in candidates if wanted.issubset(tx.engine.stems(f"{old.text} {old.attribute or ''}"))]
    of_session = [old for old in named if draft.session is not None and old.session == draft.session]
    return of_session or named
