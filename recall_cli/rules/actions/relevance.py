"""Which memories bear on an action, and how directly: the rules that choose the lines shown when an agent acts."""

from recall_cli.domain.record import Record
from recall_cli.language.tables import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory
    from recall_cli.rules.actions.error_phrases import Word
    from recall_cli.rules.actions.fingerprint import Fingerprint
    from recall_cli.rules.actions.memory_keys import MemorySubjects
    from recall_cli.rules.actions.shell_commands import SimpleCommand

FORBIDDEN, ERROR_FIXED, ERROR_NAMED, ERROR_QUOTED, LINES, FILE, FOLDER, COMMAND, ERROR_CODE = (
    "forbidden",
    "error fixed",
    "error named",
    "error quoted",
    "lines",
    "file",
    "folder",
    "command",
    "error code",
)
WEIGHTS = {
    FORBIDDEN: 7,
    ERROR_FIXED: 6,
    ERROR_NAMED: 5,
    ERROR_QUOTED: 5,
    LINES: 4,
    FILE: 3,
    FOLDER: 2,
    COMMAND: 2,
    ERROR_CODE: 1,
}
"""The more directly a memory bears on the action, the more it weighs."""
MIN_WORD_LETTERS = 4
TRUSTED_AUTHORS = frozenset(("user", "agent"))
"""Whose memories may bear on what they name. What was imported or came from a tool could be a stranger's order."""


class Action(Record):
    """What an agent does, as the rules see it."""

    files: "tuple[tuple[str, tuple[int, int] | None], ...]" = ()
    """Paths in the project, each with the lines that are read, if only some are."""
    only_files: "tuple[str, ...]" = ()
    """Of these, the paths of the files whose name no other file of the project has."""
    changed_files: "tuple[str, ...]" = ()
    """Of these, the paths of the files that are changed."""
    commands: "tuple[SimpleCommand, ...]" = ()
    errors: "tuple[Fingerprint, ...]" = ()
    error_lines: "tuple[str, ...]" = ()
    error_words: "tuple[list[Word], ...]" = ()
    """The words of these lines, which are compared with many memories."""
    """The lines of the output that can say what went wrong."""
    folder: str = ""
    is_done: bool = False
    """Whether the agent was shown what bears on its files and commands before: only the errors are new."""


class Relevance(Record):
    """Why a memory bears on an action."""

    reason: str
    score: int = 0
    """How much the memory has in common with the action, to compare two with the same reason."""

    @property
    def weight(self) -> int:
        return WEIGHTS[self.reason]


def find_relevance(memory: "Memory", action: Action) -> "Relevance | None":
    """The most direct way in which a memory bears on an action; None if it does not."""
    from recall_cli.rules.actions.memory_keys import read_subjects

    subjects = read_subjects(memory.text, memory.anchors, memory.metadata)
    found = _error_relevance(subjects, memory.text, action)
    if not action.is_done:
        found += _anchor_relevance(subjects, action) + _named_file_relevance(subjects, memory.trust, action)
        found += _command_relevance(subjects, memory, action)
    return max(found, key=lambda relevance: relevance.weight, default=None)


def _command_relevance(subjects: "MemorySubjects", memory: "Memory", action: Action) -> "list[Relevance]":
    if not action.commands or memory.trust not in TRUSTED_AUTHORS:
        return []
    from recall_cli.rules.actions.named_actions import matching_command

    command = matching_command(subjects.named.commands, list(action.commands), action.folder)
    if command is None:
        from recall_cli.rules.actions.shell_commands import installed_packages

        installed = {package for one in action.commands for package in installed_packages(one)}
        return [Relevance(reason=COMMAND)] if installed.intersection(subjects.named.packages) else []
    is_rule = command.forbidden and memory.source == "user"
    return [Relevance(reason=FORBIDDEN if is_rule else COMMAND)]


def _error_relevance(subjects: "MemorySubjects", text: str, action: Action) -> "list[Relevance]":
    errors = {name for error in action.errors for name in error.names}
    if errors.intersection(subjects.fixed_errors):
        return [Relevance(reason=ERROR_FIXED)]
    if errors.intersection(error.text for error in subjects.named.errors):
        return [Relevance(reason=ERROR_NAMED)]
    if not action.error_lines:
        return []
    from recall_cli.rules.actions.error_phrases import phrase_score
    from recall_cli.rules.actions.named_actions import error_codes

    score = phrase_score(text, action.error_words)
    if score:
        return [Relevance(reason=ERROR_QUOTED, score=score)]
    codes = {code.lower() for code in subjects.named.codes}
    commands = [" ".join(command.words) for command in action.commands]
    for line in action.error_lines:
        shared = codes.intersection(code.lower() for code in error_codes(line))
        if any("_" in code for code in shared):
            return [Relevance(reason=ERROR_NAMED)]
        if shared and (content_words([text]) - shared) & (content_words([line, *commands]) - shared):
            return [Relevance(reason=ERROR_CODE)]
    return []


def content_words(texts: "Iterable[str]") -> "set[str]":
    """The words of texts that say something: longer words, and numbers such as a port."""
    plain = "".join(letter if letter.isalnum() else " " for letter in " ".join(texts))
    words = plain.lower().split()
    return {word for word in words if (len(word) >= MIN_WORD_LETTERS or word.isdigit()) and word not in COMMON_WORDS}


COMMON_WORDS = read_words("words", "common words of errors")


def _anchor_relevance(subjects: "MemorySubjects", action: Action) -> "list[Relevance]":
    found = []
    for anchor in subjects.anchors:
        for path, lines in action.files:
            if anchor.path != path:
                continue
            overlap = lines is None or anchor.lines is None or _overlap(lines, anchor.lines)
            exact = lines is not None and anchor.lines is not None and overlap
            found.append(Relevance(reason=LINES if exact else FILE))
    return found


def _named_file_relevance(subjects: "MemorySubjects", trust: str, action: Action) -> "list[Relevance]":
    """A file that the text names, or a change in a folder that it names."""
    if trust not in TRUSTED_AUTHORS:
        return []
    from recall_cli.rules.actions.named_files import holds_file, names_file

    if any(names_file(named, path, action.only_files) for named in subjects.files.files for path, _ in action.files):
        return [Relevance(reason=FILE)]
    if any(holds_file(folder, path) for folder in subjects.files.folders for path in action.changed_files):
        return [Relevance(reason=FOLDER)]
    return []


def _overlap(first: "tuple[int, int]", second: "tuple[int, int]") -> bool:
    return first[0] <= second[1] and second[0] <= first[1]
