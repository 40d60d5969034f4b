"""Plain text as statements: paragraphs, list items, and lines that are each a sentence. Output of programs as lines."""

LIST_MARKS = ("- ", "* ", "+ ", "• ")
MAX_LINES = 20_000
"""Of a longer output the beginning and the end are read; most programs say at the end what failed."""
SENTENCE_ENDS = (".", "!", "?", "。", "！", "？", "।")


def split_paragraphs(text: str) -> "list[tuple[int, str]]":
    """Every statement of a text with the number of its first line."""
    statements: list[tuple[int, str]] = []
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""], 1):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            statements += _split_statements(block)
            block = []
    return statements


def _split_statements(block: "list[tuple[int, str]]") -> "list[tuple[int, str]]":
    """The statements of a paragraph: its list items, its lines if each is a sentence, or else the whole paragraph."""
    if any(line.startswith(LIST_MARKS) for _, line in block):
        parts: list[tuple[int, str]] = []
        for number, line in block:
            if line.startswith(LIST_MARKS) or not parts:
                parts.append((number, line[2:].strip() if line.startswith(LIST_MARKS) else line))
            else:
                parts[-1] = (parts[-1][0], f"{parts[-1][1]} {line}")
    elif len(block) > 1 and all(line.endswith(SENTENCE_ENDS) for _, line in block):
        parts = block
    else:
        parts = [(block[0][0], " ".join(line for _, line in block))]
    return [(number, statement) for number, statement in parts if any(letter.isalnum() for letter in statement)]


def split_output(text: str) -> "list[str]":
    """The lines of an output, without colours; of a very long one only the beginning and the end."""
    if "\x1b" in text:
        text = _remove_escapes(text)
    if "\n" not in text.strip() and "\\n" in text:
        text = text.replace("\\n", "\n")
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        lines = lines[: MAX_LINES // 4] + lines[-MAX_LINES * 3 // 4 :]
    return lines


def _remove_escapes(text: str) -> str:
    """A text without the escape sequences that colour a terminal."""
    parts = text.split("\x1b[")
    kept = [parts[0]]
    for part in parts[1:]:
        at = 0
        while at < len(part) and (part[at].isdigit() or part[at] in ";?"):
            at += 1
        kept.append(part[at + 1 :])
    return "".join(kept).replace("\x1b", "")
