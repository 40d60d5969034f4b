"""Merging: whether one text says everything that several near-duplicates say, and nothing else."""

from recall_cli.domain.json_text import loads
from recall_cli.rules.change.sameness import all_terms, are_same, is_told_by, says_all
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MERGE_ANSWER_SCHEMA: "dict[str, Any]" = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
"""The form of a model's answer: the merged note, or an empty text."""
MAX_MERGED_LENGTH = 1_200
"""Maximum length of a text that a model writes."""
_JOINING_WORD = "and"


def same_groups(texts: "Sequence[str]") -> "list[list[int]]":
    """Groups of texts that say the same, as indexes."""
    buckets: dict[tuple[str, ...], list[list[int]]] = {}
    for at, text in enumerate(texts):
        groups = buckets.setdefault(tuple(sorted(all_terms([text]))), [])
        for group in groups:
            if are_same(texts[group[0]], text):
                group.append(at)
                break
        else:
            groups.append([at])
    return [group for groups in buckets.values() for group in groups if len(group) > 1]


def merge_texts(texts: "Sequence[str]") -> "tuple[str, str]":
    """The one of these texts that says all that the others say, and an empty reason; or no text, and the reason."""
    fullest = max(texts, key=len)
    if all(says_all(fullest, text) for text in texts):
        return fullest, ""
    return "", "each says something that the other does not"


def read_merge_answer(answer: str, sources: "Sequence[str]") -> "tuple[str, str]":
    """The merged text in a model's answer, or an empty text and the reason."""
    try:
        document = loads(answer)
    except ValueError:
        return "", "the answer is not readable"
    text = document.get("text") if isinstance(document, dict) else None
    if not isinstance(text, str):
        return "", "the answer is not readable"
    merged = " ".join(normalize.repair_unicode(text)[0].replace("\0", " ").split())
    if not merged:
        return "", "claude found no text that says everything"
    if len(merged) > MAX_MERGED_LENGTH:
        return "", "the answer is too long"
    fault = find_merge_fault(merged, sources)
    return ("", fault) if fault else (merged, "")


def find_merge_fault(merged: str, sources: "Sequence[str]") -> str:
    """What a merged text loses from its sources or makes up; empty if it is complete and adds nothing.

    Each sentence of a source stands in one sentence of the result without a gap, so that no value or negation can
    move to something else. No word is in the result more often than in the sources.
    """
    lost = next((source for source in sources if not is_told_by(source, merged)), None)
    if lost is not None:
        return f"this would be lost: {lost[:60]}"
    known = all_terms(sources)
    for term in all_terms([merged]):
        if term in known:
            known.remove(term)
        elif term != _JOINING_WORD:
            return f"this is made up: {term.strip()}"
    return ""
