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
