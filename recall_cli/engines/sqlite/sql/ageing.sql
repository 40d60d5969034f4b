-- fade --
-- Update the strength of a range of memories, where it has changed.
UPDATE memory SET decay_score = f.score
FROM (
  SELECT d.n, round(CASE WHEN d.pinned THEN 1.0 ELSE min(1.0, max(:floor, {{left}})) END, 4) AS score
  FROM (SELECT m.n, m.type, m.pinned, m.access_count, m.accessed_at, {{idle}} AS days FROM memory m
        WHERE m.user = :user AND m.n > :after AND m.n <= :until
          AND m.deleted_at IS NULL AND m.superseded_at IS NULL) d) f
WHERE memory.n = f.n AND memory.user = :user AND memory.decay_score <> f.score
