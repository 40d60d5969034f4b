-- first_words --
-- The beginning of the first memory that an operation (o) touched, if it is visible and not held: the text that it had
-- after the operation, unless it was held or classified otherwise at some time.
(SELECT substr(coalesce((SELECT c.before ->> 'text' FROM change c
    WHERE c.memory = m.n AND c.op > o.n AND c.before ->> 'text' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM change h WHERE h.memory = m.n AND (json_type(h.before, '$.held') IS NOT NULL OR json_type(h.before, '$.classification') IS NOT NULL))
    ORDER BY c.op LIMIT 1), m.text), 1, 200)
   FROM memory m WHERE {{seen}} AND m.held IS NULL
   AND m.n = coalesce((SELECT min(b.n) FROM memory b WHERE b.born = o.n), (SELECT min(c.memory) FROM change c WHERE c.op = o.n)))

-- place --
-- The vector of a memory (m) from a model.
m.n * 64 + (SELECT o.n FROM vector_model o WHERE o.name = :model)

-- vector_of --
-- Whether a vector (v) is that of a memory (m) from a model.
v.place = {{place}}

-- matching --
-- The condition that a row number is that of a memory which matches a query of the index.
IN (SELECT f.rowid FROM memory_fts f WHERE f.memory_fts MATCH :match)
