"""The gate: a small local cross-encoder that must confirm what answers a question. It is off unless it was set up.

It reads each answer together with the question, at most a few of them. What it does not confirm is no answer. If it
cannot be loaded, the answers stay as they are, with a note.
"""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.json_text import loads
from recall_cli.rules.ranking.measures import USUAL_FLOOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Hit
    from recall_cli.inference.cross_encoder import CrossEncoder

MAX_CONFIRMED = 8
"""The most answers that the model reads; further ones are dropped, since they are the least likely."""


def confirm_answers(app: "App", tx: "Transaction", question: str, answers: "list[Hit]") -> "list[Hit]":
    """The answers that the gate confirms, in their order; all of them if there is no gate."""
    if not answers or not app.settings["search.gate"]:
        return answers
    model = app.gate()
    if model is None:
        return answers
    first = answers[:MAX_CONFIRMED]
    try:
        scores = model.score(question, [hit.memory.text for hit in first])
    except RecallError as error:
        app.note(f"{error.message}: the gate is left out (recall admin embed --gate off)")
        return answers
    floor = gate_floor(tx, model)
    return [hit for hit, score in zip(first, scores, strict=True) if score >= floor or hit.memory.pinned]


def gate_floor(tx: "Transaction", model: "CrossEncoder") -> float:
    """The floor that was measured for this model in this store, or the usual one."""
    text = tx.calibration
    measured = loads(text).get("gate") if text else None
    return float(measured["floor"]) if measured and measured["model"] == model.name else USUAL_FLOOR
