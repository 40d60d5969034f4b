"""Keys of actions: short digests by which a hook sees at once that no memory can bear on what an agent does.

A memory has keys for the files that it is anchored to and for the files, commands, errors and codes that it names. An
action has keys for all that it could be named by. If they have none in common, there is nothing to tell.
"""

from recall_cli.domain.digest import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.rules.actions.shell_commands import SimpleCommand

KEY_BYTES = 5
FILE, FOLDER, COMMAND, ERROR, CODE, PHRASE, PACKAGE = "f", "d", "c", "e", "k", "p", "i"
"""The kinds of keys."""
MAX_PATH_PARTS = 24


def action_key(salt: bytes, kind: str, name: str) -> bytes:
    """The key of one name. Without the salt of the index nobody can tell which name it stands for."""
    return blake2b(f"{kind}{name}".encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES, key=salt).digest()


def path_names(path: str) -> "list[str]":
    """Every name that an anchor can have for the file with this path: src/app.py and app.py for /x/src/app.py."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")][-MAX_PATH_PARTS:]
    return ["/".join(parts[at:]) for at in range(len(parts))]


def folder_names(path: str) -> "list[str]":
    """The names of the folders that hold the file with this path."""
    return [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")][-MAX_PATH_PARTS:-1]


def command_names(commands: "Iterable[SimpleCommand]") -> "list[str]":
    """Every name by which a memory can have noted these commands: the program alone, and with each of its words."""
    from recall_cli.rules.actions.shell_commands import plain_form

    names: dict[str, None] = {}
    for command in commands:
        program, *words = plain_form(command.words)
        names[program] = None
        does = next((word for word in words if word[:1] != "-"), "")
        names[f"* {_word_name(does)}"] = None
        for word in words:
            for part in word.split("=", 1):
                names[f"{program} {_word_name(part)}"] = None
    return [*names]


def named_command_name(words: "tuple[str, ...]") -> str:
    """The name under which a command that a memory names is noted."""
    from recall_cli.rules.actions.shell_commands import plain_form

    program, *others = plain_form(words)
    return f"{program} {_word_name(others[0].partition('=')[0])}" if others else program


def _word_name(word: str) -> str:
    return word.rstrip("/").rpartition("/")[2]
