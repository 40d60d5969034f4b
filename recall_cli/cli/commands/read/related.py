"""recall related: what belongs together with a memory."""

from recall_cli.cli.output.formatting import memory_documents, memory_line
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.parsing.shared_options import LIMIT_OPTION
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.search.related import RelatedMemory

PARAMS = (argument("id", "Which memory.", completes="id", metavar="ID"), LIMIT_OPTION)
EXAMPLES = (("recall related 019aa3f2-7c1e", "what it was linked to when stored, then what is near in meaning"),)


def related(app: "App", *, id: str, limit: int) -> Reply:
    """What a memory is linked to, the strongest first, and what else is near in meaning.

    Links are made when a memory is stored (related), and where memories became one (merged, pattern).
    """
    from recall_cli.flows.search.related import related_memories as relatives

    memory, found = relatives(app, id, limit)
    return Reply(
        lambda: {"id": memory.id, "related": [_relative_document(one) for one in found]},
        lambda: [f"{one.kind}\t{one.weight:.2f}\t{memory_line(one.memory)}" for one in found],
        lambda console: _print_screen(console, found, app),
        empty="nothing belongs together with it",
    )


def _relative_document(one: "RelatedMemory") -> "dict[str, Any]":
    return {**memory_documents([one.memory])[0], "kind": one.kind, "weight": round(one.weight, 4)}


def _print_screen(console: "Any", found: "list[RelatedMemory]", app: "App") -> None:
    from recall_cli.cli.output.terminal import print_footer, print_memories

    told = [f"{one.kind} {one.weight:.2f}" for one in found]
    print_memories(console, [one.memory for one in found], app.now(), app.short_id, told)
    if not found:
        print_footer(console, "nothing belongs together with it")
