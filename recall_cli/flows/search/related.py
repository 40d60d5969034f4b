"""What belongs together with a memory: what it is linked to, and what else is near in meaning."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.id_lookup import find_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

NEAR_KIND = "near"


class RelatedMemory(Record):
    """A memory beside another one: how they belong together, and how closely."""

    memory: Memory
    kind: str
    """related (linked when one was stored), merged, pattern, or near: only alike in meaning."""
    weight: float


def related_memories(app: "App", prefix: str, limit: int) -> "tuple[Memory, list[RelatedMemory]]":
    """A memory and its relatives: the links first, the strongest in front, then what is near and not linked."""
    with app.read_transaction() as tx:
        memory = find_memory(tx, prefix)
        links = tx.links.neighbours(memory.n, limit)
        found = {number: (kind, weight) for number, kind, weight in links}
        left = limit - len(found)
        if left > 0:
            place = tx.projects.by_name(memory.project) if memory.project else None
            wanted = Filters(projects=(place.n,) if place else None)
            near = tx.vectors.nearest(tx.embed(memory.text), limit + len(found) + 1, wanted)
            threshold = app.settings["links.threshold"]
            others = [(n, cosine) for n, cosine in near if n not in found and n != memory.n and cosine >= threshold]
            found.update((n, (NEAR_KIND, cosine)) for n, cosine in others[:left])
        memories = tx.memories.by_number([*found])
    return memory, [RelatedMemory(memory=one, kind=found[one.n][0], weight=found[one.n][1]) for one in memories]
