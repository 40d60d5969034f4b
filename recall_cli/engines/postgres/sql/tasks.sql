-- add --
-- A new task of a token, unless its key is taken.
INSERT INTO task (tenant_id, n, id, token, key, context, state, request, created_at, updated_at)
VALUES (:user, (SELECT coalesce(max(b.n), 0) + 1 FROM task b WHERE b.tenant_id = :user), :id, :token, :key, :context, 'submitted', :request, :now, :now)
ON CONFLICT (tenant_id, token, key) WHERE key IS NOT NULL DO NOTHING RETURNING n

-- by_key --
-- The task that a token asked for with this key.
SELECT n, id, token, context, state, request, progress, created_at, updated_at, version
FROM task WHERE tenant_id = :user AND token = :token AND key = :key

-- one --
-- A task of a token.
SELECT n, id, token, context, state, request, progress, created_at, updated_at, version
FROM task WHERE tenant_id = :user AND token = :token AND id = :id

-- list --
-- The tasks of a token, newest first.
SELECT n, id, token, context, state, request, progress, created_at, updated_at, version
FROM task WHERE tenant_id = :user AND token = :token AND (:context IS NULL OR context = :context)
  AND (:state IS NULL OR state = :state) AND n < :before ORDER BY n DESC LIMIT nullif(:limit, -1)

-- count --
-- How many tasks of a token there are.
SELECT count(*) FROM task
WHERE tenant_id = :user AND token = :token AND (:context IS NULL OR context = :context) AND (:state IS NULL OR state = :state)

-- unfinished --
-- The tasks of all users that this login may be, that wait or are being worked on: a server that starts takes up those that
-- nobody holds.
SELECT t.n, t.tenant_id, t.token, t.id, t.holder, t.lease_until FROM unfinished_tasks() t
WHERE :user IS NOT NULL ORDER BY t.created_at, t.tenant_id, t.n

-- claim --
-- Take a task, unless another server works on it.
UPDATE task SET state = 'working', holder = :holder, lease_until = :lease_until, version = version + 1, updated_at = :now
WHERE tenant_id = :user AND n = :n
  AND (state = 'submitted' OR (state = 'working' AND (lease_until IS NULL OR lease_until <= :now OR holder = :gone)))
RETURNING n

-- move --
-- Change the state of a task that is in one of a JSON list of states.
UPDATE task SET state = :state, progress = :progress, holder = CASE WHEN :state = 'working' THEN holder END,
  lease_until = CASE WHEN :state = 'working' THEN lease_until END, version = version + 1, updated_at = :now
WHERE tenant_id = :user AND n = :n AND state = ANY (strings(:from))
RETURNING n

-- forget --
-- Remove the tasks that ended before then.
DELETE FROM task WHERE tenant_id = :user AND updated_at < :before AND state NOT IN ('submitted', 'working', 'input-required')
