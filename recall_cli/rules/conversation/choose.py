"""Which statements of a session are worth keeping: at most a few, none if nothing is good enough.

Each sign of a statement (signs.py) has one weight, made from labelled sessions.
"""

import re

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.domain.turn import ANSWER, PLAN, QUESTION, REFUSAL, USER
from recall_cli.rules.actions.plain_commands import PROGRAMS
from recall_cli.rules.change.judgement import Candidate, judge
from recall_cli.rules.change.open_ends import says_done
from recall_cli.rules.change.statement import read_statement
from recall_cli.rules.change.tokens import DAY, read_tokens
from recall_cli.rules.conversation.signs import EXPLAINING_FORMS, WEIGHTS, Signs, read_forms, word_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.domain.turn import Turn
    from recall_cli.rules.conversation.statements import Statement

MAX_LINES = 3
"""The most that the rules keep of a session; a model that reads it is not limited."""
MIN_WORDS, MAX_WORDS, MAX_LETTERS = 4, 60, 1_000
MIN_WORTH = 0.0
"""With less, a statement is more likely to be noise than not; then it is not kept, even if nothing else is."""
FEW_STATEMENTS, MIN_NAMED = 12, 4
"""In a session of so few statements there is nothing better to choose, so each must be understood alone: it names so
many things, or at least two and points to nothing else. What ends as a question asks for something now."""
MIN_WORTH_OF_FEW = -0.5
"""What is enough there for the user's words: the place in the session and what is said again tell little in it."""
TOO_LITTLE = "too little is said"
SAME_WORDS = 0.6
"""Two statements with so large a share of common words say the same."""

_WORD = re.compile(r"\w{3,}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}")
_START = r"\W*(?:(?:and|now|then|so|ok|okay|yes|yeah|also|please)\W+)*"
_REQUEST = re.compile(_START + r"(?:if \w+\W+)?(?:can|could|would|will) you\b", re.IGNORECASE)
_QUESTION = re.compile(
    _START + r"(?:what|where|when|why|how|who) (?:is|are|do|does|did|should|can|could)\b", re.IGNORECASE
)
"""A question, also without its mark."""
_TASK = re.compile(
    _START + r"([a-z]+) (?:up |out |off |down )?(?:the|a|an|this|these|that|those|my|our)\b", re.IGNORECASE
)
"""The order to do something to one thing: "add a line to the changelog". A rule speaks of things in general, or says
when or why."""
_TELLING_FORMS = frozenset(("rule", "works so"))
"""With such a form, one name is enough: "always use pnpm here"."""
_POINTERS = frozenset("it this that these those them one what".split())
"""Words that stand for something said before, unless its name follows."""
_CONCESSION = re.compile(r"you(?:['’]re| are)(?: \w+)? right\b", re.IGNORECASE)
MAX_CONCESSION_START = 120
"""An agent that was wrong says so in the first letters of its turn."""
_DIFF = re.compile(r"[-+]\s*//|[✓✔✅❌]\s")


def objection(statement: "Statement") -> "str | None":
    """Why a statement cannot be kept at all, in plain words; None if it could."""
    text = statement.text
    words = word_count(text)
    if words < MIN_WORDS:
        return TOO_LITTLE
    if words > MAX_WORDS or len(text) > MAX_LETTERS:
        return "it is too long for one statement"
    if text.endswith((":", "：")):
        return "it only introduces what follows"
    if statement.kind == QUESTION or (text.endswith(("?", "？")) and statement.speaker != USER):
        return "it is a question"
    if _REQUEST.match(text):
        return "it asks for something now"
    return "it is a line of a difference" if _DIFF.match(text) else None


def _is_task(text: str) -> bool:
    """Whether a user's words only ask something, or order one thing to be done, which is over when it is done."""
    found = _TASK.match(text)
    if found is None or found.group(1).lower() in STOP_WORDS or found.group(1).endswith("ing"):
        return _QUESTION.match(text) is not None
    return not (EXPLAINING_FORMS | _TELLING_FORMS).intersection(read_forms(text))


def is_unclear(text: str) -> bool:
    """Whether a text cannot be understood alone: it names next to nothing, or little and points to something else."""
    if word_count(text) > len(text.split()):  # a script without spaces
        return False
    tokens = read_tokens(text)
    named = sum(
        (token.is_content and token.kind != DAY) or (at > 0 and token.text[:1].isupper() and token.lower != "i")
        for at, token in enumerate(tokens)
    )
    if named >= MIN_NAMED:
        return False
    if named < 2 and not (named and _TELLING_FORMS.intersection(read_forms(text))):
        return True
    following = [*tokens[1:], None]
    return any(
        token.lower in _POINTERS and (after is None or not after.is_content or after.kind == DAY)
        for token, after in zip(tokens, following, strict=True)
    )


def is_repetition(text: str, other: str) -> bool:
    """Whether two statements say nearly the same."""
    words, others = {*_WORD.findall(text.lower())}, {*_WORD.findall(other.lower())}
    return len(words & others) > SAME_WORDS * min(len(words), len(others))


def choose_statements(
    turns: "Sequence[Turn]", statements: "Sequence[Statement]", limit: int = MAX_LINES
) -> "list[Statement]":
    """The statements that are worth keeping, the best first; at most `limit`, none twice, and none taken back."""
    corrected = _corrected_turns(turns, statements)
    candidates = [
        one
        for one in statements
        if objection(one) is None and one.turn not in corrected and not (one.speaker == USER and _is_task(one.text))
    ]
    is_short = len(statements) <= FEW_STATEMENTS
    if is_short:
        candidates = [one for one in candidates if not (one.text.endswith(("?", "？")) or is_unclear(one.text))]
    if not candidates or limit <= 0:
        return []
    signs = Signs(turns, statements)
    worth = {one.number: weigh(signs.read(one)) for one in candidates}
    endings = [one for one in statements if read_statement(one.text).named or says_done(one.text)]
    chosen: list[Statement] = []
    for statement in sorted(candidates, key=lambda one: (-worth[one.number], one.number)):
        if len(chosen) == limit:
            break
        if worth[statement.number] <= (MIN_WORTH_OF_FEW if is_short and statement.speaker == USER else MIN_WORTH):
            continue
        is_new = not any(is_repetition(statement.text, other.text) for other in chosen)
        if is_new and not _is_taken_back(statement, endings):
            chosen.append(statement)
    return chosen


def _corrected_turns(turns: "Sequence[Turn]", statements: "Sequence[Statement]") -> "set[int]":
    """The agent's turns that the user corrected next, and rightly, as the agent then said."""
    spoken = [*dict.fromkeys(one.turn for one in statements)]
    return {
        said
        for said, answer, reply in zip(spoken, spoken[1:], spoken[2:], strict=False)
        if turns[answer].speaker == USER
        and USER not in (turns[said].speaker, turns[reply].speaker)
        and _CONCESSION.search(turns[reply].text[:MAX_CONCESSION_START])
    }


def _is_taken_back(statement: "Statement", endings: "Sequence[Statement]") -> bool:
    """Whether a later statement says itself that this one no longer holds; the user's own word, only the user ends."""
    said = (Candidate(key=statement.number, text=statement.text),)
    return any(
        judge(later.text, said).ends
        for later in endings
        if later.number > statement.number and (statement.speaker != USER or later.speaker == USER)
    )


def weigh(signs: "dict[str, float]") -> float:
    """The sum of the weights of a statement's signs; the words of a user have further weights."""
    by_user = signs.get("user", 0.0)
    return sum(
        value * (WEIGHTS[name][0] + by_user * WEIGHTS[name][1]) for name, value in signs.items() if name in WEIGHTS
    )


def statement_type(statement: "Statement", signs: "dict[str, float]") -> str:
    """The type of memory that a statement becomes, by who says it and where.

    What follows tools was found out. A user's answer to a question decides it; the reason of a refusal is how they want
    the work done.
    """
    if statement.speaker != USER:
        is_planned = statement.is_item or "tools before" not in signs or statement.kind == PLAN
        return "decision" if is_planned else "finding"
    if statement.kind in (ANSWER, REFUSAL):
        return "decision" if statement.kind == ANSWER else "preference"
    if "agent concedes next" in signs:
        return "correction"
    return "preference" if "begins small" in signs and "we" not in signs else "decision"


def statement_text(statement: "Statement") -> str:
    """The statement as a line that can be understood alone: an item comes with the head of its list."""
    text = f"{statement.head} {statement.text}" if statement.head else statement.text
    first = text.split(" ")[0]
    begins_small = "a" <= text[:1] <= "z" and first.isalpha() and first not in PROGRAMS
    return text[:1].upper() + text[1:] if begins_small else text
