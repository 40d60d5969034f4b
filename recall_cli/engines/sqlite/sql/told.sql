-- add --
-- Memories that an agent is told now, a JSON list of pairs: the number, the hashes of its words; what is fresh is left.
INSERT INTO told (user, memory, at, prints)
SELECT :user, value ->> 0, :now, unhex(value ->> 1) FROM json_each(:told) WHERE true
ON CONFLICT (user, memory) DO UPDATE SET at = excluded.at, prints = excluded.prints
WHERE told.at < excluded.at - :fresh OR told.prints <> excluded.prints

-- since --
-- What was told since then, the latest first.
SELECT memory, prints FROM told WHERE user = :user AND at > :since ORDER BY at DESC LIMIT :limit
