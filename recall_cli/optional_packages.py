"""Packages that may be missing: what needs them, and how to add them to this installation of recall."""

import os
import sys

from recall_cli.domain.record import Record

DISTRIBUTION = "recall-agent-memory"
PIPX, UV_TOOL, UV, PIP = "pipx", "uv tool", "uv", "pip"
"""Who can have installed recall. An environment of uv usually has no pip."""


class OptionalPackage(Record):
    """A package that only some commands need."""

    requirements: "tuple[str, ...]"
    """What to install, as pip takes it."""
    purpose: str
    """What needs it."""
    is_extra: bool = False
    """Is it left out of the usual installation too?"""


_POSTGRES = OptionalPackage(
    requirements=("psycopg[binary]>=3.2", "psycopg_pool>=3.2"), purpose="a store on PostgreSQL", is_extra=True
)
PACKAGES = {
    "fastembed": OptionalPackage(requirements=("fastembed>=0.7",), purpose="recall admin embed"),
    "anthropic": OptionalPackage(requirements=("anthropic>=2.11",), purpose="the extractor claude"),
    "psycopg": _POSTGRES,
    "psycopg_pool": _POSTGRES,
    "keyring": OptionalPackage(requirements=("keyring",), purpose="encryption.keyring", is_extra=True),
}
"""Each by the name that it is imported by."""
COMES_WITH = {"numpy": "fastembed", "onnxruntime": "fastembed", "tokenizers": "fastembed"}
"""Packages that another one brings."""


def missing_package(package: str) -> "tuple[str, str]":
    """The message and the hint of an error about a package that cannot be imported."""
    found = PACKAGES[package]
    return f"the package {package} is not installed; {found.purpose} needs it", install_hint(package)


def describe_missing_module(name: "str | None") -> "tuple[str, str] | None":
    """The message and the hint where the import of a module failed; None if it is a module of recall's own."""
    package = (name or "").partition(".")[0]
    package = COMES_WITH.get(package, package)
    if package in PACKAGES:
        return missing_package(package)
    if not package or package == "recall_cli" or package in sys.stdlib_module_names:
        return None
    return f"the package {package} is missing: recall is not installed completely", _reinstall_hint()


def install_hint(package: str, prefix: str = "") -> str:
    """How to add a package to this installation of recall."""
    wanted = PACKAGES[package].requirements
    quoted = " ".join(f"'{requirement}'" for requirement in wanted)
    return "add it: " + _command_for(
        prefix,
        pipx=f"pipx inject {{}} {quoted}",
        uv_tool="uv tool install {}" + "".join(f" --with '{requirement}'" for requirement in wanted),
        uv=f"uv pip install --python {{}} {quoted}",
        pip=f"{{}} -m pip install {quoted}",
    )


def cipher_hint(prefix: str = "") -> str:
    """How to put the SQLite that encrypts in the place of the usual one."""
    package = "--no-deps apsw-sqlite3mc"
    command = _command_for(
        prefix,
        pipx=f"pipx runpip {{}} install --force-reinstall {package}",
        uv_tool=f"uv pip install --python {sys.executable} --reinstall {package}",
        uv=f"uv pip install --python {{}} --reinstall {package}",
        pip=f"{{}} -m pip install --force-reinstall {package}",
    )
    return f"{command}; recall help encryption"


def _reinstall_hint() -> str:
    return "install it again: " + _command_for(
        "",
        pipx="pipx reinstall {}",
        uv_tool="uv tool install --reinstall {}",
        uv=f"uv pip install --python {{}} --reinstall {DISTRIBUTION}",
        pip=f"{{}} -m pip install --force-reinstall {DISTRIBUTION}",
    )


def uninstall_command(prefix: str = "") -> str:
    """The command that removes the program recall from this machine."""
    return _command_for(
        prefix,
        pipx="pipx uninstall {}",
        uv_tool="uv tool uninstall {}",
        uv=f"uv pip uninstall --python {{}} {DISTRIBUTION}",
        pip=f"{{}} -m pip uninstall {DISTRIBUTION}",
    )


def _command_for(prefix: str, *, pipx: str, uv_tool: str, uv: str, pip: str) -> str:
    """The command of the program that made this installation, with the name of its tool or its Python for {}."""
    prefix = prefix or environment_folder()
    command = {PIPX: pipx, UV_TOOL: uv_tool, UV: uv, PIP: pip}[find_installer(prefix)]
    return command.replace("{}", os.path.basename(prefix) if command in (pipx, uv_tool) else sys.executable)


def environment_folder() -> str:
    """The folder of the environment that recall runs in, also before Python's `site` has found it."""
    folder = os.path.dirname(os.path.dirname(sys.executable))
    return folder if os.path.exists(os.path.join(folder, "pyvenv.cfg")) else sys.prefix


def find_installer(prefix: str) -> str:
    """The program that made this installation of recall, by what it leaves there."""
    parts = prefix.split(os.sep)
    if "pipx" in parts or os.path.exists(os.path.join(prefix, "pipx_metadata.json")):
        return PIPX
    if parts[-3:-1] == ["uv", "tools"] or os.path.exists(os.path.join(prefix, "uv-receipt.toml")):
        return UV_TOOL
    try:
        with open(os.path.join(prefix, "pyvenv.cfg"), encoding="utf-8", errors="replace") as file:
            return UV if "\nuv = " in file.read() else PIP
    except OSError:
        return PIP


def is_installed(package: str) -> bool:
    """Can this package be imported? It is not loaded for that."""
    from importlib.util import find_spec

    from recall_cli.import_finder import load_site

    load_site()
    return find_spec(package) is not None
