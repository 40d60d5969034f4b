"""A new statement meets what is believed of the same fact: what it ends, what it contests, where it belongs."""

from recall_cli.domain.memory import TRUSTS, Memory
from recall_cli.domain.record import Record
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.beliefs.contradictions import Claim


class Settlement(Record):
    """What a new statement does to the beliefs before it."""

    fact: "str | None" = None
    since: int = 0
    supersedes: "tuple[Memory, ...]" = ()
    contests: "tuple[Memory, ...]" = ()
    reason: str = ""
    """Why it is contested."""
    answers: str = ""
    """How it settles an open contest: the user's plain word, where only less trusted voices spoke against him."""
    successor: "Memory | None" = None
    """The belief that follows it: where it tells of the past, or something else is said for a time to come."""
    predecessor: "Memory | None" = None
    """The past belief whose time it cuts short, where it tells of the past."""

    ended: "dict[str, Any]" = {}
    """The columns of a statement that something follows."""


def judged(tx: "Transaction", draft: "dict[str, Any]", project: "int | None") -> Settlement:
    """Judge a draft against every other value that is believed of its fact; nothing is written yet."""
    fact = wording.fact(draft["entity"], draft["attribute"])
    if fact is None or draft["value"] is None:
        return Settlement()
    said = [memory for memory in tx.memories.rivals(fact, project, coming=True) if memory.value is not None]
    replaced = _replaced(tx, draft, fact, project) if draft.get("ends") else ()
    if not said:
        return Settlement(fact=fact, since=_begins(draft), supersedes=replaced)
    return _among(tx, draft, fact, project, said, replaced)


def _among(
    tx: "Transaction", draft: "dict[str, Any]", fact: str, project: "int | None", said: "list[Memory]",
    replaced: "tuple[Memory, ...]",
) -> Settlement:  # fmt: skip
    """The verdict on a draft among what is said of its fact."""
    from recall_cli.rules.beliefs.contradictions import LOOP_FLIPS, LOOP_SPAN, outvoiced, verdict

    new = _claim(draft, _begins(draft), tx.now)
    rivals = [old for old in said if _since(old) <= max(tx.now, new.since)]
    claims = {old.n: _claim_of(old) for old in rivals}
    flips = tx.memories.flips(fact, project, tx.now - LOOP_SPAN)
    disputed = tx.contests.is_open(fact, project)
    contested = disputed and not outvoiced(new, [*claims.values()])
    settled = tx.contests.settled_as(fact, project)
    many = draft.get("many") if settled is None else settled == "many"
    # where a person named every context, another's word without one speaks against them all
    apart = settled == "when" and new.qualifier is None and all(memory.qualifier for memory in rivals)
    verdicts: dict[str, list[Memory]] = {}
    for old in rivals:
        held = claims[old.n]
        held = held.but(qualifier=None) if apart and TRUSTS.index(new.trust) > TRUSTS.index(old.trust) else held
        given: dict[str, Any] = {"many": many, "flips": flips, "contested": contested, "ends": draft.get("ends") or ""}
        verdicts.setdefault(verdict(new, held, draft["attribute"], **given), []).append(old)
    followed = verdicts.get("precede", [])
    ended = verdicts.get("supersede", []) if not followed else []
    answered = disputed and not contested and _ends_others(rivals, ended)
    follows = min(followed, key=_since) if followed else _to_come(said, new, draft["attribute"], many=many)
    return Settlement(
        fact=fact,
        since=new.since,
        supersedes=(*ended, *replaced) if not followed else (),
        contests=tuple(verdicts.get("contest", ())) if not followed else (),
        answers=(settled or "keep") if answered else "",
        reason=f"changed {flips} times in 30 days" if flips >= LOOP_FLIPS else "told differently",
        successor=follows,
        ended={} if follows is None else _until(draft, _since(follows), tx.now),
        predecessor=_in_force(tx, fact, project, new) if followed else None,
    )


def _to_come(said: "list[Memory]", new: "Claim", attribute: str, *, many: "bool | None") -> "Memory | None":
    """What is said for a later time and ends the new statement then; nobody less trusted ends it."""
    from recall_cli.rules.beliefs.contradictions import at_odds

    for old in said:
        later = _since(old) > new.since and TRUSTS.index(old.trust) <= TRUSTS.index(new.trust)
        if later and at_odds(new, _claim_of(old), attribute, many=many):
            return old
    return None


def _until(draft: "dict[str, Any]", over: int, now: int) -> "dict[str, Any]":
    """The columns of a statement that ends when another begins, unless it says itself that it ends before."""
    until = over if draft["valid_until"] is None else min(over, draft["valid_until"])
    return {"valid_until": until, "superseded_at": over} if over <= now else {"valid_until": until}


def _replaced(tx: "Transaction", draft: "dict[str, Any]", fact: str, project: "int | None") -> "tuple[Memory, ...]":
    """What was chosen under another name and is replaced now: SWR "for data fetching", by a switch from SWR."""
    from recall_cli.rules.beliefs.contradictions import may_be_replaced, replaced, verdict

    name = replaced(draft["value"], draft["ends"])
    about = fact.partition("/")[0]
    new = _claim(draft, _begins(draft), tx.now)
    ended = []
    for old in tx.memories.valued(f"{about}/", f"{about}0", name, project) if name else ():
        same = wording.fact(old.entity, old.attribute) == fact
        if (same and old.qualifier == new.qualifier) or not may_be_replaced(old.attribute):
            continue  # of the same fact in the same context it was judged with the others
        held = _claim_of(old)
        # told without a context, a replacement speaks of all of them
        held = held.but(qualifier=None) if new.qualifier is None else held
        judgement = verdict(new, held, old.attribute or "", many=True, flips=0, contested=False, ends=name)
        if judgement == "supersede":
            ended.append(old)
    return tuple(ended)


def _ends_others(rivals: "list[Memory]", ended: "list[Memory]") -> bool:
    """Does nothing stand any more but what the user said himself?"""
    return bool(ended) and all(old.trust == "user" or old in ended for old in rivals)


def carry_out(tx: "Transaction", op: int, number: int, project: "int | None", settlement: Settlement) -> None:
    """Write what was judged, as part of the operation that stores the statement."""
    for old in settlement.supersedes:
        until = max(settlement.since, _since(old))
        ended = until if old.valid_until is None else min(until, old.valid_until)
        columns: dict[str, Any] = {"superseded_by": number, "valid_until": ended, "updated_at": tx.now}
        if settlement.since <= max(tx.now, _since(old)):  # else it holds until the time of the new one comes
            columns["superseded_at"] = tx.now
        tx.memories.change(op, old.n, columns)
    if settlement.contests and settlement.fact and not tx.contests.is_open(settlement.fact, project):
        tx.contests.add(settlement.fact, project, settlement.reason, op)
    if settlement.answers and settlement.fact:
        tx.contests.settle(settlement.fact, project, settlement.answers, number, op)
    if settlement.successor is not None:
        tx.memories.supersede(number, settlement.successor.id)
        if settlement.predecessor is not None:
            cut = {"superseded_by": number, "valid_until": settlement.since, "updated_at": tx.now}
            tx.memories.change(op, settlement.predecessor.n, cut)


def _claim(said: "dict[str, Any]", since: int, now: int = 0) -> "Claim":
    from recall_cli.rules.beliefs.contradictions import Claim

    return Claim(
        value=said["value"],
        qualifier=said["qualifier"],
        trust=said["trust"],
        confidence=said["confidence"],
        since=since,
        over=said["valid_until"] is not None and said["valid_until"] <= now,
    )


def _claim_of(old: Memory) -> "Claim":
    """What a memory claims; of whether it is over nothing is asked."""
    from recall_cli.rules.beliefs.contradictions import Claim

    return Claim(
        value=old.value,
        qualifier=old.qualifier,
        trust=old.trust,
        confidence=old.confidence,
        since=_since(old),
        over=old.valid_until is not None and old.valid_until <= 0,
    )


def _begins(draft: "dict[str, Any]") -> int:
    """From when on a draft holds; what ended before it was told began before that, whenever it was."""
    since: int = draft["created_at"] if draft["valid_from"] is None else draft["valid_from"]
    return since if draft["valid_until"] is None else min(since, draft["valid_until"])


def _since(memory: Memory) -> int:
    return memory.created_at if memory.valid_from is None else memory.valid_from


def _in_force(tx: "Transaction", fact: str, project: "int | None", new: "Claim") -> "Memory | None":
    """The past belief that, as told so far, held when the new one began; less trusted words do not cut it short."""
    for memory in reversed(tx.memories.superseded_of(fact, project)):
        if _since(memory) <= new.since and memory.valid_until is not None and new.since < memory.valid_until:
            return None if TRUSTS.index(new.trust) > TRUSTS.index(memory.trust) else memory
    return None
