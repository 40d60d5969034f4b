"""Phrases that speak to an agent instead of remembering something, told by a few words in order.

A pattern is a row of slots: `ignore|forget ..3 previous|prior ..2 rules` asks for one of the first words, then within
three more words one of the second, and so on, all in one sentence (`.` is the place where one begins or ends). A
sentence that denies the first word ("never send secrets …") says the opposite and does not count.
"""

from recall_cli.rules.suspicion.keys import KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Slot = tuple[int, frozenset[str]]
    Pattern = tuple[str, frozenset[str], tuple[Slot, ...]]
    Bag = tuple[str, list[frozenset[str]]]

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
    few = _possible(frozenset(said))
    if not few:
        return None
    from recall_cli.rules.suspicion.patterns import taken_apart

    patterns, bags = taken_apart(few)
    for at, word in enumerate(said):
        for reason, first, slots in patterns:
            if word in first and _follows(said, at + 1, slots) and not (word not in _DENIALS and _denied(said, at)):
                return reason
    return _gathered(said, bags)


_keys: "dict[str, str]" = {}


def _possible(said: "frozenset[str]") -> "list[int]":
    """The numbers of the patterns and bags that have both their keys among some words; of most texts, none."""
    if not _keys:
        pairs = KEYS.split()
        _keys.update(zip(pairs[::2], pairs[1::2], strict=True))
    first: set[str] = set()
    second: set[str] = set()
    for word in said & _keys.keys():
        one, _, other = _keys[word].partition("/")
        first.update(one.split(","))
        second.update(other.split(","))
    return sorted(int(number) for number in first & second if number)


def _gathered(said: "list[str]", bags: "list[Bag]") -> "str | None":
    """The reason of the first sentence that holds a word of each group of a bag."""
    while bags and said:
        end = said.index(STOP)
        sentence, said = frozenset(said[:end]), said[end + 1 :]
        if len(sentence) > 2:
            for reason, groups in bags:
                if not any(group.isdisjoint(sentence) for group in groups):
                    return reason
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
