"""The quality gate: whether a text is worth storing, and if not, what would be.

Length counts 0.3, the words that its kind of memory needs 0.4, structure and substance 0.3; a text below 0.6 is
refused. The formula is fixed; only the lists of words are tuned.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.reading.bare_rules import is_bare_rule
from recall_cli.rules.reading.words import (
    ADVERBS,
    ANAPHORA,
    AUXILIARIES,
    DETERMINERS,
    FORMS_OF_BE,
    INTERJECTIONS,
    MODALS,
    PREPOSITIONS,
    RULE_VERBS,
    STATE_VERBS,
    SUBJECTS,
    TASK_VERBS,
    VALUE_END_WORDS,
    Words,
    is_foreign,
    is_foreign_courtesy,
    lemma_and_form,
)

MIN_SCORE = 0.6
"""The score from which a text is accepted."""

LENGTH_WEIGHT, KEYWORDS_WEIGHT, STRUCTURE_WEIGHT = 0.3, 0.4, 0.3
MIN_WORDS_FOR_HALF, MIN_WORDS_FOR_FULL, MAX_FULL_SCORE_LENGTH = 3, 4, 2000
"""Distinct words from which length counts half and in full, and characters beyond which it counts half again."""

KEYWORD_LISTS = {
    "decision": """decided decide decision chose chosen choose choosing picked selected settled agreed
        adopt adopted use using over because instead keep keeping replace replaced switch switched
        switching migrated moved dropped rejected approved going will won't stick sticking prefer
        considering standardise standardised opted against signed leaning considered evaluating ruled""",
    "finding": """because cause caused causes culprit turned turns found discovered due reason when
        whenever leads led missing leak race deadlock slower faster bottleneck unless only since until
        trick workaround stems fails breaks hangs crashes by after even without learned noticed measured
        exhausted""",
    "correction": """not no never instead actually lesson avoid wrong should must stop don't correct
        correction meant rather only because cause outdated hindsight isn't doesn't aren't wasn't mistake
        incorrect""",
    "pattern": """every each always whenever usually often tend tends keep keeps when never if typically
        nearly mostly regularly most repeatedly again routinely generally""",
    "estimate": """estimate estimated about roughly around weeks week days day hours hour months month
        sprints quarter will expect expected should by percent cost points eta year years minutes probably""",
    "preference": """prefer prefers like likes love loves hate hates enjoy always never avoid not no over
        rather want wants please don't keep only instead favourite favorite should must use dislike
        dislikes favour fan stop stand every""",
    "procedure": """then first before after when if by with make step steps to once until from""",
    "fact": "",
}
KEYWORD_SETS = {name: frozenset(words.split()) for name, words in KEYWORD_LISTS.items()}
_EXPLAINING_WORDS = frozenset(
    """because since why how so cause caused reason lesson over instead not never always when if unless
    before after than only every each until due without""".split()
)
_STATUS_WORDS = frozenset(
    """done ok okay fixed works work working worked now finished complete completed successfully success
    task tasks updated update file files bug bugs change changes changed good fine great thanks it this
    that thing things stuff issue issues problem problems code test tests passed passing pass pushed
    committed merged ready all everything again yes no yep sure resolved solved applied added removed
    implemented made did do get got issue step item error errors fix build ran run job already still just
    well really very added tested commit requested""".split()
)
"""Words that report progress: nothing that is worth knowing next month."""

_EMPTY_WORDS = (
    _STATUS_WORDS | VALUE_END_WORDS | DETERMINERS | SUBJECTS | AUXILIARIES | ADVERBS | PREPOSITIONS | {"'s", "us", "me"}
)
"""Words without content."""

_NO_NOUNS = PREPOSITIONS | DETERMINERS | FORMS_OF_BE | AUXILIARIES | SUBJECTS | ADVERBS
"""Function words, which are neither a subject nor a verb with a meaning of its own."""
_RELATIVE_WORDS = frozenset(["which", "there", "both"])
"""Words among the pointing ones that may end a sentence which can be understood alone."""
_UNNAMING_WORDS = frozenset("what which who how where when why let hm same more rest next one ones other".split())
"""Words that have content only beside a name."""
_CHATTER_REASONS = frozenset(["pleasantry", "sarcasm", "points back to something else", "working step"])
"""Reasons of `rules.reading.skips` for which a text without a name is refused even if its type is given."""

_ADVICE = {
    "decision": "say what was chosen and why, e.g. “We chose Postgres over MySQL for its JSON indexes.”",
    "finding": "say what happens and why, e.g. “Uploads time out because the proxy buffers to disk.”",
    "correction": "say what is right and what was wrong, e.g. “The port is 8443, not 8080.”",
    "pattern": "say what happens and when, e.g. “The import fails whenever the feed has an empty line.”",
    "estimate": "say how long something will take, e.g. “The migration will take about three weeks.”",
    "preference": "say what is wanted and where, e.g. “Tabs, not spaces, in Go files.”",
    "procedure": "say what to do, in order, e.g. “To release, tag the commit, then run make publish.”",
    "fact": "name a thing and state a fact about it, e.g. “The API listens on port 8080.”",
}

_SECRET_WORDS = frozenset(
    """password passwords passphrase passcode passwd pwd pw pin secret secrets token tokens key keys api apikey
    credential credentials login auth authentication authorization access private user username account bearer code
    cookie use using value string""".split()
)
"""Words that name a secret or usually come with one: beside a secret they have no meaning of their own."""


class GateVerdict(Record):
    """The gate's decision: the score and its parts, the reason in plain words, and what would pass."""

    accepted: bool
    score: float
    length: float
    keywords: float
    structure: float
    reason: str
    advice: "str | None" = None


def judge_quality(
    text: str,
    kind: str,
    *,
    entity: "str | None" = None,
    attribute: "str | None" = None,
    value: "str | None" = None,
    type_given: bool = False,
) -> GateVerdict:
    """The verdict on a text as a memory of this kind; a complete fact may be shorter than a bare text.

    `type_given` means that the caller named the type. Then no word of that type is needed, only enough content.
    """
    words = Words(" ".join(text.split())[: 2 * MAX_FULL_SCORE_LENGTH])
    content = _content_words(words)
    complete = bool(entity and attribute and value) and bool(_content_words(Words(value or "")))
    complete = complete or is_bare_rule(words)
    unread = is_foreign(words) and not is_foreign_courtesy(words)
    length = _length_score(words, len(text), complete or unread)
    says_enough = complete or unread or _has_keyword(words, content, kind)
    says_enough = says_enough or (type_given and _has_substance(words, content))
    keywords = KEYWORDS_WEIGHT if says_enough else 0.0
    structure = STRUCTURE_WEIGHT if unread else _structure_score(words, content, complete)
    if text.rstrip().endswith("?") or not (complete or unread or not _is_chatter(words, content)):
        keywords = structure = 0.0
    score = round(length + keywords + structure, 2)
    if score < MIN_SCORE and kind == "preference" and _is_way_of_working(text):
        score = MIN_SCORE
    if score >= MIN_SCORE:
        return GateVerdict(
            accepted=True, score=score, length=length, keywords=keywords, structure=structure, reason="accepted"
        )
    return GateVerdict(
        accepted=False,
        score=score,
        length=length,
        keywords=keywords,
        structure=structure,
        reason=_refusal_reason(length, keywords, content, kind, text.rstrip().endswith("?")),
        advice=_ADVICE.get(kind, _ADVICE["fact"]),
    )


def _is_way_of_working(text: str) -> bool:
    """Whether a text that is too short for the score says how to work: "Be concise."."""
    from recall_cli.rules.intake.instructions import LASTING, judge_instruction

    return judge_instruction(text) == LASTING


def _content_words(words: Words) -> "frozenset[str]":
    """The words that have content: no function words, reports of progress or single letters."""
    return frozenset(word for word in words.bag - _EMPTY_WORDS if len(word) > 1 or word.isdigit())


def _length_score(words: Words, characters: int, short_is_fine: bool) -> float:
    """The full length score from a few distinct words on; half for fewer words or a very long text."""
    distinct = len(words.bag)
    if characters > MAX_FULL_SCORE_LENGTH or (distinct < MIN_WORDS_FOR_FULL and not short_is_fine):
        return LENGTH_WEIGHT / 2 if distinct >= MIN_WORDS_FOR_HALF else 0.0
    return LENGTH_WEIGHT


def _has_keyword(words: Words, content: "frozenset[str]", kind: str) -> bool:
    """Whether the text has a word that this kind of memory needs, and a content word besides it."""
    wanted = KEYWORD_SETS.get(kind, frozenset())
    keywords = {word for word in words.lower if word in wanted or (word == "not" and "don't" in wanted)}
    if kind in ("fact", "finding", "correction", "procedure", "pattern"):
        keywords |= {word for word in words.lower if _is_stating_word(word, kind)}
        keywords |= _unknown_verbs(words) if kind == "fact" and not keywords else set()
    if kind in ("estimate", "finding"):
        keywords |= {word for word in content if any(mark.isdigit() for mark in word)}
    if kind == "preference" and words.lower and words.lower[0] in RULE_VERBS | TASK_VERBS:
        keywords.add(words.lower[0])
    if kind == "fact" and not keywords and ":" in words.text:
        return len(content) > 1
    states = kind == "fact" and len(content) > 1 and not words.bag.isdisjoint(FORMS_OF_BE)
    return bool(keywords) and (bool(content - keywords) or states or (kind == "procedure" and len(content) > 2))


def _has_substance(words: Words, content: "frozenset[str]") -> bool:
    """Whether a text has enough content to be understood without any word that shows its type."""
    if len(content) < 2 or words.at(0) in SUBJECTS | INTERJECTIONS:
        return False
    return not (ANAPHORA - _RELATIVE_WORDS) & {words.lower[-1]}


def _is_chatter(words: Words, content: "frozenset[str]") -> bool:
    """Whether a text names hardly anything, and only answers, thanks, or points at something else."""
    if len(content) > 2 or _has_specific_detail(words):
        return False
    naming = content - _UNNAMING_WORDS - INTERJECTIONS
    if not naming or (len(naming) == 1 and words.at(0) in ANAPHORA):
        return True
    from recall_cli.rules.reading import skips
    from recall_cli.rules.reading.clause import read_clause

    return skips.reason(words, read_clause(words)) in _CHATTER_REASONS


def _unknown_verbs(words: Words) -> "set[str]":
    """Words that stand like a verb behind a subject, known or not.

    In the third person ("the key hangs behind the bar", "Redis evicts keys"), behind a plural ("readers skip the
    form"), or behind a modal verb ("guests may borrow bicycles").
    """
    found = _verbs_after_modal(words) | _verbs_after_plural(words)
    begins_with_article = words.at(0) in DETERMINERS
    for at in range(1, len(words) - 1):
        word, before, after = words.lower[at], words.lower[at - 1], words.lower[at + 1]
        ends_so = (
            len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")) and word.isalpha()
        )
        subject = before.isalnum() and before not in PREPOSITIONS | DETERMINERS | FORMS_OF_BE | AUXILIARIES
        goes_on = after in PREPOSITIONS | DETERMINERS or (at == 1 and words.capital(0))
        goes_on = goes_on or (begins_with_article and at > 1 and (after.isalnum() and words.text.endswith(".")))
        if ends_so and subject and goes_on and not words.capital(at):
            found.add(word)
    return found


def _verbs_after_modal(words: Words) -> "set[str]":
    """Words behind a modal verb that has a noun before it."""
    return {
        words.lower[at + 1]
        for at in range(1, len(words) - 1)
        if words.lower[at] in MODALS and words.lower[at - 1] not in _NO_NOUNS and words.lower[at + 1].isalpha()
    }


def _verbs_after_plural(words: Words) -> "set[str]":
    """The word behind a plural noun at the beginning of a sentence, if an object or a place follows it."""
    at = 2 if words.at(0) in DETERMINERS else 1
    if len(words) < at + 2 or not words.text.endswith("."):
        return set()
    noun, verb, after = words.lower[at - 1], words.lower[at], words.lower[at + 1]
    plural = len(noun) > 3 and noun.isalpha() and noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    base = verb.isalpha() and not verb.endswith(("s", "ing", "ed", "ly")) and verb not in _NO_NOUNS
    goes_on = after in PREPOSITIONS | DETERMINERS or (at == 2 and after.isalpha())
    return {verb} if plural and base and goes_on and not words.capital(at) else set()


def _is_stating_word(word: str, kind: str) -> bool:
    """Whether a word states that something is so; for a procedure, whether it says what to do."""
    known = lemma_and_form(word)
    if kind == "procedure":
        return bool(known and known[0] in TASK_VERBS)
    if word in FORMS_OF_BE or word in ("have", "has", "had", "must", "can", "cannot", "only", "not", "no"):
        return True
    return bool(known and (known[1] == "s" or (known[0] in STATE_VERBS and known[1] != "ing")))


def _structure_score(words: Words, content: "frozenset[str]", complete: bool) -> float:
    """Half of the score for two content words; the other half for form: a cause, a contrast, a number or a name."""
    substance = len(content) > 1 or (complete and len(content) > 0)
    if not content:
        return 0.0
    has_form = complete or bool(words.bag & _EXPLAINING_WORDS) or _has_specific_detail(words)
    return round(STRUCTURE_WEIGHT / 2 * (substance + (has_form and substance)), 2)


def _has_specific_detail(words: Words) -> bool:
    """Whether the text contains a number, a path, a piece of code or a name."""
    for at, word in enumerate(words.lower):
        if any(mark.isdigit() or mark in "/_.=@" for mark in word) or (at and words.capital(at) and word != "i"):
            return True
    return "`" in words.text or ":" in words.text


def _refusal_reason(length: float, keywords: float, content: "frozenset[str]", kind: str, is_question: bool) -> str:
    """The reason for a refusal in plain words: what is missing, the most important first."""
    missing = []
    if is_question:
        missing.append("it is a question")
    elif not content:
        missing.append("it only reports that something was done")
    elif not keywords:
        missing.append(f"nothing in it says what a {kind} needs to say")
    if length < LENGTH_WEIGHT:
        missing.append("it is too short to be understood later" if length == 0 or content else "it is very short")
    if content and len(content) < 2:
        missing.append("it names only one thing")
    return "; ".join(missing or ["it has too little substance"])


def holds_only_secrets(masked: str) -> bool:
    """Whether a masked text contained only a secret: what is left has at most one content word, so it is no use."""
    rest, *parts = masked.split("[secret: ")
    if not parts:
        return False
    words = Words(" ".join([rest, *(part.partition("]")[2] for part in parts)]))
    return len(_content_words(words) - _SECRET_WORDS) < 2
