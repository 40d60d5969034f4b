"""What a search's score is made of, in words: the same parts at a terminal, in a pipe and as JSON."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.engine import Engine
    from recall_cli.flows.search.search import Hit

    Parts = list[tuple[str, float]]

FACT_LABELS = {
    "lexical": "words",
    "dense": "meaning",
    "importance": "importance",
    "decay": "not faded",
    "recency": "new",
    "strength": "often used",
    "q": "useful",
    "rrf": "fused ranks",
}
"""What is known of a memory beside the question, by the names that a reader knows."""
REASON_LABELS = {
    "exact": "the very words",
    "words": "words among the results",
    "context": "words around it",
    "meaning": "meaning among the results",
    "beside": "meaning around it",
    "session_words": "words of its session",
    "session_meaning": "meaning of its session",
    "author": "said by whom you named",
    "date": "from the days you named",
    "event": "near the event you named",
    "answer": "holds such an answer",
    "asking": "asks itself",
    "reply": "answers a like question",
    "opening": "opens its session",
    "user": "said by the user",
    "newness": "new, as you wanted",
    "belief": "important, sure and trusted",
}
"""What puts results in their order, and by how much."""


def count_word_matches(engine: "Engine", query: str, text: str) -> "dict[str, int]":
    """How often each word of a question stands in a text, in any of its forms; common words are left out."""
    from recall_cli.domain.stopwords import STOP_WORDS

    held = [(word, engine.stems(word)) for word in engine.split_words(text)]
    counts = {}
    for asked in dict.fromkeys(engine.split_words(query)):
        stems = {*engine.stems(asked)} if asked not in STOP_WORDS else set()
        count = sum(bool(stems) and (word.startswith(asked) or not stems.isdisjoint(own)) for word, own in held)
        if count:
            counts[asked] = count
    return counts


def fact_parts(terms: "dict[str, float]") -> "Parts":
    """What is known of a result beside its place: words, meaning, importance and so on; what is nothing is left out."""
    return [(label, terms[name]) for name, label in FACT_LABELS.items() if terms.get(name)]


def reason_parts(terms: "dict[str, float]") -> "Parts":
    """What put a result in its place; they add up to `total`. Empty for a published ranking."""
    return [(label, terms[name]) for name, label in REASON_LABELS.items() if terms.get(name)]


def explanation_document(hit: "Hit", words: "dict[str, int]") -> "dict[str, Any]":
    """The explanation of a result as programs read it."""
    return {
        "score": hit.score,
        "words": words,
        "known": {name: round(value, 4) for name, value in fact_parts(hit.terms)},
        "order": {name: round(value, 4) for name, value in reason_parts(hit.terms)},
        "total": hit.terms.get("total"),
    }


def explanation_line(hit: "Hit", words: "dict[str, int]") -> str:
    """The explanation of a result in one line."""
    return f"score {hit.score:.2f}: " + "; ".join(
        f"{said}" if name == "known" else f"{name}: {said}" for name, said in explanation_rows(hit.terms, words)
    )


def explanation_rows(terms: "dict[str, float]", words: "dict[str, int] | None" = None) -> "list[tuple[str, str]]":
    """What is known of a result, and what put it in its place, each as words with their numbers."""
    known = []
    for name, value in fact_parts(terms):
        counted = ", ".join(f"{word} ×{count}" for word, count in (words or {}).items()) if name == "words" else ""
        known.append(f"{name} {value:.2f}" + (f" ({counted})" if counted else ""))
    found = [("known", ", ".join(known))]
    added = [f"{'−' if value < 0 else '+'} {name} {abs(value):.2f}" for name, value in reason_parts(terms)]
    if added:
        total = f" = {terms['total']:.2f}" if "total" in terms else ""
        found.append(("its place", " ".join(added).removeprefix("+ ") + total))
    return found
