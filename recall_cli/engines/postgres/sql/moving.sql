-- memory_ends_put --
-- Set that for many of them, when all memories are there.
UPDATE memory m SET superseded_by = r.successor FROM unnest(:n[], :superseded_by[]) r (number, successor)
WHERE m.tenant_id = :user AND m.n = r.number

-- facts_page --
-- What the store knows for the user, and its secret.
SELECT t.name, t.value FROM (
  SELECT left(m.key, -length(:user) - 1) COLLATE "C" AS name, m.value
  FROM meta m WHERE m.tenant_id = :user AND right(m.key, length(:user) + 1) = '/' || :user
  UNION ALL SELECT 'secret', coalesce((SELECT m.value FROM meta m WHERE m.tenant_id = :user AND m.key = 'secret'), default_secret())) t
WHERE t.name > :first_key::text ORDER BY t.name LIMIT :limit

-- vector_models --
-- The models that the vectors are from.
SELECT DISTINCT v.model COLLATE "C" FROM vector v WHERE v.tenant_id = :user ORDER BY 1

-- vectors_page --
-- The vectors of one model.
SELECT v.n, v.bytes FROM vector v
WHERE v.tenant_id = :user AND v.model = :model AND v.n > :first_key ORDER BY v.n LIMIT :limit

-- users --
-- All users with rows that this transaction may see: one.
SELECT DISTINCT o.tenant_id FROM operation o WHERE o.tenant_id = :user
