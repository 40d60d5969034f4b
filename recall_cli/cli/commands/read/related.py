"""recall related: memories related to one."""

from recall_cli.cli.output.formatting import memory_documents, memory_line
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.parsing.shared_options import LIMIT_OPTION
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.search.related import RelatedMemory

PARAMS = (argument("id", "The memory's id.", completes="id", metavar="ID"), LIMIT_OPTION)
EXAMPLES = (("recall why --related 7c1e", "linked memories first, then similar ones"),)

NOTHING_LINKED = "no related memories"


def related(app: "App", *, id: str, limit: int) -> Reply:
    """Show the memories linked to one, strongest first, then similar ones.

    Links are made when a memory is stored (related) and when memories are merged (merged, pattern).
    """
    from recall_cli.flows.search.related import related_memories

    memory, links = related_memories(app, id, limit)
    return Reply(
        lambda: {
            "id": memory.id,
            "related": [
                {**memory_documents([link.memory])[0], "kind": link.kind, "weight": round(link.weight, 4)}
                for link in links
            ],
        },
        lambda: [f"{link.kind}\t{link.weight:.2f}\t{memory_line(link.memory)}" for link in links],
        lambda out: _print_links(out, links),
        empty=NOTHING_LINKED,
    )


def _print_links(out: "Screen", links: "list[RelatedMemory]") -> None:
    out.memories([link.memory for link in links], [f"{link.kind} {link.weight:.2f}" for link in links])
    if not links:
        out.footer(NOTHING_LINKED)
