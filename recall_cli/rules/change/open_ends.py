"""Open ends: statements that say what is still missing, and the later ones that say it is done."""

from recall_cli.rules.change.phrase_match import PhraseTable
from recall_cli.rules.change.tokens import NEGATIONS, VALUE_KINDS, names_same, read_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.change.statement import Statement
    from recall_cli.rules.change.tokens import Token

_OPEN = PhraseTable("""
    todo|fixme
    ^ open|next|remaining|follow-up :
    <be>? still <be>? missing|open|unfinished|unresolved|waiting|broken|failing|fails
    still have|has|need|needs|remains to be? add?
    <be> missing|pending|unfinished|unresolved|open
    <be> waiting for
    not|isn't|aren't done|finished|fixed|merged|closed|ready? yet
""")
_DONE = PhraseTable("""
    <be>|<have> <long>? <long>? done|finished|fixed|merged|closed|completed
    <who> <long>? <long>? done|finished|fixed|merged|closed|completed
    ^ done|finished|fixed|merged|closed|completed
    <be> in|there|complete now
""")
_OPEN_WORDS = (
    "todo",
    "fixme",
    "open",
    "next",
    "remaining",
    "follow-up",
    "still",
    "missing",
    "pending",
    "un",
    "waiting",
    "yet",
)
_DONE_WORDS = ("done", "finished", "fixed", "merged", "closed", "completed", " now")
MAX_UNNAMED = 0.4
"""So large a share of an open end's words may be missing in the statement that is asked about."""


def is_open_end(text: str) -> bool:
    """Whether a text says that something is still missing or to be done."""
    lower = text.lower()
    if not any(word in lower for word in _OPEN_WORDS) or not _OPEN.may_stand_in(lower):
        return False
    return _OPEN.stands_in(read_tokens(text))


def says_done(text: str) -> bool:
    """Whether a text says that something is done."""
    lower = text.lower()
    return any(word in lower for word in _DONE_WORDS) and _DONE.stands_in(read_tokens(text))


def find_closing(new: "Statement", old: "Statement") -> "tuple[str, bool]":
    """Why a statement closes the open end of an older one, and whether nothing else can be meant; empty if it does not.

    A statement that asserts anything of all that was missing may close it, too: then somebody is asked.
    """
    open_spans = [*_OPEN.find([*old.tokens])]
    if not open_spans or new.guard or _OPEN.stands_in([*new.tokens]) or _denies(new):
        return "", False
    done_spans = [*_DONE.find([*new.tokens])]
    missing, told = _rest(old, open_spans), _rest(new, done_spans)
    left, more = _without(missing, new), _without(told, old)
    if not missing or len(left) > MAX_UNNAMED * len(missing) or len(more) > len(told) / 2 + bool(done_spans):
        return "", False
    if _has_value(left) and _has_value(more):  # done is another one
        return "", False
    if not done_spans:
        return ("", False) if left else ("it tells of what was missing", False)
    start, end, _ = done_spans[0]
    words = " ".join(token.text for token in new.tokens[start:end])
    return f'it says "{words}"', not left and not more


def _denies(statement: "Statement") -> bool:
    return any(token.lower in NEGATIONS or token.lower.endswith("n't") for token in statement.tokens)


def _has_value(tokens: "list[Token]") -> bool:
    return any(token.kind in VALUE_KINDS for token in tokens)


def _rest(statement: "Statement", spans: "list[tuple[int, int, dict[str, tuple[int, int]]]]") -> "list[Token]":
    inside = {at for start, end, _ in spans for at in range(start, end)}
    return [token for at, token in enumerate(statement.tokens) if token.is_content and at not in inside]


def _without(tokens: "list[Token]", other: "Statement") -> "list[Token]":
    return [token for token in tokens if not names_same(token.key, other.keys)]
