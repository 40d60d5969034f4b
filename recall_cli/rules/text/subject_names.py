"""Other names of the subject of a fact: `billing`, `the billing service` and `billing API` are one subject.

Only words that add nothing are left out. `billing-worker`, `React Native` and `api2` name something else.
"""

from recall_cli.rules.text import normalize

KIND_WORDS = ("service", "api", "app", "application", "system", "server", "microservice")
"""What a subject is. It may be left out, unless the name has nothing else."""
SURE_KIND_WORDS = frozenset(("service", "microservice", "system"))
"""Of these, those that are left out without a doubt. `billing` may also be more than `the billing API`."""
DETERMINERS = ("the", "our")
WHOLE_SUBJECTS = frozenset(("user", "project", "repo", "repository", "team", "company"))
"""Names that mean a thing of their own."""


def subject_name(entity: str) -> "tuple[str, str]":
    """The name of a subject without determiner and kind, and the kind that was left out."""
    words = normalize.name_key(entity).split("_")
    while len(words) > 1 and words[0] in DETERMINERS:
        words = words[1:]
    if len(words) > 1 and words[-1] in KIND_WORDS:
        return "_".join(words[:-1]), words[-1]
    return "_".join(words), ""


def other_fact_keys(entity: str, attribute: str) -> "dict[str, bool]":
    """The keys of the same fact under other names of its subject, each with whether the subject is surely the same."""
    own = normalize.fact_key(entity, attribute)
    name, kind = subject_name(entity)
    if own is None or not name or name in WHOLE_SUBJECTS or name in KIND_WORDS:
        return {}
    keys: dict[str, bool] = {}
    for other in ("", *KIND_WORDS):
        sure = kind == other or {kind, other} <= SURE_KIND_WORDS | {""}
        for determiner in ("", *DETERMINERS):
            key = normalize.fact_key(" ".join(filter(None, (determiner, name, other))), attribute)
            if key is not None and key != own:
                keys[key] = sure
    return keys
