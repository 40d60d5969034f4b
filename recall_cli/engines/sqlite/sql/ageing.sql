-- fade --
-- What is left of each memory of a range of rows, where that is no longer what the table says.
UPDATE memory SET decay_score = f.score
FROM (
  SELECT d.n, round(CASE WHEN d.pinned THEN 1.0 ELSE min(1.0, max(:floor, {{left}})) END, 4) AS score
  FROM (SELECT m.n, m.type, m.pinned, m.access_count, m.accessed_at, {{idle}} AS days FROM memory m
        WHERE m.user = :user AND m.n > :after AND m.n <= :until
          AND m.deleted_at IS NULL AND m.superseded_at IS NULL) d) f
WHERE memory.n = f.n AND memory.user = :user AND memory.decay_score <> f.score

-- whole --
-- Nothing is lost of these, a JSON list.
UPDATE memory SET decay_score = 1.0 WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

-- spread --
-- How many of what is believed have so much left, in twenty steps.
SELECT min(19, CAST(m.decay_score * 20 AS INTEGER)), count(*), sum(m.pinned), sum(m.decay_score)
FROM memory m WHERE {{seen}} AND {{present}} GROUP BY 1 ORDER BY 1

-- ages --
-- Where what is believed lies along its curve: idle days as its type counts them, in whole days, and the mean left.
SELECT CAST({{idle}} AS INTEGER), count(*), avg(m.decay_score) FROM memory m
WHERE {{seen}} AND {{present}} AND NOT m.pinned GROUP BY 1 ORDER BY 1

-- overdue --
-- The memories that ended on their own date before then and are still kept, a few at a time.
SELECT m.n FROM memory m INDEXED BY memory_bounded
WHERE m.user = :user AND m.valid_until <= :before AND NOT m.pinned
  AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL
ORDER BY m.valid_until, m.n LIMIT :limit

-- deleted_before --
-- The memories that were deleted before then, a few at a time: neighbours together, since they share their blocks.
SELECT m.n FROM memory m INDEXED BY memory_deleted WHERE m.user = :user AND m.deleted_at <= :before ORDER BY m.n LIMIT :limit
