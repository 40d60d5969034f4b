"""One name for one repository, however its address is written."""

CASE_INSENSITIVE_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org")
"""Hosts on which letter case in a path makes no difference."""


def normalize_address(address: str) -> str:
    """`git@github.com:Acme/API.git`, `https://token@github.com/acme/api/` and `ssh://…:22/…`: `github.com/acme/api`.

    User, password, port and scheme are no part of it, so that nothing secret is kept and clones over different
    ways are one project.
    """
    rest = address.strip()
    scheme, has_scheme, after = rest.partition("://")
    if has_scheme:
        if scheme.lower() == "file":
            return _clean_path(after)
        host, _, path = after.partition("/")
    elif ":" in rest and "/" not in rest.partition(":")[0] and len(rest.partition(":")[0]) > 1:
        host, _, path = rest.partition(":")
    else:
        return _clean_path(rest)
    host = host.rpartition("@")[2].lower()
    host = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    path = _clean_path(path.lstrip("/").removeprefix("~").lstrip("/"))
    return f"{host}/{path.lower() if host in CASE_INSENSITIVE_HOSTS else path}"


def project_name_choices(remote: str) -> "tuple[str, ...]":
    """What to call it: the shortest name first, then longer ones in case that is taken."""
    parts = [part for part in remote.split("/") if part] or ["repository"]
    return tuple("/".join(parts[-length:]) for length in range(1, len(parts) + 1))


def _clean_path(path: str) -> str:
    path = path.replace("\\", "/").rstrip("/")
    return path.removesuffix(".git").rstrip("/")
