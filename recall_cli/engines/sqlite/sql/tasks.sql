-- add --
-- A new task of a token, unless its key is taken.
INSERT INTO task (id, user, token, key, context, state, request, created_at, updated_at)
SELECT :id, :user, :token, :key, :context, 'submitted', :request, :now, :now
WHERE NOT EXISTS (SELECT 1 FROM task t WHERE t.user = :user AND t.token = :token AND t.key = :key) RETURNING n

-- unfinished --
-- The tasks of all users that wait or are being worked on: a server that starts takes up those that nobody holds.
SELECT n, user, token, id, holder, lease_until FROM task
WHERE :user IS NOT NULL AND state IN ('submitted', 'working') ORDER BY n
