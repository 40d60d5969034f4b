"""What is near a new memory in meaning: candidates for known ones."""

from recall_cli.domain.memory import TRUSTS, Memory
from recall_cli.domain.scope import Filters
from recall_cli.flows.write.columns import columns_of
from recall_cli.rules.beliefs import duplicates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

CANDIDATES = 8


def near(tx: "Transaction", vector: bytes, project: "int | None", type_: str) -> "list[tuple[Memory, float]]":
    """The nearest live memories of one project and type, with their cosines, best first."""
    wanted = Filters(types=(type_,), projects=() if project is None else (project,), everywhere=project is None)
    found = tx.vectors.nearest(vector, CANDIDATES, wanted)
    memories = {memory.n: memory for memory in tx.memories.by_number([n for n, _ in found])}
    return [(memories[n], cosine) for n, cosine in found]


def known_by_meaning(
    tx: "Transaction", draft: "dict[str, Any]", project: "int | None", rule: str
) -> "tuple[Memory, str] | None":
    """The memory that a published rule takes a draft for, and what the rule says; None where it is new.

    Under every rule a fact told otherwise is a contradiction and no duplicate, and less trusted words do not
    swallow more trusted ones.
    """
    for memory, cosine in near(tx, draft["vector"], project, draft["type"]):
        verdict = duplicates.by_meaning(rule, cosine)
        if verdict == "new":
            return None
        if TRUSTS.index(memory.trust) <= TRUSTS.index(draft["trust"]) and _compatible(memory, draft):
            return memory, verdict
    return None


def _compatible(memory: Memory, draft: "dict[str, Any]") -> bool:
    fact = (draft["entity"], draft["attribute"], draft["value"], draft["qualifier"])
    return not any(fact) or fact == (memory.entity, memory.attribute, memory.value, memory.qualifier)


def merge(
    app: "App", tx: "Transaction", op: int, draft: "dict[str, Any]", memory: Memory, project: "int | None"
) -> None:
    """Keep a draft's words in the past of the memory that stands for it."""
    columns = columns_of(tx, {**draft, "superseded_at": tx.now}, id_=app.new_id(), project=project, born=op)
    added = tx.memories.add(columns)
    assert added is not None, "a new id is free"
    tx.memories.supersede(added, memory.id)
