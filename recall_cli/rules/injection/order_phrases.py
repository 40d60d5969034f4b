"""Phrases that speak to an agent instead of remembering something, told by a few words in order.

A pattern is a row of slots: `ignore|forget ..3 previous|prior ..2 rules` asks for one of the first words, then within
three more words one of the second, and so on, all in one sentence (`.` is the place where one begins or ends). A
sentence that denies the first word ("never send secrets …") says the opposite and does not count.
"""

from recall_cli.rules.injection.phrase_keys import PHRASE_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.injection.pattern_parser import Slot, WordBag

SENTENCE_MARK = "."
MIN_SPACED_LETTERS = 4
"""So many letters in a row, each by itself, are a word that somebody wrote apart."""
PRIVATE_PLACES = (
    ".ssh", "id_rsa", "id_ed25519", ".aws", ".netrc", "/etc/passwd", "/etc/shadow", ".kube", ".npmrc", ".pypirc",
    ".git-credentials", ".gnupg", ".env", "keychain", ".docker/config", "credentials.json",
)  # fmt: skip
"""Where people keep what is nobody else's business."""
_DENIAL_WORDS = frozenset({"never", "not", "dont", "no", "cannot", "cant"})
FOREIGN_SMALL_WORDS = frozenset(
    """
    der das und ist nicht alle den dem ein eine auf mit ohne wenn keine fur ihr bei dass la las los el del que
    todas todos una con les pour tous toutes le ne pas est gli tutte tutti che senza nao sem os ao het een niet
    van zonder att il non de hier niets alla tidigare tidligere och inte utan nie bez wszystkie bir icin olmadan
    semua tanpa jangan yang vsechny
    """.split()
)
"""Small words of other languages in plain ASCII: with one of them the words of those languages are looked for too."""
_LEET_LETTERS = str.maketrans("0134578@$!", "oieastbasi")
_SEPARATORS = str.maketrans(dict.fromkeys('`"“”«»()[]{},;*<>', " "))


def order_reason(lowercase: str) -> "str | None":
    """The reason to hold a text in small letters for what it says, or None."""
    if "](http" in lowercase and "{" in lowercase.partition("](http")[2].partition(")")[0]:
        return "it carries data out in the address of a picture or link"
    if "](http" in lowercase and _link_asks_for_secret(lowercase):
        return "it carries data out in the address of a picture or link"
    if "exec(" in lowercase and ("urlopen(" in lowercase or "requests.get(" in lowercase):
        return "it runs what it downloads"
    said = tokenize(lowercase)
    bag = frozenset(said)
    if not FOREIGN_SMALL_WORDS.isdisjoint(bag):
        from recall_cli.rules.injection.foreign_words import add_meaning_marks

        said = tokenize(add_meaning_marks(lowercase))
        bag = frozenset(said)
    few = _candidate_numbers(bag)
    if not few:
        return None
    from recall_cli.rules.injection.pattern_parser import parse_patterns

    patterns, bags = parse_patterns(few)
    for at, word in enumerate(said):
        for reason, first, slots in patterns:
            if word in first and _slots_follow(said, at + 1, slots) and not _says_the_opposite(said, at):
                return reason
    return _word_bag_reason(said, bags)


def _link_asks_for_secret(lowercase: str) -> bool:
    """Whether a link leaves a place in its address for somebody's key or secret."""
    address = lowercase.partition("](http")[2].partition(")")[0].partition("?")[2]
    return any(word in address for word in ("key", "token", "secret", "password", "cookie")) and any(
        sign in address for sign in ("your", "<", "$", "[", "user")
    )


_key_numbers: "dict[str, str]" = {}


def _known_keys() -> "dict[str, str]":
    """Every key, with the numbers of what it is a key of."""
    if not _key_numbers:
        pairs = PHRASE_KEYS.split()
        _key_numbers.update(zip(pairs[::2], pairs[1::2], strict=True))
    return _key_numbers


def _undisguise_word(word: str) -> str:
    """A word that is written with digits and signs for letters, or with a sign between its letters, as it is read."""
    if word[1] in ".-_*" and len(word) > 8 and word[2].isalpha() and set(word[1::2]) == {word[1]}:
        word = word[::2]
    if not word.isalpha():
        plain = word.translate(_LEET_LETTERS)
        if plain in _known_keys() or plain in ("your", "you", "user", "prompt"):
            return plain
    return word


def _candidate_numbers(words: "frozenset[str]") -> "list[int]":
    """The numbers of the patterns and bags that have both their keys among some words; of most texts, none."""
    first: set[str] = set()
    second: set[str] = set()
    for word in words & _known_keys().keys():
        one, _, other = _key_numbers[word].partition("/")
        first.update(one.split(","))
        second.update(other.split(","))
    return sorted(int(number) for number in first & second if number)


def _word_bag_reason(words: "list[str]", bags: "list[WordBag]") -> "str | None":
    """The reason of the first sentence that holds a word of each group of a bag."""
    while bags and words:
        end = words.index(SENTENCE_MARK)
        sentence, words = frozenset(words[:end]), words[end + 1 :]
        if len(sentence) > 2:
            for reason, groups, unwanted in bags:
                if unwanted.isdisjoint(sentence) and not any(group.isdisjoint(sentence) for group in groups):
                    return reason
    return None


def tokenize(lowercase: str) -> "list[str]":
    """The words of a text with a stop around each sentence; addresses and private places under a name of their own."""
    lowercase = lowercase.replace("<(", " @shell ").replace("$(", " @shell ").replace("|", " | ").translate(_SEPARATORS)
    found = [SENTENCE_MARK]
    private = any(place in lowercase for place in PRIVATE_PLACES)
    for piece in lowercase.split():
        if not private and piece.isalpha():
            found.append(piece)
            continue
        word = piece.lstrip("'").rstrip("'.:!?")
        if len(word) > 3 and "://" not in piece and word not in _known_keys():
            word = _undisguise_word(word)
        if "://" in piece:
            found.append("@url")
            if _has_public_ip(piece):
                found.append("@ip")
        elif private and _is_private_place(word):
            found.append("@private")
        elif "@" in word[1:] and "." in word:
            found.append("@mail")
        elif word:
            found.append(word.replace("'", ""))
        if piece[-1] == ":" and SENTENCE_MARK in found[-3:-1]:
            found.append("@says")
        if piece[-1] in ".!?" or piece[-2:] in (".'", "!'"):
            found.append(SENTENCE_MARK)
    found.append(SENTENCE_MARK)
    letters = [word for word in found if len(word) == 1 and word.isalpha()]
    return _join_spaced_letters(found) if len(letters) >= MIN_SPACED_LETTERS else found


def _has_public_ip(piece: str) -> bool:
    """Whether an address names its host by a number that is not of a private network."""
    host = piece.partition("://")[2].partition("/")[0].partition(":")[0]
    return (
        host.replace(".", "").isdigit()
        and host.count(".") == 3
        and not host.startswith(
            ("127.", "10.", "192.168.", "0.", "169.254.", *(f"172.{second}." for second in range(16, 32)))
        )
    )


def _is_private_place(word: str) -> bool:
    return any(place in word for place in PRIVATE_PLACES) and not word.endswith((".example", ".sample", ".template"))


def _join_spaced_letters(words: "list[str]") -> "list[str]":
    """Words with their letters together again, where somebody wrote them apart."""
    found: list[str] = []
    letters = ""
    for word in words:
        if len(word) == 1 and word.isalpha():
            letters += word
            continue
        found += [letters] if len(letters) >= 4 else list(letters)
        letters = ""
        found.append(word)
    return found


def _says_the_opposite(words: "list[str]", at: int) -> bool:
    """Whether a sentence forbids what a pattern looks for, or tells what the users of a program may do."""
    if words[at] == SENTENCE_MARK:
        if words[at + 1] in _OTHER_SUBJECTS:
            return True
        return at + 2 < len(words) and words[at + 2] in ("may", "can") and words[at + 1] not in _AGENT_NAMES
    return words[at] not in _DENIAL_WORDS and _is_denied(words, at)


_AGENT_NAMES = frozenset("you agent agents assistant assistants ai claude codex copilot gemini model models".split())
_OTHER_SUBJECTS = frozenset("never users customers guests members admins visitors interns nobody".split())


def _is_denied(words: "list[str]", at: int) -> bool:
    return any(word in _DENIAL_WORDS for word in words[max(0, at - 2) : at])


def _slots_follow(words: "list[str]", at: int, slots: "tuple[Slot, ...]") -> bool:
    """Do the slots follow one another from here? The earliest and latest fit of each bounds the search for the next."""
    low = high = at
    for gap, choices in slots:
        first = last = -1
        for place in range(low, min(high + gap + 1, len(words))):
            if words[place] in choices or ("*ing" in choices and words[place].endswith("ing")):
                first = place if first < 0 else first
                last = place
            if words[place] == SENTENCE_MARK:
                break
        if first < 0:
            return False
        low, high = first + 1, last + 1
    return True
