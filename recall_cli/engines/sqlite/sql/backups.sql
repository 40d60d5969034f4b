-- add --
-- A copy of the whole store, everybody's, is about to be written there.
INSERT INTO backup (path, at, by) VALUES (:path, :at, :user)
ON CONFLICT (path) DO UPDATE SET at = excluded.at, by = excluded.by

-- forget --
-- It is there no longer.
DELETE FROM backup WHERE path = :path AND :user IS NOT NULL

-- all --
-- Every copy that was ever written and not forgotten, oldest first.
SELECT path, at FROM backup WHERE :user IS NOT NULL ORDER BY at, path
