"""The token budget of a brief: what a text costs, estimated offline and on the high side, and what fits.

The estimate counts words, digits, punctuation and the letters of each script, because the tokenizers of GPT and Claude
cut text at the same places. Letters alone would be 30 % off between prose and code.

The budget is shared, so that no single source fills it. The user's pins come first, then the user's own words up to a
reserved share, then a few contested facts, then everything else. Among the rest, no author and no session takes more
than its share while others wait.
"""

from recall_cli.rules.beliefs.authorship import USER_AUTHOR, author_for_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import BriefCandidate, Memory

WORD_TOKENS, INNER_CAPITAL_TOKENS, DIGIT_TOKENS, LINE_BREAK_TOKENS = 0.9, 0.5, 0.62, 2.6
"""What a run of letters, a pair of capitals, a digit and a line break cost. Fitted on code, prose, paths and texts in
sixteen languages, so that an estimate is 0 to 10 % above the largest count of three public tokenizers."""
USUAL_WORD_LENGTH, LONG_WORD_LENGTH = 5, 10
LETTER_TOKENS, LONG_WORD_LETTER_TOKENS = 0.137, 0.77
"""What a letter beyond the usual length of a word adds, and a letter beyond the length of a long word on top of it."""
SIGN_RUN_TOKENS, SIGN_TOKENS = 0.78, 0.175
"""What a run of punctuation costs, and each sign in it."""
SPARE_FACTOR = 1.01
"""What the estimate is raised by: of eight briefs one was 0.8 % below the largest count."""
SCRIPT_TOKENS = (
    (0x250, 3.5), (0x370, 2.0), (0x400, 1.3), (0x590, 0.54), (0x780, 1.15), (0xE00, 1.36), (0xF00, 1.82), (0x2000, 1.5),
    (0x3000, 2.8), (0x3040, 0.4), (0x3100, 0.9), (0xAC00, 2.45), (0xD800, 1.24), (0xFF00, 2.0), (0x10000, 0.5),
    (0x110000, 3.0),
)  # fmt: skip
"""What a letter outside ASCII costs: pairs of the end of a range of characters and the tokens of each in it."""
FIRST_HAN, END_OF_HAN, COMMON_HAN_TOKENS = "\u4e00", "\ua000", 0.86
"""The Chinese characters, and what a common one of them costs."""
HAN_RANGE = 11
"""The place of the Chinese characters in SCRIPT_TOKENS."""
_LETTER_CLASSES = b"".join(
    (b" " * 33, b"." * 15, b"0" * 10, b"." * 7, b"A" * 26, b"." * 6, b"a" * 26, b"." * 4, b" " * 129)
)
"""What each byte is: a space, a sign, a digit, a capital or a small letter; other scripts count as spaces."""
_ASCII_BYTES = bytes(range(128))
_ONLY_LETTERS = bytes.maketrans(b".0", b"  ")
_ONLY_SIGNS = bytes.maketrans(b"0Aa", b"   ")
USER_SHARE = 0.4
"""The share of a brief that the user's pins and words fill first."""
CONTESTED_SHARE = 0.2
"""The largest share of contested facts, not counting the first one."""
MAX_CONTESTED = 5
AUTHOR_SHARE, SESSION_SHARE = 0.5, 0.35
"""The largest shares of one author and of one session while others wait."""
FULL_BELOW_FRACTION = 20
"""Once less than one part in this many is left, no more memories are read."""
MAX_MISSES_IN_A_ROW = 10
"""No more are read either after this many lines in a row that did not fit."""


def estimate_tokens(text: str) -> int:
    """The estimated number of tokens of a text, on the high side."""
    raw = text.encode("utf-8", "surrogatepass")
    tokens = 0.0
    if len(raw) != len(text):
        tokens += _script_tokens(raw.translate(None, delete=_ASCII_BYTES).decode("utf-8", "surrogatepass"))
    classes = raw.translate(_LETTER_CLASSES)
    lengths = [*map(len, classes.translate(_ONLY_LETTERS).split())]
    long = [length - USUAL_WORD_LENGTH for length in lengths if length > USUAL_WORD_LENGTH]
    tokens += len(lengths) * WORD_TOKENS + sum(long) * LETTER_TOKENS
    very_long = LONG_WORD_LENGTH - USUAL_WORD_LENGTH
    tokens += sum([extra - very_long for extra in long if extra > very_long]) * LONG_WORD_LETTER_TOKENS
    tokens += classes.count(b"AA") * INNER_CAPITAL_TOKENS + classes.count(b"0") * DIGIT_TOKENS
    tokens += len(classes.translate(_ONLY_SIGNS).split()) * SIGN_RUN_TOKENS + classes.count(b".") * SIGN_TOKENS
    return int((tokens + text.count("\n") * LINE_BREAK_TOKENS) * SPARE_FACTOR) + 1


def _script_tokens(letters: str) -> float:
    """The tokens of letters outside ASCII."""
    common = [letter for letter in letters if FIRST_HAN <= letter < END_OF_HAN]
    if common:
        from recall_cli.rules.brief.common_han import COMMON_HAN

        common = [letter for letter in common if letter in COMMON_HAN]
    tokens = sum(next(cost for end, cost in SCRIPT_TOKENS if ord(letter) < end) for letter in letters)
    return tokens - len(common) * (SCRIPT_TOKENS[HAN_RANGE][1] - COMMON_HAN_TOKENS)


def budget_shares(memory: "Memory | BriefCandidate") -> "tuple[tuple[str, float], ...]":
    """The sources whose share a memory uses, each with the size of the share; none for the user's own words."""
    who = author_for_model(memory.trust, memory.agent, memory.source)
    if who == USER_AUTHOR:
        return ()
    own = ((who, AUTHOR_SHARE),)
    return (*own, (f"session {memory.session}", SESSION_SHARE)) if memory.session else own


class BriefBudget:
    """What is left of a brief's budget, and how much of it each source used."""

    def __init__(self, total: int) -> None:
        self.total = self.remaining = max(0, total)
        self._taken: dict[str, int] = {}
        self._waiting: set[str] = set()

    @property
    def remaining_user_tokens(self) -> int:
        """What is left of the user's share for their words, after their pins."""
        return max(0, int(self.total * USER_SHARE) - (self.total - self.remaining))

    @property
    def full(self) -> bool:
        """Whether so little is left that looking for more is not worth it."""
        return self.remaining < self.total // FULL_BELOW_FRACTION

    def take(self, cost: int, memory_sources: "Iterable[tuple[str, float]]" = ()) -> None:
        """Use the budget for a line of this cost, on account of its sources."""
        self.remaining -= cost
        for name, _ in memory_sources:
            self._taken[name] = self._taken.get(name, 0) + cost

    def waits(self, memory_sources: "tuple[tuple[str, float], ...]", cost: int = 1) -> bool:
        """Whether a line must wait because one of its sources has used up its share.

        From its first line that is too much, a source waits always: its further lines need not be read to know that.
        """
        waits = False
        for name, share in memory_sources:
            if name in self._waiting:
                waits = True
            elif self._taken.get(name, 0) + cost > self.total * share:
                self._waiting.add(name)
                waits = True
        return waits
