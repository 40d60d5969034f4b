-- add --
-- Two memories belong together: kind and weight, as part of an operation and undone with it; the first link that stands stays.
INSERT INTO link (tenant_id, one, other, kind, weight, created_at, op)
SELECT :user, r.one, r.other, :kind, r.weight, :now, :op FROM unnest(:one[], :other::bigint[], :weight[]) r (one, other, weight)
ON CONFLICT (tenant_id, one, other) DO UPDATE SET kind = excluded.kind, weight = excluded.weight, created_at = excluded.created_at, op = excluded.op
WHERE EXISTS (SELECT 1 FROM operation o WHERE o.n = link.op AND o.undone_by IS NOT NULL)

-- full --
-- Which of a JSON list of memories and weights already have the maximum of stronger links.
SELECT v.key FROM jsonb_each_text(:numbers::jsonb) v
WHERE (SELECT count(*) FROM link l WHERE l.tenant_id = :user AND l.other = v.key::bigint AND l.kind = 'related' AND l.weight >= v.value::double precision)
  >= :most

-- kin --
-- The newest believed memories of one project or none that contain some of a new memory's words.
SELECT m.n FROM memory m
WHERE m.n = ANY (ARRAY(SELECT matching(:match))) AND m.n < :n AND {{seen}} AND {{present}}
  AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
ORDER BY m.n DESC LIMIT 60

-- mark --
-- Two memories contradict each other, or may both be true: as part of an operation and undone with it.
INSERT INTO link (tenant_id, one, other, kind, weight, created_at, op)
SELECT :user, r.one, r.other, :kind, 1.0, :now, :op FROM unnest(:one[], :other::bigint[]) r (one, other)
ON CONFLICT (tenant_id, one, other) DO UPDATE SET kind = excluded.kind, weight = excluded.weight, created_at = excluded.created_at, op = excluded.op
