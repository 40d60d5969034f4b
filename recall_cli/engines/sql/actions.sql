-- newest --
-- The number of the newest operation.
SELECT n FROM operation WHERE user = :user ORDER BY n DESC LIMIT 1

-- added --
-- What the memories after a row number bear on: their words, anchors and metadata.
SELECT m.n, m.text, m.anchors, m.metadata FROM memory m
WHERE m.user = :user AND m.n > :after ORDER BY m.n LIMIT :limit

-- changed --
-- The same of memories up to a row number that were changed after an operation.
SELECT m.n, m.text, m.anchors, m.metadata FROM memory m
WHERE m.user = :user AND m.n <= :after AND m.n IN (SELECT c.memory FROM change c WHERE /* c.user = :user AND */ c.op > :op)
ORDER BY m.n DESC LIMIT :limit

-- with_metadata --
-- The newest believed memories whose metadata hold a name.
SELECT m.n, m.metadata FROM memory m
WHERE m.metadata LIKE '%"' || :name || '"%' AND {{seen}} AND {{present}} ORDER BY m.n DESC LIMIT :limit
