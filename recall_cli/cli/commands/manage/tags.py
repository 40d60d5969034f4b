"""recall tags: list, rename, merge and forget tags."""

from recall_cli.app import App
from recall_cli.cli.parsing.label_actions import LABEL_PARAMS, run_label_action
from recall_cli.cli.reply import Reply

PARAMS = LABEL_PARAMS
EXAMPLES = (
    ("recall admin topics --tags", "tags of this project with their counts; --project '*': of all"),
    ("recall admin topics --tags rename area=ops area=operations", "in all memories, as one operation"),
    ("recall admin topics --tags merge module area", "the second name stays"),
    ("recall admin topics --tags forget reviewed", "the memories stay, without the tag"),
)


def tags(
    app: App, *, words: "tuple[str, ...]", project: "str | None", global_: bool, dry_run: bool, yes: bool
) -> Reply:
    """List the tags in use, or rename, merge or forget one in all memories. Each change is one operation.

    A tag is written k, for all its values, or k=v. Superseded, held and expired memories change too.
    """
    return run_label_action(app, "tag", words, project=project, global_=global_, dry_run=dry_run, yes=yes)
