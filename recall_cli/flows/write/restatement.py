"""A memory that is stated again: it counts once more and takes over what is new. Loaded only for such texts."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import TRUST_LEVELS
from recall_cli.rules.beliefs import duplicates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.receipt import StoreOutcome
    from recall_cli.engines.transaction import Transaction

FIELDS_BESIDE_TEXT = tuple("type classification topic entity attribute value qualifier valid_from valid_until".split())
"""The fields in which two memories of the same text can differ."""


def count_again(
    app: "App", tx: "Transaction", op: int, draft: "Draft", known: "StoreOutcome", project: "int | None"
) -> "StoreOutcome":
    """The outcome of a draft that is known: the memory counts once more, and takes over what is new."""
    memory = known.memory
    changes: dict[str, Any] = {"seen_count": memory.seen_count + 1, "seen_at": tx.now}
    if draft.anchors and _is_as_trusted(draft, memory):  # it is said about the code as it is now
        changes["anchors"] = dumps_utf8(draft.anchors)
    merged = known.action == "merged" and app.settings["duplicates.rule"] != duplicates.WORDS_RULE
    if merged:
        from recall_cli.flows.write import near_duplicates

        near_duplicates.merge_draft(app, tx, op, draft, memory, project)
    if _is_users_wording(draft, memory):  # now the user said it too
        changes |= {
            "trust": draft.trust,
            "source": draft.source,
            "importance": draft.importance,
            "confidence": draft.confidence,
            "updated_at": tx.now,
        }
    if draft.tags:
        changes |= _merged_tags(draft, memory, tx.now)
    tx.memories.change(op, memory.n, changes)
    return known.but(memory=tx.memories.written_here([memory.n])[0])


def end_what_it_contradicts(
    tx: "Transaction", op: int, draft: "Draft", outcome: "StoreOutcome", project: "int | None"
) -> "StoreOutcome":
    """The outcome of a draft that is known, after it has ended what it would have ended as a new memory.

    What is more trusted than the known memory stays, and so does what a person wants to stand beside it. Nothing is
    contested again.
    """
    if draft.valid_from is not None or draft.valid_until is not None:  # the known memory may hold at other times
        return outcome
    from recall_cli.flows.write.beliefs import apply_update, judge_draft

    memory = outcome.memory
    left = {memory.n, *tx.links.declared_compatible(memory.n)}
    update = judge_draft(tx, draft, project, without=left)
    ended = tuple(old for old in update.supersedes if old.n not in left and _is_as_trusted(memory, old))
    if update.later_belief is not None:
        return outcome
    outcome = outcome.but(outdated=tuple(pair for pair in update.outdated if pair[0].n not in left))
    if not ended:
        return outcome
    update = update.but(supersedes=ended, contests=(), disputes=())
    apply_update(tx, op, memory.n, project, update)
    return outcome.but(supersedes=ended)


def adds_to_users_words(draft: "Draft", memory: "Memory") -> bool:
    """Does a known memory say more than the user, who repeats its words? Then the user did not say that."""
    return _is_users_wording(draft, memory) and _has_more_details(memory, draft)


def renew_anchors(tx: "Transaction", op: int, draft: "Draft", outcome: "StoreOutcome") -> "StoreOutcome":
    """The outcome of an echo. Nothing is new, unless it comes with anchors: then they replace the old ones."""
    memory = outcome.memory
    over = memory.superseded_at is not None or memory.deleted_at is not None
    if not draft.anchors or over or not _is_as_trusted(draft, memory):
        return outcome
    tx.memories.change(op, memory.n, {"anchors": dumps_utf8(draft.anchors)})
    return outcome.but(memory=tx.memories.by_number([memory.n])[0], is_echo=False)


def _is_users_wording(draft: "Draft", memory: "Memory") -> bool:
    """Does the user repeat, word for word, a memory that is not their own so far?"""
    return draft.trust == TRUST_LEVELS[0] != memory.trust and draft.text == memory.text


def _has_more_details(memory: "Memory", draft: "Draft") -> bool:
    """Has a memory any field, tag or anchor that a draft of the same text lacks?"""
    if memory.anchors or (memory.tags and loads(memory.tags).items() - draft.tags.items()):
        return True
    return any(getattr(memory, name) not in (None, getattr(draft, name)) for name in FIELDS_BESIDE_TEXT)


def _is_as_trusted(new: "Draft | Memory", memory: "Memory") -> bool:
    """Is a draft, or the memory that it repeats, at least as trusted as another memory?"""
    return TRUST_LEVELS.index(new.trust) <= TRUST_LEVELS.index(memory.trust)


def _merged_tags(draft: "Draft", memory: "Memory", now: int) -> "dict[str, Any]":
    """The changed columns of a known memory that comes again with other tags and the same trust."""
    if memory.trust != draft.trust:
        return {}
    from recall_cli.engines.tables.memory_row import tags_json

    text = tags_json({**loads(memory.tags or "{}"), **draft.tags})
    return {} if text == memory.tags else {"tags": text, "updated_at": now}
