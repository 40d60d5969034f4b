"""The terms of a text: its words, names, numbers with units, dates, paths and code, each with a key for comparison.

Two terms mean the same if their keys are equal: `30 s` and `30 seconds`, `5 May` and `May 5`, `owner` and `owns`.
"""

from recall_cli.rules.revision.joining import join_compounds, join_names, join_values
from recall_cli.rules.revision.term import Term, amount_term, is_amount, plain_number, time_key
from recall_cli.rules.revision.words import vocabulary
from recall_cli.rules.revision.words.stems import stem

MAX_TEXT_LENGTH = 1_500
"""Only so many letters of a text are compared; a statement that ends a belief stands at the beginning."""


_OPENERS = "\"'“”„‘([{*_<«"


_CLOSERS = "\"'“”’)]}*_>».,;:!?…"


_BREAKS = ',;()[]{}"“”„«»|'


_ARROWS = ("-->", "->", "=>", "→", "⇒", "➜", "⟶")


def read_terms(text: str) -> "list[Term]":
    """The terms and marks of a text, in their order."""
    text = text[:MAX_TEXT_LENGTH]
    if text.isupper():
        text = text.lower()
    terms = join_names(join_values(join_compounds(_scan(text))))
    for place, term in enumerate(terms):
        term.place = place
    return terms


def _scan(text: str) -> "list[Term]":
    """Words, numbers, code spans and marks, before neighbours are joined."""
    terms: list[Term] = []
    at, size = 0, len(text)
    while at < size:
        letter = text[at]
        if letter.isspace():
            if letter == "\n":
                terms.append(Term("\n", "mark", "\n", at, at + 1))
            at += 1
            continue
        arrow = next((sign for sign in _ARROWS if text.startswith(sign, at)), "")
        if arrow:
            terms.append(Term(arrow, "mark", "→", at, at + len(arrow)))
            at += len(arrow)
            continue
        if letter == "`":
            close = text.find("`", at + 1)
            if close > at + 1:
                inside = text[at + 1 : close]
                terms.append(Term(text[at : close + 1], _code_kind(inside), _code_key(inside), at, close + 1))
                at = close + 1
                continue
            at += 1
            continue
        if letter in _OPENERS or letter in _CLOSERS or (letter in "=+&|~<>–—-" and not _begins_word(text, at)):
            terms.append(Term(letter, "mark", "—" if letter in "–—-" else letter, at, at + 1))
            at += 1
            continue
        end = at
        while end < size and not _stops(text, end):
            end += 1
        end = max(end, at + 1)
        while (
            end > at + 1
            and text[end - 1] in _CLOSERS
            and not text.startswith("()", end - 2)
            and not (text[end - 1] == "." and _is_abbreviation(text[at:end]))
        ):
            end -= 1
        terms.append(_classify(text[at:end], at, end))
        at = end
    return terms


def _begins_word(text: str, at: int) -> bool:
    """Whether a sign belongs to what follows: `~/x`, `-15`, `--flag`, `<id>`."""
    following = text[at + 1 : at + 2]
    return bool(following) and not following.isspace() and (at == 0 or text[at - 1].isspace() or text[at - 1] in "(")


def _stops(text: str, at: int) -> bool:
    """Whether a word ends before this letter."""
    letter = text[at]
    if letter.isspace() or letter == "`":
        return True
    if letter == ",":
        return not (text[at - 1 : at].isdigit() and text[at + 1 : at + 4].isdigit() and len(text[at + 1 : at + 4]) == 3)
    if letter in _BREAKS:
        return not (letter in "()" and text.startswith("()", at))
    return (
        letter in "→⇒➜⟶"
        or text.startswith(("->", "=>"), at)
        or letter in "—"
        or (letter == "=" and text[at + 1 : at + 2] == " ")
    )


def _is_abbreviation(chunk: str) -> bool:
    """Whether the full stop belongs to the word: `e.g.`."""
    return chunk.lower() in vocabulary.ABBREVIATIONS


def _code_kind(inside: str) -> str:
    """The kind of a code span: a path or other code."""
    if "/" in inside and " " not in inside:
        return "path"
    return "code"


def _code_key(inside: str) -> str:
    """The key of a code span."""
    low = inside.lower().strip().rstrip("/")
    return stem(low) if low.isalpha() else low


def _classify(chunk: str, start: int, end: int) -> Term:
    """One word of a text as a term: what kind of thing it is, and its key."""
    low = chunk.lower().replace("’", "'")
    if "://" in chunk:
        return Term(chunk, "url", low.rstrip("/"), start, end)
    if chunk[0] == "@" and len(chunk) > 1:
        return Term(chunk, "handle", low[1:], start, end)
    if "@" in chunk[1:] and "." in chunk:
        return Term(chunk, "mail", low, start, end)
    if chunk[0] == "#" and chunk[1:2].isalpha():
        return Term(chunk, "channel", low, start, end)
    number = _classify_number(chunk, low, start, end)
    if number is not None:
        return number
    if low in vocabulary.DAY_NAMES or (low.endswith("s") and low[:-1] in vocabulary.DAY_NAMES):
        return Term(chunk, "day", vocabulary.DAY_NAMES.get(low) or vocabulary.DAY_NAMES[low[:-1]], start, end)
    if low in vocabulary.RHYTHMS:
        return Term(chunk, "rhythm", vocabulary.RHYTHMS[low], start, end)
    if low in ("noon", "midday", "midnight"):
        return Term(chunk, "time", "00:00" if low == "midnight" else "12:00", start, end)
    if "/" in chunk:
        return Term(chunk, "path", low.rstrip("/"), start, end)
    inner = low.strip(".")
    if "." in inner and low not in vocabulary.ABBREVIATIONS and inner.replace(".", "").replace("-", "").isalnum():
        return Term(chunk, "host", inner, start, end)
    has_sign = "_" in chunk.strip("_") or any(letter.isdigit() for letter in chunk) or "()" in chunk or chunk[0] in "-$"
    if has_sign or (any(letter.isupper() for letter in chunk[1:]) and any(letter.islower() for letter in chunk)):
        if chunk.isalpha() and chunk[0].isupper() and low not in vocabulary.FUNCTION_WORDS:
            name = Term(chunk, "name", stem(low), start, end)
            name.proper = True
            return name
        ident = Term(
            chunk, "ident", vocabulary.SAME_NAME.get(low.removesuffix("()"), low.removesuffix("()")), start, end
        )
        ident.proper = chunk[:1].isupper()
        return ident
    word = Term(chunk, "word", stem(low), start, end)
    word.proper = chunk[:1].isupper()
    return word


def _classify_number(chunk: str, low: str, start: int, end: int) -> "Term | None":
    """A word that is a number, a time, a date, a version or an amount; None if it is none of them."""
    signless = low.lstrip("+-~≈€$£<>=≤≥")
    if not signless[:1].isdigit():
        if low in vocabulary.NUMBER_WORDS:
            return Term(chunk, "number", vocabulary.NUMBER_WORDS[low], start, end)
        version = low[:1] == "v" and low[1:2].isdigit()
        return Term(chunk, "version", plain_number(low[1:]), start, end) if version else None
    digits = len(signless) - len(signless.lstrip("0123456789.,"))
    figure, rest = signless[:digits].rstrip(".,"), signless[digits:]
    if low[:1] in "€$£":
        return Term(chunk, "money", plain_number(figure) + rest, start, end)
    if not rest and figure.count(".") >= 2:
        return Term(chunk, "version", figure, start, end)
    if not rest:
        return Term(chunk, "number", ("-" if low[0] == "-" else "") + plain_number(figure), start, end)
    if rest in vocabulary.UNITS and is_amount(figure) and rest not in _NUMBER_ENDINGS:
        return amount_term(chunk, figure, rest, start, end)
    kind, key = _read_figure(figure, rest, signless)
    return Term(chunk, kind, key or low, start, end)


_NUMBER_ENDINGS = frozenset("st nd rd th x".split())


def _read_figure(figure: str, rest: str, signless: str) -> "tuple[str, str]":
    """The kind and the key of digits with other letters behind them; the key is empty if the whole word is the key."""
    if rest[0] == ":" and rest[1:3].isdigit() and len(figure) <= 2:
        return "time", time_key(figure, rest[1:3], rest)
    if rest in ("am", "pm", "a.m", "p.m", "a.m.", "p.m."):
        return "time", time_key(figure, "00", rest)
    if rest in _NUMBER_ENDINGS:
        return "number", plain_number(figure)
    dated = len(figure) == 4 and len(signless) == 10 and rest[:1] == "-"
    if dated and (signless[5:7] + signless[8:]).isdigit():
        return "date", signless
    if rest[:1] == "e" and rest[1:].lstrip("-+").isdigit():
        return "number", ""
    return "ident", ""
