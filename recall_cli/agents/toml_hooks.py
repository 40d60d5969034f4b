"""Settings in TOML: tables that are added at their end, and recall's hooks, tables of the array `hooks`.

Every other byte of the settings stays.
"""

from recall_cli.agents.own_members import has_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

HOOK_HEADER = "[[hooks]]"


def parse_toml(text: str) -> "dict[str, Any]":
    """Settings as values; ValueError if they are not TOML."""
    import tomllib

    try:
        return tomllib.loads(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(str(error)) from None


def hook_tables(text: str) -> "list[dict[str, Any]]":
    """The hooks in some settings."""
    tables = parse_toml(text).get("hooks") if has_content(text) else None
    return [table for table in tables if isinstance(table, dict)] if isinstance(tables, list) else []


def format_tables(header: str, entries: "list[dict[str, Any]]", line_end: str = "\n") -> str:
    """Tables of one name, one after the other."""
    from recall_cli.domain.json_text import dumps

    tables = [[header, *(f"{name} = {dumps(value)}" for name, value in entry.items())] for entry in entries]
    return line_end.join("".join(line + line_end for line in table) for table in tables)


def add_tables(text: str, header: str, entries: "list[dict[str, Any]]") -> "tuple[str, list[tuple[int, str]]]":
    """The settings with these tables at their end, and the edit that put them there; ValueError if they cannot be."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text.strip() else line_end if text.endswith("\n") else 2 * line_end
    added = gap + format_tables(header, entries, line_end)
    parse_toml(text)
    try:
        parse_toml(text + added)
    except ValueError:
        raise ValueError(f"{header} cannot be added to what is there") from None
    return text + added, [(len(text), added)]


def remove_tables(text: str, is_own: "Callable[[object], bool]") -> str:
    """The settings without the tables of our hooks."""
    left = ""
    for part in _parts(text):
        if not _is_own_part(part, is_own):
            left += part
        else:  # with the empty line before it
            left = next((left.removesuffix(end) for end in ("\r\n", "\n") if left.endswith(2 * end)), left)
    return left


def is_exact_removal(text: str, left: str, is_own: "Callable[[object], bool]") -> bool:
    """Whether settings lost our hooks and nothing else."""
    try:
        return not any(map(is_own, hook_tables(left))) and _others(text, is_own) == _others(left, is_own)
    except ValueError:
        return False


def _others(text: str, is_own: "Callable[[object], bool]") -> object:
    """All settings but our hooks, in their order."""
    document, hooks = parse_toml(text), hook_tables(text)
    others = [hook for hook in hooks if not is_own(hook)]
    if hooks:
        document["hooks"] = others
    return [item for item in document.items() if others or not hooks or item[0] != "hooks"]


def _parts(text: str) -> "Iterator[str]":
    """The text in parts, each table of a hook one of them. What stands below an empty line is no part of a table."""
    part: list[str] = []
    in_hook = False
    for line in text.splitlines(keepends=True):
        bare, begins = line.strip(), _is_header(line)
        if begins or (in_hook and (not bare or bare[0] in "[#")):
            yield "".join(part)
            part, in_hook = [], begins
        part.append(line)
    yield "".join(part)


def _is_header(line: str) -> bool:
    return "".join(line.partition("#")[0].split()) == HOOK_HEADER


def _is_own_part(part: str, is_own: "Callable[[object], bool]") -> bool:
    if not _is_header(part.partition("\n")[0]):
        return False
    try:
        tables = hook_tables(part)
    except ValueError:
        return False
    return len(tables) == 1 and is_own(tables[0])
