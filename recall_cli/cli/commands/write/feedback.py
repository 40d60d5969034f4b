"""recall feedback: rate memories as helpful or unhelpful."""

from recall_cli.cli.output.formatting import ACCENT, DIM, as_one_line, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen

PARAMS = (
    argument("ids", "Ids of memories.", kind="arguments", completes="id", metavar="ID..."),
    option("helpful", "They helped: raise their usefulness.", kind="flag"),
    option("unhelpful", "They did not: lower their usefulness by a twentieth.", kind="flag"),
    option("note", "The reason, shown in recall log.", metavar="TEXT"),
)
EXAMPLES = (
    ("recall feedback 7c1e --helpful", "ranks higher among equally good matches"),
    ('recall feedback 7c1e 81d0 --unhelpful --note "the port had changed"', ""),
)


def feedback(app: "App", *, ids: "tuple[str, ...]", helpful: bool, unhelpful: bool, note: "str | None") -> Reply:
    """Rate memories as helpful or unhelpful. This affects ranking only, never what counts as true."""
    from recall_cli.flows.edit.feedback import rate_memories

    if helpful == unhelpful:
        word = next((id_ for id_ in ids if id_ in ("helpful", "unhelpful")), None)
        raise UsageError("say either --helpful or --unhelpful", f"did you mean --{word}?" if word else "")
    memories, op = rate_memories(app, ids, helpful=helpful, note=note)
    word = "helpful" if helpful else "unhelpful"

    def screen(out: "Screen") -> None:
        rows: list[list[Cell]] = []
        for memory in memories:
            bar = "█" * max(1, round(10 * memory.usefulness))
            counts = f"{memory.helpful:,} helpful · {memory.unhelpful:,} unhelpful"
            rated: list[Cell] = [(out.short_id(memory.id), ACCENT), f"{memory.usefulness:.2f}", (bar, ACCENT)]
            rows.append([*rated, (counts, DIM), as_one_line(memory.text)])
        out.table(rows)
        out.footer(f"{word} · undo: recall undo {op}")

    changed = ("id", "usefulness", "helpful", "unhelpful")
    return Reply(
        lambda: {
            "memories": [{name: getattr(memory, name) for name in changed} for memory in memories],
            "operation": op,
        },
        lambda: [f"{word}\t{memory.usefulness:.2f}\t{memory_line(memory)}" for memory in memories],
        screen,
    )
