"""The echo guard: what recall told an agent comes back as the agent's words, and is used, not known anew."""

from recall_cli.domain.moment import DAY
from recall_cli.domain.receipt import StoreOutcome
from recall_cli.rules.text.echo import EchoCheck, lookup_words, pack_word_hashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

ECHO_WINDOW = 3 * DAY
"""A session may last for days; what is said after that stands for itself."""
MAX_ECHO_CANDIDATES = 50
"""So many of those that may have said it are looked at, the last told first."""


def find_echo(tx: "Transaction", draft: "Draft", project: "Project | None") -> "StoreOutcome | None":
    """The memory that a draft only says again because it was told; that counts as a use of it.

    The user's own word at a terminal is no echo. What is no longer believed may be said anew by the person, not by an
    agent that was told it before.
    """
    if draft.trust == "user":
        return None
    if tx.batch_words is not None and not tx.batch_words.any_shown(draft.created_at - ECHO_WINDOW, draft.created_at):
        return None
    words = lookup_words(draft.text)
    told = dict(
        tx.shown_memories.shown_between(words, draft.created_at - ECHO_WINDOW, draft.created_at, MAX_ECHO_CANDIDATES)
    )
    if not told:
        return None
    said = EchoCheck(draft.text)
    for memory in tx.memories.by_number(list(told)):
        if not said.is_echo_of(told[memory.n] or pack_word_hashes(memory.text)):
            continue
        live = memory.deleted_at is None and memory.superseded_at is None and memory.held is None
        here = memory.project in (None, project.name if project else None)
        if here and _has_same_claim(draft, memory) and (live or draft.source != "user"):
            if live:
                tx.memories.touch([memory.n])
            return StoreOutcome(memory=memory, action="seen-again", is_echo=True)
    return None


def _has_same_claim(draft: "Draft", memory: "Memory") -> bool:
    """Is no other value claimed, and nothing made of the words that the memory does not say?"""
    if draft.extracted_by == "none" and draft.type != memory.type:
        return False  # the caller knows what he stores
    if draft.value is None:
        return True
    if memory.value is not None:
        return draft.value.casefold() == memory.value.casefold()
    return draft.extracted_by != "none"
