-- spaces --
-- The spaces that the user belongs to, and whether each is of a project with one of these marks.
SELECT s.founder, s.name, s.fits FROM team_spaces(strings(:marks)) s WHERE tenant() = :user

-- members --
-- The members of a space, each with who invited them.
SELECT m.member, m.invited_by FROM team_members(:founder, :name) m WHERE tenant() = :user

-- chains --
-- The machines that share something there.
SELECT c.device, c.member, c.head FROM team_chains(:founder, :name) c WHERE tenant() = :user

-- segments --
-- What one of them shares.
SELECT s FROM team_segments(:founder, :name, :device) s WHERE tenant() = :user

-- found --
-- Begin a space of the user's own.
SELECT team_found(:name, strings(:marks)) WHERE tenant() = :user

-- invite --
-- Invite somebody, or withdraw that.
SELECT team_invite(:founder, :name, :member, :withdraw::bigint <> 0) WHERE tenant() = :user

-- put --
-- What this machine shares from now on.
SELECT team_put(:founder, :name, :device, :known, :head, :keep::bigint, :segments::bytea[]) WHERE tenant() = :user
