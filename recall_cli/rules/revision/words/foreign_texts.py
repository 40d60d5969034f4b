"""German, Spanish, French and Portuguese texts in the form that a comparison reads: parted words, plain numbers."""

_PARTED = {
    "l'": "le ", "d'": "de ", "n'": "ne ", "c'": "ce ", "j'": "je ", "s'": "se ", "m'": "me ", "t'": "te ",
    "qu'": "que ",
}  # fmt: skip
"""What French writes together with the next word."""
_WHOLE_WORDS = ("aujourd'hui", "d'accord", "d'après")
_UNITS = {"mo": "MB", "go": "GB", "ko": "KB", "to": "TB"}
_HOURS = ("h", "uhr", "heures", "horas")
_BEFORE_HOUR = frozenset("um gegen bis ab à às a las la les vers at dès desde".split())
_WEEKDAYS = frozenset("segunda terça quarta quinta sexta".split())
_BEFORE_DAY = frozenset("na à para da toda cada nas às desde até de".split())
_NEGATIONS = {
    "plus": frozenset(("ne",)),
    "mais": frozenset(("não",)),
    "mehr": frozenset("nicht kein keine keinen keinem keiner niemand nie".split()),
}
"""The last word of a negation that stands around other words, with the words that begin it."""
_SENTENCE_MARKS = frozenset(".,;:")


def closes_negation(before: "list[str]", word: str) -> bool:
    """Whether a word ends a negation that one of the words before it begins: `ne … plus`, `kein Redis mehr`."""
    starts = _NEGATIONS.get(word)
    if starts is None:
        return False
    for earlier in reversed(before):
        if earlier in _SENTENCE_MARKS:
            return False
        if earlier in starts:
            return True
    return False


def plain_form(text: str, language: str) -> str:
    """A text with parted compounds and articles, hours as clock times, and numbers without their thousands marks."""
    words = _join_thousands(text.replace("’", "'").split(" "))
    result: list[str] = []
    for place, word in enumerate(words):
        if language == "french":
            word = _part_article(word)
        elif language == "german":
            word = _part_compound(word)
        elif language == "portuguese" and _is_weekday(words, place):
            word = f"{word.rstrip(',.;')}-feira{word[len(word.rstrip(',.;')) :]}"
        before = words[place - 1].casefold() if place else ""
        figure = word.strip("(,;.)")
        if figure.casefold() in _UNITS and before[-1:].isdigit():
            word = word.replace(figure, _UNITS[figure.casefold()])
        elif figure.casefold() in _HOURS and result and _is_hour(result[-1]) and len(words) > 1:
            earlier = words[place - 2].casefold() if place > 1 else ""
            if earlier in _BEFORE_HOUR or figure.casefold() == "uhr":
                result[-1] = _clock(result[-1])
                if word != figure:
                    result[-1] += word[len(figure) :]
                continue
        elif before in _BEFORE_HOUR and "h" in figure[1:3] and _is_glued_hour(figure):
            hour, _, minutes = figure.casefold().partition("h")
            word = word.replace(figure, f"{hour}:{minutes or '00'}")
        result.append(word)
    return " ".join(result)


def _join_thousands(words: "list[str]") -> "list[str]":
    """`1 000` and `1.000` as one plain number."""
    result: list[str] = []
    for word in words:
        bare = word.rstrip(",;.)")
        groups = bare.split(".")
        if len(groups) > 1 and all(len(group) == 3 and group.isdigit() for group in groups[1:]) and groups[0].isdigit():
            word = "".join(groups) + word[len(bare) :]
        if result and len(bare) == 3 and bare.isdigit() and result[-1].isdigit() and len(result[-1]) < 4:
            result[-1] += word
            continue
        result.append(word)
    return result


def _part_article(word: str) -> str:
    start = word[: len(word) - len(word.lstrip('(«"“'))]
    rest = word[len(start) :]
    if rest.casefold().startswith(_WHOLE_WORDS):
        return word
    for short, full in _PARTED.items():
        if rest.casefold().startswith(short) and len(rest) > len(short):
            return start + (full.capitalize() if rest[0].isupper() else full) + rest[len(short) :]
    return word


def _part_compound(word: str) -> str:
    """`Upload-Limit` as two words: a compound of nouns, and no name such as `billing-worker`."""
    parts = word.split("-")
    if len(parts) < 2 or "`" in word or "/" in word or not all(part[:1].isupper() for part in parts):
        return word
    return " ".join(parts) if all(part.strip('„“".,:;()').isalpha() for part in parts) else word


def _is_weekday(words: "list[str]", place: int) -> bool:
    """Whether `quinta` is the day and not the fifth: `na quinta`, `toda quarta às 9h`."""
    word = words[place].casefold()
    if word.rstrip(",.;") not in _WEEKDAYS or words[max(0, place - 1)].casefold() not in _BEFORE_DAY:
        return False
    return word[-1] in ",.;" or words[place + 1 : place + 2] in ([], ["às"], ["à"], ["de"], ["não"], ["e"], ["agora"])


def _is_hour(word: str) -> bool:
    hour, _, minutes = word.replace(".", ":").partition(":")
    return hour.isdigit() and len(hour) < 3 and int(hour) < 25 and (not minutes or len(minutes) == 2)


def _clock(word: str) -> str:
    return word.replace(".", ":") if ":" in word or "." in word else f"{word}:00"


def _is_glued_hour(figure: str) -> bool:
    hour, _, minutes = figure.casefold().partition("h")
    return _is_hour(hour) and (not minutes or (minutes.isdigit() and len(minutes) == 2))
