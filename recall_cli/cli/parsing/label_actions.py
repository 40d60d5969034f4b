"""What `recall admin topics --tags` and `recall admin topics` have in common: list, rename, merge and forget."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.parsing.selection_options import DRY_RUN_OPTION, YES_OPTION, guard_change
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.registry import call_of
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_age, format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.upkeep.labels import Label

ACTIONS = {"list": 0, "rename": 2, "merge": 2, "forget": 1}
"""What can be done with labels, and how many names each takes; `merge` takes more too."""
LABEL_PARAMS = (
    argument(
        "words",
        "list, rename OLD NEW, merge FROM... INTO, or forget NAME.",
        kind="arguments",
        default=(),
        metavar="[ACTION NAME...]",
        offers=tuple(ACTIONS),
    ),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    DRY_RUN_OPTION,
    YES_OPTION,
)


def check_action(
    words: "tuple[str, ...]", command: str, actions: "dict[str, int]" = ACTIONS
) -> "tuple[str, tuple[str, ...]]":
    """The action and its names; UsageError for another action or another number of names."""
    action, names = (words[0] if words else "list"), words[1:]
    is_long_merge = action == "merge" and len(names) > actions["merge"]
    if action not in actions or (len(names) != actions[action] and not is_long_merge):
        from recall_cli.rules.text.spelling import closest_words

        switches = " · set NAME · enable NAME · disable NAME" if "set" in actions else ""
        usage = f"{call_of(command)} takes: list · rename OLD NEW · merge FROM... INTO · forget NAME{switches}"
        close = [] if action in actions else closest_words(action, list(actions))
        shows = f"recall list --{command.removesuffix('s')} {make_printable(action)} shows its memories"
        if close:
            raise UsageError(usage, f"did you mean {close[0]}?")
        raise UsageError(
            usage, shows if len(words) == 1 and action not in actions else f"recall {call_of(command)} --help"
        )
    return action, names


def run_label_action(
    app: "App", kind: str, words: "tuple[str, ...]", *, project: "str | None", global_: bool, dry_run: bool, yes: bool
) -> Reply:
    """Run an action on the tags or topics of a project."""
    from recall_cli.flows.edit import labels
    from recall_cli.flows.projects import projects_to_read

    action, names = check_action(words, f"{kind}s")
    with app.read_transaction() as tx:
        places = projects_to_read(app, tx, project, only_global=global_)
        if action == "list":
            return _list_reply(kind, labels.labels_to_list(tx, kind, places))
        olds = names[:-1] if action == "merge" else names[:1]
        found = [memory for old in olds for memory in labels.memories_with_label(tx, kind, old, places)]
        memories = [*{memory.n: memory for memory in found}.values()]
        if action == "rename":
            labels.check_new_name(tx, kind, names[0], names[1], places)
    chosen = {"dry_run": dry_run, "yes": yes or action != "forget"}
    answer = guard_change(app, memories, chosen, f"remove the {kind} of" if dry_run else "change", by_filter=True)
    if answer is not None:
        return answer
    new = None if action == "forget" else names[-1]
    changed, op = labels.replace_labels(app, memories, kind, olds, new)
    result = "forgotten" if new is None else f"now {make_printable(new)}"
    shown = make_printable(", ".join(olds))
    subject = f"{kind}s {shown} are" if len(olds) > 1 else f"{kind} {shown} is"
    line = f"{subject} {result}: {memory_count_text(len(changed))} changed"
    undo = f" (undo: recall undo {op})" if op is not None else ""
    ids = [memory.id for _, memory in changed]
    document = {"action": action, "name": olds[0], "names": [*olds], "new": new, "ids": ids, "operation": op}
    return Reply(lambda: document, lambda: [line + undo])


def _list_reply(kind: str, found: "list[Label]") -> Reply:
    """The labels with their numbers of memories and the age of the newest."""

    def text(label: "Label") -> str:
        return label.name if label.value is None else f"{label.name}={label.value}"

    def document(label: "Label") -> "dict[str, object]":
        value = {} if label.value is None else {"value": label.value}
        return {"name": label.name, **value, "memories": label.memories, "newest_at": format_iso(label.newest_at)}

    example = f"recall list --{kind} {found[0].name}" if found else ""
    return list_reply(
        f"{kind}s",
        found,
        document=document,
        line=lambda label: (text(label), label.memories, format_iso(label.newest_at)),
        cells=lambda out, label: [
            (text(label), ACCENT),
            f"{label.memories:,}",
            (format_age(label.newest_at, out.now), DIM),
        ],
        footer=f"{example} · recall {call_of(kind + 's')} rename, merge, forget",
        empty=f"no {kind}s here",
        right=(1,),
    )
