"""Words as a shell takes them: what `shlex.quote` gives, without loading `re` for it."""

SAFE_SIGNS = "@%+=:,./-_"
"""Signs that no shell takes for anything but themselves, as `shlex` has them."""


def quote(word: str) -> str:
    """A word as a shell takes it for one word, whatever it holds."""
    is_safe = word.isascii() and all(letter.isalnum() or letter in SAFE_SIGNS for letter in word)
    return word if word and is_safe else "'" + word.replace("'", "'\"'\"'") + "'"


def command_line(*words: str) -> str:
    """A command to paste into a shell: its words, each quoted where it has to be."""
    return " ".join(map(quote, words))
