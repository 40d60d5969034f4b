"""BLAKE2b from Python's own C module: `hashlib` would load OpenSSL for it, which takes time."""

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
