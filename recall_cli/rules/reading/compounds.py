"""Names and labels that look like a command: "Pull requests need two reviews.", "Log level = info"."""

from recall_cli.rules.reading.words import TASK_VERBS, Words

_COMPOUNDS = frozenset(
    "pull requests|pull request|merge requests|merge request|release notes|release branches|release branch|test files|"
    "test data|build artifacts|build logs|push notifications|review comments|commit messages|commit hooks|deploy keys|"
    "deploy windows|branch names|load tests|smoke tests|test runs|cache entries|log lines|log files|backup files|"
    "release manager|release managers".split("|")
)
_STATING = frozenset(
    "need needs must require requires are is take takes run runs go goes have has expire expires".split()
)


def is_subject(words: Words) -> bool:
    """Whether it begins with a name of two words that looks like a command: "Pull requests need two reviews."."""
    return " ".join(words.lower[:2]) in _COMPOUNDS and not _STATING.isdisjoint(words.lower[2:])


MAX_LABEL_WORDS, MAX_VALUE_WORDS = 4, 6
_NO_LABELS = frozenset(
    "the a an my your our this that it i we you he she they please now then let lets just todo fixme note fix update "
    "status done result next step idea question reminder warning error fixed".split()
)
_NO_VALUES = frozenset(
    "done ok okay fixed merged i we you it they he she the this that there now still not please yes no".split()
)


def is_label_with_value(text: str) -> bool:
    """Whether a text is only a label and its value: "Log level = info", "Opening hours: Mon-Fri 9-18"."""
    for sign in (" = ", ": ", "="):
        label, found, value = text.partition(sign)
        if found:
            break
    else:
        return False
    names = label.lower().strip("*_`-• ").split()
    values = value.strip(" .`*").split()
    if not 0 < len(names) <= MAX_LABEL_WORDS or not 0 < len(values) <= MAX_VALUE_WORDS or text.rstrip().endswith("?"):
        return False
    if not _NO_LABELS.isdisjoint(names) or values[0].lower() in _NO_VALUES:
        return False
    if sign == ": " and names[0] in TASK_VERBS:  # an order: "Delete file: tmp.txt"
        return False
    telling = any(mark.isdigit() or mark in "`/_." for mark in value.rstrip(".")) or value.strip()[:1].isupper()
    return sign != ": " or (len(names) > 1 and telling)
