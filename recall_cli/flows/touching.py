"""Counting that a memory was used, after its reader has it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory


def touch(app: "App", memories: "list[Memory]") -> None:
    """Count an access to each and remember what was told: one small write, given up if it cannot be made at once."""
    from recall_cli.domain.errors import RecallError
    from recall_cli.rules.echo import packed

    numbers = [memory.n for memory in memories]
    if not numbers or app.at_terminal:
        return
    try:
        app.engine().hurry()
        with app.rehearsing() as tx:
            tx.memories.touch(numbers)
            tx.told.add([(memory.n, packed(memory.text)) for memory in memories])
    except RecallError:  # busy, read-only, full: a read never fails for it
        pass
