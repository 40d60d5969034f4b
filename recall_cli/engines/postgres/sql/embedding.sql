-- active --
-- The model in use: the one chosen last, unless that was undone.
SELECT e.model, e.name, e.folder, e.file FROM embedding e JOIN operation o ON o.n = e.op
WHERE e.tenant_id = :user AND o.undone_by IS NULL ORDER BY e.op DESC LIMIT 1

-- models --
-- Every full model that was ever in use.
SELECT DISTINCT e.model FROM embedding e WHERE e.tenant_id = :user AND e.folder <> ''

-- choose --
-- From now on, as a part of an operation, this model.
INSERT INTO embedding (op, tenant_id, model, name, folder, file) VALUES (:op, :user, :model, :name, :folder, :file)

-- page --
-- Some memories without a vector of a model, in whatever state they are, with their words and the hash of these.
SELECT m.n, m.hash, m.text FROM memory m
WHERE m.tenant_id = :user AND m.n > :after AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n)
ORDER BY m.n LIMIT nullif(:limit, -1)

-- count_without --
-- How many memories have no vector of a model.
SELECT count(*) FROM memory m
WHERE m.tenant_id = :user AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n)

-- unchanged --
-- Which of these memories, a JSON list of row numbers with hashes, still have their words.
SELECT m.n FROM jsonb_array_elements(:pairs::jsonb) j (value) CROSS JOIN memory m
WHERE m.n = (j.value ->> 0)::bigint AND m.tenant_id = :user AND m.hash = (j.value ->> 1)::bigint

-- is_missing --
-- Does any memory wait for its vector of a model?
SELECT EXISTS (SELECT 1 FROM vector_missing WHERE tenant_id = :user AND model = :model)

-- count_missing --
-- How many memories wait for their vectors of a model.
SELECT count(*) FROM vector_missing WHERE tenant_id = :user AND model = :model

-- missing --
-- A memory has new words: it waits for its vector of every full model.
INSERT INTO vector_missing (tenant_id, model, n)
SELECT DISTINCT e.tenant_id, e.model, :n FROM embedding e WHERE e.tenant_id = :user AND e.folder <> ''
ON CONFLICT DO NOTHING

-- missing_born --
-- The same for what an operation brought in behind a row.
INSERT INTO vector_missing (tenant_id, model, n)
SELECT DISTINCT e.tenant_id, e.model, m.n FROM memory m JOIN embedding e ON e.tenant_id = m.tenant_id AND e.folder <> ''
WHERE m.tenant_id = :user AND m.born = :born AND m.n > :after
ON CONFLICT DO NOTHING

-- outdate --
-- Vectors of words that a memory no longer has go.
DELETE FROM vector WHERE tenant_id = :user AND n = :n AND model <> :table

-- found --
-- These memories, a JSON list, have their vectors of a model now.
DELETE FROM vector_missing WHERE tenant_id = :user AND model = :model AND n = ANY (numbers(:numbers))

-- missing_all --
-- When a model comes into use: whatever has no vector of it waits for one.
INSERT INTO vector_missing (tenant_id, model, n)
SELECT m.tenant_id, :model, m.n FROM memory m
WHERE m.tenant_id = :user AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n)
ON CONFLICT DO NOTHING
