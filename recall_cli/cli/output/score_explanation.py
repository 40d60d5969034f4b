"""The parts of a search score, in words: the same parts for screens, pipes and JSON."""

from recall_cli.domain.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Engine
    from recall_cli.flows.search.search import Hit

    Parts = list[tuple[str, float]]

FACT_LABELS = {
    "lexical": "words",
    "dense": "meaning",
    "importance": "importance",
    "decay": "strength",
    "recency": "recency",
    "strength": "use",
    "q": "usefulness",
    "rrf": "fused ranks",
}
"""Labels of a memory's own score parts."""
REASON_LABELS = {
    "exact": "exact words",
    "words": "words, ranked among results",
    "context": "words of neighbouring memories",
    "note_words": "share of your words",
    "meaning": "meaning, ranked among results",
    "beside": "meaning of neighbouring memories",
    "session_words": "words of the session",
    "session_meaning": "meaning of the session",
    "author": "by the person you named",
    "other_person": "by another person than you named",
    "other_date": "from another time than you named",
    "date": "from the dates you named",
    "event": "near the event you named",
    "answer": "contains this kind of answer",
    "asking": "is a question itself",
    "reply": "answers a similar question",
    "opening": "start of a session",
    "user": "user trust",
    "newness": "recency",
    "belief": "importance, confidence and trust",
}
"""Labels of the parts that order the results."""


def count_word_matches(engine: "Engine", query: str, text: str) -> "dict[str, int]":
    """The number of times that a text contains each word of a query, in any form; common words are left out."""
    held = [(word, engine.stems(word)) for word in engine.split_words(text)]
    counts = {}
    for asked in dict.fromkeys(engine.split_words(query)):
        stems = {*engine.stems(asked)} if asked not in STOP_WORDS else set()
        count = sum(bool(stems) and (word.startswith(asked) or not stems.isdisjoint(own)) for word, own in held)
        if count:
            counts[asked] = count
    return counts


def find_matched_words(engine: "Engine", query: str, text: str) -> "list[tuple[int, int]]":
    """The places of the words of a text that a query asks for, in any form; common words are left out."""
    import re

    asked = [word for word in dict.fromkeys(engine.split_words(query)) if word not in STOP_WORDS]
    stems = {stem for word in asked for stem in engine.stems(word)}
    places = []
    for run in re.finditer(r"[^\W_]+", text):
        word = run[0].lower()
        if any(word.startswith(one) for one in asked) or not stems.isdisjoint(engine.stems(word)):
            places.append(run.span())
    return places


def fact_parts(terms: "dict[str, float]") -> "Parts":
    """The score parts of a memory itself: words, meaning, importance and so on; zero parts are left out."""
    return [(label, terms[name]) for name, label in FACT_LABELS.items() if terms.get(name)]


def reason_parts(terms: "dict[str, float]") -> "Parts":
    """The parts that order the results; their sum is `total`. Empty for a published ranking."""
    return [(label, terms[name]) for name, label in REASON_LABELS.items() if terms.get(name)]


def explanation_document(hit: "Hit", words: "dict[str, int]") -> "dict[str, object]":
    """The explanation of a result as JSON."""
    return {
        "score": hit.score,
        "words": words,
        "known": _json_parts(hit.terms, FACT_LABELS),
        "order": _json_parts(hit.terms, REASON_LABELS),
        "total": hit.terms.get("total"),
    }


def _json_parts(terms: "dict[str, float]", labels: "dict[str, str]") -> "dict[str, float]":
    return {labels[name]: round(terms[name], 4) for name in labels if terms.get(name)}


def explanation_line(hit: "Hit", words: "dict[str, int]") -> str:
    """The explanation of a result in one line."""
    own, *order = explanation_rows(hit.terms, words)
    return "; ".join([f"score {hit.score:.2f}: {own[1]}", *(f"{label}: {parts}" for label, parts in order)])


def explanation_rows(terms: "dict[str, float]", words: "dict[str, int] | None" = None) -> "list[tuple[str, str]]":
    """A result's own score parts, and the parts that order it, as words and numbers."""
    own = []
    for name, value in fact_parts(terms):
        counted = ", ".join(f"{word} ×{count}" for word, count in (words or {}).items()) if name == "words" else ""
        own.append(f"{name} {value:.2f}" + (f" ({counted})" if counted else ""))
    rows = [("score parts", ", ".join(own))]
    added = [f"{'−' if value < 0 else '+'} {name} {abs(value):.2f}" for name, value in reason_parts(terms)]
    if added:
        total = f" = {terms['total']:.2f}" if "total" in terms else ""
        rows.append(("rank", " ".join(added).removeprefix("+ ") + total))
    return rows
