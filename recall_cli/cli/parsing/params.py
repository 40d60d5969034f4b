"""What a command takes, said once as data: both doors, the help and the completions are made from it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Param:
    """An argument or an option of a command.

    `kind` is words (all that is left, joined), argument, arguments, text, int, float, flag, or many (a text that
    may be given again and again).
    """

    __slots__ = ("choices", "completes", "default", "flags", "help", "high", "kind", "low", "metavar", "name", "offers")

    def __init__(
        self,
        name: str,
        kind: str,
        flags: "tuple[str, ...]",
        default: "Any",
        help: str,
        choices: "tuple[str, ...]" = (),
        low: "float | None" = None,
        high: "float | None" = None,
        completes: str = "",
        metavar: str = "",
        offers: "tuple[str, ...]" = (),
    ) -> None:
        self.name, self.kind, self.flags, self.default, self.help = name, kind, flags, default, help
        self.choices, self.low, self.high, self.completes, self.metavar = choices, low, high, completes, metavar
        self.offers = offers
        """Values that the shells complete where others may be given too."""

    @property
    def positional(self) -> bool:
        return not self.flags


REQUIRED = ...
"""The default of what must be given."""


def argument(
    name: str,
    help: str,
    *,
    kind: str = "argument",
    default: "Any" = REQUIRED,
    completes: str = "",
    choices: "tuple[str, ...]" = (),
    metavar: str = "",
    offers: "tuple[str, ...]" = (),
) -> Param:
    """Something given by its place."""
    return Param(name, kind, (), default, help, choices, completes=completes, metavar=metavar, offers=offers)


def option(
    name: str,
    help: str,
    *short: str,
    kind: str = "text",
    default: "Any" = None,
    flag: str = "",
    choices: "tuple[str, ...]" = (),
    low: "float | None" = None,
    high: "float | None" = None,
    completes: str = "",
    metavar: str = "",
    offers: "tuple[str, ...]" = (),
) -> Param:
    """Something given by its name; a switch where the kind is flag."""
    if kind == "flag":
        default = False if default is None else default
    elif kind == "many":
        default = ()
    flags = (flag or "--" + name.strip("_").replace("_", "-"), *short)
    return Param(name, kind, flags, default, help, choices, low, high, completes, metavar, offers)


GLOBAL_OPTIONS = (
    option("json", "Answer with one JSON document.", kind="flag"),
    option("db", "Use this file instead of the usual store.", metavar="PATH", completes="file"),
)
"""What every command takes, before or after its name."""
