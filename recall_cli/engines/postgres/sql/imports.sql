-- of_file --
-- The memories that were read from a file, with those that ended since.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.deleted_at IS NULL
  AND m.project IS NOT DISTINCT FROM :project AND m.metadata IS NOT NULL AND CASE jsonb_typeof(m.metadata::jsonb -> 'files') WHEN 'array' THEN m.metadata::jsonb -> 'files' ? :file ELSE false END
ORDER BY m.n
