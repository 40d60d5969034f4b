-- changes_put --
-- A row of them.
INSERT INTO change (op, memory, before, after)
SELECT :op, :memory, :before, :after WHERE :user IS NOT NULL

-- memory_ends_put --
-- Set that for one of them, when all memories are there.
UPDATE memory SET superseded_by = :superseded_by WHERE user = :user AND n = :n

-- facts_page --
-- What the store knows for the user, and its secret.
SELECT t.name, t.value FROM (
  SELECT CASE WHEN m.key = 'secret' THEN m.key ELSE substr(m.key, 1, length(m.key) - length(:user) - 1) END AS name,
    CAST(m.value AS TEXT) AS value
  FROM meta m WHERE m.key = 'secret' OR substr(m.key, -length(:user) - 1) = '/' || :user) t
WHERE t.name > :first_key ORDER BY t.name LIMIT :limit

-- vector_models --
-- The models that the vectors are from.
SELECT o.name FROM vector_model o
WHERE EXISTS (SELECT 1 FROM memory m CROSS JOIN vector v WHERE m.user = :user AND v.place = m.n * 64 + o.n)
ORDER BY o.name

-- vectors_page --
-- The vectors of one model.
SELECT m.n, v.bytes FROM memory m CROSS JOIN vector v
WHERE m.user = :user AND m.n > :first_key AND v.place = {{place}} ORDER BY m.n LIMIT :limit

-- users --
-- All users with rows in the store.
SELECT o.user FROM operation o WHERE :user IS NOT NULL UNION SELECT p.user FROM project p ORDER BY 1
