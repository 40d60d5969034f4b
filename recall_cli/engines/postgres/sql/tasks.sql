-- unfinished --
-- The tasks of all users that this login may be, that wait or are being worked on: a server that starts takes up those that
-- nobody holds.
SELECT t.n, t.tenant_id, t.token, t.id, t.holder, t.lease_until FROM unfinished_tasks() t
WHERE :user IS NOT NULL ORDER BY t.created_at, t.tenant_id, t.n
