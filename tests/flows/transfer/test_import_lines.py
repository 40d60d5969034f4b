"""Many lines at once are read, masked, judged and embedded as each of them alone."""

from recall_cli.flows.transfer.import_lines import LineReader, MemoryLine, imported_columns
from recall_cli.flows.write.masking import mask_fields
from recall_cli.inference.static_table import StaticTable
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.text.memory_json import read_memory_line
from tests.bench.corpus import Corpus
from tests.rules.samples import invented_secrets, read_texts

NOW = 1_772_323_200_000
STATIC_TABLE = StaticTable()
CORPUS: "list[dict[str, object]]" = [
    *Corpus().memories(600),
    *({"text": text} for section in ("hostile", "harmless") for text in read_texts("orders", section)[::3]),
    *({"text": text} for text in invented_secrets.read_look_alikes()[::3]),
    *(
        {"text": text.replace("§", secret), "tags": {"password": secret}, "attribute": "token", "value": secret}
        for text, secret in invented_secrets.read_labelled()[::3]
    ),
]


def read_one_line(line: "dict[str, object]", channel: str) -> "tuple[dict[str, object], dict[str, int]]":
    """What one line comes to by the rules, asked one after the other."""
    read, found = mask_fields(read_memory_line(line, NOW))
    claimed = read["trust"] == "user"
    if channel != "user" and (claimed or (read["source"] == "user" and read["trust"] == "agent")):
        read["trust"] = "imported"
    read["lowered"] = claimed and read["trust"] != "user"
    read["held"] = read["held"] or hold_reason(read)
    return {**read, **imported_columns(MemoryLine(read)), "vector": STATIC_TABLE.embed(str(read["text"]))}, found


def test_a_batch_is_each_line_alone() -> None:
    """The same words masked, the same held for the same reason, the same vectors, the same counts."""
    for channel in ("agent", "user"):
        reads, faults, redacted = LineReader(NOW, channel, 32_000, StaticTable().embed_all).think(
            [*enumerate(CORPUS, 1)]
        )
        expected = [read_one_line(line, channel) for line in CORPUS]
        assert faults == []
        assert reads == [(number, read) for number, (read, _) in enumerate(expected, 1)]
        counted: dict[str, int] = {}
        for _, found in expected:
            for kind, count in found.items():
                counted[kind] = counted.get(kind, 0) + count
        assert redacted == counted
        assert sum(redacted.values()) > 50
        assert sum(read["held"] is not None for _, read in reads) > 50
