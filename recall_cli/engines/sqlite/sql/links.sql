-- add --
-- Two memories belong together: kind and weight, as part of an operation and undone with it; the first link that stands stays.
INSERT INTO link (user, one, other, kind, weight, created_at, op)
VALUES (:user, :one, :other, :kind, :weight, :now, :op)
ON CONFLICT (one, other) DO UPDATE SET kind = excluded.kind, weight = excluded.weight, created_at = excluded.created_at, op = excluded.op
WHERE EXISTS (SELECT 1 FROM operation o WHERE o.n = link.op AND o.undone_by IS NOT NULL)

-- full --
-- Which of a JSON list of memories and weights already have the maximum of stronger links.
SELECT v.key FROM json_each(:numbers) v
WHERE (SELECT count(*) FROM link l WHERE l.user = :user AND l.other = v.key AND l.kind = 'related' AND l.weight >= v.value)
  >= :most

-- kin --
-- The newest believed memories of one project or none that contain some of a new memory's words.
SELECT m.n FROM memory_fts f JOIN memory m ON m.n = f.rowid
WHERE f.memory_fts MATCH :match AND f.rowid < :n AND {{seen}} AND {{present}}
  AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
ORDER BY f.rowid DESC LIMIT 60

-- mark --
-- Two memories contradict each other, or may both be true: as part of an operation and undone with it.
INSERT INTO link (user, one, other, kind, weight, created_at, op)
VALUES (:user, :one, :other, :kind, 1.0, :now, :op)
ON CONFLICT (one, other) DO UPDATE SET kind = excluded.kind, weight = excluded.weight, created_at = excluded.created_at, op = excluded.op
