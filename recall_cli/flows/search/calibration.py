"""Calibration on the user's own store: how much evidence a question without an answer has here.

A few words of a memory are asked. It is left out of the search, with the others of its session, which often say the
same. What is found then is no answer, so its evidence tells how high a wrong answer can score in this store. `recall
maintain` measures it.
"""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.candidates import gather_candidates
from recall_cli.flows.search.past_state import PastState
from recall_cli.flows.search.ranking import rank_candidates
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_QUESTIONS, MIN_QUESTIONS = 40, 10
"""Maximum number of memories that are asked for, and the fewest from which anything follows."""
WORDS_ASKED, MIN_WORDS_ASKED = 5, 3


def measure_calibration(tx: "Transaction", max_false: float) -> "dict[str, object] | None":
    """The evidence that at most the share `max_false` of questions without an answer reach; None in a small store."""
    memories = sample_memories(tx)
    evidences = sorted(filter(None, (_evidence_without(tx, memory) for memory in memories)))
    if len(evidences) < MIN_QUESTIONS:
        return None
    at = min(len(evidences) - 1, int(len(evidences) * (1 - max_false)))
    return {"sure": round(evidences[at], 4), "questions": len(evidences), "max_false": max_false}


def save_calibration(tx: "Transaction", values: "dict[str, object]") -> None:
    """Keep the measured values for searches, and those of a gate (`flows.measure.gate_setup`) with them."""
    known = loads(tx.calibration) if tx.calibration else {}
    tx.save_calibration(dumps({**known, **values}))


def sample_memories(tx: "Transaction") -> "list[Memory]":
    """Memories from all of the store, evenly spread over their row numbers; the same store gives the same ones."""
    newest = tx.memories.newest_number()
    step = max(1, newest // MAX_QUESTIONS)
    return [memory for memory in tx.memories.by_number([*range(1, newest + 1, step)]) if memory.deleted_at is None]


def _evidence_without(tx: "Transaction", memory: "Memory") -> "float | None":
    """The evidence for an answer to a few words of a memory, if it and the others of its session were not there."""
    question = question_from_memory(tx, memory)
    asked = tx.search.parse_question(question)
    if not question or asked.match is None:
        return None
    beside = tx.memories.from_session(memory.session) if memory.session else []
    without = PastState(changed=tuple(sorted({memory.n, *(one.n for one in beside)})), matching=(), words={})
    candidates = gather_candidates(tx, asked, question, Filters(), 10, without)
    return rank_candidates(candidates, DEFAULT_RANKING, None, 10, explain=False).evidence


def question_from_memory(tx: "Transaction", memory: "Memory") -> str:
    """A few words of a memory as a question; empty if it has too few."""
    from recall_cli.domain.stopwords import STOP_WORDS

    words = [word for word in tx.engine.split_words(memory.text) if word not in STOP_WORDS]
    return " ".join([*dict.fromkeys(words)][:WORDS_ASKED]) if len(words) >= MIN_WORDS_ASKED else ""
