"""The terms of a text: its words, names, numbers with units, dates, paths and code, each with a key for comparison.

Two terms mean the same if their keys are equal: `30 s` and `30 seconds`, `5 May` and `May 5`, `owner` and `owns`.
"""

from recall_cli.rules.revision import vocabulary
from recall_cli.rules.revision.stems import GENERIC_STEMS, stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_TEXT_LENGTH = 1_500
"""Only so many letters of a text are compared; a statement that ends a belief stands at the beginning."""

_OPENERS = "\"'“”„‘([{*_<«"
_CLOSERS = "\"'“”’)]}*_>».,;:!?…"
_BREAKS = ',;()[]{}"“”„«»|'
_ARROWS = ("-->", "->", "=>", "→", "⇒", "➜", "⟶")
VALUE_KINDS = frozenset(
    "number version time date day rhythm span size share money heat frequency current count length".split()
)
"""Kinds of terms that are values by their nature."""
PLACE_KINDS = frozenset("path host url mail handle channel".split())
"""Kinds of terms that say where something is, or who gets it."""


class Term:
    """One term of a text, or one punctuation mark (kind `mark`)."""

    __slots__ = ("end", "key", "kind", "low", "place", "proper", "start", "text")

    def __init__(self, text: str, kind: str, key: str, start: int, end: int) -> None:
        self.text, self.kind, self.key, self.start, self.end = text, kind, key, start, end
        self.low = text.lower().replace("’", "'")
        self.proper = False
        """Whether it is a name: capitalized where no sentence begins."""
        self.place = 0
        """Its index in the list of all terms."""

    def __repr__(self) -> str:
        return f"{self.kind}:{self.key}"

    @property
    def is_content(self) -> bool:
        """Whether it carries meaning of its own: no mark and no function word."""
        return self.kind != "mark" and (self.kind != "word" or self.low not in vocabulary.FUNCTION_WORDS)

    @property
    def is_generic(self) -> bool:
        """Whether it is a word that fits any subject: use, keep, run, thing."""
        return self.kind == "word" and not self.proper and self.key in GENERIC_STEMS


def read_terms(text: str) -> "list[Term]":
    """The terms and marks of a text, in their order."""
    text = text[:MAX_TEXT_LENGTH]
    if text.isupper():
        text = text.lower()
    terms = _merge_names(_merge_values(_merge_compounds(_scan(text))))
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
        if letter in _OPENERS or letter in _CLOSERS or letter in "=+&|~<>–—-" and not _begins_word(text, at):
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
    return chunk.lower() in vocabulary.ABBREVIATIONS


def _code_kind(inside: str) -> str:
    if "/" in inside and " " not in inside:
        return "path"
    return "code"


def _code_key(inside: str) -> str:
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
        if low[:1] == "v" and low[1:2].isdigit():
            return Term(chunk, "version", _plain_number(low[1:]), start, end)
        return None
    digits = len(signless) - len(signless.lstrip("0123456789.,"))
    figure, rest = signless[:digits].rstrip(".,"), signless[digits:]
    if low[:1] in "€$£":
        return Term(chunk, "money", _plain_number(figure) + rest, start, end)
    if not rest:
        if figure.count(".") >= 2:
            return Term(chunk, "version", figure, start, end)
        return Term(chunk, "number", ("-" if low[0] == "-" else "") + _plain_number(figure), start, end)
    if rest[0] == ":" and rest[1:3].isdigit() and len(figure) <= 2:
        return Term(chunk, "time", _time_key(figure, rest[1:3], rest), start, end)
    if rest in ("am", "pm", "a.m", "p.m", "a.m.", "p.m."):
        return Term(chunk, "time", _time_key(figure, "00", rest), start, end)
    if rest in ("st", "nd", "rd", "th"):
        return Term(chunk, "number", _plain_number(figure), start, end)
    if rest == "x":
        return Term(chunk, "number", _plain_number(figure), start, end)
    if (
        len(figure) == 4
        and rest[:1] == "-"
        and len(signless) == 10
        and signless[5:7].isdigit()
        and signless[8:].isdigit()
    ):
        return Term(chunk, "date", signless, start, end)
    if rest in vocabulary.UNITS and _is_amount(figure):
        return _amount(chunk, figure, rest, start, end)
    if rest[:1] == "e" and rest[1:].lstrip("-+").isdigit():
        return Term(chunk, "number", low, start, end)
    return Term(chunk, "ident", low, start, end)


def _time_key(hour: str, minute: str, rest: str) -> str:
    hours = int(hour)
    if rest.endswith(("pm", "p.m", "p.m.")) and hours < 12:
        hours += 12
    return f"{hours:02}:{minute}"


def _plain_number(figure: str) -> str:
    """A number for comparison: without thousands commas and without zeros that change nothing."""
    head, _, tail = figure.partition(",")
    if tail and all(len(group) == 3 for group in tail.split(",")):
        figure = head + tail.replace(",", "")
    return figure


def _is_amount(figure: str) -> bool:
    return figure.count(".") <= 1 and figure.replace(".", "").replace(",", "").isdigit()


def _amount(text: str, figure: str, unit: str, start: int, end: int) -> Term:
    """A number with its unit, in the base unit of its dimension."""
    dimension, factor = vocabulary.UNITS[unit]
    value = float(_plain_number(figure).replace(",", ".")) * factor
    return Term(text, dimension, f"{value:.9g}", start, end)


def _merge_compounds(terms: "list[Term]") -> "list[Term]":
    """Words that are one word in other texts: `time out`, `sign off`, `pull request`."""
    merged: list[Term] = []
    for term in terms:
        before = merged[-1] if merged else None
        compound = vocabulary.COMPOUNDS.get((before.low, term.low)) if before is not None else None
        if compound is not None and before is not None:
            merged[-1] = Term(f"{before.text} {term.text}", "word", stem(compound), before.start, term.end)
            merged[-1].low = compound
        else:
            merged.append(term)
    return merged


def _merge_values(terms: "list[Term]") -> "list[Term]":
    """Numbers joined with their units, months with their days, `every` with its span."""
    merged: list[Term] = []
    at = 0
    while at < len(terms):
        joined, used = _value_at(terms, at)
        merged.append(joined)
        at += used
    return merged


def _value_at(terms: "list[Term]", at: int) -> "tuple[Term, int]":
    """The value that begins here, and of how many terms it consists."""
    term = terms[at]
    second = terms[at + 1] if at + 1 < len(terms) else None
    third = terms[at + 2] if at + 2 < len(terms) else None
    if term.low in ("every", "each", "per") and second is not None and term.low != "per":
        if second.kind == "span":
            return _joined("rhythm", second.key, term, second), 2
        if second.kind == "number" and third is not None and third.low in vocabulary.SPAN_UNITS:
            amount = _amount("", second.key, third.low, 0, 0)
            return _joined("rhythm", amount.key, term, third), 3
        if second.low in vocabulary.SPAN_UNITS and second.kind == "word":
            amount = _amount("", "1", second.low, 0, 0)
            return _joined("rhythm", amount.key, term, second), 2
    if term.low == "release" and second is not None and second.kind == "number" and "." in second.key:
        second.kind = "version"
    if term.low in ("version", "v") and second is not None and second.kind in ("number", "version"):
        return _joined("version", second.key, term, second), 2
    if (
        term.kind == "number"
        and second is not None
        and at
        and terms[at - 1].low in ("from", "between")
        and term.key.isdigit()
        and int(term.key) < 25
    ):
        if second.low in ("to", "and", "until") and third is not None and third.kind == "time":
            return _joined("time", _time_key(term.key, "00", ""), term, term), 1
    if (
        term.kind == "number"
        and at > 1
        and terms[at - 1].low == "at"
        and terms[at - 2].kind == "day"
        and term.key.isdigit()
        and (second is None or second.low not in ("am", "pm", "a.m.", "p.m."))
    ):
        return _joined("time", _time_key(term.key, "00", ""), term, term), 1
    if term.kind == "number" and second is not None:
        if (
            second.low == "of"
            and third is not None
            and third.low in vocabulary.MONTHS
            and term.key.isdigit()
            and int(term.key) <= 31
            and term.text[-2:].lower() in ("st", "nd", "rd", "th")
        ):
            return _joined("date", f"-{vocabulary.MONTHS[third.low]:02}-{int(term.key):02}", term, third), 3
        if second.low in vocabulary.UNITS and second.kind in ("word", "mark") and _is_amount(term.key.lstrip("-")):
            return _amount_of(term, second), 2
        if second.text == "%":
            return _amount_of(term, second), 2
        if second.low in ("am", "pm", "a.m.", "p.m.") and term.key.isdigit():
            return _joined("time", _time_key(term.key, "00", second.low.rstrip(".")), term, second), 2
        if second.low in vocabulary.MONTHS and term.key.isdigit() and int(term.key) <= 31:
            return _date(term.key, second.low, third, term, second)
    if term.kind == "time" and second is not None and second.low in ("am", "pm", "a.m.", "p.m."):
        hour, _, minute = term.key.partition(":")
        return _joined("time", _time_key(hour, minute, second.low.rstrip(".")), term, second), 2
    if term.low in vocabulary.MONTHS and term.kind == "word":
        may_be_verb = term.low in ("may", "march") and not term.text[:1].isupper()
        if second is not None and second.kind == "number" and second.key.isdigit() and not may_be_verb:
            if int(second.key) <= 31:
                year = third
                if year is not None and year.text == "," and at + 3 < len(terms):
                    year = terms[at + 3]
                    date, used = _date(second.key, term.low, year, term, second)
                    return date, used + 1 if used == 3 else used
                return _date(second.key, term.low, year, term, second)
            return _joined("date", f"{second.key}-{vocabulary.MONTHS[term.low]:02}", term, second), 2
        if term.text[:1].isupper() and term.low not in ("may", "march"):
            return _joined("date", f"-{vocabulary.MONTHS[term.low]:02}", term, term), 1
        if term.text[:1].isupper() and at and terms[at - 1].low in ("in", "until", "since", "by", "of", "every"):
            return _joined("date", f"-{vocabulary.MONTHS[term.low]:02}", term, term), 1
    return term, 1


def _amount_of(number: Term, unit: Term) -> Term:
    key = number.key
    negative = key.startswith("-")
    amount = _amount("", key.lstrip("-"), unit.low, 0, 0)
    return _joined(amount.kind, ("-" if negative else "") + amount.key, number, unit)


def _date(day: str, month: str, year: "Term | None", first: Term, second: Term) -> "tuple[Term, int]":
    """A day of a month, with the year if one follows."""
    has_year = year is not None and year.kind == "number" and len(year.key) == 4 and year.key.isdigit()
    named = year.key if has_year and year is not None else ""
    key = f"{named}-{vocabulary.MONTHS[month]:02}-{int(day):02}"
    last = year if has_year and year is not None else second
    return _joined("date", key, first, last), 3 if has_year else 2


def _joined(kind: str, key: str, first: Term, last: Term) -> Term:
    words = first.text if first is last else f"{first.text} {last.text}"
    return Term(words, kind, key, first.start, last.end)


def _merge_names(terms: "list[Term]") -> "list[Term]":
    """Capitalized words in a row joined to one name: `AWS Secrets Manager`, `Dr. Klein`.

    The first word of a sentence is capitalized anyway; it counts as a name only if more capitals follow.
    """
    merged: list[Term] = []
    for at, term in enumerate(terms):
        if term.kind not in ("word", "ident", "name") or not term.proper:
            merged.append(term)
            continue
        first = _begins_sentence(terms, at)
        if (
            first
            and term.kind == "word"
            and (term.low in vocabulary.FUNCTION_WORDS or not term.text[1:].isupper() and len(term.text) > 1)
        ):
            following = terms[at + 1] if at + 1 < len(terms) else None
            joins = (
                following is not None
                and following.proper
                and following.kind in ("word", "ident", "name")
                and term.low not in vocabulary.FUNCTION_WORDS
                and term.low not in vocabulary.OPENING_WORDS
                and not term.low.endswith("ly")
                and term.key not in GENERIC_STEMS
                and following.low not in vocabulary.FUNCTION_WORDS
                and not term.low.endswith("'s")
            )
            term.proper = joins or term.low in vocabulary.TITLES
        if term.low in vocabulary.FUNCTION_WORDS and len(term.text) < 3:
            term.proper = False
        before = merged[-1] if merged else None
        if (
            term.proper
            and before is not None
            and before.proper
            and before.kind in ("word", "ident", "name")
            and not before.low.endswith("'s")
            and term.start - before.end <= 1
        ):
            key = f"{before.key} {stem(term.low)}"
            joined = Term(f"{before.text} {term.text}", "name", key, before.start, term.end)
            joined.proper = True
            merged[-1] = joined
        else:
            merged.append(term)
    for term in merged:
        if term.kind == "word" and (term.proper or term.low in vocabulary.TOOL_NAMES):
            term.proper = True
            term.kind = "name"
    return merged


def _begins_sentence(terms: "Sequence[Term]", at: int) -> bool:
    if at == 0:
        return True
    before = terms[at - 1]
    if before.kind == "mark" and before.text in "*_\"“('[":
        return _begins_sentence(terms, at - 1) if before.text in "*_" else False
    return before.kind == "mark" and before.text in (".", "!", "?", "\n", ":", "…", ";", "—")


def mean_same(first: Term, second: Term) -> bool:
    """Whether two terms mean the same thing."""
    if first.key == second.key:
        if first.kind == second.kind == "code" and first.text != second.text:
            return False  # names in code differ if their capitals do
        return (
            first.kind == second.kind or not ({first.kind, second.kind} & VALUE_KINDS) or _numbers_agree(first, second)
        )
    kinds = {first.kind, second.kind}
    if kinds <= {"word", "name", "code", "ident", "handle"}:
        return _are_forms(first, second)
    if "number" in kinds and kinds & (VALUE_KINDS | {"version"}):
        return _numbers_agree(first, second)
    if kinds == {"size"}:
        return _sizes_agree(float(first.key), float(second.key))
    if kinds & {"path", "host", "ident"} and kinds & {"word", "name"}:
        return _names_part(first, second)
    if kinds == {"version"}:
        return _numbers_agree(first, second)
    if kinds == {"date"}:
        return _dates_agree(first.key, second.key)
    if kinds <= {"path", "code", "host"}:
        return first.key.rstrip("/") == second.key.rstrip("/") or first.key.lstrip("./") == second.key.lstrip("./")
    return False


def _are_forms(first: Term, second: Term) -> bool:
    """Whether two words are forms of one word: generator and generated, review and reviewer."""
    one, other = first.key, second.key
    if " " in one or " " in other:
        return False
    if first.kind != "word" or second.kind != "word":
        return False
    short, long_ = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) >= 4 and long_.startswith(short) and long_[len(short) :] in vocabulary.DERIVING_ENDINGS:
        return True
    return len(short) >= 7 and one[:7] == other[:7] and abs(len(one) - len(other)) < 4


def _sizes_agree(one: float, other: float) -> bool:
    """Whether two sizes are equal if 1 kB has 1,024 bytes: 1 GB and 1,024 MB."""
    large, small = max(one, other), min(one, other)
    return (
        small > 0
        and large / small < 1.08
        and (large == small or any(abs(large / small - step) < 0.001 for step in _SIZE_STEPS))
    )


_SIZE_STEPS = (1.024, 1.048576, 1.073741824)


def missing_terms(some: "Iterable[Term]", others: "Sequence[Term]") -> "list[Term]":
    """The terms that the others lack. A word that stands for another word does not also stand for a part of a path."""
    some = list(some)
    if not some:
        return some
    keys = {term.key for term in others}
    left, parted = [], []
    for term in some:
        if term.key in keys or term.kind in _WHOLE_KINDS:
            alike = any(mean_same(term, other) for other in others)
        else:
            alike = any(mean_same(term, other) for other in others if not _part_kinds(term, other))
        if not alike:
            (parted if term.kind not in _WHOLE_KINDS else left).append(term)
    for term in parted:
        is_word = term.kind in ("word", "name")
        candidates = [
            other
            for other in others
            if _part_kinds(term, other) and (is_word or not any(other.key == item.key for item in some))
        ]
        if not any(_names_part(term, other) for other in candidates):
            left.append(term)
    return sorted(left, key=lambda term: term.place) if parted else left


_WHOLE_KINDS = frozenset(
    "number version time date day rhythm span size share money heat frequency current count length url handle channel mail".split()
)


def _part_kinds(first: Term, second: Term) -> bool:
    return (first.kind in ("path", "host") and second.kind in ("word", "name")) or (
        second.kind in ("path", "host") and first.kind in ("word", "name")
    )


def _names_part(first: Term, second: Term) -> bool:
    """Whether a word names a part of a path: `react` in `web/react.config.js`."""
    word, path = (first, second) if first.kind in ("word", "name") else (second, first)
    if len(word.key) < 3 or path.kind == "ident":
        return False
    parts = path.key.replace("/", " ").replace(".", " ").replace("-", " ").replace("_", " ").split()
    return word.low in parts or word.key in parts


def _numbers_agree(first: Term, second: Term) -> bool:
    """Whether a bare number is the figure of an amount: `instead of 14` of `14 days`; or a shorter version."""
    number, amount = (first, second) if first.kind == "number" else (second, first)
    if number.kind != "number":
        if first.kind == second.kind == "version":
            return first.key.startswith(second.key + ".") or second.key.startswith(first.key + ".")
        return first.kind == second.kind and first.key == second.key
    if amount.kind in ("number", "version"):
        one, other = number.key, amount.key
        versions = "version" in (first.kind, second.kind) or ("." in one and "." in other)
        return one == other or (versions and (other.startswith(one + ".") or one.startswith(other + ".")))
    if amount.kind in ("time", "date", "day"):
        return amount.kind == "date" and amount.key.endswith(f"-{number.key.zfill(2)}")
    figure = amount.text.lower().removeprefix("every ").split()[0] if amount.text else ""
    figure = figure.rstrip("abcdefghijklmnopqrstuvwxyzµ%°")
    return (vocabulary.NUMBER_WORDS.get(figure) or _plain_number(figure.lstrip("€$£"))) == number.key


def _dates_agree(one: str, other: str) -> bool:
    """Whether two dates can be the same: one may lack its year."""
    first, second = one.split("-"), other.split("-")
    if len(first) != len(second):
        return False
    return all(not here or not there or here == there for here, there in zip(first, second, strict=True))
