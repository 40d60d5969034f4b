"""The words of a statement, each with its kind: a word, a name, a number, a time, a day, code, or a mark."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

WORD, NAME, NUMBER, TIME, DAY, CODE, STOP, MARK = "word", "name", "number", "time", "day", "code", "stop", "mark"
QUANTITIES = frozenset((NUMBER, TIME, DAY))
VALUE_KINDS = frozenset((NUMBER, TIME, DAY, CODE, NAME))
"""Kinds of which a statement can have another value."""

STOP_WORDS = frozenset(
    """a an the is are was were be been being am i we you he she it they me us him them my our your his her its their
    this that these those there here of in on at to for from by with and or but as so if then than not no do does did
    has have had will would can could should shall may might must cannot into about over under up out off onto per via
    all any each every some more most only just also very too when while because since after before now again still
    already yet today yesterday currently actually please instead longer anymore new old get gets got go goes went come
    comes use uses used using run runs running ran set sets keep keeps kept take takes took taken make makes made need
    needs live lives done happen happens work works put doing having rid let always never both own owned least
    who which what how where it's that's there's we've i've they've we're i'm he's she's
    der die das dem den des ein eine einen einem einer ist sind war waren wird werden wurde wurden wir ich sie er es
    und oder aber nicht kein keine mehr auf im am bei mit von vom zu zum zur für aus nach statt jetzt nun
    el la los las un una unos de del al y es son era se ya en con por para que lo le les du et ou est sont au aux ne
    pas plus dans avec pour par os um uma da dos das na em com já não""".split()
)
NEGATIONS = frozenset("not no never without cannot nobody nothing nicht kein keine ne pas nunca não".split())
NUMBER_WORDS = dict(
    zip("one two three four five six seven eight nine ten eleven twelve".split(), map(str, range(1, 13)), strict=True)
) | {"zwei": "2", "drei": "3", "dos": "2", "tres": "3", "deux": "2", "trois": "3", "single": "1", "zero": "0"}
UNITS = {
    form: forms.split()[0]
    for forms in (
        "second s sec secs seconds sekunden segundos secondes", "minute m min mins minutes minuten minutos",
        "hour h hr hrs hours stunden horas heures", "day d days tage tagen días jours dias", "week weeks wochen",
        "month months monate", "year years", "percent % prozent", "euro € eur euros", "dollar $ usd dollars",
        "kb", "kib", "mb megabytes", "mib", "gb gigabytes", "gib", "ms milliseconds", "px pixels",
        "degree ° °c degrees",
    )
    for form in forms.split()
}  # fmt: skip
DAY_WORDS = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december daily weekly hourly nightly monthly yearly quarterly""".split()
)
ARROWS = ("→", "⇒", "->", "=>")
_PADDED = {ord(sign): f" {sign} " for sign in "()→⇒|;—–[]{}"}
_TRAILING_MARKS = ",:.!?…"
_ABBREVIATIONS = frozenset("dr mr mrs ms prof st no nr vs approx e.g i.e etc".split())
"""They end with a full stop that ends no sentence."""
_QUOTES = "\"'“”‘’*<>"
_WORD_ENDINGS = frozenset("ations ation ments ment ings ing ers ies ied es ed er s y e".split())
_MAX_ENDING, _MIN_STEM = 6, 3
_MIN_SHORT_FORM = 4


class Token:
    """A word or mark of a text."""

    __slots__ = ("key", "kind", "lower", "text", "unit")

    def __init__(self, text: str, kind: str, key: str = "", unit: str = "") -> None:
        self.text, self.kind, self.unit = text, kind, unit
        self.lower = text.lower().replace("’", "'")
        self.key = key or self.lower
        """What two forms of one word share; equal numbers in different notations have the same."""

    def __repr__(self) -> str:
        return f"{self.kind}:{self.key}"

    @property
    def is_content(self) -> bool:
        """Whether it says something: no function word and no mark."""
        return self.kind not in (STOP, MARK)


def read_tokens(text: str) -> "list[Token]":
    """The tokens of a text; a code span is one token."""
    tokens: list[Token] = []
    parts = text.split("`")
    balanced = len(parts) % 2 == 1
    for number, part in enumerate(parts):
        if balanced and number % 2:
            if part.strip():
                tokens.append(Token(part.strip(), CODE, part.strip().lower().removesuffix("()")))
            continue
        for sign in ARROWS[2:]:
            part = part.replace(sign, "→")
        for line_number, line in enumerate(part.translate(_PADDED).split("\n")):
            if line_number:
                tokens.append(Token(".", MARK))
            for raw in line.split():
                _read_word(raw, tokens)
    return tokens


def _read_word(raw: str, tokens: "list[Token]") -> None:
    if raw.isalpha():
        _add_word(raw, tokens)
        return
    raw = raw.strip(_QUOTES)
    word = raw.rstrip(_TRAILING_MARKS + _QUOTES)
    marks = raw[len(word) :]
    if word and not any(letter.isalnum() for letter in word) and word not in ("%", "€", "$", "°"):
        tokens.append(Token(word, MARK))
    elif word:
        _add_word(word, tokens)
    if marks != "." or word.lower() not in _ABBREVIATIONS:
        tokens.extend(Token(mark, MARK) for mark in marks if mark in _TRAILING_MARKS)


def _add_word(word: str, tokens: "list[Token]") -> None:
    lower = word.lower().replace("’", "'")
    last = tokens[-1] if tokens else None
    if lower in UNITS and last is not None and last.kind == NUMBER and not last.unit:
        last.unit = UNITS[lower]
        _join_measure(tokens)
        return
    if lower.endswith("'s") and lower not in STOP_WORDS:
        word, lower = word[:-2], lower[:-2]
    if lower in STOP_WORDS and not (word.isupper() and len(word) > 1):
        tokens.append(Token(word, STOP))
    elif lower in NUMBER_WORDS:
        tokens.append(Token(word, NUMBER, NUMBER_WORDS[lower]))
    elif (number := _read_number(word)) is not None:
        tokens.append(number)
        _join_measure(tokens)
    elif (lower in DAY_WORDS or lower.removesuffix("s") in DAY_WORDS) and (word[0].isupper() or lower.endswith("ly")):
        tokens.append(Token(word, DAY, lower.removesuffix("s")))
    elif is_code(word):
        tokens.append(Token(word, CODE, lower.removesuffix("()")))
    else:
        opens = last is None or (last.kind == MARK and last.text in ".:!?;|→")
        tokens.append(Token(word, NAME if word[0].isupper() and not opens else WORD, stem(lower)))


def _join_measure(tokens: "list[Token]") -> None:
    """Make one number of a measure in two units: "7 min 14 s"."""
    if len(tokens) > 1 and all(token.kind == NUMBER and token.unit for token in tokens[-2:]):
        smaller = tokens.pop()
        tokens[-1].key += f" {smaller.key}"


def is_code(word: str) -> bool:
    """Whether a word is an identifier, a path or an address: signs or digits inside, or a capital after a small one."""
    if word.isalpha():
        is_plain = word[1:].islower() or word.isupper()
        return not is_plain and any(a.islower() and b.isupper() for a, b in zip(word, word[1:], strict=False))
    inner = word.lstrip("~@#$/.-")
    return word[0] in "~@#$/." or any(sign in inner for sign in "/_@#.:\\=(") or any(sign.isdigit() for sign in inner)


def _read_number(word: str) -> "Token | None":
    """A number with its unit, a version, or a time; None for any other word."""
    if word.isalpha():
        return None
    body = word.lower().lstrip("€$~<>=+-").removeprefix("v")
    if not body[:1].isdigit():
        return None
    digits = body[: len(body) - len(body.lstrip("0123456789.,:_"))].rstrip(".,:_")
    rest = body[len(digits) :]
    if ":" in digits:
        return Token(word, TIME, digits) if not rest and len(digits) <= 5 else None
    if rest.startswith("e") and rest[1:].lstrip("-+").isdigit():
        return Token(word, NUMBER, body)
    if rest and rest not in UNITS and not (rest.isalpha() and len(rest) <= 3):
        return None
    unit = UNITS.get(rest, rest) or ("euro" if "€" in word else "dollar" if "$" in word else "")
    if len(digits.rpartition(",")[2]) != 3:  # "1,5" is no "15"
        digits = digits.replace(",", ".")
    return Token(word, NUMBER, digits.replace(",", "").replace("_", ""), unit)


def stem(word: str) -> str:
    """A word without its ending, roughly: the forms of one word share it."""
    for length in range(min(_MAX_ENDING, len(word) - _MIN_STEM), 0, -1):
        if word[-length:] in _WORD_ENDINGS:
            word = word[:-length]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def names_same(key: str, keys: "Collection[str]") -> bool:
    """Whether a word, or a longer or shorter form of it (prod, production), is among others."""
    if key in keys:
        return True
    if "-" in key and all(stem(part) in keys for part in key.split("-")):
        return True
    if len(key) < _MIN_SHORT_FORM or not key.isalpha():
        return False
    start = key[:_MIN_SHORT_FORM]
    alike = [other for other in keys if other.startswith(start) and other.isalpha()]
    return any(key.startswith(other) or other.startswith(key) for other in alike)
