"""The one sentence that asks an agent to store: in every brief, in the snippet and in what a server says of itself.

It is plain text below the fence of a brief, since it is a request, and the fence says that it holds none.
"""

WHAT_TO_STORE = "should be known next time (a rule of the user, a reason, a cause, a dead end)"
WHEN_TO_STORE = f"When something here {WHAT_TO_STORE}, note it"
STORE_ARGUMENTS = 'store "X, because Y." --type decision'
OTHER_TYPES = "finding, correction, pattern, preference, fact, procedure"
REQUEST_TOKENS, MIN_BUDGET = 60, 240
"""What the request costs, and the smallest budget of a brief that has room for it."""


def tokens_for_memories(budget: int) -> int:
    """The tokens of a brief without those of the request."""
    return budget - REQUEST_TOKENS if budget >= MIN_BUDGET else budget


def store_request(program: str) -> str:
    """The sentence with the command that works where the agent runs."""
    return f"{WHEN_TO_STORE}: {program} {STORE_ARGUMENTS} (or {OTHER_TYPES})"


def end_question(program: str) -> str:
    """The question for an agent at the end of a session."""
    return (
        "Does the next session need to know anything from this one? At most three notes, or none. "
        f"What {WHAT_TO_STORE}: {program} {STORE_ARGUMENTS} (or {OTHER_TYPES}). Then end your turn in one short line."
    )


def add_request(block: str, request: str) -> str:
    """A brief with the request below it; an empty one is the request alone."""
    return f"{block}\n{request}" if block and request else block or request


def remove_requests(text: str) -> str:
    """A speaker's text without the request: a client may show a brief as a message of the user."""
    if WHEN_TO_STORE not in text:
        return text
    return "\n".join(line for line in text.split("\n") if not line.startswith(WHEN_TO_STORE))
