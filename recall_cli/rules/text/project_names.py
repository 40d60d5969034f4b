"""Safe project names: agents read them beside memories, but a foreign folder or repository chooses its own name."""

from recall_cli.language.tables import read_words

MAX_NAME_LENGTH = 100
"""A longer name is a text."""
MAX_UNSPACED_LETTERS = 24
"""Maximum length of a name in a script without spaces, where words cannot be counted."""
MAX_NAME_WORDS = 6
"""A name with more words is a sentence."""
MAX_SAFE_WORDS = 2
"""So few words cannot be an order."""
ALLOWED_SIGNS = frozenset(" -_./()+&',@#~=[]!")
"""Signs that may stand between the letters of a name."""
COMMAND_WORDS = read_words("words", "words of orders")
"""Words of orders; a longer name that contains one is shortened."""


def safe_project_name(name: str) -> str:
    """The name as an agent may read it: shortened to its first words if it reads like an order or a text."""
    if is_safe_project_name(name):
        return name
    short = "-".join(word[:20] for word in split_name(name[: 2 * MAX_NAME_LENGTH])[:MAX_SAFE_WORDS])
    return short if short and is_safe_project_name(short) else "project"


def is_safe_project_name(name: str) -> bool:
    """Whether this is a name, and neither an order nor a text."""
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        return False
    if not all(letter.isalnum() or letter in ALLOWED_SIGNS for letter in name):
        return False
    words = split_name(name)
    if not name.isascii() and any(
        len(word) > MAX_UNSPACED_LETTERS or (_has_no_case(word) and len(word) > 8) for word in words
    ):
        return False
    if len(words) <= MAX_SAFE_WORDS and name.isascii():
        return True
    if len(words) > MAX_NAME_WORDS or any(word.lower() in COMMAND_WORDS for word in words):
        return False
    from recall_cli.rules.injection import injection_reason

    return injection_reason(" ".join(words)) is None and injection_reason(name) is None


def _has_no_case(word: str) -> bool:
    """Whether a word belongs to a script without capital letters; most of these have no spaces either."""
    return word.lower() == word.upper() and not word.isdigit()


def split_name(name: str) -> "list[str]":
    """The words of a name, however they are joined: `ignoreAll-previous_orders` has four."""
    spaced = ""
    for letter, before in zip(name, " " + name, strict=False):
        spaced += " " + letter if letter.isupper() and before.islower() else letter if letter.isalnum() else " "
    return spaced.split()
