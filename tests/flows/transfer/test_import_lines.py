"""Many lines at once are read, masked, judged and embedded as each of them alone."""

from recall_cli.flows.transfer.import_lines import LineReader, MemoryLine, imported_columns
from recall_cli.flows.write.masking import mask_fields
from recall_cli.inference.static_table import StaticTable
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.text.memory_json import read_memory_line
from tests.bench.corpus import Corpus
from tests.long_run import LONG_RUN
from tests.rules.samples import invented_secrets, read_texts

Line = dict[str, object]

NOW = 1_772_323_200_000
STATIC_TABLE = StaticTable()
STEP = 3 if LONG_RUN else 6
CORPUS: list[Line] = [
    *Corpus().memories(1800 // STEP),
    *({"text": text} for section in ("hostile", "harmless") for text in read_texts("orders", section)[::STEP]),
    *({"text": text} for text in invented_secrets.read_look_alikes()[::STEP]),
    *(
        {"text": text.replace("§", secret), "tags": {"password": secret}, "attribute": "token", "value": secret}
        for text, secret in invented_secrets.read_labelled()[::STEP]
    ),
]


def read_one_line(line: Line) -> tuple[Line, dict[str, int]]:
    """The fields of one line without secrets and with its vector, and what was masked, by the rules alone."""
    read, found = mask_fields(read_memory_line(line, NOW))
    return {**read, "vector": STATIC_TABLE.embed(str(read["text"]))}, found


def judge_line(line: Line, channel: str) -> Line:
    """What such a line comes to in an import of the user's or of an agent's."""
    read = dict(line)
    claimed = read["trust"] == "user"
    if channel != "user" and (claimed or (read["source"] == "user" and read["trust"] == "agent")):
        read["trust"] = "imported"
    read["lowered"] = claimed and read["trust"] != "user"
    read["held"] = read["held"] or hold_reason(read)
    return {**read, **imported_columns(MemoryLine(dict(read)))}


def test_a_batch_is_each_line_alone() -> None:
    """The same words masked, the same held for the same reason, the same vectors, the same counts."""
    alone = [read_one_line(line) for line in CORPUS]
    counted: dict[str, int] = {}
    for _, found in alone:
        for kind, count in found.items():
            counted[kind] = counted.get(kind, 0) + count
    assert sum(counted.values()) > 50
    for channel in ("agent", "user"):
        reader = LineReader(NOW, channel, 32_000, StaticTable().embed_all)
        reads, faults, redacted = reader.think([*enumerate(CORPUS, 1)])
        assert (faults, redacted) == ([], counted)
        assert reads == [(number, judge_line(line, channel)) for number, (line, _) in enumerate(alone, 1)]
        assert sum(read["held"] is not None for _, read in reads) > 50
