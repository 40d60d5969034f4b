-- verdicts --
-- How often each memory of a JSON list was helpful, and how often not.
SELECT m.n, m.id, m.helpful, m.unhelpful FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} /* ORDER BY j.key */

-- wordings --
-- The other wordings of the memories of a JSON list: what was merged into them.
SELECT m.n, w.text, w.n FROM json_each(:numbers) j CROSS JOIN memory m ON m.n = j.value
CROSS JOIN link l ON l.one = m.n CROSS JOIN memory w ON w.n = l.other
WHERE {{seen}} AND {{reworded}} = m.n AND w.user = :user AND w.classification <= :clearance
  AND w.deleted_at IS NULL AND w.held IS NULL /* ORDER BY j.key, w.n */

-- passages --
-- What ranking looks at in the memories of a JSON list that are believed now, and whether they pass the filters.
SELECT {{passage}}, ({{wanted}}) FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} AND {{present}} /* ORDER BY j.key */

-- passages_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT {{passage}}, ({{wanted}}) FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} AND {{believed}} AND m.n NOT IN (SELECT value FROM json_each(:except)) /* ORDER BY j.key */

-- authors --
-- The agents that anything was stored by, found by skipping through the index; a hundred of them at most.
WITH RECURSIVE author (name, place) AS (
  SELECT min(m.agent), 1 FROM memory m WHERE m.user = :user AND m.agent IS NOT NULL
  UNION ALL
  SELECT (SELECT min(m.agent) FROM memory m WHERE m.user = :user AND m.agent > a.name), a.place + 1 FROM author a
  WHERE a.name IS NOT NULL AND a.place < 101)
SELECT name FROM author WHERE name IS NOT NULL

-- holding_of --
-- Those memories of a JSON list that are live and of one project.
SELECT m.n FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} AND m.project IS NOT DISTINCT FROM :project AND {{present}} /* ORDER BY j.key */

-- forget_common --
-- Remove the stored counts before counting again.
DELETE FROM common_term WHERE :user IS NOT NULL

-- has_unread --
-- Is there a text that was acknowledged and that no worker has read yet?
SELECT EXISTS (SELECT 1 FROM job w WHERE w.user = :user AND w.kind = 'store' AND w.finished_at IS NULL)
