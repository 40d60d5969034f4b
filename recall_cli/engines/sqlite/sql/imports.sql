-- came_successor --
-- Which memory took whose place there, once both are here.
UPDATE change SET
  before = CASE WHEN :side = 'before' THEN json_set(before, '$.superseded_by', s.n) ELSE before END,
  after = CASE WHEN :side = 'after' THEN json_set(after, '$.superseded_by', s.n) ELSE after END
FROM (SELECT n FROM memory WHERE user = :user AND id = :by) s
WHERE op = :op AND memory = (SELECT n FROM memory WHERE user = :user AND id = :id)

-- of_file --
-- The memories that were read from a file, with those that ended since.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.deleted_at IS NULL
  AND m.project IS NOT DISTINCT FROM :project AND m.metadata IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(m.metadata, '$.files') f WHERE f.value = :file)
ORDER BY m.n
