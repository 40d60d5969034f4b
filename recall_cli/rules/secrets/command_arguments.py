"""Secrets that commands take as arguments: mysql -pX, sshpass -p X, docker login -p X."""

from recall_cli.language.patterns import compile_pattern
from recall_cli.language.tables import read_rows
from recall_cli.rules.secrets.value_shape import is_likely_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_STATEMENT = compile_pattern(r"[^\n|;&]+")
_ELISION = compile_pattern(r"(?i)(?<![\w'-])([cdjlmnst]|qu|un|[dn]?ell|[ad]ll)['’](?=\w)")
"""An apostrophe that opens no quotation: "j'ai lancé"."""
_ARGUMENT = compile_pattern(r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'`])+")


def _build_places() -> "dict[str, list[str]]":
    """For each command, the places where it takes a secret."""
    places_by_command: dict[str, list[str]] = {}
    for places, commands in read_rows("secrets", "commands").items():
        for command in commands.split():
            places_by_command.setdefault(command, []).extend(places.split())
    return places_by_command


_PLACES_BY_COMMAND = _build_places()


def find_command_passwords(text: str) -> "Iterator[tuple[int, int, str]]":
    """The passwords that the commands of a text take at their known places."""
    if _PLACES_BY_COMMAND.keys().isdisjoint(text.translate(_COMMAND_ENDS).split()):
        return
    text = _ELISION.sub(lambda elision: f"{elision[1]} ", text)
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
