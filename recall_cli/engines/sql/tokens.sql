-- by_number --
-- The token of a task.
SELECT n, id, user, name, agent, rights, clearance, topics, projects, per_minute, created_at, expires_at, used_at,
  revoked_at, op
FROM token WHERE user = :user AND n = :n

-- list --
-- All tokens of a user, oldest first.
SELECT n, id, user, name, agent, rights, clearance, topics, projects, per_minute, created_at, expires_at, used_at,
  revoked_at, op
FROM token WHERE user = :user ORDER BY n

-- revoke --
-- End a token by its name.
UPDATE token SET revoked_at = :now WHERE user = :user AND name = :name AND revoked_at IS NULL RETURNING n

-- revoke_of_operation --
-- End the token that an operation created.
UPDATE token SET revoked_at = :now WHERE user = :user AND op = :op AND revoked_at IS NULL RETURNING n

-- record_use --
-- Note when a token was last used.
UPDATE token SET used_at = :now WHERE user = :user AND n = :n

-- add --
-- A new token, unless its name is taken by one that is valid.
INSERT INTO token (/* n, */ id, hash, user, name, agent, rights, clearance, topics, projects, per_minute, created_at, expires_at, op)
SELECT /* next_number(token), */ :id, :hash/* ::bytea */, :user, :name, :agent, :rights, :level, :its_topics, :its_projects, :per_minute, :now, :expires_at, :op
WHERE NOT EXISTS (SELECT 1 FROM token t WHERE t.user = :user AND t.name = :name AND t.revoked_at IS NULL)
/* ON CONFLICT (user, name) WHERE revoked_at IS NULL DO NOTHING */ RETURNING n
