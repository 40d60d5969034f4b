"""The first step: whether a text could hold a secret at all. Plain string operations, no `re`.

It may say yes too often, and then the patterns decide. It never says no to a text that the patterns would mask.
"""

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


def may_hold_secret(text: str) -> bool:
    """Whether the patterns should check this text. False means that they would find nothing."""
    low = text.lower()
    for word in _SECRET_CLUES:  # a plain loop: every text passes here, and a generator takes twice as long
        if word in low:
            return True
    if _has_digit(low):
        for word in _CLUES_WITH_DIGIT:
            if word in low:
                return True
    if _has_password_shape(text, any(word in low for word in _CLUES_OF_LOGINS)):
        return True
    has_columns = any(sign in low for sign in (",", ";", "\t", "|", "  "))
    return (has_columns and "pw" in low) or _has_long_numbers(text)


def _has_long_numbers(text: str) -> bool:
    """Whether there are enough digits for a card number, in one word or in groups of four or more."""
    if sum(map(text.count, "0123456789")) < 13:
        return False
    if any(13 <= len(word.strip(".,;:!?()\"'")) <= 40 and word.strip(".,;:!?()\"'").isdigit() for word in text.split()):
        return True
    groups = [word.strip(".,;:!?()\"'") for word in text.replace("-", " ").split()]
    pairs = zip(groups, groups[1:], strict=False)
    return any(first.isdigit() and second.isdigit() and len(first) == 4 and len(second) >= 4 for first, second in pairs)


def _has_digit(text: str) -> bool:
    """Whether a text has an ASCII digit. Ten searches in C are faster than a loop over the characters."""
    return any(digit in text for digit in "0123456789")


def _has_password_shape(text: str, beside_clue: bool) -> bool:
    """Whether a long word mixes letters with digits or has capitals after its first letter; beside a clue, any word."""
    least = _MIN_PASSWORD_LENGTH if beside_clue else _MIN_MIXED_LENGTH
    return any(
        len(word) >= least and not word.isdigit() and (_has_digit(word) or _is_mixed(word[1:])) for word in text.split()
    )


def _is_mixed(rest: str) -> bool:
    return rest.lower() != rest and rest.upper() != rest
