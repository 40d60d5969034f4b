"""Passwords that a sentence tells, in five languages: "the password is just X", "gib X als Passwort ein".

Three questions are asked. Where is the name of a secret? Which word stands where its sentence would tell the secret:
behind "is", "changed to" or "it's", before "as the password", behind "type"? Is that word one by which a sentence says
how or where something is (`value_shape.is_state_word`)? If not, it is the secret.
"""

import re

from recall_cli.language.tables import read_rows, read_words
from recall_cli.rules.secrets import value_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def _any_of(words: str) -> str:
    """A pattern for one of the words; `_` stands for a space."""
    return "(?:" + "|".join(word.replace("_", " ") for word in words.split()) + ")"


_NAME = re.compile(
    r"(?<![\w/.])(?:(?P<code>(?:access|door|gate|entry) code|(?:zugangs|tür)code"
    r"|(?:code|c[óo]digo|codice) d(?:'|’|[ei] )ac[ce]\w*so?)"
    r"|(?P<word>(?:[\w-]{1,30})?(?:passwort|kennwort|geheimwort|codewort|passphrase)|(?:\w+-)?password|pass phrase"
    r"|pwd|pw|(?<=la )pass|(?<=the )pass|codeword|mot de passe|mdp|phrase (?:de passe|secr[èe]te)|(?:contrase[nñ]"
    r"|senh)a|palavra-passe"
    r"|parola (?:d(?:'|’)ordine|chiave)"
    r"|(?:palabra|frase) (?:clave|de paso|secreta|de seguridad)|(?:wi-?fi|wlan)[ -](?:key|code|schlüssel)"
    r"|schlüssel (?:fürs|vom|zum|für das) (?:wlan|wi-?fi)|(?:cl[ée]|clave|chiave|chave) (?:\w{2,3} )?wi-?fi"
    r"|(?P<network>key|schlüssel|cl[ée]|chiave|chave|clave)|(?P<weak>parola)"
    r"|(?P<account>prompts|(?:root|admin)[\w-]*(?: account)?|\w*account|konto|compte|cuenta|conta|login)))(?!\w|-\w)"
)
"""A name of a password or a code. A weak one has other meanings; a code of a place is one only near a door or safe."""
_STEMS = tuple(
    """pass wort pw mdp code códi codi contrase senha frase phrase palabra palavra parola clave wi-fi wifi wlan ssid
    root admin account konto compte cuenta conta réseau ssh prompt""".split()
)
"""A text without all of these has no name."""
_NETWORK = re.compile(r"wi-?fi|wlan|ssid|hotspot|router|réseau|\b(?:netz(?:werk)?|red|rete|rede)\b")
_NETWORK_KEY = re.compile(
    r"(?:(?: [\w'’-]+){0,5}? ?[:=]|(?: [\w'’-]+){0,3}?,? (?:is|ist|lautet|est|c(?:'|’)est|es|è"
    r"|é)(?: \w+)?)?(?= [^\W\d_]{10,40}(?:[.!]?\s*$|[,;)]| ?[(–—-]|\. ))",
    re.MULTILINE,
)
"""A network's key is often words joined to one: "key purpleotterjumps"."""
_NOUN_ENDINGS = tuple(read_words("secrets", "noun endings"))
_LANGUAGE_OF = {
    word: language for language, words in read_rows("secrets", "link words").items() for word in words.split()
}
_ADVERBS = re.compile(
    r"(?: (?:[a-z]{2,}(?:ly|ment|mente|weise)|(?:seit|ab|from|since|desde|depuis|à partir de|a partir de|da) \w+|"
    + _any_of(
        """just still now always again then noch immer jetzt nur einfach momentan gerade derzeit neuerdings übrigens
        aktuell wieder juste? toujours encore désormais maintenant tout resté solo sólo ahora todavía aún siempre
        sempre ora adesso ancora só agora ainda"""
    )
    + r")(?= ))*:? (?:(?:le|el|il|o) (?=\d))?"
)
_BE = _any_of(
    """is was equals reads remains stays becomes (?:should|will|would|to)(?:_\\w+)?_be has(?:_\\w+)?_been ist war lautet
    heißt heisst hieß bleibt wäre est était sera reste devient vaut c(?:'|’)est es era será sería sigue_siendo
    (?:\\w+_)?ha_sido è sarà resta rimane diventa è_(?:\\w+_)?stata é continua_sendo ficou virou"""
)
_TYPE = _any_of("say type enter sag tippe? gib dis tape[zr]? saisi\\w* di(?:'|’)? escribe teclea scrivi digit[ae] diga")
_TYPE_WORDS = frozenset("type enter tippe gib tape tapez escribe teclea scrivi digita digite say use".split())
_AS = r"(?P<link>as|als|comme|como|come)"
_VALUE_PATTERN = (
    r"(?:[\"„“«‚‘'`»]\s?(?P<quoted>[^\"„“”«»‚‘’'`\n]{4,60}?)\s?[\"“”»«’'`]"
    r"|(?P<bare>[^\s\"„“”«»‚‘`,;:()<>{}\[\]|=]{4,60}))"
)
_VALUE = re.compile(_VALUE_PATTERN)
_TAIL = r"(?:[ -](?!(?:is|was|ist|est|es|è|é|not|nicht|non|no)\b)[\w./@'’-]+){0,6}?"
_SAID = re.compile(rf"(?P<tail>{_TAIL})(?: \(\w+\))?(?:'s|,? (?P<link>{_BE}))(?=[\s:])")
_GIVEN = re.compile(rf"{_TAIL}(?: ?(?:[:=]|→|->)(?= )|(?= \d+[a-z]))|(?= \d)")
_CHANGED = re.compile(
    r"(?P<tail>(?: [\w’'.\"/-]+){0,10}?),? (?P<link>to|auf|zu|en|à|pour|par|a(?! été)|por|in|su|para"
    r"|(?:by|with|durch|con|com)(?= \S+[\d_]))(?= )"
)
_CHANGE_VERB = re.compile(
    r"\b"
    + _any_of(
        """chang set\\b reset replac moved switch updat rotat geänder (?:zurück)?gesetz gestell umge änder setz stell
        wechsel modifi remplac ersetz pas(?:s?[éòó])\\b passa cambi sostitu reempla substitu impost defin
        mud(?:ei|ou|amos) alter troc"""
    )
)
_ACCOUNT_STORY = re.compile(rf"prompts|ssh |{_CHANGE_VERB.pattern}")
"""An account's value is a password only where somebody changed it, or where a program asks for it."""
_NEXT_CLAUSE = re.compile(
    r"[^\n]{0,60}?[,;:.?!–—-] (?P<link>(?:\w+ ){0,2}?(?:(?:it|that)(?:'|’)s|it (?:is|was)|(?:jetzt )?ist (?:es|sie"
    r"|jetzt)"
    r"|(?:das|es|sie|er) (?:ist|lautet)|c(?:'|’)est)|(?:now |jetzt |ahora |agora |adesso |ora )?(?:es|è|é|ficou"
    r"|virou|now|jetzt)"
    r"|(?:the )?new one is)(?= )"
)
_ANSWERED = re.compile(
    rf"[^\n.]{{0,60}}?(?:[,:–—] (?:\w+ ){{0,2}}?| |\b(?:and|then|und|dann|et|y|e) )(?P<link>{_TYPE})(?= )"
)
_HAVING = re.compile(
    r"(?:\b(?P<link>with|uses|has|mit|auf|hat|avec|con|com|tiene|ha|tem|bei|als)(?: (?:the|dem|das|le|la"
    r"|a))? (?:[\w-]+ )?"
    r"|\b(?P<put>(?:pues|pus|mess|mis|put|set|coloc)\w* (?:de|di|for|as|como|come|comme)) |(?:,|/|\b(?:and|und|et|y"
    r"|e)) )$"
)
_COMPLEMENT = re.compile(
    r"\b" + _any_of("of without de del du di della do da senza sans sin sem ohne campo field feld champ")
    + r"(?: (?:the|an?|la|le|uma?|una?))? $"
)  # fmt: skip
"""What makes a name no subject: the length of the password, a database without a password, the field."""
_DETERMINER = _any_of("the an? my our your its their das dein unser neues le la el il o mi notre nuestra nossa ma tu")
_AFTER_AS = re.compile(r",?(?: [\w'’]+){1,4}(?= \S+[.!]?$)|(?: [\w'’]+){1,4}(?= [\"„“«])", re.MULTILINE)
_BEFORE_AS = re.compile(rf"{_VALUE_PATTERN}(?: in| ein)? {_AS}(?: {_DETERMINER})?(?: [\w-]+)?(?: [\w-]+)? $")
_BEGINS_WITH_AS = re.compile(rf"(?:^|[\s(]){_AS}(?: {_DETERMINER})? $")
_TYPED = re.compile(
    rf"\b(?P<link>{_TYPE}|use|utilise|usa|nimm) {_VALUE_PATTERN} (?:ein )?"
    + _any_of("when if wenn sobald quand lorsqu si cuando quando se")
    + r"\b[^\n.!?,;]{0,60}$"
)
_CLAUSE_END = re.compile(r"[\"'`”»“]?(?:[.!?]*\s*(?:\n|$)|[.!?,;)]\s| [-–—(])")
_GOES_ON = re.compile(
    r"[\"'`”»“]? "
    + _any_of(
        """for on at from until since but and if when so before again now für seit ab bis aber und wenn ein an um pour
        sur depuis mais et si avant à_partir para desde hasta pero y antes en dans nel no na per su da fino ma até mas
        em e"""
    )
    + r"\b"
)
_ARTICLES = read_words("secrets", "articles")
_NAME_GOES_ON = re.compile(r" (?:for|of|on|to|in|at|from|behind|we|i|you|they|that|which|used|phrase)\b")
_COMPOUND = re.compile(r" (?!as\b|in\b|on\b|for\b|and\b|when\b|if\b)[a-z]{3,}(?<!ed)\b")
_WORD = re.compile(r"[^\W\d_]{4,30}|[^\W\d_]{2,20}(?:[-_][^\W\d_]{2,20}){1,7}")
_PURPOSES = frozenset("continue proceed access start finish comply login unlock connect".split())
_REFERENCES = ("passw", "secret", "token", "phrase", "kennwort", "contras", "senha")
"""Parts of a word that names a secret instead of being one."""
_MAX_BEFORE = 130
"""The letters before a name in which its value is looked for."""


def find_told_values(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Every password and code that stands where a sentence tells it."""
    if not any(stem in lowercase for stem in _STEMS):
        return
    for name in _NAME.finditer(lowercase):
        if name["network"] and not _NETWORK.search(lowercase, max(0, name.start() - 60), name.end() + 60):
            continue
        if name["account"] and not _ACCOUNT_STORY.search(lowercase, max(0, name.start() - 60), name.end() + 60):
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
    floor = max(lowercase.rfind("\n", 0, start) + 1, start - _MAX_BEFORE)
    before = lowercase[floor:start]
    for form, link, at in _places_after(lowercase, name, before):
        lead = _ADVERBS.match(lowercase, at)
        value = _VALUE.match(lowercase, lead.end()) if lead else None
        if value:
            yield form, value, 0, link
    having = _HAVING.search(before)
    for form, pattern in (("as", _BEFORE_AS), ("typed", _TYPED)):
        match = pattern.search(before)
        if having and having["put"]:
            continue
        if match and not (match["link"] in ("as", "use", "type", "enter") and _COMPOUND.match(lowercase, end)):
            yield form, match, floor, match["link"]


def _places_after(lowercase: str, name: "re.Match[str]", before: str) -> "Iterator[tuple[str, str, int]]":
    """The places after a name: the form, the word that leads to the value, and where that word ends."""
    end = name.end()
    said = _SAID.match(lowercase, end)
    is_subject = _COMPLEMENT.search(before) is None
    if said and is_subject and not (said["link"] in ("is", "was") and _heads_compound(said["tail"])):
        yield "said", (said["link"] or "is").split()[-1], said.end()
    if _NETWORK.search(lowercase, max(0, name.start() - 60), end + 60) and (key := _NETWORK_KEY.match(lowercase, end)):
        yield "network", "", key.end()
    if (
        name.group() not in ("pw", "pwd")
        and not (name["network"] or name["account"])
        and (given := _GIVEN.match(lowercase, end))
    ):
        yield "given", "", given.end()
    changed = _CHANGED.match(lowercase, end)
    if (
        changed
        and not (changed["link"] == "in" and _heads_compound(changed["tail"]))
        and (
            _CHANGE_VERB.search(before[-50:] + changed["tail"]) or _CHANGE_VERB.search(lowercase[changed.end() :][:60])
        )
    ):
        yield "changed", changed["link"], changed.end()
    for form, pattern in (("said", _NEXT_CLAUSE), ("answered", _ANSWERED)):
        if match := pattern.match(lowercase, end):
            yield form, match["link"].split()[-1], match.end()
    having = _HAVING.search(before)
    if having and having["put"]:
        yield "chosen", having["put"].split()[-1], end
    elif having:
        yield ("having" if having["link"] else "pair"), having["link"] or "", end
    if (as_name := _BEGINS_WITH_AS.search(before)) and (match := _AFTER_AS.match(lowercase, end)):
        yield "chosen", as_name["link"], match.end()


def _heads_compound(tail: str) -> bool:
    """Whether an English name goes on as another noun: "the password manager is", but not "the password for it is"."""
    return _COMPOUND.match(tail) is not None and _NAME_GOES_ON.match(tail) is None


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
    if not _WORD.fullmatch(value) or (value.isupper() and len(value) < 7):
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
    if form in ("as", "typed") or _CLAUSE_END.match(text, end) or _GOES_ON.match(text, end):
        return True
    if form == "changed" and _CHANGE_VERB.match(text, end + 1):
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
