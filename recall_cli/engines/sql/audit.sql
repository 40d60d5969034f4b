-- before --
-- What the next row has to say of an operation, and which row it follows; on whose word it was done and what it took
-- back; whether it changed memories, and whether there are later operations.
SELECT o.kind, o.touched, coalesce((SELECT max(a.n) FROM audit a), 0),
  coalesce((SELECT a.digest FROM audit a ORDER BY a.n DESC LIMIT 1), ''),
  (SELECT a.outcome FROM audit a WHERE a.op = o.n ORDER BY a.n DESC LIMIT 1),
  o.trust, o.undoes, EXISTS (SELECT 1 FROM change c WHERE c.op = o.n), EXISTS (SELECT 1 FROM operation p WHERE p.n > o.n)
FROM operation o WHERE o.user = :user AND o.n = :op

-- parts --
-- The rows of one operation in order; several if it took several transactions.
SELECT a.n, a.outcome FROM audit a WHERE a.user = :user AND a.op = :op ORDER BY a.n

-- who --
-- By whom an operation was done, and which it undid.
SELECT o.trust, o.undoes FROM operation o WHERE o.user = :user AND o.n = :op

-- born --
-- The memories that an operation created, as they are now.
SELECT m.n, {{sealed}} FROM memory m WHERE m.user = :user AND m.born = :op ORDER BY m.n LIMIT :limit OFFSET :offset

-- changed --
-- The memories that an operation changed, as they are now, and what it changed in them.
SELECT m.n, {{sealed}}, c.before, c.after FROM change c JOIN memory m ON m.n = c.memory
WHERE m.user = :user AND c.op = :op ORDER BY m.n

-- since --
-- What later operations took away from the memories of a JSON list, newest first.
SELECT c.memory, c.before FROM change c JOIN memory m ON m.n = c.memory
WHERE m.user = :user AND c.op > :op AND c.memory IN (SELECT value FROM json_each(:numbers)) ORDER BY c.op DESC

-- add --
-- The next row.
INSERT INTO audit (n, user, at, name, op, inputs, outcome, duration_ms, tokens_in, tokens_out, usd, salt, seal, digest)
VALUES (:n, :user, :at, :name, :op, :inputs, :outcome, :duration_ms, :tokens_in, :tokens_out, :usd, :salt, :seal, :digest)

-- page --
-- The rows after one, in order: a file has one chain, and on a server each tenant has one.
SELECT n, /* CASE WHEN named <> 0 THEN */ user /* END */, at, name, op, inputs, outcome, duration_ms, tokens_in, tokens_out, usd, salt, seal, digest FROM audit
WHERE n > :after AND :user IS NOT NULL ORDER BY n LIMIT 1000

-- unrecorded --
-- Operations that the record does not have; those that an import brought along are in the store that they come from.
SELECT count(*) FROM operation o
WHERE :user IS NOT NULL AND o.came_with IS NULL AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.op = o.n)

-- forget --
-- Forget the inputs of erased memories: their hash could be guessed.
UPDATE audit SET inputs = NULL, salt = NULL WHERE user = :user AND op IN (
  SELECT m.born FROM memory m WHERE m.user = :user AND m.n IN (SELECT value FROM json_each(:numbers))
  UNION SELECT c.op FROM change c WHERE c.memory IN (SELECT value FROM json_each(:numbers)))
