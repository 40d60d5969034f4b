"""Which memories contain a word in any of its forms: "platypuses" matches "platypus", and the other way round.

The index has stems, and the stems of two forms of a word can differ. Stemmed repeatedly, they become the same.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit

MAX_STEM_ROUNDS = 5
"""Stemming changes no word more often than this."""


def memories_with_word(tx: "Unit", word: str) -> "set[int]":
    """The memories whose present text contains this word in any form, or within a text without spaces."""
    if tx.engine.grams(word) is not None and not word.isascii() and len(tx.engine.stems(word)) > 1:
        return {n for (n,) in tx.run("erase", "holding_letters", words=_words_json([word]), project=None, topic=None)}
    root = root_of(tx, word)
    tx.run("erase", "places")
    terms = [row[0] for row in tx.run("erase", "terms_from", start=root, end=root + "\U0010ffff")]
    forms = [term for term in terms if root_of(tx, term) == root]
    return {n for (n,) in tx.run("erase", "memories_of_terms", terms=_words_json(forms))}


def root_of(tx: "Unit", word: str) -> str:
    """The common root of all forms of a word."""
    for _ in range(MAX_STEM_ROUNDS):
        stem = (tx.engine.stems(word) or [word])[0]
        if stem == word:
            break
        word = stem
    return word


def contains_all_words(tx: "Unit", text: str, words: "list[str]") -> bool:
    """Whether a text contains each of these words, in any form, or within a text without spaces."""
    wanted = [word for word in words if word not in text.lower() or word.isascii()]
    if not wanted:
        return True
    beginnings = tuple(root_of(tx, word)[:3] for word in wanted)
    parts = {part for part in tx.engine.split_words(text) if part.startswith(beginnings) or not part.isascii()}
    roots = {root_of(tx, part) for part in parts}
    return all(root_of(tx, word) in roots for word in wanted)


def _words_json(words: "list[str]") -> str:
    from recall_cli.domain.json_text import dumps

    return dumps(words)
