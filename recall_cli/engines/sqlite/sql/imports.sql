-- of_file --
-- The memories that were read from a file, with those that ended since.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.deleted_at IS NULL
  AND m.project IS NOT DISTINCT FROM :project AND m.metadata IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(m.metadata, '$.files') f WHERE f.value = :file)
ORDER BY m.n
