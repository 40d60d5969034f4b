"""JSON as people write it in settings files: with comments, trailing commas and their own layout.

A document becomes nodes that know their positions in the text. So a member can be added or removed while every other
byte stays as it is.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_DEPTH = 200


class Node:
    """A value and its position. An object or array also has its members."""

    __slots__ = ("comments", "end", "kind", "members", "start", "value")

    def __init__(self, kind: str, start: int) -> None:
        self.kind, self.start, self.end = kind, start, start
        self.value: Any = None
        self.members: list[Member] = []
        self.comments: tuple[tuple[int, int], ...] = ()
        """Only in the outermost node: the start and end of each comment in the document."""

    def get(self, key: str) -> "Node | None":
        """The value of a key. If a key occurs twice, the last one counts, as for every reader."""
        return next((member.node for member in reversed(self.members) if member.key == key), None)

    def plain(self) -> "Any":
        """The value as Python data."""
        if self.kind == "object":
            return {member.key: member.node.plain() for member in self.members}
        return [member.node.plain() for member in self.members] if self.kind == "array" else self.value


class Member:
    """One entry of an object or array: its start (at its key, if it has one), its value and the comma after it."""

    __slots__ = ("comma", "key", "node", "start")

    def __init__(self, key: "str | None", start: int, node: Node) -> None:
        self.key, self.start, self.node = key, start, node
        self.comma: int | None = None


def parse_jsonc(text: str) -> Node:
    """The document; ValueError with the line number if it is not valid."""
    reader = _Reader(text)
    try:
        at = reader.skip_blank(1 if text.startswith("\ufeff") else 0)
        node = reader.value(at, 0)
        if reader.skip_blank(node.end) != len(text):
            raise _JsonError(node.end)
        node.comments = tuple(reader.comments)
    except _JsonError as error:
        raise ValueError(f"line {text.count(chr(10), 0, error.at) + 1} is not JSON") from None
    return node


class _JsonError(Exception):
    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.comments: list[tuple[int, int]] = []

    def skip_blank(self, at: int) -> int:
        """The next position that is neither white space nor comment."""
        text, size = self.text, len(self.text)
        while at < size:
            if text[at] in " \t\r\n":
                at += 1
            elif text.startswith("//", at):
                start, at = at, text.find("\n", at)
                at = size if at < 0 else at
                self.comments.append((start, at))
            elif text.startswith("/*", at):
                end = text.find("*/", at + 2)
                if end < 0:
                    raise _JsonError(at)
                self.comments.append((at, end + 2))
                at = end + 2
            else:
                break
        return at

    def value(self, at: int, depth: int) -> Node:
        """The value that begins here."""
        if depth > MAX_DEPTH:
            raise _JsonError(at)
        first = self.text[at : at + 1]
        if first in ("{", "["):
            return self._container(at, depth)
        node = Node("text" if first == '"' else "word", at)
        node.end = self._string_end(at) if first == '"' else self._word_end(at)
        from recall_cli.domain.json_text import loads

        try:
            node.value = loads(self.text[at : node.end])
        except ValueError:
            raise _JsonError(at) from None
        return node

    def _container(self, at: int, depth: int) -> Node:
        node = Node("object" if self.text[at] == "{" else "array", at)
        close = "}" if node.kind == "object" else "]"
        at = self.skip_blank(at + 1)
        while self.text[at : at + 1] != close:
            if node.members and node.members[-1].comma is None:
                raise _JsonError(at)
            start, key = at, None
            if node.kind == "object":
                name = self.value(at, depth + 1)
                at = self.skip_blank(name.end)
                if name.kind != "text" or self.text[at : at + 1] != ":":
                    raise _JsonError(at)
                key, at = str(name.value), self.skip_blank(at + 1)
            member = Member(key, start, self.value(at, depth + 1))
            node.members.append(member)
            at = self.skip_blank(member.node.end)
            if self.text[at : at + 1] == ",":
                member.comma, at = at, self.skip_blank(at + 1)
        node.end = at + 1
        return node

    def _string_end(self, at: int) -> int:
        at += 1
        while at < len(self.text) and self.text[at] not in '"\n':
            at += 2 if self.text[at] == "\\" else 1
        if self.text[at : at + 1] != '"':
            raise _JsonError(at)
        return at + 1

    def _word_end(self, at: int) -> int:
        start = at
        while at < len(self.text) and (self.text[at].isalnum() or self.text[at] in "+-."):
            at += 1
        if at == start:
            raise _JsonError(at)
        return at
