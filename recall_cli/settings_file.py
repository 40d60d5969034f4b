"""Reads and changes the settings file. A simple file needs no TOML parser, and a change keeps all other lines."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    Value = str | int | float | bool


QUOTED_TABLES = ("extractor",)
"""Settings whose name also begins the names of others. In TOML it cannot be a value and a table: the others are quoted
keys (`"extractor.command" = …`)."""
MAX_FILE_LENGTH = 1_000_000
"""A longer file is refused."""
MAX_LINE_LENGTH = 10_000
"""A file that needs the TOML parser is refused if it has a longer line: a key with very many parts takes minutes."""


def read_settings(path: str) -> "dict[str, Value]":
    """Every setting of the file by its dotted name; none if there is no file. ValueError if it is not TOML."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        return {}
    settings = parse_simple_toml(text)
    if settings is not None:
        return settings
    if max(map(len, text.split("\n"))) > MAX_LINE_LENGTH:
        raise ValueError(f"a line of more than {MAX_LINE_LENGTH:,} letters")
    try:
        return _parse_toml(text)
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None


def read_text(path: str, limit: int = MAX_FILE_LENGTH, newline: "str | None" = None) -> str:
    """The text of an ordinary file of limited size. Reading a device or a pipe might never end."""
    from stat import S_ISREG

    if path == os.devnull:
        return ""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise ValueError("not an ordinary file")
    with open(file, encoding="utf-8", newline=newline) as opened:
        text = opened.read(limit + 1)
    if len(text) > limit:
        raise ValueError(f"more than {limit:,} letters")
    return text


def parse_simple_toml(text: str) -> "dict[str, Value] | None":
    """The settings of a file with only tables, comments and simple values; None for any other file."""
    settings: dict[str, Value] = {}
    tables = {""}
    prefix = ""
    """The name of the present table, with a dot."""
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line.strip(" \t")
        if not line.replace("\t", " ").isprintable():
            return None
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            prefix = line[1:-1] + "."
            parts = line[1:-1].split(".")
            outer = {".".join(parts[: at + 1]) for at in range(len(parts))}
            if line[-1] != "]" or not all(map(_is_bare_key, parts)):
                return None
            if not outer.isdisjoint(settings) or prefix in tables:  # the name is a setting or a table already
                return None
            tables.add(prefix)
            continue
        key, equals, rest = line.partition("=")
        key = key.strip(" \t")
        value = _parse_value(rest.strip(" \t"))
        if not prefix and _is_quoted_name(key):
            key = key[1:-1]
        elif not _is_bare_key(key):
            return None
        if not equals or value is None:
            return None
        name = prefix + key
        if name in settings or _is_table(name, tables):
            return None
        settings[name] = value
    return settings


def _is_table(name: str, tables: "set[str]") -> bool:
    return any(table.startswith(name + ".") for table in tables)


def _is_quoted_name(key: str) -> bool:
    """Is it the quoted name of a setting, such as "extractor.command"?"""
    return (
        key[:1] == '"' == key[-1:]
        and key[1:-1].partition(".")[0] in QUOTED_TABLES
        and _is_bare_key(key[1:-1].replace(".", "a"))
    )


def _is_bare_key(text: str) -> bool:
    letters = text.replace("_", "a").replace("-", "a")
    return letters.isalnum() and letters.isascii()


def _parse_value(text: str) -> "Value | None":
    if text in ("true", "false"):
        return text == "true"
    if len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') == 2 and "\\" not in text:
        return text[1:-1] if text.isprintable() else None
    whole, dot, fraction = text.removeprefix("-").partition(".")
    if not (whole.isascii() and whole.isdigit()) or (whole[0] == "0" and len(whole) > 1):
        return None
    if not dot:
        return int(text)
    return float(text) if fraction.isascii() and fraction.isdigit() else None


def _parse_toml(text: str) -> "dict[str, Value]":
    import tomllib

    def flatten(table: "dict[str, object]", prefix: str) -> "dict[str, Value]":
        settings: dict[str, Value] = {}
        for key, value in table.items():
            if isinstance(value, dict):
                settings.update(flatten(value, prefix + key + "."))
            elif isinstance(value, (str, int, float, bool)):
                settings[prefix + key] = value
            else:
                raise ValueError(f"{prefix}{key} is neither text, a number, true nor false")
        return settings

    return flatten(tomllib.loads(text), "")


def change_setting(text: str, name: str, value: "Value | None") -> str:
    """The text of the file with one setting changed, or removed if the value is None. All other lines stay."""
    table, _, key = name.rpartition(".")
    if table in QUOTED_TABLES:
        table, key = "", f'"{name}"'
    lines = [line + "\n" for line in text.split("\n")]  # splitlines knows more line ends than TOML
    if lines[-1] == "\n":
        lines.pop()
    start, end = _table_range(lines, table)
    matching = [at for at in range(start, end) if lines[at].partition("=")[0].strip() == key and "=" in lines[at]]
    line = None if value is None else f"{key} = {_format_value(value)}\n"
    if matching:
        lines[matching[0] : matching[0] + 1] = [] if line is None else [line]
    elif line is not None:
        if start < 0:
            lines += (["\n"] if lines else []) + [f"[{table}]\n", line]
        else:
            while end > start and not lines[end - 1].strip():
                end -= 1
            lines.insert(end, line)
    return "".join(lines)


def _table_range(lines: "list[str]", table: str) -> "tuple[int, int]":
    """The first line of a table and the line after its last; (-1, -1) if there is no such table."""
    start = 0 if not table else -1
    for at, line in enumerate(lines):
        if line.lstrip().startswith("["):
            if start >= 0:
                return start, at
            if "".join(line.partition("#")[0].split()) == f"[{table}]":
                start = at + 1
    return (start, len(lines)) if start >= 0 else (-1, -1)


def _format_value(value: "Value") -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return repr(value)
    from recall_cli.domain.json_text import dumps_utf8

    # as in JSON, but not escaped as surrogate pairs, which TOML does not know; and TOML escapes DEL
    return dumps_utf8(value).replace("\x7f", "\\u007f")


def replace_file(path: str, text: str) -> None:
    """Replace a file at once: a reader sees the old text or the new one. A link to the file stays a link."""
    from recall_cli import atomic_file

    path = os.path.realpath(path)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    atomic_file.replace_file(path, [text.encode()])
