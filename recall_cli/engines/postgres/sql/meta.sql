-- get --
-- Something that the store knows of itself; a tenant without a secret has one of the server's.
SELECT coalesce((SELECT m.value FROM meta m WHERE m.tenant_id = :user AND m.key = :key),
  CASE WHEN :key = 'secret' THEN default_secret() END)

-- put --
-- Something that the store shall know of itself, for one user.
INSERT INTO meta (tenant_id, key, value) VALUES (:user, :key || '/' || :user, :value)
ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value

-- own --
-- Something that the store knows for one user.
SELECT value FROM meta WHERE tenant_id = :user AND key = :key || '/' || :user

-- stored_brief --
-- A stored brief, and the newest operation.
SELECT value, (SELECT max(n) FROM operation WHERE tenant_id = :user) FROM meta WHERE tenant_id = :user AND key = 'brief/' || :key

-- put_stored_brief --
-- Keep a stored brief.
INSERT INTO meta (tenant_id, key, value) VALUES (:user, 'brief/' || :key, :value)
ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value

-- count_stored_briefs --
-- How many stored briefs there are.
SELECT count(*) FROM meta WHERE tenant_id = :user AND starts_with(key, 'brief/')

-- drop_stored_briefs --
-- Remove every stored brief.
DELETE FROM meta WHERE tenant_id = :user AND starts_with(key, 'brief/')

-- next_change --
-- The newest operation, and when a memory begins or ceases to be valid next.
SELECT (SELECT max(n) FROM operation WHERE tenant_id = :user),
  (SELECT min(valid_until) FROM memory WHERE tenant_id = :user AND valid_until > :now),
  (SELECT min(valid_from) FROM memory WHERE tenant_id = :user AND valid_from > :now)
