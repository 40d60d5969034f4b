-- keep --
-- Note a question; one that was asked before moves to the front.
INSERT INTO asked (tenant_id, n, at, agent, query, projects)
VALUES (:user, (SELECT greatest(coalesce(max(b.n), 0), 0) + 1 FROM asked b WHERE b.tenant_id = :user), :now, :agent, :query, :projects)
ON CONFLICT (tenant_id, md5(query), md5(projects)) DO UPDATE SET at = excluded.at, agent = excluded.agent, times = asked.times + 1

-- trim --
-- Remove all but the newest.
DELETE FROM asked WHERE tenant_id = :user
  AND n IN (SELECT n FROM asked WHERE tenant_id = :user ORDER BY at DESC, n DESC OFFSET :keep)

-- newest --
-- The newest questions that this view may know of: an agent that sees only its own memories sees only its own questions.
SELECT query, projects, at, times FROM asked
WHERE tenant_id = :user AND (:viewer IS NULL OR agent = :viewer) ORDER BY at DESC, n DESC LIMIT nullif(:limit, -1)
