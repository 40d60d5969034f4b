"""What somebody found: the statement behind "I noticed that …", "the log shows that …", "according to the code …".

The words in front say how it became known. What was found is compared with what is believed like any other statement.
"""

_OWN_VERBS = frozenset(
    """found find noticed saw see seen measured discovered learned learnt verified checked confirmed realized realised
    observed determined established""".split()
)
_OWN_HELPERS = frozenset("have just also now then 've already again only".split())
_TURNS = ("it turns out", "it turned out", "turns out", "turned out")
_SOURCE_VERBS = frozenset("says say shows show showed states reveals revealed confirms confirmed indicates".split())
_NAMES_SOURCE = ("according to ", "looking at ", "judging by ", "going by ")
_OLD = frozenset("old outdated stale archived legacy previous former draft".split())
_FIRST_WORDS_OF_PART = frozenset(
    """a an in on at for with from by to of out no nothing why how what where which who whether if it this that them
    these those and or but none""".split()
)
"""A clause that begins so is no statement of its own: "I found a bug", "I saw how it works"."""
MAX_SOURCE_WORDS, MIN_CLAUSE_WORDS = 5, 4
_MARKS = ",:;."


def find_clause(text: str) -> "str | None":
    """The statement that a text reports as found; None if it reports none."""
    words = text.split()
    lows = [word.casefold().strip(_MARKS) for word in words[:12]]
    if len(words) <= MIN_CLAUSE_WORDS or not _OLD.isdisjoint(lows[:6]):
        return None
    folded = text.casefold()
    for start in _TURNS:
        if folded.startswith(start + " "):
            return _clause(words, len(start.split()))
    if folded.startswith(_NAMES_SOURCE):
        return _behind_named_source(words)
    own = lows[0] in ("i", "we", "i've", "we've")
    place = 1
    while own and place < len(lows) and lows[place] in _OWN_HELPERS:
        place += 1
    if own and place < len(lows) and lows[place] in _OWN_VERBS:
        after = place + 1
        after += lows[after : after + 1] in (["out"], ["and"])
        return _clause(words, after)
    return _behind_source(words, lows)


def _behind_named_source(words: "list[str]") -> "str | None":
    """`According to the code, the port is 80`: behind the comma, or behind the name of a file."""
    for place in range(2, min(len(words), MAX_SOURCE_WORDS + 2)):
        if words[place].endswith(","):
            return _clause(words, place + 1)
    is_name = words[2][:1] == "`" or words[2].isupper() or "." in words[2].strip(_MARKS)
    return _clause(words, 3) if is_name else None


def _behind_source(words: "list[str]", lows: "list[str]") -> "str | None":
    """`The log shows that the port is 80`, `My check showed that …`."""
    for place in range(1, min(len(lows), MAX_SOURCE_WORDS)):
        if lows[place] in _SOURCE_VERBS and not any(word[-1] in _MARKS for word in words[:place]):
            return _clause(words, place + 1)
    return None


def _clause(words: "list[str]", start: int) -> "str | None":
    """The words from a place on as a sentence; None if they are only a part of one."""
    start += words[start : start + 1] in (["that"], ["that,"])
    clause = words[start:]
    if len(clause) < MIN_CLAUSE_WORDS or clause[0].casefold().strip(_MARKS) in _FIRST_WORDS_OF_PART:
        return None
    clause[0] = clause[0][:1].upper() + clause[0][1:]
    return " ".join(clause)
