-- pages --
-- PostgreSQL checks its own pages (data checksums, amcheck).
SELECT 'ok' WHERE :user IS NULL

-- words --
-- Check that the word index matches the memories; an error if not.
SELECT check_index() WHERE :user IS NOT NULL

-- links --
-- Foreign keys let nothing point to rows that are not there.
SELECT NULL, NULL, 0 WHERE :user IS NULL

-- rings --
-- Memories whose chain of successors comes back to themselves.
WITH RECURSIVE step (start, n, depth) AS (
  SELECT m.n, m.superseded_by, 1 FROM memory m WHERE m.tenant_id = :user AND m.superseded_by IS NOT NULL
  UNION ALL
  SELECT s.start, m.superseded_by, s.depth + 1 FROM step s JOIN memory m ON m.n = s.n AND m.tenant_id = :user
  WHERE m.superseded_by IS NOT NULL AND s.n <> s.start AND s.depth < 50)
SELECT m.id FROM step s JOIN memory m ON m.n = s.start WHERE s.n = s.start AND m.tenant_id = :user

-- miscounted --
-- Operations that brought in more than they say.
SELECT count(*) FROM operation o WHERE o.tenant_id = :user AND o.touched < (
  SELECT count(*) FROM memory m WHERE m.tenant_id = :user AND m.born = o.n)

-- size --
-- How many memories the user has, in any state.
SELECT count(*) FROM memory m WHERE m.tenant_id = :user

-- unembedded --
-- Memories without a vector of the model in use.
SELECT m.n, m.text FROM memory m
WHERE m.tenant_id = :user AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n)
ORDER BY m.n
LIMIT nullif(:limit, -1)

-- late --
-- Jobs that should have been done long ago.
SELECT count(*) FROM job WHERE tenant_id = :user AND finished_at IS NULL AND coalesce(lease_until, run_after) < :before

-- newest --
-- When the newest memory was stored.
SELECT max(m.created_at) FROM memory m WHERE m.tenant_id = :user

-- sums --
-- All texts with their stored checksums.
SELECT m.n, m.id, m.text, m.hash FROM memory m WHERE m.tenant_id = :user
