-- add --
-- The mark of an erased memory.
INSERT INTO meta (/* user, */ key, value) VALUES (/* :user, */ 'erased/' || :mark || '/' || :user, :value)
ON CONFLICT (key) DO NOTHING

-- all --
-- The marks of all erased memories.
SELECT substr(m.key, 8, 32) AS mark FROM meta m
WHERE :user IS NOT NULL AND m.key /* COLLATE "C" */ > 'erased/' AND m.key /* COLLATE "C" */ < 'erased0'
  AND substr(m.key, 40) = '/' || :user
ORDER BY mark

-- among --
-- Which marks of a JSON list are those of erased memories.
SELECT j.value FROM json_each(:keys) j JOIN meta m ON m.key = 'erased/' || j.value || '/' || :user WHERE :user IS NOT NULL

-- ids --
-- The ids of all memories.
SELECT m.id FROM memory m WHERE m.user = :user ORDER BY m.n

-- forget --
-- Remove the marks of a user.
DELETE FROM meta
WHERE :user IS NOT NULL AND key /* COLLATE "C" */ > 'erased/' AND key /* COLLATE "C" */ < 'erased0'
  AND substr(key, 40) = '/' || :user
