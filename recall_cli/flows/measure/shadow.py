"""Another ranking in the shadow of the one in use: past questions asked again under both, and what would change."""

from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.search import search
from recall_cli.rules.ranking.ranking_changes import RankingChange, ranking_change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.past_questions import Question

MAX_COMPARED_RESULTS = 5
"""So many first places are compared: more are seldom read."""


class Replay(Record):
    """One question under both rankings."""

    question: "Question"
    shift: RankingChange
    texts: "dict[str, str]"
    """The words of what comes, goes and moves, by id."""


class RankingComparison(Record):
    """What a change of ranking would change."""

    current_ranking: str
    other_ranking: str
    replays: "tuple[Replay, ...]"

    @property
    def same_first(self) -> float:
        """In which share of the questions the first answer stays."""
        return sum(one.shift.same_first for one in self.replays) / max(1, len(self.replays))

    @property
    def overlap(self) -> float:
        """Which share of the answers shown stays, on average."""
        return sum(one.shift.overlap for one in self.replays) / max(1, len(self.replays))


def compare_rankings(app: "App", current: str, other: str, limit: int) -> RankingComparison:
    """Ask the newest questions again, of the store as it is now; nothing is written."""
    replays = []
    with app.read_transaction() as tx:
        for question in tx.past_questions.newest(limit):
            wanted = Filters(projects=question.projects, min_confidence=app.settings["min_confidence"])
            found: dict[str, dict[str, Memory]] = {
                ranking: {
                    hit.memory.id: hit.memory
                    for hit in search(tx, question.query, wanted, MAX_COMPARED_RESULTS, ranking=ranking).hits
                }
                for ranking in (current, other)
            }
            both = {**found[current], **found[other]}
            shift = ranking_change([*found[current]], [*found[other]])
            replays.append(Replay(question=question, shift=shift, texts={id_: m.text for id_, m in both.items()}))
    return RankingComparison(current_ranking=current, other_ranking=other, replays=tuple(replays))


def forget_questions(app: "App") -> int:
    """Forget every question, in the bytes of the file too; how many there were."""
    from recall_cli.flows.edit.byte_scan import split_words
    from recall_cli.flows.edit.erase import words_in_no_memory
    from recall_cli.flows.edit.erase_bytes import ErasedContent, clean_file

    with app.write_transaction() as tx:
        words = words_in_no_memory(tx, split_words([one.query for one in tx.past_questions.newest(-1)]))
        cut_off = tx.erase.unclean_since is not None
        count, mark = tx.past_questions.trim(0), tx.erase.mark_unclean()
    if not clean_file(app, ErasedContent(words=words), mark, rewrite=cut_off):
        app.note("another recall is reading: the old questions leave the file with recall maintain")
    return count
