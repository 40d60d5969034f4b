-- by_key --
-- The task that a token asked for with this key.
SELECT n, id, token, context, state, request, progress, created_at, updated_at, version
FROM task WHERE user = :user AND token = :token AND key = :key

-- one --
-- A task of a token.
SELECT n, id, token, context, state, request, progress, created_at, updated_at, version
FROM task WHERE user = :user AND token = :token AND id = :id

-- list --
-- The tasks of a token, newest first.
SELECT n, id, token, context, state, request, progress, created_at, updated_at, version
FROM task WHERE user = :user AND token = :token AND (:context IS NULL OR context = :context)
  AND (:state IS NULL OR state = :state) AND n < :before ORDER BY n DESC LIMIT :limit

-- count --
-- How many tasks of a token there are.
SELECT count(*) FROM task
WHERE user = :user AND token = :token AND (:context IS NULL OR context = :context) AND (:state IS NULL OR state = :state)

-- claim --
-- Take a task, unless another server works on it.
UPDATE task SET state = 'working', holder = :holder, lease_until = :lease_until, version = version + 1, updated_at = :now
WHERE user = :user AND n = :n
  AND (state = 'submitted' OR (state = 'working' AND (lease_until IS NULL OR lease_until <= :now OR holder = :gone)))
RETURNING n

-- move --
-- Change the state of a task that is in one of a JSON list of states.
UPDATE task SET state = :state, progress = :progress, holder = CASE WHEN :state = 'working' THEN holder END,
  lease_until = CASE WHEN :state = 'working' THEN lease_until END, version = version + 1, updated_at = :now
WHERE user = :user AND n = :n AND state IN (SELECT value FROM json_each(:from))
RETURNING n

-- forget --
-- Remove the tasks that ended before then.
DELETE FROM task WHERE user = :user AND updated_at < :before AND state NOT IN ('submitted', 'working', 'input-required')

-- add --
-- A new task of a token, unless its key is taken.
INSERT INTO task (/* n, */ id, user, token, key, context, state, request, created_at, updated_at)
SELECT /* next_number(task), */ :id, :user, :token, :key, :context, 'submitted', :request, :now, :now
WHERE NOT EXISTS (SELECT 1 FROM task t WHERE t.user = :user AND t.token = :token AND t.key = :key)
/* ON CONFLICT (user, token, key) WHERE key IS NOT NULL DO NOTHING */ RETURNING n
