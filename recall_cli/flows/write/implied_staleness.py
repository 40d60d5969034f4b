"""Mark the memories that rest on an ended belief: they may be outdated. None of them is ended."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_CANDIDATES = 60
"""The memories with a word of the ended value that are looked at, the best matches first."""
MAX_MARKED_SHOWN = 5
"""The memories resting on an ended belief that an answer names; the others have their mark all the same."""
MAX_TEXT_LETTERS = 4_000
"""A longer memory is a document; too many things stand in it."""


def mark_dependents(
    tx: "Transaction", op: int, number: int, new_text: str, ended_texts: "Sequence[str]", without: "set[int]"
) -> "list[tuple[Memory, str]]":
    """Mark what rests on the ended texts as maybe outdated by the memory `number`; each with the reason."""
    from recall_cli.rules.outdated.ended_value import read_ended_value
    from recall_cli.rules.outdated.mentions import rests_on

    ended = [value for value in (read_ended_value(text, new_text) for text in ended_texts) if value.values]
    words = " ".join(word for value in ended for word, _ in value.values)
    if not words:
        return []
    left_out = without | {number}
    project = tx.memories.project_of(number)
    numbers = [n for n in tx.search.revisable(words, project, MAX_CANDIDATES + len(left_out)) if n not in left_out]
    marked: list[tuple[Memory, str]] = []
    for memory in tx.memories.by_number(numbers):
        if len(memory.text) > MAX_TEXT_LETTERS or memory.valid_until is not None:
            continue
        word = next((found for value in ended if (found := rests_on(memory.text, value))), None)
        if word is not None:
            marked.append((memory, f"it rests on {word}, which has ended"))
    tx.links.mark_outdated(op, number, [memory.n for memory, _ in marked])
    return marked


def join_outdated(
    asked: "Iterable[tuple[Memory, str]]", marked: "list[tuple[Memory, str]]"
) -> "tuple[tuple[Memory, str], ...]":
    """What may be outdated: what the words leave open, and a few of the memories that rest on what was ended."""
    known = {memory.n for memory, _ in marked}
    return (*(pair for pair in asked if pair[0].n not in known), *marked[:MAX_MARKED_SHOWN])
