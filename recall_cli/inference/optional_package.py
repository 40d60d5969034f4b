"""Optional packages: whether one is installed, and what to do if it is missing."""

import os
import sys

PACKAGES = {"fastembed": "fastembed>=0.7", "anthropic": "anthropic>=2.11"}
"""The packages that only some commands need, as pip takes them."""
PURPOSES = {"fastembed": "recall embed", "anthropic": "the extractor claude"}
"""What needs each of them."""


def install_hint(package: str, prefix: str = sys.prefix) -> str:
    """How to add a package to this installation of recall, made by pipx, uv or pip."""
    wanted = PACKAGES[package]
    parts = prefix.split(os.sep)
    if "pipx" in parts:
        return f"add it: pipx inject recall-agent-memory '{wanted}'"
    if parts[-3:-1] == ["uv", "tools"]:
        return f"add it: uv tool install recall-agent-memory --with '{wanted}'"
    return f"add it: {sys.executable} -m pip install '{wanted}'"


def is_installed(package: str) -> bool:
    """Can this package be imported? It is not loaded for that."""
    from importlib.util import find_spec

    from recall_cli.import_finder import load_site

    load_site()
    return find_spec(package) is not None
