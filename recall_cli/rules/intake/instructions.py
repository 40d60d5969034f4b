"""Whether a short text that somebody stores by itself says how to work, or orders one thing now.

"Answer in short sentences." and "Never force-push to main" hold for every session; "Run the tests again" does not.
Read are English, German, Spanish, French and Portuguese, by the first words and the signs of one language at a time.
"""

from recall_cli.domain.draft import ExtractedStatement, SkippedPassage
from recall_cli.rules.reading.memory_types import TYPE_IMPORTANCE, importance
from recall_cli.rules.reading.skips import REQUEST
from recall_cli.rules.reading.speech import certain, confidence
from recall_cli.rules.reading.words import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.draft import Extraction

LASTING, ONE_TIME = "lasting", "one time"

MAX_WORDS = 14
"""A longer text explains something, and is read as a statement."""

_POLITE = ("please", "bitte", "por favor", "s'il te plaît", "s'il vous plaît", "svp", "from now on", "ab jetzt")
_POINTING = frozenset(
    """this that it these those that's it's again now here there above below next last following other rest
    dies diese diesen dieser dieses nochmal noch nochmals erneut jetzt hier weiter letzte letzten nächste nächsten es
    esto esta este eso esa ese aquí ahora siguiente último última otra vez lo
    ceci cela ça cette cet ce ici maintenant encore dernier dernière suivant suivante
    isto isso essa esse aqui agora seguinte novo""".split()
)
"""Words that point to the work of the moment."""

_EACH = frozenset(
    """each every always never whenever jedem jeden jeder jedes jede immer nie niemals stets grundsätzlich
    cada siempre nunca jamás jamais toujours chaque désormais sempre""".split()
)
_NEVER = frozenset("never nie niemals nunca jamás jamais".split())
_NONE = frozenset("no keine keinen kein sin nada sem pas sans nunca zero".split())
_ABSENT = frozenset(
    """errors error changes change problems problem issues issue bugs bug failures results result news idea worries
    thanks need way reason tests test answer answers response luck clue doubt difference updates longer more
    fehler probleme änderungen ahnung problema problemas errores cambios erreur erreurs problème changement
    erros erro mudanças hay se es está tiene funciona tem há foi ist war hat sorry thank""".split()
)
"""Words behind "no" that report something, and rule nothing."""

_STATING = frozenset(
    """is are was were be been has have had do does did can could will would should must may we i you they he she our my
    ist sind war waren wurde wurden hat hatte haben wird werden kann können soll sollen muss müssen wir ich
    sie unser unsere
    es son está están fue fueron hubo era ha han hay se tiene tienen puede debe
    est sont était a ont peut doit nous je il elle notre nos
    é são foi foram houve tem têm pode deve nós eu nosso nossa fails works uses runs needs""".split()
)
"""Words of a statement: with one of them a text without an imperative describes something."""

_BEINGS = frozenset(["is", "are", "was", "were"])
_DEFINITE = frozenset(
    """the a an my your his her their its some me us der die das den dem ein eine einen mir mein meine
    el la los las un una unos me mi le les l' une mon ma mes moi o os as um uma meu minha""".split()
)
_ANSWERING = frozenset(
    """answer reply respond speak talk write explain address say phrase communicate summarize summarise
    antworte antworten schreibe schreib sprich rede erkläre begründe formuliere
    responde responda contesta conteste escribe escriba habla háblame explica resume
    réponds répondez écris écrivez parle parlez explique expliquez rédige
    escreva escreve fale fala explique resuma""".split()
)
"""Verbs for how to speak."""
_USING = frozenset(
    """use prefer avoid keep stick format name comment document indent quote give put follow favour favor respect
    verwende benutze nutze bevorzuge vermeide formatiere nenne halte bleib bleibe verwenden benutzen
    usa use utiliza utilice utilize evita evite prefiere prefiera prefira prefere mantén mantenha sigue siga
    utilise utilisez évite évitez préfère préférez garde gardez suis suivez""".split()
)
"""Verbs for what to use."""
_THIRD_PERSON = frozenset("usa utiliza evita prefiere responde habla".split())
"""Verbs that say what a thing does, too: "usa PostgreSQL 16"."""
_CHECKING = frozenset(
    """ask confirm check warn tell show verify frag frage bestätige warne zeig zeige pregunta pregúntame confirma avisa
    demande demandez confirme confirmez préviens pergunte avise confirme""".split()
)
_DOING = frozenset(
    """run execute format lint test build review update squash rebase sign commit
    führe lasse starte prüfe teste formatiere ejecuta ejecute corre pasa lance lancez exécute exécutez teste
    execute rode roda passe""".split()
)
_LOOKING = frozenset(
    """look open answer see rerun show read check starte öffne zeig zeige lösche führe lies korrigiere
    abre borra ejecuta
    arregla muestra lee corrige ouvre montre relance supprime lance lis corrija abra mostre apague rode roda leia
    behebe repariere erstelle borra crea répare crée conserte crie""".split()
)
"""Verbs that begin an order of the moment if a definite thing or a pointing word follows."""
_BEING = frozenset("be sei sé sois seja".split())
_MANNERS = frozenset(
    """concise brief direct short terse polite formal informal precise honest critical explicit specific
    informally formally briefly concisely politely directly tersely plainly kurz knapp präzise höflich ausführlich
    breve conciso directo claro bref concis précis direct breve conciso direto claro objetivo""".split()
)
_HABITS = frozenset(
    """reasoning thinking answers changes decisions assumptions plan steps choices code replies explanations
    trade-offs sources commits""".split()
)
"""Things of everybody's own work: "explain your reasoning"."""
_LANGUAGES = frozenset(
    """english german french spanish portuguese italian dutch polish russian chinese japanese
    englisch deutsch französisch spanisch portugiesisch italienisch
    inglés alemán francés español portugués italiano anglais allemand français espagnol portugais italien
    inglês alemão francês espanhol português""".split()
)
_STYLES = frozenset(
    """imperative style case kebab-case snake_case camelcase pascalcase tense mood format markdown sentences lowercase
    uppercase sätzen imperativ frases phrases imperativo impératif""".split()
)
_STYLED = frozenset(
    """quotes tabs spaces semicolons commas braces indentation emojis comments messages names docstrings titles
    subjects branches commits lines imports""".split()
)
"""Things that have a style: "single quotes in Python"."""
_IN = frozenset("in for on auf im für mit en dans sur para pour avec em no na".split())
_PASSING = frozenset("recent latest current new open remaining failing changes results".split())
_AHEAD = ("before", "vor", "bevor", "antes", "avant")


def judge_instruction(text: str) -> "str | None":
    """`LASTING` for a way of working, `ONE_TIME` for an order of the moment, None for any other text."""
    words = _words_of(text)
    if len(words) < 2 or len(words) > MAX_WORDS or text.rstrip().endswith("?"):
        return None
    if _is_lasting(words):
        return LASTING
    points = not _POINTING.isdisjoint(words)
    return ONE_TIME if words[0] in _LOOKING | _ANSWERING | _USING and (points or _names_one_thing(words)) else None


def _words_of(text: str) -> "list[str]":
    """The words in small letters, without marks and courtesies; none for an answer or more than one sentence."""
    line = " ".join(text.lower().replace("’", "'").split()).strip(".!* ")
    for courtesy in _POLITE:
        line = line.removeprefix(courtesy + ",").removeprefix(courtesy + " ").strip(" ,")
        line = line.removesuffix(" " + courtesy).strip(" ,")
    if any(mark in line for mark in (". ", "! ", "; ", ": ", "?")) or line.partition(" ")[0].endswith(","):
        return []
    for article in ("d'", "l'"):
        line = line.replace(" " + article, " " + article + " ")
    return [word for word in (part.strip("\"'`,()") or part for part in line.split()) if word]


def _is_lasting(words: "list[str]") -> bool:
    """Whether one of the forms of a way of working fits."""
    if not _POINTING.isdisjoint(words) and _EACH.isdisjoint(words):
        return False
    first = words[0]
    return (
        _forbids(words)
        or (first in _CHECKING | _DOING and _comes_ahead(words))
        or (first in _BEING and not _MANNERS.isdisjoint(words[1:]))
        or (first in _ANSWERING | _USING and _tells_manner(words))
        or _rules_each_time(words)
        or _names_style(words)
    )


def _forbids(words: "list[str]") -> bool:
    """Whether something is ruled out: "never …", "no emojis in code", "ne pousse jamais", "no uses", "não use"."""
    first, second = words[0], words[1]
    if first in _NEVER:
        return second not in _STATING
    if first == "ne" or first.startswith("n'"):
        return not {"jamais", "pas", "plus"}.isdisjoint(words) and words[1] != "sont"
    if first == "não" or (first == "no" and second.endswith(("es", "as")) and len(words) > 2):
        return second not in (_STATING - {"uses"}) | _ABSENT | _DEFINITE
    none = first in _NONE and _ABSENT.isdisjoint(words[1:4]) and _STATING.isdisjoint(words[1:])
    named = any(word in _DEFINITE and words[at] not in _IN for at, word in enumerate(words[2:], 1))
    return none and len(words) < 9 and not named and (first != "no" or "the" not in words)


def _comes_ahead(words: "list[str]") -> bool:
    """Whether something is to be done ahead of a kind of act: "before deleting files", "before you commit"."""
    at = next((at for at, word in enumerate(words) if word in _AHEAD), 0)
    return 0 < at < len(words) - 1 and "the" not in words[at:]


def _tells_manner(words: "list[str]") -> bool:
    """Whether an imperative of speaking or using tells how, of no single thing."""
    first, rest = words[0], words[1:]
    if rest[0] == "of" or not _BEINGS.isdisjoint(rest):
        return False
    if first in _THIRD_PERSON and any(word.isdigit() for word in rest):
        return False
    if not _LANGUAGES.isdisjoint(rest) or not _EACH.isdisjoint(rest):
        return not (
            rest[0] in ("the", "a", "an", "un", "une", "um", "uma", "ein", "eine") and not _is_plural(rest[1:2])
        )
    if rest[0] == "your":
        return not _HABITS.isdisjoint(rest)
    if rest[-1] in _MANNERS or (rest[-1].endswith("ly") and rest[0] in ("me", rest[-1])):
        return True
    if not _DEFINITE.isdisjoint(rest[:2]) or not _PASSING.isdisjoint(rest[:1]):
        return False
    if first in _ANSWERING:
        manner = rest[0] in _IN and len(rest) > 1
        return manner or not _STYLES.isdisjoint(rest) or (_is_plural(rest) and rest[-1] not in ("errors",))
    return _is_plural(rest) or not _STYLES.isdisjoint(rest) or len(rest) > 1


def _is_plural(words: "list[str]") -> bool:
    """Whether things of a kind are named."""
    return any(len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) for word in words[:3])


def _rules_each_time(words: "list[str]") -> bool:
    """Whether an imperative or a bare verb is for each time: "run the linter before each commit"."""
    if _EACH.isdisjoint(words) or not _STATING.isdisjoint(words):
        return False
    begins = words[0] in _DOING | _CHECKING | _ANSWERING | _USING | {"always", "immer", "siempre", "toujours", "sempre"}
    ahead = words[0] in _AHEAD and words[1] in _EACH | {"de"}
    return begins or (ahead and (words[-1].endswith("en") or len(words) > 4))


def _names_style(words: "list[str]") -> bool:
    """Whether a thing and its style stand side by side without a verb: "commit messages in English"."""
    if not _STATING.isdisjoint(words) or words[0] in _DEFINITE or len(words) > 8:
        return False
    at = next((at for at, word in enumerate(words) if at and word in _IN), 0)
    if not 0 < at < len(words) - 1:
        return False
    styled = not (_LANGUAGES | _STYLES).isdisjoint(words[-2:]) or words[at - 1] in _STYLED
    return styled and len(words) - at < 4 and _DEFINITE.isdisjoint(words[at:])


def _names_one_thing(words: "list[str]") -> bool:
    """Whether one definite thing is the object: "the stack trace", "main.py"."""
    rest = words[1:]
    named = any("." in word or "/" in word for word in rest)
    at = 1 if rest[0] in ("at", "me", "mir", "moi") else 0
    return named or (words[0] in _LOOKING | _ANSWERING and not _DEFINITE.isdisjoint(rest[at : at + 1]))


def read_instructions(found: "Extraction", types: "frozenset[str]", reasons: "frozenset[str]") -> "Extraction":
    """What was found in a short text, with ways of working as preferences and orders of the moment left out.

    `types` are those that a draft may lose, and `reasons` those for which a passage may have been left out wrongly.
    """
    drafts, skipped = [], []
    for draft in found.drafts:
        verdict = judge_instruction(draft.text) if draft.type in types and draft.entity is None else None
        if verdict == ONE_TIME:
            skipped.append(SkippedPassage(text=draft.text, reason=REQUEST, span=draft.span))
        else:
            drafts.append(_as_preference(draft) if verdict == LASTING else draft)
    for skip in found.skipped:
        if skip.reason in reasons and judge_instruction(skip.text) == LASTING:
            drafts.append(_preference(skip.text, skip.span))
        else:
            skipped.append(skip)
    drafts.sort(key=lambda draft: draft.span)
    return found.but(drafts=tuple(drafts), skipped=tuple(sorted(skipped, key=lambda skip: skip.span)))


def _as_preference(draft: "ExtractedStatement") -> "ExtractedStatement":
    """The draft as a preference of the importance that preferences have."""
    return draft.but(type="preference", importance=max(draft.importance, TYPE_IMPORTANCE["preference"]), speech="plain")


def _preference(text: str, span: "tuple[int, int]") -> ExtractedStatement:
    """A passage as a preference."""
    words = Words(text)
    return ExtractedStatement(
        text=text,
        type="preference",
        importance=importance("preference", words, "plain", False),
        confidence=round(confidence("plain", 0, certain(words)), 2),
        span=span,
    )
