-- owners --
-- Whose memories there are.
SELECT DISTINCT m.user FROM memory m WHERE m.user = :user OR :user IS NOT NULL

-- rootless --
-- Operations that memories came with and that could not be read.
INSERT INTO operation (n, user, kind, at, trust, touched, note)
SELECT m.born, m.user, 'store', min(m.created_at), 'imported', count(*), 'salvaged' FROM memory m
WHERE m.user = :user AND m.born NOT IN (SELECT o.n FROM operation o) GROUP BY m.born

-- lost_changes --
-- Remove changes of memories, or by operations, that could not be read.
DELETE FROM change WHERE :user IS NOT NULL
  AND (memory NOT IN (SELECT n FROM memory WHERE user = :user OR user <> :user) OR op NOT IN (SELECT n FROM operation))

-- lost_vectors --
-- Vectors of memories that could not be read.
DELETE FROM vector WHERE :user IS NOT NULL AND place / 64 NOT IN (SELECT n FROM memory WHERE user = :user OR user <> :user)

-- lost_told --
-- Remove records of showing memories that could not be read.
DELETE FROM told WHERE :user IS NOT NULL AND memory NOT IN (SELECT n FROM memory WHERE user = :user OR user <> :user)

-- lost_shown --
-- Remove records of giving sessions memories that could not be read.
DELETE FROM shown WHERE :user IS NOT NULL AND memory NOT IN (SELECT n FROM memory WHERE user = :user OR user <> :user)

-- lost_models --
-- Models that were chosen by operations that could not be read.
DELETE FROM embedding WHERE user = :user AND op NOT IN (SELECT n FROM operation)

-- lost_links --
-- Links of memories that could not be read.
DELETE FROM link WHERE :user IS NOT NULL AND (
  one NOT IN (SELECT n FROM memory WHERE user = :user OR user <> :user)
  OR other NOT IN (SELECT n FROM memory WHERE user = :user OR user <> :user) OR op NOT IN (SELECT n FROM operation))

-- lost_contests --
-- Contests that were opened by operations that could not be read.
DELETE FROM contest WHERE user = :user AND (op NOT IN (SELECT n FROM operation)
  OR project NOT IN (SELECT n FROM project))

-- lost_resolutions --
-- Answers of a user's that could not be read, or whose operation could not be.
DELETE FROM resolution WHERE user = :user AND (op NOT IN (SELECT n FROM operation)
  OR project NOT IN (SELECT n FROM project) OR answer NOT IN (SELECT n FROM memory WHERE user = :user))

-- lost_questions --
-- Questions whose memories or operation could not be read.
DELETE FROM update_question WHERE user = :user AND (op NOT IN (SELECT n FROM operation)
  OR newer NOT IN (SELECT n FROM memory WHERE user = :user) OR older NOT IN (SELECT n FROM memory WHERE user = :user))

-- lost_answers --
-- Answers whose question or operation could not be read.
DELETE FROM update_answer WHERE user = :user AND (op NOT IN (SELECT n FROM operation)
  OR question NOT IN (SELECT n FROM update_question WHERE user = :user))

-- lost_jobs --
-- Detach jobs from operations that could not be read.
UPDATE job SET op = NULL WHERE user = :user AND op NOT IN (SELECT n FROM operation)

-- lost_marks --
-- Marks of projects that could not be read.
DELETE FROM identity WHERE user = :user AND project NOT IN (SELECT n FROM project)

-- lost_moves --
-- Moves of operations or projects that could not be read.
DELETE FROM moved_mark WHERE user = :user AND (op NOT IN (SELECT n FROM operation)
  OR origin NOT IN (SELECT n FROM project) OR target NOT IN (SELECT n FROM project))

-- lost_places --
-- Memories of projects that could not be read belong to none.
UPDATE memory SET project = NULL WHERE user = :user AND project NOT IN (SELECT n FROM project)

-- lost_heirs --
-- And those whose successor could not be read have none.
UPDATE memory SET superseded_by = NULL WHERE user = :user
  AND superseded_by NOT IN (SELECT s.n FROM memory s WHERE s.user = :user)

-- lost_undos --
-- Operations that took back what could not be read.
UPDATE operation SET
  undoes = CASE WHEN undoes IN (SELECT n FROM operation) THEN undoes END,
  undone_by = CASE WHEN undone_by IN (SELECT n FROM operation) THEN undone_by END,
  came_with = CASE WHEN came_with IN (SELECT n FROM operation) THEN came_with END
WHERE user = :user

-- doubtful --
-- A memory whose words do not fit their sum waits for a person's word.
UPDATE memory SET held = 'salvaged from a damaged file, and its words do not fit their sum'
WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))
