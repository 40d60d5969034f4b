"""Passwords that a sentence tells, in five languages: "the password is just X", "gib X als Passwort ein".

Three questions are asked. Where is the name of a secret? Which word stands where its sentence would tell the secret:
behind "is", "changed to" or "it's", before "as the password", behind "type"? Is that word one by which a sentence says
how or where something is (`value_shape.is_state_word`)? If not, it is the secret.
"""

from recall_cli.language.patterns import compile_patterns
from recall_cli.language.tables import read_phrases, read_rows, read_words
from recall_cli.rules.secrets import value_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


_FORMS = compile_patterns("sentences", "told values")
_STEMS = read_phrases("sentences", "told stems")
_NOUN_ENDINGS = tuple(read_words("secrets", "noun endings"))
_LANGUAGE_OF = {
    word: language for language, words in read_rows("secrets", "link words").items() for word in words.split()
}
_TYPE_WORDS = frozenset("type enter tippe gib tape tapez escribe teclea scrivi digita digite say use".split())
_ARTICLES = read_words("secrets", "articles")
_PURPOSES = frozenset("continue proceed access start finish comply login unlock connect".split())
_REFERENCES = ("passw", "secret", "token", "phrase", "kennwort", "contras", "senha")
"""Parts of a word that names a secret instead of being one."""
_MAX_BEFORE = 130
"""The letters before a name in which its value is looked for."""


def find_told_values(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Every password and code that stands where a sentence tells it."""
    if not any(stem in lowercase for stem in _STEMS):
        return
    for name in _FORMS["name"].finditer(lowercase):
        if name["network"] and not _FORMS["network"].search(lowercase, max(0, name.start() - 60), name.end() + 60):
            continue
        if name["account"] and not _FORMS["account story"].search(
            lowercase, max(0, name.start() - 60), name.end() + 60
        ):
            continue
        for form, match, shift, link in _places(lowercase, name):
            if name["account"] and form not in ("said", "changed", "answered"):
                continue
            group = "bare" if match["quoted"] is None else "quoted"
            begin, end = match.start(group) + shift, match.end(group) + shift
            value = text[begin:end].rstrip(".,?!;:" if group == "bare" else " ")
            end = begin + len(value)
            quoted_to = match.end() + shift if group == "quoted" else 0
            if (
                _is_value(value, name, link)
                or (form == "network" and _is_network_key(value))
                or (
                    not (name["account"] or name["network"])
                    and form != "network"
                    and _is_word(value, name, is_quoted=quoted_to > 0)
                    and _stands_as_value(text, (begin, end), form, link, quoted_to)
                    and not (form in ("having", "pair") and text[name.start()].isupper() and "wort" not in name.group())
                    and not _describes(value, name.group(), form, link)
                )
            ):
                yield begin, end, "password"


def _places(lowercase: str, name: "re.Match[str]") -> "Iterator[tuple[str, re.Match[str], int, str]]":
    """The places around a name where its value can stand: the form, the match, its offset, the word before it."""
    start, end = name.span()
    floor = value_shape.line_start(lowercase, start, _MAX_BEFORE)
    before = lowercase[floor:start]
    for form, link, at in _places_after(lowercase, name, before):
        lead = _FORMS["adverbs"].match(lowercase, at)
        value = _FORMS["value text"].match(lowercase, lead.end()) if lead else None
        if value:
            yield form, value, 0, link
    having = _FORMS["having"].search(before)
    for form, pattern in (("as", _FORMS["before as"]), ("typed", _FORMS["typed"])):
        match = pattern.search(before)
        if having and having["put"]:
            continue
        if match and not (match["link"] in ("as", "use", "type", "enter") and _FORMS["compound"].match(lowercase, end)):
            yield form, match, floor, match["link"]


def _places_after(lowercase: str, name: "re.Match[str]", before: str) -> "Iterator[tuple[str, str, int]]":
    """The places after a name: the form, the word that leads to the value, and where that word ends."""
    end = name.end()
    said = _FORMS["said"].match(lowercase, end)
    is_subject = _FORMS["complement"].search(before) is None
    if said and is_subject and not (said["link"] in ("is", "was") and _heads_compound(said["tail"])):
        yield "said", (said["link"] or "is").split()[-1], said.end()
    if _FORMS["network"].search(lowercase, max(0, name.start() - 60), end + 60) and (
        key := _FORMS["network key"].match(lowercase, end)
    ):
        yield "network", "", key.end()
    if (
        name.group() not in ("pw", "pwd")
        and not (name["network"] or name["account"])
        and (given := _FORMS["given"].match(lowercase, end))
    ):
        yield "given", "", given.end()
    changed = _FORMS["changed"].match(lowercase, end)
    if (
        changed
        and not (changed["link"] == "in" and _heads_compound(changed["tail"]))
        and (
            _FORMS["change"].search(before[-50:] + changed["tail"])
            or _FORMS["change"].search(lowercase[changed.end() :][:60])
        )
    ):
        yield "changed", changed["link"], changed.end()
    for form, pattern in (("said", _FORMS["next clause"]), ("answered", _FORMS["answered"])):
        if match := pattern.match(lowercase, end):
            yield form, match["link"].split()[-1], match.end()
    having = _FORMS["having"].search(before)
    if having and having["put"]:
        yield "chosen", having["put"].split()[-1], end
    elif having:
        yield ("having" if having["link"] else "pair"), having["link"] or "", end
    if (as_name := _FORMS["begins with as"].search(before)) and (match := _FORMS["after as"].match(lowercase, end)):
        yield "chosen", as_name["link"], match.end()


def _heads_compound(tail: str) -> bool:
    """Whether an English name goes on as another noun: "the password manager is", but not "the password for it is"."""
    return _FORMS["compound"].match(tail) is not None and _FORMS["name goes on"].match(tail) is None


def _is_value(value: str, name: "re.Match[str]", link: str) -> bool:
    """Whether a word is a secret by its own form: the digits of a code, or letters with digits."""
    if name["account"] and "_" in value and value.istitle():
        return True
    if name["account"] and link not in _TYPE_WORDS and not value_shape.character_classes(value)[1]:
        return False
    if value_shape.is_placeholder(value) or not any(map(str.isdigit, value)):
        return False
    return (
        len(value) > 5
        and any(map(str.isalpha, value))
        and value.lower() not in value_shape.NON_SECRET_WORDS
        and not value_shape.is_technical_term(value)
        and not value_shape.is_code_expression(value)
        and "/" not in value
    )


def _is_network_key(value: str) -> bool:
    """Whether one long word can only be several words that somebody joined."""
    return (
        not value_shape.is_any_state_word(value)
        and not value.endswith(_NOUN_ENDINGS)
        and value.lower() not in value_shape.NON_SECRET_WORDS
    )


def _is_word(value: str, name: "re.Match[str]", *, is_quoted: bool) -> bool:
    """Whether a plain word can be a password at all: no abbreviation, no placeholder, not too short."""
    low = value.lower()
    if (
        low in value_shape.NON_SECRET_WORDS
        or value_shape.is_placeholder(value)
        or any(part in low for part in _REFERENCES)
    ):
        return False
    if is_quoted and "phrase" in name.group() and value.count(" ") in range(1, 9):
        return all(word.isalpha() for word in value.split())
    if not _FORMS["word"].fullmatch(value) or (value.isupper() and len(value) < 7):
        return False
    if is_quoted or value[0].isupper():
        return True
    return len(value) > 4 and name["weak"] is None and name["code"] is None


def _stands_as_value(text: str, span: "tuple[int, int]", form: str, link: str, quoted_to: int) -> bool:
    """Whether the words around a plain word allow it to be the value: no article before it, nothing that goes on."""
    begin, end = span
    value, end = text[begin:end], quoted_to or end
    is_capital = value[0].isupper()
    if not quoted_to:
        before = text[max(0, begin - 16) : begin].lower().split()
        if form not in ("changed", "as", "typed") and before[-1:] and before[-1] in _ARTICLES:
            return False
        if form == "as":
            return bool(before) and before[-1] not in _ARTICLES and (link != "as" or is_capital or value[-1] != "s")
        if (form == "pair" or (form == "changed" and link not in ("to", "auf"))) and not is_capital:
            return False
        if form == "given" and len(value) < 6:
            return False
        if form == "changed" and value in _PURPOSES:
            return False
    if form in ("as", "typed") or _FORMS["clause end"].match(text, end) or _FORMS["goes on"].match(text, end):
        return True
    if form == "changed" and _FORMS["change"].match(text, end + 1):
        return True
    return is_capital and form in ("having", "changed") and link != "in"


_FEMININE_ENDINGS = ("ée", "elle", "ive", "euse", "ecte", "orte", "ète")
_PARTICIPLE_ENDINGS = ("ado", "ido", "cto", "rto", "ato", "ito", "uto")
_ADVERB_ENDINGS = ("ly", "ment", "mente", "weise", "again", "once", "twice")
_LANGUAGE_PARTS = {
    "de": ("wort", "zugang"),
    "fr": ("mot", "mdp", "clé", "code d"),
    "es": ("contr", "cód"),
    "pt": ("senha",),
    "it": ("codice",),
}


def _language_of_name(name: str) -> str:
    """The language of a name that no other word shows."""
    for language, parts in _LANGUAGE_PARTS.items():
        if any(part in name for part in parts):
            return language
    return "en"


def _describes(value: str, name: str, form: str, link: str) -> bool:
    """Whether a word says how the named secret is, by its ending in the language of the words around it."""
    language = _LANGUAGE_OF.get(link) or _language_of_name(name)
    if form == "having":
        return value[0].islower() and (language not in ("es", "it", "pt") or value[-1] != "o")
    if form in ("given", "having", "pair") and language == "en":
        if not name.endswith("password"):
            return value_shape.is_any_state_word(value)
        return value_shape.is_state_word(value, "en") or value_shape.is_state_word(value, "it")
    if form in ("as", "typed", "answered", "chosen"):
        return value_shape.is_plain_state(value.lower(), language) or value.endswith(_ADVERB_ENDINGS)
    if language in ("es", "it", "pt") and value[-1] in "ao" and not value.endswith(_PARTICIPLE_ENDINGS):
        is_masculine = name.startswith(("c", "pin")) and not name.startswith(("contr", "clave", "combin"))
        if (value[-1] == "o") != is_masculine:
            return False  # an adjective would agree with the gender of the name
    if language == "fr" and name.startswith(("m", "c", "pin")) and value.endswith(_FEMININE_ENDINGS):
        return False
    return value_shape.is_state_word(value, language)
