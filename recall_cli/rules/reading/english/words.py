"""The words of a statement in lower case, with contractions expanded and their positions in the text."""

OPENING = "\"'([{<*_`“‘«~"
CLOSING = "\"')]}>*_`”’».,;:!?…~"
BREAKS = ",;:–—("
_DASHES = ("-", "--", "–")
MASK = "[secret: "
"""How what stands in the place of a secret begins: it is one word, whatever stands around it."""
_ONE_WORD = MASK.replace(" ", "\xa0")

_WHOLE = {
    "can't": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not"), "cannot": ("can", "not"),
    "let's": ("let", "us"), "ain't": ("is", "not"), "gonna": ("going", "to"), "wanna": ("want", "to"),
    "dont": ("do", "not"), "doesnt": ("does", "not"), "didnt": ("did", "not"), "im": ("i", "am"),
    "ive": ("i", "have"), "isnt": ("is", "not"), "lets": ("let", "us"), "gotta": ("got", "to"),
    "cant": ("can", "not"), "wont": ("will", "not"), "thats": ("that", "is"), "arent": ("are", "not"),
}  # fmt: skip
_TAILS = (("n't", "not"), ("'m", "am"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"))
_IS_AFTER = frozenset(
    "it that this there here what who where when how he she everything nothing everyone somebody name".split()
)
"""Words after which 's stands for "is"; after any other it marks an owner."""


class Words:
    """A statement as parallel lists: the words in lower case, their positions, and the breaks after them."""

    __slots__ = ("after", "bag", "ends", "line", "lower", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.after: list[str] = []
        _fill(self, text.replace("’", "'"))
        self.bag = frozenset(self.lower)
        self.line = " " + " ".join(self.lower) + " "

    def __len__(self) -> int:
        return len(self.lower)

    def has(self, phrases: "tuple[str, ...]") -> bool:
        """Whether any of the phrases, written with a blank at both ends, occurs word for word."""
        line = self.line
        for phrase in phrases:  # noqa: SIM110 — asked hundreds of times of each statement, and this is twice as fast
            if phrase in line:
                return True
        return False

    def at(self, place: int) -> str:
        """The word at a place, or an empty one outside of the statement."""
        return self.lower[place] if 0 <= place < len(self.lower) else ""

    def original(self, start: int, stop: int) -> str:
        """The words from start to stop as they were written, without quotes around them."""
        return self.text[self.starts[start] : self.ends[stop - 1]] if start < stop else ""

    def capital(self, at: int) -> bool:
        """Whether a word was written with a capital letter or holds one."""
        word = self.text[self.starts[at] : self.ends[at]]
        return word != word.lower()


def phrases(*lines: str) -> "tuple[str, ...]":
    """A table of phrases, separated by bars and padded for `Words.has`."""
    return tuple(f" {phrase.strip()} " for line in lines for phrase in line.split("|"))


def _fill(words: Words, text: str) -> None:
    """Cuts the text at blanks and dashes and notes for every word what punctuation follows it."""
    at = 0
    for chunk in text.replace("—", " ").replace(MASK, _ONE_WORD).split(" "):
        start, at = at, at + len(chunk) + 1
        bare = chunk if chunk.startswith(_ONE_WORD) else chunk.lstrip(OPENING)
        opened = len(chunk) - len(bare)
        body = bare.rstrip(CLOSING)
        body += "]" * (_ONE_WORD in body and bare.startswith(body + "]") and body.count("[") > body.count("]"))
        if words.after and (not body or (opened and "(" in chunk[:opened])):
            words.after[-1] += chunk if not body else "("
        if body in _DASHES and words.after:
            words.after[-1] += "—"
        elif body:
            _add(words, body, start + opened, bare[len(body) :])
    if "—" in text:
        for i in range(len(words) - 1):
            if "—" in text[words.ends[i] : words.starts[i + 1]]:
                words.after[i] += "—"


def _add(words: Words, body: str, start: int, tail: str) -> None:
    """Adds one word, or the words of a contraction, each with the part of the text that it stands on."""
    lower = body.lower()
    pieces = _open(lower) if "'" in lower or lower in _WHOLE else (lower,)
    cut = start + (len(pieces[0]) if len(pieces) > 1 and lower.startswith(pieces[0]) else len(body))
    for number, piece in enumerate(pieces):
        words.lower.append(piece)
        words.starts.append(cut if number else start)
        words.ends.append(start + len(body) if number else cut)
        words.after.append("")
    words.after[-1] = tail


def _open(lower: str) -> "tuple[str, ...]":
    """A contraction as its words; an owner's 's becomes a word of its own."""
    if lower in _WHOLE:
        return _WHOLE[lower]
    for tail, word in _TAILS:
        if lower.endswith(tail) and len(lower) > len(tail):
            return lower[: -len(tail)], word
    if lower.endswith("'s"):
        return lower[:-2], "is" if lower[:-2] in _IS_AFTER else "'s"
    return (lower.rstrip("'"),)
