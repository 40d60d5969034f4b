"""The commands that a server runs for its clients. Client and server read the same table."""

FINDING = frozenset("context count diff get greeting history list log related search stats told why".split())
"""Commands that only read, and can run beside one another."""
SERVED = FINDING | frozenset(
    "conflicts delete feedback pin resolve review store tag tags topics undo unpin update".split()
)
"""All commands that a server runs for its clients. A token that only reads is refused at the first write."""
ASKED = frozenset(("about", "complete", "hook", "session"))
"""What a client asks for beside the commands: what the server is, values that a shell completes, answers for its hooks,
and to store a session.
"""
COMPLETED_KINDS = frozenset(("id", "op", "project"))
"""The kinds of values that only the server can complete."""
REFUSED_VALUES: "dict[str, dict[str, tuple[object, ...]]]" = {
    "search": {"sessions": (True,)},
    "why": {"turn": (True,)},
    "store": {"extractor": ("claude", "command")},
    "conflicts": {"ask": (True,)},
    "review": {"sessions": (True,), "remove": (True,)},
}
"""Values of options that need a file, a program or a keyboard of the machine where the store is."""
COMMANDS_RIGHT = "commands"
"""The right of a token that a person's machine needs: to give commands, and to say who typed them."""
COMMAND_PATH = "/command"
WAITING_SUFFIX = ".commands"
"""The end of the name of the file with the commands that wait for a server that is away."""


def is_served(name: str) -> bool:
    """Does a server run this command for its clients?"""
    return name in SERVED


def refused_option(name: str, values: "dict[str, object]") -> str:
    """The option whose value a server does not take from its clients; empty if there is none."""
    for option, refused in REFUSED_VALUES.get(name, {}).items():
        if values.get(option) in refused:
            return option
    return ""
