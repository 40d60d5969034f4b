"""Fit the model that judges whether a statement ends an older one, and write everything that it loads.

    python -m tests.bench.fit_beliefs           write rules/revision/weights.py and the packed words beside it
    python -m tests.bench.fit_beliefs --words   write only the packed words, which takes a second
    python -m tests.bench.fit_beliefs --check   only say whether the files are what the words and the pairs give

Everything is decided by our own pairs: the features that are used, the weights, and the thresholds, which are set on
the pairs of writers whose pairs the model has not seen. The same pairs always give the same file.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recall_cli.rules.revision import weights as written
from recall_cli.rules.revision.certain import is_certain_end
from recall_cli.rules.revision.comparison import ENDS, lay_side_by_side
from recall_cli.rules.revision.features import measure
from recall_cli.rules.revision.gates import NEVER_ASKED, find_bar, is_doubtful, name_bar
from recall_cli.rules.revision.other_languages.patterns import review
from recall_cli.rules.revision.reading import Reading
from tests.bench.beliefs.likeness import likeness_of
from tests.bench.beliefs.pairs import Pair, ends_by_words, foreign_pairs, own_pair_files, read_pairs, stored_pairs
from tests.bench.beliefs.regression import Array, Linear, Scale, find_scale, fit_linear
from tests.bench.beliefs.tables import is_packed, write_tables

WEIGHTS_FILE = Path(written.__file__)
ENDING_STRENGTH = 0.02
ASKING_STRENGTH = 0.01
WEIGHT_OF_OTHERS_IN_ASKING = 3.0
"""What pairs that nobody wrote count more for the question whether to ask: a store is full of such memories."""
MAX_WRONG_ENDINGS = 0.01
"""The share of compatible and contested pairs of unseen writers that may be ended."""
MAX_WRONG_ELSEWHERE = 0.02
"""The same for German, Spanish, French and Portuguese, where one wrong ending in 50 is allowed."""
HARD_WRITERS = frozenset(("w3-hard",))
"""Pairs that were written to mislead; they are learned from, but no threshold is set by them."""
OTHER_LANGUAGES = "-lang"
"""The end of the names of those who wrote in other languages than English; they have a threshold of their own."""
MAX_ASKED = 0.16
"""The share of compatible pairs of unseen writers that may be asked about."""
MISSED_CONTESTS = 0.04
NO_SCORE, CERTAIN_SCORE = -99.0, 99.0
FEATURES_DOC = '"""Each feature with its mean, its deviation, and its weights for an ending and for a question."""'
HEADER = (
    '"""The weights of the model, made from our own pairs by `python -m tests.bench.fit_beliefs`; do not edit."""\n'
)


@dataclass
class Table:
    """All pairs that share enough words to be compared, as rows of numbers."""

    pairs: list[Pair]
    names: list[str]
    rows: Array
    ends: Array
    against: Array
    weights: Array
    barred: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    certain: NDArray[np.bool_]
    never_asked: NDArray[np.bool_]

    def take(self, names: list[str]) -> "Table":
        """The same pairs with some of the features."""
        places = [self.names.index(name) for name in names]
        return Table(
            self.pairs, names, self.rows[:, places], self.ends, self.against, self.weights, self.barred,
            self.doubtful,
            self.certain,
            self.never_asked,
        )  # fmt: skip


def measure_pairs(pairs: list[Pair]) -> Table:
    """The features of pairs; those that share too little to be compared are left out."""
    kept, found = [], []
    for pair in pairs:
        evidence = lay_side_by_side(Reading(pair.old), Reading(pair.new))
        if evidence is None:
            continue
        features = measure(evidence, likeness_of(pair.old, pair.new))
        bar, doubtful = name_bar(features, find_bar(evidence, features)), is_doubtful(evidence)
        sure = ""
        if not evidence.new.is_english:
            bar, sure = review(evidence, features, bar)
        certain = sure == ENDS or is_certain_end(evidence, features)
        found.append((features, bool(bar), doubtful, certain, doubtful or bar in NEVER_ASKED))
        kept.append(pair)
    names = sorted({name for features, *_ in found for name in features})
    return Table(
        kept,
        names,
        np.array([[float(features.get(name, 0.0)) for name in names] for features, *_ in found]),
        np.array([float(ends_by_words(pair)) for pair in kept]),
        np.array([float(pair.verdict != "stays") for pair in kept]),
        np.array([pair.weight for pair in kept]),
        np.array([row[1] for row in found]),
        np.array([row[2] for row in found]),
        np.array([row[3] for row in found]),
        np.array([row[4] for row in found]),
    )


@dataclass
class Models:
    """The two fitted parts, on one scale."""

    scale: Scale
    ending: Linear
    asking: Linear

    def ending_scores(self, table: Table) -> Array:
        """How surely each pair ends; pairs that a gate bars get no score."""
        scores = np.where(table.certain, CERTAIN_SCORE, self.ending.scores(table.rows))
        return np.where(table.barred, NO_SCORE, scores)


def fit(table: Table, rows: NDArray[np.bool_]) -> Models:
    """The models of some rows."""
    scale = find_scale(table.rows[rows])
    plain = rows & ~table.barred
    written_rows = np.array([pair.written or pair.verdict == "ends" for pair in table.pairs])
    asking = np.where(written_rows, table.weights, table.weights * WEIGHT_OF_OTHERS_IN_ASKING)
    return Models(
        scale,
        fit_linear(table.rows[plain], table.ends[plain], table.weights[plain], scale, ENDING_STRENGTH),
        fit_linear(table.rows[rows], table.against[rows], asking[rows], scale, ASKING_STRENGTH),
    )


def writer_group(pair: Pair) -> set[str]:
    """Whose pairs must be left out together: `w3` of `w3-hard`."""
    return {name.partition("-")[0] for name in (pair.writer, pair.also_writer) if name}


def score_left_out(table: Table) -> tuple[Array, Array]:
    """The scores of each pair by models that have seen nothing of its writer."""
    ending, asking = np.full(len(table.pairs), NO_SCORE), np.zeros(len(table.pairs))
    groups = [writer_group(pair) for pair in table.pairs]
    for writer in sorted({group for both in groups for group in both}):
        train = np.array([writer not in both for both in groups])
        test = np.array([pair.writer.partition("-")[0] == writer for pair in table.pairs])
        models = fit(table, train)
        ending[test] = models.ending_scores(table)[test]
        asking[test] = models.asking.scores(table.rows)[test]
    return ending, asking


@dataclass(frozen=True)
class Thresholds:
    """From which scores on something is done."""

    ends: float
    ends_elsewhere: float
    """For texts in other languages than English."""
    asks: float
    contests: float


def find_thresholds(table: Table, ending: Array, asking: Array, stays_left_out: int = 0) -> Thresholds:
    """Thresholds that keep to the shares of wrong endings and of questions on written pairs.

    `stays_left_out` is how many compatible pairs share too little to be compared; they count in the shares.
    """
    written_rows = np.array([pair.written and pair.writer not in HARD_WRITERS for pair in table.pairs])
    others = written_rows & np.array([pair.writer.endswith(OTHER_LANGUAGES) for pair in table.pairs])
    here = written_rows & ~others & (table.ends == 0)
    ends = _find_ending_threshold(ending[here], int(MAX_WRONG_ENDINGS * (here.sum() + stays_left_out)))
    wrong_elsewhere = ending[others & (table.ends == 0)]
    elsewhere = _find_ending_threshold(wrong_elsewhere, int(MAX_WRONG_ELSEWHERE * len(wrong_elsewhere)))
    written_rows &= ~others
    stays = written_rows & (table.against == 0) & ~table.never_asked & (ending <= ends)
    budget = int(MAX_ASKED * ((written_rows & (table.against == 0)).sum() + stays_left_out))
    asks = float(np.sort(asking[stays])[::-1][budget])
    contests = asking[written_rows & table.doubtful & np.array([pair.verdict == "contest" for pair in table.pairs])]
    limit = float(np.quantile(contests, MISSED_CONTESTS))
    return Thresholds(round(ends, 3), round(max(ends, elsewhere), 3), round(asks, 3), round(limit, 3))


def _find_ending_threshold(wrong: Array, allowed: int) -> float:
    """The score above which at most so many of these statements end a belief; at least one may."""
    certain = int((wrong == CERTAIN_SCORE).sum())  # these end whatever the threshold is
    wrong = np.sort(wrong[wrong < CERTAIN_SCORE])[::-1]
    allowed = max(1, allowed - certain)
    return float(wrong[allowed - 1] + wrong[allowed]) / 2


def choose_features(table: Table) -> list[str]:
    """The features that differ often enough to be learned from, and are not another one twice."""
    usable = table.rows[table.weights >= 1]
    names = []
    kept: list[Array] = []
    for place, name in enumerate(table.names):
        column = usable[:, place]
        if min((column != column[0]).sum(), len(column)) < 12:
            continue
        deviation = column - column.mean()
        scale = float(np.sqrt((deviation**2).sum())) or 1.0
        if any(abs(float((deviation * other).sum())) / scale > 0.995 for other in kept):
            continue
        names.append(name)
        kept.append(deviation / scale)
    return names


def all_pairs() -> list[Pair]:
    """Our written pairs, and those that the stores and the foreign pairs add."""
    pairs = read_pairs(own_pair_files())
    return [*pairs, *stored_pairs(), *foreign_pairs(pairs)]


def count_stays_left_out(table: Table) -> int:
    """How many compatible written pairs share too little to be compared."""
    usual = [pair for pair in read_pairs(own_pair_files()) if _sets_threshold(pair)]
    compared = [pair for pair in table.pairs if pair.written and _sets_threshold(pair)]
    return sum(pair.verdict == "stays" for pair in usual) - sum(pair.verdict == "stays" for pair in compared)


def _sets_threshold(pair: Pair) -> bool:
    return pair.writer not in HARD_WRITERS and not pair.writer.endswith(OTHER_LANGUAGES)


@dataclass(frozen=True)
class FittedWeights:
    """Everything that the weights file holds."""

    models: Models
    names: list[str]
    thresholds: Thresholds

    @property
    def rows(self) -> list[tuple[str, float, float, float, float]]:
        """Each feature with its mean, its deviation and its two weights."""
        scale, ending, asking = self.models.scale, self.models.ending.weights, self.models.asking.weights
        columns = (column.tolist() for column in (scale.means, scale.deviations, ending, asking))
        return list(zip(self.names, *columns, strict=True))

    def values(self) -> dict[str, object]:
        """The names of the weights file and their values."""
        return {
            "ENDING_START": self.models.ending.start,
            "ASKING_START": self.models.asking.start,
            "FEATURES": tuple(self.rows),
            "ENDS_ABOVE": self.thresholds.ends,
            "ENDS_ABOVE_IN_OTHER_LANGUAGES": self.thresholds.ends_elsewhere,
            "ASKS_ABOVE": self.thresholds.asks,
            "CONTESTS_ABOVE": self.thresholds.contests,
        }

    def __str__(self) -> str:
        lines = [HEADER]
        for name, value in self.values().items():
            if name != "FEATURES":
                lines.append(f"{name} = {value}")
                continue
            lines.append("FEATURES = (")
            for feature, *numbers in self.rows:
                lines.append(f'    ("{feature}", {", ".join(f"{number:.10g}" for number in numbers)}),')
            lines += [")", FEATURES_DOC]
        return "\n".join(lines) + "\n"


def make_table() -> Table:
    """All pairs with the features that are used."""
    whole = measure_pairs(all_pairs())
    return whole.take(choose_features(whole))


def fit_weights(table: Table, rows: NDArray[np.bool_]) -> FittedWeights:
    """Weights of some rows, with thresholds from left-out writers of the whole table."""
    thresholds = find_thresholds(table, *score_left_out(table), count_stays_left_out(table))
    return FittedWeights(fit(table, rows), table.names, thresholds)


def make_weights() -> str:
    """The text of the weights file."""
    table = make_table()
    return str(fit_weights(table, np.ones(len(table.pairs), dtype=bool)))


def main(arguments: list[str]) -> int:
    """Write the files, or say whether they are up to date."""
    if not is_packed():
        if arguments == ["--check"]:
            print("the packed words differ; run without --check")
            return 1
        write_tables()
        print("wrote the packed words")
        if arguments != ["--words"]:  # this process has read the words as they were
            os.execv(sys.executable, [sys.executable, "-m", "tests.bench.fit_beliefs", *arguments])
    if arguments == ["--words"]:
        return 0
    text = make_weights()
    if arguments == ["--check"]:
        same = text == WEIGHTS_FILE.read_text(encoding="utf-8")
        print("the weights are what the pairs give" if same else "the weights differ; run without --check")
        return 0 if same else 1
    WEIGHTS_FILE.write_text(text, encoding="utf-8")
    print(f"wrote {WEIGHTS_FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
