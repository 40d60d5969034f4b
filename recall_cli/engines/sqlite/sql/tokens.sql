-- by_id --
-- The token with this public part. Whoever asks has no user yet: the token says who it is.
SELECT n, id, user, name, agent, rights, clearance, topics, projects, per_minute, created_at, expires_at, used_at,
  revoked_at, op, hash
FROM token WHERE :user IS NOT NULL AND id = :id

-- valid_hashes --
-- What the valid tokens of the file are known by, of all users: a copy that replaces it brings no other back.
SELECT lower(hex(hash)) FROM token WHERE :user IS NOT NULL AND revoked_at IS NULL

-- revoke_others --
-- End the tokens of all users that are not in a JSON list.
UPDATE token SET revoked_at = :now
WHERE :user IS NOT NULL AND revoked_at IS NULL AND lower(hex(hash)) NOT IN (SELECT value FROM json_each(:hashes))
RETURNING n
