"""Recording the use of memories and the question that was asked, after the reader has the answer."""

from recall_cli.app import SESSION_VARIABLES, is_recall_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.stored_brief import ShownMemory, StoredBrief

    AskedQuestion = tuple[str, tuple[int, ...] | None]

MAX_QUESTION_LENGTH = 300
"""A longer question is a document and is not stored."""


def record_use(
    app: "App",
    memories: "Sequence[Memory | ShownMemory]",
    question: "AskedQuestion | None" = None,
    brief: "StoredBrief | None" = None,
    *,
    was_asked: bool = True,
) -> None:
    """Count an access to each memory, remember which were shown, and store the question, and the brief for next time.

    What stands in a brief that nobody asked for counts as shown, and not as used.

    This is one small best-effort write: it is given up if it is not possible at once.
    """
    has_session = any(app.environment.get(name) for name in SESSION_VARIABLES)
    session = None
    if app.settings["private"]:
        return
    if has_session or app.serves_agent:
        from recall_cli.flows.agents import switches

        if switches.storing_off_reason(app) is not None:
            return
        session = switches.named_session(app)
    numbers = [] if app.at_terminal else [memory.n for memory in memories]
    question = question if question is not None and _should_keep_question(app, question[0]) else None
    if not numbers and question is None:
        return
    try:
        with app.best_effort_write() as tx:
            if brief is not None:
                brief.save(tx)
            count_uses(tx, numbers, session, app.agent, was_asked=was_asked)
            if question is not None:
                tx.past_questions.record(*question, agent=tx.view.agent or app.agent, limit=app.settings["queries"])
    except Exception as error:  # busy, read-only or full: a read never fails because of that
        if not is_recall_error(error):
            raise


def count_uses(
    tx: "Transaction", numbers: "list[int]", session: "str | None", agent: "str | None", *, was_asked: bool
) -> None:
    """Count that these memories were shown, and remember them to detect echoes, and for `recall log --told`."""
    if numbers:
        if was_asked:
            tx.memories.touch(numbers)
        tx.shown_memories.record(numbers)
        if session:
            tx.shown_memories.record_for_session(numbers, session, agent)


def _should_keep_question(app: "App", question: str) -> bool:
    """Whether to store this question: storing is on, it is not too long, and it cannot contain a secret."""
    if (
        not app.settings["queries"]
        or app.settings["off"]
        or not question.strip()
        or len(question) > MAX_QUESTION_LENGTH
    ):
        return False
    from recall_cli.rules.secrets import may_hold_secret

    return not may_hold_secret(question)
