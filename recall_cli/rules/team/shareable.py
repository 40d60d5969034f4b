"""What of a store may travel to a team, in which form, and what of a colleague's memories counts here."""

from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.moment import format_iso, parse_exact_iso
from recall_cli.rules.places.staleness import travelling_anchors
from recall_cli.rules.places.stated_place import stated_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from recall_cli.domain.memory import Memory

TEAM_COLUMNS = frozenset(
    """text type topic importance confidence source trust entity attribute value qualifier tags created_at valid_from
    valid_until superseded_by superseded_at anchors metadata""".split()
)
"""What travels: no session, no agent, no pins and nothing that is counted here.

Of the anchors, files inside the repository travel, and of the metadata the branch.
"""
ENDING_COLUMNS = frozenset(("valid_until", "superseded_by", "superseded_at"))
"""What only ends a memory: a timer may send it, and words only a person."""
MAX_CLASSIFICATION = CLASSIFICATIONS.index("internal")
"""What is restricted or confidential stays here."""
ORIGIN = "shared_by"
"""Where the metadata of a memory name the colleague who shared it."""
COLLEAGUE, COLLEAGUES_AGENT = "colleague", "imported"
"""The trust of a colleague's own words, and of what their agents wrote."""


def share_problem(memory: "Memory", origin: str, *, holds_secret: bool) -> str:
    """Why a memory is not shared; empty if it may be."""
    if memory.trust == COLLEAGUE or (origin and memory.trust == COLLEAGUES_AGENT):
        return f"it is from {origin or 'a colleague'}, who shares it"
    if memory.project is None:
        return "it belongs to no project"
    if memory.held is not None:
        return "it waits for your review (recall review)"
    if CLASSIFICATIONS.index(memory.classification) > MAX_CLASSIFICATION:
        return f"it is {memory.classification}"
    if memory.deleted_at is not None:
        return "it is deleted"
    return "it holds a secret (recall admin scan)" if holds_secret else ""


def travelling_columns(
    line: "Mapping[str, object]", shared_ids: "Collection[str]", merged: "Collection[str]" = ()
) -> "dict[str, object]":
    """The columns of a shared memory that travel. Whose words they are is all that is said of its trust.

    The branch travels as long as its commit is not one of those that are `merged`.
    """
    columns = {name: line[name] for name in TEAM_COLUMNS if line.get(name) not in (None, {}, False)}
    if anchors := travelling_anchors(columns.pop("anchors", None)):
        columns["anchors"] = anchors
    place = stated_place(columns.pop("metadata", None))
    if place is not None and place.commit not in merged:
        columns["metadata"] = place.document
    if columns.get("superseded_by") not in shared_ids:
        columns.pop("superseded_by", None)
    columns["trust"] = "user" if line.get("trust") == "user" else "agent"
    return columns


def arriving_line(
    id_: str, columns: "Mapping[str, object]", name: str, project: "str | None", now: int
) -> "dict[str, object]":
    """A colleague's memory as a line of an import. Its author is the name of the paired key, whatever the text says."""
    known = {field: value for field, value in columns.items() if field in TEAM_COLUMNS and value is not None}
    own = known.pop("trust", None) == "user"
    place = stated_place(known.get("metadata"))
    created = known.get("created_at")
    if not (
        isinstance(created, str) and 0 < parse_exact_iso(created) <= now
    ):  # a clock that runs ahead is not the newest for ever
        known["created_at"] = format_iso(now)
    return {
        **known,
        "anchors": travelling_anchors(known.get("anchors")) or None,
        "id": id_,
        "project": project,
        "trust": COLLEAGUE if own else COLLEAGUES_AGENT,
        "source": "user" if own else "agent",
        "agent": name if own else None,
        "metadata": {ORIGIN: name} if place is None else {ORIGIN: name, **place.document},
        "classification": "internal",
    }


def changed_line(
    local: "Mapping[str, object]", arriving: "Mapping[str, object]", changed: "Collection[str]"
) -> "dict[str, object]":
    """A memory as it is here, with what its colleague changed: a pin, a hold or an end of yours stays."""
    line = {**local, **{name: arriving.get(name) for name in changed if name in TEAM_COLUMNS}}
    line.update((name, arriving[name]) for name in ("trust", "source", "agent", "metadata", "project"))
    return {name: value for name, value in line.items() if value is not None}


def is_of_colleague(memory: "Memory", name: str) -> bool:
    """Did this colleague share the memory, and is it still theirs? What you approved as your own words is yours."""
    return memory.trust in (COLLEAGUE, COLLEAGUES_AGENT) and origin_of(memory.metadata) == name


def origin_of(metadata: "str | None") -> str:
    """The colleague who shared a memory, from its metadata; empty if it is from here."""
    from recall_cli.domain.json_text import loads
    from recall_cli.rules.team.names import is_colleague_name

    if metadata is None or f'"{ORIGIN}"' not in metadata:
        return ""
    values = loads(metadata)
    name = values.get(ORIGIN) if isinstance(values, dict) else None
    return name if isinstance(name, str) and is_colleague_name(name) else ""
