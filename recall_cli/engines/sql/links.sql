-- restore --
-- The same by their ids, where both are here.
INSERT INTO link (user, one, other, kind, weight, created_at, op)
SELECT :user, a.n, b.n, :kind, :weight, :now, :op FROM memory a JOIN memory b ON b.id = :other AND b.user = :user
WHERE a.id = :one/* ::text */ AND a.user = :user AND a.n <> b.n
ON CONFLICT (one, other) DO UPDATE SET kind = excluded.kind, weight = excluded.weight, created_at = excluded.created_at, op = excluded.op
WHERE EXISTS (SELECT 1 FROM operation o WHERE o.n = link.op AND o.undone_by IS NOT NULL)

-- of --
-- What one memory is linked to, either way, as far as it may be seen and is believed; the strongest first.
SELECT l.far, l.kind, l.weight FROM (
  SELECT other AS far, kind, weight, op FROM link WHERE user = :user AND one = :n
  UNION ALL SELECT one, kind, weight, op FROM link WHERE user = :user AND other = :n) l
JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
JOIN memory m ON m.n = l.far
WHERE {{seen}} AND m.deleted_at IS NULL AND m.held IS NULL AND (l.kind <> 'related' OR ({{present}}))
ORDER BY l.weight DESC, l.far DESC LIMIT :limit

-- from_each --
-- The links that went out from each memory of a JSON list, with the ids of what they lead to, as far as that may be seen.
SELECT l.one, m.id, l.kind, l.weight FROM json_each(:numbers) j CROSS JOIN link l ON l.one = j.value
JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
JOIN memory m ON m.n = l.other
WHERE l.user = :user AND {{seen}} AND m.deleted_at IS NULL AND m.held IS NULL ORDER BY l.one, l.other

-- kin_of --
-- The first of a JSON list of memories that are believed in one project or in none.
SELECT m.n FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} AND {{present}} AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
/* ORDER BY j.key */ LIMIT :limit

-- contests --
-- The pairs of memories that contradict each other and are both believed, until a person has settled them.
SELECT l.one, l.other FROM link l INDEXED BY link_contest
JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
JOIN memory a ON a.n = l.one JOIN memory b ON b.n = l.other
WHERE l.user = :user AND l.kind = 'contests'
  AND a.deleted_at IS NULL AND a.superseded_at IS NULL AND a.held IS NULL AND (a.valid_until IS NULL OR a.valid_until > :now)
  AND b.deleted_at IS NULL AND b.superseded_at IS NULL AND b.held IS NULL AND (b.valid_until IS NULL OR b.valid_until > :now)
  AND NOT EXISTS (
    SELECT 1 FROM link s JOIN operation p ON p.n = s.op AND p.undone_by IS NULL
    WHERE s.one = l.other AND s.other = l.one AND s.kind = 'compatible')
ORDER BY l.created_at DESC, l.one DESC /* , l.other */

-- contests_then --
-- The same at a moment in the past (:as_of), without what was opened, undone, settled or ended later.
SELECT l.one, l.other FROM link l INDEXED BY link_contest
JOIN operation o ON o.n = l.op AND o.at <= :as_of
  AND (o.undone_by IS NULL OR (SELECT u.at FROM operation u WHERE u.n = o.undone_by) > :as_of)
JOIN memory a ON a.n = l.one JOIN memory b ON b.n = l.other
WHERE l.user = :user AND l.kind = 'contests'
  AND (a.deleted_at IS NULL OR a.deleted_at > :as_of) AND (a.superseded_at IS NULL OR a.superseded_at > :as_of)
  AND (b.deleted_at IS NULL OR b.deleted_at > :as_of) AND (b.superseded_at IS NULL OR b.superseded_at > :as_of)
  AND NOT EXISTS (
    SELECT 1 FROM link s JOIN operation p ON p.n = s.op AND p.at <= :as_of
      AND (p.undone_by IS NULL OR (SELECT u.at FROM operation u WHERE u.n = p.undone_by) > :as_of)
    WHERE s.one = l.other AND s.other = l.one AND s.kind = 'compatible')
ORDER BY l.created_at DESC, l.one DESC /* , l.other */

-- compatible --
-- What a person said may stand beside a memory.
SELECT CASE WHEN l.one = :n THEN l.other ELSE l.one END FROM link l JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
WHERE l.user = :user AND l.kind = 'compatible' AND (l.one = :n OR l.other = :n)

-- contest_periods --
-- Every pair of memories that contradict each other, or that a person said are both true: since when, and until it was
-- undone.
SELECT l.one, l.other, l.kind, o.at, (SELECT u.at FROM operation u WHERE u.n = o.undone_by)
FROM link l JOIN operation o ON o.n = l.op
WHERE l.user = :user AND l.kind IN ('contests', 'compatible') ORDER BY l.op, l.one, l.other
