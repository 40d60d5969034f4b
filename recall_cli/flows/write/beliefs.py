"""Compare a new statement with what is believed of the same fact: what it supersedes, contests or precedes."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.record import Record
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from recall_cli.domain.draft import Draft
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.revision import TextRevision
    from recall_cli.rules.beliefs.contradictions import Claim


class BeliefUpdate(Record):
    """What a new statement changes in earlier beliefs."""

    fact: "str | None" = None
    since: int = 0
    supersedes: "tuple[Memory, ...]" = ()
    contests: "tuple[Memory, ...]" = ()
    """Other values of its fact, which is contested from now on."""
    is_plan: bool = False
    """Was its day read from its text? Then what it ends is believed until that day, and only gets this end."""
    disputes: "tuple[Memory, ...]" = ()
    """Memories without this fact that contradict it in words."""
    outdated: "tuple[tuple[Memory, str], ...]" = ()
    """What it may have made outdated, each with the reason."""
    reason: str = ""
    """Why the fact is contested."""
    answers: str = ""
    """How it settles an open contest: the user's own word does, where only less trusted authors disagree."""
    later_belief: "Memory | None" = None
    """The belief that follows it: if it is about the past, or if another value is known for a later time."""
    earlier_belief: "Memory | None" = None
    """The past belief that it ends earlier, if it is about the past."""

    ended: "dict[str, int]" = {}
    """The end of the statement, if something follows it: `valid_until`, and `superseded_at` if that is past."""


def judge_draft(
    tx: "Transaction", draft: "Draft", project: "int | None", *, whole_text: str = "", without: "Iterable[int]" = ()
) -> BeliefUpdate:
    """What a draft changes in other beliefs; nothing is written yet.

    The words decide. The value of a fact ends another one only if the caller gave the fact. `whole_text` is what the
    draft was taken from, and `without` has the memories that cannot be changed by it.
    """
    if draft.valid_until is not None and draft.valid_until <= tx.now:
        return _judge_fact(tx, draft, project)
    from recall_cli.flows.write.revision import revise

    revision = revise(tx, draft, project, whole_text=whole_text, without=without)
    update = _judge_fact(tx, draft, project, revision)
    return _add_revision(tx, draft, project, update, revision)


def has_given_fact(draft: "Draft | Memory") -> bool:
    """Whether the caller gave the fact; rules or a model may have misread one."""
    return draft.extracted_by == "none" and None not in (draft.entity, draft.attribute, draft.value)


def _judge_fact(
    tx: "Transaction", draft: "Draft", project: "int | None", revision: "TextRevision | None" = None
) -> BeliefUpdate:
    """What a fact that the caller gave changes in the other values of this fact."""
    fact = draft.fact
    if fact is None or not has_given_fact(draft):
        return BeliefUpdate(fact=fact, since=_draft_since(draft))
    known = [memory for memory in tx.memories.rivals(fact, project, coming=True) if memory.value is not None]
    if not known:
        return BeliefUpdate(fact=fact, since=_draft_since(draft))
    return _judge_against_known(tx, draft, fact, project, known, revision)


def _add_revision(
    tx: "Transaction", draft: "Draft", project: "int | None", update: BeliefUpdate, revision: "TextRevision"
) -> BeliefUpdate:
    """What the fact changes, and what the words change."""
    decided = {old.n for old in (*update.supersedes, *update.contests)}
    if update.later_belief is not None:
        return update
    settled = tx.contests.settled_as(draft.fact, project) if draft.fact is not None else None
    ended = [old for old, _ in revision.supersedes if old.n not in decided and not _may_both_hold(old, draft, settled)]
    supersedes = (*update.supersedes, *ended)
    contested = [
        old
        for old, _ in revision.contests
        if old.n not in decided and old not in supersedes and not _may_both_hold(old, draft, settled)
    ]
    same_fact = [old for old in contested if _has_other_value(old, draft)]
    later = min((old for old, _ in revision.precedes), key=_memory_since, default=None)
    if later is not None:
        return update.but(later_belief=later, ended=_end_columns(draft, _memory_since(later), tx.now), outdated=())
    reasons = dict(revision_reasons(revision))
    return update.but(
        supersedes=supersedes,
        contests=(*update.contests, *same_fact),
        disputes=tuple(old for old in contested if old not in same_fact),
        outdated=tuple(pair for pair in revision.asks if pair[0].n not in decided),
        reason=update.reason or next((reasons[old.n] for old in same_fact if old.n in reasons), "told differently"),
        answers=update.answers or _answer_of_user(tx, draft, project, supersedes),
    )


def revision_reasons(revision: "TextRevision") -> "list[tuple[int, str]]":
    """Each changed memory with the reason."""
    return [(old.n, reason) for old, reason in (*revision.supersedes, *revision.contests, *revision.asks)]


def _may_both_hold(old: Memory, draft: "Draft", settled: "str | None") -> bool:
    """Whether a person said that this fact has several values."""
    return settled == "many" and _has_other_value(old, draft)


def _has_other_value(old: Memory, draft: "Draft") -> bool:
    """Whether a memory has another value of the fact of a draft."""
    same = draft.fact is not None and normalize.fact_key(old.entity, old.attribute) == draft.fact
    return same and None not in (old.value, draft.value) and old.value != draft.value


def _answer_of_user(tx: "Transaction", draft: "Draft", project: "int | None", supersedes: "tuple[Memory, ...]") -> str:
    """How the user's own word settles an open contest of its fact; empty if it does not."""
    if draft.fact is None or draft.trust != TRUST_LEVELS[0] or not supersedes:
        return ""
    if not tx.contests.is_open(draft.fact, project):
        return ""
    rivals = [memory for memory in tx.memories.rivals(draft.fact, project) if memory.value is not None]
    return "keep" if _only_user_word_stands(rivals, [*supersedes]) else ""


def _judge_against_known(
    tx: "Transaction", draft: "Draft", fact: str, project: "int | None", known: "list[Memory]",
    revision: "TextRevision | None",
) -> BeliefUpdate:  # fmt: skip
    """What a draft changes, if other values of its fact are known."""
    from recall_cli.rules.beliefs.contradictions import (
        LOOP_PERIOD,
        MIN_LOOP_FLIPS,
        contradiction_verdict,
        user_overrules,
    )

    new, attribute = _draft_claim(draft, _draft_since(draft), tx.now), draft.attribute or ""
    rivals = [old for old in known if _memory_since(old) <= max(tx.now, new.since)]
    claims = {old.n: _memory_claim(old) for old in rivals}
    flips = tx.memories.count_value_changes(fact, project, tx.now - LOOP_PERIOD)
    disputed = tx.contests.is_open(fact, project)
    contested = disputed and not user_overrules(new, [*claims.values()])
    settled = tx.contests.settled_as(fact, project)
    many = draft.many if settled is None else settled == "many"
    # a person named every context: then a statement without one, by another author, contradicts all of them
    per_context = settled == "when" and new.qualifier is None and all(memory.qualifier for memory in rivals)
    verdicts: dict[str, list[Memory]] = {}
    for old in rivals:
        claim = claims[old.n]
        if per_context and TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(old.trust):
            claim = claim.but(qualifier=None)
        circumstances: dict[str, Any] = {"many": many, "flips": flips, "contested": contested, "ends": draft.ends or ""}
        verdict = contradiction_verdict(new, claim, attribute, **circumstances)
        if verdict in ("supersede", "contest") and revision is not None:
            verdict = _confirm_by_words(draft, old, attribute, verdict, revision, many=many)
        verdicts.setdefault(verdict, []).append(old)
    following = verdicts.get("precede", [])
    ended = verdicts.get("supersede", []) if not following else []
    settles = disputed and not contested and _only_user_word_stands(rivals, ended)
    follows = min(following, key=_memory_since) if following else _later_rival(known, new, attribute, many=many)
    return BeliefUpdate(
        fact=fact,
        since=new.since,
        supersedes=tuple(ended) if not following else (),
        contests=tuple(verdicts.get("contest", ())) if not following else (),
        answers=(settled or "keep") if settles else "",
        reason=f"changed {flips} times in 30 days" if flips >= MIN_LOOP_FLIPS else "told differently",
        later_belief=follows,
        ended={} if follows is None else _end_columns(draft, _memory_since(follows), tx.now),
        earlier_belief=_past_belief_at_start(tx, fact, project, new) if following else None,
    )


def _confirm_by_words(
    draft: "Draft", old: Memory, attribute: str, verdict: str, revision: "TextRevision", *, many: "bool | None"
) -> str:
    """The verdict on two values of a given fact, as far as the words allow it."""
    from recall_cli.rules.beliefs.contradictions import can_hold_several, names_one_value
    from recall_cli.rules.revision.comparison import is_present_claim

    if any(old.n == ended.n for ended, _ in revision.supersedes):
        return verdict
    if not is_present_claim(draft.text, old.text):
        return "contest" if any(old.n == contested.n for contested, _ in revision.contests) else "coexist"
    unclear = many is None and can_hold_several(attribute)
    return "contest" if unclear and not names_one_value(draft.text, old.text, attribute) else verdict


def _later_rival(known: "list[Memory]", new: "Claim", attribute: str, *, many: "bool | None") -> "Memory | None":
    """The belief about a later time that ends the new statement then; a less trusted one does not."""
    from recall_cli.rules.beliefs.contradictions import are_contradictory

    for old in known:
        later = _memory_since(old) > new.since and TRUST_LEVELS.index(old.trust) <= TRUST_LEVELS.index(new.trust)
        if later and are_contradictory(new, _memory_claim(old), attribute, many=many):
            return old
    return None


def _end_columns(draft: "Draft", end: int, now: int) -> "dict[str, int]":
    """The columns of a statement that ends when another begins, or earlier if it says so."""
    until = end if draft.valid_until is None else min(end, draft.valid_until)
    return {"valid_until": until, "superseded_at": end} if end <= now else {"valid_until": until}


def _only_user_word_stands(rivals: "list[Memory]", ended: "list[Memory]") -> bool:
    """Is nothing believed any more but the user's own words?"""
    return bool(ended) and all(old.trust == "user" or old in ended for old in rivals)


def apply_update(tx: "Transaction", op: int, number: int, project: "int | None", update: BeliefUpdate) -> None:
    """Write the changes, as part of the operation that stores the statement."""
    for old in update.supersedes:
        until = max(update.since, _memory_since(old))
        ended = until if old.valid_until is None else min(until, old.valid_until)
        columns: dict[str, Any] = {"superseded_by": number, "valid_until": ended, "updated_at": tx.now}
        if update.since <= max(tx.now, _memory_since(old)):  # else it is believed until the new one begins
            columns["superseded_at"] = tx.now
        if update.is_plan and update.since > tx.now:
            del columns["superseded_by"]
        tx.memories.change(op, old.n, columns)
    if update.contests and update.fact and not tx.contests.is_open(update.fact, project):
        tx.contests.add(update.fact, project, update.reason, op)
    if update.disputes:
        tx.links.contest(op, number, [old.n for old in update.disputes])
    if update.answers and update.fact:
        tx.contests.settle_fact(update.fact, project, update.answers, number, op)
    if update.later_belief is not None:
        tx.memories.supersede(number, update.later_belief.id)
        if update.earlier_belief is not None:
            cut = {"superseded_by": number, "valid_until": update.since, "updated_at": tx.now}
            tx.memories.change(op, update.earlier_belief.n, cut)


def end_as_told(
    tx: "Transaction", op: int, memory: Memory, draft: "Draft", ids: "list[str]"
) -> "tuple[tuple[Memory, ...], tuple[Memory, ...]]":
    """End the memories that the author of a new one named; what is more trusted is contested. Returns both kinds."""
    supersedes, contests = [], []
    for old in filter(None, map(tx.memories.by_id, ids)):
        if old.n == memory.n or old.superseded_at is not None or old.deleted_at is not None:
            continue
        users = old.pinned and tx.memories.pinned_by_user([old.n])
        weaker = TRUST_LEVELS.index(draft.trust) > TRUST_LEVELS.index(old.trust)
        if weaker or (users and draft.trust != TRUST_LEVELS[0]):
            contests.append(old)
        else:
            supersedes.append(old)
    update = BeliefUpdate(since=_draft_since(draft), supersedes=tuple(supersedes), disputes=tuple(contests))
    apply_update(tx, op, memory.n, None, update)
    return tuple(supersedes), tuple(contests)


def _draft_claim(draft: "Draft", since: int, now: int = 0) -> "Claim":
    from recall_cli.rules.beliefs.contradictions import Claim

    return Claim(
        value=draft.value,
        qualifier=draft.qualifier,
        trust=draft.trust,
        confidence=draft.confidence,
        since=since,
        over=draft.valid_until is not None and draft.valid_until <= now,
    )


def _memory_claim(old: Memory) -> "Claim":
    """The claim of a memory; whether it is over does not matter here."""
    from recall_cli.rules.beliefs.contradictions import Claim

    return Claim(
        value=old.value,
        qualifier=old.qualifier,
        trust=old.trust,
        confidence=old.confidence,
        since=_memory_since(old),
        over=old.valid_until is not None and old.valid_until <= 0,
    )


def _draft_since(draft: "Draft") -> int:
    """When the statement of a draft begins; one that has ended already began before its end, whenever that was."""
    since = draft.created_at if draft.valid_from is None else draft.valid_from
    return since if draft.valid_until is None else min(since, draft.valid_until)


def _memory_since(memory: Memory) -> int:
    return memory.created_at if memory.valid_from is None else memory.valid_from


def _past_belief_at_start(tx: "Transaction", fact: str, project: "int | None", new: "Claim") -> "Memory | None":
    """The past belief that held when the new one began; None if the new one is less trusted."""
    for memory in reversed(tx.memories.superseded_with_fact(fact, project)):
        if _memory_since(memory) <= new.since and memory.valid_until is not None and new.since < memory.valid_until:
            return None if TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(memory.trust) else memory
    return None
