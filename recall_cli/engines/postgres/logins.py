"""The logins of a server: which user each of them may be, made and ended by an administrator."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import psycopg

    Server = psycopg.Connection[tuple[Any, ...]]


class Login(Record):
    """A role that can use recall, or could once."""

    name: str
    users: "tuple[str, ...]" = ()
    """The users that it may be."""
    any_user: bool = False
    signs: bool = False
    """Whether it signs the users that it names."""
    is_gone: bool = False
    """Whether the role was removed; a role made anew under its name is another one."""


def list_logins(server: "Server") -> "list[Login]":
    """All logins that may be somebody, and the members of `recall_app` that may be nobody yet."""
    with server.transaction():
        server.execute("SET LOCAL ROLE recall_owner")
        rows = server.execute(
            "SELECT coalesce(r.rolname, b.login), b.tenants, b.any_user, "
            "EXISTS (SELECT 1 FROM recall.login_key k WHERE k.role = coalesce(r.oid, b.role)), r.oid IS NULL "
            "FROM (SELECT l.role, min(l.login) AS login, array_remove(array_agg(l.tenant ORDER BY l.tenant), NULL) "
            " AS tenants, bool_or(l.tenant IS NULL) AS any_user FROM recall.login_tenant l GROUP BY l.role) b "
            "FULL JOIN (SELECT o.oid, o.rolname FROM pg_roles o WHERE o.rolcanlogin AND NOT o.rolsuper "
            " AND pg_has_role(o.oid, 'recall_app', 'USAGE') AND NOT pg_has_role(o.oid, 'recall_owner', 'USAGE') "
            " OR o.oid IN (SELECT l.role FROM recall.login_tenant l)) r ON r.oid = b.role ORDER BY 1"
        ).fetchall()
    return [
        Login(name=name, users=tuple(users or ()), any_user=bool(any_user), signs=signs, is_gone=is_gone)
        for name, users, any_user, signs, is_gone in rows
    ]


def bind_login(server: "Server", login: str, user: str, *, any_user: bool) -> bool:
    """Let a login be one user, or any; whether that is new. Without both it is the user of its name, if nobody yet."""
    wanted = None if any_user else user or login
    with server.transaction():
        server.execute("SET LOCAL ROLE recall_owner")
        own = "FROM recall.login_tenant WHERE role = to_regrole(quote_ident(%s))::oid"
        present = [tenant for (tenant,) in server.execute("SELECT tenant " + own, [login])]
        if present == [wanted] or (present and not user and not any_user):
            return False
        server.execute("DELETE " + own, [login])
        server.execute(
            "INSERT INTO recall.login_tenant (login, tenant, role) VALUES (%s, %s, to_regrole(quote_ident(%s))::oid)",
            [login, wanted, login],
        )
    return True


def bind_key(server: "Server", login: str, key: str) -> bool:
    """From now on this login signs its users with a key; whether that is new."""
    from recall_cli.engines.postgres.signed_user import pads

    inner, outer = pads(key.encode())
    with server.transaction():
        server.execute("SET LOCAL ROLE recall_owner")
        changed = server.execute(
            "INSERT INTO recall.login_key AS k (login, role, inner_pad, outer_pad) "
            "VALUES (%s, to_regrole(quote_ident(%s))::oid, %s, %s) ON CONFLICT (role) "
            "DO UPDATE SET inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad "
            "WHERE k.inner_pad <> excluded.inner_pad",
            [login, login, inner, outer],
        )
        return changed.rowcount > 0


def unbind_login(server: "Server", login: str) -> bool:
    """Let a login be nobody any more, and forget its key; also one whose role was removed. Whether it was somebody."""
    with server.transaction():
        server.execute("SET LOCAL ROLE recall_owner")
        row = server.execute(
            "WITH own AS (SELECT l.role FROM recall.login_tenant l WHERE l.role = to_regrole(quote_ident(%s))::oid "
            "  OR (l.login = %s AND NOT EXISTS (SELECT 1 FROM pg_roles r WHERE r.oid = l.role))), "
            "keys AS (DELETE FROM recall.login_key k WHERE k.role IN (SELECT role FROM own)), "
            "ended AS (DELETE FROM recall.login_tenant l WHERE l.role IN (SELECT role FROM own) RETURNING 1) "
            "SELECT count(*) FROM ended",
            [login, login],
        ).fetchone()
        return row is not None and row[0] > 0
