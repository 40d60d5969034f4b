"""The closed word classes of English: the few hundred words that carry a sentence's structure."""

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
