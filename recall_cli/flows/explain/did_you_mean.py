"""What was perhaps meant where nothing was found: words of memories for a mistyped question, names for a filter."""

from recall_cli.domain.scope import Filters
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.text.spelling import MAX_SUGGESTIONS, MIN_WORD_LENGTH, closest_words, count_typos, edit_distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction

MAX_ASKED_WORDS = 8
"""So many words of a question are looked at."""
MAX_STEM_TYPOS = 3
"""Stems that differ more are not looked up. An ending that is cut off one word alone counts here too."""
MAX_LOOKED_UP = 20
"""So many of the closest stems are looked up."""
MAX_MEMORIES = 3
"""So many memories with a stem are read for its words."""
ANY_STATE = frozenset({"superseded", "held", "expired", "deleted"})
MAX_LISTED = 5
"""If no name is similar and there are at most so many, all of them are listed."""


def suggest_words(tx: "Transaction", question: str, wanted: Filters) -> "list[str]":
    """Words close to those of a question that found nothing, from memories that pass the filters; the closest first."""
    if not wanted.is_current_only:
        return []
    typos: dict[str, int] = {}
    for word in list(dict.fromkeys(tx.engine.split_words(question)))[:MAX_ASKED_WORDS]:
        if len(word) >= MIN_WORD_LENGTH and word not in STOP_WORDS:
            for near, count in _near_words(tx, word, wanted).items():
                typos[near] = min(count, typos.get(near, count))
    return sorted(typos, key=lambda near: (typos[near], near))[:MAX_SUGGESTIONS]


def _near_words(tx: "Transaction", word: str, wanted: Filters) -> "dict[str, int]":
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


def unknown_filter_texts(tx: "Transaction", wanted: Filters) -> "list[str]":
    """One sentence for each filter with a name that nothing in the store has."""
    every = Filters(include=ANY_STATE)
    texts = []
    if wanted.topic is not None:
        topics = [label.name for label in tx.labels.topics(every)]
        texts += _unknown_name_texts("topic", wanted.topic, topics, "recall admin topics shows them")
    if wanted.tags:
        labels = tx.labels.tags(every)
        values: dict[str, list[str]] = {}
        for label in labels:
            values.setdefault(label.name, []).append(str(label.value))
        for key, value in wanted.tags:
            if key not in values:
                texts += _unknown_name_texts("tag", key, [*values], "recall admin topics --tags shows them")
            elif value is not None:
                pairs = [f"{key}={used}" for used in values[key]]
                texts += _unknown_name_texts("tag", f"{key}={value}", pairs, "recall admin topics --tags shows them")
    if wanted.agent is not None and tx.view.whole:
        texts += _unknown_name_texts("agent", wanted.agent, tx.search.agents(), "recall stats shows them")
    return texts


def _unknown_name_texts(kind: str, name: str, used: "list[str]", otherwise: str) -> "list[str]":
    """A sentence that says that a name is not in use, with the name that was probably meant; empty if it is in use."""
    if name in used:
        return []
    close = [known for known in used if known.casefold() == name.casefold()] or closest_words(name, used)
    if close:
        hint = f"did you mean {' or '.join(close)}?"
    elif 0 < len(used) <= MAX_LISTED:
        hint = f"there {'is' if len(used) == 1 else 'are'} {', '.join(used)}"
    else:
        article = "an" if kind == "agent" else "a"
        hint = otherwise if used else f"no memory has {article} {kind} yet"
    verb = "was stored by the agent" if kind == "agent" else f"has the {kind}"
    return [f"no memory {verb} {name!r} ({hint})"]
