"""Secrets passed to commands and login functions: curl -u, mysql -p, sudo -S, auth=(…)."""

import re

from recall_cli.language.tables import read_rows
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.value_shape import is_likely_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_STATEMENT = re.compile(r"[^\n|;&]+")
_ELISION = re.compile(r"(?i)(?<![\w'-])([cdjlmnst]|qu|un|[dn]?ell|[ad]ll)['’](?=\w)")
"""An apostrophe that opens no quotation: "j'ai lancé"."""
_ARGUMENT = re.compile(r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'`])+")
_HERE_STRING = (
    r"\b(?:cryptsetup|chpasswd|passwd|kinit|smbpasswd|sudo -S)\b[^\n|]{0,80}<<<\s{0,2}(?:[\"'](?=\w+:))?(?:\w{1,30}:)?"
    r"(?:\"([^\"\n\x00]{3,200})\"|'([^'\n\x00]{3,200})'|([^\s\"'\x00-][^\s\"'\x00]{2,200}))"
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
    for pattern, gate in (
        (_HERE_STRING, "<<<" in lowercase),
        (_PIPED_PASSWORD, "|" in lowercase and ("echo" in lowercase or "printf" in lowercase or "<<<" in lowercase)),
    ):
        for match in re.finditer(pattern, text) if gate else ():
            which = next(number for number in (1, 2, 3) if match.group(number) is not None)
            value = match.group(which)
            if " " in value or not is_likely_password(value):
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
    if value[:1] in ("-", "") or " " in value or _is_port_mapping(value) or not is_likely_password(value):
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


def _is_port_mapping(value: str) -> bool:
    """Whether the value is what docker -p usually takes: ports such as 8080:80."""
    return all(part.isdigit() for part in value.replace(":", ".").replace("/tcp", "").replace("/udp", "").split("."))
