"""Which of five languages a text is written in, and that language's words; other texts count as English."""

from recall_cli.rules.revision import lexicon
from recall_cli.rules.revision.words.function_words import FUNCTION_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.revision.lexicon import Phrases

ENGLISH = "english"
_TELLING_WORDS = {
    "german": frozenset(
        """der die das den dem ein eine einen und oder ist sind wird wir ich nicht kein keine mit von zum zur
        für auf aus nach über seit bis bei beim im am es sich als wenn jetzt nur noch""".split()
    ),
    "spanish": frozenset(
        """el la los las un una y es son está están se del de en con por para al que su lo le ya sin desde
        hasta ahora nos hay más muy""".split()
    ),
    "french": frozenset(
        """le la les un une des du de et est sont à au aux en dans sur par pour avec que qui ce cette se nous
        je il elle ne pas plus l d""".split()
    ),
    "portuguese": frozenset(
        """o os as um uma e é são está estão de do da dos das no na nos nas em com por para pelo pela ao à que
        se seu sua não já sem até""".split()
    ),
}
"""Frequent words that tell the language of a text."""


class Language:
    """The words of one language that a comparison needs."""

    __slots__ = ("function_words", "name", "phrases")

    def __init__(self, name: str, function_words: "frozenset[str]", phrases: "Phrases") -> None:
        self.name, self.function_words, self.phrases = name, function_words, phrases


def find_language(words: "Sequence[str]") -> Language:
    """The language of a text with these words; the tables of other languages are loaded only for their texts."""
    name, most = ENGLISH, sum(word in FUNCTION_WORDS for word in words)
    for other, telling in _TELLING_WORDS.items():
        count = sum(word in telling for word in words)
        if count > most and count > 1:
            name, most = other, count
    if name == "german":
        from recall_cli.rules.revision.words import german as table
    elif name == "spanish":
        from recall_cli.rules.revision.words import spanish as table  # type: ignore[no-redef]  # tables of one shape
    elif name == "french":
        from recall_cli.rules.revision.words import french as table  # type: ignore[no-redef]  # tables of one shape
    elif name == "portuguese":
        from recall_cli.rules.revision.words import portuguese as table  # type: ignore[no-redef]  # tables of one shape
    else:
        return Language(name, FUNCTION_WORDS, lexicon.ENGLISH_PHRASES)
    return Language(name, table.FUNCTION_WORDS, lexicon.make_phrases(table.CUES, table.GUARDS))
