-- pages --
-- PostgreSQL checks its own pages (data checksums, amcheck).
SELECT 'ok' WHERE :user IS NULL

-- words --
-- Check that the word index matches the memories; an error if not.
SELECT check_index() WHERE :user IS NOT NULL

-- links --
-- Foreign keys let nothing point to rows that are not there.
SELECT NULL, NULL, 0 WHERE :user IS NULL
