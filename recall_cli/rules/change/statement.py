"""What one statement asserts: its words, whether it says that something changed, and the old thing that it names."""

from recall_cli.domain.record import Record
from recall_cli.rules.change.phrase_match import PhraseTable, clause_end, clause_start
from recall_cli.rules.change.phrases import CHANGE, CLASSES, GONE, GUARDS, OLD_AND_NEW, WEAKENING_GUARDS
from recall_cli.rules.change.tokens import DAY, MARK, NEGATIONS, Token, read_tokens, stem

MAX_LABEL_WORDS, MAX_LABELLED_WORDS = 8, 6
_OLD_AND_NEW, _GONE, _CHANGE = PhraseTable(OLD_AND_NEW), PhraseTable(GONE), PhraseTable(CHANGE)
_GUARDS = {name: PhraseTable(lines) for name, lines in GUARDS.items()}
_CHANGE_STEMS = frozenset(
    stem(word) for name in ("changed", "change", "ended", "gone", "moved") for word in CLASSES[name]
) | frozenset(
    stem(word)
    for word in """effective entirely officially finally completely fully anymore team everything whole shut down phased
    thrown ripped kicked turned stepped lapsed""".split()
)
"""Words that only tell of a change."""
_OWN_THINGS = frozenset("its their his her it they he she this that these those which".split())
"""Words that point to what the statement itself is about."""
_PLACES = frozenset("from in to by at off out up down into".split())
"""With such a word it is a place and not the thing: "removed from the list"."""
_CORRECTIONS = frozenset("correction update actually sorry wrong no nope edit reverted".split())
_OPENERS = _CORRECTIONS | frozenset("note fyi please btw".split())
_COMMIT_TYPES = frozenset("feat fix chore refactor docs build ci deps perf style test".split())


class NamedChange(Record):
    """An old thing that a statement says is over, and the new one if it names it."""

    old: "tuple[Token, ...]"
    new: "tuple[Token, ...]"
    is_replacement: bool
    """Whether the phrase has room for a new thing, too."""
    rest: "tuple[Token, ...]"
    """What else the clause says."""
    words: str


class Statement(Record):
    """A text that was read once, to be compared with many others."""

    tokens: "tuple[Token, ...]"
    content: "tuple[Token, ...]"
    keys: "frozenset[str]"
    """The keys of its content."""
    guard: str = ""
    """Why it is no plain assertion about the present; empty if it is."""
    change: str = ""
    """The words that assert a change; empty if there are none, or if a guard takes them back."""
    named: "tuple[NamedChange, ...]" = ()

    @property
    def label(self) -> "tuple[str, ...]":
        """The words before the colon of a short line such as "Owner: Kim"; empty for any other text."""
        at = next((at for at, token in enumerate(self.tokens[:MAX_LABEL_WORDS]) if token.text == ":"), 0)
        before, after = self.tokens[:at], [token for token in self.tokens[at + 1 :] if token.is_content]
        return tuple(token.key for token in before) if 0 < len(after) <= MAX_LABELLED_WORDS else ()

    @property
    def asserted(self) -> "tuple[bool, frozenset[str]]":
        """Whether it denies something, and what it says before that: "use npm, never yarn" asserts npm."""
        places = [at for at, token in enumerate(self.tokens) if token.lower in NEGATIONS or token.lower.endswith("n't")]
        before = self.tokens[: places[0]] if places else ()
        return len(places) % 2 == 1, frozenset(token.key for token in before if token.is_content)


def read_older(text: str) -> Statement:
    """An older statement: only its words count."""
    return _make_statement(read_tokens(text))


def read_statement(text: str) -> Statement:
    """A new statement, with what it says of a change."""
    opener, tokens = _split_opener(read_tokens(text))
    closed = [*tokens, Token(".", MARK)]
    guard = next((name for name in _GUARDS if _GUARDS[name].stands_in(closed)), "")
    guard = guard or ("report" if _quotes_sentence(text) else "")
    statement = _make_statement(tokens, guard)
    if guard in WEAKENING_GUARDS:
        return statement
    named = tuple(_named_changes(closed))
    found = next(_CHANGE.find(closed), None)
    words = _words(closed[found[0] : found[1]]) if found else ""
    words = words or (_words(opener) if any(token.lower in _CORRECTIONS for token in opener) else "")
    if not words:  # "from here to there" alone is a way
        named = tuple(one for one in named if not one.words.lower().startswith("from "))
    return statement.but(change=words, named=named)


def _make_statement(tokens: "list[Token]", guard: str = "") -> Statement:
    content = tuple(token for token in tokens if token.is_content)
    keys = frozenset(token.key for token in content)
    return Statement(tokens=tuple(tokens), content=content, keys=keys, guard=guard)


def _quotes_sentence(text: str) -> bool:
    """Whether several words stand in quotation marks: somebody else said them."""
    for opening, closing in (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»")):
        inside = text.partition(opening)[2].partition(closing)[0]
        if inside.count(" ") >= 2 and closing in text.partition(opening)[2]:
            return True
    return False


def _split_opener(tokens: "list[Token]") -> "tuple[list[Token], list[Token]]":
    """First words that only announce the statement, and the others: "Correction: …", "That's wrong. …", "fix: …"."""
    at = next((at for at, token in enumerate(tokens[:6]) if token.kind == MARK and token.text in ":,."), 0)
    first = [token.lower for token in tokens[:at]]
    is_short = (at == 1 and first[0] in _OPENERS) or (0 < at <= 3 and first[-1] in _CORRECTIONS)
    if is_short or (at and tokens[at].text == ":" and first[0] in _COMMIT_TYPES):
        return tokens[:at], tokens[at + 1 :]
    return [], tokens


def _named_changes(tokens: "list[Token]") -> "list[NamedChange]":
    found: list[NamedChange] = []
    for is_replacement, table in ((True, _OLD_AND_NEW), (False, _GONE)):
        for start, end, spans in table.find(tokens):
            if "old" not in spans:
                continue
            old_start, old_end = spans["old"]
            old = [token for token in tokens[old_start:old_end] if token.is_content]
            new = _next_to_keyword(tokens, spans["new"], from_right=spans["new"][0] == start) if "new" in spans else []
            if tokens[old_start].lower in _OWN_THINGS or (not is_replacement and tokens[old_start].lower in _PLACES):
                continue
            first = clause_start(tokens, start)
            if first == start and old_start > start and first > 1:  # its subject stands in the clause before
                first = clause_start(tokens, first - 1)
            clause = tokens[first : clause_end(tokens, end)]
            rest = [token for token in clause if token.is_content and not any(token is one for one in (*old, *new))]
            rest = [token for token in rest if not is_change_word(token)]
            if old:
                words = _words(tokens[start:end])
                found.append(
                    NamedChange(
                        old=tuple(old), new=tuple(new), is_replacement=is_replacement, rest=tuple(rest), words=words
                    )
                )
    return found


def says_what_is(older: Statement) -> bool:
    """Whether an older statement tells of the present; a question and a look back cannot be replaced."""
    return not any(_GUARDS[name].stands_in([*older.tokens]) for name in ("question", "past"))


def change_of(older: Statement, thing: "tuple[Token, ...]") -> str:
    """Whether an older statement tells of a change `to` a thing, or `from` it; empty if it tells of neither."""
    keys = {token.key for token in thing}
    changes = [one for one in _named_changes([*older.tokens]) if one.is_replacement]
    if any(keys == {token.key for token in one.new} for one in changes):
        return "to"
    return "from" if any(keys == {token.key for token in one.old} for one in changes) else ""


def _next_to_keyword(tokens: "list[Token]", span: "tuple[int, int]", *, from_right: bool) -> "list[Token]":
    """The content tokens of a thing that stand together next to the phrase's own word."""
    part = tokens[span[0] : span[1]]
    kept: list[Token] = []
    for token in reversed(part) if from_right else part:
        if token.is_content:
            kept.append(token)
        elif kept or token.kind == MARK:
            break
    return kept


def is_change_word(token: Token) -> bool:
    """Whether a word only tells of the change and not of the thing."""
    return token.kind == DAY or token.key in _CHANGE_STEMS


def _words(tokens: "list[Token]") -> str:
    words = tokens[:-1] if tokens and tokens[-1].kind == MARK else tokens
    return " ".join(token.text for token in words)


def holds_several_facts(tokens: "tuple[Token, ...]") -> bool:
    """Whether a text states more than one thing, in several sentences or clauses with a verb of their own."""
    parts, verbs, verb_in_part = 1, 0, False
    for token in tokens:
        if (token.kind == MARK and token.text in ".;!,:") or token.lower in _JOINTS:
            parts += 1
            verbs += verb_in_part
            verb_in_part = False
        elif token.lower in _VERBS:
            verb_in_part = True
    return verbs + verb_in_part > 1


_JOINTS = frozenset("and but while".split())
_VERBS = frozenset(
    """is are has have use uses run runs live lives go goes get gets take takes must should can may need needs work
    works own owns serve serves write writes read reads set sets cost costs""".split()
)
