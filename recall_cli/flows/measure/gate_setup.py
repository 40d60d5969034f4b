"""Puts a gate into use, a cross-encoder that confirms answers, after measuring it on the user's own memories."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.inference.cross_encoder import CrossEncoder

GATE_OFF = "off"
GATE_SETTING = "search.gate"
TRIAL_QUESTION = "Which port does the API listen on?"
TRIAL_TEXTS = ("The API listens on port 8080.", "Releases are cut on Tuesdays.")


class GateResult(Record):
    """The gate in use, and what it does with questions about the user's own memories."""

    folder: str
    """Empty: no gate."""
    floor: float = 0.0
    pairs: int = 0
    """How many memories were asked for; with few of them the floor is the usual one."""
    confirmed: float = 0.0
    """The share of these that the gate confirms for their own question."""
    rejected: float = 0.0
    """The share of other memories that it rejects for the same questions."""
    changed: bool = False
    dry_run: bool = False

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {
            "gate": self.folder or None,
            "floor": round(self.floor, 4) if self.folder else None,
            "pairs": self.pairs,
            "confirmed": round(self.confirmed, 4),
            "rejected": round(self.rejected, 4),
            "changed": self.changed,
            "dry_run": self.dry_run,
        }


def set_gate(app: "App", wanted: str, *, dry_run: bool = False) -> GateResult:
    """Use the cross-encoder in a folder from now on, or none (`off`)."""
    from recall_cli.flows.settings_changes import check_allowed, write_settings
    from recall_cli.settings import find_setting

    check_allowed(app, find_setting(GATE_SETTING))
    before = str(app.settings[GATE_SETTING])
    if wanted.lower() == GATE_OFF:
        if before and not dry_run:
            write_settings(app, {GATE_SETTING: None})
        return GateResult(folder="", changed=bool(before) and not dry_run, dry_run=dry_run)
    from recall_cli.inference.cross_encoder import CrossEncoder

    model = CrossEncoder(wanted)
    answer, other = model.score(TRIAL_QUESTION, TRIAL_TEXTS)
    if answer == other:
        raise UsageError(f"the model in {model.folder} gives every text the same score", "is it a cross-encoder?")
    result = _measure_gate(app, model)
    if dry_run:
        return result.but(dry_run=True)
    write_settings(app, {GATE_SETTING: model.folder})
    if app.settings.has_store():
        with app.write_transaction() as tx:
            known = loads(tx.calibration) if tx.calibration else {}
            tx.save_calibration(dumps({**known, "gate": {"model": model.name, "floor": result.floor}}))
    return result.but(changed=before != model.folder)


def _measure_gate(app: "App", model: "CrossEncoder") -> GateResult:
    """The model's floor on the user's memories: each is asked for with a few of its words, beside another one."""
    from recall_cli.flows.search.calibration import question_from_memory, sample_memories
    from recall_cli.rules.ranking.measures import measure_floor, share_from

    own: list[float] = []
    strange: list[float] = []
    if app.settings.has_store():
        with app.read_transaction() as tx:
            sample = sample_memories(tx)
            questions = [question_from_memory(tx, memory) for memory in sample]
        for at, question in enumerate(questions):
            if question:
                texts = (sample[at].text, sample[at - 1].text)
                for kind, score in zip((own, strange), model.score(question, texts), strict=True):
                    kind.append(score)
    floor = measure_floor(own, strange)
    confirmed, told = share_from(floor, own), share_from(floor, strange)
    return GateResult(
        folder=model.folder, floor=floor, pairs=len(own), confirmed=confirmed, rejected=1 - told if own else 0.0
    )
