-- unfinished --
-- The tasks of all users that wait or are being worked on: a server that starts takes up those that nobody holds.
SELECT n, user, token, id, holder, lease_until FROM task
WHERE :user IS NOT NULL AND state IN ('submitted', 'working') ORDER BY n
