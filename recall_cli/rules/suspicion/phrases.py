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

STOP = "."
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
    said, index = words(low), _index()
    for at, word in enumerate(said):
        for reason, rest in index.get(word, ()):
            if _follows(said, at + 1, _slots(rest)) and not (word not in _DENIALS and _denied(said, at)):
                return reason
    return _gathered(said)


def _gathered(said: "list[str]") -> "str | None":
    """The reason of the first sentence that holds a word of each group of a bag."""
    while said:
        end = said.index(STOP)
        sentence, said = frozenset(said[:end]), said[end + 1 :]
        if len(sentence) > 2:
            for reason, groups in _bags():
                if not any(group.isdisjoint(sentence) for group in groups):
                    return reason
    return None


def words(low: str) -> "list[str]":
    """The words of a text with a stop around each sentence; addresses and private places under a name of their own."""
    low = low.replace("<(", " @shell ").replace("$(", " @shell ").replace("|", " | ").translate(_APART)
    found = [STOP]
    private = any(place in low for place in PRIVATE)
    for piece in low.split():
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
    return _unspaced(found) if any(len(word) == 1 for word in found) else found


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


def _index() -> "dict[str, list[tuple[str, str]]]":
    """The rest of every pattern under each of its first words; it is taken apart only where a text has the word."""
    if not _built:
        for reason, patterns in TABLE.items():
            for pattern in patterns.strip().split("\n"):
                first, _, rest = pattern.partition(" ")
                for word in _choices(first):
                    _built.setdefault(word, []).append((reason, rest))
    return _built


_bagged: "list[tuple[str, list[frozenset[str]]]]" = []


def _bags() -> "list[tuple[str, list[frozenset[str]]]]":
    """The groups of every bag, made of the table once."""
    if not _bagged:
        for reason, bags in BAGS.items():
            for bag in bags.strip().split("\n"):
                _bagged.append((reason, [_choices(group) for group in bag.split()]))
    return _bagged


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
