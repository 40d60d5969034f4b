"""The extractor `rules`: the few statements of a text that are worth keeping, by their form, without a model.

No fact is read out of the words: an entity, attribute and value come from the caller alone.
"""

import re

from recall_cli.domain.draft import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.turn import AGENT, TOOL, USER, Turn
from recall_cli.rules.conversation.choose import MIN_WORTH, TOO_LITTLE, is_repetition, objection, statement_text, weigh
from recall_cli.rules.conversation.signs import EXPLAINING_FORMS, Signs
from recall_cli.rules.conversation.statements import split_turns
from recall_cli.rules.text.grounding import find_quote
from recall_cli.rules.text.note_type import note_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall_cli.rules.conversation.statements import Statement

MAX_STATEMENTS = 5
"""A text leaves at most so many memories: those of the most weight."""
USER_CONFIDENCE, AGENT_CONFIDENCE, GUESS_CONFIDENCE = 0.9, 0.75, 0.6
"""How sure a statement is: said by the user, by the agent, or by anybody who only guesses."""
USER_IMPORTANCE, AGENT_IMPORTANCE = 0.7, 0.6
DEED_FORMS = frozenset(("i do", "done", "begins with a deed", "begins with an order of steps"))
"""The forms of a statement that tells of the work of the moment, unless it explains something."""

_LABEL = re.compile(r"[*_# \[]*(user|human|assistant|ai|agent|tool)[*_\] ]*:[*_]*(?:\s|$)", re.IGNORECASE)
_SPEAKERS = {"user": USER, "human": USER, "tool": TOOL}
_NO_PROSE = re.compile(r"\s*(?:[-*•+#|>`~<]|\d{1,3}[.)]\s|$)")
_MIN_WRAPPED_LETTERS = 60
"""A shorter line was not cut by its width."""
_MOMENT = re.compile(r"i(?:['’]m| am) \w+ing\b|.*(?:\.\.\.|…|;)$", re.IGNORECASE)
_SUPPOSITION = re.compile(r"\bif\b.*(?:\bwould\b|['’]d\b)", re.IGNORECASE)
_REACTION = re.compile(r"\w+, ")


def extract_drafts(text: str, *, progress: "Callable[[int], None]" = lambda _: None) -> Extraction:
    """The statements of a text that are worth keeping, in their order, and why the others are left out.

    Lines that begin with "User:", "Assistant:" or "Tool:" make it a conversation. `progress` gets the number of letters
    read so far.
    """
    statements = split_turns([*split_speakers(text)])
    worth: dict[int, float] = {}
    guesses: set[int] = set()
    left_out: dict[int, str] = {}
    for statement in statements:
        progress(len(text) * statement.number // len(statements))
        reason = objection(statement)
        if reason is None:
            found = _read_alone(statement)
            reason = _objection_to_moment(statement.text, found)
            worth[statement.number] = weigh(found)
            guesses |= {statement.number} if "guess" in found else set()
        if reason or worth[statement.number] <= MIN_WORTH:
            left_out[statement.number] = reason or TOO_LITTLE
    chosen = _choose(statements, worth, left_out)
    return Extraction(
        drafts=tuple(
            extracted_statement(one, text, note_type(statement_text(one)), is_guess=one.number in guesses)
            for one in chosen
        ),
        skipped=tuple(
            SkippedPassage(text=one.text, reason=left_out[one.number]) for one in statements if one.number in left_out
        ),
    )


def extracted_statement(
    statement: "Statement", source: str, type_: str, *, is_guess: bool = False
) -> ExtractedStatement:
    """A statement as the store takes it, with its place in the source."""
    by_user = statement.speaker == USER
    confidence = USER_CONFIDENCE if by_user else AGENT_CONFIDENCE
    return ExtractedStatement(
        text=statement_text(statement),
        type=type_,
        importance=USER_IMPORTANCE if by_user else AGENT_IMPORTANCE,
        confidence=min(confidence, GUESS_CONFIDENCE) if is_guess else confidence,
        span=find_quote(statement.text, source) or (0, 0),
        by_user=by_user,
    )


def _read_alone(statement: "Statement") -> "dict[str, float]":
    """The signs of a statement by itself: its place in a page or in a pasted conversation says little."""
    alone = statement.but(number=1, turn=0)
    return Signs([Turn(speaker=statement.speaker, text=statement.text)], [alone]).read(alone)


def _choose(statements: "list[Statement]", worth: "dict[int, float]", left_out: "dict[int, str]") -> "list[Statement]":
    """The best of the statements that are not left out, in their order; the others are then left out, too."""
    chosen: list[Statement] = []
    candidates = [one for one in statements if one.number not in left_out]
    for statement in sorted(candidates, key=lambda one: (-worth[one.number], one.number)):
        if len(chosen) == MAX_STATEMENTS:
            left_out[statement.number] = f"more than {MAX_STATEMENTS} in one text"
        elif any(is_repetition(statement.text, other.text) for other in chosen):
            left_out[statement.number] = "it is said twice"
        else:
            chosen.append(statement)
    return sorted(chosen, key=lambda one: one.number)


def _objection_to_moment(text: str, signs: "dict[str, float]") -> "str | None":
    """Why a statement holds only at the moment or belongs to an answer; None if it may hold for longer."""
    explains = not EXPLAINING_FORMS.isdisjoint(signs)
    if text.endswith(("?", "？")):
        return "it is a question"
    if "let me" in signs or _MOMENT.match(text) or not (explains or DEED_FORMS.isdisjoint(signs)):
        return "it tells what is done at the moment"
    if not explains and ("begins as a request" in signs or {"wish", "you"} <= signs.keys()):
        return "it asks for something now"
    if _SUPPOSITION.search(text):
        return "it only supposes something"
    if "begins by pointing" in signs:
        return "it points back to something else"
    reacts = text.endswith("!") and "rule" not in signs
    reacts |= bool(_REACTION.match(text)) and not ("negation" in signs or "second thought" in signs)
    return "it only answers something" if reacts else None


def split_speakers(text: str) -> "Iterator[Turn]":
    """What each speaker says at a time; without labels, all of it is the user's."""
    speaker, lines = USER, [""]
    for line in _unwrapped_lines(text):
        label = _LABEL.match(line)
        if label:
            yield Turn(speaker=speaker, text="\n".join(lines))
            speaker, line, lines = _SPEAKERS.get(label[1].lower(), AGENT), line[label.end() :], []
        lines.append(line)
    yield Turn(speaker=speaker, text="\n".join(lines))


def _unwrapped_lines(text: str) -> "Iterator[str]":
    """The lines of a text, joined where only the width of the page broke them; code stays as it is."""
    before, width, in_code = "", 0, False
    for line in text.splitlines():
        in_code ^= line.lstrip().startswith(("```", "~~~"))
        wrapped = width >= _MIN_WRAPPED_LETTERS and before[-1:] not in ".!?:;。！？`|" and before[:1] != "#"
        goes_on = wrapped and not (in_code or _NO_PROSE.match(line) or _LABEL.match(line))
        width = len(line)
        if goes_on:
            before += f" {line.strip()}"
            continue
        yield before
        before = line.rstrip()
    yield before
