"""The echo guard: an agent that repeats what recall showed it uses a memory, and states nothing new."""

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
"""A session may last for days; a repetition after that counts as a statement."""
MAX_ECHO_CANDIDATES = 50
"""At most this many shown memories are compared, the last shown first."""


def find_echo(tx: "Transaction", draft: "Draft", project: "Project | None") -> "StoreOutcome | None":
    """The memory that a draft repeats because recall showed it, or None. A live one is counted as used.

    The user's own words at a terminal are no echo. The user may state again what is no longer believed; an agent that
    was shown it may not.
    """
    if draft.trust == "user":
        return None
    if tx.batch_words is not None and not tx.batch_words.any_shown(draft.created_at - ECHO_WINDOW, draft.created_at):
        return None
    words = lookup_words(draft.text)
    shown = dict(
        tx.shown_memories.shown_between(words, draft.created_at - ECHO_WINDOW, draft.created_at, MAX_ECHO_CANDIDATES)
    )
    if not shown:
        return None
    check = EchoCheck(draft.text)
    for memory in tx.memories.by_number(list(shown)):
        if not check.is_echo_of(shown[memory.n] or pack_word_hashes(memory.text)):
            continue
        live = memory.deleted_at is None and memory.superseded_at is None and memory.held is None
        here = memory.project in (None, project.name if project else None)
        if here and _has_same_claim(draft, memory) and (live or draft.source != "user"):
            if live:
                tx.memories.touch([memory.n])
            return StoreOutcome(memory=memory, action="seen-again", is_echo=True)
    return None


def _has_same_claim(draft: "Draft", memory: "Memory") -> bool:
    """Does a draft claim nothing that the memory does not?"""
    if draft.extracted_by == "none" and draft.type != memory.type:
        return False  # the caller chose the type
    if draft.value is None:
        return True
    if memory.value is not None:
        return draft.value.casefold() == memory.value.casefold()
    return draft.extracted_by != "none"
