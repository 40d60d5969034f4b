-- active --
-- The model in use: the one chosen last, unless that was undone.
SELECT e.model, e.name, e.folder, e.file FROM embedding e JOIN operation o ON o.n = e.op
WHERE e.user = :user AND o.undone_by IS NULL ORDER BY e.op DESC LIMIT 1

-- models --
-- Every full model that was ever in use.
SELECT DISTINCT e.model FROM embedding e WHERE e.user = :user AND e.folder <> ''

-- choose --
-- From now on, as a part of an operation, this model.
INSERT INTO embedding (op, user, model, name, folder, file) VALUES (:op, :user, :model, :name, :folder, :file)

-- page --
-- Some memories without a vector of a model, in whatever state they are, with their words and the hash of these.
SELECT m.n, m.hash, m.text FROM memory m
WHERE m.user = :user AND m.n > :after AND NOT EXISTS (SELECT 1 FROM vector v WHERE {{vector_of}})
ORDER BY m.n LIMIT :limit

-- count_without --
-- How many memories have no vector of a model.
SELECT count(*) FROM memory m
WHERE m.user = :user AND NOT EXISTS (SELECT 1 FROM vector v WHERE {{vector_of}})

-- unchanged --
-- Which of these memories, a JSON list of row numbers with hashes, still have their words.
SELECT m.n FROM json_each(:pairs) j CROSS JOIN memory m
WHERE m.n = CAST(j.value ->> 0 AS bigint) AND m.user = :user AND m.hash = CAST(j.value ->> 1 AS bigint)

-- is_missing --
-- Does any memory wait for its vector of a model?
SELECT EXISTS (SELECT 1 FROM vector_missing WHERE user = :user AND model = :model)

-- count_missing --
-- How many memories wait for their vectors of a model.
SELECT count(*) FROM vector_missing WHERE user = :user AND model = :model

-- missing --
-- A memory has new words: it waits for its vector of every full model.
INSERT INTO vector_missing (user, model, n)
SELECT DISTINCT e.user, e.model, :n FROM embedding e WHERE e.user = :user AND e.folder <> ''
ON CONFLICT DO NOTHING

-- missing_born --
-- The same for what an operation brought in behind a row.
INSERT INTO vector_missing (user, model, n)
SELECT DISTINCT e.user, e.model, m.n FROM memory m JOIN embedding e ON e.user = m.user AND e.folder <> ''
WHERE m.user = :user AND m.born = :born AND m.n > :after
ON CONFLICT DO NOTHING

-- found --
-- These memories, a JSON list, have their vectors of a model now.
DELETE FROM vector_missing WHERE user = :user AND model = :model AND n IN (SELECT value FROM json_each(:numbers))

-- missing_all --
-- When a model comes into use: whatever has no vector of it waits for one.
INSERT INTO vector_missing (user, model, n)
SELECT m.user, :model, m.n FROM memory m
WHERE m.user = :user AND NOT EXISTS (SELECT 1 FROM vector v WHERE {{vector_of}})
ON CONFLICT DO NOTHING
