"""Where the verb of a clause stands, among words that may be nouns as well."""

from recall_cli.rules.reading import grammar
from recall_cli.rules.reading.verbs import NOUNS_TOO, STANDING, UNCHANGED, lemma
from recall_cli.rules.reading.words import BREAKS, Words


def broken(words: Words, at: int) -> bool:
    """Whether a comma, colon, dash or bracket follows a word."""
    after = words.after[at]
    return bool(after) and any(mark in BREAKS for mark in after)


_BECAUSE = frozenset("because since so when while if until although though whereas whether".split())


def noun_reading(words: Words, at: int, stop: int) -> bool:
    """Whether a word that could be an order rather begins a noun ("Build artifacts are …")."""
    second = words.lower[at + 1] if at + 1 < stop else ""
    if second in grammar.AUXILIARIES:
        return True
    if second in grammar.DETERMINERS or second in grammar.PREPOSITIONS or second in ("it", "us", "me", "i", "you"):
        return False
    if words.lower[at] not in NOUNS_TOO or words.lower[at] in STANDING or broken(words, at):
        return False
    end = finite(words, at + 1, stop)
    return bool(end) and not any(words.lower[i] in grammar.SUBORDINATORS for i in range(at + 1, end))


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
        known = lemma(word)
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
    next_form = lemma(after)
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
        known = lemma(word)
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
