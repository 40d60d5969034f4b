"""The words of a statement: lower case, contractions expanded, with their classes, verb forms and language."""

OPENING = "\"'([{<*_`“‘«~"
CLOSING = "\"')]}>*_`”’».,;:!?…~"
BREAKS = ",;:–—("
_DASHES = ("-", "--", "–")
MASK = "[secret: "
"""How what stands in the place of a secret begins: it is one word, whatever stands around it."""
_ONE_WORD = MASK.replace(" ", "\xa0")

_WHOLE = {
    "can't": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not"), "cannot": ("can", "not"),
    "let's": ("let", "us"), "ain't": ("is", "not"), "gonna": ("going", "to"), "wanna": ("want", "to"),
    "dont": ("do", "not"), "doesnt": ("does", "not"), "didnt": ("did", "not"), "im": ("i", "am"),
    "ive": ("i", "have"), "isnt": ("is", "not"), "lets": ("let", "us"), "gotta": ("got", "to"),
    "cant": ("can", "not"), "wont": ("will", "not"), "thats": ("that", "is"), "arent": ("are", "not"),
}  # fmt: skip
_TAILS = (("n't", "not"), ("'m", "am"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"))
_IS_AFTER = frozenset(
    "it that this there here what who where when how he she everything nothing everyone somebody name".split()
)
"""Words after which 's stands for "is"; after any other it marks an owner."""


class Words:
    """A statement as parallel lists: the words in lower case, their positions, and the breaks after them."""

    __slots__ = ("after", "bag", "ends", "line", "lower", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.after: list[str] = []
        _fill(self, text.replace("’", "'"))
        self.bag = frozenset(self.lower)
        self.line = " " + " ".join(self.lower) + " "

    def __len__(self) -> int:
        return len(self.lower)

    def has(self, phrases: "tuple[str, ...]") -> bool:
        """Whether any of the phrases, written with a blank at both ends, occurs word for word."""
        line = self.line
        for phrase in phrases:  # noqa: SIM110 — asked hundreds of times of each statement, and this is twice as fast
            if phrase in line:
                return True
        return False

    def at(self, place: int) -> str:
        """The word at a place, or an empty one outside of the statement."""
        return self.lower[place] if 0 <= place < len(self.lower) else ""

    def original(self, start: int, stop: int) -> str:
        """The words from start to stop as they were written, without quotes around them."""
        return self.text[self.starts[start] : self.ends[stop - 1]] if start < stop else ""

    def capital(self, at: int) -> bool:
        """Whether a word was written with a capital letter or holds one."""
        word = self.text[self.starts[at] : self.ends[at]]
        return word != word.lower()


def broken(words: Words, at: int) -> bool:
    """Whether a comma, colon, dash or bracket follows a word."""
    after = words.after[at]
    return bool(after) and any(mark in BREAKS for mark in after)


def phrases(*lines: str) -> "tuple[str, ...]":
    """A table of phrases, separated by bars and padded for `Words.has`."""
    return tuple(f" {phrase.strip()} " for line in lines for phrase in line.split("|"))


def _fill(words: Words, text: str) -> None:
    """Cuts the text at blanks and dashes and notes for every word what punctuation follows it."""
    at = 0
    for chunk in text.replace("—", " ").replace(MASK, _ONE_WORD).split(" "):
        start, at = at, at + len(chunk) + 1
        bare = chunk if chunk.startswith(_ONE_WORD) else chunk.lstrip(OPENING)
        opened = len(chunk) - len(bare)
        body = bare.rstrip(CLOSING)
        body += "]" * (_ONE_WORD in body and bare.startswith(body + "]") and body.count("[") > body.count("]"))
        if words.after and (not body or (opened and "(" in chunk[:opened])):
            words.after[-1] += chunk if not body else "("
        if body in _DASHES and words.after:
            words.after[-1] += "—"
        elif body:
            _add(words, body, start + opened, bare[len(body) :])
    if "—" in text:
        for i in range(len(words) - 1):
            if "—" in text[words.ends[i] : words.starts[i + 1]]:
                words.after[i] += "—"


def _add(words: Words, word: str, start: int, tail: str) -> None:
    """Adds one word, or the words of a contraction, each with the part of the text that it stands on."""
    lower = word.lower()
    pieces = _open(lower) if "'" in lower or lower in _WHOLE else (lower,)
    cut = start + (len(pieces[0]) if len(pieces) > 1 and lower.startswith(pieces[0]) else len(word))
    for number, piece in enumerate(pieces):
        words.lower.append(piece)
        words.starts.append(cut if number else start)
        words.ends.append(start + len(word) if number else cut)
        words.after.append("")
    words.after[-1] = tail


def _open(lower: str) -> "tuple[str, ...]":
    """A contraction as its words; an owner's 's becomes a word of its own."""
    if lower in _WHOLE:
        return _WHOLE[lower]
    for tail, word in _TAILS:
        if lower.endswith(tail) and len(lower) > len(tail):
            return lower[: -len(tail)], word
    if lower.endswith("'s"):
        return lower[:-2], "is" if lower[:-2] in _IS_AFTER else "'s"
    return (lower.rstrip("'"),)


SUBJECTS = frozenset("i we you he she they it this that there these those everyone everybody nobody".split())
ANAPHORA = frozenset("it this that these those they he she there which both".split())
"""Subjects that mean nothing away from the sentence before."""

DETERMINERS = frozenset(
    """the a an my our your his her its their this that these those each every all any some no another
    both most many few several one two three which whose""".split()
)
FORMS_OF_BE = frozenset("am is are was were be been being".split())
AUXILIARIES = FORMS_OF_BE | frozenset(
    "have has had do does did will would can could should must may might shall cannot ought need".split()
) - {"need"}
MODALS = frozenset("will would can could should must may might shall ought".split())
ADVERBS = frozenset(
    """always never still currently now also just already really actually probably usually often mostly
    only generally typically normally sometimes rarely ever not no longer yet even basically honestly
    personally finally recently previously originally initially eventually definitely strongly strictly
    kind sort of mainly primarily exclusively automatically nightly daily weekly maybe perhaps possibly
    likely apparently supposedly then so too very much quite almost nearly officially temporarily all both
    simply explicitly silently deliberately intentionally manually absolutely totally clearly sadly today
    later either""".split()
)
PREPOSITIONS = frozenset(
    """in on at for from to with without by of under over into onto via through per during before after
    since until between across against about behind within as than like near inside outside instead due
    because besides despite except toward towards upon around along""".split()
)
SUBORDINATORS = frozenset(
    """if when whenever while once unless until because although though since as after before where so
    that which who""".split()
)
CONDITIONS = frozenset("if when whenever unless once after before while until".split())
INTERJECTIONS = frozenset(
    """no nope yes yeah yep well so also and but or ok okay actually btw fyi oh hey hi hello right anyway
    please just first second third finally hmm um uh ah sure correction note remember reminder alright
    besides plus wait sorry again overall basically honestly personally generally currently now today
    additionally however therefore thus still instead meanwhile typically usually normally sadly
    unfortunately apparently turns then seriously next recently yesterday nowadays obviously clearly great
    cool nah ugh wow look listen important yup further also maybe perhaps probably possibly hopefully
    presumably supposedly eventually previously originally""".split()
)
LEADS = frozenset(
    """in on at for from as since after before during by with if when whenever while once unless until
    because although to under due despite without per given within""".split()
)
"""Words that open a phrase standing before the main clause."""

GENERAL = frozenset(
    """usually normally often typically always never every each whenever all any everything anything
    generally everywhere""".split()
)
REPEATED = frozenset("always never every each whenever".split())
VALUE_END_WORDS = frozenset(
    """for because since so that which who when while if unless instead rather after before until where
    although though but between among with without as via by during than over now anymore currently today
    please since from and or in on at to using these not right at inside under of through per within like
    except""".split()
)
"""Words that end a value when it is read from left to right."""


_IRREGULAR_TABLE = """
    choose chose chosen; bear bore born; rise rose risen; go went gone; run ran run; write wrote written;
    keep kept kept;
    build built built; send sent sent; find found found; make made made; get got gotten; take took taken;
    know knew known; speak spoke spoken; hold held held; leave left left; quit quit quit; see saw seen;
    say said said; tell told told; think thought thought; break broke broken; mean meant meant;
    read read read; put put put; set set set; let let let; cut cut cut; cost cost cost; give gave given;
    hide hid hidden; lose lost lost; teach taught taught; learn learnt learnt; bring brought brought;
    buy bought bought; come came come; become became become; begin began begun; grow grew grown;
    drive drove driven; eat ate eaten; drop dropped dropped; sit sat sat; stand stood stood; win won won;
    feel felt felt; fall fell fallen; do did done; have had had; lead led led; split split split;
    spend spent spent; meet met met; pay paid paid; sell sold sold; hear heard heard; wake woke woken;
    rewrite rewrote rewritten; rebuild rebuilt rebuilt; spell spelt spelt; stick stuck stuck;
    hit hit hit; understand understood understood; draw drew drawn; throw threw thrown;
    swap swapped swapped; bind bound bound; catch caught caught; reset reset reset; wear wore worn
"""
IRREGULAR: "dict[str, tuple[str, str]]" = {}
UNCHANGED: "set[str]" = set()
"""Verbs whose participle looks like the lemma: run, set, put."""
for _entry in _IRREGULAR_TABLE.split(";"):
    if _entry:
        _lemma, _past, _done = _entry.split()
        if _done == _lemma:
            UNCHANGED.add(_lemma)
        IRREGULAR[_done] = (_lemma, "base" if _done == _lemma else "done")
        IRREGULAR[_past] = (_lemma, "base" if _past == _lemma else "past")
IRREGULAR.update({"has": ("have", "s"), "does": ("do", "s"), "goes": ("go", "s"), "dying": ("die", "ing")})

TASK_VERBS = frozenset(
    """fix run add write create refactor update rename delete explain show check look find open read
    implement make generate review debug help tell give try commit push revert remove change install
    summarise summarize list search test investigate continue proceed print merge rebase start stop
    restart see verify bump clean tidy split extract copy paste compare convert translate draft rewrite
    finish undo redo retry rerun inspect trace profile fetch pull renew branch edit mention ask notify
    drain flush purge seed populate configure enable toggle specify escalate launch invoke execute contact
    email invite include set reload recreate reindex provision authenticate download upload scan grep
    analyse analyze walk describe suggest propose wait hold do take go come format lint build deploy
    compile patch handle sort paint ship reproduce confirm ping resend tweak adjust polish simplify
    document apply save close resolve squash tag release plan sketch figure put get wire hook scaffold
    clear regenerate pass succeed double-check recheck sync dig trim set bisect cherry-pick reopen reword
    strip mock stub print wrap scroll zoom click""".split()
)
"""What one asks to have done, or does, once."""

CHOICES = frozenset(
    """choose pick select decide adopt settle opt agree standardise standardize switch migrate move
    replace drop abandon deprecate retire upgrade downgrade ban introduce ditch scrap go approve
    reject""".split()
)
"""What settles a question."""

STATE_VERBS = frozenset(
    """use prefer like love hate dislike enjoy want need live work speak own listen expose depend require
    support store keep contain return accept expect expire point host belong consist include serve manage
    maintain cost mean rely know study teach drive play wear eat drink have allow block limit cap default
    inherit map match exclude ignore cover hold handle read write log emit send receive publish subscribe
    cache sign rotate back report follow assume end begin happen reside sit stay fail crash throw raise
    break time force enforce target pin lock share own lead mentor weigh tolerate favour favor run live
    talk connect mount trigger cause hide leak load produce consume process generate validate parse encode
    decode hash encrypt mirror replicate scale route proxy resolve take save start stop ship deploy build
    test release go come build render convert sync merge authenticate call count equal last make get set
    give look change change sleep wake commute specialise specialize maintain lag truncate reject ban deny
    grant swallow retry delay double lose corrupt mask help prevent avoid reduce increase improve
    guarantee ensure protect isolate describe define declare import export cook spike peak grow
    remain become""".split()
)
"""What holds, or happens again and again, when said in the present."""

RULE_VERBS = frozenset(
    """use prefer avoid keep always never ensure call name favour favor stick follow respect assume treat
    document pin quote wrap indent sign squash""".split()
)
"""Imperatives that set a rule more often than they ask for one action."""

NOUNS_TOO = frozenset(
    """build test release deploy log cache commit merge name format lint host port schedule point plan
    update review search change request report start stop call count cost load trigger sign scale match
    map hash time force target order download upload import export backup document design queue store use
    run work need want try limit cap block process produce support control read write list print return
    end draft trace profile patch copy tag plug hook mock stub handle sort file check look fix install
    team play pull branch email mention""".split()
)
"""Verbs that are nouns as well, so that a sentence may begin with them and not be an imperative."""

FEELINGS = frozenset("prefer like love hate dislike enjoy favour favor want adore detest loathe value".split())

MENTAL = frozenset(
    "think believe guess suspect suppose feel imagine reckon assume expect doubt hope wonder bet".split()
)

OTHERS = frozenset(
    """seem appear stem bother settle sign spend discover notice learn realise realize turn found estimate
    measure join relocate graduate marry born register locate configure schedule approve own rename
    archive sunset discontinue spell pronounce allergic base spell explain recommend insist demand promise
    train hire assign raise contribute found retire cut ship cancel postpone spin roll lower triple halve
    bind enable disable turn spend win pay buy sell bring lose hear meet wake sit""".split()
)

LEMMAS = (
    frozenset(entry[0] for entry in IRREGULAR.values())
    | TASK_VERBS
    | CHOICES
    | STATE_VERBS
    | RULE_VERBS
    | FEELINGS
    | MENTAL
    | OTHERS
)


def lemma_and_form(word: str) -> "tuple[str, str] | None":
    """The lemma of a verb and its form: base, s, past (or participle), done (participle) or ing."""
    known = IRREGULAR.get(word)
    if known:
        return known
    if word in LEMMAS:
        return word, "base"
    if word.endswith("ing"):
        stem = _stem(word[:-3])
        return (stem, "ing") if stem else None
    if word.endswith("ed"):
        stem = _stem(word[:-2])
        return (stem, "past") if stem else None
    if word.endswith("s") and not word.endswith("ss"):
        for stem in (word[:-1], word[:-2], word[:-3] + "y" if word.endswith("ies") else ""):
            if stem in LEMMAS:
                return stem, "s"
    return None


def _stem(cut: str) -> "str | None":
    """The lemma of a form without its -ed or -ing: whole, with an e, undoubled, or with y for i."""
    for stem in (cut, cut + "e"):
        if stem in LEMMAS:
            return stem
    if len(cut) > 2 and cut[-1] == cut[-2] and cut[:-1] in LEMMAS:
        return cut[:-1]
    if cut.endswith("i") and cut[:-1] + "y" in LEMMAS:
        return cut[:-1] + "y"
    return None


_ENGLISH = frozenset(
    """the and is are was were be have has had do does did not of to in on at for with from by that this
    these it we you they our your my i if when should would could can will must never always use using who
    what which how why because so but than then there their its as or an use run runs uses prefer like
    it's""".split()
)
_OTHERS = frozenset(
    """aan agora ahora al alla als am anche antes ao aos après arbeite arbeiten att até auch auf aus aux av avec bei
    beim bekommt benutzen bij bir bis brauchen braucht bu c'est cada ce cela ces cette chaque che chez com como con
    corre cuando da daha dans darf das dauert de debe deben degli dei del della delle dem den depois depuis der des
    desde det deze değil di die dit dla do doit doivent donde dos du durch dure dürfen een ein eine einem einen einer
    eines el ele elke elle elles em en entre er es eso est esta este esto está están estão et ett fait fica ficam foi
    från fue för für gdy gehen geht gente gibt gli ha habe haben hace han hasta hat hay hebben heeft heißt het ich
    ihr ik ikke il ile ils im immer ins inte isso ist için jag jak jamais je jede jeden jeder jedes jeg jest jetzt
    jours jsou já kadar kann każda każde każdy každý kein keine kommt können la las laufen le les leur leurs leva
    liegen liegt lo los läuft ma macht mais mamy man med mehr mein meine met meu mi minha mit mon muss muy más müssen
    na naar nach nas ne nel nella není nicht nie niet no nog non nos nosso nous nuestra nuestro num numa nunca nur
    nutzen nutzt não nós o och od oder og ogni ohne olan olarak onze ook oraz os ou où para part pas pela pelas pelo
    pelos per peut peuvent più plus po por porque pour pro przez przy puede pueden på při quand que quem questo qui
    roda rodam sa sans schon schreibt se seit sem sempre ser ses seu sich sie siempre sin sind się ska skal sobre
    soll sollen som son sono sonra sort sous stehen steht su sua sul sur są também tarda tem tiene tienen til till
    toda todas todo todos toujours tous toutes trabajo trabalho tylko têm uit um uma un una und une uns unser unsere
    unserem unseren unter usa usamos usiamo uso utilizo używamy van ve verwenden vi vivo vom von voor vor vous w war
    wenn werden wie wij wir wird worden wordt wurde y ya yok z zijn zu zum zur zwischen à às är çok è é été être önce
    über""".split()
)
_THANKS = frozenset(
    """danke gracias merci obrigado obrigada grazie tack takk dank ja nein oui non si sim não genau
    perfekt perfecto parfait vale gut bien super klar de nada beaucoup muchas mille vielen schön hola
    hallo bonjour ciao salut olá adiós tschüss ok okay spasibo спасибо да нет привет ありがとう はい 谢谢
    好的 你好 감사합니다 네 здравствуйте большое огромное добрый доброе утро день вечер как дела пока хорошо ладно
    안녕하세요 안녕 고마워 고마워요 고맙습니다 수고하셨습니다 알겠습니다 좋아요 반갑습니다 こんにちは こんばんは
    おはよう おはようございます ありがとうございます ありがとうございました どうも すみません お疲れ様です
    了解です わかりました 你好啊 您好 早上好 晚上好 谢谢你 非常感谢 再见 好吧 dzień dobry dziękuję bardzo cześć
    bom dia boa tarde noite buongiorno buonasera mille salut coucou guten morgen abend moin hej""".split()
)


_ENGLISH_TOO = frozenset(
    """per do no die met son men pour con on sono det hat man am um war pro plus part sort dure os o po som ha ser sin
    da el la los es er us usa leva ins dit till vor ya""".split()
)
"""Words of other languages that English has as well: alone, or told twice, they make nothing foreign."""
_SHORT_ARTICLES = ("l'", "d'")
"""Articles and prepositions that are written together with the next word."""


def is_foreign(words: Words) -> bool:
    """Whether a statement is clearly in a language other than English."""
    lower = [word.partition("'")[2] if word[:2] in _SHORT_ARTICLES else word for word in words.lower]
    elided = any(word[:2] in _SHORT_ARTICLES and len(word) > 4 for word in words.lower)
    plain = not elided and not (words.bag & _OTHERS) - _ENGLISH_TOO
    if plain and words.text.isascii():
        return False
    letters = [mark for mark in words.text if mark.isalpha()]
    if sum(ord(mark) > 0x24F for mark in letters) * 3 > len(letters):
        return True
    english = sum(word in _ENGLISH for word in lower)
    other = sum(word in _OTHERS for word in lower) + elided
    accented = sum(_count_accents(word) for word in lower)
    if accented < 2 and plain:
        return False
    if not english and len(words) > 3 and other + accented > 0 and not any(map(lemma_and_form, words.lower)):
        return True
    return other > english and other + bool(accented) > 1 and other * 6 >= len(words)


def _count_accents(word: str) -> int:
    """One for a word with an accent, two for one with a letter beyond those of Western Europe."""
    letters = [mark for mark in word if mark > "\x7f" and mark.isalpha()]
    return (1 + (max(letters) > "\xff")) if letters else 0


def is_foreign_courtesy(words: Words) -> bool:
    """Whether a foreign statement only greets, thanks or agrees."""
    return all(word in _THANKS for word in words.lower) or len("".join(words.lower)) < 4
