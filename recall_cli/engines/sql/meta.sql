-- get --
-- Something that the store knows of itself; on a server, a tenant without a secret has one of the server's.
SELECT /* coalesce((SELECT */ value FROM meta WHERE :user IS NOT NULL AND key = :key /* ), CASE WHEN :key = 'secret' THEN default_secret() END) */

-- put --
-- Something that the store shall know of itself, for one user.
INSERT INTO meta (/* user, */ key, value) VALUES (/* :user, */ :key || '/' || :user, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- own --
-- Something that the store knows for one user.
SELECT value FROM meta WHERE /* user = :user AND */ key = :key || '/' || :user

-- forget --
-- Something that the store shall not know any more.
DELETE FROM meta WHERE /* user = :user AND */ key = :key || '/' || :user

-- stored_brief --
-- A stored brief, and the newest operation.
SELECT value, (SELECT o.n FROM operation o WHERE o.user = :user ORDER BY o.n DESC LIMIT 1)
FROM meta WHERE /* user = :user AND */ key = 'brief/' || :user || '/' || :key

-- put_stored_brief --
-- Keep a stored brief.
INSERT INTO meta (/* user, */ key, value) VALUES (/* :user, */ 'brief/' || :user || '/' || :key, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- count_stored_briefs --
-- How many stored briefs there are.
SELECT count(*) FROM meta WHERE key /* COLLATE "C" */ > 'brief/' AND key /* COLLATE "C" */ < 'brief0' AND :user IS NOT NULL

-- drop_stored_briefs --
-- Remove every stored brief.
DELETE FROM meta WHERE key /* COLLATE "C" */ > 'brief/' AND key /* COLLATE "C" */ < 'brief0' AND :user IS NOT NULL

-- next_change --
-- The newest operation, and when a memory begins or ceases to be valid next.
SELECT (SELECT o.n FROM operation o WHERE o.user = :user ORDER BY o.n DESC LIMIT 1),
  (SELECT min(m.valid_until) FROM memory m INDEXED BY memory_bounded WHERE m.user = :user AND m.valid_until > :now),
  (SELECT min(m.valid_from) FROM memory m INDEXED BY memory_bounded
   WHERE m.user = :user AND m.valid_from > :now AND (m.valid_until IS NOT NULL OR m.valid_from IS NOT NULL))
