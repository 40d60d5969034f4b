"""recall count: count memories."""

from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.shared_options import FILTER_OPTIONS
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = FILTER_OPTIONS
EXAMPLES = (
    ("recall list --count", "in this project and without a project"),
    ("recall list --count --project '*' --type decision", "decisions in every project"),
)


def count(app: "App", *, agent: "str | None", clearance: "str | None", **scope: "Any") -> Reply:
    """Count the memories that match the filters."""
    from recall_cli.flows.search.listing import count_memories

    with app.read_transaction(app.view(agent, clearance)) as tx:
        wanted = option_values.build_filters(app, tx, {**scope, "agent": agent})
        is_unknown = wanted.projects == () and bool(scope["project"])  # build_filters has noted it
        number = 0 if is_unknown else count_memories(tx, wanted)
        if not number:
            option_values.note_unknown_names(app, tx, wanted)
    return Reply(lambda: {"count": number}, lambda: [str(number)], lambda out: out.line(memory_count_text(number)))
