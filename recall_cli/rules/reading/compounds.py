"""Names of two words whose first word looks like a command: "Pull requests need two reviews."."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.reading.words import Words

_COMPOUNDS = frozenset(
    "pull requests|pull request|merge requests|merge request|release notes|release branches|release branch|test files|"
    "test data|build artifacts|build logs|push notifications|review comments|commit messages|commit hooks|deploy keys|"
    "deploy windows|branch names|load tests|smoke tests|test runs|cache entries|log lines|log files|backup files|"
    "release manager|release managers".split("|")
)
_STATING = frozenset(
    "need needs must require requires are is take takes run runs go goes have has expire expires".split()
)


def is_subject(words: "Words") -> bool:
    """Whether it begins with a name of two words that looks like a command: "Pull requests need two reviews."."""
    return " ".join(words.lower[:2]) in _COMPOUNDS and not _STATING.isdisjoint(words.lower[2:])
