"""The statements of a text: its lines, with a sentence that runs on over several lines as one."""

_SENTENCE_ENDS = (".", "!", "?")
_BULLETS = ("- ", "* ", "+ ", "> ", "# ", "## ", "### ", "| ")


def split_statements(text: str) -> "list[str]":
    """The lines of a text. A line that goes on in lower case after an unfinished one belongs to it."""
    if "\n" not in text:
        return [text]
    statements: list[str] = []
    for line in text.split("\n"):
        part = line.strip()
        if not part:
            continue
        if statements and _runs_on(statements[-1], part):
            statements[-1] += " " + part
        else:
            statements.append(part)
    return statements


def _runs_on(before: str, line: str) -> bool:
    """Whether a line continues the statement before it."""
    if before.endswith(_SENTENCE_ENDS) or line.startswith(_BULLETS) or line == ".":
        return False
    first = next((letter for letter in line if letter.isalnum()), "")
    return first.islower() or before[-1] == "," or (line.isupper() and before.isupper())
