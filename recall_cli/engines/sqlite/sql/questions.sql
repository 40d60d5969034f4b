-- ended_before_asking --
-- What another memory took the place of before the tables of questions were made: until then likeness ended memories.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.superseded_by IS NOT NULL AND m.superseded_at < (SELECT applied_at FROM migration WHERE version = 9) AND m.deleted_at IS NULL AND m.held IS NULL
ORDER BY m.n
