-- add --
-- Memories that an agent is told now, a JSON list; what is fresh is left, and what was erased since it was read.
INSERT INTO told (user, memory, first, at, prints)
SELECT :user, m.n, :now, :now, X'' FROM json_each(:told) j CROSS JOIN memory m WHERE m.n = j.value AND m.user = :user
ON CONFLICT (user, memory) DO UPDATE SET at = excluded.at WHERE told.at < excluded.at - :fresh

-- was --
-- What a memory said when it was told, as the hashes of its words, now that it says something else.
UPDATE told SET prints = :prints WHERE user = :user AND memory = :memory

-- around --
-- What was told before a moment, and last after another, if it holds the words of a match or said something else then;
-- the latest first.
SELECT memory, prints FROM told WHERE user = :user AND at > :since AND first <= :until
  AND (prints <> X'' OR memory IN (SELECT rowid FROM memory_fts WHERE memory_fts MATCH :match))
ORDER BY at DESC LIMIT :limit

-- any --
-- Was anything told before a moment, and last after another?
SELECT 1 FROM told WHERE user = :user AND at > :since AND first <= :until LIMIT 1

-- forget --
-- What is known of their having been told, a JSON list.
DELETE FROM told WHERE user = :user AND memory IN (SELECT value FROM json_each(:numbers))
