"""Passwords that a sentence tells, in five languages: "the password is just X", "gib X als Passwort ein".

Three questions are asked. Where is the name of a secret? Which word stands where its sentence would tell the secret:
behind "is", "changed to" or "it's", before "as the password", behind "type"? Is that word one by which a sentence says
how or where something is (`value_shape.is_state_word`)? If not, it is the secret.
"""

import re

from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.placeholders import NON_SECRET_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = re.compile(
    r"(?<![\w/.])(?:(?P<word>[\w-]*(?:passwort|kennwort|geheimwort|codewort|passphrase|passcode)|(?:\w+-)?password"
    r"|pass phrase|pwd|pw|codeword|mot de passe|mdp|phrase (?:de passe|secr[èe]te)|(?:contrase[nñ]|senh)a"
    r"|(?:palabra|frase) (?:clave|de paso|secreta|de seguridad)|palavra-passe|parola d['’]ordine|parola chiave"
    r"|(?P<weak>clave|parola)|(?:wi-?fi|wlan)[ -](?:key|code|schlüssel)|cl[ée] (?:du )?wi-?fi)"
    r"|(?P<code>pin(?:[ -]?(?:code|nummer))?|(?:code|código|codigo|codice) pin"
    r"|(?:access|door|gate|alarm|safe|entry|lock|vault|garage|security) code|combination|(?:zugangs|tür|alarm|sicherheits)code"
    r"|(?:code|código|codigo|codice|combinación|combinazione) (?:d['’]acc[èe]s|de aces?so|d[ei] acc?esso|de acceso"
    r"|d(?:e|u|el|o|i|ella|ell['’]|e la|a|e l['’])? ?(?:alarm[ea]|allarme|porte|porta|puerta|coffre|caja fuerte|cofre|cassaforte|portail|portone))"
    r"|code (?:für|zum|vom|am) (?:\w+ )?(?:tresor|tür|alarm\w*|safe)))(?!\w|-\w)"
)
"""A name of a password, or of a code. A weak one has other meanings, too."""
_LANGUAGES = {
    "en": "is was equals reads remains stays becomes be to as it's that's it say type enter with 's password's into"
    " use put when if for at",
    "de": "ist war lautet heißt heisst hieß bleibt wäre auf als sag tippe tippst gib nimm nutze mit wenn bei sobald",
    "fr": "est était sera reste devient c'est pour par comme dis tape saisis mets utilise avec quand lorsqu'il si",
    "es": "es era será sería siendo a por como di escribe teclea usa pon con cuando",
    "it": "è era sarà resta rimane diventa come di' scrivi digita metti quando se",
    "pt": "é sendo ficou virou para diga digite coloque com use quando",
}
_LANGUAGE_OF = {word: language for language, words in _LANGUAGES.items() for word in words.split()}
_ADVERB = (
    r"(?:[a-z]{2,}(?:ly|ment|mente|weise)|just|still|now|always|again|currently|noch|immer|jetzt|nur|einfach|momentan|gerade"
    r"|derzeit|neuerdings|übrigens|aktuell|wieder|(?:seit|ab|from|since|desde|depuis|à partir de|a partir de|da) \w+"
    r"|juste?|toujours|encore|désormais|maintenant|tout|solo|sólo|ahora|todavía|aún|siempre|sempre|ora|adesso|ancora|só"
    r"|agora|ainda)"
)
_COPULA = (
    r"(?P<link>is|was|equals|reads|remains|stays|becomes|(?:should|will|would|to)(?: \w+)? be|ist|war|lautet|heißt"
    r"|heisst|hieß|bleibt|wäre|est|était|sera|reste|devient|c['’]est|es|era|será|sería|sigue siendo|è|sarà|resta|rimane"
    r"|diventa|é|continua sendo|ficou|virou)"
)
_VALUE = (
    r"(?:[\"„“«‚‘'`»]\s?(?P<quoted>[^\"„“”«»‚‘’'`\n]{4,60}?)\s?[\"“”»«’'`]"
    r"|(?P<bare>[^\s\"„“”«»‚‘`,;:()<>{}\[\]|=]{4,60}))"
)
_TAIL = r"(?:[ -](?!(?:is|was|ist|est|es|è|é|not|nicht|non|no)\b)[\w./@'’-]+){0,6}?"
_SAID = re.compile(
    rf"(?P<tail>{_TAIL})(?: \(\w+\))?(?:'s|,? {_COPULA}(?: {_ADVERB}){{0,3}})\s?:? (?:(?:le|el|il) (?=\d))?{_VALUE}"
)
_GIVEN = re.compile(rf"(?:{_TAIL} ?[:=]|(?= \d)|{_TAIL}(?= \d+[a-z])) {_VALUE}")
_CHANGED = re.compile(rf"(?P<tail>(?: [\w'’-]+){{0,6}}?) (?P<link>to|auf|en|pour|par|a|por|in|para) {_VALUE}")
_CHANGE_VERB = re.compile(
    r"\b(?:chang|set\b|reset|switch|updat|rotat|ge(?:änder|setz|stell)|umge|änder|setz|modifi|remplac|cambi|mud(?:ei|ou|amos)"
    r"|alter|troc)"
)
_NEXT_CLAUSE = re.compile(
    r"[^\n]{0,60}?[,;:.?!–—-] (?P<link>(?:\w+ ){0,2}?(?:(?:it|that)['’]s|it (?:is|was)|(?:das|es|sie|er) (?:ist|lautet)|c['’]est)"
    rf"|es|è|é)(?: {_ADVERB}){{0,3}} {_VALUE}"
)
_ANSWERED = re.compile(
    rf"[^\n.]{{0,60}}?[,:–—] (?P<link>say|type|enter|sag|tippe?|gib|dis|tape[zr]?|saisi\w*|di['’]?|escribe|teclea|scrivi|digit[ae]|diga) {_VALUE}"
)
_HAVING = re.compile(r"\b(?P<link>with|mit|avec|con|com)(?: (?:the|dem|le|la|a|das))? (?:[\w-]+ )?$")
_FOLLOWING = re.compile(rf" {_VALUE}")
_COMPLEMENT = re.compile(
    r"\b(?:of|without|de|del|du|di|della|do|da|senza|sans|sin|sem|ohne|campo|field|feld|champ)(?: (?:the|an?|la|le|uma?|una?))? $"
)
"""What makes a name no subject: the length of the password, a database without a password, the field."""
_DETERMINER = r"(?:the|an?|my|our|your|its|their|das|dein|unser|neues|le|la|el|il|o|mi|notre|nuestra|nossa|ma|tu)"
_AS = re.compile(
    rf"{_VALUE}(?: in| ein)? (?P<link>as|als|comme|como|come)(?: {_DETERMINER})?(?: [\w-]+)?(?: [\w-]+)? $"
)
_AS_BEFORE = re.compile(rf"(?:^|[\s(])(?P<link>as|als|comme|como|come)(?: {_DETERMINER})? $")
_CHOSEN = re.compile(rf",?(?: [\w'’]+){{1,4}} {_VALUE}")
_TYPED = re.compile(
    rf"\b(?P<link>use|type|enter|say|tape[zr]?|saisi\w*|utilise|dis|escribe|teclea|usa|di|scrivi|digit[ae]|tippe?|gib|nimm) "
    rf"{_VALUE} (?:ein )?(?:when|if|wenn|sobald|quand|lorsqu|si|cuando|quando|se)\b[^\n.!?,;]{{0,60}}$"
)
_CLAUSE_END = re.compile(r"[\"'`”»“]?(?:[.!?]*\s*(?:\n|$)|[.!?,;)]\s| [-–—(])")
_GOES_ON = re.compile(
    r"[\"'`”»“]? (?:for|on|at|from|until|since|but|and|if|when|so|before|again|now|für|seit|ab|bis|aber|und|wenn|ein|an"
    r"|pour|sur|depuis|mais|et|si|avant|à partir|para|desde|hasta|pero|y|antes|per|su|da|fino|ma|até|mas|em|e)\b"
)
_ARTICLES = frozenset(
    """the a an my our your his her its their this that any some same der die das den dem ein eine einen mein dein etwas
    le la les l' un une des ce cette mon ton ma el los las una mi tu su il lo gli i o os as um uma meu seu of by no not
    environment kein keine nicht pas""".split()
)
_NAME_GOES_ON = re.compile(r" (?:for|of|on|to|in|at|from|behind|we|i|you|they|that|which|used|phrase)\b")
_COMPOUND = re.compile(r" (?!as\b|in\b|on\b|for\b|and\b|when\b|if\b)[a-z]{3,}(?<!ed)\b")
_CODE_VALUE = re.compile(
    r"\d{4,10}|\d{2,4}(?:[-. ]\d{2,4}){1,4}|(?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z\d]{2,8}(?:-[A-Z\d]{2,8}){0,4}"
)
_WORD = re.compile(r"[^\W\d_]{4,30}|[^\W\d_]{2,20}(?:[-_][^\W\d_]{2,20}){1,7}")
_MAX_BEFORE = 130
"""The letters before a name in which its value is looked for."""


def find_told_values(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Every password and code that stands where a sentence tells it."""
    for name in _NAME.finditer(lowercase):
        for form, match, shift, link in _places(lowercase, name):
            group = "bare" if match["quoted"] is None else "quoted"
            begin, end = match.start(group) + shift, match.end(group) + shift
            value = text[begin:end].rstrip(".,?!;:" if group == "bare" else " ")
            end = begin + len(value)
            quoted_to = match.end() + shift if group == "quoted" else 0
            if _is_value(value, name) or (
                _is_word(value, name, is_quoted=quoted_to > 0)
                and _stands_as_value(text, (begin, end), form, link, quoted_to)
                and not _describes(value, name.group(), form, link)
            ):
                yield begin, end, "pin" if name["code"] else "password"


def _places(lowercase: str, name: "re.Match[str]") -> "Iterator[tuple[str, re.Match[str], int, str]]":
    """The places around a name where its value can stand: the form, the match, its offset, the word that leads to it."""
    start, end = name.span()
    floor = max(lowercase.rfind("\n", 0, start) + 1, start - _MAX_BEFORE)
    before = lowercase[floor:start]
    said = _SAID.match(lowercase, end)
    is_subject = _COMPLEMENT.search(before) is None
    if said and is_subject and not (said["link"] in ("is", "was") and _heads_compound(said["tail"])):
        yield "said", said, 0, (said["link"] or "is").split()[-1]
    if name.group() not in ("pw", "pwd") and (given := _GIVEN.match(lowercase, end)):
        yield "given", given, 0, ""
    changed = _CHANGED.match(lowercase, end)
    if changed and (
        _CHANGE_VERB.search(before[-50:] + changed["tail"]) or _CHANGE_VERB.match(lowercase, changed.end() + 1)
    ):
        yield "changed", changed, 0, changed["link"]
    for form, pattern in (("said", _NEXT_CLAUSE), ("answered", _ANSWERED)):
        if match := pattern.match(lowercase, end):
            yield form, match, 0, match["link"].split()[-1]
    if (having := _HAVING.search(before)) and (match := _FOLLOWING.match(lowercase, end)):
        yield "having", match, 0, having["link"]
    if (as_name := _AS_BEFORE.search(before)) and (match := _CHOSEN.match(lowercase, end)):
        yield "chosen", match, 0, as_name["link"]
    for form, pattern in (("as", _AS), ("typed", _TYPED)):
        match = pattern.search(before)
        if match and not (match["link"] in ("as", "use", "type", "enter") and _COMPOUND.match(lowercase, end)):
            yield form, match, floor, match["link"]


def _heads_compound(tail: str) -> bool:
    """Whether an English name goes on as another noun: "the password manager is", but not "the password for it is"."""
    return _COMPOUND.match(tail) is not None and _NAME_GOES_ON.match(tail) is None


def _is_value(value: str, name: "re.Match[str]") -> bool:
    """Whether a word is a secret by its own form: the digits of a code, or letters with digits."""
    if value_shape.is_placeholder(value) or not any(map(str.isdigit, value)):
        return False
    if name["code"]:
        return _CODE_VALUE.fullmatch(value) is not None
    return (
        len(value) > 5
        and any(map(str.isalpha, value))
        and value.lower() not in NON_SECRET_WORDS
        and not value_shape.is_technical_term(value)
        and not value_shape.is_code_expression(value)
        and "/" not in value
    )


def _is_word(value: str, name: "re.Match[str]", *, is_quoted: bool) -> bool:
    """Whether a plain word can be a password at all: no abbreviation, no placeholder, not too short."""
    if value.lower() in NON_SECRET_WORDS or value_shape.is_placeholder(value) or not _WORD.fullmatch(value):
        return False
    if value.isupper() and len(value) < 7:
        return False
    if is_quoted or value[0].isupper():
        return True
    return len(value) > 4 and name["weak"] is None and name["code"] is None


def _stands_as_value(text: str, span: "tuple[int, int]", form: str, link: str, quoted_to: int) -> bool:
    """Whether the words around a plain word allow it to be the value: no article before it, nothing that goes on."""
    begin, end = span
    value, end = text[begin:end], quoted_to or end
    if not quoted_to:
        before = text[max(0, begin - 16) : begin].lower().split()
        if before[-1:] and before[-1] in _ARTICLES:
            return False
        if form == "as":
            return bool(before) and (link != "as" or value[0].isupper() or not value.endswith("s"))
        if form == "having" and not value[0].isupper():
            return False
        if form == "given" and len(value) < 6:
            return False
        if form == "changed" and link not in ("to", "auf") and not value[0].isupper():
            return False
    if form in ("as", "typed") or _CLAUSE_END.match(text, end) or _GOES_ON.match(text, end):
        return True
    return form == "changed" and _CHANGE_VERB.match(text, end + 1) is not None


_FEMININE_ENDINGS = ("ée", "elle", "ive", "euse", "ecte", "orte", "ète")
_PARTICIPLE_ENDINGS = ("ado", "ido", "cto", "rto", "ato", "ito", "uto")
_ADVERB_ENDINGS = ("ly", "ment", "mente", "weise", "again", "once", "twice")


def _language_of_name(name: str) -> str:
    """The language of a name that no other word shows."""
    for language, parts in (
        ("de", ("wort", "zugang")),
        ("fr", ("mot", "mdp", "clé", "code d")),
        ("es", ("contr", "cód")),
    ):
        if any(part in name for part in parts):
            return language
    return "pt" if name.startswith("s") else "it" if name.startswith("codice") else "en"


def _describes(value: str, name: str, form: str, link: str) -> bool:
    """Whether a word says how the named secret is, by its ending in the language of the words around it."""
    language = _LANGUAGE_OF.get(link) or _language_of_name(name)
    if form == "given" and language == "en":
        return any(value_shape.is_state_word(value, language) for language in value_shape.STATE_LANGUAGES)
    if form in ("as", "typed", "answered", "chosen"):
        return value_shape.is_plain_state(value.lower(), language) or value.endswith(_ADVERB_ENDINGS)
    if language in ("es", "it", "pt") and value[-1] in "ao" and not value.endswith(_PARTICIPLE_ENDINGS):
        is_masculine = name.startswith(("c", "pin")) and not name.startswith(("contr", "clave", "combin"))
        if (value[-1] == "o") != is_masculine:
            return False  # an adjective would agree with the gender of the name
    if language == "fr" and name.startswith(("m", "c", "pin")) and value.endswith(_FEMININE_ENDINGS):
        return False
    return value_shape.is_state_word(value, language)
