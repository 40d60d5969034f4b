"""Frozen records: what `@dataclass(frozen=True, kw_only=True)` gives, without importing dataclasses.

Importing `dataclasses` costs more than starting the interpreter, and records are on the path of
every command. Type checkers see a dataclass (`dataclass_transform`); at run time there are thirty lines.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, dataclass_transform
else:

    def dataclass_transform(**_options):
        return lambda cls: cls


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """A value with named fields: compared by content, never changed, copied with `but`."""

    _fields: "tuple[str, ...]" = ()
    _required: "frozenset[str]" = frozenset()
    _known: "frozenset[str]" = frozenset()

    def __init_subclass__(cls) -> None:
        inside, own = cls.__dict__, cls.__annotations__  # asked of the class: from 3.14 on they are not in its dict
        cls._fields += tuple(own) if cls._known.isdisjoint(own) else tuple(n for n in own if n not in cls._known)
        cls._known = cls._known.union(own)
        cls._required = cls._required.union(own).difference(inside)

    def __init__(self, **values: "Any") -> None:
        if not self._required <= values.keys() <= self._known:
            wanting, strange = sorted(self._required - values.keys()), sorted(values.keys() - self._known)
            what = f"needs {', '.join(wanting)}" if wanting else f"has no {', '.join(strange)}"
            raise TypeError(f"{type(self).__name__} {what}")
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: use but({name}=…)")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((type(self), tuple(repr(value) for value in self.fields().values())))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.fields().items())
        return f"{type(self).__name__}({inside})"

    def fields(self) -> "dict[str, Any]":
        """Every field with its value, in the order they were declared."""
        return {name: getattr(self, name) for name in self._fields}

    def but(self, **changes: "Any") -> "Self":
        """The same record with some fields changed."""
        return type(self)(**{**self.__dict__, **changes})
