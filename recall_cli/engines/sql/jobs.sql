-- add --
-- A new job, unless its key or its id is taken.
INSERT INTO job (/* n, */ id, user, key, kind, state, payload, created_at, run_after, attempts, finished_at, result, op)
VALUES (/* next_number(job), */ :id, :user, :key, :kind, :state, :payload, :now, coalesce(:run_after, :now), 0, :finished_at, :result, :op)
ON CONFLICT /* (user, key) WHERE key IS NOT NULL */ DO NOTHING RETURNING n

-- by_key --
-- The job of a key.
SELECT n, id, key, kind, state, created_at, run_after, attempts, lease_until, finished_at, result, error, op
FROM job WHERE user = :user AND key = :key

-- digest_of_key --
-- What the text that a key was first used with is known by; nothing where that was not noted.
SELECT CASE WHEN payload <> '' THEN payload ->> 'digest' ELSE result ->> 'digest' END
FROM job WHERE user = :user AND key = :key

-- standing --
-- How many memories of a JSON list are there, and not deleted.
SELECT count(*) FROM memory m WHERE m.user = :user AND m.deleted_at IS NULL AND m.id IN (SELECT value FROM json_each(:ids))

-- release_key --
-- A key that is older than its time may be used again.
UPDATE job SET key = NULL WHERE user = :user AND key = :key AND created_at < :since AND finished_at IS NOT NULL

-- waiting --
-- The newest jobs of a kind whose time has not come.
SELECT key, payload FROM job
WHERE user = :user AND kind = :kind AND state = 'queued' AND run_after > :now AND key IS NOT NULL ORDER BY n DESC LIMIT :limit

-- postpone --
-- Put a job off until then and release it, because it is too early.
UPDATE job SET state = 'queued', run_after = :run_after, lease_until = NULL, attempts = attempts - 1
WHERE user = :user AND n = :n AND fence = :fence AND state = 'processing' RETURNING n

-- claim --
-- Take the oldest job that waits, or whose worker has been silent beyond its lease.
UPDATE job SET state = 'processing', attempts = attempts + 1, fence = fence + 1, lease_until = :lease_until, error = NULL
WHERE user = :user AND n = (
  SELECT w.n FROM job w
  WHERE w.user = :user AND w.finished_at IS NULL AND {{due}}
  ORDER BY w.n LIMIT 1 /* FOR UPDATE SKIP LOCKED */)
RETURNING n, id, kind, payload, attempts, fence, op

-- renew_lease --
-- The worker that holds a job shows that it still works on it.
UPDATE job SET lease_until = :lease_until WHERE user = :user AND n = :n AND fence = :fence AND state = 'processing'

-- finish --
-- Finish a job if this worker still holds it, and remove its payload.
UPDATE job SET state = 'complete', finished_at = :now, lease_until = NULL, payload = '', result = :result, op = :op
WHERE user = :user AND n = :n AND fence = :fence AND state = 'processing' RETURNING n

-- give_back --
-- It failed: to be tried again later, or never.
UPDATE job SET state = :state, run_after = :run_after, lease_until = NULL, error = :error, finished_at = :finished_at
WHERE user = :user AND n = :n AND fence = :fence AND state = 'processing' RETURNING n

-- retry --
-- Try the failed ones again: those of a JSON list, or all.
UPDATE job SET state = 'queued', attempts = 0, run_after = :now, finished_at = NULL, error = NULL
WHERE user = :user AND state = 'failed' AND (:numbers IS NULL OR n IN (SELECT value FROM json_each(:numbers)))
RETURNING n

-- by_short_id --
-- The jobs whose ids begin or end so.
SELECT n, id FROM job
WHERE user = :user AND (id >= :low AND id < :high OR substr(id, -length(:ending)) = :ending) ORDER BY id LIMIT 12

-- same_endings --
-- The ids that end like one of a JSON list.
SELECT j.id FROM job j
WHERE j.user = :user AND substr(j.id, -:length) IN (SELECT substr(v.value, -:length) FROM json_each(:ids) v)

-- list --
-- The newest jobs, of all states or of one.
SELECT n, id, key, kind, state, created_at, run_after, attempts, lease_until, finished_at, result, error, op
FROM job WHERE user = :user AND (:state IS NULL OR state = :state) ORDER BY n DESC LIMIT :limit

-- tally --
-- How many jobs are in each state.
SELECT state, count(*) FROM job WHERE user = :user GROUP BY state

-- next --
-- When the next waiting job may run.
SELECT min(CASE state WHEN 'queued' THEN run_after ELSE lease_until END) FROM job
WHERE user = :user AND finished_at IS NULL

-- failed_since --
-- The failed jobs that were put down since then.
SELECT n FROM job WHERE user = :user AND state = 'failed' AND created_at > :since ORDER BY n

-- finished_before --
-- How many jobs were finished before then.
SELECT count(*) FROM job WHERE user = :user AND state = 'complete' AND finished_at <= :before

-- forget --
-- Remove some of them, and so release their keys.
DELETE FROM job WHERE /* user = :user AND */ n IN (
  SELECT n FROM job WHERE user = :user AND state = 'complete' AND finished_at <= :before ORDER BY n LIMIT :limit)

-- due --
-- How many jobs a worker would find now, and since when the oldest waits.
SELECT count(*), min(w.created_at) FROM job w WHERE w.user = :user AND w.finished_at IS NULL AND {{due}}

-- unread --
-- The newest texts that no worker has read yet.
SELECT w.id, w.payload, w.created_at FROM job w
WHERE w.user = :user AND w.kind = :kind AND w.finished_at IS NULL ORDER BY w.n DESC LIMIT :limit

-- known_ids --
-- Which of the ids of a JSON list are those of jobs.
SELECT w.id FROM job w WHERE w.user = :user AND w.id IN (SELECT value FROM json_each(:ids))

-- hasten --
-- A job that waits for its time waits no longer than until then; that of a session that has ended is not put off again.
UPDATE job SET run_after = min(run_after, :run_after),
  payload = CASE WHEN :ended THEN json_remove(payload, '$.open') ELSE payload END
WHERE user = :user AND key = :key AND state = 'queued'
