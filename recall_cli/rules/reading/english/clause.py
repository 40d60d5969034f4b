"""The structure of a clause: who does what, in which tense, to what. It is a quick and shallow analysis."""

from recall_cli.domain.record import Record
from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.finite import broken, broken_off, finite, noun_reading
from recall_cli.rules.reading.english.verbs import MENTAL, UNCHANGED, lemma_and_form
from recall_cli.rules.reading.english.words import Words


class Clause(Record):
    """One clause of a statement, by positions in its words.

    `who` is i, we, you, it (anything that points back), thing, or none (imperatives and elided subjects).
    `form` is base, s, past, ing, perfect, passive, modal or copula; `imperative` where nobody is named.
    """

    start: int
    stop: int
    subject: "tuple[int, int]"
    who: str
    verb: str
    form: str
    at: int
    rest: int
    helpers: "frozenset[str]"
    negated: bool
    imperative: bool
    lead: str
    leads: "tuple[int, int]"


def read_clause(words: Words, start: int = 0, stop: "int | None" = None) -> Clause:
    """The clause that begins at `start`: its introduction is skipped, its subject and verb are found."""
    stop = len(words) if stop is None else stop
    at, lead, leads = _after_lead(words, start, stop)
    ordered = leads[1] > leads[0] and lead in _ORDERED_BY
    subject_end, who, imperative = _subject(words, at, stop, ordered)
    verb_at, helpers, negated = _verb_group(words, subject_end, stop)
    verb, form, verb_at, rest = _verb(words, subject_end, verb_at, stop, helpers)
    if who == "thing" and ordered and _unknown_order(words, at, stop):
        subject_end, who, imperative, helpers, negated = at, "none", True, frozenset(), False
        verb, form, verb_at, rest = words.lower[at], "base", at, at + 1
    imperative = imperative and form == "base" and not (helpers - {"do"})
    if who == "none" and words.lower[at : at + 2] in (["do", "not"], ["let", "us"]):
        imperative = True
    return Clause(
        start=start,
        stop=stop,
        subject=(at, subject_end),
        who=who,
        verb=verb,
        form=form,
        at=verb_at,
        rest=rest,
        helpers=helpers,
        negated=negated,
        imperative=imperative,
        lead=lead,
        leads=leads,
    )


_ORDERED_BY = (grammar.CONDITIONS | {"to", "for"}) - {"after", "before"}


def _unknown_order(words: Words, at: int, stop: int) -> bool:
    """Whether after "To …," or "When …," a word stands as an order, though its verb is not known."""
    following = words.lower[at + 1] if at + 1 < stop else ""
    return words.lower[at] not in grammar.DETERMINERS and following in _OBJECTS and not words.capital(at)


_OBJECTS = frozenset("the a an it them your all both off up out this that".split())


def _after_lead(words: Words, start: int, stop: int) -> "tuple[int, str, tuple[int, int]]":
    """Where the main clause begins, after interjections, a label and a leading phrase with its comma."""
    lower, at, lead, leads = words.lower, start, "", (start, start)
    while at < stop - 1 and (lower[at] in grammar.INTERJECTIONS or lower[at].endswith("ly")):
        at += 1
    if at + 2 < stop and lower[at + 1][:1].isdigit() and ":" in words.after[at + 1] and lemma_and_form(lower[at]):
        at += 2  # "Release 2.4: …" names a release and orders none
    if lower[at : at + 3] == ["from", "now", "on"] and at + 3 < stop:
        return at + 3, "from now on", (at, at + 3)
    if lower[at : at + 2] == ["in", "order"] and at + 3 < stop:
        at += 2
    if lower[at : at + 2] == ["going", "forward"] and at + 2 < stop:
        return at + 2, "from now on", (at, at + 2)
    if at < stop and lower[at] in grammar.LEADS:
        lead = lower[at]
        for i in range(at, stop - 1):
            if "," in words.after[i] or (":" in words.after[i] and lead == "to"):
                return i + 1, lead, (at, i + 1)
            if (
                i > at + 3
                and lower[i] in ("i", "we", "you")
                and lower[i - 1] not in _TIES
                and lead in grammar.CONDITIONS
            ):
                return i, lead, (at, i)
        for i in range(at + 2, min(stop - 1, at + 7)):
            nominal = lower[i] in _NOMINAL and lead not in grammar.CONDITIONS
            if lower[i - 1] not in grammar.LEADS and (nominal or lower[i] in ("i", "we", "you")):
                return i, lead, (at, i)
        if lead not in grammar.CONDITIONS:
            leads = (at, at)
    return at, lead, leads


_NOMINAL = frozenset("the our my all every".split())
_AFTER_VERB = grammar.DETERMINERS | frozenset(["and", "it", "that"])

_TIES = grammar.LEADS | frozenset("and or that which what how but".split())


def _subject(words: Words, at: int, stop: int, ordered: bool) -> "tuple[int, str, bool]":
    """Where the subject ends, whom it names, and whether the clause may be an imperative."""
    lower = words.lower
    if at >= stop:
        return at, "none", False
    first = lower[at]
    if first in ("i", "we", "you"):
        return at + 1, first, False
    second = lower[at + 1] if at + 1 < stop else ""
    if first in grammar.ANAPHORA or first in ("everyone", "nobody", "everybody"):
        verbal = second in grammar.AUXILIARIES or second in grammar.ADVERBS or lemma_and_form(second) is not None
        if verbal or not second or first in ("it", "they", "he", "she", "there"):
            return at + 1, "thing" if first.startswith(("every", "no")) else "it", False
    if first in ("do", "let") and second in ("not", "us"):
        return at, "none", True
    if first in ("never", "always", "only", "not") and lemma_and_form(second):
        return at, "none", True
    known = lemma_and_form(first)
    if known and known[1] == "base" and (ordered or not noun_reading(words, at, stop)):
        return at, "none", True
    if known and known[1] == "past" and (second in _AFTER_VERB or second in grammar.PREPOSITIONS):
        return at, "none", False
    if known and known[1] in ("past", "s") and second not in grammar.AUXILIARIES and not finite(words, at + 1, stop):
        return at, "none", False
    end = finite(words, at + 1, stop)
    return (end, "thing", False) if end else (stop, "thing", False)


def _verb_group(words: Words, at: int, stop: int) -> "tuple[int, frozenset[str], bool]":
    """The helpers before the main verb, and whether one of them denies it."""
    helpers: list[str] = []
    negated = False
    while at < stop and (words.lower[at] in grammar.AUXILIARIES or words.lower[at] in grammar.ADVERBS):
        word = words.lower[at]
        if word in grammar.AUXILIARIES:
            if helpers and word in ("have", "do") and at + 1 < stop and lemma_and_form(words.lower[at + 1]) is None:
                break
            helpers.append(word)
        elif word in ("not", "never") or (word == "no" and words.lower[at + 1 : at + 2] == ["longer"]):
            negated = True
        elif word.endswith("ly") or word in grammar.ADVERBS:
            pass
        at += 1
        if word not in ("not", "never", "no", "do") and broken(words, at - 1) and word in grammar.FORMS_OF_BE:
            break
    while at < stop and words.lower[at].endswith("ly") and lemma_and_form(words.lower[at]) is None and helpers:
        at += 1
    return at, frozenset(helpers), negated


_NOT_DOING = frozenset(
    "nothing something anything everything string outstanding missing interesting boring confusing".split()
)


def _verb(words: Words, floor: int, at: int, stop: int, helpers: "frozenset[str]") -> "tuple[str, str, int, int]":
    """The main verb's lemma and form, where it stands, and where what it governs begins."""
    known = lemma_and_form(words.lower[at]) if at < stop else None
    being = bool(helpers & grammar.FORMS_OF_BE)
    if being and known and known[1] == "base" and known[0] in UNCHANGED and broken_off(words, at, stop):
        return known[0], "passive", at, at + 1
    if known is None or (being and known[1] in ("base", "s")):
        if being:
            word = words.lower[at] if at < stop else ""
            if len(word) > 5 and word.endswith("ing") and word not in _NOT_DOING:
                return word, "ing", at, at + 1
            if (
                len(word) > 4
                and word.endswith("ed")
                and known is None
                and words.lower[floor - 1] not in ("i", "we", "you", "it")
            ):
                return word, "passive", at, at + 1
            return "be", "copula", max(floor, at - 1), at
        for helper in ("have", "has", "had"):
            if helper in helpers:
                return "have", "s" if helper == "has" else "past" if helper == "had" else "base", at - 1, at
        return "", "", at, at
    verb, form = known
    if being and form == "ing":
        form = "ing"
    elif being and form in ("past", "done"):
        form = "passive"
    elif (form in ("past", "done") or (form == "base" and verb in UNCHANGED)) and helpers & {
        "have",
        "has",
        "had",
    }:
        form = "perfect"
    elif helpers & grammar.MODALS:
        form = "modal"
    return verb, form, at, at + 1


def embedded_clause(words: Words, clause: Clause) -> Clause:
    """The clause that a thought or a report contains ("I think the audit will cost 15k"), or the clause itself."""
    at = clause.rest
    if clause.verb not in _CARRIERS or at + 2 >= clause.stop:
        return clause
    follows = words.lower[at]
    if follows == "that":
        return read_clause(words, at + 1, clause.stop)
    if follows in grammar.SUBJECTS or follows in grammar.DETERMINERS or words.capital(at):
        inner = read_clause(words, at, clause.stop)
        return inner if inner.verb and inner.who != "none" else clause
    return clause


_CARRIERS = MENTAL | frozenset(
    "mean find discover notice learn realise realize hear say know note remember seem appear".split()
)
