"""The import of psycopg, without what it loads of Python and recall does not use.

psycopg loads asyncio for connections that recall never opens, the modules about packages (with those about mail and zip
files) to know its own version, and ctypes.util to find a library that its wheel contains: together a third of its
import. So these three have stand-ins during that import, as `collections` has one for apsw. Whatever else is asked of a
stand-in comes from the real module.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType as Module
    from typing import Any
else:
    Module = type(sys)


class StandIn(Module):
    """A module that is loaded when something is asked that was not given to the stand-in."""

    def __init__(self, name: str, **given: "Any") -> None:
        super().__init__(name)
        self.__dict__.update(given)

    def __getattr__(self, name: str) -> "Any":
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_load(self.__name__), name)


class _Unused:
    """What psycopg only names, in annotations and base classes of connections that are not opened."""

    def __class_getitem__(cls, _item: object) -> type:
        return cls


def load_driver() -> None:
    """Import psycopg; an error with the command that installs it if it is missing."""
    if "psycopg" in sys.modules:
        return
    stand_ins = {made.__name__: made for made in _make_stand_ins() if made.__name__ not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        import psycopg  # noqa: F401 — only to see whether it is there
    except ImportError:
        from recall_cli.domain.errors import UsageError
        from recall_cli.optional_packages import missing_package

        raise UsageError(*missing_package("psycopg")) from None
    finally:
        for name, made in stand_ins.items():
            if sys.modules.get(name) is made:
                del sys.modules[name]


def _make_stand_ins() -> "list[StandIn]":
    import ctypes

    names = "Event Future Lock Queue Task get_event_loop get_running_loop sleep wait_for".split()
    cancelled = type("CancelledError", (BaseException,), {})
    library_search = StandIn("ctypes.util")
    if "ctypes.util" not in sys.modules:
        ctypes.util = library_search
    return [
        StandIn("asyncio", **dict.fromkeys(names, _Unused), CancelledError=cancelled, TimeoutError=TimeoutError),
        StandIn("importlib.metadata", version=_version_of, PackageNotFoundError=ModuleNotFoundError),
        library_search,
    ]


def _version_of(package: str) -> str:
    """The version of an installed package, as the folder beside it is named."""
    import os

    beside = os.path.dirname(os.path.dirname(sys.modules["psycopg"].__file__ or ""))
    start, end = package.replace("-", "_") + "-", ".dist-info"
    found = [name for name in os.listdir(beside or ".") if name.startswith(start) and name.endswith(end)]
    if len(found) == 1:
        return found[0].removeprefix(start).removesuffix(end)
    version: str = _load("importlib.metadata").version(package)
    return version


def _load(name: str) -> "Any":
    """The real module."""
    from importlib import import_module

    if isinstance(sys.modules.get(name), StandIn):
        del sys.modules[name]
    return import_module(name)
