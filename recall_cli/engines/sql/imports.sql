-- births --
-- The operations that created the memories of a JSON list, if their first storage is unknown.
SELECT m.n, o.n, o.kind, o.at, o.trust, o.agent, o.session, o.undone_by
FROM json_each(:memories) j CROSS JOIN memory m JOIN operation o ON o.n = m.born
WHERE m.n = j.value AND m.user = :user
  AND NOT EXISTS (SELECT 1 FROM change c JOIN operation p ON p.n = c.op WHERE c.memory = m.n AND p.came_with = o.n)

-- lives --
-- Every change of the memories of a JSON list, with who and when, oldest first.
SELECT c.memory, o.n, o.kind, o.at, o.trust, o.agent, o.session, o.undone_by, c.before, c.after
FROM json_each(:memories) j CROSS JOIN change c JOIN operation o ON o.n = c.op
WHERE c.memory = j.value AND o.user = :user ORDER BY c.memory, c.op

-- lowest --
-- A bound below the numbers of all operations; imported ones have numbers below 1.
SELECT min(0, coalesce(min(n), 0)) FROM operation WHERE :user IS NOT NULL

-- highest_told --
-- The highest number among the operations that an export tells of.
SELECT max(t.n) FROM (
  SELECT max(max(o.n), coalesce(max(o.undone_by), 0)) AS n FROM memory m JOIN change c ON c.memory = m.n JOIN operation o ON o.n = c.op
  WHERE {{seen}} AND {{believed}} AND {{wanted}}
  UNION ALL
  SELECT max(max(o.n), coalesce(max(o.undone_by), 0)) FROM memory m JOIN operation o ON o.n = m.born
  WHERE {{seen}} AND {{believed}} AND {{wanted}}
    AND NOT EXISTS (SELECT 1 FROM change c JOIN operation p ON p.n = c.op WHERE c.memory = m.n AND p.came_with = o.n)) t

-- came --
-- An operation of another store, brought along by an import.
INSERT INTO operation (n, user, kind, at, trust, agent, session, came_with, came_as)
VALUES (:n, :user, :kind, :at, :trust, :agent, :session, :came_with, :came_as) ON CONFLICT (n) DO NOTHING

-- told_elsewhere --
-- Which memories of a JSON list of ids have events of this import already, from another file or an older form of it.
SELECT DISTINCT m.id FROM json_each(:ids) v CROSS JOIN memory m ON m.id = v.value
JOIN change c ON c.memory = m.n JOIN operation p ON p.n = c.op
WHERE m.user = :user AND p.came_with = :came_with AND (c.op <= :first OR c.op > :last)

-- came_undone --
-- Mark operations as undone that were undone in the other store.
UPDATE operation SET undone_by = :by WHERE user = :user AND n = :n AND came_with = :came_with

-- came_change --
-- What such an operation did to a memory.
INSERT INTO change (/* user, */ op, memory, before, after)
SELECT /* m.user, */ o.n, m.n, :before/* ::text */, :after/* ::text */ FROM memory m JOIN operation o ON o.n = :op AND o.user = :user AND o.came_with = :came_with
WHERE m.user = :user AND m.id = :id
ON CONFLICT (op, memory) DO NOTHING

-- brought_by --
-- The import that brought an operation along; null if it was done here.
SELECT came_with FROM operation WHERE user = :user AND n = :op

-- taken_back --
-- Which memories of a JSON list are deleted only because the import that brought them was undone.
SELECT m.n FROM json_each(:memories) j CROSS JOIN memory m
WHERE m.n = j.value AND m.user = :user AND m.deleted_at IS NOT NULL AND 'import' = (
  WITH RECURSIVE root (n, kind, undoes, depth) AS (
    SELECT o.n, o.kind, o.undoes, 0 FROM operation o WHERE o.n = (
      SELECT max(c.op) FROM change c WHERE c.memory = m.n AND c.after ->> 'deleted_at' IS NOT NULL)
    UNION ALL
    SELECT p.n, p.kind, p.undoes, r.depth + 1 FROM root r JOIN operation p ON p.n = r.undoes WHERE r.depth < 1000)
  SELECT r.kind FROM root r WHERE r.undoes IS NULL AND r.depth > 0)

-- exported --
-- Which memories of two JSON lists, of row numbers and of ids, match the filters of an export.
SELECT m.n, m.id FROM memory m
WHERE (m.n IN (SELECT value FROM json_each(:numbers)) OR m.id IN (SELECT value FROM json_each(:ids)))
  AND {{seen}} AND {{believed}} AND {{wanted}} AND m.n NOT IN (SELECT value FROM json_each(:except))

-- known --
-- Which memories of a JSON list of ids are here already, with what brought them in.
SELECT v.value, m.n, m.born, m.deleted_at IS NOT NULL FROM json_each(:ids) v JOIN memory m ON m.id = v.value
WHERE m.user = :user

-- came_successor --
-- Which memory took whose place there, once both are here.
UPDATE change SET
  before = CASE WHEN :side = 'before' THEN json_set(before, '$.superseded_by', s.n) ELSE before END,
  after = CASE WHEN :side = 'after' THEN json_set(after, '$.superseded_by', s.n) ELSE after END
FROM (SELECT n FROM memory WHERE user = :user AND id = :by/* ::text */) s
WHERE /* user = :user AND */ op = :op AND memory = (SELECT n FROM memory WHERE user = :user AND id = :id)
