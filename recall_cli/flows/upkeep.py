"""Keeping the file quick: the word index in one piece, counts of common words, vector blocks without holes, no WAL."""

from recall_cli.flows.upkeep_round import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.upkeep_round import Round

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
    round_.write(lambda tx: tx.search.refresh_counts())
    rebuilt = round_.write(lambda tx: tx.vectors.compact())
    emptied = round_.app.engine(write=True).checkpoint()
    said = [word for word, so in (("index merged", steps), ("vectors rebuilt", rebuilt)) if so]
    return Done(
        touched=0,
        said=", ".join(said),
        figures={"index_steps": steps, "vectors_rebuilt": rebuilt, "wal_emptied": emptied},
    )
