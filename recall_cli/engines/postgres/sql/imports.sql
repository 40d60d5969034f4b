-- came_successor --
-- Which memory took whose place there, once both are here.
UPDATE change SET
  before = CASE WHEN :side = 'before' THEN json_put(before, 'superseded_by', s.n::text) ELSE before END,
  after = CASE WHEN :side = 'after' THEN json_put(after, 'superseded_by', s.n::text) ELSE after END
FROM (SELECT n FROM memory WHERE tenant_id = :user AND id = :by::text) s
WHERE tenant_id = :user AND op = :op AND memory = (SELECT n FROM memory WHERE tenant_id = :user AND id = :id)

-- of_file --
-- The memories that were read from a file, with those that ended since.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.deleted_at IS NULL
  AND m.project IS NOT DISTINCT FROM :project AND m.metadata IS NOT NULL AND CASE jsonb_typeof(m.metadata::jsonb -> 'files') WHEN 'array' THEN m.metadata::jsonb -> 'files' ? :file ELSE false END
ORDER BY m.n
