"""Secrets told in a sentence, in many languages: "Das Passwort lautet X", "the wifi password? it's X".

A word that names a password and a value that looks like one stand in one sentence. A value that looks generated is
masked anywhere near the name. A value such as `Winter-2085` is masked only where the sentence joins the two.
"""

import re

from recall_cli.rules.secrets import judge
from recall_cli.rules.secrets.names import is_public
from recall_cli.rules.secrets.words import WEAK_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NOUN = re.compile(
    r"(?P<password>passwor[dt]\w*|passwd|pass[ -]?phrases?|passcode|pwd\b|kennwort\w*|mots? de passe|\bmdp\b"
    r"|contrase[nñ]as?|\bsenhas?\b|palavra-passe|parola d'ordine|wachtwoord\w*|\bhas[lł](?:o|a|em|u)\b"
    r"|\bhesl(?:o|a|em|u)\b|l[öo]senord\w*|parola\w*|[şs]ifre\w*|salasana\w*|jelsz[oó]\w*|adgangskode\w*|парол\w*"
    r"|비밀번호|비번|암호|패스워드|パスワード|合言葉|密码|密碼|口令|كلمة المرور|كلمة السر|كلمة مرور|סיסמה"
    r"|(?:wi-?fi|wlan|wpa2?|network)[ -](?:key|code)|(?:wlan|wi-?fi)[ -]?schl[üu]ssel"
    r"|(?:cl[ée]|clave|chiave|chave|klucz|ключ)(?: d\w{1,3}| do| от)? (?:wi-?fi|вайфа\w*)"
    r"|暗証(?!番号)|\bclave(?= ?:| es ))"
    r"|(?P<login>zugangsdaten|anmeldedaten|identifiants|credenciales|credenciais|credenziali|inloggegevens"
    r"|dane (?:logowania|dost[eę]powe)|данные для входа|credentials|creds\b|\blogin\b|\blog(?:ged)?[ -]in\b"
    r"|\bsign[ -]in\b|アカウント|로그인|账号|(?<=[,;/] )(?:with )?pass(?= ))"
    r"|(?P<key>\b(?:api|access|admin|secret|auth)[ -](?:key|secret|token)\b|\btokens?\b|\bsecret\b|токен\w*|密钥"
    r"|トークン|토큰)"
)
_PIN = re.compile(
    r"(?<!\w)(?:pin(?:[ -]?(?:code|nummer|kod|код))?|puk|пин(?:-?код)?|暗証番号|비밀번호|الرقم السري|passcode"
    r"|(?:code|código|codice|codigo|kod|код) (?:de la|da|do|della|del|zum|do|от) (?:porte|porta|puerta|drzwi|двери)"
    r"|(?:safe|door|gate|alarm|vault|lock|office)(?:'s)? code)(?P<between>[^\n.!?]{0,40}?)"
    r"(?P<pin>(?<![0-9A-Za-z.])\d{4,8})(?!\d|[.,]\d|[A-Za-z])"
)
_PIN_JOINS = frozenset(
    """
    is was : = ist lautet est es é è to jest je är это : of 은 는 は هو هي двери is: number code now set code:
    number: jetzt
    """.split()
)
_LONGEST = 200
"""A longer run of characters is no password."""
_PIN_WORDS = (
    "pin",
    "puk",
    "пин",
    "暗証番号",
    "비밀번호",
    "السري",
    "passcode",
    "code",
    "kod",
    "код",
    "código",
    "codice",
    "codigo",
)
_RUN = re.compile(r"[!-~]{6,}")
_MARKS = frozenset("!#$%^*?&@+~")
_INSIDE = frozenset("!$%^*?#")
"""Signs that no word has among its letters."""
_NO_VALUE = frozenset("/=<>|{}\\(,;[]")
_ENDED = re.compile(r"[.!]\s|\n\s*\n|。")
_FAR_AFTER, _FAR_BEFORE, _WORDS_AFTER, _WORDS_BEFORE = 110, 70, 11, 7
"""So many characters and words may stand between the name and a value behind it or before it."""
_JOINS = frozenset(
    """
    is was are be now to it's its it, it use type enter reads equals becomes remains again still ist lautet
    heißt heisst jetzt auf gib nimm war wurde sei est vaut désormais en sera tape c'est utilise entre devient
    maintenant es ahora a escribe usa será está sea introduce é agora para digite ficou será virou usa è ora in
    scrivi sarebbe sarà usa inserisci diventa to jest brzmi na teraz wpisz będzie podaj — – - -> → = : это
    теперь на введи будет является используй je zní nyní teď bude zadej är nu till skriv blir artık oldu nu naar
    typ wordt gebruik hemen إلى هي هو
    """.split()
)
_BESIDE = frozenset("/ and with mit und y e et i и | : pw pass password,".split())
_AS = frozenset(
    """
    as als como come comme jako как som olarak is ist est es é è to je är это — – - was war is, , it's that's ככ
    هي ككلمة for
    """.split()
)
_USES = frozenset("use type enter nimm utilise usa use użyj uzyj используй použij gebruik använd استخدم".split())
_PARTICLES = frozenset("はが是为為了成用는은이가를을로てをと「『“")
_AFTER_PARTICLES = frozenset("はがをと是作为為는은이가를을로」』”")
_HEADS = frozenset(
    """
    manager policy policies service reset resets field fields file hash hashes hashing rotation length check
    checks form page strength auth authentication protection protected store vault generator rule rules expiry
    change changes column table input dialog entry version library module package class function method endpoint
    id ids count limit provider bucket budget name names scheme format
    """.split()
)
_ABOUT_IDS = (
    "contract", "commit", "hash", "digest", "address", " id ", "checksum", "fingerprint", "0x", "arn", "wallet",
    "sha256", "md5", "etag", "trace", "image", "session id", "request", "build", "uuid", "public", "nonce",
)  # fmt: skip


def spoken(text: str, low: str) -> "list[tuple[int, int, str]]":
    """Every secret that stands in one sentence with a word that names it."""
    found = [(*hit.span("pin"), "pin") for hit in _PIN.finditer(low) if _is_pin(text, hit)] if _may_be_pin(low) else []
    values = [(begin, end, strong) for begin, end in _values(text) if (strong := strength(text[begin:end])) is not None]
    if not values:
        return found
    names = [(hit.start(), hit.end(), hit.lastgroup or "key") for hit in _NOUN.finditer(low)]
    if not names:
        return found
    import bisect

    starts = [start for start, _, _ in names]
    for begin, end, strong in values:
        near = bisect.bisect_left(starts, begin)
        for at in range(max(0, near - 3), min(len(names), near + 2)):
            kind = _told(text, low, names[at], (begin, end), strong)
            if kind:
                found.append((begin, end, kind))
                break
    return found


def _may_be_pin(low: str) -> bool:
    """Whether a word for a PIN stands in it."""
    return any(word in low for word in _PIN_WORDS) and (" " in low or not low.isascii())


def _values(text: str) -> "Iterator[tuple[int, int]]":
    """Where a value can stand: a run of plain characters that holds letters and digits; of `name/value` the value."""
    for hit in _RUN.finditer(text):
        begin, end = hit.span()
        if end - begin > _LONGEST or _inside_a_word(text, begin, end):
            continue
        run = hit.group()
        bare = run.lstrip("(\"'`[{<“«")
        begin += len(run) - len(bare)
        bare = bare.rstrip("\"'`.,;:)]}>")
        lead, equals, rest = bare.partition("=")
        if equals and lead.isidentifier() and len(rest) >= 6:
            begin, bare = begin + len(lead) + 1, rest.strip("\"'`")
            begin += len(rest) - len(rest.lstrip("\"'`"))
        name, slash, rest = bare.partition("/")
        if slash and name.isalpha() and len(rest) >= 6 and "/" not in rest:
            begin, bare = begin + len(name) + 1, rest
        if len(bare) >= 6 and not bare.isalpha() and not bare.isdigit():
            yield begin, begin + len(bare)


def _inside_a_word(text: str, begin: int, end: int) -> bool:
    """Whether a run of plain characters is only a piece of a word with accents."""
    before, after = text[begin - 1 : begin] if begin else "", text[end : end + 1]
    return any(sign.isalpha() and "\x7f" < sign < "\u0370" for sign in (before, after))


def strength(value: str) -> "bool | None":
    """True for a value that looks generated, False for one that a person could have chosen, None for no password."""
    small, capital, digit, _ = judge.classes(value)
    if not digit and not is_odd(value):
        return None
    if not (small or capital) or not _NO_VALUE.isdisjoint(value) or judge.is_stand_in(value):
        return None
    if (
        value[0] in "0123456789"
        and value.lstrip("0123456789").isalpha()
        and value[1:2].isupper()
        and value[2:].islower()
    ):
        return None  # a product such as 1Password
    if judge.is_technical(value.rstrip("!?*#")) or judge.is_uuid(value) or value.lower() in WEAK_WORDS:
        return None
    if judge.is_hex(value):
        return False if len(value) >= 8 else None
    if not digit:
        return False
    if not _MARKS.isdisjoint(value.rstrip("?!")) or (value[-1] in "!?" and judge.looks_random(value, 8)):
        return True
    return judge.looks_random(value, 8) and not judge.is_slug(value) and not judge.is_code(value)


def is_odd(value: str) -> bool:
    """Whether a value without digits can be no word: capitals jumbled with small letters, and a sign among them."""
    letters = value.rstrip("!?.,")
    if len(value) < 8 or letters.isalpha() or not letters.isascii():
        return False
    small, capital, _, _ = judge.classes(value)
    return (small and capital and not _INSIDE.isdisjoint(letters[1:])) or judge.is_jumbled(letters)


def _told(text: str, low: str, name: "tuple[int, int, str]", value: "tuple[int, int]", strong: bool) -> "str | None":
    """The kind of a value that this name tells; None where the sentence does not tell it."""
    start, end, family = name
    begin, stop = value
    if start < stop and begin < end:
        return None
    behind = begin >= end
    between = low[end:begin] if behind else low[stop:start]
    if len(between) > (_FAR_AFTER if behind else _FAR_BEFORE) or _ENDED.search(between):
        return None
    words = between.split()
    if len(words) > (_WORDS_AFTER if behind else _WORDS_BEFORE):
        return None
    if family == "key":
        if any(word in low[max(0, min(start, begin) - 24) : max(stop, end)] for word in _ABOUT_IDS):
            return None
        is_key = _is_key(text[begin:stop], low, start, between, words) if behind else _was_key(text[begin:stop], words)
        return "token" if is_key else None
    if behind and not between.isascii() and len(words) < 5 and not set(text[stop : stop + 2]) - set(" .,;\n!"):
        strong = True  # Russian and others say "the password of X" and the value, with nothing between
    joined = _joins(text, begin, between, words, family) if behind else _joined_before(low, begin, between, words)
    headed = bool(words) and behind and words[0].strip(".,;:") in _HEADS
    if headed and not (strong and len(text[begin:stop]) >= 10):
        return None
    if family == "login":
        return "password" if behind and (joined and (strong or words[-1:] == ["/"])) else None
    if judge.is_hex(text[begin:stop]):
        return "password" if joined and behind and not headed else None
    return "password" if joined or strong else None


def _joins(text: str, begin: int, between: str, words: "list[str]", family: str) -> bool:
    """Whether the words between a name and the value behind it say that the value is what is named."""
    if family == "login":
        return not words or words[-1] in _BESIDE or words[-1][-1] in ":," or text[begin - 1] == "/"
    bare = between.rstrip(" \t\n\"'`(“«„*")
    if not words or bare in ("", "?", ":", ",", "："):
        return True
    return words[-1].strip("\"'`“«(") in _JOINS or bare[-1] in ":：？?,—–=→>" or bare[-1] in _PARTICLES


def _joined_before(low: str, begin: int, between: str, words: "list[str]") -> bool:
    """Whether the words between a value and the name behind it say so: "X is the password", "use X as password"."""
    if (words and words[0].strip("\"'`)”»") in _AS) or between.lstrip(" \"'`)”»?!")[:1] in _AFTER_PARTICLES:
        return True
    before = low[max(0, begin - 24) : begin].split()
    return bool(before) and before[-1] in _USES


def _is_key(value: str, low: str, start: int, between: str, words: "list[str]") -> bool:
    """Whether a value behind "API key … is" is a key: it looks generated, and nothing calls it an id."""
    if not words or (words[-1] not in _JOINS and between.rstrip()[-1] not in ":=是は는은") or is_public(low, start):
        return False
    if words[0].strip(".,;:") in _HEADS:
        return False
    return judge.looks_random(value, 14) or (judge.is_hex(value) and len(value) >= 32)


def _was_key(value: str, words: "list[str]") -> bool:
    """Whether a generated value stands before "… API key": "use X for the Acme API key", `export X=… # Acme token`."""
    if len(words) > 5 or value.startswith("0x"):
        return False
    return (judge.looks_random(value, 20) and not judge.is_slug(value)) or (judge.is_hex(value) and len(value) >= 32)


def _is_pin(text: str, hit: "re.Match[str]") -> bool:
    """Whether the number behind the name of a PIN is the PIN itself."""
    between = hit["between"]
    named = text[hit.start() : hit.start() + 3]
    if named == "pin" and not text[max(0, hit.start() - 12) : hit.start()].rstrip().endswith(
        ("the", "my", "our", "his", "her", "sim", "door", "card", "die", "la", "le", "el", "il", "o", "a")
    ):
        return False
    words = between.split()
    return (
        not words or words[-1] in _PIN_JOINS or between.rstrip()[-1] in ":=는은は" or not between.isascii()
    ) and between[:1] in (" ", ":", "는", "은", "は", "=", "'", "-")
