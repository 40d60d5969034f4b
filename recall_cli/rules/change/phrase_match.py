"""Find phrases in the tokens of a statement. A phrase is data: words, classes of words, gaps and two named things."""

from recall_cli.rules.change.phrases import CLASSES
from recall_cli.rules.change.tokens import CODE, MARK, STOP, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Element = tuple[str, frozenset[str], bool]
    Phrase = tuple[Element, ...]
    Spans = dict[str, tuple[int, int]]

WORDS, SPAN, GAP, START = "words", "span", "gap", "start"
MAX_GAP, MAX_SPAN = 6, 9
CONNECTING_WORDS = frozenset(
    """because since after so as and or but for while although though if when until which that who whom whose now
    mainly anymore any weil seit und oder denn porque y o parce car et ou""".split()
)
"""Words that end a thing at the end of a phrase."""


class PhraseTable:
    """The phrases of a table; each is read only if a text has one of the words that it must have."""

    def __init__(self, lines: str) -> None:
        self._lines = lines
        self._required: list[tuple[str, Sequence[str]]] = []
        """Each line, with the words of which a text must have one; looked for when the table is first used."""
        self._phrases: dict[str, Phrase] = {}

    def find(self, tokens: "list[Token]") -> "Iterator[tuple[int, int, Spans]]":
        """Each place where a phrase stands, with its things."""
        words = {token.lower for token in tokens if token.kind != CODE}
        words.update([f"<{name}>" for name, members in CLASSES.items() if not members.isdisjoint(words)])
        if not self._required:
            self._required = [(line, _required_words(line)) for line in self._lines.split("\n")]
        for line, required in self._required:
            if not words.isdisjoint(required):
                yield from _find_phrase(self._phrase(line), tokens)

    def may_stand_in(self, text: str) -> bool:
        """Whether a text has the letters of each word that some phrase must have. Most texts need not be read then."""
        lowercase = text.lower().replace("’", "'")

        def has_one(words: "frozenset[str]") -> bool:
            return any(word in lowercase or word[0] in "@." for word in words)  # a kind of word, or the end of a line

        return any(
            all(has_one(words) for kind, words, optional in phrase if kind == WORDS and not optional)
            for phrase in map(self._phrase, self._lines.strip().split("\n"))
        )

    def _phrase(self, line: str) -> "Phrase":
        return self._phrases.get(line) or self._phrases.setdefault(line, read_phrase(line))

    def stands_in(self, tokens: "list[Token]") -> bool:
        """Whether any phrase stands in a statement."""
        return next(self.find(tokens), None) is not None


def _required_words(line: str) -> "Sequence[str]":
    """The words and classes of a phrase of which a text must have one; empty for an empty line."""
    for part in line.split():
        if part[0] not in "{^" and part != ".." and "@" not in part and (part[-1] != "?" or part == "?"):
            return part.split("|")
    return ()


def read_phrase(line: str) -> "Phrase":
    """A line of a table as elements."""
    elements: list[Element] = []
    for part in line.split():
        if part in ("{old}", "{new}"):
            elements.append((SPAN, frozenset((part[1:-1],)), False))
        elif part == "..":
            elements.append((GAP, frozenset(), True))
        elif part == "^":
            elements.append((START, frozenset(), False))
        else:
            optional = part.endswith("?") and part != "?"
            words: set[str] = set()
            for word in part.removesuffix("?").split("|") if optional else part.split("|"):
                words.update(CLASSES[word[1:-1]] if word.startswith("<") else (word,))
            elements.append((WORDS, frozenset(words), optional))
    return tuple(elements)


def _find_phrase(phrase: "Phrase", tokens: "list[Token]") -> "Iterator[tuple[int, int, Spans]]":
    leading = next(iter(phrase[0][1])) if phrase[0][0] == SPAN else ""
    kind, words, optional = phrase[1 if leading else 0]
    for at, token in enumerate(tokens):
        if kind == WORDS and not optional and not _is_one_of(token, words):
            continue
        for end, spans in _match(phrase, 1 if leading else 0, tokens, at, {}):
            if not leading:
                yield at, end, spans
            elif (start := clause_start(tokens, at)) < at:
                yield start, end, {**spans, leading: (start, at)}
            break


def _match(
    phrase: "Phrase", place: int, tokens: "list[Token]", at: int, spans: "Spans"
) -> "Iterator[tuple[int, Spans]]":
    """The ends of a phrase from one of its elements on, with its things."""
    if place == len(phrase):
        yield at, spans
        return
    kind, words, optional = phrase[place]
    if kind == START:
        if at == 0 or tokens[at - 1].kind == MARK:
            yield from _match(phrase, place + 1, tokens, at, spans)
    elif kind == WORDS:
        if at < len(tokens) and _is_one_of(tokens[at], words):
            yield from _match(phrase, place + 1, tokens, at + 1, spans)
        if optional:
            yield from _match(phrase, place + 1, tokens, at, spans)
    elif kind == GAP:
        for end in range(at, min(at + MAX_GAP, clause_end(tokens, at)) + 1):
            yield from _match(phrase, place + 1, tokens, end, spans)
    else:
        yield from _match_span(phrase, place, tokens, at, spans)


def _match_span(
    phrase: "Phrase", place: int, tokens: "list[Token]", at: int, spans: "Spans"
) -> "Iterator[tuple[int, Spans]]":
    name = next(iter(phrase[place][1]))
    last = clause_end(tokens, at)
    if place + 1 == len(phrase):
        end = next((i for i in range(at, last) if tokens[i].lower in CONNECTING_WORDS), last)
        if end > at:
            yield end, {**spans, name: (at, end)}
        return
    for end in range(at + 1, min(at + MAX_SPAN, last) + 1):
        yield from _match(phrase, place + 1, tokens, end, {**spans, name: (at, end)})


def clause_start(tokens: "list[Token]", at: int) -> int:
    """Where the clause begins in which a token stands."""
    while (
        at
        and tokens[at - 1].kind != MARK
        and not (tokens[at - 1].lower in CONNECTING_WORDS and tokens[at - 1].kind == STOP)
    ):
        at -= 1
    return at


def clause_end(tokens: "list[Token]", at: int) -> int:
    """Where the clause ends in which a token stands."""
    while at < len(tokens) and tokens[at].kind != MARK:
        at += 1
    return at


def _is_one_of(token: Token, words: "frozenset[str]") -> bool:
    return (token.lower in words and token.kind != CODE) or f"@{token.kind}" in words
