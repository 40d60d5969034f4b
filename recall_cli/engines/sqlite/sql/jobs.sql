-- hasten --
-- A job that waits for its time waits no longer than until then; that of a session that has ended is not put off again.
UPDATE job SET run_after = min(run_after, :run_after),
  payload = CASE WHEN :ended THEN json_remove(payload, '$.open') ELSE payload END
WHERE user = :user AND key = :key AND state = 'queued'

-- users_with_due --
-- Everybody whose jobs a worker would find now, how many there are, and since when they wait: a server reads for all of
-- its users.
SELECT w.user, count(*), min(w.created_at) FROM job w
WHERE :user IS NOT NULL AND w.finished_at IS NULL AND {{due}} GROUP BY w.user
