"""Secrets are removed from a text before anything is written to disk.

`mask` works in two steps. `may_hold_secret`, a prefilter of plain string operations, lets ordinary prose pass, so that
`re` is usually not imported; only a text that might hold a secret reaches the patterns. A secret is replaced by a
readable placeholder. Neither its value nor a hash of it is kept.
"""

from recall_cli.domain.record import Record

# A text with one of these is always checked.
_SECRET_CLUES = (
    "pass", "pwd", "psw", "pword", "pw", "kennwort", "wachtwoord", "contrase", "senha", "hasło", "haslo",
    "lösenord", "losenord", "parola", "ifre", "heslo", "adgangskode", "salasana", "jelsz", "mdp", "парол",
    "密码", "密碼", "パスワード", "비밀번호", "كلمة المرور", "סיסמה", "secret", "token", "credential",
    "creds", "psk", "securestring",
    "hasł", "hasl", "hesl", "비번", "암호", "패스워드", "合言葉", "暗証", "口令", "كلمة", "الرقم السري",
    "пин", "токен", "トークン", "토큰", "密钥", "문구", "문장", "패스", "パス", "фраз", "frase", "fraz",
    "snmp", "<<<", "fernet", "useradd", "wallet", "metamask", "recovery w", "identified", "private", "mnemonic",
    "phrase", "seed", "bip", "bearer", "authorization", "cookie", "sudo", "cryptsetup", "kinit", "gh auth", "sqlplus",
    "thin:", "wifi", "wi-fi", "wpa", "network key", "ssws", '"kty"', "access code", "code d'acc", "code d’acc",
    "de acceso", "di accesso", "de acesso", "zugangscode", "geheimwort", "codewor", "clave", "palabra", "add_user",
    "adduser", "community", " answer", "://", ":*:", "/p:", "/user:", " -p", " -u", " -a ", " -w ", " -k ", " -b",
    "--user", "--auth", "--proxy", "--basic", "--http-user", "ssid", "wlan", "question", "frage", "pregunta", "domanda",
    "pergunta", "maiden", "geheimnis", "segreto", "chiave", "htpasswd",
)  # fmt: skip

# These are everyday words. They matter only next to a digit, which every value that they name contains.
_CLUES_WITH_DIGIT = (
    "key", "pk", "client", "pin", "code", "otp", "2fa", "mfa", "puk", "tan", "cvv", "cvc", "sess", "sid", "sig", "dsn",
    "salt", "auth", "basic", "jwt", "cred", "pat", "connect", "account", "user", "admin", "root",
    "postgres", "ubuntu", "login", "log in", "log-in", "logged", "logon", "log on", "signin", "sign in",
    "sign-in", "combina", "@", "schl", "chiave", "chave", "clé wi", "klucz", "ключ", "daten", "identifiant",
    "credenci", "credenzial", "dane ", "данные", "gegevens", "アカウント", "로그인", "账号", "kod", "código", "codic",
    "codigo", "код",
    "alarm", "allarme", "door", "gate", "safe", "vault", "lock", "tür", "tor", "resor", "schlo", "handy", "porta",
    "porte", "puerta", "coffre", "caja", "cofre", "cassaforte", "cancello", "phone", "téléphone", "teléfono", "móvil",
    "sim", "cell", "cel", "entsperr", "verrouill", "bloq", "blocc", "prompt", "ssh", "garage", "garaje", "keypad",
    "clé", "cle", "jeton", "키", "キー", "코드", "コード", "번호", "鍵", "geheim", " als ", " como ", " come ",
    " jako ", " как ", "로그인", "ログイン",
)  # fmt: skip

# These are everyday words, too. They matter only next to a word with the shape of a password.
_CLUES_OF_LOGINS = (
    "with ", " mit ", "avec ", " con ", " com ", " by ", "log ", "login", "sign", "get", "ssh", "wlan", "wifi", "admin",
    "root", "postgres", "connect", "acced", "acess", "crypt", "lock", "blocc", "bloqu", "verrouill", "open", "zugang",
)  # fmt: skip

_MIN_MIXED_LENGTH, _MIN_PASSWORD_LENGTH = 16, 6
_MIN_CARD_DIGITS, _MAX_CARD_DIGITS = 13, 40
_OUTER_SIGNS = ".,;:!?()\"'"


class MaskedText(Record):
    """A text that is safe to store, and the number of secrets of each kind that were removed."""

    text: str
    found: "tuple[tuple[str, int], ...]" = ()


def mask(text: str) -> MaskedText:
    """The text with every secret replaced by `[secret: kind]`; the same object if there is none."""
    if not may_hold_secret(text):
        return MaskedText(text=text)
    from recall_cli.rules.secrets.detection import mask_secrets

    covered, kinds = mask_secrets(text)
    return MaskedText(text=covered, found=kinds)


def mask_text(text: str) -> str:
    """The text with every secret replaced, for a caller who does not count them."""
    return mask(text).text


def reject_secret_name(name: str, what: str) -> str:
    """The name; UsageError if it looks like a secret. Names are stored unmasked, since masked names could coincide."""
    if mask(name).found:
        from recall_cli.domain.errors import UsageError

        raise UsageError(f"{what} looks like a secret, and names are stored unmasked", "choose another")
    return name


def may_hold_secret(text: str) -> bool:
    """Whether the patterns should check this text.

    It may say yes too often, and then the patterns decide. It never says no to a text that the patterns would mask.
    """
    low = text.lower()
    for word in _SECRET_CLUES:  # a plain loop: every text passes here, and a generator takes twice as long
        if word in low:
            return True
    if _has_digit(low):
        for word in _CLUES_WITH_DIGIT:
            if word in low:
                return True
    words = text.split()
    if _has_password_shape(words, any(word in low for word in _CLUES_OF_LOGINS)):
        return True
    return sum(map(text.count, "0123456789")) >= _MIN_CARD_DIGITS and _has_long_numbers(words)


def _has_long_numbers(words: "list[str]") -> bool:
    """Whether there is a card number, in one word or in groups of four or more digits."""
    plain = [word.strip(_OUTER_SIGNS) for word in words]
    if any(_MIN_CARD_DIGITS <= len(word) <= _MAX_CARD_DIGITS and word.isdigit() for word in plain):
        return True
    groups = [group.strip(_OUTER_SIGNS) for word in words for group in word.replace("-", " ").split()]
    pairs = zip(groups, groups[1:], strict=False)
    return any(first.isdigit() and second.isdigit() and len(first) == 4 and len(second) >= 4 for first, second in pairs)


def _has_digit(text: str) -> bool:
    """Whether a text has an ASCII digit. Ten searches in C are faster than a loop over the characters."""
    return any(digit in text for digit in "0123456789")


def _has_password_shape(words: "list[str]", beside_clue: bool) -> bool:
    """Whether a long word mixes letters with digits or has capitals after its first letter; beside a clue, any word."""
    least = _MIN_PASSWORD_LENGTH if beside_clue else _MIN_MIXED_LENGTH
    return any(
        len(word) >= least and not word.isdigit() and (_has_digit(word) or _is_mixed(word[1:])) for word in words
    )


def _is_mixed(rest: str) -> bool:
    return rest.lower() != rest and rest.upper() != rest
