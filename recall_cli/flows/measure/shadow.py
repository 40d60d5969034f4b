"""Compares another ranking with the one in use: ask past questions under both and show what changes."""

from recall_cli.domain.moment import format_iso
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.search import search
from recall_cli.rules.ranking.measures import RankingChange, ranking_change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.past_questions import Question

MAX_COMPARED_RESULTS = 5
"""How many first results are compared; more are seldom read."""


class Replay(Record):
    """One question under both rankings."""

    question: "Question"
    shift: RankingChange
    texts: "dict[str, str]"
    """The texts of the results of both rankings, by id."""

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {
            "query": self.question.query,
            "asked": format_iso(self.question.at),
            "times": self.question.times,
            "same_first": self.shift.same_first,
            "overlap": round(self.shift.overlap, 4),
            "come": [*self.shift.added],
            "gone": [*self.shift.removed],
            "moved": [{"id": id_, "from": before, "to": after} for id_, before, after in self.shift.moved],
        }


class RankingComparison(Record):
    """The results of past questions under two rankings."""

    current_ranking: str
    other_ranking: str
    replays: "tuple[Replay, ...]"

    @property
    def same_first(self) -> float:
        """The share of the questions whose first result stays."""
        return sum(replay.shift.same_first for replay in self.replays) / max(1, len(self.replays))

    @property
    def overlap(self) -> float:
        """The mean share of the results that stays."""
        return sum(replay.shift.overlap for replay in self.replays) / max(1, len(self.replays))

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {
            "ranking": self.other_ranking,
            "against": self.current_ranking,
            "questions": len(self.replays),
            "same_first": round(self.same_first, 4),
            "overlap": round(self.overlap, 4),
            "changes": [replay.as_json() for replay in self.replays],
        }


def compare_rankings(app: "App", current: str, other: str, limit: int) -> RankingComparison:
    """Ask the newest past questions again in the store as it is now; nothing is written."""
    replays = []
    with app.read_transaction() as tx:
        for question in tx.past_questions.newest(limit):
            filters = Filters(projects=question.projects, min_confidence=app.settings["min_confidence"])
            results: dict[str, dict[str, Memory]] = {
                ranking: {
                    hit.memory.id: hit.memory
                    for hit in search(tx, question.query, filters, MAX_COMPARED_RESULTS, ranking=ranking).hits
                }
                for ranking in (current, other)
            }
            both = {**results[current], **results[other]}
            shift = ranking_change([*results[current]], [*results[other]])
            replays.append(Replay(question=question, shift=shift, texts={id_: m.text for id_, m in both.items()}))
    return RankingComparison(current_ranking=current, other_ranking=other, replays=tuple(replays))


def forget_questions(app: "App") -> int:
    """Remove all past questions, and their words from the file; how many there were."""
    from recall_cli.flows.edit.byte_scan import split_words
    from recall_cli.flows.edit.erase_bytes import ErasedContent, clean_file
    from recall_cli.flows.edit.erase_selection import words_in_no_memory

    with app.write_transaction() as tx:
        words = words_in_no_memory(tx, split_words([question.query for question in tx.past_questions.newest(-1)]))
        was_unclean = tx.erase.unclean_since is not None
        count, mark = tx.past_questions.trim(0), tx.erase.mark_unclean()
    if not clean_file(app, ErasedContent(words=words), mark, rewrite=was_unclean):
        app.note("another recall is reading: the old questions leave the file with recall maintain")
    return count
