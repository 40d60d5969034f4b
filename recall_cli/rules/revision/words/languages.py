"""Which of five languages a text is written in, and that language's words; other texts count as English."""

from recall_cli.rules.revision import lexicon
from recall_cli.rules.revision.words.function_words import FUNCTION_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from recall_cli.rules.revision.lexicon import Phrases

ENGLISH = "english"
_TELLING_WORDS = {
    "german": frozenset(
        """der die das den dem des ein eine einen einem einer und oder ist sind wird werden wurde wir ich nicht kein
        keine keinen mit von vom zum zur für auf aus nach über seit bis bei beim im am es sich als wenn jetzt nur
        noch unser unsere unserem durch sondern statt hat haben läuft liegt geht gibt mehr auch um man ab sofort
        heute nutzen nutzt uns wie er sie war pro unter zwischen nein doch bitte mein meine dass weil ersetzt heißt
        steht kommt brauchen braucht gestern woche tage jede jeden jeder jedes alle""".split()
    ),
    "spanish": frozenset(
        """el la los las un una y es son está están se del de en con por para al que su lo le ya sin desde hasta ahora
        nos hay más muy usamos hemos ha han sino fue cada nuestro nuestra esta este como cuando prefiero tiene ayer
        hoy semana días usa corre mi también""".split()
    ),
    "french": frozenset(
        """le la les un une des du de et est sont à au aux en dans sur par pour avec que qui ce cette se nous je il
        elle ne pas plus on a été chez chaque tous toutes sous notre nos mes mon ma aussi désormais maintenant c'est
        jusqu'à passe passé utilise finalement hier jours semaine tourne""".split()
    ),
    "portuguese": frozenset(
        """o os as um uma e é são está estão de do da dos das no na nos nas em com por para pelo pela ao à às que se
        seu sua não já sem até agora usa usamos gente mais foi quem nosso nossa num numa cada também fica prefiro
        passou mudou ontem hoje semana dias ficam demora""".split()
    ),
}
"""Frequent words that tell the language of a text."""
_SHARED_WITH_ENGLISH = {
    "german": frozenset("in an so am war hat man also pro um was".split()),
    "spanish": frozenset("a no me he con en".split()),
    "french": frozenset("a on or me plus as en des".split()),
    "portuguese": frozenset("a as do no me e o os com".split()),
}
"""Words of English that say nothing against another language."""
_FIRST_ARTICLES = frozenset("der die das el los las la le les o os".split())
"""Where a text begins with one of these, no other word needs to tell its language."""
_SHORT_ARTICLES = ("l'", "d'", "n'", "qu'", "j'")


class Language:
    """The words of one language that a comparison needs."""

    __slots__ = ("function_words", "name", "phrases")

    def __init__(self, name: str, function_words: "frozenset[str]", phrases: "Phrases") -> None:
        self.name, self.function_words, self.phrases = name, function_words, phrases


def find_language(words: "Sequence[str]") -> Language:
    """The language of a text with these words; the tables of other languages are loaded only for their texts."""
    name, most = ENGLISH, 0
    english = [word for word in words if word in FUNCTION_WORDS]
    for other, telling in _TELLING_WORDS.items():
        shared = _SHARED_WITH_ENGLISH[other]
        count = sum(word in telling for word in words)
        count += other == "french" and sum(word.startswith(_SHORT_ARTICLES) for word in words)
        sure = count - sum(word in telling and word in shared for word in words)
        against = sum(word not in shared for word in english)
        if sure and count > max(most, against) and (count > 1 or words[0] in _FIRST_ARTICLES or _has_accent(words)):
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
    return Language(name, table.FUNCTION_WORDS, lexicon.make_phrases(_with_all_forms(name, table.CUES), table.GUARDS))


def _with_all_forms(name: str, cues: "Mapping[str, str]") -> "dict[str, str]":
    """The classes of words of a language, with the feminine and the plural of each participle."""
    return {
        kind: "|".join(form for phrase in text.split("|") for form in (phrase, *_other_forms(name, phrase)))
        for kind, text in cues.items()
    }


def _other_forms(name: str, word: str) -> "tuple[str, ...]":
    if name == "french" and word.endswith("é"):
        return f"{word}e", f"{word}s", f"{word}es"
    if name in ("spanish", "portuguese") and word.endswith(("ado", "ido", "ído", "uesto", "ito", "eto", "into")):
        return f"{word[:-1]}a", f"{word}s", f"{word[:-1]}as"
    return ()


def _has_accent(words: "Sequence[str]") -> bool:
    return any("à" <= letter <= "ÿ" for word in words for letter in word)
