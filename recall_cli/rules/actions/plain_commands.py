"""Commands that a sentence names without quotes: "never npm", "every helm upgrade gets …", "use rg, not grep -r"."""

from recall_cli.domain.record import Record
from recall_cli.language.tables import read_phrases, read_words
from recall_cli.rules.actions.shell_commands import SAME_WORDS, SCRIPT_RUNNERS, WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_WORDS = 6
"""A command without quotes ends at the latest after so many words."""
MAX_NEGATION_DISTANCE = 3
PROGRAMS = read_words("words", "programs")
"""Well-known programs, so that a command without quotes is recognized."""
FORBIDDING = read_phrases("words", "forbidding")
"""Words before a command that forbid it."""
NAMING = read_phrases("words", "naming a command")
"""Words before a command without quotes."""
RUNNING = ("run", "runs", "running", "execute")
"""Words before a command of one word."""
STOP_WORDS = read_words("words", "ends of commands")
"""Words that end a command without quotes."""
NEGATIONS = read_words("words", "negations") - {"without", "except"}
NO_SUBCOMMANDS = STOP_WORDS | NEGATIONS | read_words("words", "light words")
JOINING = ("or", "and", "not", "nor")
"""Words between two commands of one program: `terraform plan or apply`."""
SENTENCE_ENDS, CLAUSE_ENDS = (".", "!", "?", ":", ";"), (",", ";", ":", ".", "!", "?", ")")
SIGNS = ",;:!?\"'()"


class PlainCommand(Record):
    """A command in a sentence."""

    line: str
    forbidden: bool
    before: str
    """The words of the sentence before it."""
    after: str
    """The text from it on."""
    flags: "tuple[str, ...]" = ()
    """The flags that it should have."""
    then: str = ""
    """The subcommand that the sentence names after it: `create` after `gh pr`."""

    @property
    def is_bare(self) -> bool:
        """Whether only the program without words is meant: `make` without a target."""
        return " " not in self.line and self.after.startswith(f"{self.line} without ")

    @property
    def is_advice(self) -> bool:
        """Whether the text says to run it."""
        return self.before.lower().endswith(NAMING)


def find_plain_commands(text: str) -> "list[PlainCommand]":
    """The commands that a text names without quotes; what a sentence says to run beside another is left out."""
    found: list[PlainCommand] = []
    for words in _sentences(text):
        commands = [*_commands_of(words)]
        if len(commands) > 1:
            commands = [one for one in commands if one.forbidden or not one.is_advice]
        found += commands
    return found


def _sentences(text: str) -> "Iterator[list[str]]":
    sentence: list[str] = []
    for word in text.split():
        name = _plain(word)
        sentence += word.replace(name, SAME_WORDS.get(name, name), 1).split() if name in SAME_WORDS else [word]
        if word.endswith(SENTENCE_ENDS) and len(word) > 1:
            yield sentence
            sentence = []
    yield sentence


def _commands_of(words: "list[str]") -> "Iterator[PlainCommand]":
    at = 0
    while at < len(words):
        tail = _tail(words, at)
        if not tail or not _starts_command(tail, words[at]):
            at += 1
            continue
        before, after = " ".join(words[:at]), " ".join(words[at:])
        forbidden = is_forbidden(words[:at], is_alone=len(tail) == 1 and not words[at].endswith(CLAUSE_ENDS))
        if forbidden or len(tail) > 1 or before.lower().endswith(RUNNING):
            line, flags = (tail, ()) if forbidden else _general_form(tail, words[at + 1 :])
            then = "" if forbidden else _subcommand(words[at + len(line) :]) if line == tail[: len(line)] else ""
            plain = " ".join(line)
            yield PlainCommand(line=plain, forbidden=forbidden, before=before, after=after, flags=flags, then=then)
        for word, is_negated in _joined(words, at, len(tail)) if len(tail) > 1 else ():
            negated = forbidden or is_negated
            yield PlainCommand(line=f"{tail[0]} {word}", forbidden=negated, before=before, after=after)
        at += len(tail)


def _tail(words: "list[str]", start: int) -> "list[str]":
    """The words of the command that begins here: until a sign, or a word that no command has."""
    tail: list[str] = []
    for word in words[start : start + MAX_WORDS]:
        plain = _plain(word)
        if not plain or (tail and plain.lower() in STOP_WORDS) or plain in ("—", "-", "–"):
            break
        tail.append(plain)
        if word[-1] in ",;:!?)" or (word[-1] == "." and len(word) > 1):
            break
    return tail


def _plain(word: str) -> str:
    plain = word.strip(SIGNS)
    return plain.rstrip(".") or plain


def _starts_command(tail: "list[str]", word: str) -> bool:
    """Whether a word is a program: a well-known one, a script, or a word before a flag: `grep -r`."""
    program = tail[0]
    is_known = program in PROGRAMS or program.startswith("./") or program.endswith((".sh", ".py"))
    has_flag = len(tail) > 1 and tail[1][:1] == "-" and tail[1].strip("-") != ""
    is_word = program.isalpha() and program.islower() and program.isascii() and program not in STOP_WORDS
    return word.strip("\"'(").startswith(program) and (is_known or (has_flag and is_word and program not in VERBS))


VERBS = frozenset(phrase.rpartition(" ")[2] for phrase in (*NAMING, *FORBIDDING))
"""Words before a command, which are no programs themselves."""


def is_forbidden(words: "list[str]", *, is_alone: bool) -> bool:
    """Whether the words before a command forbid it: `never`, `don't ever run`, `instead of plain`.

    A program of which only the name is said, with more words after it, is forbidden only as what is used or run: "not
    git problems" forbids nothing, "don't call make without a target" does.
    """
    before = [_plain(word).lower() for word in words[-MAX_NEGATION_DISTANCE:]]
    if " ".join(before).endswith(FORBIDDING):
        return True
    negation = next((at for at in reversed(range(len(before))) if _negates(before, at)), None)
    if negation is None or any(word.endswith(CLAUSE_ENDS) for word in words[-MAX_NEGATION_DISTANCE:][negation:]):
        return False
    between = before[negation + 1 :]
    if before[negation] in ("instead", "rather"):
        return between[:1] in (["of"], ["than"])
    return not STOP_WORDS.intersection(between) and (not is_alone or (bool(between) and between[-1] in VERBS))


def _negates(words: "list[str]", at: int) -> bool:
    return words[at] in NEGATIONS or (words[at] == "rather" and words[at + 1 : at + 2] == ["than"])


def _general_form(tail: "list[str]", rest: "list[str]") -> "tuple[list[str], tuple[str, ...]]":
    """A command that is not forbidden, without its details, which can be words of the sentence; and its flags.

    One flag beside it says which command is meant, as in `git push --force`. Several, one with a value, or one after a
    verb ("needs -race") say how to run it; after "with" it can be either.
    """
    runs_another = (tail[0] in SCRIPT_RUNNERS or tail[0] in WRAPPERS) and tail[1:2] in (
        ["run"],
        ["exec"],
    )  # `npm run build`, `uv run pytest`
    head = 2 if runs_another or tail[:2] == ["docker", "compose"] else 1
    if len(tail) <= head or tail[head][:1] == "-":
        return tail, ()
    flags = [(at, flag) for at, word in enumerate(rest) if (flag := _plain(word))[:1] == "-" and flag.strip("-")]
    names = tuple(flag for _, flag in flags)
    if len(names) == 1 and tail[head + 1 : head + 2] == [*names] and "=" not in names[0]:
        return [*tail[: head + 1], *names], ()
    is_needed = len(names) > 1 or any("=" in flag or _plain(rest[at - 1]) not in STOP_WORDS for at, flag in flags)
    return tail[: head + 1], names if is_needed else ()


def _subcommand(rest: "list[str]") -> str:
    """The first of the words after a command, if its form shows that it still belongs to the command.

    A verb, a flag or the end of the clause comes after it, and it is neither itself: `gh pr create needs`, `run gh pr
    create.`, but `npm install fails`, `git push only works`.
    """
    word = _plain(rest[0]) if rest else ""
    is_word = word.replace("-", "").isalpha() and word.islower() and word[:1] != "-"
    if not is_word or word in NO_SUBCOMMANDS or word.endswith(("s", "ed", "ing", "ly")):
        return ""
    after = "" if rest[0].endswith(CLAUSE_ENDS) else _plain(rest[1]) if len(rest) > 1 else ""
    is_verb = after.isalpha() and after.endswith("s") and not after.endswith(("ss", "ways", "times"))
    return word if not after or after[:1] == "-" or is_verb else ""


def _joined(words: "list[str]", start: int, length: int) -> "Iterator[tuple[str, bool]]":
    """Further commands of the same program: `or apply`, `, not restart`; with whether they are negated."""
    at = start + length
    while at + 1 < len(words) and words[at] in JOINING and words[at + 1][:1].islower():
        if _plain(words[at + 1]) in PROGRAMS:
            break
        yield _plain(words[at + 1]), words[at] == "not"
        at += 2


def named_folder(after: str) -> str:
    """The folder that follows a forbidden command: `in tests/`."""
    text = after.replace("`", " ")
    words = text.split()[: MAX_WORDS + 4]
    for at, word in enumerate(words[:-1]):
        if word.lower() in ("in", "inside", "under", "within", "from"):
            name = words[at + 1].strip(".,;:!?\"'()")
            name = words[at + 2].strip(".,;:!?\"'()") if name == "the" and at + 2 < len(words) else name
            return name.strip("/") if "/" in name else ""
        if word[-1] in ".;!?":
            return ""
    return ""
