"""Passwords that are plain words: "the db password is sunflower", "Das Passwort lautet Sonnenblume".

A sentence says the same of a password's state: "the password is wrong". A word is the password itself if nothing
follows it in its clause and it has no ending by which adjectives and participles are formed. Germans write a noun
with a capital, and in French, Spanish and Italian an adjective agrees with the gender of its noun.
"""

import re

from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.placeholders import NON_SECRET_WORDS

_PLAIN = re.compile(r"[^\W\d_]{6,30}|[^\W\d_]{2,20}(?:-[^\W\d_]{2,20}){1,7}")
_CLAUSE_END = re.compile(r"[\"'`”»“]?(?:[.!?]?\s*(?:\n|$)|[.!,;)]\s)")
_FIRST_LINK = re.compile(r"\s*(?:\w{1,3}|d\w{4}|alla|para|from|behind)(?![\w.])|\s*[A-Z]\w+\s*:")
"""The begin of "for the nas", "vom Drucker", "della posta": a noun there would head a compound instead."""
_ENGLISH = """ed en ing able ible al ic ive ous ant ent ory ary ful less ly id ete ect ure own que line case where ar
 ger ker ter ate ish oo ne se wn dard oof tle ty ever""".split()
_GERMAN = "t en ig lich isch bar los haft ell iv al ant voll sam sch eim er är end".split()
_FRENCH = "é u is it nt el if eux ux ect ire ble ue al ile ide ort ert ême ste leurs".split()
_SPANISH = "da ta ria ble nte ica iva al ura nea gua cilla il".split()
_ITALIAN = "ta to ria nea ura ica ble bile ale ile ole nte iva ida rsa uso isa ice rove".split()
_STATE_ENDINGS = {
    "is": tuple(_ENGLISH), "was": tuple(_ENGLISH), "ist": tuple(_GERMAN), "est": tuple(_FRENCH),
    "es": tuple(_SPANISH), "è": tuple(_ITALIAN), "lautet": ("gleich",),
}  # fmt: skip
_ANY_STATE_ENDING = tuple({*_ENGLISH, *_GERMAN, *_FRENCH, *_SPANISH, *_ITALIAN} - {"t", "u", "er", "to", "se", "ne"})
_STATE_OF_CAPITALS = tuple(
    "ed ing able ible al ory ung heit keit cht sache nis text sinn dard chichte é ire ria".split()
)
_USER_BEFORE = re.compile(
    r"(?:user|utilisateur|benutzer|nutzer|usuario|utente|login)(?:name)?(?: |[:=] ?)(?!name)[\w.@-]{2,40}"
    r"(?: ?[,/]| and| und| et| y| e)(?: (?:with|mit|avec|con|the|das|dem|le|la))* $"
)


def is_plain_password(text: str, name: "tuple[int, int]", syntax: str, joint: str, value: "tuple[int, int]") -> bool:
    """Whether the plain word after the name of a password is the password, by the words that join the two."""
    begin, end = value
    word, low = text[begin:end], text[begin:end].lower()
    if low in NON_SECRET_WORDS or not _PLAIN.fullmatch(word) or value_shape.is_placeholder(word):
        return False
    if _CLAUSE_END.match(text, end) is None or word.isupper():
        return False
    hyphens = word.count("-")
    if syntax == "bare":
        paired = _USER_BEFORE.search(text[max(0, name[0] - 80) : name[0]].lower())
        return hyphens > 2 or (paired is not None and (hyphens > 0 or not has_state_ending(low)))
    sign = joint.split()[-1] if joint.split() else ""
    if syntax not in ("said", "far") or not (sign in _STATE_ENDINGS or sign[-1:] in (":", "=")):
        return False
    if syntax == "far" and _FIRST_LINK.match(text, name[1]) is None:
        return False
    last = word.rpartition("-")[2]
    if hyphens:
        return (len(min(word.split("-"), key=len)) > 2 or hyphens > 3) and not has_state_ending(last, sign)
    return (len(word) > 6 or sign == "lautet" or word[0].isupper()) and not has_state_ending(word, sign)


def has_state_ending(word: str, sign: str = "") -> bool:
    """Whether a word after "is", "ist", "est" or a colon ends as adjectives and participles of that language do."""
    if word[0].isupper():
        return word.lower().endswith(_STATE_OF_CAPITALS)
    return word.endswith(_STATE_ENDINGS.get(sign, _ANY_STATE_ENDING))
