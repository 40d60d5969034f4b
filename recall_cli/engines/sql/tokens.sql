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
