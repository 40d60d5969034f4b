"""Phrases and forms of sentences that address an agent instead of stating something.

A pattern is a row of slots: `ignore|forget ..3 previous|prior ..2 rules` needs one of the first words, then one of the
second within three more words, and so on, all in one sentence (`.` marks the start or end of a sentence). A sentence
that denies the first word ("never send secrets …") says the opposite and does not count.

A form is a row of meanings that one sentence must have together. Most texts lack a word of each meaning of a form; only
for the others the forms and the words of meanings are read (`form_match`).
"""

from recall_cli.language.tables import PairTable, read_phrases, read_words
from recall_cli.rules.injection.letter_codes import fold_accents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.rules.injection.pattern_parser import Slot, WordBag

SENTENCE_MARK = "."
PHRASE_KEYS = PairTable("order_keys", "phrases")
"""Each key with the numbers of the patterns and bags that it is the first key of, a slash, and those it is the second
key of; `tests.rules.injection.make_phrase_keys` makes them."""
MIN_SPACED_LETTERS = 4
"""This many single letters in a row are a word written with spaces."""
PRIVATE_PLACES = read_phrases("words", "private places")
"""Places where people keep private data."""
_DENIAL_WORDS = frozenset({"never", "not", "dont", "no", "cannot", "cant"})
FOREIGN_SMALL_WORDS = read_words("words", "small words of other languages")
"""Short words of other languages in plain ASCII. A text with one of them is searched for words of those languages."""
_LEET_LETTERS = str.maketrans("0134578@$!", "oieastbasi")
_SEPARATORS = str.maketrans(dict.fromkeys('`"“”«»()[]{},;*<>', " "))

_SENTENCE_ENDS = (".", "!", "?")
_BULLETS = ("- ", "* ", "+ ", "> ", "# ", "## ", "### ", "| ")
KEY_LENGTH = 4
"""A stem is looked up by this many letters; a shorter one has three."""
MEANING_KEYS = PairTable("order_keys", "meanings")
"""A word, or the first letters of a stem, and the numbers of the meanings that it can be part of."""
FORM_BITS = tuple(int(bits, 16) for bits in read_words("order_keys", "forms"))
"""The meanings that each form needs, as bits."""
_PLACE_NAMES = ((".env.", " sampleenv "), (".env", " dotenv "), (".ssh/", " dotssh "), ("://", "url "))
_APOSTROPHES = str.maketrans("", "", "'´")
_SIGNS = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})


def split_statements(text: str) -> "list[str]":
    """The lines of a text. A line that goes on in lower case after an unfinished one belongs to it."""
    statements: list[str] = []
    for line in text.split("\n"):
        part = line.strip()
        if not part:
            continue
        if statements and _runs_on(statements[-1], part):
            statements[-1] += " " + part
        else:
            statements.append(part)
    return statements


def _runs_on(before: str, line: str) -> bool:
    """Whether a line continues the statement before it."""
    if before.endswith(_SENTENCE_ENDS) or line.startswith(_BULLETS) or line == ".":
        return False
    first = next((letter for letter in line if letter.isalnum()), "")
    return first.islower() or before[-1] == "," or (line.isupper() and before.isupper())


def order_reason(lowercase: str) -> "str | None":
    """The reason to hold a text in lower case for its orders, or None."""
    if "](http" in lowercase and "{" in lowercase.partition("](http")[2].partition(")")[0]:
        return "it carries data out in the address of a picture or link"
    if "](http" in lowercase and _link_asks_for_secret(lowercase):
        return "it carries data out in the address of a picture or link"
    if "exec(" in lowercase and ("urlopen(" in lowercase or "requests.get(" in lowercase):
        return "it runs what it downloads"
    words = tokenize(lowercase)
    bag = frozenset(words)
    if not FOREIGN_SMALL_WORDS.isdisjoint(bag):
        from recall_cli.rules.injection.foreign_words import add_meaning_marks

        words = tokenize(add_meaning_marks(lowercase))
        bag = frozenset(words)
    numbers = _candidate_numbers(bag)
    if not numbers:
        return form_reason(lowercase)
    from recall_cli.rules.injection.pattern_parser import parse_patterns

    patterns, bags = parse_patterns(numbers)
    for at, word in enumerate(words):
        for reason, first, slots in patterns:
            if word in first and _slots_follow(words, at + 1, slots) and not _says_the_opposite(words, at):
                return reason
    return _word_bag_reason(words, bags) or form_reason(lowercase)


def _link_asks_for_secret(lowercase: str) -> bool:
    """Whether a link's address has a place for someone's key or secret."""
    address = lowercase.partition("](http")[2].partition(")")[0].partition("?")[2]
    return any(word in address for word in ("key", "token", "secret", "password", "cookie")) and any(
        sign in address for sign in ("your", "<", "$", "[", "user")
    )


def _undisguise_word(word: str) -> str:
    """A word as it is read, if digits or signs replace its letters, or signs stand between them."""
    if word[1] in ".-_*" and len(word) > 8 and word[2].isalpha() and set(word[1::2]) == {word[1]}:
        word = word[::2]
    if not word.isalpha():
        plain = word.translate(_LEET_LETTERS)
        if PHRASE_KEYS.get(plain) or plain in ("your", "you", "user", "prompt"):
            return plain
    return word


def _candidate_numbers(words: "frozenset[str]") -> "list[int]":
    """The numbers of the patterns and bags that have both keys among some words; for most texts none."""
    first: set[str] = set()
    second: set[str] = set()
    for word in words:
        first_numbers, _, second_numbers = PHRASE_KEYS.get(word).partition("/")
        first.update(first_numbers.split(","))
        second.update(second_numbers.split(","))
    return sorted(int(number) for number in first & second if number)


def _word_bag_reason(words: "list[str]", bags: "list[WordBag]") -> "str | None":
    """The reason of the first sentence that has a word of each group of a bag."""
    while bags and words:
        end = words.index(SENTENCE_MARK)
        first = words[0]
        sentence, words = frozenset(words[:end]), words[end + 1 :]
        if len(sentence) > 2 and first not in _OTHER_PEOPLE:
            for reason, groups, unwanted in bags:
                if unwanted.isdisjoint(sentence) and not any(group.isdisjoint(sentence) for group in groups):
                    return reason
    return None


def tokenize(lowercase: str) -> "list[str]":
    """The words of a text with a mark around each sentence. Addresses and private places become marks of their own."""
    lowercase = lowercase.replace("<(", " @shell ").replace("$(", " @shell ").replace("|", " | ").translate(_SEPARATORS)
    words = [SENTENCE_MARK]
    private = any(place in lowercase for place in PRIVATE_PLACES)
    for piece in lowercase.split():
        if not private and piece.isalpha():
            words.append(piece)
            continue
        word = piece.lstrip("'").rstrip("'.:!?")
        if len(word) > 3 and "://" not in piece and not PHRASE_KEYS.get(word):
            word = _undisguise_word(word)
        if "://" in piece:
            words.append("@url")
            if _has_public_ip(piece):
                words.append("@ip")
        elif private and _is_private_place(word):
            words.append("@private")
        elif "@" in word[1:] and "." in word:
            words.append("@mail")
        elif word:
            words.append(word.replace("'", ""))
        if piece[-1] == ":" and SENTENCE_MARK in words[-3:-1]:
            words.append("@says")
        if piece[-1] in ".!?" or piece[-2:] in (".'", "!'"):
            words.append(SENTENCE_MARK)
    words.append(SENTENCE_MARK)
    letters = [word for word in words if len(word) == 1 and word.isalpha()]
    return _join_spaced_letters(words) if len(letters) >= MIN_SPACED_LETTERS else words


def _has_public_ip(piece: str) -> bool:
    """Whether an address has a public IP address as its host."""
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
    """The words, with single letters joined where a word was written with spaces."""
    joined: list[str] = []
    letters = ""
    for word in words:
        if len(word) == 1 and word.isalpha():
            letters += word
            continue
        joined += [letters] if len(letters) >= 4 else list(letters)
        letters = ""
        joined.append(word)
    return joined


def _says_the_opposite(words: "list[str]", at: int) -> bool:
    """Whether a sentence forbids what a pattern looks for, or says what a program's users may do."""
    if words[at] == SENTENCE_MARK:
        if words[at + 1] in _OTHER_SUBJECTS:
            return True
        return at + 2 < len(words) and words[at + 2] in ("may", "can") and words[at + 1] not in _AGENT_NAMES
    return words[at] not in _DENIAL_WORDS and _is_denied(words, at)


_AGENT_NAMES = frozenset("you agent agents assistant assistants ai claude codex copilot gemini model models".split())
_OTHER_PEOPLE = frozenset("users customers guests members admins visitors interns nobody".split())
_OTHER_SUBJECTS = _OTHER_PEOPLE | {"never"}


def _is_denied(words: "list[str]", at: int) -> bool:
    return any(word in _DENIAL_WORDS for word in words[max(0, at - 2) : at])


def _slots_follow(words: "list[str]", at: int, slots: "tuple[Slot, ...]") -> bool:
    """Whether the slots follow one another from here. The first and last match of each slot limit the search for
    the next.
    """
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


def meaning_bits(lowercase: str) -> int:
    """The meanings that the words of a text can be part of."""
    bits = 0
    for word in plain_words(lowercase).split():
        for key in (word, word[:KEY_LENGTH] + "*", word[:3] + "*"):
            numbers = MEANING_KEYS.get(key)
            if numbers:
                bits |= sum(1 << int(number) for number in numbers.split(","))
    return bits


def can_fit_form(bits: int) -> bool:
    """Whether words with these meanings can make a form."""
    return any(form & bits == form for form in FORM_BITS)


def plain_words(lowercase: str) -> str:
    """The words of a text without accents and signs; addresses and private files keep a word of their own."""
    if "://" in lowercase:
        lowercase = " ".join(_without_host(word) for word in lowercase.split(" "))
    if "." in lowercase or "://" in lowercase:
        for sign, word in _PLACE_NAMES:
            lowercase = lowercase.replace(sign, word)
    if "@" in lowercase:
        lowercase = " ".join("mailmark" if "@" in word[1:] and "." in word else word for word in lowercase.split())
    lowercase = lowercase.translate(_APOSTROPHES)
    if not lowercase.isascii():
        lowercase = fold_accents(lowercase.replace("\u2019", "").replace("ø", "o"))
        return "".join([letter if letter.isalnum() else " " for letter in lowercase])
    return lowercase.translate(_SIGNS)


def _without_host(word: str) -> str:
    """A word without what stands behind `://`: the name of a site says nothing. The own machine keeps its name."""
    scheme, sign, rest = word.partition("://")
    return word if not sign or rest.startswith(_OWN_HOSTS) else scheme + sign


_OWN_HOSTS = ("localhost", "127.0.0.1", "0.0.")


def form_reason(lowercase: str) -> "str | None":
    """The reason to hold a statement for the form of one of its sentences, or None."""
    if not can_fit_form(meaning_bits(lowercase)):
        return None
    from recall_cli.rules.injection.form_match import sentence_reason

    for sentence in _sentences(lowercase):
        padded = f" {' '.join(plain_words(sentence).split())} "
        reason = sentence_reason(padded, meaning_bits(sentence))
        if reason is not None:
            return reason
    return None


def _sentences(lowercase: str) -> "Iterator[str]":
    words: list[str] = []
    for word in lowercase.split():
        words.append(word)
        if word[-1] in ".!?":
            yield " ".join(words)
            words = []
    yield " ".join(words)
