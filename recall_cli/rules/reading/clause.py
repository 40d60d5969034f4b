"""The main clause of a statement: its finite verb, its subject and what follows."""

from recall_cli.domain.record import Record
from recall_cli.rules.reading.words import (
    ADVERBS,
    ANAPHORA,
    AUXILIARIES,
    CONDITIONS,
    DETERMINERS,
    FORMS_OF_BE,
    INTERJECTIONS,
    LEADS,
    MENTAL,
    MODALS,
    NOUNS_TOO,
    PREPOSITIONS,
    RULE_VERBS,
    SUBJECTS,
    SUBORDINATORS,
    UNCHANGED,
    Words,
    broken,
    lemma_and_form,
)

_BECAUSE = frozenset("because since so when while if until although though whereas whether".split())


def noun_reading(words: Words, at: int, stop: int) -> bool:
    """Whether a word that could be an order rather begins a noun ("Build artifacts are …", "Cache port: 6379")."""
    first, second = words.lower[at], words.lower[at + 1] if at + 1 < stop else ""
    if second in AUXILIARIES:
        return True
    if broken(words, at) or second in DETERMINERS or second in _OBJECT_PRONOUNS:
        return False
    if _is_labelled(words, at, stop):
        return True
    end = finite(words, at + 1, stop)
    between = words.lower[at + 1 : end]
    if not end or not _NO_NOUN.isdisjoint(between):
        return False
    if second in PREPOSITIONS or second == "of" or (len(between) > 1 and between[1] == "of"):
        return "of" in between[:2] or (second in ("for", "between") and _stands_before_a_verb(words, at, end))
    if first in NOUNS_TOO and first not in RULE_VERBS:
        return True
    if first in _TAKE_CLAUSES and words.lower[end - 1] not in _PARTS:
        return False
    return DETERMINERS.isdisjoint(between) and _stands_before_a_verb(words, at, end)


_OBJECT_PRONOUNS = frozenset("it us me i you them him".split())
_NO_NOUN = SUBORDINATORS | frozenset("what how why whether we i you he she they".split())
_TAKE_CLAUSES = frozenset(
    """check make ensure confirm verify see show say tell find remember note assume think believe know mean
    explain prove guarantee validate test report mention notice learn decide agree hope expect suggest
    let help keep always never prefer use avoid""".split()
)
"""Verbs that a whole clause can follow: "verify login works" orders, and "verify step takes a minute" does not."""

_PARTS = frozenset(
    """version step steps stage phase page bar button box field interval limit count size path port mode level
    format name key code rate time timeout window date day policy rule rules order type target command script
    job task queue list table column index file files folder directory desk text texts endpoint route method
    center centre case cases constraint runner suite flag option menu dialog screen link label id address url
    owner manager service server client engine tool plan budget table pattern tree call calls""".split()
)
"""What a verb's name is given to: the word before it in "check interval" or "make version" is a noun."""


def _stands_before_a_verb(words: Words, at: int, end: int) -> bool:
    """Whether nothing breaks the phrase before its verb, and the verb is one that says how things are."""
    known = lemma_and_form(words.lower[end])
    present = words.lower[end] in AUXILIARIES or bool(known and known[1] in ("s", "base"))
    return present and not any(broken(words, i) for i in range(at, end))


_ACTS = frozenset("add create write fix delete remove install open update rename implement make read".split())
_ACTED_ON = frozenset(
    """file files package packages user users branch dependency bug issue issues function class feature endpoint
    component module test tests ticket task method field column table""".split()
)
_NEW = frozenset("new another missing failing broken login unit".split())
_LONGEST_LABEL = 6
"""So many words at most stand before the colon of a label."""


def _is_labelled(words: Words, at: int, stop: int) -> bool:
    """Whether a noun of several words, a colon and a value stand there: "Release manager: Olu"."""
    colon = next((i for i in range(at, min(stop - 1, at + _LONGEST_LABEL)) if ":" in words.after[i]), at)
    label = words.lower[at : colon + 1]
    if len(label) < 2 or not _NOT_IN_LABELS.isdisjoint(label) or label[1] in PREPOSITIONS - {"for"}:
        return False
    if label[0] in _ACTS and label[-1] in _ACTED_ON and (len(label) == 2 or label[1] in _NEW):
        return False
    value = lemma_and_form(words.lower[colon + 1])
    orders = bool(value) and value is not None and value[1] == "base" and words.at(colon + 2) in DETERMINERS
    return not orders and (stop - colon < 5 or not finite(words, colon + 2, stop))


_NOT_IN_LABELS = DETERMINERS | _OBJECT_PRONOUNS | SUBORDINATORS | AUXILIARIES | frozenset("sure".split())


def finite(words: Words, at: int, stop: int) -> int:
    """The first place from `at` where a verb of the main clause stands; 0 where there is none."""
    lower = words.lower
    for i in range(at, stop):
        word = lower[i]
        if (word in AUXILIARIES and not month(words, i)) or word == "never":
            return i
        if word in _BECAUSE and i > at:
            return 0
        if (i > at and word in ("which", "who")) or ":" in words.after[i - 1] or ";" in words.after[i - 1]:
            return 0
        known = lemma_and_form(word)
        if known and "," in words.after[i - 1]:
            return 0
        if known and lower[i - 1] not in DETERMINERS and _as_verb(words, i, stop, known[1]):
            while i - 1 > at and lower[i - 1] in ADVERBS:
                i -= 1
            return i
    return 0


def _as_verb(words: Words, i: int, stop: int, form: str) -> bool:
    """Whether a word that can be a verb is one here, by its neighbours."""
    before = words.lower[i - 1]
    after = words.lower[i + 1] if i + 1 < stop else ""
    next_form = lemma_and_form(after)
    if before in PREPOSITIONS and before not in ("to",):
        return False
    if after in AUXILIARIES or after == "'s":
        return False
    if form == "s":
        if words.lower[i][:-1] in NOUNS_TOO and _later_verb(words, i + 1, min(stop, i + 7)):
            return False
        return not (next_form and next_form[1] in ("s", "base") and after not in PREPOSITIONS)
    if form == "past":
        return not (next_form and next_form[1] in ("s", "past")) and not words.after[i - 1].startswith(",")
    if form == "base":
        if words.lower[i] in UNCHANGED and after in DETERMINERS:
            return True
        if words.lower[i] not in NOUNS_TOO and any(word.endswith("s") for word in words.lower[max(0, i - 6) : i]):
            return True
        plural = (before.endswith("s") and not before.endswith(("ss", "us", "is"))) or before in ("people", "everyone")
        return plural and not (next_form and next_form[1] == "s")
    return False


def month(words: Words, at: int) -> bool:
    """Whether "may" is the month and not the verb."""
    return words.at(at) == "may" and at > 0 and words.capital(at)


def _later_verb(words: Words, at: int, stop: int) -> bool:
    """Whether a plainer verb follows before the clause ends, so that the word before was a noun."""
    for i in range(at, stop):
        word = words.lower[i]
        if word in SUBORDINATORS or word == "and" or broken(words, i - 1):
            return False
        if word in AUXILIARIES:
            return True
        known = lemma_and_form(word)
        if (
            known
            and known[1] in ("s", "base")
            and known[0] not in NOUNS_TOO
            and words.lower[i - 1] not in _NOT_BEFORE_VERBS
        ):
            return True
    return False


_NOT_BEFORE_VERBS = DETERMINERS | PREPOSITIONS


def broken_off(words: Words, at: int, stop: int) -> bool:
    """Whether a word ends its phrase or a preposition follows, as with a participle ("set to")."""
    return at + 1 >= stop or broken(words, at) or words.lower[at + 1] in PREPOSITIONS


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


_ORDERED_BY = (CONDITIONS | {"to", "for"}) - {"after", "before"}


def _unknown_order(words: Words, at: int, stop: int) -> bool:
    """Whether after "To …," or "When …," a word stands as an order, though its verb is not known."""
    following = words.lower[at + 1] if at + 1 < stop else ""
    return words.lower[at] not in DETERMINERS and following in _OBJECTS and not words.capital(at)


_OBJECTS = frozenset("the a an it them your all both off up out this that".split())


def _after_lead(words: Words, start: int, stop: int) -> "tuple[int, str, tuple[int, int]]":
    """Where the main clause begins, after interjections, a label and a leading phrase with its comma."""
    lower, at, lead, leads = words.lower, start, "", (start, start)
    while at < stop - 1 and (lower[at] in INTERJECTIONS or lower[at].endswith("ly")):
        at += 1
    if at + 2 < stop and lower[at + 1][:1].isdigit() and ":" in words.after[at + 1] and lemma_and_form(lower[at]):
        at += 2  # "Release 2.4: …" names a release and orders none
    if lower[at : at + 3] == ["from", "now", "on"] and at + 3 < stop:
        return at + 3, "from now on", (at, at + 3)
    if lower[at : at + 2] == ["in", "order"] and at + 3 < stop:
        at += 2
    if lower[at : at + 2] == ["going", "forward"] and at + 2 < stop:
        return at + 2, "from now on", (at, at + 2)
    if at < stop and lower[at] in LEADS:
        lead = lower[at]
        for i in range(at, stop - 1):
            if "," in words.after[i] or (":" in words.after[i] and lead == "to"):
                return i + 1, lead, (at, i + 1)
            if i > at + 3 and lower[i] in ("i", "we", "you") and lower[i - 1] not in _TIES and lead in CONDITIONS:
                return i, lead, (at, i)
        for i in range(at + 2, min(stop - 1, at + 7)):
            nominal = lower[i] in _NOMINAL and lead not in CONDITIONS
            if lower[i - 1] not in LEADS and (nominal or lower[i] in ("i", "we", "you")):
                return i, lead, (at, i)
        if lead not in CONDITIONS:
            leads = (at, at)
    return at, lead, leads


_NOMINAL = frozenset("the our my all every".split())
_AFTER_VERB = DETERMINERS | frozenset(["and", "it", "that"])

_TIES = LEADS | frozenset("and or that which what how but".split())


def _subject(words: Words, at: int, stop: int, ordered: bool) -> "tuple[int, str, bool]":
    """Where the subject ends, whom it names, and whether the clause may be an imperative."""
    lower = words.lower
    if at >= stop:
        return at, "none", False
    first = lower[at]
    if first in ("i", "we", "you"):
        return at + 1, first, False
    second = lower[at + 1] if at + 1 < stop else ""
    if first in ANAPHORA or first in ("everyone", "nobody", "everybody"):
        verbal = second in AUXILIARIES or second in ADVERBS or lemma_and_form(second) is not None
        if verbal or not second or first in ("it", "they", "he", "she", "there"):
            return at + 1, "thing" if first.startswith(("every", "no")) else "it", False
    if first in ("do", "let") and second in ("not", "us"):
        return at, "none", True
    if first in ("never", "always", "only", "not") and lemma_and_form(second):
        return at, "none", True
    known = lemma_and_form(first)
    if known and known[1] == "base" and (ordered or not noun_reading(words, at, stop)):
        return at, "none", True
    if known and known[1] == "past" and (second in _AFTER_VERB or second in PREPOSITIONS):
        return at, "none", False
    if known and known[1] in ("past", "s") and second not in AUXILIARIES and not finite(words, at + 1, stop):
        return at, "none", False
    end = finite(words, at + 1, stop)
    return (end, "thing", False) if end else (stop, "thing", False)


def _verb_group(words: Words, at: int, stop: int) -> "tuple[int, frozenset[str], bool]":
    """The helpers before the main verb, and whether one of them denies it."""
    helpers: list[str] = []
    negated = False
    while at < stop and (words.lower[at] in AUXILIARIES or words.lower[at] in ADVERBS):
        word = words.lower[at]
        if word in AUXILIARIES:
            if helpers and word in ("have", "do") and at + 1 < stop and lemma_and_form(words.lower[at + 1]) is None:
                break
            helpers.append(word)
        elif word in ("not", "never") or (word == "no" and words.lower[at + 1 : at + 2] == ["longer"]):
            negated = True
        elif word.endswith("ly") or word in ADVERBS:
            pass
        at += 1
        if word not in ("not", "never", "no", "do") and broken(words, at - 1) and word in FORMS_OF_BE:
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
    being = bool(helpers & FORMS_OF_BE)
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
    elif (form in ("past", "done") or (form == "base" and verb in UNCHANGED)) and helpers & {"have", "has", "had"}:
        form = "perfect"
    elif helpers & MODALS:
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
    if follows in SUBJECTS or follows in DETERMINERS or words.capital(at):
        inner = read_clause(words, at, clause.stop)
        return inner if inner.verb and inner.who != "none" else clause
    return clause


_CARRIERS = MENTAL | frozenset(
    "mean find discover notice learn realise realize hear say know note remember seem appear".split()
)
