"""A store that was made with an older table of word vectors."""

import apsw
import pytest

from recall_cli.inference.static_table import MODEL_NAME
from tests import engine_choice
from tests.command import Home

TEXTS = ("She prefers tabs to spaces in Go.", "The nightly backup goes to cold storage.", "Releases are cut weekly.")


@pytest.mark.skipif(engine_choice.is_postgres, reason="about SQLite alone: it writes into the file")
def test_maintenance_reads_the_memories_with_the_new_table(recall: Home) -> None:
    """Until then they are found by words; afterwards by meaning too, and a second run makes nothing."""
    for text in TEXTS:
        recall.store(text)
    connection = apsw.Connection(str(recall.db))
    connection.execute("DELETE FROM vector_model WHERE name = 'static-1'")
    connection.execute("UPDATE vector_model SET name = 'static-1' WHERE name = ?", (MODEL_NAME,))
    connection.close()
    assert recall.json("search", "tabs or spaces")["results"][0]["text"] == TEXTS[0]
    before = [result["text"] for result in recall.json("search", "indentation style")["results"]]
    assert before == []
    assert "vectors made" in recall.quick("maintain", "--only", "upkeep").out
    assert recall.json("search", "indentation style")["results"][0]["text"] == TEXTS[0]
    assert "vectors made" not in recall.quick("maintain", "--only", "upkeep").out
