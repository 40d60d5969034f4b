"""Fit the weights of the rules to labelled sessions: python -m lab.real.fit FOLDER… [--write].

Prints the figures of sessions that were left out of the fitting: an eighth of the sessions of a large project, or all
sessions of a small one. With --write, the weights of a fit to all sessions replace those in recall_cli/language/signs.txt.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lab.real.labels import Count, Session, load_sessions
from recall_cli.language import tables
from recall_cli.rules.conversation import choose
from recall_cli.rules.conversation.signs import FORM_NAMES, WEIGHTS, Signs

RIDGE, FOLDS, LARGE_PROJECT = 0.003, 8, 20
PLACE_NAMES = tuple(name for name in WEIGHTS if name not in FORM_NAMES and name != "always")
TABLE = Path(tables.__file__).with_name("signs.txt")


class Example:
    """A session as numbers: a row for each statement that could be kept."""

    def __init__(self, session: Session) -> None:
        signs = Signs(session.turns, session.statements)
        self.session = session
        self.places = [at for at, one in enumerate(session.statements) if choose.objection(one) is None]
        self.rows = np.array([_row(signs.read(session.statements[at])) for at in self.places]).reshape(
            len(self.places), -1
        )
        self.grades = np.array([session.grade(at) for at in self.places])


def _row(signs: dict[str, float]) -> list[float]:
    place = [signs.get(name, 0.0) for name in PLACE_NAMES]
    form = [signs.get(name, 0.0) for name in FORM_NAMES]
    return [*place, *form, *(signs.get("user", 0.0) * value for value in form)]


def fit(examples: list[Example]) -> tuple[Any, float]:
    """The weight of each column, and the constant: a logistic regression with a ridge, by Newton's method."""
    rows = np.vstack([one.rows for one in examples if one.places])
    grades = np.concatenate([one.grades for one in examples if one.places])
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    matrix = np.hstack([(rows - mean) / spread, np.ones((len(rows), 1))])
    target = (grades > 0).astype(float)
    share = np.where(grades == 1, 0.5, 1.0)
    kept, left = (share * target).sum(), (share * (1 - target)).sum()
    share *= np.where(target > 0, (kept + left) / 2 / kept, (kept + left) / 2 / left)
    ridge = np.eye(matrix.shape[1]) / RIDGE
    ridge[-1, -1] = 1e-6
    solution = np.zeros(matrix.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ solution, -30, 30)))
        slope = matrix.T @ (share * (target - chance)) - ridge @ solution
        step = np.linalg.solve((matrix.T * (share * chance * (1 - chance) + 1e-9)) @ matrix + ridge, slope)
        solution += step
        if np.abs(step).max() < 1e-6:
            break
    column = solution[:-1] / spread
    return column, float(solution[-1] - (column * mean).sum())


def choose_places(example: Example, fitted: tuple[Any, float]) -> list[int]:
    """The statements that these weights would keep of a session."""
    worth = example.rows @ fitted[0] + fitted[1]
    chosen: list[int] = []
    for order in np.argsort(-worth, kind="stable"):
        text = example.session.statements[example.places[order]].text
        if worth[order] <= choose.MIN_WORTH or len(chosen) == choose.MAX_LINES:
            break
        if not any(choose.is_repetition(text, example.session.statements[at].text) for at in chosen):
            chosen.append(example.places[order])
    return chosen


def main(arguments: list[str]) -> None:
    """Fit, print the figures of what was left out, and write the weights if that was asked for."""
    folders = [Path(name) for name in arguments if not name.startswith("--")]
    examples = [Example(session) for folder in folders for session in load_sessions(folder)]
    sizes = Counter(one.session.project for one in examples)
    same, other = Count(), Count()
    for project, size in sizes.items():
        own = [one for one in examples if one.session.project == project]
        for fold in range(FOLDS if size >= LARGE_PROJECT else 1):
            out = own[fold::FOLDS] if size >= LARGE_PROJECT else own
            fitted = fit([one for one in examples if one not in out])
            for one in out:
                (same if size >= LARGE_PROJECT else other).add(one.session, choose_places(one, fitted))
    print("left out, same project  :", same.line())
    print("left out, other projects:", other.line())
    if "--write" in arguments:
        column, constant = fit(examples)
        count = len(PLACE_NAMES)
        fitted_weights = {"always": [constant], **{name: [column[at]] for at, name in enumerate(PLACE_NAMES)}}
        for at, name in enumerate(FORM_NAMES):
            fitted_weights[name] = [column[count + at], column[count + len(FORM_NAMES) + at]]
        TABLE.write_text("".join(map(_with_weights(fitted_weights), TABLE.read_text().splitlines(keepends=True))))


def _with_weights(fitted: dict[str, list[float]]) -> Callable[[str], str]:
    """What replaces the weights in a line of the table."""

    def replace(line: str) -> str:
        name, _, rest = line.rstrip("\n").partition(": ")
        weights = fitted.get(name, [])
        kept = rest.split(" ", len(weights))[len(weights) :]
        return (
            " ".join([f"{name}:", *(f"{round(float(one), 3):g}" for one in weights), *kept]) + "\n" if weights else line
        )

    return replace


if __name__ == "__main__":
    main(sys.argv[1:])
