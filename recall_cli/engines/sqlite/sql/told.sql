-- add --
-- Record that the memories of a JSON list are shown now; recent records and erased memories are left out.
INSERT INTO told (user, memory, first, at, prints)
SELECT :user, m.n, :now, :now, X'' FROM json_each(:told) j CROSS JOIN memory m WHERE m.n = j.value AND m.user = :user
ON CONFLICT (user, memory) DO UPDATE SET at = excluded.at WHERE told.at < excluded.at - :fresh

-- was --
-- Keep the fingerprints of the text that was shown, because the memory has another text now.
UPDATE told SET prints = :prints WHERE user = :user AND memory = :memory

-- around --
-- What was told before a moment, and last after another, if it holds the words of a match or said something else then;
-- the latest first.
SELECT memory, prints FROM told WHERE user = :user AND at > :since AND first <= :until
  AND (prints <> X'' OR memory IN (SELECT rowid FROM memory_fts WHERE memory_fts MATCH :match))
ORDER BY at DESC LIMIT :limit

-- any --
-- Whether anything was first shown before one moment and last after another.
SELECT 1 FROM told WHERE user = :user AND at > :since AND first <= :until LIMIT 1

-- forget --
-- Forget that the memories of a JSON list were shown.
DELETE FROM told WHERE user = :user AND memory IN (SELECT value FROM json_each(:numbers))

-- times --
-- When each memory of a JSON list was first and last shown to an agent.
SELECT t.memory, t.first, t.at FROM json_each(:numbers) j CROSS JOIN told t
WHERE t.user = :user AND t.memory = j.value
