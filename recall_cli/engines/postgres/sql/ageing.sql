-- fade --
-- Update the strength of a range of memories, where it has changed.
UPDATE memory SET decay_score = f.score
FROM (
  SELECT d.n, round((CASE WHEN d.pinned <> 0 THEN 1.0 ELSE least(1.0, greatest(:floor, {{left}})) END)::numeric, 4)::double precision AS score
  FROM (SELECT m.n, m.type, m.pinned, m.access_count, m.accessed_at, {{idle}} AS days FROM memory m
        WHERE m.tenant_id = :user AND m.n > :after AND m.n <= :until
          AND m.deleted_at IS NULL AND m.superseded_at IS NULL) d) f
WHERE memory.n = f.n AND memory.tenant_id = :user AND memory.decay_score <> f.score
