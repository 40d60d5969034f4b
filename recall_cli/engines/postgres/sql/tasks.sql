-- add --
-- A new task of a token, unless its key is taken.
INSERT INTO task (tenant_id, n, id, token, key, context, state, request, created_at, updated_at)
VALUES (:user, (SELECT coalesce(max(b.n), 0) + 1 FROM task b WHERE b.tenant_id = :user), :id, :token, :key, :context, 'submitted', :request, :now, :now)
ON CONFLICT (tenant_id, token, key) WHERE key IS NOT NULL DO NOTHING RETURNING n

-- unfinished --
-- The tasks of all users that this login may be, that wait or are being worked on: a server that starts takes up those that
-- nobody holds.
SELECT t.n, t.tenant_id, t.token, t.id, t.holder, t.lease_until FROM unfinished_tasks() t
WHERE :user IS NOT NULL ORDER BY t.created_at, t.tenant_id, t.n
