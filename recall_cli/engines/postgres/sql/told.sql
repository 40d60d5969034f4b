-- add --
-- Record that the memories of a JSON list are shown now; recent records and erased memories are left out.
INSERT INTO told (tenant_id, memory, first, at, prints)
SELECT :user, m.n, :now, :now, ''::bytea FROM unnest(numbers(:told)) WITH ORDINALITY j (value, key) CROSS JOIN memory m WHERE m.n = j.value AND m.tenant_id = :user
ON CONFLICT (tenant_id, memory) DO UPDATE SET at = excluded.at WHERE told.at < excluded.at - :fresh

-- was --
-- Keep the fingerprints of the text that was shown, because the memory has another text now.
UPDATE told SET prints = :prints WHERE tenant_id = :user AND memory = :memory

-- around --
-- What was told before a moment, and last after another, if it holds the words of a match or said something else then;
-- the latest first.
SELECT memory, prints FROM told WHERE tenant_id = :user AND at > :since AND first <= :until
  AND (prints <> ''::bytea OR memory = ANY (ARRAY(SELECT matching(:match))))
ORDER BY at DESC LIMIT nullif(:limit, -1)

-- any --
-- Whether anything was first shown before one moment and last after another.
SELECT 1 FROM told WHERE tenant_id = :user AND at > :since AND first <= :until LIMIT 1

-- forget --
-- Forget that the memories of a JSON list were shown.
DELETE FROM told WHERE tenant_id = :user AND memory = ANY (numbers(:numbers))

-- times --
-- When each memory of a JSON list was first and last shown to an agent.
SELECT t.memory, t.first, t.at FROM told t
WHERE t.tenant_id = :user AND t.memory = ANY (numbers(:numbers))
