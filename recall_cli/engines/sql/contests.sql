-- open --
-- Whether this fact is contested and not settled. A contest ends when its operation is undone.
SELECT c.n FROM contest c JOIN operation o ON o.n = c.op
WHERE c.user = :user AND c.fact = :fact AND c.project IS NOT DISTINCT FROM :project AND o.undone_by IS NULL AND NOT {{answered}}

-- among --
-- Which of the claims of a JSON list (the project, a space, the fact) are contested and not yet settled.
SELECT coalesce(c.project, 0) || ' ' || c.fact FROM json_each(:claims) j CROSS JOIN contest c JOIN operation o ON o.n = c.op
WHERE c.user = :user AND c.fact = substr(j.value, instr(j.value, ' ') + 1)
  AND c.project IS NOT DISTINCT FROM nullif(CAST(substr(j.value, 1, instr(j.value, ' ') - 1) AS bigint), 0)
  AND o.undone_by IS NULL AND NOT {{answered}}

-- open_claims --
-- All claims that are contested and not settled, as above.
SELECT coalesce(c.project, 0) || ' ' || c.fact FROM contest c JOIN operation o ON o.n = c.op
WHERE c.user = :user AND o.undone_by IS NULL AND NOT {{answered}}

-- among_then --
-- The same at a moment in the past (:as_of), without what was opened, undone or settled later.
SELECT coalesce(c.project, 0) || ' ' || c.fact FROM json_each(:claims) j CROSS JOIN contest c JOIN operation o ON o.n = c.op
WHERE c.user = :user AND c.fact = substr(j.value, instr(j.value, ' ') + 1)
  AND c.project IS NOT DISTINCT FROM nullif(CAST(substr(j.value, 1, instr(j.value, ' ') - 1) AS bigint), 0)
  AND o.at <= :as_of AND (o.undone_by IS NULL OR (SELECT u.at FROM operation u WHERE u.n = o.undone_by) > :as_of)
  AND NOT EXISTS (
    SELECT 1 FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
    WHERE r.user = c.user AND r.fact = c.fact AND r.project IS NOT DISTINCT FROM c.project AND r.op > c.op AND p.at <= :as_of
      AND (p.undone_by IS NULL OR (SELECT u.at FROM operation u WHERE u.n = p.undone_by) > :as_of)
      AND (a.deleted_at IS NULL OR a.deleted_at > :as_of))

-- settled_as --
-- How the user last settled this fact, if that still holds.
SELECT r.kind FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
WHERE r.user = :user AND r.fact = :fact AND r.project IS NOT DISTINCT FROM :project AND p.undone_by IS NULL AND a.deleted_at IS NULL
ORDER BY r.op DESC, r.n DESC LIMIT 1

-- standing --
-- How each fact was last settled, if that still holds, with the memory that records it.
SELECT r.answer, r.kind FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
WHERE r.user = :user AND p.undone_by IS NULL AND a.deleted_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM resolution s JOIN operation q ON q.n = s.op JOIN memory b ON b.n = s.answer
  WHERE s.user = r.user AND s.fact = r.fact AND s.project IS NOT DISTINCT FROM r.project
    AND (s.op > r.op OR s.op = r.op AND s.n > r.n) AND q.undone_by IS NULL AND b.deleted_at IS NULL)

-- recorded --
-- How each memory settled a fact, whether or not that still counts; the last time comes last.
SELECT r.answer, r.kind, a.id, r.fact, r.project FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
WHERE r.user = :user AND p.undone_by IS NULL ORDER BY r.op, r.n

-- answers --
-- The memories that record how a fact was settled, each time.
SELECT r.answer FROM resolution r JOIN operation p ON p.n = r.op
WHERE r.user = :user AND r.fact = :fact AND r.project IS NOT DISTINCT FROM :project AND p.undone_by IS NULL ORDER BY r.op, r.n

-- settle --
-- Its user settled this fact, with the memory that says so.
INSERT INTO resolution (user, /* n, */ project, fact, kind, at, answer, op) VALUES (:user, /* next_number(resolution), */ :project, :fact, :kind, :now, :answer, :op)

-- add --
-- From now on recall does not choose between the values of this fact.
INSERT INTO contest (user, /* n, */ project, fact, reason, opened_at, op) VALUES (:user, /* next_number(contest), */ :project, :fact, :reason, coalesce(:opened_at, :now), :op)

-- withdraw --
-- What is open about a fact is no question any more.
DELETE FROM contest WHERE user = :user AND n IN (SELECT c.n FROM contest c JOIN operation o ON o.n = c.op
  WHERE c.user = :user AND c.fact = :fact AND c.project IS NOT DISTINCT FROM :project AND o.undone_by IS NULL AND NOT {{answered}})

-- forget_answer --
-- Another machine of the user says that this memory settles nothing.
DELETE FROM resolution WHERE user = :user AND fact = :fact AND project IS NOT DISTINCT FROM :project
  AND answer IN (SELECT a.n FROM memory a WHERE a.user = :user AND a.id = :id)

-- move --
-- Move the contests of one project to another, as part of an operation.
INSERT INTO contest (user, /* n, */ project, fact, reason, opened_at, op)
SELECT c.user, /* (SELECT coalesce(max(b.n), 0) FROM contest b WHERE b.user = :user) + row_number() OVER (ORDER BY c.n), */ :into, c.fact, c.reason, c.opened_at, :op FROM contest c JOIN operation o ON o.n = c.op
WHERE c.user = :user AND c.project = :project AND o.undone_by IS NULL AND NOT {{answered}}
  AND c.fact NOT IN (SELECT c.fact FROM contest c JOIN operation o ON o.n = c.op
    WHERE c.user = :user AND c.project = :into AND o.undone_by IS NULL AND NOT {{answered}})

-- move_settled --
-- Move its settlements too, unless the other project has one for the fact.
INSERT INTO resolution (user, /* n, */ project, fact, kind, at, answer, op)
SELECT r.user, /* (SELECT coalesce(max(b.n), 0) FROM resolution b WHERE b.user = :user) + row_number() OVER (ORDER BY r.n), */ :into, r.fact, r.kind, :now, r.answer, :op FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
WHERE r.user = :user AND r.project = :project AND p.undone_by IS NULL AND a.deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = r.user AND m.fact = r.fact AND m.project = :into AND m.deleted_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM contest c JOIN operation o ON o.n = c.op
    WHERE c.user = r.user AND c.fact = r.fact AND c.project = r.project AND c.op > r.op AND o.undone_by IS NULL)
  AND NOT EXISTS (SELECT 1 FROM resolution s JOIN operation q ON q.n = s.op JOIN memory b ON b.n = s.answer
    WHERE s.user = r.user AND s.fact = r.fact AND s.project = r.project AND s.op > r.op
      AND q.undone_by IS NULL AND b.deleted_at IS NULL)

-- all --
-- Every contested fact, the newest first, with the project's name.
SELECT c.fact, c.project, (SELECT p.name FROM project p WHERE p.n = c.project), c.reason, c.opened_at
FROM contest c JOIN operation o ON o.n = c.op
WHERE c.user = :user AND o.undone_by IS NULL AND NOT {{answered}}
  AND (:projects IS NULL OR c.project IN (SELECT value FROM json_each(:projects)) OR (:everywhere AND c.project IS NULL))
ORDER BY c.opened_at DESC, c.n DESC

-- rename --
-- The fact is called otherwise now.
UPDATE contest SET fact = :name WHERE user = :user AND fact = :fact AND :name IS NOT NULL

-- rename_settled --
-- And how it was settled goes with it.
UPDATE resolution SET fact = :name WHERE user = :user AND fact = :fact AND :name IS NOT NULL

-- close_empty --
-- Remove contests whose memories were erased.
DELETE FROM contest WHERE user = :user
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.fact = contest.fact AND m.project IS NOT DISTINCT FROM contest.project)

-- crowded --
-- The facts of which several values are believed that never met: imported, moved, corrected or brought back since
-- somebody last settled them.
SELECT g.fact, g.project FROM (
  SELECT m.user, m.fact, m.project FROM memory m
  WHERE {{seen}} AND {{present}} AND m.fact IS NOT NULL AND m.value IS NOT NULL
  GROUP BY m.user, m.fact, m.project HAVING count(DISTINCT m.value) > 1) g
WHERE NOT {{contested}} AND EXISTS (
  SELECT 1 FROM memory b JOIN operation o ON o.n = b.born
  WHERE b.user = g.user AND b.fact = g.fact AND b.project IS NOT DISTINCT FROM g.project AND o.kind = 'import' AND o.at > {{settled}}
  UNION ALL
  SELECT 1 FROM memory b JOIN change h ON h.memory = b.n JOIN operation o ON o.n = h.op
  WHERE b.user = g.user AND b.fact = g.fact AND b.project IS NOT DISTINCT FROM g.project
    AND o.kind IN ('undo', 'update', 'merge-project') AND o.at > {{settled}})

-- turning --
-- The facts that changed so often since then, and since somebody last settled them, and are not contested yet.
SELECT g.fact, g.project FROM (SELECT DISTINCT m.user, m.fact, m.project FROM memory m
  WHERE m.user = :user AND m.fact IS NOT NULL AND m.superseded_by IS NOT NULL AND m.superseded_at > :since) g
WHERE NOT {{contested}} AND :least <= (
  SELECT count(DISTINCT m.superseded_by) FROM memory m JOIN memory s ON s.n = m.superseded_by
  WHERE s.value IS DISTINCT FROM m.value AND m.user = g.user AND m.fact = g.fact AND m.project IS NOT DISTINCT FROM g.project AND m.superseded_at > max(:since, {{settled}}) AND m.superseded_at >= m.created_at)

-- changed --
-- Facts that once had another value than now, oldest first.
SELECT g.fact, g.project, m.entity, m.attribute FROM (
  SELECT m.fact, m.project, min(m.n) AS n FROM memory m
  WHERE {{seen}} AND m.fact IS NOT NULL AND m.superseded_by IS NOT NULL AND m.deleted_at IS NULL AND m.held IS NULL
  GROUP BY m.fact, m.project) g
JOIN memory m ON m.n = g.n ORDER BY g.n LIMIT :limit

-- changed_texts --
-- Memories without a fact that a newer one, still believed, took the place of: both, and the project; oldest first.
SELECT m.n, s.n, m.project FROM memory m JOIN memory s ON s.n = m.superseded_by JOIN operation o ON o.n = s.born
WHERE {{seen}} AND m.fact IS NULL AND m.deleted_at IS NULL AND m.held IS NULL AND m.superseded_at IS NOT NULL
  AND s.deleted_at IS NULL AND s.superseded_at IS NULL AND s.held IS NULL AND (s.valid_until IS NULL OR s.valid_until > :now)
  AND o.kind NOT IN ('consolidate', 'pattern')
ORDER BY m.n LIMIT :limit

-- periods --
-- Every contest about a fact, also those that are over: when it began, and when its operation was undone.
SELECT c.op, c.fact, c.project, c.reason, c.opened_at, o.at, (SELECT u.at FROM operation u WHERE u.n = o.undone_by)
FROM contest c JOIN operation o ON o.n = c.op WHERE c.user = :user ORDER BY c.op

-- settled_periods --
-- Every answer of the user to a contested fact: since when, and when it was undone or its memory deleted.
SELECT r.op, r.fact, r.project, p.at, (SELECT u.at FROM operation u WHERE u.n = p.undone_by), a.deleted_at
FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer WHERE r.user = :user ORDER BY r.op
