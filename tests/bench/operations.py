"""What is timed: each operation as recall's command line and, where the peer has the like, as its."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.bench.corpus import Questions

Words = Callable[[int], list[str]]
"""The arguments for a round."""

GET = SEARCH = 1.8
STORE = 2.0
FULL = 8.0
"""Goals: whole processes as multiples of a bare interpreter, at 10,000 memories."""


@dataclass(frozen=True)
class Operation:
    """One line of the table."""

    name: str
    recall: "Words | None"
    peer: "Words | None"
    goal: "float | None" = None
    finds: bool = False
    """Does it answer with memories whose number is worth comparing?"""


def operations(asked: Questions, ids: list[str], peer_id: str) -> list[Operation]:
    """Everything that is timed at one size."""
    return [
        Operation("--version", lambda _: ["--version"], lambda _: ["--version"]),
        Operation("get", lambda r: ["get", ids[(r * 7919) % len(ids)]], lambda _: ["get", peer_id], GET),
        Operation("count", lambda _: ["count"], lambda _: ["count"]),
        _search("search, rare word", asked.rare),
        _search("search, natural question", asked.natural),
        _search("search, only common words", asked.common),
        _search("search, question, all projects", asked.natural, "--project", "*"),
        Operation(
            "store --extractor none",
            lambda r: ["store", _new(r), "--extractor", "none", "--type", "finding"],
            lambda r: ["store", _new(r), "--no-embed", "--no-dedup"],
            STORE,
        ),
        Operation("list", lambda _: ["list"], lambda _: ["list", "--limit", "10"], FULL),
        Operation("log", lambda _: ["log"], None, FULL),
        Operation("--help", lambda _: ["--help"], lambda _: ["--help"], FULL),
        Operation("search --help", lambda _: ["search", "--help"], lambda _: ["search", "--help"], FULL),
        Operation("search by words and meaning", None, lambda r: ["search", "--text", _of(asked.natural, r)]),
        Operation("store with an embedding", None, lambda r: ["store", _new(r)]),
    ]


def _search(name: str, questions: tuple[str, ...], *more: str) -> Operation:
    return Operation(
        name,
        lambda r: ["search", _of(questions, r), *more],
        lambda r: ["search", "--text", _of(questions, r), "--text-only"],
        SEARCH,
        finds=True,
    )


def _of(questions: tuple[str, ...], round_: int) -> str:
    return questions[round_ % len(questions)]


def _new(round_: int) -> str:
    """A text that no store holds yet."""
    return (
        f"In round {round_} the benchmark learned that the timeout of the export worker has to be {round_ + 30} s, "
        f"because the ledger of customer {round_ * 37 % 1000} alone takes {round_ + 21} to be read from the replica."
    )
