-- add --
-- Memories that an agent is told now, a JSON list of pairs: the number, the hashes of its words; what is fresh is left,
-- and what was erased since it was read.
INSERT INTO told (user, memory, first, at, prints)
SELECT :user, m.n, :now, :now, unhex(j.value ->> 1) FROM json_each(:told) j CROSS JOIN memory m
WHERE m.n = j.value ->> 0 AND m.user = :user
ON CONFLICT (user, memory) DO UPDATE SET at = excluded.at, prints = excluded.prints
WHERE told.at < excluded.at - :fresh OR told.prints <> excluded.prints

-- around --
-- What was told before a moment, and last after another; the latest first.
SELECT memory, prints FROM told WHERE user = :user AND at > :since AND first <= :until ORDER BY at DESC LIMIT :limit

-- forget --
-- What is known of their having been told, a JSON list.
DELETE FROM told WHERE user = :user AND memory IN (SELECT value FROM json_each(:numbers))
