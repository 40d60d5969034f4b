-- add --
-- A copy of the whole store is about to be written there.
INSERT INTO backup (tenant_id, path, at) VALUES (:user, :path, :at)
ON CONFLICT (tenant_id, path) DO UPDATE SET at = excluded.at
