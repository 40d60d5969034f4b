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
