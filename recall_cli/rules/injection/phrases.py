"""Phrases that speak to an agent instead of remembering something, told by a few words in order.

A pattern is a row of slots: `ignore|forget ..3 previous|prior ..2 rules` asks for one of the first words, then within
three more words one of the second, and so on, all in one sentence (`.` is the place where one begins or ends). A
sentence that denies the first word ("never send secrets …") says the opposite and does not count.
"""

from recall_cli.rules.injection.keys import KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Slot = tuple[int, frozenset[str]]
    Pattern = tuple[str, frozenset[str], tuple[Slot, ...]]
    Bag = tuple[str, list[frozenset[str]], frozenset[str]]

STOP = "."
APART = 4
"""So many letters in a row, each by itself, are a word that somebody wrote apart."""
PRIVATE = (
    ".ssh", "id_rsa", "id_ed25519", ".aws", ".netrc", "/etc/passwd", "/etc/shadow", ".kube", ".npmrc", ".pypirc",
    ".git-credentials", ".gnupg", ".env", "keychain", ".docker/config", "credentials.json",
)  # fmt: skip
"""Where people keep what is nobody else's business."""
_DENIALS = frozenset({"never", "not", "dont", "no", "cannot", "cant"})
COMMON = frozenset(
    """
    der das und ist nicht alle den dem ein eine auf mit ohne wenn keine fur ihr bei dass la las los el del que
    todas todos una con les pour tous toutes le ne pas est gli tutte tutti che senza nao sem os ao het een niet
    van zonder att il non de hier niets alla tidigare tidligere och inte utan nie bez wszystkie bir icin olmadan
    semua tanpa jangan yang vsechny
    """.split()
)
"""Small words of other languages in plain ASCII: with one of them the words of those languages are looked for too."""
_LEET = str.maketrans("0134578@$!", "oieastbasi")
_APART = str.maketrans(dict.fromkeys('`"“”«»()[]{},;*<>', " "))


def spoken(low: str) -> "str | None":
    """The reason to hold a text in small letters for what it says, or None."""
    if "](http" in low and "{" in low.partition("](http")[2].partition(")")[0]:
        return "it carries data out in the address of a picture or link"
    if "](http" in low and _asks_for_a_secret(low):
        return "it carries data out in the address of a picture or link"
    if "exec(" in low and ("urlopen(" in low or "requests.get(" in low):
        return "it runs what it downloads"
    said = words(low)
    bag = frozenset(said)
    if not COMMON.isdisjoint(bag):
        from recall_cli.rules.injection.foreign import signs

        said = words(signs(low))
        bag = frozenset(said)
    few = _possible(bag)
    if not few:
        return None
    from recall_cli.rules.injection.patterns import taken_apart

    patterns, bags = taken_apart(few)
    for at, word in enumerate(said):
        for reason, first, slots in patterns:
            if word in first and _follows(said, at + 1, slots) and not _says_the_opposite(said, at):
                return reason
    return _gathered(said, bags)


def _asks_for_a_secret(low: str) -> bool:
    """Whether a link leaves a place in its address for somebody's key or secret."""
    address = low.partition("](http")[2].partition(")")[0].partition("?")[2]
    return any(word in address for word in ("key", "token", "secret", "password", "cookie")) and any(
        sign in address for sign in ("your", "<", "$", "[", "user")
    )


_keys: "dict[str, str]" = {}


def _known() -> "dict[str, str]":
    """Every key, with the numbers of what it is a key of."""
    if not _keys:
        pairs = KEYS.split()
        _keys.update(zip(pairs[::2], pairs[1::2], strict=True))
    return _keys


def _undisguised(word: str) -> str:
    """A word that is written with digits and signs for letters, or with a sign between its letters, as it is read."""
    if word[1] in ".-_*" and len(word) > 8 and word[2].isalpha() and set(word[1::2]) == {word[1]}:
        word = word[::2]
    if not word.isalpha():
        plain = word.translate(_LEET)
        if plain in _known() or plain in ("your", "you", "user", "prompt"):
            return plain
    return word


def _possible(said: "frozenset[str]") -> "list[int]":
    """The numbers of the patterns and bags that have both their keys among some words; of most texts, none."""
    first: set[str] = set()
    second: set[str] = set()
    for word in said & _known().keys():
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
            for reason, groups, unwanted in bags:
                if unwanted.isdisjoint(sentence) and not any(group.isdisjoint(sentence) for group in groups):
                    return reason
    return None


def words(low: str) -> "list[str]":
    """The words of a text with a stop around each sentence; addresses and private places under a name of their own."""
    low = low.replace("<(", " @shell ").replace("$(", " @shell ").replace("|", " | ").translate(_APART)
    found = [STOP]
    private = any(place in low for place in PRIVATE)
    for piece in low.split():
        if not private and piece.isalpha():
            found.append(piece)
            continue
        word = piece.lstrip("'").rstrip("'.:!?")
        if len(word) > 3 and "://" not in piece and word not in _known():
            word = _undisguised(word)
        if "://" in piece:
            found.append("@url")
            if _by_number(piece):
                found.append("@ip")
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


def _by_number(piece: str) -> bool:
    """Whether an address names its host by a number that is not of a private network."""
    host = piece.partition("://")[2].partition("/")[0].partition(":")[0]
    return (
        host.replace(".", "").isdigit()
        and host.count(".") == 3
        and not host.startswith(
            ("127.", "10.", "192.168.", "0.", "169.254.", *(f"172.{second}." for second in range(16, 32)))
        )
    )


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


def _says_the_opposite(said: "list[str]", at: int) -> bool:
    """Whether a sentence forbids what a pattern looks for, or tells what the users of a program may do."""
    if said[at] == STOP:
        if said[at + 1] in _NO_ORDERS:
            return True
        return at + 2 < len(said) and said[at + 2] in ("may", "can") and said[at + 1] not in _ADDRESSED
    return said[at] not in _DENIALS and _denied(said, at)


_ADDRESSED = frozenset("you agent agents assistant assistants ai claude codex copilot gemini model models".split())
_NO_ORDERS = frozenset("never users customers guests members admins visitors interns nobody".split())


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
