-- keep --
-- Note a question; one that was asked before moves to the front.
INSERT INTO asked (user, /* n, */ at, agent, query, projects) VALUES (:user, /* next_number(asked), */ :now, :agent, :query, :projects)
ON CONFLICT (user, /* md5( */query/* ) */, /* md5( */projects/* ) */) DO UPDATE SET at = excluded.at, agent = excluded.agent, times = asked.times + 1

-- trim --
-- Remove all but the newest.
DELETE FROM asked WHERE user = :user
  AND n IN (SELECT n FROM asked WHERE user = :user ORDER BY at DESC, n DESC LIMIT -1 OFFSET :keep)

-- newest --
-- The newest questions that this view may know of: an agent that sees only its own memories sees only its own questions.
SELECT query, projects, at, times FROM asked
WHERE user = :user AND (:viewer IS NULL OR agent = :viewer) ORDER BY at DESC, n DESC LIMIT :limit
