-- add --
-- Record a call before it is made; its maximum cost counts until the cost is known.
INSERT INTO spend (user, at, model, outcome, usd) VALUES (:user, :now, :model, 'asked', :usd) RETURNING n

-- settle --
-- Record its outcome and cost.
UPDATE spend SET outcome = :outcome, tokens_in = :tokens_in, tokens_out = :tokens_out, usd = coalesce(:usd, usd)
WHERE user = :user AND n = :n

-- between --
-- What a span of time took: calls, those that brought nothing, tokens in and out, dollars.
SELECT count(*), coalesce(sum(outcome <> 'answered'), 0), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0),
  coalesce(sum(usd), 0.0)
FROM spend WHERE user = :user AND at >= :since AND at < :until

-- forget --
-- Calls before then are counted no longer.
DELETE FROM spend WHERE user = :user AND at < :before
