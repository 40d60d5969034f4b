"""Where a memory was stated: the branch and the commit that were checked out.

Both stand in the metadata of a memory. They may come from a stranger, so they are checked whenever they are read.
"""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

BRANCH, COMMIT = "branch", "commit"
"""Where the metadata of a memory name them."""
MAX_BRANCH_LETTERS, MAX_SHOWN_LETTERS = 200, 40
"""Letters of the name of a branch, and of one that is shown."""
FORBIDDEN_LETTERS = frozenset(" ~^:?*[\\")
"""What git allows in no name of a branch."""
SHOWN_SIGNS = frozenset("-_./#+")
"""What a name that is shown may hold beside letters and digits."""


class StatedPlace(Record):
    """The branch and the commit."""

    branch: str
    commit: str

    @property
    def document(self) -> "dict[str, str]":
        """What stands in the metadata of a memory."""
        return {BRANCH: self.branch, COMMIT: self.commit}


def read_stated_place(metadata: "str | None") -> "StatedPlace | None":
    """Where a memory was stated, from its metadata; None if that is not known."""
    return stated_place(loads(metadata)) if metadata is not None and f'"{COMMIT}"' in metadata else None


def stated_place(values: object) -> "StatedPlace | None":
    """The branch and the commit that a document names; None if they are not valid."""
    if not isinstance(values, dict):
        return None
    branch, commit = values.get(BRANCH), values.get(COMMIT)
    if not (isinstance(branch, str) and isinstance(commit, str) and is_branch_name(branch) and _is_commit(commit)):
        return None
    return StatedPlace(branch=branch, commit=commit)


def is_branch_name(name: str) -> bool:
    """Could git call a branch this?"""
    is_bounded = 0 < len(name) <= MAX_BRANCH_LETTERS and name.isprintable()
    return is_bounded and FORBIDDEN_LETTERS.isdisjoint(name) and ".." not in name and name[0] not in "-/"


def branch_mark(branch: str) -> str:
    """What is shown beside a memory of a branch. A name that is odd, or that reads like an order, is left out."""
    from recall_cli.rules.injection import injection_reason

    plain = len(branch) <= MAX_SHOWN_LETTERS and all(letter.isalnum() or letter in SHOWN_SIGNS for letter in branch)
    words = "".join(letter if letter.isalnum() else " " for letter in branch)
    return f"on branch {branch}" if plain and injection_reason(words) is None else "on another branch"


def _is_commit(text: str) -> bool:
    return len(text) in (40, 64) and not text.strip("0123456789abcdef")
