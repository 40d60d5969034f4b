"""Shell commands: the simple commands of a line, what each runs, and the files that it reads."""

from recall_cli.domain.record import Record

MAX_COMMAND_LETTERS = 4_000
MAX_SIMPLE_COMMANDS = 24
MAX_WORDS = 60
WRAPPERS = frozenset(
    "command doas env exec nice nohup npx sudo time timeout uv uvx pipx poetry pipenv xargs bundle pnpx bunx".split()
)
"""Programs that run another one; what they run is the command."""
WRAPPER_WORDS = frozenset(("run", "exec", "tool"))
"""Words of a wrapper that stand between it and the command, as in `poetry run pytest`."""
READERS = frozenset("bat cat head less more nl sed tail awk wc grep rg vim nano code diff".split())
"""Programs whose arguments name files that are read."""
SEPARATORS = frozenset(("&&", "||", ";", "|", "&", "|&", "\n"))


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
        elif words[0] in ("bash", "sh", "zsh") and len(words) > 2 and words[1].startswith("-") and "c" in words[1]:
            commands += simple_commands(words[2]) if len(words[2]) < len(line) else []
        else:
            commands.append(SimpleCommand(words=tuple(words[:MAX_WORDS]), folder=folder))
        if len(commands) >= MAX_SIMPLE_COMMANDS:
            break
    return commands[:MAX_SIMPLE_COMMANDS]


def _strip_wrappers(words: "list[str]") -> "list[str]":
    """The words of a command from its program on."""
    at = 0
    while at < len(words):
        word = words[at]
        name, equals, _ = word.partition("=")
        program = word.rpartition("/")[2]
        if equals and name.isidentifier():
            at += 1
        elif program in WRAPPERS and at + 1 < len(words):
            at += 1
            while at < len(words) - 1 and (
                words[at][:1] == "-" or words[at] in WRAPPER_WORDS or words[at][:1].isdigit()
            ):
                at += 1
        elif program in ("python", "python3") and words[at + 1 : at + 2] == ["-m"] and at + 2 < len(words):
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


def includes_command(action: "tuple[str, ...]", named: "tuple[str, ...]") -> bool:
    """Whether an action is what a text named: the same program, with all words of it in the same order."""
    if not named or not action or action[0] != named[0]:
        return False
    rest = iter(_split_flags(action[1:]))
    return all(any(_is_same_word(word, other) for other in rest) for word in _split_flags(named[1:]))


def _split_flags(words: "tuple[str, ...]") -> "list[str]":
    """The words with `--flag=value` as two words, so that both ways of writing are one."""
    result: list[str] = []
    for word in words:
        flag, equals, value = word.partition("=")
        result += [flag, value] if equals and flag.startswith("--") else [word]
    return result


def _is_same_word(named: str, word: str) -> bool:
    named, word = named.rstrip("/"), word.rstrip("/")
    return named == word or (len(named) > 2 and word.endswith("/" + named))
