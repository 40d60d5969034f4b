"""The grammar of names: words that announce a secret, and the ways to connect them with a value."""

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAMING_WORD = re.compile(
    r"(?P<password>passw(?:or[dt]|d)|pass[ -]?phrase|wi-?fi (?:key|code)|network key|"
    r"wpa[23]? (?:key|psk|passphrase)|(?:security|secret) answer|"
    r"passcode|kennwort|mot[ _-]?de[ _-]?passe|palavra[_-]?passe|mdp(?![a-z])|contrase[nñ]a|"
    r"senha(?:_(?!hash|id|min|max|url)\w{1,40})?|wachtwoord|has[lł]o|l[oö]senord|parola|[sş]ifre|heslo|adgangskode|salasana|jelsz[oó]|"
    r"requirepass|masterauth|community string|psw|pword|securestring(?: -string)?|"
    r"пароль|密码|密碼|パスワード|비밀번호|كلمة المرور|סיסמה|pwd|identified(?: with [\w']{1,30})? by(?= ))"
    r"|(?P<short>pass|pw|psk|pat|cred)(?![a-z])"
    r"|(?P<secret>(?:geheimnis|segreto|secreto|segredo)(?:_(?!hash|pfad|path|ruta|url)\w{1,40})?"
    r"|secret(?:[_ \-]?access)?(?:[_ \-]?(?:key|token))?|credentials?|creds)"
    r"|(?P<token>token|jwt|(?<![a-z])cle_\w{1,40}|(?<![a-z])(?:clave|chave|chiave|cl[ée])(?:_\w{1,40})?(?![a-z])"
    r"|schl(?:ue|ü)ssel|(?:api|auth|access|account|private|master|encrypt(?:ion)?|signing|"
    r"shared|license|deploy|"
    r"sas|client|service|webhook|app|admin|session|storage|subscription|integration|ingest|"
    r"bot|host|root|unseal|"
    r"recovery|host|wireguard|write|read|product|activation|storage)[_ .\-]?key)"
    r"|(?P<key>key|auth|sig|dsn|salt|otp|seed|login)(?![a-z])"
)
STEMS = (
    "pass", "key", "token", "secret", "pwd", "credential", "creds", "jwt", "wi-fi code", "wifi code", "security answer",
    "kennwort", "contrase", "senha", "wachtwoord", "haslo", "losenord", "parola", "sifre", "heslo", "adgangskode",
    "salasana", "jelsz", "geheimnis", "segreto", "secreto", "segredo", "schluessel", "clave", "chave", "chiave", "cle_",
    "mot_de_passe", "mot-de-passe", "motdepasse", "mot de passe", "palavra", "masterauth", "community string", "psw",
    "pword", "securestring", "identified",
)  # fmt: skip
_NON_ASCII_STEMS = (
    "clé", "schlüssel", "hasło", "lösenord", "şifre", "пароль", "密码", "密碼", "パスワード", "비밀번호",
    "كلمة المرور", "סיסמה",
)  # fmt: skip
SHORT_STEMS = ("mdp", "pw", "psk", "pat", "cred", "auth", "sig", "dsn", "salt", "otp", "seed", "login")
_SHORT_STEM = re.compile(rf"(?:{'|'.join(SHORT_STEMS)})(?![a-z])")
_PREFIXED_STEMS, _MAX_PREFIX_LENGTH = ("key", "pass", "psk"), len("subscription ")
"""Words that may stand after others of the same name, within this many letters: "mot de passe", "subscription key"."""
CONNECTION = re.compile(
    r"(?P<tail>(?:[_\-. ]?(?:value|prod(?:uction)?|staging|stage|live|dev|base(?:64)?|b64|raw|"
    r"current|new|old|plain(?:text)?|"
    r"ro|rw|main|default|primary|secondary|string|data|v?\d{1,3}))?)"
    r"(?P<close>\\?[\"'`*_\])]{0,4})"
    r"(?:(?P<set>(?:\s{0,12}(?:=>|:=|%3d|\?=|\+=|===?|=|::?|：|<-|→|»)[*_]{0,3}|\s?[是は为為])\s{0,12}"
    r"(?:[\w\[\], .|<>&*]{1,40}\s=\s)?(?:!!?\w{1,8}\s)?[|>]?-?\s{0,8}(?:@|[bfru]{1,2}(?=[\"'])"
    r")?)"
    r"|(?P<markup>>(?:<!\[cdata\[)?)"
    r"|(?P<block>\s{0,3}\{\s{0,40}(?:\w{1,20}\s{0,12}=\s{0,3}[^\n{}]{0,80}\n\s{0,40}){0,4}?default\s{0,12}=\s{0,3})"
    r"|(?P<pair>\s{0,3}[,)]?\s{0,24}(?:-\s)?[\"']?(?:default)?value[\"']?\s{0,3}[:=]\s{0,3})"
    r"|(?P<call>\s{0,2},\s{0,3})"
    r"|(?P<given>\(\s?(?=[\"']))"
    r"|(?P<cell>(?:[ \t]\|[ \t]|\|(?=[^|\s]{5,60}\|\s{0,3}(?:\n|$))))"
    r"|(?P<said>(?:[ \n]\((?:[^()\n]{1,40})\))?(?:[ \n](?:for|of|"
    r"on|to|in|at|from|behind)[ \n](?:[\w./@'’-]{1,30}[ \n]){0,5}[\w./@'’-]{1,30})?"
    r"(?::|(?:[ \n]|,\s)(?:(?:(?:is|was|has been|got|are|were) )?(?:now |just |re)?(?:set|"
    r"changed|updated|rotated|switched|reset) (?:to|from)|"
    r"is now|is currently|is still|is just|is|was|ist|lautet|est|es|é|è|are|to|equals|becomes|"
    r"will be|reads|=|:|—|–|-|->|→|being|now)"
    r"(?:\s{0,2}[:=])?)\s{1,3})"
    r"|(?P<by>\s(?:by|values?)\s{1,3})"
    r"|(?P<bare>\s{1,3}))"
)
FAR_CONNECTION = re.compile(
    r"(?P<far>(?:[ \n](?!is\b)[\w./@'’-]{1,30}){1,7}?(?:[ \n](?:is|was|ist|lautet|est|es|è|are|=)| ?:)\s{1,3})"
)

# Words before `key` or `token` that make it no secret.
_PUBLIC_QUALIFIERS = tuple(
    """public pub site primary foreign cache sort partition idempotency object row shard hot shortcut arrow next
    page pagination continuation cursor publishable hash range group map dict index lookup join unique
    composite surrogate routing s3 storage_object translation i18n feature flag config json yaml dedupe
    event stop eos bos pad unk cls mask special cancel cancellation sync change max num count first last
    natural business tenant dictionary search answer registry data entry field column node lock enter escape
    tab shift ctrl meta backspace space function color host known turn low""".split()
)
_IDENTIFIER_PARTS = tuple(
    """db user root admin my pg smtp ftp mail bind wifi vnc ssh sudo become default app redis service auth proxy key
    store imap ssl net""".split()
)


def has_naming_word(lowercase: str) -> bool:
    """Whether NAMING_WORD can match: searching for its words without their variants takes a tenth of the time."""
    for stem in STEMS:
        if stem in lowercase:
            return True
    for end in SHORT_STEMS:
        if end in lowercase:
            return _SHORT_STEM.search(lowercase) is not None or (
                not lowercase.isascii() and any(stem in lowercase for stem in _NON_ASCII_STEMS)
            )
    return not lowercase.isascii() and any(stem in lowercase for stem in _NON_ASCII_STEMS)


def find_naming_words(lowercase: str) -> "Iterator[re.Match[str]]":
    """The matches of NAMING_WORD, from left to right. It is tried only at its words, which takes a tenth of the
    time.
    """
    if not lowercase.isascii():
        yield from NAMING_WORD.finditer(lowercase)
        return
    places: set[int] = set()
    for word in (*STEMS, *SHORT_STEMS):
        at = lowercase.find(word)
        while at >= 0:
            places.update(range(max(0, at - _MAX_PREFIX_LENGTH), at) if word in _PREFIXED_STEMS else ())
            places.add(at)
            at = lowercase.find(word, at + 1)
    end = 0
    for at in sorted(places):
        match = NAMING_WORD.match(lowercase, at) if at >= end else None
        if match is not None:
            yield match
            end = match.end()


def starts_a_word(text: str, lowercase: str, start: int, family: str) -> bool:
    """Whether a short naming word starts a word or a part of an identifier; in "compass" it does not."""
    if start == 0 or not lowercase[start - 1].isalpha() or (text[start].isupper() and text[start - 1].islower()):
        return True
    return (
        family == "short"
        and lowercase[max(0, start - 8) : start].endswith(_IDENTIFIER_PARTS)
        and lowercase[start : start + 3] != "pat"
    )


def is_public_name(lowercase: str, start: int) -> bool:
    """Whether the word before the naming word makes the value no secret: public key, next page token."""
    return lowercase[max(0, start - 24) : start].rstrip(" _-").endswith(_PUBLIC_QUALIFIERS)


def connection_syntax(connection: "re.Match[str]", text: str, start: int) -> str:
    """The name of the syntax that connects the naming word with its value."""
    syntax = connection.lastgroup or "bare"
    if syntax == "bare" and text[max(0, start - 24) : start].rsplit(" ", 1)[-1].startswith("-"):
        return "flag"
    return "key line" if syntax == "set" and "\n" in connection["set"] else syntax
