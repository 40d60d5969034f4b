-- add --
-- A copy of the whole store is about to be written there.
INSERT INTO backup (tenant_id, path, at) VALUES (:user, :path, :at)
ON CONFLICT (tenant_id, path) DO UPDATE SET at = excluded.at

-- forget --
-- It is there no longer.
DELETE FROM backup WHERE tenant_id = :user AND path = :path

-- all --
-- Every copy that was ever written and not forgotten, oldest first.
SELECT path, at FROM backup WHERE tenant_id = :user ORDER BY at, path
