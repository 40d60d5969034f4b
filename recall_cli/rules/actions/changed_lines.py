"""The files and lines that a diff changes, from the text of `git diff` or from two versions of a file."""

MAX_DIFF_LETTERS = 20_000_000
MAX_FILES = 500
MAX_RANGES = 200
MAX_COMPARED_LINES = 20_000
"""Two versions of a longer file are compared only by what their beginnings and ends have in common."""

LineRanges = list[tuple[int, int]]


def parse_diff(text: str) -> "dict[str, LineRanges]":
    """The changed lines of each file in a diff: by the numbers that they had before, and that they have now."""
    files: dict[str, LineRanges] = {}
    path = old_path = ""
    for line in text[:MAX_DIFF_LETTERS].splitlines():
        if line.startswith("diff --git "):
            path = old_path = ""
        elif line.startswith("--- "):
            old_path = _diff_path(line[4:])
        elif line.startswith("+++ "):
            path = _diff_path(line[4:]) or old_path
            for name in {path, old_path} - {""}:
                if len(files) < MAX_FILES:
                    files.setdefault(name, [])
        elif line.startswith("rename from "):
            files.setdefault(_unquote_path(line[12:]), [])
        elif line.startswith("@@") and path:
            for name in {path, old_path} & files.keys():
                files[name] += _hunk_ranges(line)[: MAX_RANGES - len(files[name])]
    return files


def _diff_path(text: str) -> str:
    """The path in a line such as `+++ b/src/app.py`; empty for a file that does not exist."""
    path = _unquote_path(text.split("\t", maxsplit=1)[0].strip())
    if path == "/dev/null":
        return ""
    return path[2:] if path[:2] in ("a/", "b/", "i/", "w/", "c/", "o/") else path


def _unquote_path(path: str) -> str:
    """A path without the quotes and escapes that git puts around unusual names."""
    if len(path) < 2 or path[0] != '"' or path[-1] != '"':
        return path
    inner = path[1:-1].encode("utf-8", "surrogateescape")
    result, at = bytearray(), 0
    while at < len(inner):
        if inner[at : at + 1] == b"\\" and at + 1 < len(inner):
            octal = inner[at + 1 : at + 4]
            if len(octal) == 3 and octal.isdigit() and max(octal) < ord("8"):
                result.append(int(octal, 8) & 0xFF)
                at += 4
                continue
            result += {b"t": b"\t", b"n": b"\n"}.get(inner[at + 1 : at + 2], inner[at + 1 : at + 2])
            at += 2
            continue
        result.append(inner[at])
        at += 1
    return result.decode("utf-8", "surrogateescape")


def _hunk_ranges(line: str) -> "LineRanges":
    """The old and the new lines of a hunk: `@@ -3,4 +3,6 @@`."""
    ranges = []
    for part in line.strip("@").split("@@")[0].split():
        numbers = part[1:].split(",")
        if part[:1] in ("-", "+") and all(number.isdigit() and len(number) < 10 for number in numbers):
            first, count = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 1
            ranges.append((max(first, 1), max(first + count - 1, first, 1)))
    return ranges


def compare_versions(before: str, after: str) -> "LineRanges":
    """The changed lines between two versions of a file, by their old and new numbers."""
    if before == after:
        return []
    old, new = before.split("\n"), after.split("\n")
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(middle_old), len(middle_new)) > MAX_COMPARED_LINES or not middle_old or not middle_new:
        ends = (max(len(middle_old), 1), max(len(middle_new), 1))
        return [(head + 1, head + end) for end in dict.fromkeys(ends)]
    from difflib import SequenceMatcher

    ranges: LineRanges = []
    for change, begin, end, start, stop in SequenceMatcher(None, middle_old, middle_new, autojunk=True).get_opcodes():
        if change != "equal" and len(ranges) < MAX_RANGES:
            ranges.append((head + begin + 1, head + max(end, begin + 1)))
            ranges.append((head + start + 1, head + max(stop, start + 1)))
    return ranges
