"""What a memory's text names exactly: commands, and errors by their codes; and which commands it forbids."""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.language.tables import read_phrases, read_words
from recall_cli.rules.actions.error_lines import TYPE_ENDINGS, find_errors
from recall_cli.rules.actions.fingerprint import Fingerprint
from recall_cli.rules.actions.plain_commands import (
    FORBIDDING,
    NEGATIONS,
    PROGRAMS,
    RUNNING,
    SENTENCE_ENDS,
    SIGNS,
    PlainCommand,
    find_plain_commands,
    is_forbidden,
    named_folder,
)
from recall_cli.rules.actions.shell_commands import SimpleCommand, includes_command, simple_commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TEXT_LETTERS = 4_000
MAX_WORDS_BEFORE = 12
"""So many words before a quoted command are read."""
MAX_NAMED = 12
"""Further commands, codes or errors of one text are ignored."""
LANGUAGES = frozenset("bash deno java node php python python3 ruby sh".split())
"""Programs that are named as languages more often than as commands."""
SELF_QUESTIONS = ("version", "help", "V", "v", "h")
"""What a program is asked about itself."""
ERRNO_NAMES = read_words("words", "error names")
GENERAL_TYPES = read_words("words", "general error types")
"""Types that name a great many different errors, so that they say nothing alone."""


class NamedCommand(Record):
    """A command that a text names."""

    words: "tuple[str, ...]"
    forbidden: bool = False
    folder: str = ""
    """The folder in which alone it is meant, if the text names one."""
    alone: bool = False
    """Whether only the program itself is meant, and none of its commands: `make`, and not `make deploy`."""
    flags: "tuple[str, ...]" = ()
    """The flags that it should have: a command with all of them is as it should be."""
    then: str = ""
    """The subcommand that the text names after it: a command with another one is not meant."""


class NamedActions(Record):
    """Everything that a text names exactly."""

    commands: "tuple[NamedCommand, ...]" = ()
    errors: "tuple[Fingerprint, ...]" = ()
    codes: "tuple[str, ...]" = ()
    packages: "tuple[str, ...]" = ()
    """Words of which the text says how they are: packages, if a command installs one of that name."""


def read_named_actions(text: str) -> NamedActions:
    """The commands, errors and error codes that a memory's text names."""
    text = text[:MAX_TEXT_LETTERS]
    told = read_told_programs(text)
    commands = named_commands(text)
    if "`" not in text:  # "docker needs sudo" is no command
        commands = [one for one in commands if one.forbidden or one.words[0] not in told.programs]
    commands = commands or [NamedCommand(words=(program,)) for program in told.programs]
    commands += [NamedCommand(words=words, forbidden=True) for words in told.forbidden]
    return NamedActions(
        commands=tuple(commands)[:MAX_NAMED],
        packages=told.subjects,
        errors=tuple(_named_errors(text))[:MAX_NAMED],
        codes=tuple(error_codes(text))[:MAX_NAMED],
    )


def named_commands(text: str) -> "list[NamedCommand]":
    """The commands that a text names: in backticks, or in a sentence as what is done or not done."""
    parts = text.split("`")
    commands = find_plain_commands(" ".join(parts[::2]) if len(parts) > 2 else text)
    quoted = [_quoted_command(*parts[at - 1 : at + 2]) for at in range(1, len(parts) - 1, 2)]
    forbids = any(command.forbidden for command in (*commands, *quoted))
    found: dict[tuple[str, ...], NamedCommand] = {}
    for command in quoted:
        if not forbids or command.forbidden or not command.is_advice:
            _add_command(found, command, is_quoted=True)
    for command in commands:
        _add_command(found, command, is_quoted=False)
    return list(found.values())


def _quoted_command(before: str, line: str, after: str) -> PlainCommand:
    words = before.split()[-MAX_WORDS_BEFORE:]
    lead = " ".join(words)
    forbidden = lead.lower().endswith(FORBIDDING) or is_forbidden(words, is_alone=False)
    return PlainCommand(line=line, forbidden=forbidden, before=lead, after=after)


def _add_command(found: "dict[tuple[str, ...], NamedCommand]", command: PlainCommand, *, is_quoted: bool) -> None:
    """Note the command of a line, the last if it has several; one that is forbidden somewhere stays forbidden."""
    line = command.line.strip()
    if not line or len(line) >= 200 or "\n" in line:
        return
    plain = _without_placeholders(line)
    commands = simple_commands(plain.replace("||", "&&").partition("|")[0] if is_quoted else plain)
    if not commands or (len(commands) > 1 and not is_quoted):
        return
    is_wrapped = len(commands) == 1 and not plain.split()[0].endswith(commands[0].words[0])
    words = tuple(word for word in commands[-1].words if word)
    program = words[0] if words else ""
    is_script = program.startswith("./") or program.endswith((".sh", ".py"))
    is_run = command.before.lower().rpartition(" ")[2] in RUNNING
    is_clear = len(words) > 1 or command.forbidden or is_run or is_script or is_wrapped
    if program not in PROGRAMS and not is_script and not (is_clear and _can_be_program(program)):
        return
    if not is_clear and (program in LANGUAGES or command.after.lstrip()[:1].isdigit()):
        return
    known = found.get(words)
    if known is None or (command.forbidden and not known.forbidden):
        found[words] = NamedCommand(
            words=words,
            forbidden=command.forbidden,
            folder=_folder_of(command),
            alone=not is_clear or command.is_bare,
            flags=command.flags,
            then=command.then,
        )
    elif known.then != command.then:  # of several subcommands each is meant
        found[words] = known.but(then="")


def _folder_of(command: PlainCommand) -> str:
    """The folder in which a command is forbidden, or that a sentence names right after it."""
    if command.forbidden:
        return named_folder(command.after) or named_folder(command.before)
    return named_folder(" ".join(command.after.removeprefix(command.line).split()[:2]))


def _without_placeholders(line: str) -> str:
    """A command without what stands for something else: `<name>`, `$NAME`, `{name}`, `…`."""
    parts = line.split("<")
    for at, part in enumerate(parts[1:], 1):
        name, end, rest = part.partition(">")
        parts[at] = rest if end and name[:1].isalpha() else f"<{part}"
    words = "".join(parts).replace("…", "").split(" ")
    if words[0][:1] == "$":
        return ""
    return " ".join(word for word in words if not _is_placeholder(word.strip("\"'")))


def _is_placeholder(word: str) -> bool:
    is_variable = word[:1] == "$" and word[1:2] != "("
    return is_variable or word == "..." or (word[:1] + word[-1:] in ("{}", "[]") and word[1:-1].isidentifier())


def _can_be_program(word: str) -> bool:
    return word[:1].isalpha() and word.replace("-", "").replace("_", "").replace(".", "").isalnum() and word.islower()


def _named_errors(text: str) -> "list[Fingerprint]":
    """The errors that a text quotes: in backticks or quotes, as whole lines, or after `XError:` in a sentence."""
    found: dict[str, Fingerprint] = {}
    pieces = [*text.split("`")[1::2], *text.split('"')[1::2]]
    for line in text.splitlines():
        pieces += [line, *_typed_parts(line)]
    for piece in pieces:
        for shorter in _without_explanation(piece.strip()):
            for error in find_errors(shorter):
                if len(error.message) >= 6:
                    found.setdefault(error.text, error)
    return list(found.values())


EXPLAINING = read_phrases("words", "explaining")
"""What follows an error in a sentence about it."""


def _typed_parts(line: str) -> "list[str]":
    """The parts of a sentence that begin with the type of an error: `KeyError: 'user' in load()`."""
    words = line.split(" ")
    starts = [at for at, word in enumerate(words) if word.rstrip(":").endswith(TYPE_ENDINGS[:4]) and word[-1:] == ":"]
    return [" ".join(words[at:]) for at in starts[:3]]


def _without_explanation(piece: str) -> "list[str]":
    """A quoted error, and the same without what a sentence says about it."""
    head, colon, message = piece.partition(": ")
    shorter = {piece: None}
    if colon:
        for mark in EXPLAINING:
            cut = message.partition(mark)[0].rstrip(" .,;:")
            if cut and cut != message:
                shorter[f"{head}: {cut}"] = None
    return [*shorter]


def error_codes(text: str) -> "list[str]":
    """The codes and the special types of a text: E0502, ECONNREFUSED, ERR_REQUIRE_ESM, DetachedInstanceError."""
    found: dict[str, None] = {}
    for word in text.replace("[", " ").replace("]", " ").replace("(", " ").replace(")", " ").split():
        plain = word.strip("\"'`.,;:!?<>{}")
        name = plain.replace("::", ".").rpartition(".")[2].partition(":")[0]
        is_special = name.endswith(TYPE_ENDINGS[:7]) and name not in GENERAL_TYPES and _is_camel_case(name)
        if name in ERRNO_NAMES or _is_numbered_code(name) or _is_constant(name) or is_special:
            found[name] = None
        if len(found) >= MAX_NAMED:
            break
    return list(found)


def _is_numbered_code(name: str) -> bool:
    """Whether a word is a numbered code: one to six capitals with three to five digits."""
    letters = name.rstrip("0123456789").rstrip("-")
    digits = len(name) - len(name.rstrip("0123456789"))
    return 3 <= digits <= 5 and 1 <= len(letters) <= 6 and letters.isalpha() and letters.isupper()


def _is_constant(name: str) -> bool:
    """Whether a word is of three or more words in capitals, as CERTIFICATE_VERIFY_FAILED is."""
    return name.count("_") > 1 and name.isupper() and name.replace("_", "").isalnum()


def _is_camel_case(name: str) -> bool:
    return name.isalnum() and name[:1].isupper() and sum(map(str.isupper, name)) > 1 and not name.isupper()


def matching_command(
    named: "tuple[NamedCommand, ...]", action: "list[SimpleCommand]", folder: str
) -> "NamedCommand | None":
    """The first command of a text that an action runs, forbidden ones first; `folder` is where the session works."""
    for command in sorted(named, key=lambda one: not one.forbidden):
        if any(_is_run(command, simple) and _is_place(command.folder, simple, folder) for simple in action):
            return command
    return None


def _is_run(command: NamedCommand, simple: SimpleCommand) -> bool:
    """Whether a simple command is what a text named."""
    if command.alone and any(word[:1] != "-" and word.replace("-", "").isalpha() for word in simple.words[1:]):
        return False
    if len(command.words) == 1 and len(simple.words) == 2 and simple.words[1].lstrip("-") in SELF_QUESTIONS:
        return False
    if command.flags and includes_command(simple.words, (simple.words[0], *command.flags)):
        return False
    if command.then and simple.words[: len(command.words)] == command.words:
        following = "".join(simple.words[len(command.words) :][:1])
        if following != command.then and following[:1] != "-" and following.replace("-", "").isalpha():
            return False
    return includes_command(simple.words, command.words)


def _is_place(named: str, simple: SimpleCommand, folder: str) -> bool:
    """Whether a command runs in the folder that a text names, or for it: `make -C tests`, `-chdir=infra/prod`."""
    place = simple.folder if simple.folder.startswith("/") else f"{folder}/{simple.folder}"
    values = [word.rpartition("=")[2].strip("./") for word in simple.words[1:]]
    return not named or any(f"/{named}/" in f"/{path}/" for path in (place, *values))


ANY_PROGRAM = "*"
"""Stands for the program of a command of which a text only says what it does: `* push main`."""
LEADING = ("to", "into", "onto")
"""Words before what a command is applied to."""
ARTICLES = ("the", "a", "an", "any", "our")
JOINING = ("and", "but", "so", "otherwise")
"""Words that join a clause to the one before; after others, such as "because", it tells of that one."""
AUXILIARIES = frozenset("is are was were has have can cannot could must should will would does did do needs".split())
MAX_SUBJECTS = 6


class ToldPrograms(Record):
    """What a text says of programs."""

    programs: "tuple[str, ...]" = ()
    """Programs of which it says how they are or behave."""
    subjects: "tuple[str, ...]" = ()
    """All words of which it says that, since a package can have any name."""
    forbidden: "tuple[tuple[str, ...], ...]" = ()
    """What is not to be done to what, as a command of any program; or a program that another is preferred to."""


def read_told_programs(text: str) -> ToldPrograms:
    """What a text says of programs, of packages, and of what no program is to do."""
    programs: dict[str, None] = {}
    subjects: dict[str, None] = {}
    forbidden: dict[tuple[str, ...], None] = {}
    is_first, is_end = True, False  # a later sentence mostly explains the first one
    for words in _clauses(text):
        plain = [word.strip(SIGNS + "`.").lower() for word in words]
        subject = _subject(plain)
        if subject:
            subjects[subject] = None
        is_first = is_first and not is_end
        is_end = words[-1:] != [] and words[-1].endswith(SENTENCE_ENDS)
        if is_first and subject in PROGRAMS:
            programs[subject] = None
        told = ["", *(word for word in plain if word != "ever")]
        for at, word in enumerate(told):
            if told[at - 1 : at] == ["over"] and word in PROGRAMS and told[at - 2] in PROGRAMS:
                forbidden[word,] = None
            if told[at - 1] in NEGATIONS and word.isalpha() and (target := _target(told[at + 1 :])):
                forbidden[ANY_PROGRAM, word, *target] = None
    return ToldPrograms(
        programs=tuple(programs)[:MAX_SUBJECTS],
        subjects=tuple(subjects)[:MAX_SUBJECTS],
        forbidden=tuple(forbidden)[:MAX_SUBJECTS],
    )


def _clauses(text: str) -> "Iterator[list[str]]":
    """The clauses between signs, as words."""
    clause: list[str] = []
    for word in text.split():
        clause.append(word)
        if word.endswith((*SENTENCE_ENDS, ",", ")")) and len(word) > 1:
            yield clause
            clause = []
    yield clause


def _subject(words: "list[str]") -> str:
    """The word of which a clause says how it is: its first one, with an auxiliary verb after it.

    "docker needs sudo", "psycopg2 still doesn't build"; not "docker images must", nor "because docker is slow".
    """
    at = next((at for at, word in enumerate(words) if word not in JOINING), None)
    if at is None or words[at] in STOP_WORDS:
        return ""
    verb = at + 1
    while verb < len(words) - 1 and words[verb] in STOP_WORDS - AUXILIARIES and "'" not in words[verb]:
        verb += 1
    is_verb = verb < len(words) and (words[verb] in AUXILIARIES or words[verb].endswith("n't"))
    return words[at] if is_verb else ""


def _target(words: "list[str]") -> "list[str]":
    """What an order is about: the words until one after "to" or "into"; empty without such a word."""
    target: list[str] = []
    is_led = False
    for word in words:
        if word in LEADING:
            is_led = True
        elif word in ARTICLES:
            continue
        elif word in STOP_WORDS or not word:
            return []
        elif not word.endswith("ly"):
            target.append(word)
            if is_led:
                return target
    return []
