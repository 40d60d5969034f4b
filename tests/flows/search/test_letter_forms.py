"""The same words are the same, whether letters are typed in one piece or in parts."""

from unicodedata import normalize

from tests.command import Home

TEXT = "The café's menu lives in the résumé service."


def test_a_text_in_parts_is_known_already(recall: Home) -> None:
    """A letter with an accent in two parts or in one is the same text, and is not stored twice."""
    first = recall.json("store", TEXT, "--type", "fact")
    again = recall.json("store", normalize("NFD", TEXT), "--type", "fact")
    assert (again["status"], again["memory_ids"]) == ("duplicate", first["memory_ids"])


def test_a_fact_in_parts_is_the_same_fact(recall: Home) -> None:
    """A new value supersedes the old one, and its history is found in both forms."""
    for entity, host in ((TEXT[4:8], "a.example"), (normalize("NFD", TEXT[4:8]), "b.example")):
        fact = ("--entity", entity, "--attribute", "host", "--value", host)
        recall.store(f"The menu is on {host} now.", *fact)
        recall.later(days=1)
    assert [memory["value"] for memory in recall.json("list")["memories"]] == ["b.example"]
    assert len(recall.json("history", normalize("NFD", "café"), "host")["history"]) == 2


def test_a_correction_and_a_tag_in_parts(recall: Home) -> None:
    """Edited texts, topics and tags are composed too, so that filters find them."""
    id_ = recall.store("plain words")
    recall.quick("update", id_, "--text", normalize("NFD", TEXT), "--topic", normalize("NFD", "Küche"))
    recall.quick("tag", id_, normalize("NFD", "größe=XL"))
    memory = recall.json("get", id_)
    assert (memory["text"], memory["topic"], memory["tags"]) == (TEXT, "Küche", {"größe": "XL"})


def test_a_locale_that_knows_no_letters(recall: Home) -> None:
    """If the locale is not UTF-8, UTF-8 input is still stored as it was typed."""
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert recall("store", "Die Größe ist XL.", env=env).err == ""
    assert recall.json("list")["memories"][0]["text"] == "Die Größe ist XL."
