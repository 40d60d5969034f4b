-- pages --
-- SQLite's own look at every page of the file.
SELECT i.integrity_check FROM pragma_integrity_check i WHERE :user IS NOT NULL

-- words --
-- Check that the word index matches the memories; an error if not.
INSERT INTO memory_fts (memory_fts, rank) SELECT 'integrity-check', 1 WHERE :user IS NOT NULL

-- links --
-- What points to rows that are not there.
SELECT f."table", f.parent, count(*) FROM pragma_foreign_key_check f WHERE :user IS NOT NULL GROUP BY 1, 2
