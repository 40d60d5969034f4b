"""Keeping the file quick and safe: the index in one piece, blocks without holes, no WAL; copies where wanted."""

from recall_cli.flows.maintain.clearing import forget_private, old_traces, shorten_log
from recall_cli.flows.maintain.upkeep_round import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.maintain.upkeep_round import Round

PAGES = 500
"""So much of the index is brought together in one transaction: a few tens of milliseconds."""
STEPS = 10_000
"""A guard, far beyond any index: whatever the index answers, a round ends."""


def tend(round_: "Round") -> Done:
    """Whatever makes searches slower by and by is put right, in short transactions."""
    if round_.dry_run:
        return Done(touched=0, said="")
    steps = 0
    more = round_.write(lambda tx: tx.search.merge(PAGES, begin=True))
    while more and steps < STEPS:
        steps += 1
        more = round_.write(lambda tx: tx.search.merge(PAGES))
    round_.progress(0.5)
    round_.write(lambda tx: tx.asked.trim(round_.app.settings["queries"]))
    old_traces(round_)
    shorten_log(round_)
    forget_private(round_.app)
    counts = round_.read(lambda tx: tx.search.common())
    round_.write(lambda tx: tx.search.keep_common(counts))
    rebuilt = 0
    for block, stale in round_.read(lambda tx: tx.vectors.wasteful()):
        rebuilt += 1
        round_.write(lambda tx, block=block, stale=stale: tx.vectors.clear(block, stale))  # type: ignore[misc]  # mypy cannot tell the type of a bound argument
    emptied = round_.app.engine(write=True).checkpoint()
    said = [word for word, so in (("index merged", steps), ("vectors rebuilt", rebuilt)) if so]
    return Done(
        touched=0,
        said=", ".join(said),
        figures={"index_steps": steps, "vectors_rebuilt": bool(rebuilt), "wal_emptied": emptied},
    )


def safeguard(round_: "Round") -> Done:
    """A copy, where copies are wanted and the newest is old; and an erasure that was cut off is finished."""
    from recall_cli.flows.edit.erase_bytes import finish
    from recall_cli.flows.transfer.backup import rotate

    if round_.dry_run:
        return Done(touched=0, said="")
    said = ["an erasure finished"] if finish(round_.app) else []
    made = rotate(round_.app)
    if made is not None:
        said.append(f"copied to {made.path}")
    return Done(touched=0, said=", ".join(said))
