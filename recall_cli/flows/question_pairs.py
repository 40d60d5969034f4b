"""Put memories of an open question next to each other: the newer first, the older below it, neither alone."""

from recall_cli.rules.beliefs.visibility import is_believed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.questions import Question
    from recall_cli.engines.transaction import Transaction


def pair_memories(tx: "Transaction", memories: "Sequence[Memory]") -> "list[Memory]":
    """The memories, each that an open question is about with the other side of it, the newer directly above."""
    return [memory for group in group_by_question(tx, memories) for memory in group]


def cut_after_group(groups: "list[list[Memory]]", limit: int) -> "list[Memory]":
    """The memories of the first groups up to a limit; a group is never cut, so there may be a few more."""
    chosen: list[Memory] = []
    for group in groups:
        if len(chosen) >= limit:
            break
        chosen += group
    return chosen


def group_by_question(tx: "Transaction", memories: "Sequence[Memory]") -> "list[list[Memory]]":
    """The memories in their order as groups: those that belong to one question together, the newest first."""
    questions = tx.questions.open_questions([memory.n for memory in memories]) if memories else []
    if not questions:
        return [[memory] for memory in memories]
    known = {memory.n: memory for memory in memories}
    partners = _partners(questions, known.keys())
    wanted = {n for numbers in partners.values() for n in numbers} - known.keys()
    sides = tx.memories.by_number(sorted(wanted)) if wanted else []
    known.update((memory.n, memory) for memory in sides if is_believed(memory, tx.now, frozenset()))
    groups: list[list[Memory]] = []
    placed: set[int] = set()
    for memory in memories:
        if memory.n in placed:
            continue
        numbers, waiting = {memory.n}, [memory.n]
        while waiting:
            for other in partners.get(waiting.pop(), set()) - numbers:
                numbers.add(other)
                waiting.append(other)
        group = sorted((known[n] for n in numbers if n in known and n not in placed), key=lambda m: -m.n)
        placed.update(member.n for member in group)
        groups.append(group)
    return groups


def _partners(questions: "list[Question]", numbers: "Collection[int]") -> "dict[int, set[int]]":
    """The other sides of each of these memories: of several newer ones the newest only, and every older one."""
    partners: dict[int, set[int]] = {}
    newest: dict[int, int] = {}
    for question in questions:
        newest[question.older] = max(newest.get(question.older, 0), question.newer)
    for question in questions:
        if newest[question.older] == question.newer or question.newer in numbers:
            partners.setdefault(question.newer, set()).add(question.older)
            partners.setdefault(question.older, set()).add(question.newer)
    return partners
