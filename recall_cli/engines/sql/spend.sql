-- add --
-- Record a call before it is made; its maximum cost counts until the cost is known.
INSERT INTO spend (user, /* n, */ at, model, outcome, usd) VALUES (:user, /* next_number(spend), */ :now, :model, 'asked', :usd) RETURNING n

-- settle --
-- Record its outcome and cost.
UPDATE spend SET outcome = :outcome, tokens_in = :tokens_in, tokens_out = :tokens_out, usd = coalesce(:usd, usd)
WHERE user = :user AND n = :n

-- between --
-- What a span of time took: calls, those that brought nothing, tokens in and out, dollars. The calls of a program of
-- the user's cost nothing here and are counted by themselves.
SELECT count(*), count(*) FILTER (WHERE outcome <> 'answered'), CAST(coalesce(sum(tokens_in), 0) AS bigint), CAST(coalesce(sum(tokens_out), 0) AS bigint),
  coalesce(sum(usd), 0.0)
FROM spend WHERE user = :user AND at >= :since AND at < :until AND model <> 'command'

-- calls_of --
-- The calls of one model in a span of time, and those that brought nothing.
SELECT count(*), count(*) FILTER (WHERE outcome <> 'answered')
FROM spend WHERE user = :user AND model = :model AND at >= :since AND at < :until

-- last_call --
-- When and how the last call of a model ended.
SELECT at, outcome FROM spend WHERE user = :user AND model = :model ORDER BY n DESC LIMIT 1

-- last_failure --
-- When and how the last call of a model ended that brought nothing.
SELECT at, outcome FROM spend WHERE user = :user AND model = :model AND outcome <> 'answered' ORDER BY n DESC LIMIT 1

-- forget --
-- Calls before then are counted no longer.
DELETE FROM spend WHERE user = :user AND at < :before
