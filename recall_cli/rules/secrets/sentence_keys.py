"""Keys, codes and passphrases in a sentence of one of ten languages: "La clé API est X".

Each kind has its names and its own form of values. Between the two are a few words at most. The last of them joins the
two: a colon, "is", "lautet", "est", "to".
"""

import re

from recall_cli.rules.secrets import sentence_passwords, value_shape

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
_PIN_NAME = re.compile(
    r"\b(?:(?:pin|passcode|puk|cvv|cvc|tan|otp|totp)(?: code| number)?|(?:security|alarm|door|gate|(?:un)?lock|safe"
    r"|access|vault|entry|garage|2fa|mfa|one[- ]time|verification|backup|recovery|login) (?:code|password))"
    r"(?=[^\n,\d]{0,60}?(?:[:=]|\b(?:is|was|to|now)\W)|(?<=time code) )"
    r"|geheimzahl|geheimcode|t[üu]rcode|sicherheitscode|zugangscode|alarmcode"
    r"|code (?:secret|d['’]acc[èe]s|confidentiel|de s[ée]curit[ée]|de l['’]alarme)"
    r"|c[óo]digo (?:secreto|de acceso|de acesso|de segur\w+|d[eo]l? ?(?:la )?alarma?e?)"
    r"|codice (?:segreto|di accesso|di sicurezza|dell['’]allarme)|tajny kod|kod (?:dost[ęe]pu|bezpiecze[ńn]stwa|alarmu)"
    r"|секретн\w+ код|код (?:доступа|безопасности)|(?:보안|출입|현관|잠금) ?(?:코드|번호)"
    r"|(?:セキュリティ|pin|アクセス|解錠) ?コード|暗証番号"
)
_PASSPHRASE_NAME = re.compile(
    r"pass-?phrase\w*|passwortsatz|passsatz|phrase (?:secr[èe]te|de passe)"
    r"|frase[ -](?:secreta|segreta|passe|de (?:contrase[ñn]a|paso|senha|acceso|seguridad)|d['’]accesso)"
    r"|fraz\w has[łl]ow\w|tajn\w fraz\w|has[łl]o to zdanie|(?:парольн|кодов|секретн)\w+ фраз\w"
    r"|패스프레이즈|패스 ?문구|비밀 ?(?:문구|문장)|암호 ?(?:문|문구|문장)(?![가-힣]{3})|パスフレーズ|合言葉"
)
_MAX_DISTANCES = {"key": (70, 8), "code": (40, 5), "pin": (40, 5), "phrase": (50, 6)}
"""The limit of characters and words between a name and its value."""

_KEY_VALUE = re.compile(
    r"(?<![0-9A-Za-z_/=.+-])(?:(?=[A-Za-z]*\d)[A-Za-z0-9]{12,15}|[A-Za-z0-9][\w.~+/-]{15,199}={0,2})(?![\w/])"
)
_CODE_VALUE = re.compile(
    r"(?<![0-9A-Za-z_.-])[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}(?![0-9A-Za-z_-])"
    r"|(?<![0-9A-Za-z_.-])\d{6,10}(?![0-9A-Za-z_-])"
)
_PIN_VALUE = re.compile(
    r"(?<![\w.-])(?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z\d]{2,6}(?:-[A-Z\d]{2,6}){2,4}(?![\w-])"
    r"|(?<![0-9A-Za-z_.-])\d{4,8}(?![\d%-]|[.,:]\d|[A-Za-z])"
)
_QUOTED_TEXT = re.compile(r"[\"„“«‚‘「『]\s?([^\"„“”«»‘’」』\n]{6,120}?)\s?[\"”“»’」』]")
_UNQUOTED_TEXT = re.compile(r"[^\n.!?;:()\"„“«「。=<>{}\[\]]{8,120}(?=[.!?。]?\s*(?:\n|$))")
_JOINING_WORDS = frozenset(
    """is was ist lautet heißt heisst est es é è to jest brzmi это are was war era était é: c'est ora ahora agora now
    jetzt teraz maintenant теперь 이제 今 set vaut""".split()
)
_JOINING_SIGNS = frozenset(":：=은는이가はが—–→,")
_DATE_LIKE_CODE = re.compile(r"(?:19|20)\d\d-\d\d(?:-\d\d)?$")
_STATE_WORDS = frozenset(
    """not nicht non no pas nie не too zu trop troppo muy demasiado molto très sehr only nur im in dans en nel nella na
    w в bei auf sur sous-clé unter mindestens au auprès al nello przechowywana zapisana wymagana хранится лежит see
    siehe voir ver vedi zob см at stored saved kept asked required needed""".split()
)
"""Words after "is" that describe the state of a passphrase and are not part of one."""
_JOINED_CLAUSE_WORDS = frozenset(
    """and or but und oder aber et ou mais y o pero e ma mas if when wenn si für for pour para per in im on en em na
    dans au aux al del by von par por da at to with mit avec con com from only nur than que als be the der die das
    den""".split()
)
"""Words by which a sentence goes on after it has said how something is."""


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
    secrets += [(*span, "pin") for span in _find_values(text, lowercase, _PIN_NAME, "pin", _PIN_VALUE)]
    return [*secrets, *_find_login_passwords(text, lowercase), *_find_passphrases(text, lowercase)]


_LOGIN_WITH = re.compile(
    r"(?<!\w)(?:als|en|como|come|jako|как) [\w.@-]{2,40} (?:mit|avec|con|com|z|с) ([!-~]{6,80})"
    r"|(?:\blog|\bsign|connect|meld|\bacced|\bentra)[^\n.!?]{0,40} (?:as|with|mit|avec|con) [\w.@-]{2,40}"
    r" (?:and|with|und|et|y|e) (?=[!-~]*\d)([!-~]{6,80})"
    r"|authenticat\w{1,3} with ([!-~]{6,80})"
)
_LOGIN_WORD = re.compile(r"로그인|ログイン")
_VALUE_BEFORE_LOGIN = re.compile(r"([!-~]{6,80})(?: ?으?로| ?で) ?$")


def _find_login_passwords(text: str, lowercase: str) -> "Iterator[tuple[int, int, str]]":
    """Passwords in sentences about logging in: "als admin mit X", "X로 로그인"."""
    if not any(word in lowercase for word in _LOGIN_CUES):
        return
    places = [
        (match.start(match.lastindex or 1), match.end(match.lastindex or 1))
        for match in _LOGIN_WITH.finditer(lowercase)
    ]
    for after in _LOGIN_WORD.finditer(lowercase):
        before = max(0, after.start() - 90)
        used = _VALUE_BEFORE_LOGIN.search(lowercase[before : after.start()])
        places += [(before + used.start(1), before + used.end(1))] if used else []
    for start, end in places:
        value = text[start:end].strip("\"'`.,;:)(")
        begin = text.find(value, start)
        _, capital, digit, sign = value_shape.character_classes(value.replace("-", "").replace(".", ""))
        strength = sentence_passwords.password_strength(value) if digit else None
        if strength or (strength is False and capital and sign and len(value) > 7):
            yield begin, begin + len(value), "password"


_LOGIN_CUES = ("authenticat", "with ", " mit ", " avec ", " con ", " com ", " z ", " с ", "로그인", "ログイン")


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
    ) and not _JOINED_CLAUSE_WORDS.isdisjoint(words):
        return False
    return words[-1] not in _STATE_WORDS
