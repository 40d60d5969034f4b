"""Another ranking in the shadow of the one in use: past questions asked again under both, and what would change."""

from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.search import search
from recall_cli.rules.ranking.comparing import Shift, compared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.asked import Question

SHOWN = 5
"""So many first places are compared: more are seldom read."""


class Replay(Record):
    """One question under both rankings."""

    question: "Question"
    shift: Shift
    texts: "dict[str, str]"
    """The words of what comes, goes and moves, by id."""


class Shadow(Record):
    """What a change of ranking would change."""

    using: str
    instead: str
    replays: "tuple[Replay, ...]"

    @property
    def same_first(self) -> float:
        """In which share of the questions the first answer stays."""
        return sum(one.shift.same_first for one in self.replays) / max(1, len(self.replays))

    @property
    def overlap(self) -> float:
        """Which share of the answers shown stays, on average."""
        return sum(one.shift.overlap for one in self.replays) / max(1, len(self.replays))


def shadow(app: "App", using: str, instead: str, limit: int) -> Shadow:
    """Ask the newest questions again, of the store as it is now; nothing is written."""
    replays = []
    with app.reading() as tx:
        for question in tx.asked.newest(limit):
            wanted = Filters(projects=question.projects, min_confidence=app.settings["min_confidence"])
            found: dict[str, dict[str, Memory]] = {
                ranking: {
                    hit.memory.id: hit.memory for hit in search(tx, question.query, wanted, SHOWN, ranking=ranking).hits
                }
                for ranking in (using, instead)
            }
            both = {**found[using], **found[instead]}
            shift = compared([*found[using]], [*found[instead]])
            replays.append(Replay(question=question, shift=shift, texts={id_: m.text for id_, m in both.items()}))
    return Shadow(using=using, instead=instead, replays=tuple(replays))


def forget(app: "App") -> int:
    """Forget every question, in the bytes of the file too; how many there were."""
    from recall_cli.flows.edit.erase import said_by_nobody
    from recall_cli.flows.edit.erase_bytes import Gone, clean
    from recall_cli.flows.edit.traces import words_of

    with app.writing() as tx:
        words = said_by_nobody(tx, words_of([one.query for one in tx.asked.newest(-1)]))
        cut_off = tx.erase.pending is not None
        count, mark = tx.asked.trim(0), tx.erase.begin()
    if not clean(app, Gone(words=words), mark, whole=cut_off):
        app.note("another recall is reading: the old questions leave the file with recall maintain")
    return count
