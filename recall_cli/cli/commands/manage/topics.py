"""recall topics: list, rename, merge and forget topics."""

from recall_cli.app import App
from recall_cli.cli.parsing.label_actions import LABEL_PARAMS, run_label_action
from recall_cli.cli.reply import Reply

PARAMS = LABEL_PARAMS
EXAMPLES = (
    ("recall admin topics", "topics of this project with their counts; --project '*': of all"),
    ("recall admin topics rename deploys deployment", "in all memories, as one operation"),
    ("recall admin topics merge release deployment", "the last name stays; several names before it are merged at once"),
    ("recall admin topics forget scratch", "the memories stay, without the topic"),
)


def topics(
    app: App, *, words: "tuple[str, ...]", project: "str | None", global_: bool, dry_run: bool, yes: bool
) -> Reply:
    """List the topics in use, or rename, merge or forget one in all memories. Each change is one operation.

    A memory has one topic. Superseded, held and expired memories change too.
    """
    return run_label_action(app, "topic", words, project=project, global_=global_, dry_run=dry_run, yes=yes)
