"""Shell commands: the simple commands of a line, what each runs, and the files that it reads."""

from recall_cli.domain.record import Record
from recall_cli.language.tables import read_rows, read_words

MAX_COMMAND_LETTERS = 4_000
MAX_SIMPLE_COMMANDS = 24
MAX_WORDS = 60
WRAPPERS = read_words("words", "wrappers of commands")
"""Programs that run another one; what they run is the command."""
WRAPPER_WORDS = frozenset(("run", "exec", "tool"))
"""Words of a wrapper that stand between it and the command, as in `poetry run pytest`."""
READERS = frozenset("bat cat head less more nl sed tail awk wc grep rg vim nano code diff".split())
"""Programs whose arguments name files that are read."""
SEPARATORS = frozenset(("&&", "||", ";", "|", "&", "|&", "\n"))
SHELLS = frozenset(("bash", "sh", "zsh"))
SSH_VALUES = frozenset("-b -c -D -E -F -i -J -l -L -m -o -p -R -W".split())
"""Options of `ssh` with a value in the next word."""
SCRIPT_RUNNERS = frozenset(("npm", "pnpm", "yarn"))
"""`npm run test` and `npm test` are one command."""
SAME_WORDS = read_rows("words", "same commands")
"""Other names of programs, of their commands, and of flags of a program or of one of its commands."""
MAX_JOINED_FLAGS = 4
"""A longer word after one dash is a name, as in `find -name`; a shorter one can be several flags: `rm -rf`."""


class SimpleCommand(Record):
    """One program with its arguments."""

    words: "tuple[str, ...]"
    folder: str = ""
    """The folder that an earlier `cd` of the same line went to; empty if there was none."""


def split_shell_words(line: str) -> "list[str]":
    """The words of a command line, without quotes; operators are words of their own."""
    words: list[str] = []
    word: list[str] = []
    quote, begun, at = "", False, 0
    line = line[:MAX_COMMAND_LETTERS].replace("\\\n", " ")
    while at < len(line):
        letter = line[at]
        if quote:
            if letter == quote:
                quote = ""
            elif letter == "\\" and quote == '"' and at + 1 < len(line):
                at += 1
                word.append(line[at])
            else:
                word.append(letter)
        elif letter in "\"'":
            quote, begun = letter, True
        elif letter == "\\" and at + 1 < len(line):
            at += 1
            word.append(line[at])
        elif letter in " \t\n;|&()":
            if word or begun:
                words.append("".join(word))
                word, begun = [], False
            if letter not in " \t":
                pair = line[at : at + 2]
                is_pair = pair in ("&&", "||", "|&")
                words.append(pair if is_pair else ";" if letter in "()\n" else letter)
                at += is_pair
        else:
            word.append(letter)
        at += 1
    if word or begun:
        words.append("".join(word))
    return words


def simple_commands(line: str) -> "list[SimpleCommand]":
    """The programs that a command line runs, each with its arguments, without variables and wrappers before it."""
    commands: list[SimpleCommand] = []
    current: list[str] = []
    folder = ""
    for word in [*split_shell_words(line), ";"]:
        if word not in SEPARATORS:
            current.append(word)
            continue
        words, current = _strip_wrappers(current), []
        if not words:
            continue
        if words[0] == "cd" and len(words) > 1:
            folder = words[1] if words[1].startswith(("/", "~")) or not folder else f"{folder}/{words[1]}"
        elif words[0] in SHELLS and len(words) > 2 and words[1].startswith("-") and "c" in words[1]:
            commands += simple_commands(words[2]) if len(words[2]) < len(line) else []
        elif words[0] == "ssh" and (remote := _remote_command(words)) and len(remote) < len(line):
            commands += simple_commands(remote)
        else:
            commands.append(SimpleCommand(words=tuple(words[:MAX_WORDS]), folder=folder))
        if len(commands) >= MAX_SIMPLE_COMMANDS:
            break
    return commands[:MAX_SIMPLE_COMMANDS]


def _remote_command(words: "list[str]") -> str:
    """The command that `ssh` runs on another machine; empty if it only connects."""
    at = 1
    while at < len(words) and words[at][:1] == "-":
        at += 2 if words[at] in SSH_VALUES else 1
    return " ".join(words[at + 1 :])


def _strip_wrappers(words: "list[str]") -> "list[str]":
    """The words of a command from its program on."""
    at = 0
    while at < len(words):
        word = words[at]
        name, equals, _ = word.partition("=")
        program = word.rpartition("/")[2]
        if equals and name.isidentifier():
            at += 1
        elif program in WRAPPERS and at + 1 < len(words) and words[at : at + 2] != ["uv", "pip"]:
            at += 1
            while at < len(words) - 1 and (
                words[at][:1] == "-" or words[at] in WRAPPER_WORDS or words[at][:1].isdigit()
            ):
                at += 2 if program == "sudo" and words[at] in ("-u", "-g") and at + 2 < len(words) else 1
        elif _is_python(program) and words[at + 1 : at + 2] == ["-m"] and at + 2 < len(words):
            return words[at + 2 :]  # python -m pytest is pytest
        else:
            break
    rest = words[at:]
    return [rest[0].rpartition("/")[2] or rest[0], *rest[1:]] if rest else []


def files_read(command: SimpleCommand) -> "list[str]":
    """The files that a command reads, as far as its arguments show."""
    if command.words[0] not in READERS:
        return []
    return [word for word in command.words[1:] if word[:1] not in ("-", "") and "." in word.rpartition("/")[2]]


def plain_form(words: "tuple[str, ...]") -> "tuple[str, ...]":
    """A command in the form in which it is compared: one name for each program, command and flag that has several."""
    if words[0] in SHELLS and len(words) > 1 and words[1].endswith(".sh"):
        words = (words[1].rpartition("/")[2], *words[2:])
    program = words[0].rstrip("0123456789.") if _is_python(words[0]) else words[0]
    form = [*SAME_WORDS.get(program, program).split(), *_split_flags(words[1:])]
    at = next((at for at, word in enumerate(form) if at and word[:1] != "-" and form[at - 1] != "-C"), 0)
    if at and form[0] in SCRIPT_RUNNERS and form[at] in ("run", "run-script") and at + 1 < len(form):
        del form[at]
    if at:
        form[at] = SAME_WORDS.get(f"{form[0]} {form[at]}", form[at])
    heads = [f"{form[0]} {form[at]} ", f"{form[0]} "] if at else [f"{form[0]} "]
    return tuple(
        next((SAME_WORDS[head + word] for head in heads if head + word in SAME_WORDS), word)
        if word[:1] == "-"
        else word
        for word in form
    )


def includes_command(action: "tuple[str, ...]", named: "tuple[str, ...]") -> bool:
    """Whether an action is what a text named: the same program, with all flags, and all other words in their order."""
    if not named or not action:
        return False
    action, named = plain_form(action), plain_form(named)
    if named[0] == "*":  # any program; the word after it is what it does
        if named[1:2] != next(((word,) for word in action[1:] if word[:1] != "-"), ()):
            return False
    elif action[0] != named[0]:
        return False
    flags = {word for word in action[1:] if word[:1] == "-"}
    rest = iter([word for word in action[1:] if word[:1] != "-"])
    return all(
        word in flags if word[:1] == "-" else any(_is_same_word(word, other) for other in rest) for word in named[1:]
    )


def installed_packages(command: SimpleCommand) -> "list[str]":
    """The packages that a command installs or adds, without their versions."""
    _, *words = [word for word in plain_form(command.words) if word[:1] != "-"]
    if words[:1] not in (["install"], ["add"], ["get"]):
        return []
    return [name for word in words[1:] if (name := _package_name(word))]


def _package_name(word: str) -> str:
    """The name in `name@1.2`, `name==1.2` and `name[extra]>=2`; empty for a path."""
    name = word[:1] + word[1:].partition("@")[0]
    for mark in "=<>~[!":
        name = name.partition(mark)[0]
    return "" if name[:1] in "./" else name.lower()


def _is_python(program: str) -> bool:
    return program.rstrip("0123456789.") in ("python", "pip")


def _split_flags(words: "tuple[str, ...]") -> "list[str]":
    """The words with `--flag=value` as two words, and `-rf` as `-r -f`, so that all ways of writing are one."""
    result: list[str] = []
    for word in words:
        flag, equals, value = word.partition("=")
        if equals and flag.startswith("--"):
            result += [flag, value]
        elif word[:1] == "-" and 2 < len(word) <= MAX_JOINED_FLAGS and word[1:].isalpha():
            result += [f"-{letter}" for letter in word[1:]]
        else:
            result.append(word)
    return result


def _is_same_word(named: str, word: str) -> bool:
    named, word = named.rstrip("/"), word.rstrip("/")
    if named[-1:] == "=":
        return word.startswith(named)
    return named == word or (len(named) > 2 and word.endswith("/" + named))
