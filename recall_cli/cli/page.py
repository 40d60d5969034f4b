"""A brief as a page of Markdown, in which no memory can be anything but text.

(Some readers make links of bare addresses; they do so in any text.)
"""

from recall_cli.cli.show import safe
from recall_cli.domain.moment import day
from recall_cli.rules.authorship import authors
from recall_cli.rules.budget import tokens
from recall_cli.rules.sections import SECTIONS, TITLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.flows.brief_lines import Told
    from recall_cli.flows.context import Brief

MARKUP = frozenset("\\`*_{}[]<>()#&|~!")
"""What could begin a link, a picture, an emphasis, code, a table or HTML, and so stands behind a backslash."""


def page(brief: "Brief", budget: int) -> "list[str]":
    """Its sections under headings; where Markdown takes more room than the form for agents, the last ones go."""
    told = list(brief.told)
    while told and tokens("\n".join(_sections(told))) > budget:
        told.pop()
    return _sections(told)


def _sections(told: "Iterable[Told]") -> "list[str]":
    lines: list[str] = []
    for name in SECTIONS:
        of = [one for one in told if one.section == name]
        if of:
            lines += [*([""] if lines else []), f"## {TITLES[name]}", "", *map(_item, of)]
    return lines


def _item(one: "Told") -> str:
    first = one.memories[0]
    about = ", ".join([one.kind, escaped(authors(one.memories)), day(first.created_at), f"`{one.id}`"])
    return f"- {escaped(one.text)} ({about})" + (f" **{escaped(one.stale)}**" if one.stale else "")


def escaped(text: str) -> str:
    """The text as Markdown shows it, letter for letter, on one line."""
    plain = "".join("\\" + letter if letter in MARKUP else letter for letter in safe(text))
    number, dot, rest = plain.partition(".")
    if dot and number.isdigit():  # else a list would begin
        return f"{number}\\.{rest}"
    return "\\" + plain if plain[:1] in ("-", "+", "=") else plain
