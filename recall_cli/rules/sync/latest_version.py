"""Which of two versions of a memory counts: the one that was changed later, on whatever machine, in whatever order."""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

STATED_COLUMNS = tuple(
    """text type topic project importance confidence classification shared source trust entity attribute value qualifier
    tags updated_at valid_from valid_until superseded_by superseded_at deleted_at held pinned anchors metadata
    extracted_by hash fact grams""".split()
)
"""The columns that somebody's statement set; use, fading and ratings are counted on each machine."""
_COMPARED_COLUMNS = tuple(
    """text type topic importance confidence classification entity attribute value qualifier tags valid_from valid_until
    superseded_at deleted_at pinned""".split()
)
"""The columns that decide between two versions of the same moment; they mean the same in every store."""


def is_later_version(theirs: "Mapping[str, object]", ours: "Mapping[str, object]") -> bool:
    """Does the other version count? Of two versions of one moment the same one counts on every machine."""
    their_time, our_time = theirs["updated_at"], ours["updated_at"]
    if their_time != our_time:
        return int(str(their_time)) > int(str(our_time))
    return _sort_key(theirs) > _sort_key(ours)


def _sort_key(version: "Mapping[str, object]") -> str:
    values = [version["superseded_at"] is not None, *(version[name] for name in _COMPARED_COLUMNS)]
    return dumps([float(value) if isinstance(value, (bool, int, float)) else value for value in values])
