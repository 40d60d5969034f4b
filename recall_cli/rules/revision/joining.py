"""Neighbouring terms joined to one: numbers with units, dates, compounds, names of several words."""

from recall_cli.rules.revision.term import Term, amount_term, is_amount, time_key
from recall_cli.rules.revision.words import vocabulary
from recall_cli.rules.revision.words.stems import GENERIC_STEMS, stem
from recall_cli.rules.revision.words.tools import TOOL_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def join_compounds(terms: "list[Term]") -> "list[Term]":
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


def join_values(terms: "list[Term]") -> "list[Term]":
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
    following = [*terms[at + 1 : at + 3], None, None]
    second, third = following[0], following[1]
    found = None
    if term.low in ("every", "each") and second is not None:
        found = _rhythm(term, second, third)
    elif term.low in ("version", "v", "release") and second is not None:
        found = _version(term, second)
    elif term.kind == "number":
        found = _bare_hour(terms, at) or (_numbered(term, second, third) if second is not None else None)
    elif term.kind == "time" and second is not None and second.low in _DAY_HALVES:
        hour, _, minute = term.key.partition(":")
        found = _joined("time", time_key(hour, minute, second.low.rstrip(".")), term, second), 2
    elif term.low in vocabulary.MONTHS and term.kind == "word":
        found = _month(terms, at)
    return found if found is not None else (term, 1)


_DAY_HALVES = ("am", "pm", "a.m.", "p.m.")


def _rhythm(term: Term, second: Term, third: "Term | None") -> "tuple[Term, int] | None":
    """`every 5 minutes`, `each week`."""
    if second.low == "second" and (third is None or not third.is_content):
        return _joined("rhythm", "1", term, second), 2
    if second.kind == "span":
        return _joined("rhythm", second.key, term, second), 2
    if second.kind == "number" and third is not None and third.low in vocabulary.SPAN_UNITS:
        return _joined("rhythm", amount_term("", second.key, third.low, 0, 0).key, term, third), 3
    if second.low in vocabulary.SPAN_UNITS and second.kind == "word":
        return _joined("rhythm", amount_term("", "1", second.low, 0, 0).key, term, second), 2
    return None


def _version(term: Term, second: Term) -> "tuple[Term, int] | None":
    """`version 3.2`; in `release 3.2` both terms stay."""
    if term.low == "release":
        if second.kind == "number" and "." in second.key:
            second.kind = "version"
        return None
    return (_joined("version", second.key, term, second), 2) if second.kind in ("number", "version") else None


def _bare_hour(terms: "list[Term]", at: int) -> "tuple[Term, int] | None":
    """The hour in `from 12 to 12:30` and `Monday at 10`."""
    term = terms[at]
    if not at or not term.key.isdigit() or int(term.key) > 24:
        return None
    second, third = [*terms[at + 1 : at + 3], None, None][:2]
    ranges = (
        terms[at - 1].low in ("from", "between")
        and second is not None
        and second.low in ("to", "and", "until")
        and third is not None
        and third.kind == "time"
    )
    on_a_day = at > 1 and terms[at - 1].low == "at" and terms[at - 2].kind == "day"
    if ranges or (on_a_day and (second is None or second.low not in _DAY_HALVES)):
        return _joined("time", time_key(term.key, "00", ""), term, term), 1
    return None


def _numbered(term: Term, second: Term, third: "Term | None") -> "tuple[Term, int] | None":
    """A number with what follows: `5th of May`, `30 s`, `20 %`, `8 am`, `5 May 2027`."""
    day = term.key.isdigit() and int(term.key) <= 31
    ordinal = day and second.low == "of" and term.text[-2:].lower() in ("st", "nd", "rd", "th")
    if ordinal and third is not None and third.low in vocabulary.MONTHS:
        return _joined("date", f"-{vocabulary.MONTHS[third.low]:02}-{int(term.key):02}", term, third), 3
    unit = (
        second.low in vocabulary.UNITS
        and (second.kind in ("word", "mark") or second.text == "$")
        and is_amount(term.key.lstrip("-"))
    )
    if unit or second.text == "%":
        return _amount_of(term, second), 2
    if second.low in _DAY_HALVES and term.key.isdigit():
        return _joined("time", time_key(term.key, "00", second.low.rstrip(".")), term, second), 2
    if second.low in vocabulary.MONTHS and day:
        return _date(term.key, second.low, third, term, second)
    return None


def _month(terms: "list[Term]", at: int) -> "tuple[Term, int] | None":
    """A month with the day or the year behind it, or alone."""
    term = terms[at]
    second, third, fourth = [*terms[at + 1 : at + 4], None, None, None][:3]
    month = vocabulary.MONTHS[term.low]
    ambiguous, capital = term.low in ("may", "march"), term.text[:1].isupper()
    if second is not None and second.kind == "number" and second.key.isdigit() and (capital or not ambiguous):
        if int(second.key) > 31:
            return _joined("date", f"{second.key}-{month:02}", term, second), 2
        if third is not None and third.text == "," and fourth is not None:
            date, used = _date(second.key, term.low, fourth, term, second)
            return date, used + 1 if used == 3 else used
        return _date(second.key, term.low, third, term, second)
    dated = bool(at) and terms[at - 1].low in ("in", "until", "since", "by", "of", "every")
    if capital and (not ambiguous or dated):
        return _joined("date", f"-{month:02}", term, term), 1
    return None


def _amount_of(number: Term, unit: Term) -> Term:
    """A number and its unit as one amount."""
    key = number.key
    negative = key.startswith("-")
    amount = amount_term("", key.lstrip("-"), unit.low, 0, 0)
    return _joined(amount.kind, ("-" if negative else "") + amount.key, number, unit)


def _date(day: str, month: str, year: "Term | None", first: Term, second: Term) -> "tuple[Term, int]":
    """A day of a month, with the year if one follows."""
    has_year = year is not None and year.kind == "number" and len(year.key) == 4 and year.key.isdigit()
    named = year.key if has_year and year is not None else ""
    key = f"{named}-{vocabulary.MONTHS[month]:02}-{int(day):02}"
    last = year if has_year and year is not None else second
    return _joined("date", key, first, last), 3 if has_year else 2


def _joined(kind: str, key: str, first: Term, last: Term) -> Term:
    """One term for a row of terms."""
    words = first.text if first is last else f"{first.text} {last.text}"
    return Term(words, kind, key, first.start, last.end)


_NAME_KINDS = ("word", "ident", "name")


def join_names(terms: "list[Term]") -> "list[Term]":
    """Capitalized words in a row joined to one name: `AWS Secrets Manager`, `Dr. Klein`.

    The first word of a sentence is capitalized anyway; it counts as a name only if more capitals follow.
    """
    joined: list[Term] = []
    for at, term in enumerate(terms):
        if term.kind not in _NAME_KINDS or not term.proper:
            joined.append(term)
            continue
        term.proper = _is_name(terms, at)
        before = joined[-1] if joined else None
        if term.proper and before is not None and _continues_name(before, term):
            name = Term(f"{before.text} {term.text}", "name", f"{before.key} {stem(term.low)}", before.start, term.end)
            name.proper = True
            joined[-1] = name
        else:
            joined.append(term)
    for term in joined:
        if term.kind == "word" and (term.proper or term.low in TOOL_NAMES):
            term.proper = True
            term.kind = "name"
    return joined


def _continues_name(before: Term, term: Term) -> bool:
    """Whether a capitalized word belongs to the name before it."""
    named = before.proper and before.kind in _NAME_KINDS and not before.low.endswith("'s")
    return named and term.start - before.end <= 1


def _is_name(terms: "list[Term]", at: int) -> bool:
    """Whether a capitalized word is a name, and not only the first of a sentence."""
    term = terms[at]
    functional = term.low in vocabulary.FUNCTION_WORDS
    if functional and len(term.text) < 3:
        return term.text == "US"
    ordinary = functional or (not term.text[1:].isupper() and len(term.text) > 1)
    if term.kind != "word" or not ordinary or not _begins_sentence(terms, at):
        return True
    return term.low in vocabulary.TITLES or (not functional and _opens_name(terms, at))


def _opens_name(terms: "list[Term]", at: int) -> bool:
    """Whether the first word of a sentence is the first of a name of several words."""
    term = terms[at]
    following = terms[at + 1] if at + 1 < len(terms) else None
    if following is None or not following.proper or following.kind not in _NAME_KINDS:
        return False
    if following.text.isupper() and not term.text.isupper() and term.low.endswith(("ing", "ed")):
        return False  # "Force-pushing PR branches"
    if following.low in vocabulary.FUNCTION_WORDS or term.key in GENERIC_STEMS:
        return False
    return term.low not in vocabulary.OPENING_WORDS and not term.low.endswith(("ly", "'s"))


def _begins_sentence(terms: "Sequence[Term]", at: int) -> bool:
    """Whether a term is the first of its sentence."""
    if at == 0:
        return True
    before = terms[at - 1]
    if before.kind == "mark" and before.text in "*_\"“('[":
        return _begins_sentence(terms, at - 1) if before.text in "*_" else False
    return before.kind == "mark" and before.text in (".", "!", "?", "\n", ":", "…", ";", "—")
