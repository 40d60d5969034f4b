-- put --
-- Store the vector of a memory, in place of an earlier one from the same model.
INSERT INTO vector (tenant_id, model, n, bytes, embedding, length)
SELECT m.tenant_id, :model, m.n, :bytes, :embedding, :length FROM memory m WHERE m.tenant_id = :user AND m.n = :n
ON CONFLICT (tenant_id, model, n) DO UPDATE SET
  bytes = excluded.bytes, embedding = excluded.embedding, length = excluded.length

-- put_many --
-- The same for many memories, column by column.
INSERT INTO vector (tenant_id, model, n, bytes, embedding, length)
SELECT :user, :model, r.number, r.bytes, r.embedding, r.length
FROM unnest(:n[], :bytes[], :embedding[], :length[]) r (number, bytes, embedding, length)
ON CONFLICT (tenant_id, model, n) DO UPDATE SET
  bytes = excluded.bytes, embedding = excluded.embedding, length = excluded.length

-- exact --
-- The vectors of the memories of a JSON list.
SELECT v.n, v.bytes FROM vector v WHERE v.tenant_id = :user AND v.model = :model AND v.n = ANY (numbers(:numbers))

-- nearest_wide --
-- Of the nearest memories of all, those that are believed and pass. All vectors are compared; few memories are looked at.
SELECT v.n, v.bytes FROM (
  SELECT w.n, w.bytes, (w.embedding <#> :embedding) / nullif(w.length, 0) + 0 AS distance FROM vector w
  WHERE w.tenant_id = :user AND w.model = :model
  ORDER BY (w.embedding <#> :embedding) / nullif(w.length, 0) + 0, w.n LIMIT :width::bigint) v
JOIN memory m ON m.n = v.n
WHERE {{seen}} AND {{present}} AND {{wanted}}
ORDER BY v.distance, v.n LIMIT :limit

-- nearest --
-- The nearest among the believed memories, every one compared: an index of neighbours would lose those of small tenants.
SELECT v.n, v.bytes FROM vector v
WHERE v.tenant_id = :user AND v.model = :model
  AND v.n = ANY (ARRAY(SELECT m.n FROM memory m WHERE {{seen}} AND {{present}} AND {{wanted}}))
ORDER BY (v.embedding <#> :embedding) / nullif(v.length, 0) + 0, v.n LIMIT nullif(:limit, -1)

-- own_index --
-- Has this user an index of nearest neighbours of their own, under this name?
SELECT c.relname FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
WHERE :user IS NOT NULL AND :model IS NOT NULL AND c.relname = :index AND c.relnamespace = to_regnamespace('recall')
  AND i.indisvalid AND to_regproc('recall.nearest_in_index') IS NOT NULL

-- nearest_indexed --
-- The same as nearest_wide by that index: it is approximate, and gives the width that the exact one looks at.
SELECT v.n, v.bytes FROM nearest_in_index(:model, :embedding, :width::bigint) i (n)
JOIN vector v ON v.tenant_id = :user AND v.model = :model AND v.n = i.n
JOIN memory m ON m.tenant_id = :user AND m.n = v.n
WHERE {{seen}} AND {{present}} AND {{wanted}}
ORDER BY (v.embedding <#> :embedding) / nullif(v.length, 0) + 0, v.n LIMIT :limit

-- nearest_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT v.n, v.bytes FROM vector v
WHERE v.tenant_id = :user AND v.model = :model AND v.n = ANY (ARRAY(
  SELECT m.n FROM memory m WHERE {{seen}} AND {{believed}} AND {{wanted}} AND m.n <> ALL (numbers(:except))))
ORDER BY (v.embedding <#> :embedding) / nullif(v.length, 0) + 0, v.n LIMIT nullif(:limit, -1)

-- near_missing --
-- Those that pass, of the memories that wait for their vectors of another model: the newest of them.
SELECT m.n, v.bytes FROM vector_missing w JOIN memory m ON m.tenant_id = w.tenant_id AND m.n = w.n
JOIN vector v ON v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n
WHERE w.tenant_id = :user AND w.model = :other AND {{seen}} AND {{present}} AND {{wanted}}
ORDER BY w.n DESC LIMIT nullif(:limit, -1)

-- near_missing_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT m.n, v.bytes FROM vector_missing w JOIN memory m ON m.tenant_id = w.tenant_id AND m.n = w.n
JOIN vector v ON v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n
WHERE w.tenant_id = :user AND w.model = :other AND {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n <> ALL (numbers(:except))
ORDER BY w.n DESC LIMIT nullif(:limit, -1)

-- erase --
-- Remove the vectors of the memories of a JSON list, from every model.
DELETE FROM vector WHERE tenant_id = :user AND n = ANY (numbers(:numbers))

-- erase_missing --
-- And from the list of those that wait for one.
DELETE FROM vector_missing WHERE tenant_id = :user AND n = ANY (numbers(:numbers))
