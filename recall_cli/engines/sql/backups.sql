-- forget --
-- It is there no longer.
DELETE FROM backup WHERE path = :path AND :user IS NOT NULL

-- all --
-- Every copy that was ever written and not forgotten, oldest first.
SELECT path, at FROM backup WHERE :user IS NOT NULL ORDER BY at, path
