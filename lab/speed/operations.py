"""The timed operations: recall's command, and the peers' if they have the same."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from lab.speed.peers import PY_MEMORI, SZL_RECALL
from lab.speed.vectors import clustered_vectors
from tests.bench.corpus import SEED, Questions

SESSION_PLACEHOLDER = "@session@"
"""A placeholder in a hook's input for the transcript file."""
ArgumentsForRound = Callable[[int], list[str]]
"""The arguments for a round."""

WORDS_GOALS = {1_000_000: 1.8}
MEANING_GOALS = {10_000: 2.2, 100_000: 3.5, 1_000_000: 9.0}
CONTEXT_GOALS = {10_000: 1.8, 1_000_000: 2.2}
MINILM_GOALS = {10_000: 10.0}
STORE_GOALS, BARE_STORE_GOALS, QUEUE_GOALS, LISTING_GOALS = (
    {1_000_000: 2.5},
    {1_000_000: 2.0},
    {1_000_000: 1.7},
    {1_000_000: 8.0},
)
"""Goals as multiples of a bare interpreter's time, each up to a number of memories."""


@dataclass(frozen=True)
class Operation:
    """One line of the table."""

    name: str
    recall: ArgumentsForRound
    peers: "dict[str, ArgumentsForRound]" = field(default_factory=dict)
    goals: "dict[int, float]" = field(default_factory=dict)
    counts_results: bool = False
    """Whether it returns memories whose number can be compared."""
    stdin: str = ""

    def goal(self, size: int) -> "float | None":
        """The goal in a store of this size."""
        return next((self.goals[most] for most in sorted(self.goals) if size <= most), None)


def list_operations(
    questions: Questions, ids: "list[str]", peer_ids: "dict[str, str]", *, own_model: bool = False
) -> "list[Operation]":
    """All operations of one size; if py-memori uses its own model, it gets no vectors."""
    vectors = [json.dumps([round(number) for number in one]) for one in clustered_vectors(8, SEED + 7)]
    memori, szl = peer_ids.get(PY_MEMORI, ""), peer_ids.get(SZL_RECALL, "")
    fed = (lambda _: []) if own_model else (lambda r: ["--vector", vectors[r % 8]])
    both = {PY_MEMORI: lambda r: ["search", "--text", _question_of(questions.natural, r), *fed(r)]}
    whole = {**both, SZL_RECALL: lambda r: ["search", _question_of(questions.natural, r)]}
    told = {PY_MEMORI: lambda r: ["context", _question_of(questions.natural, r), *fed(r)[1:]]}
    new = {
        PY_MEMORI: lambda r: ["store", _new_text(r), *fed(r)],
        SZL_RECALL: lambda r: ["store", _new_text(r)],
    }
    kept = {PY_MEMORI: lambda r: ["store", _new_text(r), "--no-embed", "--no-dedup"]}
    gates = ["--type", "finding"]
    return [
        Operation("context --compact", lambda _: ["context", "--compact"], told, CONTEXT_GOALS),
        Operation("context, question", lambda r: ["context", "--compact", _question_of(questions.natural, r)], told, MEANING_GOALS),
        Operation("search, question", lambda r: ["search", _question_of(questions.natural, r)], whole, MEANING_GOALS, counts_results=True),
        Operation("search, only common words", lambda r: ["search", _question_of(questions.common, r)], {}, MEANING_GOALS, counts_results=True),
        _word_search("question", questions.natural),
        _word_search("rare word", questions.rare),
        _word_search("only common words", questions.common),
        Operation("store", lambda r: ["store", _new_text(r), *gates], new, STORE_GOALS),
        Operation(
            "store --extractor none", lambda r: ["store", _new_text(r + 5_000), *gates, "--extractor", "none"], kept,
            BARE_STORE_GOALS,
        ),
        Operation("store --defer", lambda r: ["store", _new_text(r + 20_000), "--defer"], {}, QUEUE_GOALS),
        *_hook_operations(),
        Operation(
            "get", lambda r: ["get", ids[(r * 7919) % len(ids)]],
            {PY_MEMORI: lambda _: ["get", memori], SZL_RECALL: lambda _: ["get", szl]}, WORDS_GOALS,
        ),
        Operation("count", lambda _: ["count"], {PY_MEMORI: lambda _: ["count"], SZL_RECALL: lambda _: ["count"]}),
        Operation(
            "list", lambda _: ["list"],
            {PY_MEMORI: lambda _: ["list", "--limit", "10"], SZL_RECALL: lambda _: ["list"]}, LISTING_GOALS,
        ),
        Operation("log", lambda _: ["log"], {}, LISTING_GOALS),
        Operation(
            "--help", lambda _: ["--help"], {PY_MEMORI: lambda _: ["--help"], SZL_RECALL: lambda _: ["--help"]}, LISTING_GOALS
        ),
        Operation("--version", lambda _: ["--version"], {PY_MEMORI: lambda _: ["--version"]}),
    ]  # fmt: skip


def _word_search(name: str, questions: "tuple[str, ...]") -> Operation:
    return Operation(
        f"search --ranking words, {name}",
        lambda r: ["search", _question_of(questions, r), "--ranking", "words"],
        {PY_MEMORI: lambda r: ["search", "--text", _question_of(questions, r), "--text-only"]},
        WORDS_GOALS,
        counts_results=True,
    )


def minilm_search(questions: "tuple[str, ...]", store: str) -> Operation:
    """A search with a full model in a new process, by recall and the peer."""
    return Operation(
        "search, question, MiniLM",
        lambda r: ["search", _question_of(questions, r), "--db", store],
        {PY_MEMORI: lambda r: ["search", "--text", _question_of(questions, r)]},
        MINILM_GOALS,
        counts_results=True,
    )


def _hook_operations() -> "list[Operation]":
    """The hooks of an agent, if this recall has them."""
    from recall_cli.cli.registry import COMMANDS

    said = json.dumps(
        {
            "session_id": "bench",
            "prompt": "why is it slow?",
            "source": "startup",
            "transcript_path": SESSION_PLACEHOLDER,
        }
    )
    events = (
        {"session-start": CONTEXT_GOALS, "prompt": QUEUE_GOALS, "session-end": QUEUE_GOALS}
        if "hook" in COMMANDS
        else {}
    )
    return [
        Operation(f"hook {event}", _hook_arguments(event), {}, goals, stdin=said) for event, goals in events.items()
    ]


def _hook_arguments(event: str) -> ArgumentsForRound:
    return lambda _: ["hook", event, "--agent", "claude-code"]


def _question_of(questions: "tuple[str, ...]", round_: int) -> str:
    return questions[round_ % len(questions)]


def _new_text(round_: int) -> str:
    """A text that is in no store yet."""
    return (
        f"In round {round_} the benchmark learned that the timeout of the export worker has to be {round_ + 30} s, "
        f"because the ledger of customer {round_ * 37 % 1000} alone takes {round_ + 21} to be read from the replica."
    )
