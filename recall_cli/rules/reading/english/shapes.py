"""Lines that are not prose: code, logs, diffs, stack traces, commands, and the output of tools."""

OPEN_ENDED = frozenset(
    """the a an to of in on for with and or by at from is are was were that which our my your its into
    than as""".split()
)
"""Words that no sentence ends with: a line that does goes on in the next."""

_LEVELS = frozenset(
    "INFO WARN WARNING ERROR DEBUG TRACE FATAL CRITICAL NOTICE PASS FAIL FAILED OK PASSED SKIPPED".split()
)
_TALLIES = frozenset(
    """passed failed skipped errors error warnings warning tests test files file insertions deletions
    changed passing failing pending suites total xfailed deselected vulnerabilities packages added removed
    audited modules problems issues found matches rows lines""".split()
)
_COMMANDS = frozenset(
    """git npm npx pnpm yarn pip pip3 uv poetry docker docker-compose kubectl helm terraform cd ls cat
    make cargo curl wget sudo python python3 pytest node go ssh scp rm cp mv mkdir chmod grep rg sed awk
    export brew apt apt-get echo psql redis-cli aws gcloud az systemctl ruff mypy tox nox bundle rake mvn
    gradle ./gradlew java deno bun tar source touch head tail ps kill du df ping dig openssl rsync gh hg
    svn find""".split()
)
_ENGLISH_TOO = frozenset("go make find source head tail touch kill cat echo export cut node".split())
"""Commands whose names are also words: they need an option or a path to count."""

_PROSE = frozenset(
    """the a an is are was were we i you it for to of and or not our my this that with in on use always
    never before after should must has have does runs needs be by from when if so because sure it's don't
    i'm we're than""".split()
)
_CODE_HEADS = (
    "def ", "class ", "import ", "from ", "return ", "const ", "let ", "var ", "function ", "public ",
    "private ",
    "async ", "await ", "#include", "#!/", "package ", "func ", "fn ", "struct ", "enum ", "type ",
    "if ", "for ",
    "while ", "else", "elif ", "try:", "except ", "finally", "export ", "@", "SELECT ", "INSERT ", "UPDATE ",
    "DELETE ", "CREATE ", "ALTER ", "DROP ", "<", "//", "/*", "*/", "raise ", "assert ", "print(", "console.",
)  # fmt: skip
_BRACKETS = frozenset(["}", "{", ");", "});", "]", "],", "},"])
_TRACES = (
    "Traceback (most", 'File "', "diff --git", "@@ ", "+++ ", "--- a/", "--- /dev", "index ",
    "npm ERR!", "npm WARN",
    ">>> ", "==> ", "$ ", "% ", "error[", "error: ", "warning: ", "fatal: ", "hint: ", "remote: ", "Error: ",
    "panic: ",
    "goroutine ", "Caused by: ", "✓", "✗", "✔", "✖", "✅ ", "❌ ", "● ", "> Task ", "[notice]", "PASS ",
    "FAIL ",
    "rootdir:", "collected ", "Successfully installed", "Requirement already", "On branch ", "Your branch is",
    "Compiling ", "Finished in ", "Ran ", "Step ", "BUILD SUCCESSFUL", "BUILD FAILED", "Exit code",
    "exit code",
    "Process exited",
)  # fmt: skip
_SPOKEN = frozenset("i we decided my".split())
"""Words that no log line holds: with them a time at the head belongs to somebody's notes."""

_NEEDS_PROOF = ("index ", "Compiling ", "Ran ", "Step ", "collected ", "% ", "● ")
"""Heads that also begin sentences: they count only where the line does not read like one."""


def shape(line: str, *, item: bool = False) -> "str | None":
    """The kind of a line that is not prose; None for prose."""
    words = line.split()
    first = words[0] if words else ""
    if line.startswith("#") and not item and line.lstrip("#").startswith(" "):
        return "heading"
    if not any(mark.isalnum() for mark in line):
        return "no words in it"
    if line.startswith("|") and line.count("|") > 2:
        return "table row"
    if item and line[:3] in ("[ ]", "[x]", "[X]"):
        return "in flight"
    prose = sum(word.lower().strip(".,;:") in _PROSE for word in words)
    if _is_output(line, first, words, prose):
        return "tool output"
    if line[:1] in "+-" and len(line) > 1 and not line[1].isspace() and not line[1].isdigit() and not prose:
        return "code"
    body = line[1:].strip() if line[0] in "+-" else line
    return "code" if body and _is_code(body, body.split()[0], body.split(), prose) else None


def _is_output(line: str, first: str, words: "list[str]", prose: int) -> bool:
    """Logs, traces, counts of tests, and messages of compilers."""
    if len(first) == 10 and not first.strip("drwxlst-"):
        return True
    if line.startswith(_TRACES) and (not line.startswith(_NEEDS_PROOF) or prose < 2):
        return True
    if line.startswith(("=====", "-----")) or (line.startswith("at ") and "(" in line and ":" in line and prose < 2):
        return True
    if first.strip("[]():") in _LEVELS and (first.isupper() or first[0] in "[("):
        return len(words) > 1 and (prose < 3 or first[0] == "[" or first.endswith(":"))
    if _is_stamp(words) and _SPOKEN.isdisjoint(word.lower() for word in words):
        return True
    if first.endswith(("Error:", "Exception:", "Warning:")) and len(first) > 8:
        return True
    if first.endswith(":") and prose < 3 and _is_exception(first[:-1].split(".")):
        return True
    parts = first.split(":")
    if len(parts) > 2 and parts[1].isdigit() and ("." in parts[0] or "/" in parts[0]):
        return True
    if "::" in first and prose == 0:
        return True
    return first.strip("+-,.").isdigit() and _is_tally(words)


def _is_exception(path: "list[str]") -> bool:
    """Whether a dotted name ends in a class, as the last line of a trace begins: "app.db.PoolTimeout"."""
    name = path[-1]
    classy = name[:1].isupper() and not name.isupper() and any(mark.isupper() for mark in name[1:])
    return len(path) > 1 and classy and all(part.isidentifier() for part in path) and path[0].islower()


def _is_tally(words: "list[str]") -> bool:
    """Whether a line only counts, as the last line of a test run does."""
    bare = [word.strip(".,;:()[]=+-").lower() for word in words]
    counted = sum(word in _TALLIES or any(mark.isdigit() for mark in word) or word in ("in", "and") for word in bare)
    return counted >= len(bare) - 1 and any(word in _TALLIES for word in bare)


def _is_stamp(words: "list[str]") -> bool:
    """Whether a line begins with a time of day, or a date and a time, as the lines of a log do."""
    stamp = "".join(words[:2] if ":" not in words[0] else words[:1]).strip("[]")
    digits = sum(mark.isdigit() for mark in stamp)
    return (
        len(words) > 1
        and ":" in stamp
        and digits >= 6
        and len(stamp) == digits + sum(stamp.count(mark) for mark in ":-.,/TZ+")
    )


def _is_code(line: str, first: str, words: "list[str]", prose: int) -> bool:
    """Source code, JSON and commands, by their marks and by the lack of small words."""
    marks = sum(line.count(mark) for mark in "{}();=<>[]|&$\\")
    if line in _BRACKETS or (line.endswith(";") and prose == 0 and marks > 0):
        return True
    ended = line.endswith((":", "{", ";", ")", ",")) or " = " in line
    if ended and prose < 3 and (marks > 0 or line.endswith(":")) and line.startswith(_CODE_HEADS):
        return True
    if first in ("import", "from") and (len(words) == 2 or (" import " in line and len(words) <= 6)):
        return True
    if line[0] in "{[" and line.rstrip(",").endswith(("}", "]")) and marks > 1 and prose < 4:
        return True
    if line[0] == '"' and '":' in line and line.endswith((",", '"', "{", "[")):
        return True
    if marks >= 3 and marks * 8 >= len(line) and prose < 2:
        return True
    return first in _COMMANDS and prose == 0 and not line.endswith((".", "!", "?")) and _is_command(words)


def _is_command(words: "list[str]") -> bool:
    """Whether what follows a command's name is made of options, paths and bare words."""
    if any(word[0] in "-./$" or "=" in word or "/" in word for word in words[1:]):
        return True
    return len(words) < 5 and words[0] not in _ENGLISH_TOO
