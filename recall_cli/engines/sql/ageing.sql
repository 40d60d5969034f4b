-- whole --
-- Nothing is lost of these, a JSON list.
UPDATE memory SET decay_score = 1.0 WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

-- spread --
-- The believed memories by strength, in twenty steps.
SELECT min(19, CAST(trunc(m.decay_score * 20) AS bigint)), count(*), CAST(sum(m.pinned) AS bigint), sum(m.decay_score)
FROM memory m WHERE {{seen}} AND {{present}} GROUP BY 1 ORDER BY 1

-- deleted_before --
-- The memories that were deleted before then, a few at a time: neighbours together, since they share their blocks.
SELECT m.n FROM memory m INDEXED BY memory_deleted WHERE m.user = :user AND m.deleted_at <= :before ORDER BY m.n LIMIT :limit

-- fade --
-- Update the strength of a range of memories, where it has changed.
UPDATE memory SET decay_score = f.score
FROM (
  SELECT d.n, round((CASE WHEN d.pinned <> 0 THEN 1.0 ELSE min(1.0, max(:floor, {{left}})) END)/* ::numeric */, 4)/* ::double precision */ AS score
  FROM (SELECT m.n, m.type, m.pinned, m.access_count, m.accessed_at, {{idle}} AS days FROM memory m
        WHERE m.user = :user AND m.n > :after AND m.n <= :until
          AND m.deleted_at IS NULL AND m.superseded_at IS NULL) d) f
WHERE memory.n = f.n AND memory.user = :user AND memory.decay_score <> f.score
