-- add --
-- Begin an operation: every write is one.
INSERT INTO operation (user, /* n, */ kind, at, trust, agent, session, note, undoes)
VALUES (:user, /* next_number(operation), */ :kind, :now, :trust, :agent, :session, :note, :undoes) RETURNING n

-- count --
-- Add to the number of memories that it touched.
UPDATE operation SET touched = touched + :more WHERE user = :user AND n = :op

-- withdraw --
-- Forget an operation that came to nothing.
DELETE FROM operation WHERE user = :user AND n = :op AND touched = 0 RETURNING n

-- change --
-- Record what it changed in one memory, unless it has changed that one before.
INSERT INTO change (/* user, */ op, memory, before, after)
SELECT /* m.user, */ :op, m.n, :before/* ::text */, :after/* ::text */ FROM memory m WHERE m.user = :user AND m.n = :memory
ON CONFLICT (op, memory) DO NOTHING RETURNING memory

-- change_of --
-- What it has changed in one memory before.
SELECT c.before, c.after FROM change c JOIN memory m ON m.n = c.memory
WHERE m.user = :user AND c.op = :op AND c.memory = :memory

-- rechange --
-- Record all that it changed in one memory.
UPDATE change SET before = :before/* ::text */, after = :after/* ::text */
WHERE /* user = :user AND */ op = :op AND memory = (SELECT m.n FROM memory m WHERE m.user = :user AND m.n = :memory)

-- unchange --
-- It changed a memory and changed it back.
DELETE FROM change WHERE /* user = :user AND */ op = :op AND memory = (SELECT m.n FROM memory m WHERE m.user = :user AND m.n = :memory)

-- one --
-- An operation by its number.
SELECT n, kind, at, trust, agent, session, touched, note, undoes, undone_by FROM operation WHERE user = :user AND n = :op

-- last --
-- The newest operation that is not undone, is not an undo, not about a token or a team, and not automatic maintenance.
SELECT n, kind, at, trust, agent, session, touched, note, undoes, undone_by FROM operation
WHERE user = :user AND undone_by IS NULL AND came_with IS NULL
  AND kind NOT IN ('undo', 'expire', 'loop', 'purge', 'token', 'revoke', 'share', 'unshare', 'pair', 'unpair')
ORDER BY n DESC LIMIT 1

-- list --
-- The newest operations, of all or of those that touched one memory.
SELECT o.n, o.kind, o.at, o.trust, o.agent, o.session, o.touched, o.note, o.undoes, o.undone_by,
  {{first_words}}
FROM operation o
WHERE o.user = :user AND (:before IS NULL OR o.n < :before) AND (o.came_with IS NULL OR :memory IS NOT NULL)
  AND (:since IS NULL OR o.at >= :since) AND (:until IS NULL OR o.at <= :until)
  AND (:kind IS NULL OR o.kind = :kind)
  AND (:memory IS NULL OR o.n = (SELECT m.born FROM memory m WHERE m.n = :memory)
       OR o.n IN (SELECT c.op FROM change c WHERE c.memory = :memory))
ORDER BY o.n DESC LIMIT :limit

-- seen --
-- How many of the memories that an operation touched this view shows.
SELECT count(*) FROM memory m WHERE {{seen}} AND m.n IN (
  SELECT b.n FROM memory b WHERE b.user = :user AND b.born = :op UNION SELECT c.memory FROM change c WHERE c.op = :op)

-- mark_undone --
-- Say which operation took this one back (null: none any more).
UPDATE operation SET undone_by = :by WHERE user = :user AND n = :op

-- created --
-- The memories that an operation brought in.
SELECT m.n FROM memory m WHERE m.user = :user AND m.born = :op ORDER BY m.n

-- changes --
-- What an operation changed, memory by memory.
SELECT c.memory, c.before, c.after FROM change c JOIN memory m ON m.n = c.memory
WHERE m.user = :user AND c.op = :op ORDER BY c.memory

-- later --
-- What later operations did to the memories of a JSON list, without undone ones.
SELECT c.memory, c.op, o.kind, c.after FROM change c JOIN operation o ON o.n = c.op
WHERE o.user = :user AND c.op > :op AND o.came_with IS NULL AND o.kind NOT IN ('undo', 'scan', 'loop') AND o.undone_by IS NULL
  AND c.memory IN (SELECT value FROM json_each(:memories))
ORDER BY c.op DESC

-- remove_created --
-- Take back what an operation brought in: all at once, as deletions that can be taken back in turn.
UPDATE memory SET deleted_at = :now, updated_at = :now WHERE user = :user AND born = :born AND deleted_at IS NULL

-- of_memory --
-- Every change of one memory, oldest first, with who and when; what happened elsewhere has the number that it had there.
SELECT coalesce(o.came_as, o.n), o.kind, o.at, o.trust, o.agent, o.session,
  (SELECT coalesce(u.came_as, u.n) FROM operation u WHERE u.n = o.undone_by), c.before, c.after
FROM change c JOIN operation o ON o.n = c.op
WHERE o.user = :user AND c.memory = :memory ORDER BY c.op

-- birth --
-- The operation that created a memory; for an imported memory its first storage may be known.
SELECT o.n, o.kind, o.at, o.trust, o.agent, o.session, o.undone_by FROM operation o
WHERE o.user = :user AND o.n = (SELECT m.born FROM memory m WHERE m.user = :user AND m.n = :memory)
  AND NOT EXISTS (SELECT 1 FROM change c JOIN operation p ON p.n = c.op WHERE c.memory = :memory AND p.came_with = o.n)

-- since --
-- The changes after a moment, newest first.
SELECT c.memory, c.before FROM change c JOIN operation o ON o.n = c.op
WHERE o.user = :user AND o.at > :as_of ORDER BY c.op DESC

-- between --
-- The changes of a span of time, oldest first.
SELECT c.memory, o.n, o.kind, o.at, c.before, c.after FROM change c JOIN operation o ON o.n = c.op
WHERE o.user = :user AND o.at > :since AND o.at <= :until ORDER BY c.op

-- starting --
-- The newest operations whose numbers begin so, without undone ones, for completion.
SELECT o.n, o.kind, o.at, o.trust, o.agent, o.session, o.touched, o.note, o.undoes, o.undone_by,
  {{first_words}}
FROM operation o
WHERE o.user = :user AND o.undone_by IS NULL AND o.came_with IS NULL AND substr(CAST(o.n AS text), 1, length(:prefix)) = :prefix ORDER BY o.n DESC LIMIT 50
