"""Erasures after all that can happen to a memory before: nothing of its words, of any script, is left in a byte."""

import json
import random
import re
import string

import apsw
import pytest

from tests.command import Home
from tests.faults.store_check import find_faults
from tests.long_run import repetitions

STORED_MEMORIES = 60
ROUNDS = 12


def random_word(dice: random.Random) -> str:
    """A word that no other memory has: plain, accented, without spaces between words, a number, or very long."""
    letters = "".join(dice.choices(string.ascii_lowercase, k=12))
    han = "".join(chr(dice.randrange(0x4E00, 0x9F00)) for _ in range(7))
    number = str(dice.randrange(10**15, 10**16))
    return dice.choice([letters + "q", "é" + letters + "ß", han, number, letters * 9, letters.upper(), letters + "ing"])


def random_text(dice: random.Random) -> str:
    return " ".join(["An", "ordinary", "note", "about", *(random_word(dice) for _ in range(3))]) + "."


def random_change(recall: Home, dice: random.Random, id_: str, said: str) -> None:
    """Something that people and agents do with a memory."""
    recall.later()
    own = said.rstrip(".").split()[-1]
    some = ("--entity", "api", "--attribute", "port", "--value", random_word(dice))
    for args in dice.sample(
        [
            ("update", id_, "--text", random_text(dice)), ("tag", id_, f"area={random_word(dice)}"), ("search", f"where is {own}"),
            ("search", own[:6]), ("update", id_, "--topic", random_word(dice)), ("undo",), ("store", random_text(dice), "--defer"),
            ("store", random_text(dice), *some), ("feedback", id_, "--helpful", "--note", own), ("worker", "--once"),
            ("delete", id_), ("store", random_text(dice), "--key", own), ("consolidate", "--yes"),
        ],
        k=4,
    ):  # fmt: skip
        recall.quick(*args, person=True)


@pytest.mark.parametrize("seed", range(repetitions(8)))
def test_no_word_of_any_script_is_left(recall: Home, seed: int) -> None:
    """Corrected, tagged, contested, asked for, deferred, taken back, deleted: erased, it is in no byte of any file."""
    dice = random.Random(seed)
    lines = [json.dumps({"text": random_text(dice)}) for _ in range(STORED_MEMORIES)]
    (recall.path / "many.jsonl").write_text("\n".join(lines))
    recall.json("import", "many.jsonl")
    (recall.path / "many.jsonl").unlink()
    for _ in range(ROUNDS):
        every = query_rows(recall, "SELECT id, text FROM memory ORDER BY n")
        random_change(recall, dice, *dice.choice(every))
        every = query_rows(recall, "SELECT id, text FROM memory ORDER BY n")
        gone = dice.sample(every, dice.choice([1, 2, 5]))
        told = recall.json("erase", *(id_ for id_, _ in gone), "--confirm", person=True)
        assert (told["left"], told["finished"]) == (0, True)
        living = " ".join(
            row[0]
            for table in (
                "SELECT json_array(text, topic, value, tags) FROM memory",
                "SELECT before || after FROM change",
            )
            for row in query_rows(recall, table)
        )
        living += " ".join(row[0] for row in query_rows(recall, "SELECT payload FROM job"))
        living = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), living).lower()
        words = {part for _, said in gone for part in re.findall(r"\w{7,}", said) if part.lower() not in living}
        raw = b"".join(path.read_bytes() for path in recall.db.parent.rglob("*") if path.is_file()).lower()
        forms = {form for part in words for form in (part, part.lower(), part.upper())}
        assert [form for form in forms if form.encode().lower() in raw] == []
        assert [id_ for id_, _ in gone if id_.encode() in raw] == []
    assert find_faults(recall.db) == []


def query_rows(recall: Home, sql: str) -> list[tuple[str, ...]]:
    connection = apsw.Connection(str(recall.db), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return [tuple(row) for row in connection.execute(sql)]
    finally:
        connection.close()
