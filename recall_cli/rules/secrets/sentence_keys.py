"""Keys, codes and passphrases in a sentence of one of ten languages: "La clé API est X".

Each kind has its names and its own form of values. Between the two are a few words at most. The last of them joins the
two: a colon, "is", "lautet", "est", "to".
"""

import re

from recall_cli.language.tables import read_words
from recall_cli.rules.secrets import value_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY_NAME = re.compile(
    r"(?:api|zugriffs|zugangs|deploy|lizenz|signatur|geheim)[ -]?schl[üu]ssel|geheime[rn]? schl[üu]ssel"
    r"|cl[ée]s? (?:d['’]?)?(?:api|secr[èe]te|acc[èe]s|priv[ée]e)|\bjeton\w*"
    r"|(?:clave|llave|chave|chiave) (?:del? |da |di |d['’])?"
    r"(?:api|secreta|segreta|acceso|acesso|accesso|privada|privata)"
    r"|klucz (?:api|tajny|dost[ęe]pu|prywatny)|(?:tajny|prywatny) klucz"
    r"|ключ\w* (?:api|доступа)|api[ -]ключ\w*|секретн\w+ ключ\w*|токен\w*"
    r"|(?:api|시크릿|비밀|액세스) ?키|토큰|(?:api|シークレット|アクセス|秘密) ?キー|秘密鍵|トークン"
    r"|\b(?:api|access|secret|admin) (?:key|token)\b"
)
_CODE_NAME = re.compile(
    r"(?:wiederherstellungs|backup|notfall|ersatz)-?codes?\b"
    r"|codes? de (?:r[ée]cup[ée]ration|secours|sauvegarde)"
    r"|c[óo]digos? de (?:recuper\w+|respaldo|backup|emerg\w+|reserva)"
    r"|codic[ei] di (?:recupero|backup|emergenza|riserva)|\bkod\w* (?:odzyskiwania|zapasow\w+|ratunkow\w+|awaryjn\w+)"
    r"|код\w* восстановления|резервн\w+ код\w*|(?:복구|백업) ?코드|(?:リカバリー?|バックアップ|復旧|回復|復元) ?コード"
)
_CODE_OF_PLACE = re.compile(
    r"(?<![0-9a-zà-ÿ_/.])(?:pin|puk|passcode|digicode|cvv|cvc|tan|otp|totp|[\w-]{0,30}?code|c[óo]digo|codice"
    r"|\w*kombination|combin\w+"
    r"|geheimzahl|tajny kod|kod (?:dost[ęe]pu|bezpiecze[ńn]stwa|alarmu)|секретн\w+ код|код (?:доступа|безопасности)"
    r"|(?:보안|출입|현관|잠금) ?(?:코드|번호)|(?:セキュリティ|pin|アクセス|解錠) ?コード|暗証番号)(?![a-zà-ÿ]|-\d)"
)
"""A code of any kind; a plain code counts only near a door, a safe or a phone."""
_SECRET_CODE = re.compile(
    r"pin|puk|passcode|digicode|cv[vc]|tan|t?otp|geheim|zugang|zutritt|sicherheits|[^\x00-\u024f]|tajny|kod |alarm"
    r"|(?:un|ent|ver)lock"
)
_SECRET_SORT = re.compile(
    r"(?:security|access|unlock|lock|2fa|mfa|one[- ]time|verification|backup|recovery|login|entry|geheim\w*) $"
    r"|^ (?:secret|segreto|pin\b|(?:d['’]|d\w{1,2} )(?:acc[eè]s|ac[ce]eso|acesso|s[ée]c?gur|s[ée]curit|sicurezza))"
    r"|^ confid"
)
_OTHER_CODE = re.compile(
    r"(?:error|exit|status|http|return|response|zip|post|postal|country|area|iso|qr|bar|source|quell|fehler|länder"
    r"|promo"
    r"|discount|reason|fault|event|product|model|colou?r|farb|zeit|gutschein)[ -]?$"
)
_OTHER_SORT = re.compile(
    r" (?:length|entry|pad|field|policy|controller|module|panel|reader|validation)|(?: |[- ]?(?:der|des) )?(?:länge"
    r"|eingabe|\w*steuerung)"
    r"| (?:d['’]|d\w{1,2} )?(?:err|est[ae]|état|stato|status|ret(?:our|orno)|postal|review|path|base|block|style|pays"
    r"|país|paese"
    r"|sal[id]|saída|sortie|uscita|fuente|fonte|product|produit|http|qr)"
)
_PIN_LEAD = re.compile(r"(?:\b(?:the|my|our|his|her|your|sim|door|card|die|der|la|le|el|il|o|a|de)|[-:,;(.]) ?$")
_OBJECTS = (" the ", " it ", " to ", " this ", " all ", " your ", " our ", " every ", " a ")
"""What stands before a PIN, and not before the verb "to pin"."""
_PLACE = re.compile(
    r"(?<!\w)(?:doors?|gate|safe|vault(?= code)|garage|alarm\w*|keypad|locks?|padlock|lockbox|locker|i?phone|ipad"
    r"|tablet|sim|entrance|lift"
    r"|server room|\w*tür\w*|tor|\w*tresor\w*|\w*schloss|\w*handy\w*|smartphone|\w*eingang\w*|serverraum\w*"
    r"|spind|aufzug|portes?|portail|coffre|alarme|boîtier|téléphone|portable|cadenas|immeuble|ascenseur|puertas?|alarma"
    r"|caja fuerte|móvil|teléfono|candado|garaje|entr[ae]da|entrée|porta|portone|cancello|cassaforte|allarme|telefono"
    r"|cellulare|lucchetto|ingresso|portão|cofre|telemóvel|celular|cadeado|fechadura|elevador|ascensor)(?!\w)"
)
_UNLOCKING = re.compile(
    r"\b(?:unlock|disarm|deactivat|open(?:s|ed)?\b|gets? (?:you )?in\b|(?:turn|switch)\w* \w* ?off|entsperr"
    r"|entschärf|deaktivier|öffne"
    r"|rein|aufsperr|déverrouill|désactiv|désarm|d[ée]bloqu|ouvr|coupe|desactiv|desbloque|abr[eií]|apag|sblocc|disattiv"
    r"|disinser|apr[eio]|spegn|deslig|destranc)"
)
_ENTERING = re.compile(
    r"(?:\b(?:typ(?:e|ing|ed)|enter(?:ed|ing)?|punch(?:ed)? in|key(?:ed)? in|press|dial|tippe?|gib|wähle?|drücke?"
    r"|tap(?:e[zr]?|ant)"
    r"|compos(?:e[zr]?|ant)|saisi\w*|marca(?:ndo|r)?|marque|tecle[ae]\w*|introduc\w+|puls[ae]\w*|digit\w*|compon\w+"
    r"|premi|premendo"
    r"|inseri\w+|insira|disca\w*)|(?P<tool>\b(?:with|using|mit|avec|con|com|per)))"
    r"(?: (?:the|den|die|le|el|il|o|code|código|codice|pin)){0,2}[ :]{1,2}[\"'„“«]?$"
)
_TYPED_IN = re.compile(
    r"[\"'“”»]? (?:ein|am \w+ )?(?:ge)?(?:tipp|geb|drück|wähl)|[\"'“”»]? (?:on|at|into) (?:the|its) (?:key)?pad"
)
_PASSPHRASE_NAME = re.compile(
    r"pass-?phrase\w*|passwortsatz|passsatz|phrase (?:secr[èe]te|de passe)"
    r"|frase[ -](?:secreta|segreta|passe|de (?:contrase[ñn]a|paso|senha|acceso|seguridad)|d['’]accesso)"
    r"|fraz\w has[łl]ow\w|tajn\w fraz\w|has[łl]o to zdanie|(?:парольн|кодов|секретн)\w+ фраз\w"
    r"|패스프레이즈|패스 ?문구|비밀 ?(?:문구|문장)|암호 ?(?:문|문구|문장)(?![가-힣]{3})|パスフレーズ|合言葉"
)
_MAX_DISTANCES = {"key": (70, 8), "code": (40, 5), "phrase": (50, 6)}
"""The limit of characters and words between a name and its value."""

_KEY_VALUE = re.compile(
    r"(?<![0-9A-Za-z_/=.+-])(?:(?=[A-Za-z]*\d)[A-Za-z0-9]{12,15}|[A-Za-z0-9][\w.~+/-]{15,199}={0,2})(?![\w/])"
)
_CODE_VALUE = re.compile(
    r"(?<![0-9A-Za-z_.-])[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}(?![0-9A-Za-z_-])"
    r"|(?<![0-9A-Za-z_.-])\d{6,10}(?![0-9A-Za-z_-])"
)
_PIN_VALUE = re.compile(
    r"(?<![0-9A-Za-z_.-])(?:(?=[A-Z-]*\d)(?=[\d-]*[A-Z])(?:[A-Z\d]{4,8}|[A-Z\d]{2,6}(?:-[A-Z\d]{2,6}){1,4})[#*]?"
    r"|(?:[#*]?\d{2,10}[#*]\d{0,6}[#*]?)"
    r"|\d{4,10}|\d{2,4}(?:[ -]\d{2,4}){1,3})(?![0-9A-Za-z_%*#-]|[.,:/]\d)"
)
_QUOTED_TEXT = re.compile(r"[\"„“«‚‘「『]\s?([^\"„“”«»‘’」』\n]{6,120}?)\s?[\"”“»’」』]")
_UNQUOTED_TEXT = re.compile(
    r"[^\n.!?;:()\"„“«「。=<>{}\[\]—–]{8,120}?(?=,\s|\s?[(—–]| - |[.!?;。]?\s*(?:\n|$)|[.!?;]\s)"
)
_JOINING_WORDS = read_words("secrets", "key joining words")
_JOINING_SIGNS = frozenset(":：=은는이가はが—–→,")
_DATE_LIKE_CODE = re.compile(r"(?:19|20)\d\d-\d\d(?:-\d\d)?$")
_STATE_WORDS = read_words("secrets", "passphrase states")
_JOINED_CLAUSE_WORDS = read_words("secrets", "clause words")


def find_sentence_keys(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every key, code and passphrase that a sentence names."""
    secrets = [
        (*span, "token")
        for span in _find_values(text, lowercase, _KEY_NAME, "key", _KEY_VALUE)
        if _is_key_value(text, span)
    ]
    for span in _find_values(text, lowercase, _CODE_NAME, "code", _CODE_VALUE):
        value = text[span[0] : span[1]]
        if not value_shape.character_classes(value)[2] or _DATE_LIKE_CODE.match(value):
            continue
        secrets.append((*span, "recovery-code"))
    return [
        *secrets,
        *_find_place_codes(text, lowercase),
        *_find_entered_codes(text, lowercase),
        *_find_answers(text, lowercase),
        *_find_passphrases(text, lowercase),
    ]


_SAID_CODE = re.compile(
    r"(?:(?<!\w)(?:(?:is|was|are|to|be|now|it(?:'|’)s|still|just|as|type|enter|with|use|set|ist|war|lautet|jetzt|auf"
    r"|die|der|mit|bleibt|neu|aktuell"
    r"|heißt|est|c(?:'|’)est|le|maintenant|à|vaut|avec|désormais|reste|est passé à|es|el|ahora|con|a|por"
    r"|sigue siendo|è|il|ora|adesso"
    r"|diventa|é|o|agora|ficou|para|com|virou|to jest|brzmi|это|是)) ?|[:：=→>,—–-] ?|[은는이가はが] ?"
    r"|^\s+)[\"'„“«‘(*]*$"
)
_NEW_SENTENCE = re.compile(
    r"[.?!] +(?:(?:it(?:'|’)?s|it is|es|das|sie|er|ist|lautet|c(?:'|’)est|es|è|é|now|jetzt|ora|adesso|ahora|agora"
    r"|maintenant|neu|el|la|il|o"
    r"|nueva|nuevo|novo|nova|nuovo|nouveau|the|new|one|neue[rs]?|der|le|is|est|:) ?){1,5}$"
)


def _find_place_codes(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Codes that their name tells: "the door code is now 4471#", "il codice del portone è 3390B"."""
    for name in _CODE_OF_PLACE.finditer(lowercase):
        start, end = name.span()
        before, after = lowercase[max(0, start - 40) : start], lowercase[end : end + 60]
        if _OTHER_CODE.search(before + name.group().removesuffix("code")) or _OTHER_SORT.match(after):
            continue
        is_secret = _SECRET_CODE.search(name.group()) or _SECRET_SORT.search(before) or _SECRET_SORT.search(after)
        if (
            not is_secret
            and not _PLACE.search(lowercase, max(0, start - 60), end + 60)
            and not _PLACE.search(name.group())
        ):
            continue
        value = _PIN_VALUE.search(text, end, end + 100)
        if value is None or _COUNTED.match(text, value.end()) or (text[start:end] == "pin" and _is_verb(before, after)):
            continue
        between = lowercase[end : value.start()]
        if ("\n" in between and between.strip()) or len(between) > 70 or "http" in between:
            continue
        if any(stop in between for stop in (". ", "? ", "! ")) and not _NEW_SENTENCE.search(between):
            continue
        if _SAID_CODE.search(between) and not (
            between.endswith(" ") and not between.strip() and value.group()[0] not in "0123456789#*"
        ):
            yield (*value.span(), "pin")


_COUNTED = re.compile(
    r" (?:[A-ZÄÖÜ][a-zäöüß]{3,}\b|(?!always|\w+stairs|depuis|antes|jamais|dans|sans|mais|plus|puis|apr)[a-zà-ÿ]{3,}s\b"
    r"|(?:ms|[kmg]b|px|sec|min)\b|\w+(?:ori|ghe|oni)\b)"
)
"""What makes a number a count: a unit or a noun behind it."""


def _is_verb(before: str, after: str) -> bool:
    """Whether "pin" is what somebody does: "pin the version to 20260112"."""
    return after.startswith(_OBJECTS) or (before.strip() != "" and _PIN_LEAD.search(before) is None)


def _find_entered_codes(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Codes that somebody enters to open something: "the alarm goes off if you type 3719", "unlocked with 829104"."""
    for value in _PIN_VALUE.finditer(text):
        floor = max(lowercase.rfind("\n", 0, value.start()) + 1, value.start() - 90)
        before, after = lowercase[floor : value.start()], lowercase[value.end() : value.end() + 60]
        if _COUNTED.match(text, value.end()) or "port" in after[:20] or "port" in before[-12:]:
            continue
        entering = _ENTERING.search(before)
        if not entering and not _TYPED_IN.match(after):
            continue
        unlocks = _UNLOCKING.search(before) or _UNLOCKING.search(after)
        is_bare = entering and entering["tool"] and not unlocks
        near = _PLACE.search(before) or _PLACE.search(after)
        if not is_bare and (near or (unlocks and not entering)):
            yield (*value.span(), "pin")


_QUESTION = re.compile(
    r"(?:security|secret|recovery) (?:question|answer)|maiden name|(?:sicherheits|geheim)frage"
    r"|question (?:secr[èe]te|de s[ée]curit[ée])"
    r"|pregunta (?:de seguridad|secreta)|domanda (?:di sicurezza|segreta)|pergunta (?:de segurança|secreta)"
)
_ANSWER = re.compile(
    r"(?:[^\n\"«„“]{0,60}[\"«„“][^\"»”“\n]{3,80}[\"»”“])?(?:[^\n()]{0,60}\([^()\n]{3,80}\))?[^\n.]{0,110}?(?:\b(?:"
    r"answer(?:ed)?(?: it)?(?: with)?|(?:put|said|gave|registered)(?: is)?|répon[ds]\w*|(?:on a|avons|ai|j['’]ai) mis"
    r"|pus(?:imos|e)"
    r"|(?:hemos |he )?puesto|respond\w+|contest\w+|messo|risposto|rispond\w+|coloc\w+|pusemos|pus"
    r"|(?P<is>(?:is|ist|lautet|est|c['’]est|es|è|é)|(?:[:=→])))|(?P<is2>[:=→])) ?(?:[\"„“«‘'] ?)?"
    r"(?P<value>(?!Antwort|Answer|Réponse)[A-ZÄÖÜÉ][\w'’-]{3,30}|\w*\d\w*[^\W\d]\w*)"
    r"|[^\n.]{0,110}? [\"„“]?(?P<given>[A-ZÄÖÜ][\w-]{3,30})[\"”“]? (?:hinterlegt|angegeben|eingetragen|geantwortet"
    r"|genommen|gewählt)\b"
)
_ANSWER_NAME = re.compile(r"answer|maiden|antwort|réponse|respuesta|risposta|resposta")


def _find_answers(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Answers to a security question: a name or an odd word behind "we answered", "pusimos", "the answer is"."""
    for name in _QUESTION.finditer(lowercase):
        answer = _ANSWER.match(text, name.end())
        if answer is None:
            continue
        span = answer.span("value" if answer["given"] is None else "given")
        tells = _ANSWER_NAME.search(lowercase, max(0, name.start() - 30), span[0]) or not (
            answer["is"] or answer["is2"]
        )
        if tells and not value_shape.is_placeholder(text[slice(*span)]):
            yield (*span, "password")


def _find_values(
    text: str, lowercase: str, names: "re.Pattern[str]", kind: str, values: "re.Pattern[str]"
) -> "Iterator[tuple[int, int]]":
    """The positions of values of a kind after one of its names, if words join the two."""
    max_distance, max_words = _MAX_DISTANCES[kind]
    for name in names.finditer(lowercase):
        value = values.search(text, name.end(), min(len(text), name.end() + max_distance + 200))
        if value is None or value.start() - name.end() > max_distance:
            continue
        between = lowercase[name.end() : value.start()]
        if len(between.split()) <= max_words and _joins_name_to_value(between, name.group()):
            yield value.span()


def _joins_name_to_value(between: str, name: str) -> bool:
    """Whether the words between a name and a value say that the value is what is named."""
    bare = between.rstrip(" \t\"'`„“«「(*")
    if any(stop in between for stop in (". ", "! ", "? ", "。", "\n\n")) or "http" in between:
        return False
    if not bare.strip():
        return True
    if bare[-1] in _JOINING_SIGNS or bare.split()[-1] in _JOINING_WORDS:
        return True
    return not name.isascii() and not between.isascii() and between[-1:] == " "  # "токен для деплоя X"


def _is_key_value(text: str, span: "tuple[int, int]") -> bool:
    """Whether a value after the name of a key looks generated."""
    value = text[span[0] : span[1]]
    if (
        value_shape.is_placeholder(value)
        or value_shape.is_uuid(value)
        or value_shape.is_slug(value)
        or value.count("/") > 1
    ):
        return False
    return (
        value_shape.looks_random(value, 12)
        or (value_shape.is_hex(value) and len(value) >= 32)
        or _is_prefixed_key(value)
    )


def _is_prefixed_key(value: str) -> bool:
    """Whether a short prefix stands before a generated value: ak_…"""
    _, sign, rest = value.partition("_")
    return bool(sign) and value_shape.looks_random(rest, 14)


def _find_passphrases(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Passphrases of words: in quotes after their name, or everything after a colon or "is" up to the end."""
    max_distance, max_words = _MAX_DISTANCES["phrase"]
    for name in _PASSPHRASE_NAME.finditer(lowercase):
        quoted = _QUOTED_TEXT.search(text, name.end(), min(len(text), name.end() + max_distance + 130))
        between = lowercase[name.end() : quoted.start()] if quoted else ""
        if (
            quoted
            and len(between) <= max_distance
            and len(between.split()) <= max_words
            and _joins_name_to_value(between, name.group())
        ):
            if _is_passphrase(quoted.group(1), min_words=2):
                yield (*quoted.span(1), "password")
            continue
        end = _joining_phrase_end(lowercase, name.end())
        value = _UNQUOTED_TEXT.match(text, end) if end else None
        if (
            value
            and _is_passphrase(value.group(), min_words=3)
            and _can_be_passphrase(value.group(), lowercase[end - 2 : end])
        ):
            begin = end + len(value.group()) - len(value.group().lstrip())
            yield begin, begin + len(value.group().strip()), "password"


_JOINING_PHRASE = re.compile(
    r"[^\n.:!?。]{0,40}?(?::|：|,? c['’]est "
    r"| (?:is|was|ist|lautet|est|es|é|è|to|jest|brzmi)(?: ahora| ora| agora| jetzt)? |[은는は] ?)"
    r"\s{0,2}"
)


def _joining_phrase_end(lowercase: str, at: int) -> int:
    """The end of the words that join a name with its value; 0 if there are none."""
    match = _JOINING_PHRASE.match(lowercase, at)
    return match.end() if match else 0


def _is_passphrase(value: str, min_words: int) -> bool:
    """Whether a text is a few plain words and not a sentence about something else."""
    words = value.replace("-", " ").split()
    spaced = any(sign >= "\u1100" for sign in value)
    if not all(word.strip(",-'’").replace("'", "").replace("-", "").isalpha() for word in words) or len(words) > 10:
        return False
    return len(words) >= min_words or (spaced and len(value) >= 6)


_SENTENCE_ENDINGS = ("다", "요", "す", "い", "ない", "하세요", "ください")
_PARTICIPLE_ENDINGS = tuple("ée ées ado ada ata ato uta ana ane ana. tsya тся ся ирана".split())


def _can_be_passphrase(value: str, joining_sign: str) -> bool:
    """Whether the text after "is" can be the passphrase itself, and not a sentence about it."""
    words = value.lower().strip().rstrip(".").split()
    if words[-1].endswith(_SENTENCE_ENDINGS) or words[0] in _STATE_WORDS:
        return False
    if joining_sign.rstrip()[-1:] in ":：":
        return True
    if (
        value_shape.is_any_state_word(words[0]) or words[0].endswith(_PARTICIPLE_ENDINGS)
    ) and not _JOINED_CLAUSE_WORDS.isdisjoint(words[:3]):
        return False
    return words[-1] not in _STATE_WORDS
