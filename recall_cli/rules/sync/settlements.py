"""Which answer to a fact counts: it follows from what all machines stated, and not from the order of arrival."""

from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, KEEP_SEVERAL, PER_CONTEXT
from recall_cli.rules.text.normalize import fact_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.rules.sync.fold import Fold


class Answer(Record):
    """A memory that says how a fact was settled."""

    id: str
    kind: str
    clock: int = 0
    """When it was stated."""
    deleted: bool = False
    ended: bool = False
    """Has another memory taken its place?"""


def answers_of_facts(fold: "Fold") -> "dict[str, tuple[Answer, ...]]":
    """The answers to each fact, the one that counts last: those that still stand after the others, the latest last."""
    found: dict[str, list[Answer]] = {}
    for id_, state in fold.memories.items():
        columns = state.columns
        kind, entity, attribute = columns.get("settles"), columns.get("entity"), columns.get("attribute")
        if kind not in (KEEP_ONE, PER_CONTEXT, KEEP_SEVERAL):
            continue
        fact = fact_key(entity, attribute) if isinstance(entity, str) and isinstance(attribute, str) else None
        if fact is not None:
            answer = Answer(
                id=id_,
                kind=str(kind),
                clock=state.fact_clock,
                deleted=columns.get("deleted_at") is not None,
                ended=columns.get("superseded_at") is not None,
            )
            found.setdefault(fact, []).append(answer)
    return {
        fact: tuple(sorted(answers, key=lambda answer: (not answer.ended, answer.clock, answer.id)))
        for fact, answers in found.items()
    }


def missing_answers(here: "Iterable[tuple[str, str]]", answers: "tuple[Answer, ...]") -> "tuple[Answer, ...]":
    """What to record, in this order, so that the same answer counts here as everywhere.

    `here` are the memories that settle the fact in this store, each with its kind, in the order of recording.
    """
    recorded = [*here]
    missing = [answer for answer in answers if (answer.id, answer.kind) not in recorded]
    recorded += [(answer.id, answer.kind) for answer in missing]
    standing = {answer.id: answer for answer in answers if not answer.deleted}
    counting = next((id_ for id_, _ in reversed(recorded) if id_ in standing), "")
    last = next(reversed(standing.values()), None)
    return tuple(missing) if last is None or last.id == counting else (*missing, last)
