"""What a comparison of German, Spanish, French or Portuguese texts shows besides the features of the model.

The model has learned mostly from English. Here are the plain patterns of the other languages: what bars a statement
from ending an older one, and what surely ends one.
"""

from recall_cli.rules.revision.alignment import WEAK_SORTS, may_be_value, sort_of_rivals
from recall_cli.rules.revision.lexicon import bits
from recall_cli.rules.revision.terms.values import QUANTITY_KINDS, VALUE_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.evidence import Evidence
    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.terms.values import Term

OTHER_SUBJECT = "it speaks of another one of several"
OTHER_SCOPE = "it speaks of another scope"
COMPARES = "it compares"
TOO_LITTLE, DENIES_OTHER = "they have few words in common", "it denies something else"
_PAST = "it tells of the past"
_ONE_OCCASION = "it tells of one occasion"
_PLAN = "it speaks of a plan"
_CONDITION = "it speaks of a condition"
_REASON, _EXAMPLE, _PROPOSAL = "it gives a reason", "it gives an example", "it is only a proposal"
_REPORT = "it reports what another source says"
_ADDITION = "it adds something, and both can hold"
_CHANGES = bits("change", "replacement", "correction", "gone", "no_longer")
_END_OF_ALL = bits("gone", "no_longer")
_DENIALS = bits("denial", "gone", "no_longer")
_PREPOSITIONS = frozenset(
    """in im auf bei beim für unter am an aus nach mit von vom zum zur um en dans sur chez pour sous à au aux avec par
    de du para a con por sobre em no na nos nas com do da des vers bis gegen del al""".split()
)
_SCOPE_STARTS = frozenset(
    "in im auf bei beim für unter en dans sur chez pour sous para em no na nos nas au aux à a sur con avec mit".split()
)
_ARTICLES = frozenset(
    """der die das den dem des ein eine einen einem einer el la los las un una unos unas le les l une o os as um uma
    uns umas unser unsere notre nuestro nuestra nosso nossa""".split()
)
_SKIPPED = frozenset(
    """jetzt nun inzwischen mittlerweile seit ab sofort heute nur ahora ya hoy actualmente maintenant désormais
    dorénavant aujourd'hui actuellement depuis agora hoje atualmente já nein no non não en fait réalité realidad
    finalement na verdade eigentlich doch tatsächlich der die das den dem el la los las le les o os a as un une una
    um uma notre unser unsere nuestro nuestra nossa nosso unserem unseren sólo solo seulement apenas corrección
    correction correção korrektur plus mais mehr dès""".split()
)
"""Words that two wordings of one sentence need not share."""
_IS_WORDS = frozenset("ist sind heißt es son está están est sont s'appelle é são está estão fica : = lautet".split())
_HOLDS_MANY = frozenset(
    """unterstützt unterstützen akzeptiert akzeptieren braucht brauchen enthält enthalten kann spricht sprechen liest
    admite admiten acepta aceptan soporta soportan necesita necesitan incluye incluyen requiere habla lee accepte
    acceptent supporte supportent gère contient contiennent inclut nécessite parle lit aceita aceitam suporta
    suportam inclui contém precisa fala lê tem tiene hat haben tienen têm ont""".split()
)
_ADDS = frozenset("auch außerdem zusätzlich ebenfalls también además aussi également também além igualmente".split())
_TIME_WORDS = frozenset(
    """soir matin nuit semaine mois lundi hier noche tarde mañana semana mes ayer noite manhã ontem mês abend morgen
    nacht gestern woche monat prod diese dieser esta este cette enfin endlich por fin finalmente bereits fertig
    terminada terminado abgeschlossen concluída concluído terminée""".split()
)
"""Words beside a change that are no part of the fact."""
_COMPARES = frozenset("más mehr plus mais moins weniger menos menor mayor maior mieux besser mejor melhor".split())
_THAN = frozenset("que als".split())
_UNTIL = frozenset("bis hasta jusqu'en jusqu'à jusqu'au até".split())
_BEFORE = frozenset("antes avant antigamente früher autrefois anteriormente vorher auparavant damals".split())
_OCCASIONS = frozenset(
    "gestern vorgestern ayer anoche hier ontem anteontem passada passado pasada dernière dernier letzten letzte".split()
)
_THIS_OCCASION = (
    ("cette", "nuit"), ("ce", "matin"), ("ce", "soir"), ("heute", "nacht"), ("heute", "morgen"), ("heute", "früh"),
    ("esta", "noche"), ("esta", "mañana"), ("esta", "noite"), ("esta", "manhã"), ("hoje", "cedo"),
)  # fmt: skip
"""Words for one night or morning that has passed."""
_FIRST_WORDS = {
    _REASON: "grund motivo razón raison razão",
    _EXAMPLE: "beispiel beispielsweise ejemplo exemple exemplo",
    _PROPOSAL: "vorschlag sugerencia propuesta proposition suggestion sugestão proposta idee idea idée ideia",
    _PAST: "quand quando cuando als damals",
}
"""What a statement is that begins with one of these words."""
_RIVALS = frozenset(
    "konkurrenz konkurrent konkurrenten mitbewerber concurrent concurrents concurrence competencia competidor "
    "concorrente concorrentes concorrência".split()
)
"""Words for somebody else in the same trade."""
_LATER = (
    ("mes", "que", "viene"), ("semana", "que", "viene"), ("año", "que", "viene"), ("mês", "que", "vem"),
    ("semana", "que", "vem"), ("ano", "que", "vem"), ("nächste", "woche"), ("nächsten", "monat"), ("nächstes", "jahr"),
    ("mois", "prochain"), ("semaine", "prochaine"), ("année", "prochaine"), ("el", "próximo"), ("la", "próxima"),
    ("no", "próximo"), ("na", "próxima"), ("à", "partir", "de", "janvier"), ("ab", "januar"),
)  # fmt: skip
_SOURCES = frozenset(
    """readme doku dokumentation handbuch wiki pdf folie anleitung manual documentación documentation doc manuel cahier
    documentação notion confluence flyer""".split()
)
_SAYS = frozenset(
    """""steht heißt dice pone indica dit écrit indique diz consta aparece figura mentionne laut
    según selon segundo""".split()
)
_GOES = frozenset("va van vamos vas vai vão vont vas".split())
"""Forms of `go` that make a future with the verb behind them."""
_UMLAUTS = str.maketrans("äöü", "aou")
_MIN_SHARE_OF_CORRECTION = 0.2


def review(evidence: "Evidence", features: "Features", bar: str) -> "tuple[str, str]":
    """What bars the statement in the end, and what it surely does to the older one: ends it, asks about it, or ''."""
    if bar and _is_lifted(evidence, features, bar):
        bar = ""
    bar = bar or find_bar_in_language(evidence)
    if bar:
        return bar, ""
    if is_end_in_language(evidence, features):
        return "", "ends"
    return "", "asks" if _names_old_value_as_gone(evidence) else ""


def _names_old_value_as_gone(evidence: "Evidence") -> bool:
    """Whether a name of the older text is replaced or gone: `Rollbar wurde durch Sentry ersetzt`."""
    if not evidence.clause_cues & bits("replacement", "gone", "no_longer"):
        return False
    return any(
        term.kind in ("product", "proper", "code", "ident", "host", "path")
        and any(other.clause == evidence.alignment.clause for other in evidence.alignment.old_partners[term.place])
        for term in evidence.alignment.matched_old
    )


def _is_lifted(evidence: "Evidence", features: "Features", bar: str) -> bool:
    """Whether a bar for English sentences does not hold here."""
    strong = evidence.rival is not None and evidence.rival.sort not in WEAK_SORTS
    if bar == TOO_LITTLE:
        corrects = bool(evidence.all_cues & bits("correction")) and strong
        return corrects and features["share of old text"] >= _MIN_SHARE_OF_CORRECTION
    if bar == DENIES_OTHER:
        return _denies_all(evidence)
    if bar == OTHER_SCOPE:
        return evidence.old_value_is_gone and bool(evidence.clause_cues & bits("no_longer"))
    if bar == OTHER_SUBJECT:
        return bool(evidence.clause_cues & bits("change", "replacement")) and strong and not _find_other(evidence)
    return False


def find_bar_in_language(evidence: "Evidence") -> str:
    """Why both statements can hold, by words and word order; empty if nothing says so."""
    lows = [term.low for term in evidence.new.terms if term.kind != "mark"]
    if any(lows[at : at + len(later)] == [*later] for later in _LATER for at in range(len(lows))):
        return _PLAN
    if any(low in _ADDS and low not in evidence.old.words for low in lows) and not evidence.clause_cues & _CHANGES:
        return _ADDITION
    first = lows[0] if lows else ""
    reason = next((reason for reason, words in _FIRST_WORDS.items() if first in words.split()), "")
    if reason and first not in evidence.old.words:
        return reason
    if _compares(lows) or (not _RIVALS.isdisjoint(lows) and _RIVALS.isdisjoint(evidence.old.words)):
        return COMPARES
    if lows and lows[0] in _UNTIL and len(lows) > 2:
        return _PAST
    if _is_future(lows):
        return _PLAN
    if lows and (lows[0] in ("se", "si", "wenn", "falls") or _has_condition(evidence)):
        return _CONDITION
    if not _SOURCES.isdisjoint(lows) and not _SAYS.isdisjoint(lows) and _SOURCES.isdisjoint(evidence.old.words):
        return _REPORT
    if len(lows) > 2 and lows[0] in _BEFORE and lows[1] not in ("de", "que", "du", "des"):
        return _PAST
    changes = evidence.clause_cues & _CHANGES
    if not changes and not _OCCASIONS.isdisjoint(lows) and _OCCASIONS.isdisjoint(evidence.old.words):
        return _ONE_OCCASION
    if not changes and any(pair in _THIS_OCCASION for pair in zip(lows, lows[1:], strict=False)):
        return _ONE_OCCASION
    if not evidence.sentence_cues & bits("replacement") and _opens_with_other_scope(evidence):
        return OTHER_SCOPE
    return OTHER_SUBJECT if _find_other(evidence) else ""


def _is_future(lows: "list[str]") -> bool:
    """Whether it tells of the future with a form of `go`: `vamos a migrar`, `vai mudar`, `va passer`."""
    for place, low in enumerate(lows):
        if low in _GOES:
            following = lows[place + 1 : place + 3]
            verb = next((word for word in following if word not in ("a", "se", "être")), "")
            if len(verb) > 3 and verb.endswith(("ar", "er", "ir", "rse", "re")):
                return True
    return False


def _has_condition(evidence: "Evidence") -> bool:
    """Whether a clause begins with `se`, `si`, `wenn` or `falls`."""
    terms = evidence.new.terms
    return any(
        before.text == "," and term.low in ("se", "si", "wenn", "falls")
        for before, term in zip(terms, terms[1:], strict=False)
    )


def _compares(lows: "list[str]") -> bool:
    """Whether it sets two things against each other: `consume más que`, `schneller als`, `mais rápida que`."""
    for place, low in enumerate(lows):
        following = lows[place + 1 : place + 5]
        if low in _COMPARES and not _THAN.isdisjoint(following) and "ne" not in lows[:place]:
            return True
        if low == "als" and place and lows[place - 1].endswith("er") and len(lows[place - 1]) > 4:
            return True
    return False


def _opens_with_other_scope(evidence: "Evidence") -> bool:
    """Whether it begins with a place or a group that the older text does not name: `Auf Staging läuft …`."""
    if evidence.rival is None:
        return False
    partners = evidence.alignment.new_partners
    old_also = bool(_opening_phrase(evidence.old.terms))
    for term in _opening_phrase(evidence.new.terms):
        if term.place not in partners and not term.cues and not _is_time(term):
            return old_also or term is not evidence.rival.new
    return False


def _is_time(term: "Term") -> bool:
    return term.kind in QUANTITY_KINDS or term.kind in ("day", "date", "time") or term.low in _TIME_WORDS


def _opening_phrase(terms: "list[Term]") -> "list[Term]":
    """The nouns behind a preposition at the beginning: the first, and a name directly behind it."""
    if not terms or terms[0].low not in _SCOPE_STARTS or terms[0].cues & _CHANGES:
        return []
    for place, term in enumerate(terms[1:5], 1):
        if term.content and term.low not in _ARTICLES:
            following = terms[place + 1 : place + 2]
            return [term, *(other for other in following if other.kind not in ("mark", "word"))]
    return []


def _find_other(evidence: "Evidence") -> bool:
    """Whether both are one sentence about two things: `Der Importer liest 500`, `Der Exporter liest 900`."""
    blocks = _differing_blocks(evidence)
    for place, (old, new) in enumerate(blocks[:-1]):
        if len(old) != len(new) or len(old) > 2 or not all(map(_names_thing, (old, new))):
            continue
        if any(_has_value(later) for later in blocks[place + 1 :]):
            return not evidence.sentence_cues & bits("change", "replacement", "correction")
    return False


def _names_thing(terms: "list[Term]") -> bool:
    return bool(terms) and any(
        term.content and term.kind not in QUANTITY_KINDS and term.kind not in ("day", "date", "time") and not term.cues
        for term in terms
    )


def _has_value(block: "tuple[list[Term], list[Term]]") -> bool:
    return all(any(term.content for term in side) for side in block)


def _differing_blocks(evidence: "Evidence") -> "list[tuple[list[Term], list[Term]]]":
    """The places in which two sentences with the same words differ; empty if they share too few words in order."""
    old = [term for term in evidence.old.terms if term.kind != "mark" and term.sentence == 0]
    old = [term for term in old if term.low not in _SKIPPED]
    new = [term for term in evidence.new.terms if term.kind != "mark" and term.clause <= evidence.alignment.clause]
    new = [term for term in new if term.low not in _SKIPPED and term.sentence == evidence.alignment.sentence]
    blocks: list[tuple[list[Term], list[Term]]] = []
    at_old = at_new = shared = 0
    while at_old < len(old) and at_new < len(new):
        if _are_same(evidence, old[at_old], new[at_new]):
            at_old, at_new, shared = at_old + 1, at_new + 1, shared + 1
            continue
        step_old, step_new = _next_match(evidence, old[at_old:], new[at_new:])
        blocks.append((old[at_old : at_old + step_old], new[at_new : at_new + step_new]))
        at_old, at_new = at_old + step_old, at_new + step_new
    if at_old < len(old) or at_new < len(new):
        blocks.append((old[at_old:], new[at_new:]))
    blocks = [(one, other) for one, other in blocks if one or not all(_says_when(term) for term in other)]
    return blocks if shared > 1 else []


def _says_when(term: "Term") -> bool:
    return not term.content or _is_time(term) or bool(term.cues & bits("now", "change"))


def _next_match(evidence: "Evidence", old: "list[Term]", new: "list[Term]") -> "tuple[int, int]":
    """How many terms of each side stand before the next ones that are the same."""
    for total in range(1, 9):
        for step in range(total + 1):
            other = total - step
            if step < len(old) and other < len(new) and _are_same(evidence, old[step], new[other]):
                return step, other
    return len(old), len(new)


def _are_same(evidence: "Evidence", old: "Term", new: "Term") -> bool:
    if old.content and new.content:
        return old.key == new.key or any(it is new for it in evidence.alignment.old_partners.get(old.place, ()))
    return old.low == new.low or (old.low in _IS_WORDS and new.low in _IS_WORDS)


def is_end_in_language(evidence: "Evidence", features: "Features") -> bool:
    """Whether a statement that nothing bars surely ends the older one."""
    return (
        _tells_another_value(evidence)
        or _denies_all(evidence)
        or _changes_value(evidence)
        or _corrects_value(evidence, features)
        or _prefers_otherwise(evidence)
    )


def _tells_another_value(evidence: "Evidence") -> bool:
    """Whether it is the older sentence with another value in one place."""
    blocks = _differing_blocks(evidence)
    if len(blocks) != 1:
        return False
    old, new = ([term for term in side if term.content] for side in blocks[0])
    if not old or not new or len(old) > 3 or len(new) > 4 or any(term.cues & _DENIALS for term in blocks[0][1]):
        return False
    before = [term.low for term in evidence.old.terms if term.place < blocks[0][0][0].place]
    if not any(term.content and not term.generic for term in evidence.old.terms[: len(before)]):
        return False
    many = not _HOLDS_MANY.isdisjoint(before)
    sort = sort_of_rivals(old[0], new[0])
    strong = bool(sort) and sort not in WEAK_SORTS
    if sort == "number" and len(old) > 1 and len(new) > 1 and not _are_same(evidence, old[1], new[1]):
        return False  # 32 letters and 90 days
    if strong and sort in ("number", "amount", "version", "day", "time"):
        return True
    last = before[-1] if before else ""
    if many or last in ("ein", "eine", "un", "una", "une", "um", "uma"):
        return False
    if last in _IS_WORDS:
        return may_be_value(old[0]) and may_be_value(new[0])
    return strong and (last in _PREPOSITIONS or sort == "product")


def _denies_all(evidence: "Evidence") -> bool:
    """Whether it says of nothing but the older statement that it ended: `den Reindex gibt es nicht mehr`."""
    alignment = evidence.alignment
    cues = evidence.clause_cues & _END_OF_ALL
    if not cues or evidence.old.cues & _DENIALS or alignment.topic_count < 2:
        return False
    left = [term for term in alignment.left_new_clause if term.low not in _TIME_WORDS and not term.cues]
    roots = {_root(old.low) for old in evidence.old.content}
    return all(_root(term.low) in roots for term in left)


def _root(low: str) -> str:
    """The beginning of a word without umlauts: `nächtlich` and `Nacht`, `envoie` and `envoyer`."""
    return low.translate(_UMLAUTS)[:4]


def _changes_value(evidence: "Evidence") -> bool:
    """Whether a word of change stands beside the new value, and hardly anything else differs."""
    rival, alignment = evidence.rival, evidence.alignment
    if rival is None or rival.sort in WEAK_SORTS or rival.sort == "word":
        return False
    if not evidence.clause_cues & bits("change", "replacement", "now") or rival.new.clause != alignment.clause:
        return False
    if not any(term.content and not term.generic and term.kind not in QUANTITY_KINDS for term in alignment.matched_old):
        return False
    left_old = [term for term in alignment.left_old if term is not rival.old]
    left_new = [
        term
        for term in alignment.left_new_clause
        if term is not rival.new and not term.cues and term.low not in _TIME_WORDS
    ]
    for old in [term for term in left_old if term.kind in VALUE_KINDS]:  # the day and the hour change together
        partner = next((new for new in left_new if sort_of_rivals(old, new) not in ("", *WEAK_SORTS)), None)
        if partner is None:
            return False
        left_new.remove(partner)
        left_old.remove(old)
    return len(left_old) <= 1 and not left_new


def _corrects_value(evidence: "Evidence", features: "Features") -> bool:
    """Whether it takes something back and gives another value of the same sort for the same subject."""
    rival, alignment = evidence.rival, evidence.alignment
    if rival is None or not may_be_value(rival.new) or not evidence.all_cues & bits("correction"):
        return False
    if evidence.all_cues & bits("question") or rival.sort == "word":
        return False
    left_new = [term for term in alignment.left_new_clause if term is not rival.new and not term.cues]
    subject = features["share of old subject"] >= 0.5
    return subject and len(left_new) <= 1 and features["old left beside value"] <= 1


def _prefers_otherwise(evidence: "Evidence") -> bool:
    """Whether both say what somebody prefers, and the new one takes the older one back: `finalement je préfère`."""
    if not evidence.old.cues & bits("preference") or not evidence.new.cues & bits("preference"):
        return False
    topics = [term for term in evidence.alignment.matched_old if not term.generic and not term.cues]
    rest = [term for term in evidence.alignment.left_old if not term.cues]
    return bool(topics and rest) and bool(evidence.all_cues & bits("correction")) and len(rest) <= 3
