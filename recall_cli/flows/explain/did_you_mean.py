"""Words that a mistyped question may mean: words of memories that the same search may find."""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.text.spelling import MAX_SUGGESTIONS, MIN_WORD_LENGTH, count_typos, edit_distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_ASKED_WORDS = 8
"""So many words of a question are looked at."""
MAX_STEM_TYPOS = 3
"""Stems that differ more are not looked up. An ending that is cut off one word alone counts here too."""
MAX_LOOKED_UP = 20
"""So many of the closest stems are looked up."""
MAX_MEMORIES = 3
"""So many memories with a stem are read for its words."""


def suggest_words(tx: "Transaction", question: str, wanted: "Filters") -> "list[str]":
    """Words close to those of a question that found nothing, from memories that pass the filters; the closest first."""
    if not wanted.is_current_only:
        return []
    typos: dict[str, int] = {}
    for word in list(dict.fromkeys(tx.engine.split_words(question)))[:MAX_ASKED_WORDS]:
        if len(word) >= MIN_WORD_LENGTH and word not in STOP_WORDS:
            for near, count in _near_words(tx, word, wanted).items():
                typos[near] = min(count, typos.get(near, count))
    return sorted(typos, key=lambda near: (typos[near], near))[:MAX_SUGGESTIONS]


def _near_words(tx: "Transaction", word: str, wanted: "Filters") -> "dict[str, int]":
    """The words of visible memories that a word may be a typo of, and by how many typos."""
    near: dict[str, int] = {}
    for stem in _near_stems(tx, word):
        words = tx.engine.question_words(stem)
        found = tx.search.by_words(tx.engine.match_question_words(words), wanted, MAX_MEMORIES) if words else []
        for memory in tx.memories.by_number([n for n, _ in found]):
            for other in tx.engine.split_words(memory.text):
                count = count_typos(word, other)
                if count:
                    near[other] = count
        if len(near) >= MAX_SUGGESTIONS:
            break
    return near


def _near_stems(tx: "Transaction", word: str) -> "list[str]":
    """The stems of the index that are written almost like that of a word, the closest first."""
    own = next(iter(tx.engine.index_stems(word)), word)
    stems = {stem for letter in {*word[:2]} for stem in tx.search.stems_with_letter(letter, len(own), MAX_STEM_TYPOS)}
    counted = ((edit_distance(own, stem), stem) for stem in stems if stem != own)
    return [stem for count, stem in sorted(counted) if count <= MAX_STEM_TYPOS][:MAX_LOOKED_UP]
