"""Convert a command's option values to the arguments of its flow."""

from recall_cli.domain.scope import INCLUDE_CHOICES, Filters
from recall_cli.flows.projects import projects_to_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.parsing.params import Param
    from recall_cli.engines.transaction import Transaction


def build_filters(
    app: "App", tx: "Transaction", values: "dict[str, Any]", *, min_confidence: "float | None" = 0.0
) -> Filters:
    """The filters that FILTER_OPTIONS stand for; the setting min_confidence counts where that is None."""
    project, session = values["project"], values.get("session")
    if session is not None:
        from recall_cli.flows.search.id_lookup import find_session

        session = find_session(app, tx, session)
        project = project or (None if values["global_"] else "*")
    return Filters(
        types=values["type"],
        topic=values["topic"],
        projects=projects_to_read(app, tx, project, only_global=values["global_"]),
        agent=values["agent"],
        session=session,
        sources=values.get("source", ()),
        trusts=values.get("trust", ()),
        unused=values.get("unused", False),
        tags=tuple(parse_tag_filter(tag) for tag in values["tag"]),
        include=parse_include(values["include"]),
        min_confidence=app.settings["min_confidence"] if min_confidence is None else min_confidence,
        since=parse_moment(app, values["since"]),
        until=parse_moment(app, values["until"], whole_day=True),
        as_of=parse_moment(app, values["as_of"], whole_day=True),
    )


def note_unknown_names(app: "App", tx: "Transaction", wanted: Filters) -> None:
    """Where nothing was found: note which topic, tag or agent of the filters is not known, and what was meant."""
    if wanted.topic is None and wanted.agent is None and not wanted.tags:
        return
    from recall_cli.flows.explain.did_you_mean import unknown_filter_texts

    app.notes.extend(unknown_filter_texts(tx, wanted))


def parse_moment(app: "App", text: "str | None", *, whole_day: bool = False) -> "int | None":
    """The moment that an option names, or None without the option."""
    if text is None:
        return None
    from recall_cli.rules.dates.typed_dates import parse_typed_date

    return parse_typed_date(text, app.now(), whole_day=whole_day)


_ACTION_WORDS = frozenset(
    "list ls show status help create make new add run now start all everything latest verify check restore remove rm "
    "delete prune install uninstall schedule info stdout json jsonl csv yaml md markdown text project projects".split()
)
"""Words that users take for a subcommand; hardly anyone means a file of that name."""


def reject_action_as_file(file: str, params: "tuple[Param, ...]") -> None:
    """Raise UsageError if a file to write is named like an action, as in `recall backup list`."""
    word = file.lower()
    if word not in _ACTION_WORDS:
        return
    flag = next((flag for param in params for flag in param.flags if flag == f"--{word}"), None)
    hint = f"did you mean {flag}?" if flag else "see --help"
    from recall_cli.domain.errors import UsageError

    raise UsageError(f"{file!r} would be a file name", f"{hint}; for a file of that name, write ./{file}")


def parse_include(values: "tuple[str, ...]") -> "frozenset[str]":
    """The states named by `--include superseded,held`."""
    names = [name.strip() for part in values for name in part.split(",") if name.strip()]
    for name in names:
        if name not in (*INCLUDE_CHOICES, "all"):
            from recall_cli.domain.errors import UsageError

            raise UsageError(f"--include takes {', '.join(INCLUDE_CHOICES)} or all, not {name!r}")
    return frozenset(INCLUDE_CHOICES) if "all" in names else frozenset(names)


def parse_tag_filter(text: str) -> "tuple[str, str | None]":
    """A tag filter: `k=v` matches that value, `k` any value."""
    key, equals, value = text.partition("=")
    return key.strip(), value.strip() if equals else None


def parse_tags(texts: "tuple[str, ...]") -> "dict[str, str]":
    """Tags to set: `k=v`; a plain `k` is set to `true`."""
    tags = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key.strip():
            from recall_cli.domain.errors import UsageError

            raise UsageError(f"{text!r} is not a tag", "a tag is k=v, e.g. --tag area=billing")
        # line breaks stay: secret detection recognizes a multi-line key by its lines
        cleaned = value.strip() if "\n" in value else " ".join(value.split())
        tags[" ".join(key.split())] = cleaned if equals else "true"
    return tags


_PLAIN_FIELDS = tuple("type topic importance confidence entity attribute value qualifier classification".split())


def parse_fields(app: "App", values: "dict[str, Any]") -> "dict[str, Any]":
    """The columns that FIELD_OPTIONS set."""
    columns = {name: values[name] for name in _PLAIN_FIELDS if values[name] is not None}
    if values["valid_from"] is not None or values["valid_until"] is not None:
        from recall_cli.rules.dates.typed_dates import parse_validity

        columns |= parse_validity(values, app.now())
    return columns
