-- users_with_due --
-- Everybody whose jobs a worker would find now, how many there are, and since when they wait: a server reads for all of
-- its users.
SELECT w.user, count(*), min(w.created_at) FROM job w
WHERE :user IS NOT NULL AND w.finished_at IS NULL AND {{due}} GROUP BY w.user
