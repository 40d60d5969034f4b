-- place --
-- The vector of a memory (m) from a model.
m.n * 64 + (SELECT o.n FROM vector_model o WHERE o.name = :model)

-- vector_of --
-- Whether a vector (v) is that of a memory (m) from a model.
v.place = {{place}}

-- matching --
-- The condition that a row number is that of a memory which matches a query of the index.
IN (SELECT f.rowid FROM memory_fts f WHERE f.memory_fts MATCH :match)
