"""Rules of two or three words: "Never force-push."

They stand by themselves, because the quality gate needs nothing else of how a statement is made.
"""

from recall_cli.rules.reading.words import Words, lemma_and_form

DEICTIC = frozenset("this that it here these above".split())
NO_RULE = frozenset("care know think forget understand see agree believe like want".split())
SOOTHING = frozenset("worry bother mind yet panic".split())
GOING_ON = frozenset("start begin go look continue proceed wait".split())


def is_bare_rule(words: Words) -> bool:
    """Whether a statement is a rule of two or three words: "Never force-push.", "Always squash.", "Don't amend."."""
    at = 2 if words.lower[:2] == ["do", "not"] else 1
    if not at < len(words) + 1 <= 5 or (at == 1 and words.at(0) not in ("never", "always")):
        return False
    verb = words.at(at)
    known = lemma_and_form(verb)
    doing = bool(known and known[1] == "base") or (len(verb) > 4 and "-" in verb and verb.replace("-", "").isalpha())
    doing = doing or (at == 2 and len(verb) > 3 and verb.isalpha())
    return doing and not words.bag & (NO_RULE | SOOTHING | DEICTIC | GOING_ON)
