"""Add a member to a JSON document, or remove one, so that every other byte stays as it is."""

from recall_cli.agents.jsonc import parse_jsonc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.jsonc import Node

    Path = tuple[str | None, ...]
    """The keys that lead to a member, from the outermost object on; None stands for a place in a list."""


class JsonEditor:
    """A document that is being edited: its text and its layout."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_end = "\r\n" if "\r\n" in text else "\n"
        self.indent = _detect_indent(text)
        self.edits: list[tuple[int, str]] = []
        """The inserted texts so far, each with its position in the text at that time."""

    def begin(self) -> None:
        """Make an empty object of an empty text."""
        self._insert(len(self.text), "{}\n")

    @property
    def root(self) -> "Node":
        return parse_jsonc(self.text)

    @property
    def is_one_line(self) -> bool:
        """Whether the document has members and is on one line."""
        return "\n" not in self.text.strip("\ufeff \t\r\n") and bool(self.root.members)

    def find(self, path: "Path") -> "Node | None":
        """The value that some keys lead to; None if there is none."""
        way = self._way(path)
        return way[-1] if len(way) > len(path) else None

    def put_at(self, path: "Path", value: object) -> None:
        """Add a value where some keys lead to, with the containers that are missing. What is there already stays."""
        way = self._way(path)
        if len(way) > len(path):
            return
        key, *missing = path[len(way) - 1 :]
        for inner in reversed(missing):
            value = [value] if inner is None else {inner: value}
        self.put(way[-1], key, value)

    def _way(self, path: "Path") -> "list[Node]":
        """The values on a way as far as they exist, from the document on; ValueError if one is no such container."""
        way: list[Node] = [self.root]
        for key in path:
            if way[-1].kind != ("array" if key is None else "object"):
                name = f'"{path[len(way) - 2]}"' if len(way) > 1 else "the file"
                raise ValueError(f"{name} is not {'a list' if key is None else 'an object'}")
            inner = None if key is None else way[-1].get(key)
            if inner is None:
                break
            way.append(inner)
        return way

    def put(self, container: "Node", key: "str | None", value: object) -> None:
        """Add a member at the end of an object or an array, in the layout of its neighbours."""
        outer = self._indentation(container.start)
        spread = not self.is_one_line and (not container.members or "\n" in self.text[container.start : container.end])
        inner = outer + self.indent
        name = "" if key is None else _compact_json(key) + ": "
        body = name + (_indented_json(value, inner, self.indent) if spread else _compact_json(value))
        if not container.members:
            around = ("\n" + inner, "\n" + outer) if spread else ("", "")
            self._insert(self._end_of_comment(container.start + 1, container.end - 1), around[0] + body + around[1])
            return
        body = ("\n" + inner if spread else " ") + body
        last = container.members[-1]
        if last.comma is not None:
            self._insert(self._end_of_comment(last.comma + 1, container.end - 1), body + ",")
            return
        comment_end = self._end_of_comment(last.node.end, container.end - 1)
        if comment_end == last.node.end:
            self._insert(comment_end, "," + body)
        else:  # a comment after the last member stays with it
            self._insert(comment_end, body)
            self._insert(last.node.end, ",")

    def take(self, container: "Node", at: int) -> None:
        """Remove a member, with its comma and the space before it. Comments around it and inside it stay."""
        spans = self.root.comments
        comments = [text for text in spans if self.text.startswith("//", text[0])]
        member = container.members[at]
        end = member.node.end if member.comma is None else member.comma + 1
        start = self._start_of_blank(member.start)
        comment_before_comma = self.text[member.node.end : end - 1] if member.comma is not None else ""
        before, after = (
            self.text[:start],
            (comment_before_comma if comment_before_comma.strip() else "") + self.text[end:],
        )
        if len(container.members) == 1 and not (comment_before_comma + self.text[end : container.end - 1]).strip():
            after = self.text[container.end - 1 :]
        inside = [self.text[first:last] for first, last in spans if member.start < first < member.node.end]
        if any(first < start <= last for first, last in comments) or (inside and inside[-1].startswith("//")):
            after = self._start_new_line(start, after)
        after = "".join(self.line_end + self._indentation(member.start) + text.rstrip("\r") for text in inside) + after
        if at and at == len(container.members) - 1 and member.comma is None:
            comma = container.members[at - 1].comma
            assert comma is not None, "a member stood behind it"
            before = before[:comma] + before[comma + 1 :]
        self.text = before + after

    def _start_new_line(self, start: int, after: str) -> str:
        """The text after a removed member, on a new line if it would otherwise become part of a `//` comment."""
        if after.lstrip(" \t").startswith(("\n", "\r\n")):
            return after
        closes = after.lstrip()[:1] in ("]", "}")
        column = self._indentation(start)
        return self.line_end + (column[: -len(self.indent)] if closes and column else column) + after.lstrip(" \t")

    def _start_of_blank(self, at: int) -> int:
        return len(self.text[:at].rstrip(" \t\r\n"))

    def _end_of_comment(self, at: int, close: int) -> int:
        """The position after the last comment before the closing bracket."""
        return at + len(self.text[at:close].rstrip(" \t\r\n"))

    def _insert(self, at: int, new: str) -> None:
        new = new.replace("\n", self.line_end)
        self.text = self.text[:at] + new + self.text[at:]
        self.edits.append((at, new))

    def _indentation(self, at: int) -> str:
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at].lstrip("\ufeff")
        return line[: len(line) - len(line.lstrip(" \t"))]


def _detect_indent(text: str) -> str:
    for line in text.split("\n"):
        space = line[: len(line) - len(line.lstrip(" \t"))]
        if space and line.strip() and line.strip()[0] in '"[{':
            return "\t" if space[0] == "\t" else space[:8]
    return "  "


def _compact_json(value: object) -> str:
    from recall_cli.domain.json_text import dumps

    return dumps(value)


def _indented_json(value: object, outer: str, indent: str) -> str:
    import json

    level = json.dumps(value, indent=indent, ensure_ascii=False)
    return level.replace("\n", "\n" + outer)
