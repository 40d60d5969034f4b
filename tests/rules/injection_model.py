"""Makes the weights of the injection model: `python -m tests.rules.injection_model` writes them anew.

Logistic regression over the features of `rules/suspicion/learned.py`, in plain Python and in a fixed order, so that
the same examples give the same table. `… check` prints a cross-validation instead.
"""

import math
import random
import sys
import textwrap
from binascii import b2a_base64
from pathlib import Path

from recall_cli.rules.suspicion import learned
from recall_cli.rules.suspicion.hidden import bared
from tests.rules import (
    suspicious_texts,
    suspicious_texts_fifth,
    suspicious_texts_fourth,
    suspicious_texts_held,
    suspicious_texts_sixth,
    suspicious_texts_third,
)

FILE = Path(learned.__file__).with_name("weights.py")
DATA = Path(__file__).parent.parent / "data" / "injection"
PARTS = (
    suspicious_texts,
    suspicious_texts_held,
    suspicious_texts_third,
    suspicious_texts_fourth,
    suspicious_texts_fifth,
    suspicious_texts_sixth,
)
EPOCHS, RATE, DECAY = 12, 0.3, 2e-4
THRESHOLD = 1.5
SCALE = 16
"""A weight of 1 is written as so much: each is one signed byte."""

Example = tuple[list[int], int]


def examples(name: str) -> "list[str]":
    """The texts of a file, one a line."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if line]


def plain(text: str) -> str:
    """A text as the model reads it."""
    return text.lower() if text.isascii() else bared(text)


def told() -> "list[tuple[str, int]]":
    """Every example with 1 for an order and 0 for a note; those that only hide characters say nothing by words."""
    orders = examples("orders.txt") + [text for part in PARTS for text in part.HOSTILE]
    notes = examples("notes.txt") + examples("prose.txt") + [text for part in PARTS for text in part.HARMLESS]
    unseen = [text for text in orders if any("\u2000" <= c <= "\u206f" or c == "\x1b" for c in text)]
    return [(text, 1) for text in orders if text not in unseen] + [(text, 0) for text in notes]


def read(text: str, label: int) -> "list[Example]":
    """The features of an example: of an order as a whole, of a note each sentence by itself."""
    parts = [sorted(learned.places(part)) for part in learned.windows(plain(text))]
    if label:
        parts = [sorted({place for part in parts for place in part})]
    return [(part, label) for part in parts if part]


def trained(data: "list[Example]") -> "tuple[list[float], float]":
    """Weights and bias, by AdaGrad."""
    weights, squares, bias, bias_squares = [0.0] * learned.SIZE, [1e-8] * learned.SIZE, 0.0, 1e-8
    order, dice = list(range(len(data))), random.Random(1)
    for _ in range(EPOCHS):
        dice.shuffle(order)
        for number in order:
            at, label = data[number]
            share = 1 / math.sqrt(len(at))
            sum_ = bias + share * math.fsum([weights[place] for place in at])
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum_)))) - label
            bias_squares += error * error
            bias -= RATE * error / math.sqrt(bias_squares)
            for place in at:
                step = error * share + DECAY * weights[place]
                squares[place] += step * step
                weights[place] -= RATE * step / math.sqrt(squares[place])
    return weights, bias


def source() -> str:
    """The module that holds the weights."""
    data = [example for text, label in told() for example in read(text, label)]
    weights, bias = trained(data)
    raw = bytes(max(-127, min(127, round(weight * SCALE))) & 255 for weight in weights)
    rows = textwrap.wrap(b2a_base64(raw, newline=False).decode(), 112)
    body = "\n".join(f'    "{row}"' for row in rows)
    return (
        '"""The weights of the injection model.\n\n'
        'Made by `python -m tests.rules.injection_model`; a test holds it against the examples.\n"""\n\n'
        "from binascii import a2b_base64\n\n"
        f"BIAS, SCALE, THRESHOLD = {bias:.2f}, {SCALE}, {THRESHOLD}\n"
        f'TABLE = memoryview(a2b_base64(\n{body}\n)).cast("b")  # fmt: skip\n'
    )


def check() -> None:
    """Five-fold cross-validation: how many orders are found at several shares of false alarms."""
    data, dice = told(), random.Random(3)
    fold = [dice.randrange(5) for _ in data]
    reads = [read(text, label) for text, label in data]
    scores: list[tuple[float, int]] = []
    for number in range(5):
        weights, bias = trained(
            [one for found, place in zip(reads, fold, strict=True) if place != number for one in found]
        )
        for (text, label), place in zip(data, fold, strict=True):
            if place == number:
                parts = learned.windows(plain(text))
                ats = [learned.places(part) for part in parts]
                best = max((bias + sum(weights[p] for p in at) / len(at) ** 0.5 for at in ats if at), default=-99.0)
                scores.append((best - learned.ALLOWED * (max(1, len(parts)).bit_length() - 1), label))
    notes = sorted((score for score, label in scores if not label), reverse=True)
    orders = [score for score, label in scores if label]
    for share in (0.005, 0.01, 0.02, 0.03, 0.05):
        threshold = notes[int(share * len(notes))]
        found = sum(score > threshold for score in orders) / len(orders)
        print(f"{share:.1%} of {len(notes)} notes: {found:.1%} of {len(orders)} orders, threshold {threshold:.2f}")


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        check()
    else:
        FILE.write_text(source(), encoding="utf-8")
