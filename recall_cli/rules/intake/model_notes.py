"""What a model notes about numbered passages: the form of its answer, and the checks of each note.

Nothing in an answer is trusted. A wrong field costs only itself. A note is the user's only if it rests on nothing but
the user's words and adds nothing to them; a note that adds something to the passages it names is a guess.
"""

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.record import Record
from recall_cli.domain.turn import USER
from recall_cli.rules.change.tokens import NEGATIONS
from recall_cli.rules.conversation.condense import TEXT
from recall_cli.rules.text import normalize
from recall_cli.rules.text.grounding import find_added_name, is_grounded, word_set
from recall_cli.rules.text.note_type import note_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from recall_cli.rules.conversation.condense import Passage

MAX_NOTES = 5
"""Further notes are left out; the first ones are the most important."""
MAX_NOTE_LETTERS = 1_000
OWN_CONFIDENCE, AGENT_CONFIDENCE, GUESS_CONFIDENCE = 0.9, 0.75, 0.5
"""How sure a note is: the user's own words, what else its passages bear out, and what they do not."""
ANSWER_FIELD = "notes"
_TEXT_TYPE: "dict[str, Any]" = {"type": "string"}
_NOTE_FIELDS: "dict[str, Any]" = {
    "text": _TEXT_TYPE,
    "type": {"type": "string", "enum": [*MEMORY_TYPES]},
    "from": {"type": "array", "items": {"type": "integer"}},
    "replaces": _TEXT_TYPE,
}


def object_form(fields: "dict[str, Any]") -> "dict[str, Any]":
    """The schema of an object that has just these fields, in the subset of JSON Schema that the API knows."""
    return {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}


ANSWER_FORM = object_form({ANSWER_FIELD: {"type": "array", "items": object_form(_NOTE_FIELDS)}})
"""The answer's form, in the subset of JSON Schema that the API knows."""


GUESSES_ALONE = "notes with numbers, names or negations that the text does not have"
"""Why an answer about a text is refused."""


class Note(Record):
    """One note of a model, with the passages that it rests on."""

    text: str
    type: str
    passages: "tuple[Passage, ...]"
    replaces: str = ""
    """The short id of the memory that it takes the place of, as the model says."""

    @property
    def adds_nothing(self) -> bool:
        """Whether its passages have all its numbers and names, and deny what it denies."""
        if not self.passages or find_added_name(self.text, self._source):
            return False
        denials = [_denies(passage.text) for passage in self.passages]
        return any(denials) if _denies(self.text) else not all(denials)

    @property
    def is_own_word(self) -> bool:
        """Whether it only says what the user said, or the text that somebody stores."""
        speakers = {passage.speaker for passage in self.passages}
        return speakers <= {USER, TEXT} and self.adds_nothing and is_grounded(self.text, self._source)

    @property
    def confidence(self) -> float:
        """How sure it is."""
        if self.is_own_word:
            return OWN_CONFIDENCE
        return AGENT_CONFIDENCE if self.adds_nothing else GUESS_CONFIDENCE

    @property
    def origin(self) -> "Passage | None":
        """The passage that has most of its words."""
        words = word_set(self.text)
        return max(self.passages, key=lambda one: len(words & word_set(one.text)), default=None)

    @property
    def _source(self) -> str:
        return "\n".join(passage.text for passage in self.passages)


def _denies(text: str) -> bool:
    words = (word.strip('.,;:!?()"“”') for word in text.casefold().replace("’", "'").split())
    return any(word in NEGATIONS or word.endswith("n't") for word in words)


def fence_text(text: str) -> str:
    """The text between two tags that it does not contain, so that nothing in it can close them."""
    number = 1
    while f"text-{number}" in text:
        number += 1
    return f"<text-{number}>\n{text}\n</text-{number}>"


def write_question(conversation: str, known: "Iterable[tuple[str, str]]") -> str:
    """What a model is asked about: the conversation, and the memories near it, each with its short id."""
    listed = "\n".join(f"{short} {text}" for short, text in known)
    return fence_text(conversation) + (f"\n\nKnown already:\n{fence_text(listed)}" if listed else "")


def read_notes(document: object, passages: "Sequence[Passage]") -> "tuple[list[Note], list[tuple[str, str]]] | None":
    """The notes of an answer, and each note left out with the reason; None if the answer has another form."""
    items = document.get(ANSWER_FIELD) if isinstance(document, dict) else None
    if not isinstance(items, list):
        return None
    by_number = {passage.number: passage for passage in passages}
    notes: dict[str, Note] = {}
    left_out: list[tuple[str, str]] = []
    for item in items:
        fields = item if isinstance(item, dict) else {"text": item}
        text = _one_line(fields.get("text"))
        key = normalize.fold_text(text)
        if not text or len(text) > MAX_NOTE_LETTERS:
            left_out.append((text[:80], "the model's answer: no text, or a text that is too long"))
        elif key not in notes and len(notes) == MAX_NOTES:
            left_out.append((text, f"the model's answer: more than {MAX_NOTES}"))
        elif key not in notes:
            notes[key] = _read_note(text, fields, by_number)
    return [*notes.values()], left_out


def are_guesses(notes: "Sequence[Note]") -> bool:
    """Whether there are notes, and each adds something to what it rests on."""
    return bool(notes) and not any(note.adds_nothing for note in notes)


def _read_note(text: str, fields: "dict[str, Any]", passages: "dict[int, Passage]") -> Note:
    type_, numbers = fields.get("type"), fields.get("from")
    listed = numbers if isinstance(numbers, list) else [numbers]
    named = {int(number) for number in map(str, listed) if number.isascii() and number.isdigit() and len(number) < 9}
    note = Note(
        text=text,
        type=type_ if type_ in MEMORY_TYPES else note_type(text),
        passages=tuple(passages[number] for number in sorted(named & passages.keys())),
        replaces=_one_line(fields.get("replaces")),
    )
    if not note.adds_nothing and all(passage.speaker == TEXT for passage in passages.values()):
        return note.but(passages=tuple(passages.values()))  # a text has one author: whichever sentence says it will do
    return note


def _one_line(value: object) -> str:
    """A text on one line with repaired Unicode; empty if it is none."""
    if not isinstance(value, str):
        return ""
    return " ".join(normalize.repair_unicode(value[: 10 * MAX_NOTE_LETTERS])[0].replace("\0", " ").split())


MAX_TRIES = 256
"""Maximum number of braces that are tried; a longer output has its answer near the beginning or the end."""
WRAPPER_FIELDS = ("result", "response", "answer", "content", "text", "message", "output")
"""Fields in which programs put the model's words: `claude --output-format json` and Ollama's and Gemini's answers."""
MAX_WRAPPERS = 3


def find_document(printed: str, field: str) -> "dict[str, Any] | None":
    """The last JSON object that has a field, in a text of any form; None if there is none.

    The last one, because a model may repeat the example of the form before it answers.
    """
    return _find_in_text(printed, field, MAX_WRAPPERS)


def _find_in_text(text: str, field: str, depth: int) -> "dict[str, Any] | None":
    found = None
    for document in _documents(text):
        inner = _find_in_value(document, field, depth)
        found = inner if inner is not None else found
    return found


def _find_in_value(value: object, field: str, depth: int) -> "dict[str, Any] | None":
    """The object with the field: the value itself, or one in a field in which programs wrap answers."""
    if isinstance(value, str):
        return _find_in_text(value, field, depth - 1) if depth and "{" in value else None
    if not isinstance(value, dict):
        return None
    if field in value:
        return value
    for name in WRAPPER_FIELDS if depth else ():
        inner = _find_in_value(value.get(name), field, depth - 1)
        if inner is not None:
            return inner
    return None


def _documents(text: str) -> "Iterator[object]":
    """The JSON objects in a text, in order; braces that begin none are passed over."""
    import json

    decode = json.JSONDecoder(strict=False).raw_decode
    places = [at for at, letter in enumerate(text) if letter == "{"]
    if len(places) > MAX_TRIES:
        places = places[: MAX_TRIES // 2] + places[-MAX_TRIES // 2 :]
    end = 0
    for at in places:
        if at < end:
            continue
        try:
            value, end = decode(text, at)
        except (ValueError, RecursionError):
            continue
        yield value
