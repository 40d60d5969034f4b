-- rings --
-- Memories whose chain of successors comes back to themselves.
WITH RECURSIVE step (start, n, depth) AS (
  SELECT m.n, m.superseded_by, 1 FROM memory m WHERE m.user = :user AND m.superseded_by IS NOT NULL
  UNION ALL
  SELECT s.start, m.superseded_by, s.depth + 1 FROM step s JOIN memory m ON m.n = s.n AND m.user = :user
  WHERE m.superseded_by IS NOT NULL AND s.n <> s.start AND s.depth < 50)
SELECT m.id FROM step s JOIN memory m ON m.n = s.start WHERE s.n = s.start AND m.user = :user

-- miscounted --
-- Operations that brought in more than they say.
SELECT count(*) FROM operation o WHERE o.user = :user AND o.touched < (
  SELECT count(*) FROM memory m WHERE m.user = :user AND m.born = o.n)

-- size --
-- How many memories the user has, in any state.
SELECT count(*) FROM memory m WHERE m.user = :user

-- unembedded --
-- Memories without a vector of the model in use.
SELECT m.n, m.text FROM memory m
WHERE m.user = :user AND NOT EXISTS (SELECT 1 FROM vector v WHERE {{vector_of}})
ORDER BY m.n
LIMIT :limit

-- late --
-- Jobs that should have been done long ago.
SELECT count(*) FROM job WHERE user = :user AND finished_at IS NULL AND coalesce(lease_until, run_after) < :before

-- newest --
-- When the newest memory was stored.
SELECT max(m.created_at) FROM memory m WHERE m.user = :user

-- sums --
-- All texts with their stored checksums.
SELECT m.n, m.id, m.text, m.hash FROM memory m WHERE m.user = :user
