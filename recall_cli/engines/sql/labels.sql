-- tags --
-- The tags of the believed memories, with how many have each value, and when the newest was stored.
SELECT h.key, h.value, count(*), max(m.created_at) FROM memory m CROSS JOIN json_each(m.tags) h
WHERE {{seen}} AND {{present}} AND {{wanted}} AND m.tags IS NOT NULL
GROUP BY h.key, h.value ORDER BY count(*) DESC, h.key, h.value

-- topics --
-- The topics of the believed memories, with how many each has, and when the newest was stored.
SELECT m.topic, count(*), max(m.created_at) FROM memory m
WHERE {{seen}} AND {{present}} AND {{wanted}} AND m.topic IS NOT NULL
GROUP BY m.topic ORDER BY count(*) DESC, m.topic

-- facts --
-- The facts in some projects and in none whose key begins with an entity or ends with an attribute; the newest first.
SELECT min(m.entity), min(m.attribute), count(*), max(m.created_at) FROM memory m
WHERE {{seen}} AND m.held IS NULL AND m.fact IS NOT NULL
  AND (substr(m.fact, 1, length(:entity)) = :entity OR substr(m.fact, -length(:attribute)) = :attribute)
  AND (:projects IS NULL OR m.project IS NULL OR m.project IN (SELECT value FROM json_each(:projects)))
GROUP BY m.fact ORDER BY max(m.created_at) DESC, m.fact LIMIT :limit
