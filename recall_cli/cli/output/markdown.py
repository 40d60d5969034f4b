"""A brief as a page of Markdown, in which no memory can be anything but text.

(Some readers make links of bare addresses; they do so in any text.)
"""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.domain.moment import format_day
from recall_cli.rules.beliefs.authorship import join_authors
from recall_cli.rules.brief.budget import estimate_brief_tokens
from recall_cli.rules.brief.sections import SECTION_TITLES, SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.flows.brief.brief_lines import BriefLine
    from recall_cli.flows.brief.context import Brief

MARKUP_LETTERS = frozenset("\\*[]<>~|`")
"""What could begin a link, a picture, an emphasis, code, a table or HTML wherever it stands, and so is escaped."""


def markdown_lines(brief: "Brief", budget: int) -> "list[str]":
    """Its sections under headings; where Markdown takes more room than the form for agents, the last ones go."""
    told = list(brief.told)
    while told and estimate_brief_tokens("\n".join(_section_lines(told))) > budget:
        told.pop()
    return _section_lines(told)


def _section_lines(told: "Iterable[BriefLine]") -> "list[str]":
    lines: list[str] = []
    for name in SECTIONS:
        of = [one for one in told if one.section == name]
        if of:
            lines += [*([""] if lines else []), f"## {SECTION_TITLES[name]}", "", *map(_list_item, of)]
    return lines


def _list_item(one: "BriefLine") -> str:
    first = one.memories[0]
    about = ", ".join(
        [one.kind, escape_markdown(join_authors(one.memories)), format_day(first.created_at), f"`{one.id}`"]
    )
    return f"- {escape_markdown(one.text)} ({about})" + (f" **{escape_markdown(one.stale)}**" if one.stale else "")


def escape_markdown(text: str) -> str:
    """The text as Markdown shows it, letter for letter, on one line; code in backticks stays as it is."""
    plain = make_printable(text)
    shown: list[str] = []
    at = 0
    while at < len(plain):
        length = _count_backticks(plain, at)
        end = _find_code_end(plain, at + length, length) if length else -1
        if end > 0:
            shown.append(plain[at:end])
            at = end
        else:
            shown.append("\\`" * length if length else _escape_letter(plain, at))
            at += length or 1
    return _escape_block_start("".join(shown))


def _count_backticks(text: str, at: int) -> int:
    """How many backticks stand here."""
    end = at
    while text[end : end + 1] == "`":
        end += 1
    return end - at


def _find_code_end(text: str, start: int, length: int) -> int:
    """Where the code ends that so many backticks began: behind the next run of just as many; -1 if there is none."""
    at = text.find("`", start)
    while at >= 0:
        run = _count_backticks(text, at)
        if run == length:
            return at + run
        at = text.find("`", at + run)
    return -1


def _escape_letter(text: str, at: int) -> str:
    """One letter outside of code, behind a backslash where it could be markup at its place."""
    letter = text[at]
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if letter == "_":  # inside a word it is none
        return letter if before.isalnum() and after.isalnum() else "\\_"
    if letter == "&":  # only with a semicolon could it be an entity
        name, semicolon, _ = text[at + 1 :].partition(";")
        return "\\&" if semicolon and name.lstrip("#").isalnum() else letter
    if letter == "!":
        return "\\!" if after == "[" else letter
    return "\\" + letter if letter in MARKUP_LETTERS else letter


def _escape_block_start(line: str) -> str:
    """The line without what would make it a heading, a list, a rule or the underline of a heading."""
    digits = len(line) - len(line.lstrip("0123456789"))
    if digits and line[digits : digits + 1] in (".", ")"):
        return line[:digits] + "\\" + line[digits:]
    return "\\" + line if line[:1] in ("-", "+", "=", "#") else line
