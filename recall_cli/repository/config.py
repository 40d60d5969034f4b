"""Git's configuration files: their values, as far as recall needs them. Includes are never followed here."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CONFIG = 256_000
"""Bytes of a configuration file that are read."""
MAX_LINE = 8_192
"""A longer line is no setting that recall needs."""
MAX_ADDRESS = 2_000
"""A longer address of a remote is not one."""


def config_values(raw: bytes) -> "Iterator[tuple[str, str, str, str]]":
    """Each value of a configuration file: section and name in lower case, the subsection as it is, the value."""
    section, subsection = "", ""
    for line in raw.decode("utf-8", "replace").split("\n"):
        line = line.strip() if len(line) <= MAX_LINE else ""
        if line.startswith("["):
            head, closed, line = _after_header(line)
            if not closed:
                continue
            section, _, subsection = head.partition(" ")
            section, subsection = section.lower(), _unquoted(subsection.strip())
            line = line.strip()
        if line and line[0] not in "#;":
            name, equals, value = line.partition("=")
            yield section, subsection, name.strip().lower(), _unquoted(value.strip()) if equals else "true"


def _after_header(line: str) -> "tuple[str, bool, str]":
    """What stands in the brackets, whether they are closed, and the rest of the line."""
    quoted = False
    for at, letter in enumerate(line):
        if letter == '"' and line[at - 1] != "\\":
            quoted = not quoted
        elif letter == "]" and not quoted:
            return line[1:at], True, line[at + 1 :]
    return "", False, ""


def _unquoted(value: str) -> str:
    """A value without quotation marks, escapes and the comment behind it."""
    if not any(sign in value for sign in '"\\#;'):
        return value
    found, quoted, escaped = "", False, False
    for letter in value:
        if escaped:
            found, escaped = found + {"n": "\n", "t": "\t", "b": "\b"}.get(letter, letter), False
        elif letter == "\\":
            escaped = True
        elif letter == '"':
            quoted = not quoted
        elif letter in "#;" and not quoted:
            return found.rstrip()
        else:
            found += letter
    return found


def first_remote(raw: bytes) -> "str | None":
    """The address of the first remote that has a usable one."""
    for section, subsection, name, value in config_values(raw):
        named = section == "remote" and subsection and name == "url"
        if named and 0 < len(value) <= MAX_ADDRESS and value.isprintable():
            return value
    return None
