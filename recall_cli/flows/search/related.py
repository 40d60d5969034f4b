"""Related memories: those that a memory is linked to, and others that are near in meaning."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.engines.tables.links import MIN_RELATED_SIMILARITY
from recall_cli.flows.search.id_lookup import find_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

NEAR_KIND = "near"


class RelatedMemory(Record):
    """A memory related to another one, with the kind and the strength of the relation."""

    memory: Memory
    kind: str
    """related (linked when one of them was stored), merged, pattern, or near (only similar in meaning)."""
    weight: float


def related_memories(app: "App", prefix: str, limit: int) -> "tuple[Memory, list[RelatedMemory]]":
    """A memory and its related memories: linked ones first, the strongest in front, then others that are near."""
    with app.read_transaction() as tx:
        memory = find_memory(tx, prefix)
        links = tx.links.neighbours(memory.n, limit)
        kinds = {number: (kind, weight) for number, kind, weight in links}
        missing = limit - len(kinds)
        if missing > 0:
            project = tx.projects.by_name(memory.project) if memory.project else None
            filters = Filters(projects=(project.n,) if project else None)
            neighbours = tx.vectors.nearest(tx.embed(memory.text), limit + len(kinds) + 1, filters)
            others = [
                (n, cosine)
                for n, cosine in neighbours
                if n not in kinds and n != memory.n and cosine >= MIN_RELATED_SIMILARITY
            ]
            kinds.update((n, (NEAR_KIND, cosine)) for n, cosine in others[:missing])
        memories = tx.memories.by_number([*kinds])
    return memory, [RelatedMemory(memory=other, kind=kinds[other.n][0], weight=kinds[other.n][1]) for other in memories]
