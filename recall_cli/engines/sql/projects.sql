-- by_mark --
-- The project that a mark (remote, root commit, folder) belongs to.
SELECT p.n, p.name, p.enabled FROM identity i JOIN project p ON p.n = i.project WHERE i.user = :user AND i.mark = :mark

-- by_name --
-- The project of a name.
SELECT p.n, p.name, p.enabled FROM project p WHERE p.user = :user AND p.name = :name

-- name --
-- What a project is called.
SELECT p.name FROM project p WHERE p.user = :user AND p.n = :project

-- marks --
-- What a project is recognised by.
SELECT mark FROM identity WHERE user = :user AND project = :project ORDER BY mark

-- roots --
-- Marks that are first commits.
SELECT mark FROM identity WHERE user = :user AND mark >= 'root:' AND mark < 'root:g' LIMIT :limit

-- folders --
-- Folders of projects, each with the project's name.
SELECT i.mark, p.name FROM identity i JOIN project p ON p.n = i.project
WHERE i.user = :user AND ((i.mark /* COLLATE "C" */ >= 'gitdir:' AND i.mark /* COLLATE "C" */ < 'gitdir;') OR (i.mark /* COLLATE "C" */ >= 'path:' AND i.mark /* COLLATE "C" */ < 'path;')) AND {{project_seen}} ORDER BY i.mark LIMIT :limit

-- all --
-- Every project, with how many live memories it has.
SELECT p.n, p.name, p.enabled, p.created_at,
  (SELECT count(*) FROM memory m INDEXED BY memory_live WHERE m.user = :user AND m.project = p.n
     AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL),
  (SELECT json_group_array(i.mark) FROM identity i WHERE i.user = :user AND i.project = p.n)
FROM project p WHERE p.user = :user ORDER BY p.name

-- all_seen --
-- The same for a view that leaves something out: projects that it shows memories of, and those that have none.
SELECT p.n, p.name, p.enabled, p.created_at,
  (SELECT count(*) FROM memory m INDEXED BY memory_live WHERE {{seen}} AND m.project = p.n
     AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL),
  (SELECT json_group_array(i.mark) FROM identity i WHERE i.user = :user AND i.project = p.n)
FROM project p WHERE p.user = :user AND {{project_seen}} ORDER BY p.name

-- starting --
-- Names of projects that begin so, for completion.
SELECT p.name FROM project p
WHERE p.user = :user AND p.name >= :low AND p.name < :high AND {{project_seen}} ORDER BY p.name LIMIT 50

-- add --
-- A new project.
INSERT INTO project (user, /* n, */ name, enabled, created_at) VALUES (:user, /* next_number(project), */ :name, 1, :now) RETURNING n

-- recognise --
-- From now on this mark means this project.
INSERT INTO identity (user, mark, project) VALUES (:user, :mark, :project)
ON CONFLICT (user, mark) DO UPDATE SET project = excluded.project

-- forget_mark --
-- This mark means nothing any more.
DELETE FROM identity WHERE user = :user AND mark = :mark

-- rename --
-- Another name for a project.
UPDATE project SET name = :name WHERE user = :user AND n = :project

-- enable --
-- Switch a project's memory on or off.
UPDATE project SET enabled = :enabled WHERE user = :user AND n = :project

-- members --
-- Every memory of a project, whatever its state.
SELECT m.n FROM memory m WHERE m.user = :user AND m.project = :project ORDER BY m.n

-- said_by_user --
-- How many of them are the user's own words, or pinned by the user, without those that the user deleted.
SELECT count(*) FROM memory m
WHERE m.user = :user AND m.project = :project AND m.deleted_at IS NULL
  AND (m.trust = 'user' OR (m.pinned /* <> 0 */ AND {{pinned_by_user}}))

-- move_marks --
-- Move the marks of one project to another.
UPDATE identity SET project = :into WHERE user = :user AND project = :project

-- note_move --
-- Remember which marks an operation moves, so that it can be undone.
INSERT INTO moved_mark (op, user, mark, origin, target)
SELECT :op, i.user, i.mark, i.project, :into FROM identity i WHERE i.user = :user AND i.project = :project

-- note_move_back --
-- For an undo: record which marks still stand where they were moved to and go back.
INSERT INTO moved_mark (op, user, mark, origin, target)
SELECT :op, k.user, k.mark, k.target, k.origin FROM moved_mark k
JOIN identity i ON i.user = k.user AND i.mark = k.mark AND i.project = k.target
WHERE k.user = :user AND k.op = :undone AND k.origin <> k.target

-- move_marks_back --
-- Move the marks that an operation is noted to move.
UPDATE identity SET project = (SELECT k.target FROM moved_mark k WHERE k.op = :op AND k.mark = identity.mark)
WHERE user = :user AND mark IN (SELECT k.mark FROM moved_mark k WHERE k.op = :op AND k.user = :user)

-- note_mark --
-- Remember for an undo which project an operation renamed or switched, or gave or took a mark: there it had no other.
INSERT INTO moved_mark (op, user, mark, origin, target) VALUES (:op, :user, :mark, :origin, :project)

-- noted_mark --
-- Which project that was.
SELECT target FROM moved_mark WHERE user = :user AND op = :op AND mark = :mark

-- noted_marks --
-- The marks that an operation gave to projects or took from them.
SELECT mark, target FROM moved_mark WHERE user = :user AND op = :op AND origin = target

-- anchored --
-- The believed memories of one project that are anchored to its code.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND {{present}} AND m.project IS NOT DISTINCT FROM :project AND m.anchors IS NOT NULL ORDER BY m.n
