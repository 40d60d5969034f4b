-- outdate --
-- Vectors of words that a memory no longer has go.
DELETE FROM vector WHERE place IN (
  SELECT m.n * 64 + o.n FROM memory m CROSS JOIN vector_model o
  WHERE m.user = :user AND m.n = :n AND o.name <> :table)
