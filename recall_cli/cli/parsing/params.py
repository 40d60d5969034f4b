"""The parameters of commands, declared as data. Both parsers, the help and the completions use the declarations."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any, TypedDict, Unpack

    class Details(TypedDict, total=False):
        """What else can be declared of a parameter."""

        choices: tuple[str, ...]
        low: float
        high: float
        completes: str
        metavar: str
        offers: tuple[str, ...]
        aliases: dict[str, str]
        rare: bool


class Param:
    """An argument or an option of a command.

    `kind` is one of: words (all remaining arguments, joined), argument, arguments, text, int, float, flag, or many (an
    option that may be repeated).
    """

    __slots__ = tuple("aliases choices completes default flags help high kind low metavar name offers rare".split())

    def __init__(
        self,
        name: str,
        help: str,
        flags: "tuple[str, ...]",
        *,
        kind: str,
        default: "Any",
        choices: "tuple[str, ...]" = (),
        low: "float | None" = None,
        high: "float | None" = None,
        completes: str = "",
        metavar: str = "",
        offers: "tuple[str, ...]" = (),
        aliases: "dict[str, str] | None" = None,
        rare: bool = False,
    ) -> None:
        self.name, self.kind, self.flags, self.default, self.help = name, kind, flags, default, help
        self.choices, self.low, self.high, self.completes, self.metavar = choices, low, high, completes, metavar
        self.offers = offers
        """Values that shells complete; other values are allowed too."""
        self.aliases = aliases or {}
        """Old names of choices that are still accepted, with their present names."""
        self.rare = rare
        """Whether only `--help --all` shows it."""

    @property
    def positional(self) -> bool:
        return not self.flags


def is_text(word: str, flags: "Container[str]") -> bool:
    """Is this argument a text and not an option, even if it begins with "-"?

    The name of an option is written in ASCII without spaces; only the value after "=" may have any. What has such a
    name may still be unknown: that is for the full parser to tell.
    """
    if len(word) < 2 or word[0] != "-":
        return True
    name = word.partition("=")[0]
    if name in flags:
        return False
    if any(map(str.isspace, name)):
        return True
    return word[:2] not in flags and not (name.isascii() and name.strip("-<>"))


REQUIRED = ...
"""The default of a required argument."""


def argument(
    name: str, help: str, *, kind: str = "argument", default: "Any" = REQUIRED, **details: "Unpack[Details]"
) -> Param:
    """A positional parameter."""
    return Param(name, help, (), kind=kind, default=default, **details)


def option(
    name: str, help: str, *short: str, kind: str = "text", default: "Any" = None, **details: "Unpack[Details]"
) -> Param:
    """A named parameter; a switch if the kind is flag."""
    default = {"flag": False, "many": ()}.get(kind, default)
    return Param(name, help, ("--" + name.strip("_").replace("_", "-"), *short), kind=kind, default=default, **details)


GLOBAL_OPTIONS = (
    option("json", "Print JSON.", kind="flag"),
    option("db", "Use this file instead of the usual store.", metavar="PATH", completes="file", rare=True),
)
"""Options of every command, before or after its name."""
