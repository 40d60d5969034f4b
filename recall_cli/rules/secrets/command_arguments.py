"""Secrets passed to commands and login functions: curl -u, mysql -p, sudo -S, auth=(…)."""

import re

from recall_cli.language.tables import read_rows
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.web_credentials import is_likely_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_USER_FLAGS = (" -u", " --user", " --proxy-user", " -U", " -a ", " --basic-auth", " --auth", " --creds", " --http-user")
_USER_PASSWORD_FLAG = (
    r"\s(?:-u|--user|--proxy-user|-U|-a|--basic-auth|--auth|--creds|--http-user)(?:\s{1,3}|=)[\"']?"
    r"([\w.@\\+$\-]{1,80})(?::(?!:)|%|,)([^\s\"'\x00]{3,200})"
)
_STATEMENT = re.compile(r"[^\n|;&]+")
_ELISION = re.compile(r"(?i)(?<![\w'-])([cdjlmnst]|qu|un|[dn]?ell|[ad]ll)['’](?=\w)")
"""An apostrophe that opens no quotation: "j'ai lancé"."""
_ARGUMENT = re.compile(r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'`])+")
_HERE_STRING = (
    r"\b(?:cryptsetup|chpasswd|passwd|kinit|smbpasswd|sudo -S)\b[^\n|]{0,80}<<<\s{0,2}(?:[\"'](?=\w+:))?(?:\w{1,30}:)?"
    r"(?:\"([^\"\n\x00]{3,200})\"|'([^'\n\x00]{3,200})'|([^\s\"'\x00-][^\s\"'\x00]{2,200}))"
)
_CONFIG_COMMAND = (
    r"\b(?:config\w{0,7}|secrets?|env|vars?|variables?|params?)\s(?:set|put|add|create|update)\s[^\n|;]{0,80}?"
    r"(?:passw(?:or)?d|secret|token|api_?key|access_key)(?:\s{1,2}|=)(?=\S{0,40}\d)[\"']?([^\s\"'\x00]{4,200})"
    r"|(?:\benable (?:secret|password)\s(?:\d\s)?|\bsnmp-server community\s|(?:secret|password) [057]\s)"
    r"([^\s\"'\x00]{4,200})"
)
_LOGIN_PAIR = (
    r"(?i)(?:auth|login|credentials?|signin|authenticate|logon)\w{0,10}\s?[=(:]{1,2}\s?[(\[]?[\"'][^\"'\n"
    r"\x00]{1,60}[\"'],\s?"
    r"[\"']([^\"'\n\x00]{4,200})[\"']"
    r"|(?:client|api|sdk|login|configure|init|connect)\(\s?[\"']([\w\-]{32,200})[\"']\s?[),]"
    r"|\bsp_addlogin\s{1,3}N?'[^'\n]{1,60}',\s?N?'([^'\n\x00]{4,200})'"
    r"|\bFernet\(\s?b?[\"']([\w\-]{43}=)[\"']|cookies?\s?=\s?\{[^{}\n]{0,80}?[\"']\w{2,40}[\"']\s?:\s?[\"']([^\"'\n]{16,400})[\"']"
    r"|\bwifi:[^\n\x00]{0,100}?\bp:([^;\n\x00]{5,63});|\"(?:d|p|q|dp|dq|qi|k)\"\s?:\s?\"([\w\-]{20,2000})\""
)
_PIPED_PASSWORD = (
    r"(?:echo|printf|<<<)\s{1,3}(?:-\w\s|'%s'\s|\"%s\"\s)?(?:\"([^\"\n\x00]{3,200})\"|"
    r"'([^'\n\x00]{3,200})'|([^\s\"'|\x00]{3,200}))"
    r"\s{0,3}\|\s{0,3}(sudo (?:-\w{1,3} ){0,3}-\w{0,3}S|chpasswd|(?:docker|podman|helm registry)"
    r" login|gh auth|passwd|cryptsetup|kinit|smbpasswd)"
)


def find_command_passwords(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Passwords passed to commands: curl -u user:pass, mysql -pX, sshpass -p X, echo X | sudo -S."""
    secrets = []
    for match in re.finditer(_USER_PASSWORD_FLAG, text) if any(flag in text for flag in _USER_FLAGS) else ():
        if is_likely_password(match.group(2), match.group(1)) and not (
            match.group(2).isdigit() or "/" in match.group(2)[:1]
        ):
            secrets.append((*match.span(2), "password"))
    for pattern, gate in (
        (_HERE_STRING, "<<<" in lowercase),
        (_PIPED_PASSWORD, "|" in lowercase and ("echo" in lowercase or "printf" in lowercase or "<<<" in lowercase)),
    ):
        for match in re.finditer(pattern, text) if gate else ():
            which = next(number for number in (1, 2, 3) if match.group(number) is not None)
            value = match.group(which)
            if " " in value or not is_likely_password(value, ""):
                continue
            start = match.start(which) + (
                value.find(":") + 1 if match.lastindex == 4 and "chp" in match.group(4) else 0
            )
            if (
                pattern is _HERE_STRING
                or not value_shape.is_slug(value)
                or "sudo" in match.group()
                or "login" in match.group()
            ):
                secrets.append((start, match.end(which), "password"))
    return [*secrets, *_find_command_secrets(text)]


def _build_places() -> "dict[str, list[str]]":
    """For each command, the places where it takes a secret."""
    places_by_command: dict[str, list[str]] = {}
    for places, commands in read_rows("secrets", "commands").items():
        for command in commands.split():
            places_by_command.setdefault(command, []).extend(places.split())
    return places_by_command


_PLACES_BY_COMMAND = _build_places()


def _find_command_secrets(text: str) -> "Iterator[tuple[int, int, str]]":
    """The secrets that the commands of a text take at their known places."""
    if _PLACES_BY_COMMAND.keys().isdisjoint(text.translate(_COMMAND_ENDS).split()):
        return
    text = _ELISION.sub(r"\1 ", text)
    for statement in _STATEMENT.finditer(text):
        arguments = [match.span() for match in _ARGUMENT.finditer(text, *statement.span())]
        for at, (start, end) in enumerate(arguments):
            name = text[start:end].strip("\"'`()[]{}$").rpartition("/")[2]
            for place in _PLACES_BY_COMMAND.get(name, ()):
                for begin, stop in _arguments_at(text, arguments[at : at + _MAX_ARGUMENTS], place):
                    if _is_command_secret(text[begin:stop], text[start : min(start + 300, statement.end())]):
                        yield begin, stop, "password"


_COMMAND_ENDS = str.maketrans("\"'`()[]{}/$;|", " " * 13)
_MAX_ARGUMENTS = 40
"""A secret is among this many arguments of its command."""
_PROSE_WORDS = frozenset("the and or is to for with of in und oder mit et ou avec y con e com".split())


def _is_command_secret(value: str, statement: str) -> bool:
    """Whether the argument is a secret: not an option, a port, a placeholder, or the next word of a sentence."""
    if value[:1] in ("-", "") or " " in value or _is_port_mapping(value) or not is_likely_password(value, ""):
        return False
    return not (value.isalpha() and value.islower()) or _PROSE_WORDS.isdisjoint(statement.split())


def _arguments_at(text: str, arguments: "list[tuple[int, int]]", place: str) -> "Iterator[tuple[int, int]]":
    """The positions of the arguments at a place of the table."""
    words = [text[start:end] for start, end in arguments]
    before, behind, option = place.rpartition(">")
    first = 0
    if behind:
        first = next(
            (at for at, word in enumerate(words) if word == before or (before[-1] == ":" and before in word)), -1
        )
        if first < 0:
            return
    for at in range(first + 1, len(words)):
        start, end = arguments[at]
        if option[-1] == "*":
            begin = start + len(option) - 1 if words[at].startswith(option[:-1]) else end
        elif words[at].startswith(option + "="):
            begin = start + len(option) + 1
        else:
            begin = start if words[at - 1] == option or option == str(at - first) else end
        if begin < end:
            quotes = 1 if text[begin] in "\"'" and text[end - 1] == text[begin] else 0
            yield begin + quotes, end - quotes


_CONFIG_COMMAND_WORDS = (
    " set ", " put ", " add ", " create ", " update ",
    "enable secret", "enable password", "snmp-server", "secret 0", "password 0", "secret 5", "password 7",
)  # fmt: skip


def find_config_secrets(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Secrets that a command stores under a name, such as config set db_password X, and those in a router's
    settings.
    """
    secrets = []
    for match in (
        re.finditer(_CONFIG_COMMAND, lowercase) if any(word in lowercase for word in _CONFIG_COMMAND_WORDS) else ()
    ):
        start, end = match.span(match.lastindex or 1)
        value = text[start:end]
        if (
            is_likely_password(value, "")
            and value_shape.character_classes(value)[2]
            and len(value) >= 6
            and not value_shape.is_technical_term(value)
        ):
            secrets.append((start, end, "password"))
    return secrets


_LOGIN_CALLS = tuple(
    f"{word}({quote}" for word in ("client", "api", "sdk", "login", "configure", "init", "connect") for quote in "\"'"
)


def find_login_pairs(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """The second of two login strings, a client's token, the key in a wifi code, the private parts of a JWK."""
    secrets = []
    gate = any(word in lowercase for word in _LOGIN_CALLS) or (
        ("auth" in lowercase or "log" in lowercase or "cred" in lowercase or "sign" in lowercase)
        and ("'," in lowercase or '",' in lowercase)
    )
    for match in (
        re.finditer(_LOGIN_PAIR, text)
        if gate or "fernet(" in lowercase or "cookie" in lowercase or "wifi:" in lowercase or '"kty"' in lowercase
        else ()
    ):
        which = match.lastindex or 1
        value = match.group(which)
        if (
            (which == 7 and '"kty"' in lowercase)
            or which == 4
            or (which == 5 and value_shape.looks_random(value, 16))
            or (which == 2 and value_shape.looks_random(value, 32) and all(value_shape.character_classes(value)[:3]))
            or (
                which in (1, 3, 6)
                and is_likely_password(value, "")
                and (which == 6 or value_shape.character_classes(value)[2])
            )
        ):
            secrets.append((*match.span(which), _LOGIN_PAIR_KINDS[which - 1]))
    return secrets


_LOGIN_PAIR_KINDS = ("password", "token", "password", "key", "cookie", "password", "private-key")


def _is_port_mapping(value: str) -> bool:
    """Whether the value is what docker -p usually takes: ports such as 8080:80."""
    return all(part.isdigit() for part in value.replace(":", ".").replace("/tcp", "").replace("/udp", "").split("."))
