-- changes_page --
-- What operations changed in memories.
SELECT t.op, t.memory, t.before, t.after
FROM change t JOIN operation o ON o.n = t.op WHERE o.user = :user AND (t.op, t.memory) > (:first_key, :second_key) ORDER BY t.op, t.memory LIMIT :limit

-- audit_rows_page --
-- The rows of the audit log.
SELECT t.n, t.at, t.name, t.op, t.inputs, t.outcome, t.duration_ms, t.tokens_in, t.tokens_out, t.usd, t.salt, t.seal,
  t.digest
FROM audit t WHERE coalesce(t.user, :user) = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- operation_ends_page --
-- The operations that were undone, or came with another one.
SELECT t.n, t.undone_by, t.came_with
FROM operation t WHERE t.user = :user AND t.n > :first_key AND (t.undone_by IS NOT NULL OR t.came_with IS NOT NULL)
ORDER BY t.n LIMIT :limit

-- operation_ends_put --
-- Set that for one of them, when all operations are there.
UPDATE operation SET undone_by = :undone_by, came_with = :came_with WHERE user = :user AND n = :n

-- memory_ends_page --
-- The memories that were superseded by another one.
SELECT t.n, t.superseded_by
FROM memory t WHERE t.user = :user AND t.n > :first_key AND t.superseded_by IS NOT NULL ORDER BY t.n LIMIT :limit

-- facts_put --
-- One of them.
INSERT INTO meta (/* user, */ key, value)
VALUES (/* :user, */ CASE WHEN :name = 'secret' THEN :name ELSE :name || '/' || :user END, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- counts --
-- Whether the user has anything in the store, and what was last done there.
SELECT (SELECT count(*) FROM memory m WHERE m.user = :user), (SELECT count(*) FROM operation o WHERE o.user = :user),
  (SELECT count(*) FROM project p WHERE p.user = :user), (SELECT coalesce(max(o.n), 0) FROM operation o WHERE o.user = :user)

-- forget_progress --
-- An unfinished move is over.
DELETE FROM meta WHERE /* user = :user AND */ key = 'move/' || :user
