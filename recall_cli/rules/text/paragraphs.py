"""Plain text as statements: paragraphs, list items, and lines that are each a sentence."""

LIST_MARKS = ("- ", "* ", "+ ", "• ")
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
