-- add --
-- Record that the memories of a JSON list are shown now; recent records and erased memories are left out.
INSERT INTO told (user, memory, first, at, prints)
SELECT :user, m.n, :now, :now, X'' FROM json_each(:told) j CROSS JOIN memory m WHERE m.n = j.value AND m.user = :user
ON CONFLICT (user, memory) DO UPDATE SET at = excluded.at WHERE told.at < excluded.at - :fresh

-- was --
-- Keep the fingerprints of the text that was shown, because the memory has another text now.
UPDATE told SET prints = :prints WHERE user = :user AND memory = :memory

-- around --
-- What was told before a moment, and last after another, if it holds the words of a match or said something else then;
-- the latest first.
SELECT memory, prints FROM told WHERE user = :user AND at > :since AND first <= :until
  AND (prints <> X'' OR memory {{matching}})
ORDER BY at DESC LIMIT :limit

-- any --
-- Whether anything was first shown before one moment and last after another.
SELECT 1 FROM told WHERE user = :user AND at > :since AND first <= :until LIMIT 1

-- forget --
-- Forget that the memories of a JSON list were shown.
DELETE FROM told WHERE user = :user AND memory IN (SELECT value FROM json_each(:numbers))

-- add_to_session --
-- Record that a session was given the memories of a JSON list now; erased memories are left out.
INSERT INTO shown (user, session, memory, agent, at)
SELECT :user, :session, m.n, :agent, :now FROM json_each(:numbers) j CROSS JOIN memory m WHERE m.n = j.value AND m.user = :user
ON CONFLICT (user, session, memory) DO UPDATE SET at = excluded.at

-- sessions --
-- The sessions that were given memories: agent, first and last time, how many, and how many they stored; the latest first.
SELECT s.session, max(s.agent), min(s.at), max(s.at), count(*),
  (SELECT count(*) FROM memory m WHERE {{seen}} AND m.session = s.session AND m.deleted_at IS NULL)
FROM shown s WHERE s.user = :user AND (:agent IS NULL OR s.agent = :agent)
  AND EXISTS (SELECT 1 FROM memory m WHERE {{seen}} AND m.n = s.memory)
GROUP BY s.session ORDER BY max(s.at) DESC, s.session LIMIT :limit

-- sessions_starting --
-- The sessions whose ids begin so, a few of them.
SELECT DISTINCT s.session FROM shown s
WHERE s.user = :user AND s.session >= :low AND s.session < :high ORDER BY s.session LIMIT 12

-- latest_storing --
-- The session that stored something last, deleted or not.
SELECT m.session FROM memory m WHERE {{seen}} AND m.session IS NOT NULL ORDER BY m.created_at DESC, m.n DESC LIMIT 1

-- of_session --
-- What a session was given, and when last.
SELECT s.memory, s.at, s.agent FROM shown s WHERE s.user = :user AND s.session = :session ORDER BY s.at, s.memory

-- forget_in_sessions --
-- Forget that sessions were given the memories of a JSON list.
DELETE FROM shown WHERE user = :user AND memory IN (SELECT value FROM json_each(:numbers))

-- forget_before --
-- Forget what sessions were given before a moment.
DELETE FROM shown WHERE user = :user AND at < :before

-- times --
-- When each memory of a JSON list was first and last shown to an agent.
SELECT t.memory, t.first, t.at FROM json_each(:numbers) j CROSS JOIN told t
WHERE t.user = :user AND t.memory = j.value
