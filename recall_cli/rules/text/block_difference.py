"""What an edit changes in a block, as lines that people read."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.text.memory_blocks import Block


def block_difference(before: "Block", after: "Block") -> "list[str]":
    """Changed fields as `name: old → new`, tags with + and -, then the removed and added lines of the text."""
    if after.is_deleted:
        return ["deleted"]
    lines = [
        f"{name}: {before.values.get(name) or 'none'} → {value or 'none'}"
        for name, value in after.values.items()
        if value != before.values.get(name, "")
    ]
    lines += [f"- tag: {tag}" for tag in before.tags if tag not in after.tags]
    lines += [f"+ tag: {tag}" for tag in after.tags if tag not in before.tags]
    if before.text != after.text:
        import difflib

        compared = difflib.ndiff(before.text.split("\n"), after.text.split("\n"))
        lines += [line for line in compared if line[:2] in ("- ", "+ ")]
    return lines
