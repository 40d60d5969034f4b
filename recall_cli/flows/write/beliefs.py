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
    tx: "Transaction", draft: "Draft", project: "int | None", *, without: "Iterable[int]" = ()
) -> BeliefUpdate:
    """What a draft changes in other beliefs; nothing is written yet.

    A fact that the caller or a model gave ends another value of it (`rules/beliefs/contradictions`). Words end a belief
    only if they say themselves what has changed (`rules/change/judgement`). `without` has the memories that cannot be
    changed.
    """
    update = judge_fact(tx, draft, project)
    if draft.valid_until is not None and draft.valid_until <= tx.now:
        return update
    from recall_cli.flows.write.revision import revise

    revision = revise(tx, draft, project, without=without)
    update = _add_revision(tx, draft, project, update, revision)
    return update if draft.replaces is None else _add_replaced(tx, draft, update)


def _add_replaced(tx: "Transaction", draft: "Draft", update: BeliefUpdate) -> BeliefUpdate:
    """The update with the memory that a model says is replaced: ended if agents stated it, and else asked about."""
    from recall_cli.rules.intake.model_notes import GUESS_CONFIDENCE

    old = tx.memories.by_id(draft.replaces or "")
    decided = {one.n for one in (*update.supersedes, *update.contests, *update.disputes)}
    if old is None or old.superseded_at is not None or old.deleted_at is not None or old.n in decided:
        return update
    outdated = tuple(pair for pair in update.outdated if pair[0].n != old.n)
    is_agents = old.source == old.trust == "agent" and not old.pinned and old.project is not None
    if is_agents and draft.confidence > GUESS_CONFIDENCE:
        return update.but(supersedes=(*update.supersedes, old), outdated=outdated)
    return update.but(outdated=((old, "the model that read the session says so"), *outdated))


def has_given_fact(draft: "Draft | Memory") -> bool:
    """Whether the caller gave the fact; rules or a model may have misread one."""
    return draft.extracted_by == "none" and None not in (draft.entity, draft.attribute, draft.value)


def judge_fact(
    tx: "Transaction",
    draft: "Draft",
    project: "int | None",
    *,
    before: "int | None" = None,
) -> BeliefUpdate:
    """What a fact that the caller gave changes in the other values of this fact, of the memories `before` a row."""
    fact = draft.fact
    if fact is None or not has_given_fact(draft):
        return BeliefUpdate(fact=fact, since=_draft_since(draft))
    from recall_cli.rules.text.subject_names import other_fact_keys

    others = other_fact_keys(draft.entity or "", draft.attribute or "")
    known = [
        memory
        for key in (fact, *others)
        for memory in tx.memories.rivals(key, project, coming=True)
        if memory.value is not None and (key == fact or has_given_fact(memory))
    ]
    known = known if before is None else [memory for memory in known if memory.n < before]
    if not known:
        return BeliefUpdate(fact=fact, since=_draft_since(draft))
    return _contest_other_names(_judge_against_known(tx, draft, fact, project, known), others)


def _contest_other_names(update: BeliefUpdate, others: "dict[str, bool]") -> BeliefUpdate:
    """The update, where memories of the subject under another name are contested as texts, and ended only if sure."""
    keys = {old.n: normalize.fact_key(old.entity, old.attribute) for old in (*update.supersedes, *update.contests)}
    doubtful = [old for old in update.supersedes if not others.get(str(keys[old.n]), True)]
    named_otherwise = [old for old in update.contests if keys[old.n] in others]
    if not doubtful and not named_otherwise:
        return update
    return update.but(
        supersedes=tuple(old for old in update.supersedes if old not in doubtful),
        contests=tuple(old for old in update.contests if old not in named_otherwise),
        disputes=(*update.disputes, *named_otherwise, *doubtful),
    )


def _add_revision(
    tx: "Transaction", draft: "Draft", project: "int | None", update: BeliefUpdate, revision: "TextRevision"
) -> BeliefUpdate:
    """What the fact changes, and what the words change."""
    if update.later_belief is not None:
        return update
    decided = {old.n for old in (*update.supersedes, *update.contests, *update.disputes)}
    settled = tx.contests.settled_as(draft.fact, project) if draft.fact is not None else None
    supersedes, asks = update.supersedes, [pair for pair in revision.asks if pair[0].n not in decided]
    if revision.ends is not None:
        old = revision.ends[0]
        if old.n not in decided and not _may_both_hold(old, draft, settled) and not _has_same_value(old, draft):
            supersedes = (*supersedes, old)
    return update.but(
        supersedes=supersedes,
        outdated=tuple(pair for pair in asks if not _may_both_hold(pair[0], draft, settled)),
        answers=update.answers or _answer_of_user(tx, draft, project, supersedes),
    )


def _may_both_hold(old: Memory, draft: "Draft", settled: "str | None") -> bool:
    """Whether a person said that this fact has several values, or the words of two given facts do."""
    if settled == "many" and _same_fact(old, draft):
        return True
    return _has_other_value(old, draft) and (
        has_given_fact(old) and has_given_fact(draft) and _holds_several(draft, old, settled) == (True, True)
    )


def _has_other_value(old: Memory, draft: "Draft") -> bool:
    """Whether a memory has another value of the fact of a draft."""
    if not _same_fact(old, draft) or old.value is None or draft.value is None:
        return False
    from recall_cli.rules.beliefs.contradictions import is_same_value

    return not is_same_value(old.value, draft.value)


def _has_same_value(old: Memory, draft: "Draft") -> bool:
    """Whether both were given as the same value of one fact, in the same or in other words."""
    return has_given_fact(old) and has_given_fact(draft) and _same_fact(old, draft) and not _has_other_value(old, draft)


def _same_fact(old: Memory, draft: "Draft") -> bool:
    return draft.fact is not None and normalize.fact_key(old.entity, old.attribute) == draft.fact


def _answer_of_user(tx: "Transaction", draft: "Draft", project: "int | None", supersedes: "tuple[Memory, ...]") -> str:
    """How the user's own word settles an open contest of its fact; empty if it does not."""
    if draft.fact is None or draft.trust != TRUST_LEVELS[0] or not supersedes:
        return ""
    if not tx.contests.is_open(draft.fact, project):
        return ""
    rivals = [memory for memory in tx.memories.rivals(draft.fact, project) if memory.value is not None]
    return "keep" if _only_user_word_stands(rivals, [*supersedes]) else ""


def _judge_against_known(
    tx: "Transaction",
    draft: "Draft",
    fact: str,
    project: "int | None",
    known: "list[Memory]",
) -> BeliefUpdate:
    """What a draft changes, if other values of its fact are known."""
    from recall_cli.rules.beliefs import contradictions

    new, attribute = contradictions.draft_claim(draft, _draft_since(draft), tx.now), draft.attribute or ""
    rivals = [old for old in known if old.since <= max(tx.now, new.since)]
    claims = {old.n: contradictions.memory_claim(old) for old in rivals}
    flips = tx.memories.count_value_changes(fact, project, tx.now - contradictions.LOOP_PERIOD)
    disputed = tx.contests.is_open(fact, project)
    contested = disputed and not contradictions.user_overrules(new, [*claims.values()])
    settled = tx.contests.settled_as(fact, project)
    # a person named every context: then a statement without one, by another author, contradicts all of them
    per_context = settled == "when" and new.qualifier is None and all(memory.qualifier for memory in rivals)
    verdicts: dict[str, list[Memory]] = {}
    for old in rivals:
        claim = claims[old.n]
        if per_context and TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(old.trust):
            claim = claim.but(qualifier=None)
        many, is_clear = _holds_several(draft, old, settled)
        circumstances: dict[str, Any] = {"many": many, "flips": flips, "contested": contested}
        verdict = contradictions.contradiction_verdict(new, claim, attribute, **circumstances)
        if verdict == "supersede" and not is_clear:
            verdict = "contest"
        verdicts.setdefault(verdict, []).append(old)
    following = verdicts.get("precede", [])
    ended = verdicts.get("supersede", []) if not following else []
    settles = disputed and not contested and _only_user_word_stands(rivals, ended)
    follows = min(following, key=lambda old: old.since) if following else _later_rival(known, new, draft, settled)
    return BeliefUpdate(
        fact=fact,
        since=new.since,
        supersedes=tuple(ended) if not following else (),
        contests=tuple(verdicts.get("contest", ())) if not following else (),
        answers=(settled or "keep") if settles else "",
        reason=f"changed {flips} times in 30 days" if flips >= contradictions.MIN_LOOP_FLIPS else "told differently",
        later_belief=follows,
        ended={} if follows is None else _end_columns(draft, follows.since, tx.now),
        earlier_belief=_past_belief_at_start(tx, fact, project, new) if following else None,
    )


def _holds_several(draft: "Draft", old: Memory, settled: "str | None") -> "tuple[bool, bool]":
    """Whether the fact holds several values, and whether that is clear. A person's answer stands above the wording."""
    from recall_cli.rules.beliefs.single_or_many import holds_several

    if settled is not None:
        return settled == "many", True
    several = holds_several(
        draft.attribute or "", draft.value or "", old.value or "", text=draft.text, old_text=old.text
    )
    return bool(several), several is not None


def _later_rival(known: "list[Memory]", new: "Claim", draft: "Draft", settled: "str | None") -> "Memory | None":
    """The belief about a later time that ends the new statement then; a less trusted one does not."""
    from recall_cli.rules.beliefs.contradictions import are_contradictory, memory_claim

    for old in known:
        later = memory_claim(old).colleague == new.colleague and old.since > new.since
        later = later and TRUST_LEVELS.index(old.trust) <= TRUST_LEVELS.index(new.trust)
        many, is_clear = _holds_several(draft, old, settled) if later else (True, False)
        if later and is_clear and are_contradictory(new, memory_claim(old), draft.attribute or "", many=many):
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
        from recall_cli.flows.write.end_belief import end_belief

        end_belief(tx, op, old, number, at=update.since, is_plan=update.is_plan)
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
    if update.outdated:
        tx.questions.ask(op, number, [(old.n, why) for old, why in update.outdated])


def end_named_memories(
    tx: "Transaction", op: int, memory: Memory, draft: "Draft", ids: "list[str]"
) -> "tuple[tuple[Memory, ...], tuple[Memory, ...]]":
    """End the memories that the author of a new one named, and contest what is more trusted; both kinds."""
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


def _draft_since(draft: "Draft") -> int:
    """When the statement of a draft begins; one that has ended already began before its end, whenever that was."""
    since = draft.created_at if draft.valid_from is None else draft.valid_from
    return since if draft.valid_until is None else min(since, draft.valid_until)


def _past_belief_at_start(tx: "Transaction", fact: str, project: "int | None", new: "Claim") -> "Memory | None":
    """The past belief that held when the new one began; None if the new one is less trusted."""
    for memory in reversed(tx.memories.superseded_with_fact(fact, project)):
        if memory.since <= new.since and memory.valid_until is not None and new.since < memory.valid_until:
            return None if TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(memory.trust) else memory
    return None
