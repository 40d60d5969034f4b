-- outdate --
-- Vectors of words that a memory no longer has go.
DELETE FROM vector WHERE tenant_id = :user AND n = :n AND model <> :table
