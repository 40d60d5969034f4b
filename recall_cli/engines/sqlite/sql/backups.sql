-- add --
-- A copy of the whole store, everybody's, is about to be written there.
INSERT INTO backup (path, at, by) VALUES (:path, :at, :user)
ON CONFLICT (path) DO UPDATE SET at = excluded.at, by = excluded.by
