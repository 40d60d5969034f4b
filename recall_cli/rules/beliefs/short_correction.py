"""Corrections that only make sense next to what they correct: "no, 9090 not 8080", "forget what I said about …"."""

from recall_cli.domain.record import Record

MAX_LETTERS = 90
"""A longer text names its subject itself."""
MAX_VALUE_WORDS = 4
_OPENERS = (
    "no", "nope", "sorry", "actually", "wrong", "correction", "oops", "wait", "ok", "okay", "then", "hm", "well", "ah",
    "oh", "hang on", "my mistake", "my bad", "scratch that", "strike that", "that is wrong", "that's wrong",
    "that was wrong", "this is wrong", "that is not right", "that's not right", "that isn't right", "not quite",
    "i was wrong", "i misspoke", "i made a mistake", "i got that wrong", "let me correct that", "no no", "edit",
    "erratum",
)  # fmt: skip
"""Phrases before a correction; what follows is the statement."""
_LEADS = (
    "i meant to say", "i meant", "i mean", "it should be", "it should read", "it's", "it is", "that's", "that is",
    "should be", "make it", "make that", "it was",
)  # fmt: skip
"""Words before the new value of a correction without a subject."""
_LEADS_AFTER_OPENERS = ("use", "we use", "take")
"""The same behind an opener; alone they begin a statement: "We use pnpm instead of npm"."""
_RETRACTIONS = (
    "forget what i said about", "forget what i told you about", "forget what we said about", "forget everything about",
    "forget that i said", "forget about", "ignore what i said about", "ignore what i told you about",
    "disregard what i said about", "disregard what i told you about", "scratch what i said about",
    "never mind what i said about", "nevermind what i said about", "forget the note about", "forget the note on",
    "ignore the note about", "ignore the note on", "disregard the note about", "disregard the note on",
    "drop the note about", "forget the memory about", "forget my note about", "i take back what i said about",
    "take back what i said about", "forget the thing about", "forget that thing about", "ignore the thing about",
    "ignore that thing about", "scrap the thing about", "scratch the thing about", "strike the thing about",
    "disregard the thing about", "disregard my note on", "disregard my note about", "ignore my note on",
    "ignore my note about", "delete the note about", "delete the note on", "strike the note about",
    "scrap the note about",
    "scratch the note about", "forget the bit about", "ignore the bit about", "scrap the bit about",
    "forget the part about", "ignore the part about", "forget everything i said about", "forget all i said about",
)  # fmt: skip
_LOOSE_RETRACTIONS = tuple(
    f"{verb} {article}"
    for verb in ("forget", "ignore", "scrap", "scratch", "strike", "disregard", "nevermind", "never mind")
    for article in ("that", "the", "this", "my")
)
"""They take something back only if an end of `_LOOSE_ENDS` follows: "forget that CI thing"."""
_LOOSE_ENDS = (
    " from your notes", " from the notes", " from my notes", " from your memory", " from memory", " from the memory",
    " thing", " stuff", " note", " notes", " memory", " statement", " remark", " business", " thingy", " bit",
)  # fmt: skip


_ARTICLES = ("", "a", "an", "the", "our", "my")
_TOPIC_ENDS = (",", ";", ". ", " - ", " — ", ": ")
_REASONS_TO_TAKE_BACK = (
    "please", "thanks", "thank you", "it was wrong", "that was wrong", "that's wrong", "it's wrong", "it is wrong",
    "this was wrong", "i was wrong", "i misread", "i misspoke", "i misremembered", "i made that up", "i made it up",
    "i mixed", "i confused", "i was reading", "i was looking", "i looked at", "i got that wrong", "i got it wrong",
    "my mistake", "my bad", "sorry", "it's not true", "it is not true", "not true", "it isn't true", "that isn't true",
    "it was never true", "it no longer", "it's outdated", "it is outdated", "outdated", "it does not apply",
    "it doesn't apply", "never mind",
)  # fmt: skip
"""What may follow a text that only takes something back: why it was wrong."""


class ShortCorrection(Record):
    """The value that is right, and the one that is wrong."""

    right: str
    wrong: str


def without_opener(text: str) -> str:
    """A text without the phrases before a correction: "no, that is wrong: …"."""
    rest = text.strip()
    while True:
        shorter = _cut_phrase(rest, _OPENERS, marks=",:;.!—–-")
        if shorter is None or len(shorter) < 2:
            return rest
        rest = shorter


def _cut_phrase(text: str, phrases: "tuple[str, ...]", *, marks: str = "") -> "str | None":
    """What follows one of these phrases; with `marks`, one of these has to stand between them."""
    low = text.casefold().replace("’", "'")
    for phrase in sorted(phrases, key=len, reverse=True):
        if not low.startswith(phrase):
            continue
        rest = text[len(phrase) :].lstrip() if marks else text[len(phrase) :]
        if marks and rest[:1] and rest[:1] in marks:
            return rest.lstrip(marks + " ")
        if not marks and rest[:1] == " ":
            return rest.strip()
    return None


def read_short_correction(text: str) -> "ShortCorrection | None":
    """The right and the wrong value of a correction that names no subject; None if it is anything else."""
    if len(text) > MAX_LETTERS or " " not in text:
        return None
    body = without_opener(text).rstrip(".! ")
    opened = body != text.strip().rstrip(".! ")
    lead = _cut_phrase(body, _LEADS + _LEADS_AFTER_OPENERS if opened else _LEADS)
    if not opened and lead is None:
        return None
    body = body if lead is None else lead
    low = f" {body.casefold()} "
    for sign in (", not ", " not ", " instead of ", " rather than "):
        if low.count(sign) == 1 and not low.startswith(" not "):
            at = low.index(sign)
            right, wrong = body[: max(0, at - 1)], body[at - 1 + len(sign) :]
            return _pair(right, wrong)
    if low.startswith(" not "):
        for sign in (", but ", " but ", ", "):
            wrong, found, right = body[4:].partition(sign)
            if found:
                return _pair(right, wrong)
    return None


def _pair(right: str, wrong: str) -> "ShortCorrection | None":
    right, wrong = right.strip(" ,;"), wrong.strip(" ,;").removesuffix(" any more").removesuffix(" anymore")
    if not right or not wrong or right.casefold() == wrong.casefold():
        return None
    if max(len(right.split()), len(wrong.split())) > MAX_VALUE_WORDS:
        return None
    return ShortCorrection(right=right, wrong=wrong)


def retracted_topic(text: str) -> "str | None":
    """The subject of what the speaker takes back; None if nothing is taken back."""
    body = without_opener(text)
    body = body[7:] if body.casefold().startswith("please ") else body
    topic = _cut_phrase(body, _RETRACTIONS) or _read_loose_topic(body)
    if topic is None or len(topic) > MAX_LETTERS:
        return None
    for stop in _TOPIC_ENDS:
        topic = topic.partition(stop)[0]
    return topic.strip(" .!") or None


def only_takes_back(text: str) -> bool:
    """Whether a text takes something back and states nothing else: `forget that CI thing, it was wrong`."""
    topic = retracted_topic(text)
    if topic is None:
        return False
    rest = text[text.casefold().rindex(topic.casefold()) + len(topic) :].casefold().replace("’", "'")
    for end in _LOOSE_ENDS:
        rest = rest.removeprefix(end)
    rest = rest.strip(" .,;:!—-")
    return not rest or rest.startswith(_REASONS_TO_TAKE_BACK)


def _read_loose_topic(body: str) -> "str | None":
    """The subject of "forget that CI thing" or "strike the discount from your notes"."""
    topic = _cut_phrase(body, _LOOSE_RETRACTIONS)
    if topic is None:
        return None
    for stop in _TOPIC_ENDS:
        topic = topic.partition(stop)[0]
    topic = topic.strip(" .!")
    end = next((words for words in _LOOSE_ENDS if topic.casefold().endswith(words)), None)
    return topic[: -len(end)].strip() or None if end else None


def replace_value(text: str, correction: ShortCorrection) -> "str | None":
    """The corrected statement; None if the wrong value is not in it exactly once, as a word of its own.

    A name at the beginning is no value: "The Jenkins server is at …" speaks of a server.
    """
    low, wrong = text.casefold(), correction.wrong.casefold()
    if len(low) != len(text) or low.count(wrong) != 1:
        return None
    start = low.index(wrong)
    if low[:start].strip() in _ARTICLES and not wrong[0].isdigit():
        return None
    before, after = text[:start], text[start + len(wrong) :]
    if (before[-1:].isalnum() and wrong[0].isalnum()) or (after[:1].isalnum() and wrong[-1].isalnum()):
        return None
    return before + correction.right + after
