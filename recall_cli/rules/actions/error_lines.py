"""The lines of a program's output that say what went wrong, as fingerprints: the most telling one first."""

from recall_cli.language.tables import read_phrases
from recall_cli.rules.actions.fingerprint import Fingerprint, make_fingerprint, normalize_message
from recall_cli.rules.text.paragraphs import split_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE_LETTERS = 600
MAX_ERRORS = 6
"""Further errors of one output are not looked up."""
SIGNS = read_phrases("words", "signs of errors")
"""A text without any of these reports no error."""
TYPE_ENDINGS = read_phrases("words", "endings of error types")
ASSERTIONS = frozenset(("AssertionError", "AssertionFailedError", "ComparisonFailure", "panic", "FAIL"))
"""Errors whose message says too little without the place where they happened."""
CERTAIN, PROBABLE, SUMMARY = 3, 2, 1
SUMMARIES = read_phrases("words", "summaries of errors")
"""Lines that only repeat that something failed."""
_LINE_MARKS = ("E ", "> ", "| ", "│ ", "- ", "* ", "● ", "✗ ", "× ", "✖ ", "❌ ", "[31m")
_CAUSE_MARKS = ("Caused by: ", "Uncaught ", "Unhandled exception. ", "Unhandled ", "(node) ", "PHP ")
"""What logs and test runners put before a message."""
LEVELS = ("ERROR", "FATAL", "CRITICAL", "SEVERE", "PANIC", "Error", "error", "fatal", "Fatal", "FAILED", "E")


class ErrorLine:
    """One line that reports an error, and how much it tells."""

    __slots__ = ("fingerprint", "weight")

    def __init__(self, fingerprint: Fingerprint, weight: int) -> None:
        self.fingerprint, self.weight = fingerprint, weight


def find_errors(text: str) -> "list[Fingerprint]":
    """The errors that an output reports, without repetitions: the most telling first, then the last."""
    if not any(sign in text for sign in SIGNS):
        return []
    lines = split_output(text)
    found = [line for line in _error_lines(lines) if line.fingerprint.is_specific]
    ordered = [line for weight in (CERTAIN, PROBABLE, SUMMARY) for line in reversed(found) if line.weight == weight]
    best = max((line.weight for line in ordered), default=0)
    unique: dict[str, Fingerprint] = {}
    for line in ordered:
        if line.weight > SUMMARY or best == SUMMARY:
            unique.setdefault(line.fingerprint.text, line.fingerprint)
    return list(unique.values())[:MAX_ERRORS]


def _error_lines(lines: "list[str]") -> "Iterator[ErrorLine]":
    place = ""
    for at, whole in enumerate(lines):
        line = whole[:MAX_LINE_LETTERS].strip()
        if not line:
            continue
        place = _place(line) or place
        if not any(sign in line for sign in SIGNS) and not _is_typed_line(line):
            continue
        following = lines[at + 1].strip()[:MAX_LINE_LETTERS] if at + 1 < len(lines) else ""
        if line.endswith("error: cannot find symbol"):  # javac names the symbol below the line
            symbol = next((one for one in map(str.strip, lines[at + 1 : at + 5]) if one.startswith("symbol:")), "")
            line = f"{line} {' '.join(symbol.split()[1:])}".rstrip()
        found = parse_error_line(line, following)
        if found is None:
            continue
        mark = found.fingerprint
        if mark.kind in ASSERTIONS and place and place not in mark.message:
            mark = Fingerprint(kind=mark.kind, message=f"{place}: {mark.message}" if mark.message else place)
        elif mark.kind and not mark.message and place:
            mark = Fingerprint(kind=mark.kind, message=place)
        yield ErrorLine(mark, found.weight)


def _place(line: str) -> str:
    """The test or the function that a line names: the place of the errors after it."""
    if line.startswith('File "') and ", in " in line:
        path, _, function = line.rpartition(", in ")
        return f"{normalize_message(path[6:].partition(chr(34))[0])} {function}"
    if line.startswith("____") and line.endswith("____"):
        return line.strip("_ ").partition("[")[0]
    if line.startswith(("=== RUN", "--- FAIL:", "● ")):
        return normalize_message(
            line.lstrip("=-● ").removeprefix("RUN").removeprefix("FAIL:").strip().partition(" (")[0]
        )
    return ""


def _is_typed_line(line: str) -> bool:
    kind, colon, _ = line.partition(":")
    return bool(colon) and kind.endswith(TYPE_ENDINGS) and " " not in kind


def parse_error_line(line: str, following: str = "") -> "ErrorLine | None":
    """What a line says went wrong; None if it reports no error. A panic says it on the line that follows."""
    line = _strip_prefixes(line)
    found = _parse_known_tool(line, following) or _parse_compiler(line) or _parse_typed(line) or _parse_plain(line)
    if found is not None and any(words in line.lower() for words in SUMMARIES):
        return ErrorLine(found.fingerprint, SUMMARY)
    return found


def _strip_prefixes(line: str) -> str:
    """A line without the time, the level and the marks that logs and test runners put before a message."""
    while True:
        before = line
        for mark in _LINE_MARKS:
            line = line.removeprefix(mark).lstrip()
        for mark in _CAUSE_MARKS:
            line = line.removeprefix(mark)
        if line.startswith("["):
            inside, bracket, rest = line[1:].partition("]")
            if bracket and rest[:1] == " " and len(inside) <= 40:
                line = rest.lstrip()
        head, _, rest = line.partition(" ")
        if (rest and head[:4].isdigit() and ("-" in head or ":" in head)) or (rest and _is_clock(head)):
            line = rest.lstrip()
        if line.startswith("Exception in thread "):
            line = line.removeprefix("Exception in thread ").lstrip('"').partition('" ')[2] or line
        if line == before:
            return line


def _is_clock(word: str) -> bool:
    plain = word.strip("[]()Z,")
    return plain.count(":") >= 2 and plain.replace(":", "").replace(".", "").replace(",", "").isdigit()


def _parse_known_tool(line: str, following: str) -> "ErrorLine | None":
    """Lines of pytest, npm, Go, Rust and make that have a form of their own."""
    if line.startswith(("FAILED ", "ERROR ")) and ("::" in line or ".py - " in line):
        test, dash, reason = line.partition(" ")[2].partition(" - ")
        found = _parse_typed(reason) if dash else None
        name = normalize_message(test.partition("[")[0]).rpartition("::")[2]
        if found is None:
            return ErrorLine(Fingerprint(kind="FAIL", message=f"{name}: {normalize_message(reason)}"), PROBABLE)
        kind, message = found.fingerprint.kind, found.fingerprint.message
        text = f"{name}: {message}" if kind in ASSERTIONS or not message else message
        return ErrorLine(Fingerprint(kind=kind, message=text), CERTAIN)
    for mark in ("npm ERR! ", "npm error ", "npm ERR!", "yarn error "):
        if line.startswith(mark):
            rest = line.removeprefix(mark).strip()
            if rest.startswith(("A complete log", "This is", "For a full", "path ", "errno ", "syscall ", "cwd ", "/")):
                return None
            return ErrorLine(make_fingerprint("npm", rest), CERTAIN if " " in rest else SUMMARY)
    if line.startswith("panic: "):
        return ErrorLine(make_fingerprint("panic", line[7:].partition(" [recovered]")[0]), CERTAIN)
    if line.startswith("thread ") and " panicked at " in line:
        message = line.partition(" panicked at ")[2]
        file = message.rpartition(", ")[2] if message[:1] == "'" else message.rstrip(":")
        text = message.rpartition(", ")[0].strip("'") if message[:1] == "'" else following
        return ErrorLine(make_fingerprint("panic", f"{file}: {text}"), CERTAIN)
    if line.startswith("--- FAIL: "):
        return ErrorLine(make_fingerprint("FAIL", line[10:].partition(" (")[0]), PROBABLE)
    if line.startswith(("make: ***", "make[")) and "***" in line:
        target = line.partition("***")[2].strip(" [].").partition("]")[0]
        return ErrorLine(make_fingerprint("make", target.rpartition(": ")[2] or target), SUMMARY)
    return None


def _parse_compiler(line: str) -> "ErrorLine | None":
    """Lines such as `a.c:3:5: error: …`, `error[E0502]: …`, `a.ts(3,5): error TS2345: …`, `./a.go:3:5: …`."""
    lower = line.lower()
    for mark in ("error[", "error ts", "error cs", "error c", "error lnk", "error msb", "fatal error:", "error:"):
        at = lower.find(mark)
        if at < 0 or (at > 0 and lower[at - 1] not in " :"):
            continue
        before, rest = line[:at].strip(), line[at:]
        if before and not _names_place(before):
            continue
        if mark.endswith(":"):
            if not before:
                return None
            message = rest[len(mark) :].strip()
            return ErrorLine(make_fingerprint("error", message), CERTAIN) if message else None
        code, colon, message = rest[5:].strip("[ ").partition(":")
        code = code.rstrip("]").strip()
        if colon and code.isalnum() and code[-1:].isdigit():
            return ErrorLine(make_fingerprint(code, message), CERTAIN)
    place, colon, message = line.partition(": ")
    if colon and place.startswith(("./", "vet: ")) and place.rpartition(":")[2].isdigit():
        return ErrorLine(make_fingerprint("go", message), CERTAIN)
    for mark in ("undefined reference to ", "ld: symbol(s) not found", "ld: cannot find "):
        if mark in line:
            return ErrorLine(make_fingerprint("ld", line[line.index(mark) :].removeprefix("ld: ")), CERTAIN)
    return None


def _names_place(before: str) -> bool:
    """Whether a text before `error:` is a place in a file, or the name of a program."""
    before = before.rstrip(":- ")
    if " " in before:
        return before.endswith(")") and "(" in before
    return ":" in before or "(" in before or "." in before


def _parse_typed(line: str) -> "ErrorLine | None":
    """Lines such as `KeyError: 'user_id'`, `java.lang.NullPointerException`, `TypeError [ERR_X]: …`."""
    head, colon, message = line.partition(":")
    while colon and message[:1] == ":" and message[1:2].isalpha():  # Foo::Bar::Error
        more, colon, message = message[1:].partition(":")
        head = f"{head}.{more}"
    name, bracket, code = head.partition(" [")
    last = line.rpartition(" (")[2].removesuffix(")")
    if ":in " in line and line.endswith(")") and last.isidentifier() and last.endswith(TYPE_ENDINGS):  # Ruby
        return ErrorLine(make_fingerprint(last, line.partition("': ")[2].rpartition(" (")[0]), CERTAIN)
    if (
        not name
        or " " in name
        or not name.replace(".", "").replace("_", "").replace("$", "").replace("\\", "").isalnum()
    ):
        return None
    kind = name.rpartition(".")[2].rpartition("\\")[2]
    has_type = kind.endswith(TYPE_ENDINGS) and kind[:1].isupper()
    if not has_type:
        is_class = "." in name and kind[:1].isupper() and colon and not kind.isupper() and name.count(".") >= 2
        if not is_class:
            return None
    if not colon and line.strip() != name:
        return None
    if kind in ("Error", "Exception", "RuntimeError") and not message.strip():
        return None
    text = f"[{code} {message.strip()}" if bracket else message.strip()
    weight = PROBABLE if kind.endswith("Warning") else CERTAIN
    return ErrorLine(make_fingerprint(kind, text), weight)


PLAIN_MARKS = read_phrases("words", "plain errors")


def _parse_plain(line: str) -> "ErrorLine | None":
    """Lines such as `error: failed to push some refs`, `bash: foo: command not found`."""
    head, colon, message = line.partition(":")
    if colon and (head in LEVELS or head.endswith((" error", " Error"))) and message.strip():
        words = head if head.lower() not in ("error", "e") else ""
        return ErrorLine(make_fingerprint("", f"{words + ': ' if words else ''}{message.strip()}"), PROBABLE)
    level, _, rest = line.partition(" ")
    if level in LEVELS[:5] and len(rest) > 8:
        return ErrorLine(make_fingerprint("", _strip_prefixes(rest)), PROBABLE)
    if any(mark in line for mark in PLAIN_MARKS) and len(line) <= 300:
        shell = head in ("bash", "sh", "zsh", "/bin/sh", "/bin/bash") and colon
        text = message.strip() if shell else line
        number, next_colon, rest = text.partition(": ")
        if next_colon and number.removeprefix("line ").isdigit():
            text = rest
        return ErrorLine(make_fingerprint("", text), PROBABLE)
    return None
