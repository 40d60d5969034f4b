"""Options that several commands share, with one name and one meaning."""

from recall_cli.cli.parsing.params import option
from recall_cli.domain.memory import CLASSIFICATIONS, MEMORY_TYPES, SOURCES, TRUST_LEVELS
from recall_cli.domain.scope import INCLUDE_CHOICES

PROJECT_OPTION = option(
    "project",
    "The project; default: the repository you are in; '*': all projects.",
    "-p",
    completes="project",
    metavar="NAME",
)
GLOBAL_ONLY_OPTION = option("global_", "Only memories without a project.", kind="flag", rare=True)
WRITE_PROJECT_OPTION = option(
    "project",
    "The project it belongs to; default: the repository you are in.",
    "-p",
    completes="project",
    metavar="NAME",
)
NO_PROJECT_OPTION = option("global_", "It belongs to no project, and is found in all of them.", kind="flag")
MOVE_PROJECT_OPTION = option("project", "Move it to this project.", "-p", completes="project", metavar="NAME")
AS_OF_OPTION = option("as_of", "Answer as of this date: 2026-03-01, 30d, yesterday.", metavar="DATE", rare=True)
QUERY_OPTION = option("query", "Only memories that contain all of these words.", "-q", metavar="WORDS")
LIMIT_OPTION = option(
    "limit", "Maximum number of results.", "-n", kind="int", default=10, low=1, high=10_000, metavar="N"
)

FILTER_OPTIONS = (
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("type", "Only this type; repeatable.", "-t", kind="many", choices=MEMORY_TYPES, metavar="TYPE"),
    option("topic", "Only this topic.", rare=True),
    option("agent", "Only memories that this agent stored.", rare=True),
    option("session", "Only memories of this session, or of the latest, in any project.", metavar="ID", rare=True),
    option("source", "Only what this source said; repeatable.", kind="many", choices=SOURCES, rare=True),
    option("trust", "Only with this trust; repeatable.", kind="many", choices=TRUST_LEVELS, rare=True),
    option("unused", "Only memories that no agent has used.", kind="flag", rare=True),
    option("tag", "Only with this tag, k or k=v; repeatable.", kind="many", metavar="K[=V]", rare=True),
    option("since", "Only stored since this date.", metavar="DATE"),
    option("until", "Only stored until this date.", metavar="DATE", rare=True),
    AS_OF_OPTION,
    option("clearance", "Only memories classified up to this level.", choices=CLASSIFICATIONS, rare=True),
    option(
        "include",
        "Also include: superseded, held, expired, deleted (or all).",
        kind="many",
        metavar="KINDS",
        offers=(*INCLUDE_CHOICES, "all"),
        rare=True,
    ),
)
"""The filters: of reading commands, and of commands that change memories by filters."""

FIELD_OPTIONS = (
    option(
        "type", "The type of the memory, such as decision or preference.", "-t", choices=MEMORY_TYPES, metavar="TYPE"
    ),
    option("topic", "A broad topic that searches can filter by.", rare=True),
    option("importance", "Importance, 0 to 1.", kind="float", low=0, high=1, metavar="SHARE", rare=True),
    option("confidence", "Confidence, 0 to 1.", kind="float", low=0, high=1, metavar="SHARE", rare=True),
    option("entity", "For a fact: what it is about."),
    option("attribute", "For a fact: which property."),
    option("value", "For a fact: the value of the property."),
    option("qualifier", "The only context in which the value holds.", metavar="CONTEXT", rare=True),
    option("valid_from", "Valid from this date.", metavar="DATE", rare=True),
    option("valid_until", "Valid until this date, or for this time span from now.", metavar="DATE", rare=True),
    option(
        "classification",
        "How private it is. Agents see every level, unless a clearance is set.",
        choices=CLASSIFICATIONS,
        rare=True,
    ),
)
"""The fields of a memory that store and update can set."""

ANCHOR_OPTION = option(
    "anchor",
    "The file or lines that the memory is about; recall warns when they change. Repeatable.",
    kind="many",
    metavar="PATH[:A-B]",
    completes="file",
)
SOURCE_OPTION = option(
    "source", "Who said it; from an agent this can lower trust, never raise it.", choices=SOURCES, rare=True
)
