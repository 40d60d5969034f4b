-- by_id --
-- The token with this public part. Whoever asks has no user yet: the token says who it is.
SELECT n, id, tenant_id, name, agent, rights, clearance, topics, projects, per_minute, created_at, expires_at, used_at,
  revoked_at, op, hash
FROM token_by_id(:id) t WHERE :user IS NOT NULL

-- valid_hashes --
-- What the user's valid tokens are known by. A server has no copy that replaces the store.
SELECT encode(hash, 'hex') FROM token WHERE tenant_id = :user AND revoked_at IS NULL

-- revoke_others --
-- End the user's tokens that are not in a JSON list.
UPDATE token SET revoked_at = :now
WHERE tenant_id = :user AND revoked_at IS NULL AND encode(hash, 'hex') <> ALL (strings(:hashes))
RETURNING n
