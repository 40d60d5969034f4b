"""Phrases that speak to an agent instead of remembering something, told by a few words in order.

A pattern is a row of slots: `ignore|forget ..3 previous|prior ..2 rules` asks for one of the first words, then within
three more words one of the second, and so on, all in one sentence (`.` is the place where one begins or ends). A
sentence that denies the first word ("never send secrets …") says the opposite and does not count.
"""

from recall_cli.rules.suspicion.bags import BAGS
from recall_cli.rules.suspicion.table import GROUPS, TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    Slot = tuple[int, frozenset[str]]
    Tail = tuple[str, tuple[Slot, ...]]

STOP = "."
APART = 4
"""So many letters in a row, each by itself, are a word that somebody wrote apart."""
PRIVATE = (
    ".ssh", "id_rsa", "id_ed25519", ".aws", ".netrc", "/etc/passwd", "/etc/shadow", ".kube", ".npmrc", ".pypirc",
    ".git-credentials", ".gnupg", ".env", "keychain", ".docker/config", "credentials.json",
)  # fmt: skip
"""Where people keep what is nobody else's business."""
_DENIALS = frozenset({"never", "not", "dont", "no", "cannot", "cant"})
_APART = str.maketrans(dict.fromkeys('`"“”«»()[]{},;*<>', " "))


def spoken(low: str) -> "str | None":
    """The reason to hold a text in small letters for what it says, or None."""
    if "](http" in low and "{" in low.partition("](http")[2].partition(")")[0]:
        return "it carries data out in the address of a picture or link"
    if "exec(" in low and ("urlopen(" in low or "requests.get(" in low):
        return "it runs what it downloads"
    said = words(low)
    return _phrase(said) or _gathered(said)


def _phrase(said: "list[str]") -> "str | None":
    """The reason of the first phrase that the words hold."""
    index = _index()
    for at, word in enumerate(said):
        if word in index and at + 1 < len(said):
            following, anywhere = _tails.get(word) or _part(word)
            for reason, slots in following.get(said[at + 1], anywhere):
                if _follows(said, at + 1, slots) and not (word not in _DENIALS and _denied(said, at)):
                    return reason
    return None


def _gathered(said: "list[str]") -> "str | None":
    """The reason of the first sentence that holds a word of each group of a bag."""
    bags, bits = _bags()
    start = held = 0
    for at, word in enumerate(said):
        if word != STOP:
            held |= bits.get(word, 0)
            continue
        if held:
            for reason, groups in bags:
                if groups & held == groups and len({*said[start:at]}) > 2:
                    return reason
        start, held = at + 1, 0
    return None


def words(low: str) -> "list[str]":
    """The words of a text with a stop around each sentence; addresses and private places under a name of their own."""
    low = low.replace("<(", " @shell ").replace("$(", " @shell ").replace("|", " | ").translate(_APART)
    found = [STOP]
    private = any(place in low for place in PRIVATE)
    for piece in low.split():
        if not private and piece.isalnum():
            found.append(piece)
            continue
        word = piece.lstrip("'").rstrip("'.:!?")
        if "://" in piece:
            found.append("@url")
        elif private and _is_private(word):
            found.append("@private")
        elif "@" in word[1:] and "." in word:
            found.append("@mail")
        elif word:
            found.append(word.replace("'", ""))
        if piece[-1] == ":" and STOP in found[-3:-1]:
            found.append("@says")
        if piece[-1] in ".!?" or piece[-2:] in (".'", "!'"):
            found.append(STOP)
    found.append(STOP)
    letters = [word for word in found if len(word) == 1 and word.isalpha()]
    return _unspaced(found) if len(letters) >= APART else found


def _is_private(word: str) -> bool:
    return any(place in word for place in PRIVATE) and not word.endswith((".example", ".sample", ".template"))


def _unspaced(said: "list[str]") -> "list[str]":
    """Words with their letters together again, where somebody wrote them apart."""
    found: list[str] = []
    letters = ""
    for word in said:
        if len(word) == 1 and word.isalpha():
            letters += word
            continue
        found += [letters] if len(letters) >= 4 else list(letters)
        letters = ""
        found.append(word)
    return found


def _denied(said: "list[str]", at: int) -> bool:
    return any(word in _DENIALS for word in said[max(0, at - 2) : at])


def _follows(said: "list[str]", at: int, slots: "tuple[Slot, ...]") -> bool:
    """Do the slots follow one another from here? The earliest and latest fit of each bounds the search for the next."""
    low = high = at
    for gap, choices in slots:
        first = last = -1
        for place in range(low, min(high + gap + 1, len(said))):
            if said[place] in choices or ("*ing" in choices and said[place].endswith("ing")):
                first = place if first < 0 else first
                last = place
            if said[place] == STOP:
                break
        if first < 0:
            return False
        low, high = first + 1, last + 1
    return True


_built: "dict[str, list[tuple[str, str]]]" = {}
_parsed: "dict[str, tuple[Slot, ...]]" = {}
_tails: "dict[str, tuple[dict[str, list[Tail]], list[Tail]]]" = {}


def _index() -> "dict[str, list[tuple[str, str]]]":
    """The rest of every pattern under each of its first words; it is taken apart only where a text has the word."""
    if not _built:
        for reason, patterns in TABLE.items():
            for pattern in patterns.strip().split("\n"):
                first, _, rest = pattern.partition(" ")
                for word in _choices(first):
                    _built.setdefault(word, []).append((reason, rest))
    return _built


def _part(first: str) -> "tuple[dict[str, list[Tail]], list[Tail]]":
    """The patterns that begin with a word, in their order: those that a next word leaves, and those that any leaves."""
    tails = [(reason, _slots(rest)) for reason, rest in _index()[first]]
    nexts: set[str] = set()
    for _, slots in tails:
        nexts |= _next(slots) or frozenset()
    anywhere = [tail for tail in tails if _next(tail[1]) is None]
    following = {word: [tail for tail in tails if word in (_next(tail[1]) or (word,))] for word in nexts}
    found = _tails[first] = following, anywhere
    return found


def _next(slots: "tuple[Slot, ...]") -> "frozenset[str] | None":
    """The words of which one has to come at once; None where that is not said."""
    gap, choices = slots[0]
    return None if gap or "*ing" in choices else choices


_bagged: "list[tuple[str, int]]" = []
_bits: "dict[str, int]" = {}


def _bags() -> "tuple[list[tuple[str, int]], dict[str, int]]":
    """Every bag as the bits of its groups, and the groups of every word, made of the table once."""
    if not _bagged:
        bit = 1
        for reason, bags in BAGS.items():
            for bag in bags.strip().split("\n"):
                groups = 0
                for group in bag.split():
                    groups |= bit
                    for word in _choices(group):
                        _bits[word] = _bits.get(word, 0) | bit
                    bit <<= 1
                _bagged.append((reason, groups))
    return _bagged, _bits


def _slots(pattern: str) -> "tuple[Slot, ...]":
    """The slots of a pattern, taken apart once."""
    found = _parsed.get(pattern)
    if found is None:
        slots, gap = [], 0
        for part in pattern.split():
            if part.startswith("..") and part[2:].isdigit():
                gap = int(part[2:])
            else:
                slots.append((gap, _choices(part)))
                gap = 0
        found = _parsed[pattern] = tuple(slots)
    return found


def _choices(part: str) -> "frozenset[str]":
    """The words of a slot; a name in capitals stands for a group."""
    words_ = part.split("/")
    for name in GROUPS.keys() & words_:
        words_ += GROUPS[name].split("/")
    return frozenset(words_)
