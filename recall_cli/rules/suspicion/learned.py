"""How much a text reads like an order to an agent: weights learnt from examples, summed up over one sentence.

The features of a sentence are its words, pairs of words, the concepts that its words stand for in any language, and
which concepts stand together, denied or not. Each has its weight in a small table (`weights.py`), found by a checksum
of its name; `python -m tests.rules.injection_model` makes the table from the examples in `tests/data/injection`.
"""

from binascii import crc32

from recall_cli.rules.suspicion.concepts import CONCEPTS
from recall_cli.rules.suspicion.foreign import folded
from recall_cli.rules.suspicion.phrases import PRIVATE

SIZE = 1 << 14
"""Weights in the table."""
MIN_WORDS, MAX_WORDS = 3, 60
"""A shorter sentence says too little; a longer one is read in pieces of so many words."""
MAX_COMBINED = 4
"""Of a sentence with more concepts only pairs are looked at, no threes."""
REACH = 3
"""So many words behind a denial are denied."""
START = 5
"""Letters of a longer word that are a feature by themselves: many languages change its end."""
MIN_STEM, MAX_STEM = 2, 12
"""Letters of the shortest and the longest beginning of a word that is looked up."""
UNSPACED = "\u0900"
"""From here on, scripts are looked through for whole phrases: many of them put no spaces between words."""
WITH_ACCENTS = "\u0590"
"""Below this, letters may have accents that a word can be written without."""
REMEMBERED = 20_000
"""So many words at most are remembered with their concepts."""

_SIGNS = str.maketrans(dict.fromkeys("\t,;:!?\"'`()[]{}<>=|*#“”„«»‘’。、，！？：；（）「」", " "))
_ENDS = str.maketrans(dict.fromkeys("!?。！？।\n", "\x00"))
_exact: "dict[str, tuple[str, ...]]" = {}
_stems: "dict[str, tuple[str, ...]]" = {}
_phrases: "list[tuple[str, str]]" = []
_known: "dict[str, tuple[str, ...]]" = {}


def _take_apart() -> None:
    for concept, words in CONCEPTS.items():
        for word in words.split():
            if word[0] >= UNSPACED:
                _phrases.append((word.rstrip("-"), concept))
                continue
            table, stem = _stems if word[-1] == "-" else _exact, folded(word.rstrip("-"))
            table[stem] = (*table.get(stem, ()), concept)


def concepts_of(word: str) -> "tuple[str, ...]":
    """The concepts that a word without accents stands for."""
    found = _known.get(word)
    if found is None:
        if not _exact:
            _take_apart()
        if len(_known) >= REMEMBERED:
            _known.clear()
        starts = [word[:length] for length in range(min(len(word), MAX_STEM), MIN_STEM - 1, -1)]
        found = _exact.get(word) or next((_stems[start] for start in starts if start in _stems), ())
        _known[word] = found
    return found


def windows(low: str) -> "list[str]":
    """What is judged as a whole in a text of small letters: each sentence, a very long one in pieces."""
    apart = low.translate(_ENDS).replace(". ", "\x00").replace("\\n", "\x00")
    found: list[str] = []
    for piece in apart.split("\x00"):
        words = piece.strip(" .").split()
        if len(words) >= MIN_WORDS or not piece.isascii():
            found += [" ".join(words[at : at + MAX_WORDS]) for at in range(0, len(words), MAX_WORDS)]
    return found


def words_of(sentence: str) -> "list[str]":
    """The words of a sentence without accents; addresses, private places and numbers under a name of their own."""
    found: list[str] = []
    private = any(place in sentence for place in PRIVATE)
    for piece in sentence.split():
        if piece.isalpha() and piece.isascii():
            found.append(piece)
            continue
        if "://" in piece:
            found.append("@url")
            continue
        for part in piece.translate(_SIGNS).split():
            word = part.strip(".-_/\\~$%&+")
            if word[:1] < WITH_ACCENTS and not word.isascii():
                word = folded(word)
            if "@" in word[1:] and "." in word:
                found.append("@mail")
            elif private and any(place in part for place in PRIVATE):
                found.append("@private")
            elif word[:1].isdigit():
                found.append("@ip" if word.count(".") == 3 else "0")
            elif word:
                found.append(word)
    return found


def features(sentence: str) -> "set[str]":
    """The names of the features of one sentence."""
    words = words_of(sentence)
    found = {"f" + words[0]} if words else set()
    said: list[tuple[str, int]] = []
    before = ""
    for place, word in enumerate(words):
        if word[0] >= UNSPACED:
            found.update(["j" + word[at : at + 2] for at in range(len(word) - 1)])
        else:
            found.add("w" + word)
            found.add(f"b{before} {word}")
            if len(word) > START:
                found.add("p" + word[:START])
            said += [(concept, place) for concept in concepts_of(word)]
        before = word
    if not sentence.isascii():
        said += [(concept, len(words)) for stem, concept in _phrases if stem in sentence]
    if said and said[0][1] == 0:
        found.add("g" + said[0][0])
    found |= _together(said)
    return found


def _together(said: "list[tuple[str, int]]") -> "set[str]":
    """The concepts of a sentence, with a mark where they are denied; which stand together, and which follow which."""
    found: set[str] = set()
    names: set[str] = set()
    denied, at = -REACH - 1, -1
    last: list[str] = []
    here: list[str] = []
    for concept, place in said:
        if concept == "not":
            denied = place
        if place != at:
            at, last, here = place, here, []
        name = "!" + concept if 0 < place - denied <= REACH else concept
        here.append(concept)
        names.add(name)
        found.update([f"o{other} {name}" for other in last])
    every = sorted(names)
    found.update(["c" + name for name in every])
    for number, one in enumerate(every, 1):
        for after, two in enumerate(every[number:], number + 1):
            found.add(f"d{one} {two}")
            if len(every) <= MAX_COMBINED:
                found.update([f"t{one} {two} {three}" for three in every[after:]])
    return found


def places(sentence: str) -> "list[int]":
    """The places of the features of a sentence in the table."""
    return [crc32(feature.encode()) & SIZE - 1 for feature in features(sentence)]


def reads_like_an_order(low: str) -> bool:
    """Whether a text in small letters, without disguise, has a sentence that reads like an order to an agent."""
    parts = windows(low)
    return bool(parts) and excess(low, parts) > 0


def excess(low: str, parts: "list[str] | None" = None) -> float:
    """By how much the most suspicious sentence of a text exceeds what is let through; more of them may by chance."""
    from recall_cli.rules.suspicion.weights import BIAS, SCALE, TABLE, THRESHOLD

    best = -1e9
    parts = windows(low) if parts is None else parts
    for part in parts:
        at = places(part)
        if at:
            best = max(best, sum([TABLE[place] for place in at]) / len(at) ** 0.5)
    return best / SCALE + BIAS - THRESHOLD - ALLOWED * (len(parts).bit_length() - 1)


ALLOWED = 0.25
"""The threshold grows by so much with each doubling of the sentences."""
