"""From a text to its statements: speakers, list items, paragraphs and sentences, each with its span."""

from recall_cli.domain.record import Record

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
    "goroutine ", "Caused by: ", "✓", "✗", "✔", "✖", "❌ ", "● ", "> Task ", "[notice]", "PASS ",
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


def line_kind(line: str, *, item: bool = False) -> "str | None":
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


ROLES = {
    "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "claude": "assistant",
    "chatgpt": "assistant", "copilot": "assistant", "tool": "tool", "tool result": "tool",
    "tool output": "tool", "tool_result": "tool",
}  # fmt: skip
"""Labels that always name who speaks."""

LOOSE_ROLES = {
    "me": "user", "you": "user", "developer": "user", "customer": "user", "agent": "assistant",
    "bot": "assistant", "model": "assistant", "gpt": "assistant", "codex": "assistant",
    "gemini": "assistant", "system": "tool", "output": "tool", "result": "tool", "stdout": "tool",
    "stderr": "tool", "terminal": "tool", "console": "tool", "function": "tool",
}  # fmt: skip
"""Labels that name who speaks only in a text where others plainly do."""

LABELS = frozenset(
    """note notes decision decisions finding findings lesson lessons correction pattern estimate
    preference fact procedure warning important reminder fix cause summary context todo fixme rule rules
    tip update status result problem solution reason steps example remember why how what deploy database
    stack goal goals decided learned key takeaway conclusion outcome""".split()
)
"""Words before a colon that are never somebody's name."""

ABBREVIATIONS = frozenset(
    "e.g i.e etc vs approx incl resp cf mr mrs ms dr prof st no fig max min ca al inc ltd".split()
)
LONGEST = 1500
"""The most characters of one statement: what runs on for longer is cut at a blank."""

_CLOSERS = "\"')]}*_”’"
_BULLETS = ("- ", "* ", "+ ", "• ", "– ", "▪ ", "◦ ", "✅ ", "⬜ ", "☑ ", "☐ ")
_MONTHS = tuple(
    """jan feb mär apr mai jun jul aug sep okt nov dez januar februar märz april juni juli august september oktober
    november dezember jänner""".split()
)
"""German months: there an ordinal is written with a full stop ("am 3. Oktober")."""


class Statement(Record):
    """A sentence or list item: its words, its position in the source, its speaker and its turn."""

    text: str
    start: int
    end: int
    speaker: "str | None"
    turn: int
    kind: str


def split(text: str, speaker: "str | None" = None) -> "list[Statement]":
    """Every statement of a text in order; a passage that is not prose is one statement with its kind.

    If the speaker is known, no label in the text changes the speaker.
    """
    return _Splitter(text, speaker).statements


class _Splitter:
    """Walks the lines once, joins wrapped ones, and cuts what is complete into sentences."""

    def __init__(self, text: str, speaker: "str | None" = None) -> None:
        self.text = text
        self.statements: list[Statement] = []
        self.speaker = speaker
        self.turn = 0
        self.pending: tuple[int, int, str] | None = None
        self.fence = ""
        self.roles = _roles(text) if speaker is None else {}
        at = 0
        for line in text.split("\n"):
            self._line(line.rstrip("\r"), at)
            at += len(line) + 1
        self._flush()

    def _line(self, line: str, at: int) -> None:
        bare = line.strip()
        begin = at + len(line) - len(line.lstrip())
        if self.fence or bare.startswith(("```", "~~~")):
            self._fenced(bare, begin)
            return
        if not bare:
            self._flush()
            self.turn += self.speaker is None
            return
        said = self._speaker(bare)
        if said:
            begin += said
            bare = bare[said:].lstrip()
            begin = at + line.index(bare, begin - at) if bare else begin
            if not bare:
                return
        if self.speaker == "tool":
            self._noise("tool output", begin, begin + len(bare))
            return
        self._prose(bare, begin)

    def _prose(self, line: str, begin: int) -> None:
        end = begin + len(line)
        line = line.lstrip("> ") if line.startswith(">") else line
        begin = end - len(line)
        content = _item(line)
        kind = line_kind(line if content is None else line[content:], item=content is not None)
        if kind:
            self._noise(kind, begin, end)
        elif content is not None:
            self._flush()
            self.turn += self.speaker is None
            self.pending = (begin + content, end, "item")
        elif self.pending and self._continues(line):
            self.pending = (self.pending[0], end, self.pending[2])
        else:
            self._flush()
            self.pending = (begin, end, "prose")

    def _continues(self, line: str) -> bool:
        """Whether a line goes on with the one before it, which was cut by its width and not by its sense."""
        assert self.pending
        before = self.text[max(self.pending[0], self.pending[1] - 200) : self.pending[1]]
        if before.endswith((":", "!", "?")) or (before.endswith(".") and self.pending[2] == "item"):
            return False
        last = before.rsplit(None, 1)[-1].lower()
        width = len(before) - before.rfind("\n") - 1
        return line[0].islower() or last in OPEN_ENDED or (width >= 60 and not before.endswith("."))

    def _fenced(self, line: str, begin: int) -> None:
        if not self.fence:
            self._flush()
            self.fence = line[:3]
        elif line.startswith(self.fence):
            self.fence = ""
        self._noise("code", begin, begin + len(line))

    def _noise(self, kind: str, start: int, end: int) -> None:
        """Adds a passage that is no prose, or lengthens the one before it where it is of the same kind."""
        self._flush()
        last = self.statements[-1] if self.statements else None
        if last and last.kind == kind and not self.text[last.end : start].strip(" \r\n-+*>"):
            start = last.start
            self.statements.pop()
        shown = " ".join(self.text[start : min(end, start + 200)].split())
        self.statements.append(
            Statement(text=shown, start=start, end=end, speaker=self.speaker, turn=self.turn, kind=kind)
        )

    def _speaker(self, line: str) -> int:
        """How long a speaker's label at the line's head is; 0 where there is none."""
        colon = line.find(":", 0, 40)
        if colon < 1 or line[colon + 1 : colon + 2] not in ("", " ", "*", "\t"):
            return 0
        label = line[:colon].strip("*#[]_> ").lower()
        role = self.roles.get(label)
        if role is None:
            return 0
        self._flush()
        self.speaker = role
        self.turn += 1
        rest = line[colon + 1 :]
        return colon + 1 + len(rest) - len(rest.lstrip("*_ "))

    def _flush(self) -> None:
        """Cuts the pending passage into sentences."""
        if self.pending is None:
            return
        start, end, kind = self.pending
        self.pending = None
        for first, last in sentence_spans(self.text, start, end):
            said = " ".join(self.text[first:last].split())
            self.statements.append(
                Statement(text=said, start=first, end=last, speaker=self.speaker, turn=self.turn, kind=kind)
            )


def sentence_spans(text: str, start: int, end: int) -> "list[tuple[int, int]]":
    """Where the sentences of a passage begin and end."""
    found: list[tuple[int, int]] = []
    first = at = start
    while at < end:
        mark = text[at]
        at += 1
        if mark not in ".!?…。！？":
            if at - first > LONGEST and mark.isspace():
                found.append((first, at - 1))
                first = at
            continue
        while at < end and text[at] in ".!?…" + _CLOSERS:
            at += 1
        if mark in "。！？" or (at < end and text[at].isspace() and not _goes_on(text, first, at)):
            found.append((first, at))
            while at < end and text[at].isspace():
                at += 1
            first = at
    if first < end:
        found.append((first, end))
    return found


def _goes_on(text: str, first: int, at: int) -> bool:
    """Whether a full stop before a blank belongs to an abbreviation, a number or a pause."""
    begin = max(text.rfind(" ", first, at), text.rfind("\n", first, at), first - 1) + 1
    word = text[begin:at]
    bare = word.strip("(\"'*`.").lower()
    following = text[at + 1 : at + 2]
    if text.count("`", first, at) % 2 and "`" in text[at : at + 200].partition("\n")[0]:
        return True  # inside of code
    if word.endswith(("...", "…")) and following.islower():
        return True
    if bare.isdigit() and text[at + 1 : at + 12].split(" ", maxsplit=1)[0].strip(".,;:!?\n").lower() in _MONTHS:
        return True
    if not word.endswith("."):
        return False
    return (
        bare in ABBREVIATIONS
        or (len(bare) == 1 and bare.isalpha() and bare != "i")
        or (begin == first and bare.isdigit())
    )


def _item(line: str) -> "int | None":
    """Where the content of a list item begins; None where the line is none."""
    if line.startswith(_BULLETS):
        rest = line[2:]
        return 2 + len(rest) - len(rest.lstrip())
    digits = len(line) - len(line.lstrip("0123456789"))
    if 0 < digits < 3 and line[digits : digits + 2] in (". ", ") "):
        return digits + 2
    return None


def _roles(text: str) -> "dict[str, str]":
    """Who may speak in this text: the roles of a transcript, or the names of two people in a dialogue."""
    counts: dict[str, int] = {}
    for line in text.split("\n") if ":" in text else ():
        head, colon, _rest = line[:24].strip().partition(":")
        name = head.strip("*#[]_> ").lower()
        if colon and name and (name in ROLES or name in LOOSE_ROLES or (head[:1].isupper() and head.isalpha())):
            counts[name] = counts.get(name, 0) + 1
    if any(name in ROLES for name in counts) or ("you" in counts and counts.keys() & {"me", "gpt", "bot", "model"}):
        return {**LOOSE_ROLES, **ROLES}
    people = [name for name in counts if name not in LABELS and name not in LOOSE_ROLES]
    repeated = [name for name in people if counts[name] > 1]
    return {name: name for name in repeated} if len(repeated) > 1 or (repeated and len(people) == 2) else {}
