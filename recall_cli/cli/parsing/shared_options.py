"""Options that several commands share, so that they are called the same and mean the same everywhere."""

from recall_cli.cli.parsing.params import option
from recall_cli.domain.memory import CLASSIFICATIONS, MEMORY_TYPES, SOURCES
from recall_cli.domain.scope import INCLUDE_CHOICES

PROJECT_OPTION = option(
    "project",
    "The project; by default the repository you are in, '*' for all.",
    "-p",
    completes="project",
    metavar="NAME",
)
GLOBAL_ONLY_OPTION = option("global_", "Only what belongs to no project.", kind="flag")
AS_OF_OPTION = option("as_of", "Answer as on that day: 2026-03-01, 30d, yesterday.", metavar="DATE")
LIMIT_OPTION = option("limit", "How many at most.", "-n", kind="int", default=10, low=1, high=10_000, metavar="N")

FILTER_OPTIONS = (
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("type", "Only this type; may be given again.", "-t", kind="many", choices=MEMORY_TYPES),
    option("topic", "Only this topic."),
    option("agent", "Only what this agent stored."),
    option("tag", "Only with this tag; k or k=v, may be given again.", kind="many", metavar="K[=V]"),
    option("since", "Only stored since then.", metavar="DATE"),
    option("until", "Only stored until then.", metavar="DATE"),
    AS_OF_OPTION,
    option("clearance", "Nothing classified above this.", choices=CLASSIFICATIONS),
    option(
        "include",
        "Also what is usually left out: superseded, held, expired, deleted.",
        kind="many",
        metavar="KINDS",
        offers=(*INCLUDE_CHOICES, "all"),
    ),
)
"""What narrows a reading command."""

FIELD_OPTIONS = (
    option("type", "What kind of memory it is.", "-t", choices=MEMORY_TYPES),
    option("topic", "A broad namespace that searches can be narrowed to."),
    option("importance", "How much it matters, 0 to 1.", kind="float", low=0, high=1, metavar="SHARE"),
    option("confidence", "How sure it is, 0 to 1.", kind="float", low=0, high=1, metavar="SHARE"),
    option("entity", "What it is about."),
    option("attribute", "Which property of that."),
    option("value", "What the property is."),
    option("qualifier", "In which context alone the value holds.", metavar="CONTEXT"),
    option("valid_from", "Not believed before then.", metavar="DATE"),
    option("valid_until", "Not believed after then; a span counts from now.", metavar="DATE"),
    option("classification", "Who may see it.", choices=CLASSIFICATIONS),
)
"""What a memory may be given when it is stored or corrected."""

ANCHOR_OPTION = option(
    "anchor",
    "The file, or lines of it, that it speaks of; it is told when they change. May be given again.",
    kind="many",
    metavar="PATH[:A-B]",
    completes="file",
)
SOURCE_OPTION = option(
    "source", "Who said it; what an agent passes can lower its trust, never raise it.", choices=SOURCES
)
