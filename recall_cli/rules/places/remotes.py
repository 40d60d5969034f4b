"""Addresses of repositories: one normal form for each repository, and names for its project."""

CASE_INSENSITIVE_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org")
"""Hosts that ignore letter case in paths."""


def normalize_address(address: str) -> str:
    """The address of a repository in one form, such as `github.com/acme/api`.

    `git@github.com:Acme/API.git`, `https://token@github.com/acme/api/` and `ssh://…:22/…` all become that. User,
    password, port and scheme are left out, so that no secret is stored and all clones are one project.
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
    """Possible project names: the shortest first, then longer ones in case it is taken."""
    parts = [part for part in remote.split("/") if part] or ["repository"]
    return tuple("/".join(parts[-length:]) for length in range(1, len(parts) + 1))


def _clean_path(path: str) -> str:
    path = path.replace("\\", "/").rstrip("/")
    return path.removesuffix(".git").rstrip("/")
