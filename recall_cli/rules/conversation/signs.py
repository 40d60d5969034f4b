"""The signs of a statement: its form and its place in the conversation, as numbers.

No sign says what a statement is about. Each is cheap to read, and none decides alone: choose.py weighs them. Their
weights and the patterns of their forms are in `language/signs.txt`.
"""

import re
from bisect import bisect_left, bisect_right
from math import log1p

from recall_cli.domain.turn import ANSWER, ARGUMENT, ERROR, NOTE, PLAN, QUEUED, REFUSAL, SUBAGENT, TOOL, USER
from recall_cli.language.tables import read_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.domain.turn import Turn
    from recall_cli.rules.conversation.statements import Statement


def _read_forms() -> "tuple[dict[str, tuple[float, float]], dict[str, re.Pattern[str]]]":
    weights, patterns = {}, {}
    for name, row in read_rows("signs", "forms").items():
        weight, more, pattern = row.split(" ", 2)
        weights[name] = float(weight), float(more)
        patterns[name] = re.compile(pattern, re.IGNORECASE)
    return weights, patterns


_FORM_WEIGHTS, _PATTERNS = _read_forms()
WEIGHTS = {name: (float(weight), 0.0) for name, weight in read_rows("signs", "places").items()} | _FORM_WEIGHTS
"""What each sign adds to the worth of a statement, and what it adds more if the user speaks."""
FORM_NAMES = tuple(_PATTERNS)
EXPLAINING_FORMS = frozenset(("reason", "cause", "negation", "contrast", "condition", "purpose", "rule"))
"""The forms of a statement that says why, when or what not."""

_OBJECTION = re.compile(r"\b(no|not|but|wrong|why|revert|don't|dont)\b", re.IGNORECASE)
_CONCESSION = re.compile(r"you're right|you are right|good (point|catch|idea)|actually|wait", re.IGNORECASE)
_TERM = re.compile(r"[\w./-]{4,}")
_IDEOGRAPH = _PATTERNS["ideographs"]


def word_count(text: str) -> int:
    """The number of words; in a script without spaces, half of the letters."""
    return max(len(text.split()), len(_IDEOGRAPH.findall(text)) // 2)


def read_forms(text: str) -> "list[str]":
    """The names of the forms that a text has."""
    return [name for name, pattern in _PATTERNS.items() if pattern.search(text)]


class Signs:
    """Reads the signs of the statements of one conversation."""

    def __init__(self, turns: "Sequence[Turn]", statements: "Sequence[Statement]") -> None:
        self._turns = turns
        self._count = len(statements)
        self._of_turn: dict[int, list[Statement]] = {}
        self._terms = {statement.number: {*_TERM.findall(statement.text.lower())} for statement in statements}
        self._frequency: dict[str, int] = {}
        for statement in statements:
            self._of_turn.setdefault(statement.turn, []).append(statement)
            for term in self._terms[statement.number]:
                self._frequency[term] = self._frequency.get(term, 0) + 1
        self._spoken = sorted(self._of_turn)
        self._order = {turn: place for place, turn in enumerate(self._spoken)}
        self._user_turns = [turn for turn in self._spoken if turns[turn].speaker == USER]
        self._turn_signs = {turn: self._read_turn(turn) for turn in self._spoken}

    def read(self, statement: "Statement") -> "dict[str, float]":
        """Every sign of a statement that is not 0."""
        neighbours, text = self._of_turn[statement.turn], statement.text
        place = statement.number - neighbours[0].number
        words, terms = word_count(text), self._terms[statement.number]
        frequent = [self._frequency[term] for term in terms if self._frequency[term] >= 2]
        signs = dict(self._turn_signs[statement.turn])
        signs["always"] = 1.0
        signs["words"] = log1p(words)
        signs["short"] = float(words < 7)
        signs["long"] = float(words > 35)
        signs["first of turn"] = float(place == 0)
        signs["last of turn"] = float(place == len(neighbours) - 1)
        signs["place in turn"] = place / len(neighbours)
        signs["place in session"] = statement.number / self._count
        signs["begins small"] = float(text[:1].islower())
        signs["ends as a sentence"] = float(text[-1:] in ".!。")
        signs["letters"] = sum(letter.isalpha() or letter == " " for letter in text) / max(1, len(text))
        signs["item"] = float(statement.is_item)
        signs["has a head"] = float(bool(statement.head))
        signs["said again"] = log1p(sum(frequent)) / 3
        signs["share said again"] = len(frequent) / max(1, len(terms))
        signs["pieces of code"] = float(min(4, text.count("`") // 2))
        signs |= dict.fromkeys(read_forms(text), 1.0)
        return {name: value for name, value in signs.items() if value}

    def _read_turn(self, turn: int) -> "dict[str, float]":
        """The signs that all statements of a turn share."""
        said, own = self._turns[turn], self._of_turn[turn]
        by_user = said.speaker == USER
        order = self._order[turn]
        previous = self._turns[self._spoken[order - 1]] if order else None
        following = self._turns[self._spoken[order + 1]] if order + 1 < len(self._spoken) else None
        first, after = bisect_left(self._user_turns, turn), bisect_right(self._user_turns, turn)
        user_before = self._turns[self._user_turns[first - 1]] if first else None
        user_after = self._turns[self._user_turns[after]] if after < len(self._user_turns) else None
        letters = sum(len(statement.text) for statement in own)
        return {
            "user": float(by_user),
            "statements of turn": log1p(len(own)),
            "user says much": float(by_user and len(own) > 25),
            "user writes much": float(by_user and letters > 1500),
            "user writes little": float(by_user and letters <= 400),
            "first turn": float(order == 0),
            "last turns": float(order >= len(self._spoken) - 2),
            "user objects next": float(
                not by_user and user_after is not None and bool(_OBJECTION.search(user_after.text[:200]))
            ),
            "agent concedes next": float(
                by_user and following is not None and bool(_CONCESSION.search(following.text[:200]))
            ),
            "agent concedes": float(not by_user and bool(_CONCESSION.search(said.text[:120]))),
            "after a question": float(previous is not None and previous.text.rstrip().endswith("?")),
            "user asked": float(not by_user and user_before is not None and "?" in user_before.text),
            "user objected": float(
                not by_user and user_before is not None and bool(_OBJECTION.search(user_before.text[:200]))
            ),
            "tools before": log1p(self._tools_from(turn, -1)),
            "tools after": log1p(self._tools_from(turn, 1)),
            "after an error": float(any(one.kind == ERROR for one in self._turns[max(0, turn - 6) : turn])),
            "user speaks next": float(not by_user and (following is None or following.speaker == USER)),
            "last of the user": float(by_user and turn == self._user_turns[-1]),
            "subagent": float(said.speaker == SUBAGENT),
            **{kind: float(said.kind == kind) for kind in (REFUSAL, QUEUED, ANSWER, ARGUMENT, PLAN)},
        }

    def _tools_from(self, turn: int, step: int) -> int:
        """The number of tool calls and notes right before or after a turn."""
        count, at = 0, turn + step
        while 0 <= at < len(self._turns) and self._turns[at].speaker in (TOOL, NOTE):
            count, at = count + 1, at + step
        return count
