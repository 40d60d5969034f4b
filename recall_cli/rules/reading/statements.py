"""From a text to its statements: speakers, list items, paragraphs and sentences, each with its span."""

from recall_cli.domain.record import Record
from recall_cli.rules.reading.english import shapes

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
_BULLETS = ("- ", "* ", "+ ", "• ", "– ", "▪ ", "◦ ")


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

    def _prose(self, bare: str, begin: int) -> None:
        end = begin + len(bare)
        bare = bare.lstrip("> ") if bare.startswith(">") else bare
        begin = end - len(bare)
        content = _item(bare)
        shape = shapes.shape(bare if content is None else bare[content:], item=content is not None)
        if shape:
            self._noise(shape, begin, end)
        elif content is not None:
            self._flush()
            self.turn += self.speaker is None
            self.pending = (begin + content, end, "item")
        elif self.pending and self._continues(bare):
            self.pending = (self.pending[0], end, self.pending[2])
        else:
            self._flush()
            self.pending = (begin, end, "prose")

    def _continues(self, bare: str) -> bool:
        """Whether a line goes on with the one before it, which was cut by its width and not by its sense."""
        assert self.pending
        before = self.text[max(self.pending[0], self.pending[1] - 200) : self.pending[1]]
        if before.endswith((":", "!", "?")) or (before.endswith(".") and self.pending[2] == "item"):
            return False
        last = before.rsplit(None, 1)[-1].lower()
        width = len(before) - before.rfind("\n") - 1
        return bare[0].islower() or last in shapes.OPEN_ENDED or (width >= 60 and not before.endswith("."))

    def _fenced(self, bare: str, begin: int) -> None:
        if not self.fence:
            self._flush()
            self.fence = bare[:3]
        elif bare.startswith(self.fence):
            self.fence = ""
        self._noise("code", begin, begin + len(bare))

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

    def _speaker(self, bare: str) -> int:
        """How long a speaker's label at the line's head is; 0 where there is none."""
        colon = bare.find(":", 0, 40)
        if colon < 1 or bare[colon + 1 : colon + 2] not in ("", " ", "*", "\t"):
            return 0
        label = bare[:colon].strip("*#[]_> ").lower()
        role = self.roles.get(label)
        if role is None:
            return 0
        self._flush()
        self.speaker = role
        self.turn += 1
        rest = bare[colon + 1 :]
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
    if word.endswith(("...", "…")) and following.islower():
        return True
    if not word.endswith("."):
        return False
    return (
        bare in ABBREVIATIONS
        or (len(bare) == 1 and bare.isalpha() and bare != "i")
        or (begin == first and bare.isdigit())
    )


def _item(bare: str) -> "int | None":
    """Where the content of a list item begins; None where the line is none."""
    if bare.startswith(_BULLETS):
        rest = bare[2:]
        return 2 + len(rest) - len(rest.lstrip())
    digits = len(bare) - len(bare.lstrip("0123456789"))
    if 0 < digits < 3 and bare[digits : digits + 2] in (". ", ") "):
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
