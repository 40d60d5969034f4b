"""Questions that contain pasted text, such as a stack trace, a log or a diff: which lines are worth looking up.

A trace has hundreds of words that no memory contains, and one line that says what went wrong. Only that line is used.
"""

from recall_cli.rules.text.paragraphs import split_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE_LENGTH = 400
MAX_QUESTIONS = 5
MAX_PATHS = 40
"""Further files that a text names are ignored."""

_TRACEBACK_HEADER = "Traceback (most recent call last)"
_CHAINED_ERROR_HEADERS = ("During handling of the above", "The above exception was the direct cause")
_ERROR_LINE = (
    r"^(?:Caused by: |E\s+|Uncaught |Unhandled |\[?error\]?:? )?(?:Exception in thread \"[^\"]*\" )?"
    r"(?:[A-Za-z_$][\w$]*(?:\.|::|/|\\))*[A-Za-z_$]*(?:Error|Exception|Panic|Fault|Timeout|Interrupt|Failure)(?:\b|:).*"
    r"|^Caused by: .*|^panic: .*|^fatal(?: error)?: .*|^error(?:\[\w+\])?: .*|^npm (?:ERR!|error) .*"
    r"|^thread '[^']*'.* panicked at .*|^Segmentation fault.*|^\S+:\d+(?::\d+)?: (?:fatal )?error:? .*"
    r"|^ld: .*|^make(?:\[\d+\])?: \*\*\* .*"
)
_ERROR_WORD = r"\b(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|FAILED|FAILURE|[Ff]ailed|[Cc]annot|denied|refused|timed out)\b"
_LOG_PREFIX = (
    r"^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?\]?\s*|\[?\d\d:\d\d:\d\d[.,\d]*\]?\s*"
    r"|[A-Z][a-z]{2} +\d+ [\d:]{8}\s+(?:\S+ \S+?:\s+)?|\[[\w .:/-]{1,40}\]\s*|\w[\w.-]{0,40}\s*\|\s+"
    r"|(?:ERROR|FATAL|CRITICAL|SEVERE|WARN(?:ING)?|INFO|DEBUG|level=\w+)\b[:\s]*|-\s+|>\s+)+"
)


def extract_questions(text: str) -> "list[str]":
    """The lines to look up for a pasted text, the most important first; the text itself if no line stands out."""
    lines = split_output(text)
    if _is_diff(lines):
        questions = _diff_questions(lines)
    else:
        questions = [*_add_bare_messages(_error_lines(lines)), *_prose_lines(lines)]
    shortened = dict.fromkeys(question[:MAX_LINE_LENGTH].strip() for question in questions)
    return [question for question in shortened if any(map(str.isalpha, question))][:MAX_QUESTIONS] or [text]


def _error_lines(lines: "list[str]") -> "list[str]":
    """The lines that say what went wrong: the end of a Python trace, the cause of a Java trace, then other errors."""
    import re

    error_line, error_word, prefix = re.compile(_ERROR_LINE), re.compile(_ERROR_WORD), re.compile(_LOG_PREFIX)
    traceback_ends = [*_traceback_ends(lines)]
    certain: list[str] = []
    possible: list[str] = []
    for at, raw_line in enumerate(lines):
        line = raw_line.strip()[: 2 * MAX_LINE_LENGTH]
        content = prefix.sub("", line, count=1)
        if error_line.match(line) or error_line.match(content):
            message_follows = (
                error_line.match(line) and " panicked at " in line and line.endswith(":") and at + 1 < len(lines)
            )
            certain.append(lines[at + 1].strip() if message_follows else content)
        elif error_word.search(line):
            possible.append(content)
    causes = [line.removeprefix("Caused by: ") for line in certain if line.startswith("Caused by: ")]
    certain = [line.removeprefix("E ").strip() for line in certain if not line.startswith("Caused by: ")]
    return [*reversed(traceback_ends), *reversed(causes), *certain[:2], *certain[-1:], *possible[-2:]]


def _add_bare_messages(error_lines: "list[str]") -> "list[str]":
    """Each error line, followed by its message alone: the name of its type may be a word that no memory contains."""
    result: list[str] = []
    for line in dict.fromkeys(error_lines):
        kind, colon, message = line.partition(": ")
        is_type = colon and " " not in kind and ("." in kind or "::" in kind or kind.endswith(("Error", "Exception")))
        result += [line, message.removeprefix("FATAL: ").strip()] if is_type and len(message.split()) > 2 else [line]
    return result


def _traceback_ends(lines: "list[str]") -> "Iterator[str]":
    """The line after the frames of each Python traceback."""
    inside = False
    margin = 0
    for raw_line in lines:
        if _TRACEBACK_HEADER in raw_line:
            inside, margin = True, raw_line.index(_TRACEBACK_HEADER)
        elif inside and raw_line.strip() and not raw_line[margin : margin + 1].isspace():
            line = raw_line[margin:].strip() or raw_line.strip()
            inside = False
            if not line.startswith(_CHAINED_ERROR_HEADERS):
                yield line


def _is_diff(lines: "list[str]") -> bool:
    return any(line.startswith(("diff --git ", "--- a/", "+++ b/", "@@ -")) for line in lines)


def _diff_questions(lines: "list[str]") -> "list[str]":
    """What a diff changes: its subject, then the files and functions of its hunks, then the lines that it adds."""
    names: dict[str, None] = {}
    added: list[str] = []
    for line in lines:
        if line.startswith("+++ "):
            path = line[4:].split("\t")[0].strip().removeprefix("b/")
            names[path.rpartition("/")[2].partition(".")[0]] = None
        elif line.startswith("@@ "):
            names[line.rpartition("@@")[2].strip(" {:")] = None
        elif line.startswith("+"):
            added.append(line[1:].strip())
    subject = [
        line for line in lines if line[:1].isalpha() and not line.startswith(("diff ", "index ", "new ", "old "))
    ]
    return [*subject[:1], " ".join(filter(None, names)), " ".join(added)]


def _prose_lines(lines: "list[str]") -> "list[str]":
    """What the user wrote around the pasted text: lines that begin and end like sentences."""
    return [
        line.strip()
        for line in (*lines[:3], *lines[-3:])
        if len(line.split()) > 2 and line[:1].isalpha() and line.rstrip()[-1:] in "?.!:" and "(" not in line
    ]


def find_paths(text: str) -> "list[str]":
    """The files that a text names, without repetitions, with forward slashes."""
    if "/" not in text and "." not in text and "\\" not in text:
        return []
    paths: dict[str, None] = {}
    for word in text.replace("\\", "/").split():
        path = word.strip("\"'`()[]{}<>,;!?*").rstrip(".:")
        path = path.partition("#")[0].split("(")[-1].strip("\"'`")
        while ":" in path and path.rpartition(":")[2].replace("-", "").isdigit():
            path = path.rpartition(":")[0]
        path = path.rstrip(":,.")
        path = path.removeprefix("file://").removeprefix("./")
        name, dot, ending = path.rpartition("/")[2].rpartition(".")
        looks_like_file = (
            dot and ending.isalnum() and len(ending) <= 8 and (name or "/" in path) and not ending.isdigit()
        )
        if path and "://" not in path and (looks_like_file or "/" in path) and any(map(str.isalpha, path)):
            paths[path] = None
            if len(paths) == MAX_PATHS:
                break
    return [*paths]


def path_names_file(path: str, anchor_path: str) -> bool:
    """Whether a path, absolute or shortened as people and programs write it, names the file of an anchor."""
    return path == anchor_path or path.endswith("/" + anchor_path) or anchor_path.endswith("/" + path)
