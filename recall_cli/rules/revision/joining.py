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
    second = terms[at + 1] if at + 1 < len(terms) else None
    third = terms[at + 2] if at + 2 < len(terms) else None
    if term.low in ("every", "each", "per") and second is not None and term.low != "per":
        if second.kind == "span":
            return _joined("rhythm", second.key, term, second), 2
        if second.kind == "number" and third is not None and third.low in vocabulary.SPAN_UNITS:
            amount = amount_term("", second.key, third.low, 0, 0)
            return _joined("rhythm", amount.key, term, third), 3
        if second.low in vocabulary.SPAN_UNITS and second.kind == "word":
            amount = amount_term("", "1", second.low, 0, 0)
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
            return _joined("time", time_key(term.key, "00", ""), term, term), 1
    if (
        term.kind == "number"
        and at > 1
        and terms[at - 1].low == "at"
        and terms[at - 2].kind == "day"
        and term.key.isdigit()
        and (second is None or second.low not in ("am", "pm", "a.m.", "p.m."))
    ):
        return _joined("time", time_key(term.key, "00", ""), term, term), 1
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
        if second.low in vocabulary.UNITS and second.kind in ("word", "mark") and is_amount(term.key.lstrip("-")):
            return _amount_of(term, second), 2
        if second.text == "%":
            return _amount_of(term, second), 2
        if second.low in ("am", "pm", "a.m.", "p.m.") and term.key.isdigit():
            return _joined("time", time_key(term.key, "00", second.low.rstrip(".")), term, second), 2
        if second.low in vocabulary.MONTHS and term.key.isdigit() and int(term.key) <= 31:
            return _date(term.key, second.low, third, term, second)
    if term.kind == "time" and second is not None and second.low in ("am", "pm", "a.m.", "p.m."):
        hour, _, minute = term.key.partition(":")
        return _joined("time", time_key(hour, minute, second.low.rstrip(".")), term, second), 2
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
    words = first.text if first is last else f"{first.text} {last.text}"
    return Term(words, kind, key, first.start, last.end)


def join_names(terms: "list[Term]") -> "list[Term]":
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
        if term.kind == "word" and (term.proper or term.low in TOOL_NAMES):
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
