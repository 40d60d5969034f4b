"""The terms of a text: words, names, numbers with units, dates, times, versions, paths and code, with keys to compare.

Two terms mean the same if their keys are equal: `30 s` and `30 seconds`, `5 May` and `May 5`.
"""

from recall_cli.rules.revision.terms.scan import Piece, cut_into_pieces
from recall_cli.rules.revision.terms.stems import stem
from recall_cli.rules.revision.words.units import DAYS, GLUED_UNITS, MONTHS, NUMBER_WORDS, RHYTHMS, UNITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TEXT_LENGTH = 600
"""Only so many letters of a text are compared; a statement that ends a belief stands at the beginning."""

QUANTITY_KINDS = frozenset("measure number version rhythm".split())
PLACE_KINDS = frozenset("path host url code mail handle channel ident".split())
VALUE_KINDS = QUANTITY_KINDS | PLACE_KINDS | frozenset("date time day product proper".split())
"""Kinds of terms that can be the value of a fact."""
NAME_KINDS = frozenset("product proper code ident path host channel handle mail url".split())

_COMPOUNDS = {
    ("time", "out"): "timeout",
    ("times", "out"): "timeout",
    ("timed", "out"): "timeout",
    ("on", "call"): "oncall",
    ("sign", "off"): "signoff",
    ("signs", "off"): "signoff",
    ("signed", "off"): "signoff",
    ("log", "in"): "login",
    ("logs", "in"): "login",
    ("logged", "in"): "login",
    ("back", "up"): "backup",
    ("backs", "up"): "backup",
    ("backed", "up"): "backup",
}
"""Two words that other texts write as one."""
_ONE_WORD = {"on-call": "oncall", "sign-off": "signoff", "back-up": "backup", "time-out": "timeout"}
_FILE_ENDINGS = frozenset(
    "py js jsx ts tsx go md rst sql yml yaml json toml sh mod cfg txt lock ini csv env rb kt rs xml html".split()
)
_DOMAINS = frozenset("dev com io org net local cloud example internal corp lan de eu app".split())
_MONTHS_THAT_ARE_WORDS = frozenset("may mar march mars mai ago dez set sep out".split())
NO_GROUPS: "Sequence[str]" = ()
NO_SORTS: "frozenset[str]" = frozenset()


class Term:
    """One term of a text, or one punctuation mark (kind `mark`)."""

    __slots__ = (
        "clause",
        "content",
        "cues",
        "dimension",
        "end",
        "figure",
        "generic",
        "groups",
        "key",
        "kind",
        "low",
        "number",
        "place",
        "sentence",
        "sorts",
        "start",
        "text",
        "weight",
    )

    def __init__(self, text: str, kind: str, key: str, start: int, end: int) -> None:
        self.text, self.kind, self.key, self.start, self.end = text, kind, key, start, end
        self.low = text.lower().replace("’", "'")
        self.number: float | None = None
        """Its amount in the base unit."""
        self.figure: float | None = None
        """The number as it is written, whatever the unit."""
        self.dimension = ""
        self.place = self.clause = self.sentence = self.cues = 0
        self.content = kind != "mark"
        self.generic = False
        self.groups, self.sorts = NO_GROUPS, NO_SORTS
        self.weight = 1.0

    def __repr__(self) -> str:
        return f"{self.kind}:{self.key}"


def read_values(text: str) -> "list[Term]":
    """The terms and marks of a text, with what can be known of each without its sentence."""
    pieces = cut_into_pieces(text)
    terms: list[Term] = []
    at = 0
    while at < len(pieces):
        term, used = _read_term(pieces, at)
        terms.append(term)
        at += used
    return terms


def _read_term(pieces: "list[Piece]", at: int) -> "tuple[Term, int]":
    """The term that begins at a piece, and of how many pieces it consists."""
    piece = pieces[at]
    text, start, end = piece.text, piece.start, piece.end
    if piece.mark:
        return Term(text, "mark", text, start, end), 1
    if piece.code:
        return _read_code(piece), 1
    low = text.lower().replace("’", "'")
    following = pieces[at + 1] if at + 1 < len(pieces) and not pieces[at + 1].mark else None
    if low[0].isdigit() or (low[0] in "$€£~+-<#" and low[1:2].isdigit()):
        return _read_number(pieces, at, low)
    if low in NUMBER_WORDS or low.partition("-")[0] in NUMBER_WORDS:
        return _read_number_word(piece, following, low)
    if following is not None:
        following_low = following.text.lower()
        if low == "minus" and following_low[0].isdigit():
            term, used = _read_number(pieces, at + 1, following_low)
            if term.number is not None:
                term.number, term.key = -term.number, f"-{term.key}"
            return term, used + 1
        if low in MONTHS and following_low.rstrip("strndh.").isdigit() and (text[0].isupper() or len(low) > 4):
            day = int(following_low.rstrip("strndh."))
            if 0 < day < 32:
                return _date(pieces, at, 2, day, MONTHS[low])
        if (low, following_low) in _COMPOUNDS:
            term = Term(f"{text} {following.text}", "word", stem(_COMPOUNDS[low, following_low]), start, following.end)
            term.low = _COMPOUNDS[low, following_low]
            return term, 2
    return _read_word(text, low, start, end), 1


def _read_code(piece: Piece) -> Term:
    key = piece.text.lower().strip("/")
    kind = "path" if "/" in key and " " not in key else "code"
    term = Term(piece.text, kind, key, piece.start, piece.end)
    term.weight = 1.2
    return term


def _read_word(text: str, low: str, start: int, end: int) -> Term:
    """A word that is no number: an address, a path, a day, a name, or simply a word."""
    kind, key = _kind_of_sign(text, low)
    if kind:
        term = Term(text, kind, key, start, end)
        term.weight = 1.2 if kind in ("path", "host", "ident") else 1.0
        return term
    if low in RHYTHMS:
        return _measure(Term(text, "rhythm", "", start, end), "span", RHYTHMS[low], 1.0)
    if low in DAYS and (text[0].isupper() or len(low) > 4):
        return Term(text, "day", f"day:{DAYS[low]}", start, end)
    if low in ("midnight", "noon"):
        return Term(text, "time", "time:0:00" if low == "midnight" else "time:12:00", start, end)
    if low[0] == "v" and low[1:2].isdigit() and low[1:].replace(".", "").isalnum():
        return _version(Term(text, "version", low[1:], start, end), low[1:])
    base = _ONE_WORD.get(low, low)
    term = Term(text, "word", stem(base), start, end)
    term.low = base
    if (
        "_" in text.strip("_")
        or ("." in text.strip(".") and len(text) > 4)
        or ("-" in text and any(letter.isdigit() for letter in text))
    ):
        term.kind, term.key, term.weight = "ident", low, 1.2
    return term


def _kind_of_sign(text: str, low: str) -> "tuple[str, str]":
    """The kind and key of a word that its signs give away; empty for other words."""
    if "://" in text:
        return "url", low.rstrip("/")
    if text[0] == "@" and len(text) > 1:
        return "handle", low
    if "@" in text and "." in text:
        return "mail", low
    if text[0] == "#" and text[1:2].isalpha():
        return "channel", low
    if "/" in text or (text[0] in "~." and len(text) > 2):
        return "path", low.strip("/")
    if "." in text:
        ending = low.rsplit(".", 1)[1].partition(":")[0]
        if ending in _FILE_ENDINGS:
            return ("word", stem(low)) if low.endswith(".js") and low.count(".") == 1 else ("path", low)
        if ending in _DOMAINS:
            return "host", low
    if text[0] == "-" and len(text) > 2:
        return "code", low
    return "", ""


def _read_number(pieces: "list[Piece]", at: int, low: str) -> "tuple[Term, int]":
    """A number in digits with what belongs to it: a unit, a month, am or pm."""
    piece = pieces[at]
    term = Term(piece.text, "number", low, piece.start, piece.end)
    body = low.lstrip("~+<#")
    negative = body[:1] == "-"
    body = body.lstrip("-")
    money = body[:1] in "$€£"
    body = body.lstrip("$€£")
    digits = len(body) - len(body.lstrip("0123456789.,"))
    figures, rest = body[:digits].rstrip(".,"), body[digits:]
    if _is_iso_date(body):
        return _date(pieces, at, 1, int(body[8:10]), int(body[5:7]))
    if rest[:1] == ":" and rest[1:3].isdigit():
        return _time(pieces, at, figures, rest[1:3], rest[3:])
    if figures.count(".") > 1 or (rest and "." in figures and rest[0] in "-abr" and rest not in UNITS):
        return _version(term, figures + rest), 1
    if not _is_amount(figures):
        return term, 1
    value = float(figures.replace(",", "")) * (-1.0 if negative else 1.0)
    if money or rest.lstrip("-") in UNITS:
        dimension, factor = ("money", 1.0) if money else UNITS[rest.lstrip("-")]
        return _measure(term, dimension, factor, value * (1000.0 if money and rest == "k" else 1.0)), 1
    if rest in ("k", "x", "st", "nd", "rd", "th", ""):
        return _bare_number(pieces, at, term, figures, rest, value * (1000.0 if rest == "k" else 1.0))
    if rest in ("am", "pm", "uhr"):
        return _time(pieces, at, figures, "00", rest)
    term.kind = "ident"
    return term, 1


def _bare_number(
    pieces: "list[Piece]", at: int, term: Term, figures: str, rest: str, value: float
) -> "tuple[Term, int]":
    """A number whose unit or month may stand in the next word."""
    following = pieces[at + 1] if at + 1 < len(pieces) else None
    word = following.text.lower() if following is not None and not following.code else ""
    if following is not None and word and not rest:
        if word in UNITS and word not in GLUED_UNITS and not following.text.startswith("T"):
            term.text, term.end = f"{term.text} {following.text}", following.end
            term.low = term.text.lower()
            return _measure(term, *UNITS[word], value), 2
        if word in ("am", "pm", "a.m", "p.m", "a.m.", "p.m.", "uhr", "o'clock", "oclock"):
            return _time(pieces, at, figures, "00", "", 1)
    if word and figures.isdigit() and 0 < int(figures) < 32:
        skip = 1 if word in ("of", "de", ".") and at + 2 < len(pieces) else 0
        month = pieces[at + 1 + skip].text.lower()
        if month in MONTHS and (pieces[at + 1 + skip].text[0].isupper() or month not in _MONTHS_THAT_ARE_WORDS):
            return _date(pieces, at, 2 + skip, int(figures), MONTHS[month])
    if "." in figures and not rest:
        return _version(term, figures), 1
    term.number = term.figure = value
    term.key, term.weight = f"#{value:.9g}", 0.8
    return term, 1


def _read_number_word(piece: Piece, following: "Piece | None", low: str) -> "tuple[Term, int]":
    """A number in words, with its unit if one follows: `two weeks`, `sixty-second`, `twenty-five`."""
    first, _, second = low.partition("-")
    term = Term(piece.text, "number", low, piece.start, piece.end)
    value = NUMBER_WORDS[first]
    if second in NUMBER_WORDS:
        value += NUMBER_WORDS[second]
    elif second in UNITS:
        return _measure(term, *UNITS[second], value), 1
    elif second:
        return _read_word(piece.text, low, piece.start, piece.end), 1
    word = following.text.lower() if following is not None else ""
    if following is not None and word in UNITS and len(word) > 1 and word not in GLUED_UNITS:
        term = Term(f"{piece.text} {following.text}", "measure", "", piece.start, following.end)
        return _measure(term, *UNITS[word], value), 2
    term.number = term.figure = value
    term.key, term.weight, term.content = f"#{value:.9g}", 0.8, low != "one"
    return term, 1


def _is_amount(figures: str) -> bool:
    return figures.count(".") <= 1 and figures.replace(".", "").replace(",", "").isdigit()


def _is_iso_date(body: str) -> bool:
    return len(body) == 10 and body[4] == body[7] == "-" and (body[:4] + body[5:7] + body[8:]).isdigit()


def _measure(term: Term, dimension: str, factor: float, value: float) -> Term:
    """A term as an amount of a dimension."""
    term.kind = term.kind if term.kind == "rhythm" else "measure"
    term.dimension, term.figure, term.number = dimension, value, round(value * factor, 6)
    term.key, term.weight = f"{dimension}:{term.number:.9g}", 0.8
    return term


def _version(term: Term, version: str) -> Term:
    """A term as a version; its number is that of its first two parts."""
    parts = version.split(".")
    head = "".join(letter for letter in parts[0] if letter.isdigit())
    tail = parts[1] if len(parts) > 1 and parts[1].isdigit() else ""
    term.kind, term.key, term.weight = "version", f"v{version}", 0.8
    term.number = term.figure = float(f"{head or 0}.{tail or 0}")
    return term


def _time(pieces: "list[Piece]", at: int, hour: str, minute: str, rest: str, used: int = 0) -> "tuple[Term, int]":
    """A time of day, with the am, pm or Uhr that stands behind it."""
    following = pieces[at + 1].text.lower() if at + 1 < len(pieces) else ""
    if not rest and following in ("am", "pm", "a.m", "p.m", "a.m.", "p.m.", "uhr", "utc", "cet"):
        rest, used = following, 1
    last = pieces[at + used]
    term = Term(pieces[at].text, "time", "", pieces[at].start, last.end)
    hours = int(hour) if hour.isdigit() else 0
    if rest.startswith("p") and hours < 12:
        hours += 12
    term.key = f"time:{hours}:{minute}"
    return term, used + 1


def _date(pieces: "list[Piece]", at: int, used: int, day: int, month: int) -> "tuple[Term, int]":
    """A day of a month, with the year if one follows."""
    following = pieces[at + used].text if at + used < len(pieces) else ""
    year = len(following) == 4 and following.isdigit() and following[:2] in ("19", "20")
    last = pieces[at + used - 1 + year]
    text = " ".join(piece.text for piece in pieces[at : at + used + year])
    term = Term(text, "date", f"date:{month}-{day}", pieces[at].start, last.end)
    term.number = float(following) if year else None
    return term, used + year
