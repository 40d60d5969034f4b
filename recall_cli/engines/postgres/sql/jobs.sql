-- users_with_due --
-- Everybody whose jobs a worker would find now, how many there are, and since when they wait: a server reads for all of
-- its users.
SELECT u.tenant, u.jobs, u.since FROM users_with_due_jobs(:now::bigint, :lease::bigint) u WHERE :user IS NOT NULL
