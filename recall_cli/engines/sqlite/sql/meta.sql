-- get --
-- Something that the store knows of itself.
SELECT value FROM meta WHERE :user IS NOT NULL AND key = :key

-- put --
-- Something that the store shall know of itself, for one user.
INSERT INTO meta (key, value) VALUES (:key || '/' || :user, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- own --
-- Something that the store knows for one user.
SELECT value FROM meta WHERE key = :key || '/' || :user
