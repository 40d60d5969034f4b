"""Whether a text is an instruction to an agent rather than a memory.

This checks everything that does not come from the user directly. A suspicious text is held: stored, but not found until
a person has reviewed it. False facts cannot be recognized by their words; the order of trust protects against them.
"""

from recall_cli.domain.json_text import loads
from recall_cli.rules.injection.letter_codes import MIN_NAME_LENGTH, MIN_SPACED_LETTERS, decode_long_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MARKUP_SIGNS = '<`#[":'
"""Markup of a prompt contains at least one of these."""
CODE_SIGNS = ("%", "&#", "\\u", "\\x")
"""A letter written as a code begins with one of these."""
DOWNLOAD_REASON = "it runs what it downloads"
_ORDER_SCOPE = frozenset(
    "always every each before first anything silently you agent agents assistant immer toujours siempre sempre".split()
)
"""Words that make a quoted command an order."""
MIN_ENCODED_LENGTH = 24
"""The shortest word in which an order could be encoded."""
MAX_QUOTED_WORDS = 6
"""An agent could obey a longer quotation, even if the text names another author."""
_QUOTES = "\"„“«‘'"
_QUOTATION = r"\"[^\"\n]*\"|„[^“”\"\n]*[“”\"]|“[^”\"\n]*[”\"]|«[^»\n]*»|‘[^’\n]*’|(?<!\w)'[^'\n]*'(?!\w)"
_UNSAFE_IN_QUOTES = ("://", "@", ".env", "ssh", "secret", "password", "token", "key")
"""Signs that no harmless quotation needs."""

TEXT_COLUMNS = ("text", "span", "topic", "entity", "attribute", "value", "qualifier", "agent", "session")
"""The columns that hold free text, besides the tags."""


def hold_reason(fields: "dict[str, Any]") -> "str | None":
    """Why a memory with these fields has to be held, or None; the user's own words are never held."""
    return None if fields["trust"] == "user" else injection_reason(combined_text(fields))


def combined_text(fields: "dict[str, Any]") -> str:
    """All texts of a memory, its names and tags too, each as a sentence of its own."""
    parts = [fields.get(name) for name in TEXT_COLUMNS]
    tags = fields.get("tags")
    if isinstance(tags, str):
        tags = loads(tags)
    if tags:
        parts += [f"{key} {value}" for key, value in tags.items()]
    return "\n.\n".join(part for part in parts if part)


def injection_reason(text: str) -> "str | None":
    """Why a text is held: it hides characters, imitates a prompt's markup, gives orders, praises itself or sends data
    out. None if it does nothing of that.

    No regular expression is needed: one look-up per word finds the few phrases that must be compared.
    """
    plain, reason = text, None
    if not _is_written_plainly(text):
        from recall_cli.rules.injection.hidden_characters import hidden_reason, undisguise

        plain, reason = undisguise(text), hidden_reason(text)
    lowercase = plain.lower()
    if reason is None and any(sign in lowercase for sign in MARKUP_SIGNS):
        from recall_cli.rules.injection.markup import markup_reason

        reason = markup_reason(lowercase)
    reason = reason or _statement_reason(plain, foreign=not text.isascii())
    if reason is None and any(len(word) >= MIN_ENCODED_LENGTH for word in text.split()):
        reason = _statement_reason(decode_long_words(text))
    if reason is not None and any(sign in text for sign in _QUOTES):
        rest = _without_quotations(text)
        if rest is not None and injection_reason(rest) is None:
            reason = None
    return reason


def _is_written_plainly(text: str) -> bool:
    """Whether a text has only visible ASCII characters, and no sign of coded, spaced or joined letters."""
    if not text.isascii() or not text.replace("\n", "").replace("\t", "").isprintable():
        return False
    lengths = [*map(len, text.split())]
    is_spaced = max(lengths, default=0) >= MIN_NAME_LENGTH or lengths.count(1) >= MIN_SPACED_LETTERS
    return not is_spaced and not any(sign in text for sign in CODE_SIGNS)


def _statement_reason(plain: str, *, foreign: bool = False) -> "str | None":
    from recall_cli.rules.injection.orders import order_reason, split_statements

    for statement in split_statements(plain) if "\n" in plain else (plain,):
        lowercase = statement.lower().replace("clave publica ", "candado ")  # a public key, no order
        reason = order_reason(lowercase)
        if reason is None and foreign:
            from recall_cli.rules.injection.foreign_words import add_meaning_marks

            reason = order_reason(add_meaning_marks(lowercase))
        if reason is not None and not (reason == DOWNLOAD_REASON and _describes_installer(lowercase)):
            return reason
    return None


def _describes_installer(lowercase: str) -> bool:
    """Whether a statement only names the command by which something is installed."""
    command = min((at for at in map(lowercase.find, ("curl ", "wget ", "irm ", "iwr ")) if at >= 0), default=0)
    words = lowercase[:command].replace("`", " ").split()
    if not words or not _ORDER_SCOPE.isdisjoint(words):
        return False
    last = words[-1].strip(":")
    return words[0].startswith("install") or last in "with by via using is mit per avec con com".split()


def _without_quotations(text: str) -> "str | None":
    """The text without its short quotations, if it is about defence; else None.

    A note on an attack, a test or a filter quotes the words that it is about; it reports an order and gives none.
    """
    import re  # only a text that is held otherwise needs it

    from recall_cli.language.tables import read_phrases, read_words

    if len(text) > 2_000:
        return None
    quoted = re.findall(_QUOTATION, text)
    outside = re.sub(_QUOTATION, " ", text)
    low = outside.lower()
    said = low.replace(":", " ").replace(",", " ").split()
    if not quoted or len(said) < 4 or any(sign in outside for sign in '"„“”«»'):
        return None
    if not any(word in low for word in read_phrases("orders", "words of defence")):
        return None
    if not read_words("orders", "obeying").isdisjoint(said):
        return None
    for quotation in quoted:
        small = quotation.lower()
        if len(quotation.split()) > MAX_QUOTED_WORDS or any(word in small for word in _UNSAFE_IN_QUOTES):
            return None
    return outside
