"""Whether a new text says the older sentence again with another value in one place, whatever reason follows."""

from recall_cli.rules.revision.alignment import WEAK_SORTS, is_word_of_change, sort_of_rivals
from recall_cli.rules.revision.lexicon import SCOPE_KINDS, bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.evidence import Evidence
    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.terms.values import Term

_SKIPPED = frozenset(
    "now currently today actually no correction sorry wrong update edit the a an our my all please always nope yes "
    "already just finally".split()
)
_TAIL_STARTS = frozenset(
    "since because as so after due from until over starting following not instead rather and when while but "
    "though although".split()
)
_IS = frozenset(("is", "are", "be", "am"))
_LABEL_MARKS = frozenset((":", "="))
_IS_OR_LABEL = _IS | _LABEL_MARKS
_PLACING = frozenset("in on at to with by from under via through into".split())
_WORDS_OF_SEVERAL_VALUES = frozenset(
    "read support supported need require accept include contain emit speak sell offer like have get post write written "
    "send sent teach know known available hang depend visit review train seen see work play can may issue note todo "
    "tip ask set allow allowed".split()
)
"""Words in a frame that may hold with several values."""
_MANY_EVEN_AMOUNTS = frozenset("support supported issue note todo tip see seen".split())
_ONE_OF_MANY = frozenset(("a", "an", "one", "another", "also", "some"))
_SINGLE_SORTS = frozenset("amount number day time".split())
_BEFORE_VALUE = frozenset(": = after before within every until about".split())
_PLACING_VERBS = frozenset("default point resolv resolve belong come leav leave happen live liv".split())
_DENIAL = bits("denial")
_MAX_VALUE = 4
_MAX_WORDS = 20


class Frame:
    """The words of an older sentence that a new one repeats around another value."""

    __slots__ = ("before", "behind", "new_value", "old_value", "tail")

    def __init__(self, before: "list[Term]", old_value: "list[Term]", new_value: "list[Term]") -> None:
        self.before, self.old_value, self.new_value = before, old_value, new_value
        self.behind: list[Term] = []
        self.tail: list[Term] = []

    @property
    def topics(self) -> int:
        """How many words with a topic of their own stand in front of the value."""
        return sum(term.content and not term.generic for term in self.before)

    @property
    def is_of_many(self) -> bool:
        """Whether the frame may hold with several values at once."""
        words = {term.key for term in self.before} | {term.low for term in self.before}
        if self.last_word == "in" and len(self.before) > 1 and self.before[-2].low == "written":
            words -= {"written", self.before[-2].key}  # a thing is written in one language
        return not words.isdisjoint(_WORDS_OF_SEVERAL_VALUES)

    @property
    def last_word(self) -> str:
        """The word or mark in front of the value."""
        return self.before[-1].low

    @property
    def sort(self) -> str:
        """The sort of the two values, if each is one term; else empty."""
        old, new = _without_version(self.old_value), _without_version(self.new_value)
        return sort_of_rivals(old[0], new[0]) if len(old) == len(new) == 1 else ""

    @property
    def is_passive(self) -> bool:
        """Whether the value stands behind a participle and a preposition: `is built with`."""
        if self.last_word not in _PLACING or len(self.before) < 2:
            return False
        word = self.before[-2].low
        if self.before[-2].key in _PLACING_VERBS:
            return True
        return len(word) > 3 and word.endswith(("ed", "en", "lt", "ne", "ept", "own", "ade", "ought", "eld"))


def _contents(terms: "list[Term]") -> "list[Term]":
    return [term for term in terms if term.content]


def _without_version(terms: "list[Term]") -> "list[Term]":
    """The content words, without the version behind a product: `Postgres` of `Postgres 14`."""
    found = _contents(terms)
    is_product = len(found) == 2 and found[0].kind == "product" and found[1].kind in ("number", "version")
    return found[:1] if is_product else found


def find_frame(evidence: "Evidence") -> "Frame | None":
    """The frame that both texts have; None if the new one is built otherwise."""
    old = [term for term in evidence.old.terms if term.sentence == 0 and _counts(term)]
    if not 2 <= len(old) <= _MAX_WORDS:
        return None
    new = [term for term in evidence.new.terms if _counts(term) or term.kind == "mark"]
    best: Frame | None = None
    for start in range(len(new)):
        if not start or (new[start - 1].kind == "mark" and new[start].kind != "mark"):
            frame = _match(evidence, old, new[start:])
            if frame is not None and (best is None or len(frame.before) > len(best.before)):
                best = frame
    return best


def _counts(term: "Term") -> bool:
    if term.kind == "mark":
        return term.text in _LABEL_MARKS
    return term.low not in _SKIPPED


def _match(evidence: "Evidence", old: "list[Term]", new: "list[Term]") -> "Frame | None":
    """The frame of a sentence that begins like the older one."""
    count, end = 0, min(len(old), len(new))
    while count < end and _are_same(evidence, old[count], new[count]):
        count += 1
    if not count or count == end:
        return None
    for length in range(1, min(_MAX_VALUE, len(old) - count) + 1):
        behind = old[count + length :]
        for used in range(1, min(_MAX_VALUE, len(new) - count) + 1):
            if new[count + used - 1].kind == "mark":
                break
            rest = new[count + used :]
            tail = rest[len(behind) :]
            if len(rest) < len(behind) or (tail and tail[0].kind != "mark" and tail[0].low not in _TAIL_STARTS):
                continue
            if all(_are_same(evidence, one, other) for one, other in zip(behind, rest, strict=False)):
                frame = Frame(old[:count], old[count : count + length], new[count : count + used])
                frame.behind, frame.tail = behind, tail
                return frame
    return None


def _are_same(evidence: "Evidence", old: "Term", new: "Term") -> bool:
    if old.content and new.content:
        partners = evidence.alignment.old_partners.get(old.place, ())
        return old.key == new.key or any(partner is new for partner in partners)
    return old.low == new.low or (old.low in _IS and new.low in _IS)


def tells_another_value(evidence: "Evidence") -> bool:
    """Whether the older sentence stands there again with another value, and holds with one value only."""
    frame = find_frame(evidence)
    if repeats_plain_sentence(evidence):
        return True
    if frame is None or not frame.topics or len(frame.old_value[0].low) == 1 == len(frame.new_value[0].low):
        return False
    if any(
        term.low in _ONE_OF_MANY
        for term in evidence.new.terms[frame.new_value[0].place - 1 : frame.new_value[-1].place]
    ):
        return False
    if {term.key for term in frame.old_value} & {term.key for term in frame.new_value if term.content}:
        return False
    names_basis = len(frame.before) > 1 and frame.before[-2].low in ("based", "built", "rebuilt")
    if any(term.low in SCOPE_KINDS for term in frame.old_value) and frame.last_word not in _IS and not names_basis:
        return False
    if any(term.cues & _DENIAL for term in frame.new_value) or not any(
        _is_sure(evidence, term) for term in frame.before
    ):
        return False
    sort, many = frame.sort, frame.is_of_many
    if sort in _SINGLE_SORTS or (sort and sort not in WEAK_SORTS and not many):
        words = {term.key for term in frame.before}
        return words.isdisjoint(_MANY_EVEN_AMOUNTS) and _is_place_of_value(frame)
    if many or not _is_place_of_value(frame):
        return False
    short = len(_contents(frame.old_value)) <= 2 and len(_contents(frame.new_value)) <= 2
    if frame.last_word in _LABEL_MARKS:
        return short and len(frame.before) <= 4 and not frame.tail
    alike = _prepositions(frame.old_value) == _prepositions(frame.new_value)
    return (
        short and alike and (frame.last_word in _IS or frame.is_passive or bool(sort and frame.last_word in _PLACING))
    )


def repeats_plain_sentence(evidence: "Evidence") -> bool:
    """Whether a sentence of common words alone stands there again with one other value: `the limit is 10 projects`."""
    frame = find_frame(evidence)
    if frame is None or frame.topics or frame.is_of_many or frame.last_word not in _IS_OR_LABEL:
        return False
    if any(term.kind != "mark" for term in frame.tail):
        return False
    if max(len(frame.old_value), len(frame.new_value)) > 1 or not frame.old_value[0].content:
        return False
    if not frame.new_value[0].content or any(term.cues & _DENIAL for term in evidence.new.terms):
        return False
    subject = [term for term in frame.before if term.content]
    if len(subject) == 1:
        return frame.sort in _SINGLE_SORTS
    return len(subject) > 1 and not frame.behind


def _prepositions(terms: "list[Term]") -> "list[str]":
    return [term.low for term in terms if term.low in _PLACING or term.low == "per"]


def _is_sure(evidence: "Evidence", term: "Term") -> bool:
    """Whether a word of the older text stands in the new one, and not only a related word."""
    return term.content and not term.generic and evidence.alignment.strength.get(term.place, 0.0) >= 0.9


def _is_place_of_value(frame: Frame) -> bool:
    """Whether what differs stands behind the subject: behind `is`, a preposition, a label or a verb."""
    if frame.last_word in _IS or frame.last_word in _PLACING or frame.last_word in _BEFORE_VALUE:
        return not any(term.kind == "word" and not term.content and term.low in _IS for term in frame.behind)
    return (
        frame.before[-1].kind == "word"
        and frame.before[-1].content
        and len(frame.before) > 1
        and len(frame.behind) <= 2
    )


def add_frame(evidence: "Evidence", features: "Features") -> None:
    """Whether the same sentence stands there with another value, and what the value is."""
    frame = find_frame(evidence)
    features["frame"] = frame is not None and frame.topics > 0
    if frame is not None and frame.topics:
        strong = frame.sort != "" and frame.sort not in WEAK_SORTS
        features["frame with strong value"] = strong and not frame.is_of_many
        features["frame with weak value"] = frame.sort in WEAK_SORTS and not frame.is_of_many
        features["frame behind is"] = frame.last_word in _IS
        features["frame behind preposition"] = frame.last_word in _PLACING and not frame.is_of_many
        features["frame of many"] = frame.is_of_many
    _add_subject_change(evidence, features)


def _add_subject_change(evidence: "Evidence", features: "Features") -> None:
    """Whether the whole subject stands again with a change and a new value."""
    alignment, rival = evidence.alignment, evidence.rival
    verb = _find_participle(evidence)
    old_value, new_value = (None, None) if rival is None else (rival.old, rival.new)
    subject = [term for term in evidence.subject_old if term is not old_value and term is not verb]
    whole = bool(subject) and all(term.place in alignment.old_partners for term in subject)
    left = whole and any(  # compares all that is left with all that is left, so it is asked only where it counts
        term is not old_value and term is not verb and not any(sort_of_rivals(term, new) for new in alignment.left_new)
        for term in alignment.left_old
    )
    strong = rival is not None and rival.sort not in WEAK_SORTS
    own = [term for term in alignment.left_new_clause if term is not new_value and not is_word_of_change(term)]
    changes = bool(evidence.sentence_cues & bits("change", "replacement"))
    features["whole subject shared"] = whole
    features["whole subject, changed value"] = whole and changes and strong and not left
    features["whole subject, other value"] = whole and strong and not left
    features["whole subject, nothing else"] = whole and rival is not None and not left and not own


def _find_participle(evidence: "Evidence") -> "Term | None":
    """The participle behind the first `is` or `are` of the older text: `is built with`."""
    terms = evidence.old.terms
    for place, term in enumerate(terms[:-1]):
        if term.low in ("is", "are", "get", "gets"):
            following = terms[place + 1]
            return following if following.kind == "word" and following.content else None
    return None


def names_something_else(evidence: "Evidence") -> bool:
    """Whether the older sentence stands there with other words in one place, whatever they are."""
    frame = find_frame(evidence)
    value = evidence.old.content[-1]
    if frame is None or (value.place in evidence.alignment.old_partners and value not in frame.old_value):
        return False
    return bool(_contents(frame.old_value)) and bool(_contents(frame.new_value))
