-- births --
-- The operations that created the memories of a JSON list, if their first storage is unknown.
SELECT m.n, o.n, o.kind, o.at, o.trust, o.agent, o.session, o.undone_by
FROM unnest(numbers(:memories)) WITH ORDINALITY j (value, key) CROSS JOIN memory m JOIN operation o ON o.n = m.born
WHERE m.n = j.value AND m.tenant_id = :user
  AND NOT EXISTS (SELECT 1 FROM change c JOIN operation p ON p.n = c.op WHERE c.memory = m.n AND p.came_with = o.n)

-- lives --
-- Every change of the memories of a JSON list, with who and when, oldest first.
SELECT c.memory, o.n, o.kind, o.at, o.trust, o.agent, o.session, o.undone_by, c.before, c.after
FROM unnest(numbers(:memories)) WITH ORDINALITY j (value, key) CROSS JOIN change c JOIN operation o ON o.n = c.op
WHERE c.memory = j.value AND o.tenant_id = :user ORDER BY c.memory, c.op

-- lowest --
-- A bound below the numbers of all operations; imported ones have numbers below 1.
SELECT least(0, coalesce(min(n), 0)) FROM operation WHERE tenant_id = :user

-- highest_told --
-- The highest number among the operations that an export tells of.
SELECT max(t.n) FROM (
  SELECT greatest(max(o.n), coalesce(max(o.undone_by), 0)) AS n FROM memory m JOIN change c ON c.memory = m.n JOIN operation o ON o.n = c.op
  WHERE {{seen}} AND {{believed}} AND {{wanted}}
  UNION ALL
  SELECT greatest(max(o.n), coalesce(max(o.undone_by), 0)) FROM memory m JOIN operation o ON o.n = m.born
  WHERE {{seen}} AND {{believed}} AND {{wanted}}
    AND NOT EXISTS (SELECT 1 FROM change c JOIN operation p ON p.n = c.op WHERE c.memory = m.n AND p.came_with = o.n)) t

-- came --
-- An operation of another store, brought along by an import.
INSERT INTO operation (n, tenant_id, kind, at, trust, agent, session, came_with, came_as)
VALUES (:n, :user, :kind, :at, :trust, :agent, :session, :came_with, :came_as) ON CONFLICT (tenant_id, n) DO NOTHING

-- told_elsewhere --
-- Which memories of a JSON list of ids have events of this import already, from another file or an older form of it.
SELECT DISTINCT m.id FROM unnest(strings(:ids)) WITH ORDINALITY v (value, key) JOIN memory m ON m.id = v.value
JOIN change c ON c.memory = m.n JOIN operation p ON p.n = c.op
WHERE m.tenant_id = :user AND p.came_with = :came_with AND (c.op <= :first OR c.op > :last)

-- came_undone --
-- Mark operations as undone that were undone in the other store.
UPDATE operation SET undone_by = :by WHERE tenant_id = :user AND n = :n AND came_with = :came_with

-- came_change --
-- What such an operation did to a memory.
INSERT INTO change (tenant_id, op, memory, before, after)
SELECT m.tenant_id, o.n, m.n, :before::text, :after::text FROM memory m JOIN operation o ON o.n = :op AND o.tenant_id = :user AND o.came_with = :came_with
WHERE m.tenant_id = :user AND m.id = :id
ON CONFLICT (tenant_id, op, memory) DO NOTHING

-- came_successor --
-- Which memory took whose place there, once both are here.
UPDATE change SET
  before = CASE WHEN :side = 'before' THEN json_put(before, 'superseded_by', s.n::text) ELSE before END,
  after = CASE WHEN :side = 'after' THEN json_put(after, 'superseded_by', s.n::text) ELSE after END
FROM (SELECT n FROM memory WHERE tenant_id = :user AND id = :by::text) s
WHERE tenant_id = :user AND op = :op AND memory = (SELECT n FROM memory WHERE tenant_id = :user AND id = :id)

-- brought_by --
-- The import that brought an operation along; null if it was done here.
SELECT came_with FROM operation WHERE tenant_id = :user AND n = :op

-- taken_back --
-- Which memories of a JSON list are deleted only because the import that brought them was undone.
SELECT m.n FROM unnest(numbers(:memories)) WITH ORDINALITY j (value, key) CROSS JOIN memory m
WHERE m.n = j.value AND m.tenant_id = :user AND m.deleted_at IS NOT NULL AND 'import' = (
  WITH RECURSIVE root (n, kind, undoes, depth) AS (
    SELECT o.n, o.kind, o.undoes, 0 FROM operation o WHERE o.n = (
      SELECT max(c.op) FROM change c WHERE c.memory = m.n AND c.after::jsonb ->> 'deleted_at' IS NOT NULL)
    UNION ALL
    SELECT p.n, p.kind, p.undoes, r.depth + 1 FROM root r JOIN operation p ON p.n = r.undoes WHERE r.depth < 1000)
  SELECT r.kind FROM root r WHERE r.undoes IS NULL AND r.depth > 0)

-- exported --
-- Which memories of two JSON lists, of row numbers and of ids, match the filters of an export.
SELECT m.n, m.id FROM memory m
WHERE (m.n = ANY (numbers(:numbers)) OR m.id = ANY (strings(:ids)))
  AND {{seen}} AND {{believed}} AND {{wanted}} AND m.n <> ALL (numbers(:except))

-- known --
-- Which memories of a JSON list of ids are here already, with what brought them in.
SELECT v.value, m.n, m.born, m.deleted_at IS NOT NULL FROM unnest(strings(:ids)) WITH ORDINALITY v (value, key) JOIN memory m ON m.id = v.value
WHERE m.tenant_id = :user

-- models --
-- The full models of which there are vectors.
SELECT DISTINCT v.model FROM vector v WHERE v.tenant_id = :user AND v.model NOT LIKE 'static-%' ORDER BY v.model

-- vector_size --
-- How many bytes the vectors of a model have here.
SELECT length(v.bytes) FROM memory m CROSS JOIN vector v WHERE m.tenant_id = :user AND v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n LIMIT 1

-- of_file --
-- The memories that were read from a file, with those that ended since.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.deleted_at IS NULL
  AND m.project IS NOT DISTINCT FROM :project AND m.metadata IS NOT NULL AND CASE jsonb_typeof(m.metadata::jsonb -> 'files') WHEN 'array' THEN m.metadata::jsonb -> 'files' ? :file ELSE false END
ORDER BY m.n
