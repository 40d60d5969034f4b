"""Finding the verb of a clause among words that may also be nouns."""

from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.verbs import NOUNS_TOO, RULE_VERBS, UNCHANGED, lemma_and_form
from recall_cli.rules.reading.english.words import BREAKS, Words


def broken(words: Words, at: int) -> bool:
    """Whether a comma, colon, dash or bracket follows a word."""
    after = words.after[at]
    return bool(after) and any(mark in BREAKS for mark in after)


_BECAUSE = frozenset("because since so when while if until although though whereas whether".split())


def noun_reading(words: Words, at: int, stop: int) -> bool:
    """Whether a word that could be an order rather begins a noun ("Build artifacts are …", "Cache port: 6379")."""
    first, second = words.lower[at], words.lower[at + 1] if at + 1 < stop else ""
    if second in grammar.AUXILIARIES:
        return True
    if broken(words, at) or second in grammar.DETERMINERS or second in _OBJECT_PRONOUNS:
        return False
    if _is_labelled(words, at, stop):
        return True
    end = finite(words, at + 1, stop)
    between = words.lower[at + 1 : end]
    if not end or not _NO_NOUN.isdisjoint(between):
        return False
    if second in grammar.PREPOSITIONS or second == "of" or (len(between) > 1 and between[1] == "of"):
        return "of" in between[:2] or (second in ("for", "between") and _stands_before_a_verb(words, at, end))
    if first in NOUNS_TOO and first not in RULE_VERBS:
        return True
    if first in _TAKE_CLAUSES and words.lower[end - 1] not in _PARTS:
        return False
    return grammar.DETERMINERS.isdisjoint(between) and _stands_before_a_verb(words, at, end)


_OBJECT_PRONOUNS = frozenset("it us me i you them him".split())
_NO_NOUN = grammar.SUBORDINATORS | frozenset("what how why whether we i you he she they".split())
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
    present = words.lower[end] in grammar.AUXILIARIES or bool(known and known[1] in ("s", "base"))
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
    if len(label) < 2 or not _NOT_IN_LABELS.isdisjoint(label) or label[1] in grammar.PREPOSITIONS - {"for"}:
        return False
    if label[0] in _ACTS and label[-1] in _ACTED_ON and (len(label) == 2 or label[1] in _NEW):
        return False
    value = lemma_and_form(words.lower[colon + 1])
    orders = bool(value) and value is not None and value[1] == "base" and words.at(colon + 2) in grammar.DETERMINERS
    return not orders and (stop - colon < 5 or not finite(words, colon + 2, stop))


_NOT_IN_LABELS = (
    grammar.DETERMINERS | _OBJECT_PRONOUNS | grammar.SUBORDINATORS | grammar.AUXILIARIES | frozenset("sure".split())
)


def finite(words: Words, at: int, stop: int) -> int:
    """The first place from `at` where a verb of the main clause stands; 0 where there is none."""
    lower = words.lower
    for i in range(at, stop):
        word = lower[i]
        if (word in grammar.AUXILIARIES and not month(words, i)) or word == "never":
            return i
        if word in _BECAUSE and i > at:
            return 0
        if (i > at and word in ("which", "who")) or ":" in words.after[i - 1] or ";" in words.after[i - 1]:
            return 0
        known = lemma_and_form(word)
        if known and "," in words.after[i - 1]:
            return 0
        if known and lower[i - 1] not in grammar.DETERMINERS and _as_verb(words, i, stop, known[1]):
            while i - 1 > at and lower[i - 1] in grammar.ADVERBS:
                i -= 1
            return i
    return 0


def _as_verb(words: Words, i: int, stop: int, form: str) -> bool:
    """Whether a word that can be a verb is one here, by its neighbours."""
    before = words.lower[i - 1]
    after = words.lower[i + 1] if i + 1 < stop else ""
    next_form = lemma_and_form(after)
    if before in grammar.PREPOSITIONS and before not in ("to",):
        return False
    if after in grammar.AUXILIARIES or after == "'s":
        return False
    if form == "s":
        if words.lower[i][:-1] in NOUNS_TOO and _later_verb(words, i + 1, min(stop, i + 7)):
            return False
        return not (next_form and next_form[1] in ("s", "base") and after not in grammar.PREPOSITIONS)
    if form == "past":
        return not (next_form and next_form[1] in ("s", "past")) and not words.after[i - 1].startswith(",")
    if form == "base":
        if words.lower[i] in UNCHANGED and after in grammar.DETERMINERS:
            return True
        if words.lower[i] not in NOUNS_TOO and any(word.endswith("s") for word in words.lower[max(0, i - 6) : i]):
            return True
        plural = (before.endswith("s") and not before.endswith(("ss", "us", "is"))) or before in (
            "people",
            "everyone",
        )
        return plural and not (next_form and next_form[1] == "s")
    return False


def month(words: Words, at: int) -> bool:
    """Whether "may" is the month and not the verb."""
    return words.at(at) == "may" and at > 0 and words.capital(at)


def _later_verb(words: Words, at: int, stop: int) -> bool:
    """Whether a plainer verb follows before the clause ends, so that the word before was a noun."""
    for i in range(at, stop):
        word = words.lower[i]
        if word in grammar.SUBORDINATORS or word == "and" or broken(words, i - 1):
            return False
        if word in grammar.AUXILIARIES:
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


_NOT_BEFORE_VERBS = grammar.DETERMINERS | grammar.PREPOSITIONS


def broken_off(words: Words, at: int, stop: int) -> bool:
    """Whether a word ends its phrase or a preposition follows, as with a participle ("set to")."""
    return at + 1 >= stop or broken(words, at) or words.lower[at + 1] in grammar.PREPOSITIONS
