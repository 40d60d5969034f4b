-- hasten --
-- A job that waits for its time waits no longer than until then; that of a session that has ended is not put off again.
UPDATE job SET run_after = least(run_after, :run_after),
  payload = CASE WHEN :ended THEN (payload::jsonb - 'open')::text ELSE payload END
WHERE tenant_id = :user AND key = :key AND state = 'queued'

-- users_with_due --
-- Everybody whose jobs a worker would find now, how many there are, and since when they wait: a server reads for all of
-- its users.
SELECT u.tenant, u.jobs, u.since FROM users_with_due_jobs(:now::bigint, :lease::bigint) u WHERE :user IS NOT NULL
