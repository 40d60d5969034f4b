"""Text in Markdown pages, with all markup in it escaped.

(Some viewers turn bare addresses into links, as they do in any text.)
"""

from recall_cli.cli.output.formatting import make_printable

MARKUP_LETTERS = frozenset("\\*[]<>~|`")
"""Characters that can start markup anywhere (links, images, emphasis, code, tables, HTML); they are escaped."""


def escape_markdown(text: str) -> str:
    """The text on one line, escaped so that Markdown shows it literally; code in backticks stays code."""
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
    end = at
    while text[end : end + 1] == "`":
        end += 1
    return end - at


def _find_code_end(text: str, start: int, length: int) -> int:
    """The end of code that began with `length` backticks: after the next run of that length; -1 if there is none."""
    at = text.find("`", start)
    while at >= 0:
        run = _count_backticks(text, at)
        if run == length:
            return at + run
        at = text.find("`", at + run)
    return -1


def _escape_letter(text: str, at: int) -> str:
    """One character outside code, with a backslash if it could be markup here."""
    letter = text[at]
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if letter == "_":  # inside a word it is not markup
        return letter if before.isalnum() and after.isalnum() else "\\_"
    if letter == "&":  # an entity needs a semicolon
        name, semicolon, _ = text[at + 1 :].partition(";")
        return "\\&" if semicolon and name.lstrip("#").isalnum() else letter
    if letter == "!":
        return "\\!" if after == "[" else letter
    return "\\" + letter if letter in MARKUP_LETTERS else letter


def _escape_block_start(line: str) -> str:
    """The line, escaped so that it does not become a heading, a list or a rule."""
    digits = len(line) - len(line.lstrip("0123456789"))
    if digits and line[digits : digits + 1] in (".", ")"):
        return line[:digits] + "\\" + line[digits:]
    return "\\" + line if line[:1] in ("-", "+", "=", "#") else line
