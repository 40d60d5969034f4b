"""Write a conversation in few lines: `U:` the user, `A:` the agent, `S:` a subagent, `ok` and `error` for tools."""

from recall_cli.rules.conversation.read_conversation import KeptStatement, read_conversation
from recall_cli.rules.conversation.turns import Conversation, TalkTurn

SPEAKERS = {"U": "user", "A": "assistant", "S": "subagent"}


def conversation(*lines: str) -> Conversation:
    """The conversation of these lines."""
    turns: list[TalkTurn] = []
    for line in lines:
        if line in ("ok", "error"):
            turns[-1] = turns[-1].but(failed_tools=(*turns[-1].failed_tools, line == "error"))
        else:
            mark, _, text = line.partition(": ")
            turns.append(TalkTurn(speaker=SPEAKERS[mark], text=text))
    return Conversation(turns=tuple(turns))


def statements(*lines: str) -> tuple[KeptStatement, ...]:
    """What a conversation leaves."""
    return read_conversation(conversation(*lines)).statements


def texts(*lines: str) -> list[str]:
    """The texts that a conversation leaves."""
    return [statement.text for statement in statements(*lines)]


def reasons(*lines: str) -> dict[str, str]:
    """What a conversation does not leave, with the reasons."""
    return {left.text: left.reason for left in read_conversation(conversation(*lines)).left_out}
