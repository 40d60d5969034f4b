"""A new statement meets what is believed of the same fact: what it ends, what it contests, where it belongs."""

from recall_cli.domain.memory import TRUSTS, Memory
from recall_cli.domain.record import Record
from recall_cli.rules import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.contradictions import Claim


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
    """The belief that followed it, where it tells of the past."""
    predecessor: "Memory | None" = None
    """The past belief whose time it cuts short, where it tells of the past."""

    @property
    def ended(self) -> "dict[str, Any]":
        """The columns of a statement that was over before it arrived."""
        if self.successor is None:
            return {}
        over = _since(self.successor)
        return {"valid_until": over, "superseded_at": over}


def judged(tx: "Transaction", draft: "dict[str, Any]", project: "int | None") -> Settlement:
    """Judge a draft against every other value that is believed of its fact; nothing is written yet."""
    fact = wording.fact(draft["entity"], draft["attribute"])
    if fact is None or draft["value"] is None:
        return Settlement()
    rivals = [memory for memory in tx.memories.rivals(fact, project) if memory.value is not None]
    replaced = _replaced(tx, draft, fact, project) if draft.get("ends") else ()
    if not rivals:
        return Settlement(fact=fact, since=draft["valid_from"] or draft["created_at"], supersedes=replaced)
    from recall_cli.rules.contradictions import LOOP_FLIPS, LOOP_SPAN, outvoiced, verdict

    new = _claim(draft, draft["valid_from"] or draft["created_at"])
    flips = tx.memories.flips(fact, project, tx.now - LOOP_SPAN)
    disputed = tx.contests.is_open(fact, project)
    contested = disputed and not outvoiced(new, [_claim(old.fields(), _since(old)) for old in rivals])
    settled = tx.contests.settled_as(fact, project)
    many = draft.get("many") if settled is None else settled == "many"
    # where a person named every context, another's word without one speaks against them all
    apart = settled == "when" and new.qualifier is None and all(memory.qualifier for memory in rivals)
    verdicts: dict[str, list[Memory]] = {}
    for old in rivals:
        held = _claim(old.fields(), _since(old))
        held = held.but(qualifier=None) if apart and TRUSTS.index(new.trust) > TRUSTS.index(old.trust) else held
        given: dict[str, Any] = {"many": many, "flips": flips, "contested": contested, "ends": draft.get("ends") or ""}
        verdicts.setdefault(verdict(new, held, draft["attribute"], **given), []).append(old)
    followed = verdicts.get("precede", [])
    ended = verdicts.get("supersede", []) if not followed else []
    answered = disputed and not contested and _ends_others(rivals, ended)
    return Settlement(
        fact=fact,
        since=new.since,
        supersedes=(*ended, *replaced) if not followed else (),
        contests=tuple(verdicts.get("contest", ())) if not followed else (),
        answers=(settled or "keep") if answered else "",
        reason=f"changed {flips} times in 30 days" if flips >= LOOP_FLIPS else "told differently",
        successor=min(followed, key=_since) if followed else None,
        predecessor=_in_force(tx, fact, project, new) if followed else None,
    )


def _replaced(tx: "Transaction", draft: "dict[str, Any]", fact: str, project: "int | None") -> "tuple[Memory, ...]":
    """What was chosen under another name and is replaced now: SWR "for data fetching", by a switch from SWR."""
    from recall_cli.rules.contradictions import may_be_replaced, replaced, verdict

    name = replaced(draft["value"], draft["ends"])
    about = fact.partition("/")[0]
    new = _claim(draft, draft["valid_from"] or draft["created_at"])
    ended = []
    for old in tx.memories.valued(f"{about}/", f"{about}0", name, project) if name else ():
        same = wording.fact(old.entity, old.attribute) == fact
        if (same and old.qualifier == new.qualifier) or not may_be_replaced(old.attribute):
            continue  # of the same fact in the same context it was judged with the others
        held = _claim(old.fields(), _since(old))
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
        tx.memories.change(
            op, old.n, {"superseded_by": number, "superseded_at": tx.now, "valid_until": ended, "updated_at": tx.now}
        )
    if settlement.contests and settlement.fact and not tx.contests.is_open(settlement.fact, project):
        tx.contests.add(settlement.fact, project, settlement.reason, op)
    if settlement.answers and settlement.fact:
        tx.contests.settle(settlement.fact, project, settlement.answers, number, op)
    if settlement.successor is not None:
        tx.memories.supersede(number, settlement.successor.id)
        if settlement.predecessor is not None:
            cut = {"superseded_by": number, "valid_until": settlement.since, "updated_at": tx.now}
            tx.memories.change(op, settlement.predecessor.n, cut)


def _claim(said: "dict[str, Any]", since: int) -> "Claim":
    from recall_cli.rules.contradictions import Claim

    return Claim(
        value=said["value"],
        qualifier=said["qualifier"],
        trust=said["trust"],
        confidence=said["confidence"],
        since=since,
    )


def _since(memory: Memory) -> int:
    return memory.created_at if memory.valid_from is None else memory.valid_from


def _in_force(tx: "Transaction", fact: str, project: "int | None", new: "Claim") -> "Memory | None":
    """The past belief that, as told so far, held when the new one began; less trusted words do not cut it short."""
    for memory in reversed(tx.memories.superseded_of(fact, project)):
        if _since(memory) <= new.since and memory.valid_until is not None and new.since < memory.valid_until:
            return None if TRUSTS.index(new.trust) > TRUSTS.index(memory.trust) else memory
    return None
