"""Cut a text into words, numbers, code and marks, without regular expressions."""

_CLOSERS = "\"'“”’)]}*_>»,.;:!?…"
_MARKS = ',;()[]{}"“”„«»|='
_ARROWS = ("-->", "->", "=>", "→", "⇒", "➜", "⟶")
_ABBREVIATIONS = frozenset(
    "e.g. i.e. etc. dr. mr. mrs. ms. prof. st. vs. no. approx. a.m. p.m. hr. fr. sr. sra.".split()
)


class Piece:
    """A part of a text: a word, a number, a span of code, or one punctuation mark."""

    __slots__ = ("code", "end", "mark", "start", "text")

    def __init__(self, text: str, start: int, end: int, *, mark: bool = False, code: bool = False) -> None:
        self.text, self.start, self.end, self.mark, self.code = text, start, end, mark, code


def cut_into_pieces(text: str) -> "list[Piece]":
    """The words, numbers, spans of code and marks of a text, in their order."""
    pieces: list[Piece] = []
    at, size = 0, len(text)
    while at < size:
        letter = text[at]
        if letter.isspace():
            if letter == "\n":
                pieces.append(Piece("\n", at, at + 1, mark=True))
            at += 1
        elif letter == "`":
            at = _cut_code(text, at, pieces)
        elif letter.isalnum():
            at = _cut_word(text, at, pieces)
        else:
            at = _cut_sign(text, at, pieces)
    return pieces


def _cut_code(text: str, at: int, pieces: "list[Piece]") -> int:
    """Add a span of code between two backticks; where the text goes on."""
    close = text.find("`", at + 1)
    if close <= at + 1:
        return at + 1
    pieces.append(Piece(text[at + 1 : close].strip(), at, close + 1, code=True))
    return close + 1


def _cut_sign(text: str, at: int, pieces: "list[Piece]") -> int:
    """Add an arrow, a mark, or a word that begins with a sign; where the text goes on."""
    letter = text[at]
    if letter in "-=→⇒➜⟶":
        for arrow in _ARROWS:
            if text.startswith(arrow, at):
                pieces.append(Piece("→", at, at + len(arrow), mark=True))
                return at + len(arrow)
    if letter in "~./@#$€£-_<" and _begins_word(text, at):
        return _cut_word(text, at, pieces)
    mark = "—" if letter in "–—-" else letter
    pieces.append(Piece(mark, at, at + 1, mark=True))
    return at + 1


def _begins_word(text: str, at: int) -> bool:
    """Whether a sign belongs to the word behind it: `~/x`, `@ana`, `-15`, `--flag`, `./run`."""
    following = text[at + 1 : at + 2]
    free = at == 0 or not text[at - 1].isalnum()
    return free and (following.isalnum() or (following in ("/", "-", ".", "_") and text[at] in "~.-/_"))


def _cut_word(text: str, at: int, pieces: "list[Piece]") -> int:
    """Add a word, without the marks that close it; where the text goes on."""
    end, size = at + 1, len(text)
    while end < size and not _ends_word(text, end):
        end += 1
    stop = end
    while stop > at + 1 and text[stop - 1] in _CLOSERS and text[at:stop].lower() not in _ABBREVIATIONS:
        stop -= 1
    word = text[at:stop]
    colon = word.find(":")
    if colon > 0 and word[colon + 1 :] and _separates(word, colon):
        stop = at + colon
        word = word[:colon]
    pieces.append(Piece(word, at, stop))
    return stop


def _ends_word(text: str, at: int) -> bool:
    letter = text[at]
    if letter.isalnum():
        return False
    if letter.isspace() or letter in "`—–" or letter in "→⇒➜⟶":
        return True
    if letter == ",":
        return not (text[at - 1].isdigit() and text[at + 1 : at + 4].isdigit() and len(text[at + 1 : at + 4]) == 3)
    if letter in _MARKS:
        return True
    return letter == "-" and text.startswith("->", at)


def _separates(word: str, colon: int) -> bool:
    """Whether a colon inside a word separates a label from its value: `port:8080`, but not `12:30` or `http://`."""
    if word.startswith("//", colon + 1) or word[:colon].isdigit():
        return False
    return "." not in word[:colon] and "/" not in word[:colon] and word[:colon].isalpha()
