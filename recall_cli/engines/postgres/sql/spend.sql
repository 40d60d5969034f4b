-- add --
-- Record a call before it is made; its maximum cost counts until the cost is known.
INSERT INTO spend (tenant_id, n, at, model, outcome, usd) VALUES (:user, (SELECT greatest(coalesce(max(b.n), 0), 0) + 1 FROM spend b WHERE b.tenant_id = :user), :now, :model, 'asked', :usd) RETURNING n

-- settle --
-- Record its outcome and cost.
UPDATE spend SET outcome = :outcome, tokens_in = :tokens_in, tokens_out = :tokens_out, usd = coalesce(:usd, usd)
WHERE tenant_id = :user AND n = :n

-- between --
-- What a span of time took: calls, those that brought nothing, tokens in and out, dollars.
SELECT count(*), count(*) FILTER (WHERE outcome <> 'answered'), coalesce(sum(tokens_in), 0)::bigint, coalesce(sum(tokens_out), 0)::bigint,
  coalesce(sum(usd), 0.0)
FROM spend WHERE tenant_id = :user AND at >= :since AND at < :until

-- forget --
-- Calls before then are counted no longer.
DELETE FROM spend WHERE tenant_id = :user AND at < :before::bigint
